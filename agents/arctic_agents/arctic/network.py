"""ARCTIC's network: one shared head scores every legal card by its features, whatever the decision is about.

What is true of one animal is true of another, so a layer shared by the animals reads the numbers of each, with a bias
of its own for what sets it apart. From what it makes of the six, and from the rest of the position's numbers, an actor
and a critic make what they need to know. Each legal card is scored from what was made of its two animals, its value,
the zones it lies in and the block of the action; an action about an animal alone in the same way. The actor's knowledge
is added to that, and also says how much each of these numbers matters: the tokens, say, with the last card of a turn
alone. Actions that are about no card have an ordinary head as well: with the shared head alone a policy learns them
half as fast. Only legal actions are scored, some six a decision.
"""

from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from arctic_agents.arctic.card_layers import gather, gather_cards, join, join_context
from arctic_agents.arctic.summary import DECK, Deck, Numbers, Summary, card_blocks, read_numbers
from arctic_agents.networks import FULL, VIEW
from arctic_agents.networks.network import (
    FIRST_GAIN,
    NONE,
    Inputs,
    Network,
    QuickLogits,
    SharedActions,
    SharedHeadNetwork,
    flatten_seen,
    layers,
    linear,
)
from arctic_env.errors import SettingsError
from arctic_env.games.arctic import material
from arctic_env.kernels.jit import Bytes, Ints, njit
from arctic_env.model.game import Game

_GATE_GAIN = 0.1  # to begin with all numbers matter nearly alike


class Reading(nn.Module):
    """Makes something of each animal, and of the position."""

    def __init__(self, summary: Summary, width: int, made: int) -> None:
        """Make `width` numbers of each animal, and `made` of the position."""
        super().__init__()
        self.each = linear(summary.plan.row, width)
        self.own = nn.Parameter(torch.zeros(material.N_ANIMALS, width))
        self.all = linear(material.N_ANIMALS * width + summary.plan.rest, made)

    def forward(self, table: Tensor, rest: Tensor) -> tuple[Tensor, Tensor]:
        """Return float32[n, animals, width] and [n, made], both after a ReLU, from [n * animals, row] and [n, rest]."""
        products = nn.functional.linear(table, self.each.weight).reshape(len(rest), *self.own.shape)
        animals = (products + (self.own + self.each.bias)).relu_()
        of_animals, of_rest = self.all.weight.tensor_split([self.own.numel()], dim=1)
        made = torch.addmm(nn.functional.linear(rest, of_rest, self.all.bias), animals.flatten(1), of_animals.T)
        return animals, made.relu_()


class CardsNetwork(SharedHeadNetwork):
    """Scores cards by their features, other actions and positions by the position's numbers.

    A critic that sees all reads the deciding seat's view as the actor does, and of the other seats what it hides.
    """

    version = 2
    main_of: Tensor
    companion_of: Tensor

    def __init__(
        self, game: Game, num_players: int, width: int, critic: str = VIEW, told: int = 0, deck: Deck = DECK
    ) -> None:
        summary = Summary(game, num_players, deck)
        super().__init__(summary, told)
        self.summary = summary
        self.register_buffer("main_of", torch.from_numpy(summary.main_of), persistent=False)
        self.register_buffer("companion_of", torch.from_numpy(summary.companion_of), persistent=False)
        each = -(-width // 2)
        self.actor = Reading(summary, each, 2 * width)
        self.knowledge = nn.Sequential(linear(2 * width, 2 * width), nn.ReLU(inplace=True))
        self.of_action = nn.Linear(2 * each + summary.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.gate = linear(2 * width, width, _GATE_GAIN)
        self.judge = nn.Sequential(nn.Identity(), layers(width, width, 1, gain=FIRST_GAIN))  # names of old weights
        self.other_head = self.make_other_head(2 * width)
        self.critic = Reading(summary, each, 2 * width)
        others = num_players - 1 if critic == FULL else 0
        hidden = material.N_ANIMALS * summary.hidden.row + summary.hidden.rest
        self.other_seat = nn.Sequential(linear(hidden, width), nn.ReLU(inplace=True)) if others else None
        self.worth = layers((2 + others) * width, width, 1, gain=1.0)

    def read(self, seen: Tensor) -> Inputs:
        """Return the table of animals and the rest, and with a critic that sees all what other seats hide.

        The last is float32[n * others, hidden].
        """
        flat = flatten_seen(seen)
        rows = np.arange(len(flat)).reshape(len(seen), -1)
        read = read_numbers(flat, rows[:, 0].copy(), self.summary.plan)
        if len(flat) == len(seen):
            return tuple(map(self._take, read))
        table, rest = read_numbers(flat, rows[:, 1:].flatten(), self.summary.hidden)
        return tuple(map(self._take, (*read, np.concatenate([table.reshape(len(rest), -1), rest], axis=1))))

    def hidden(self, inputs: Inputs, shared: SharedActions) -> tuple[Tensor, Tensor]:
        """See `SharedHeadNetwork.hidden`."""
        animals, made = self.actor(*inputs[:2])
        known = self.knowledge(made)
        main, companion = (of.index_select(0, shared.actions) for of in (self.main_of, self.companion_of))
        own = gather_cards(animals, shared.features, shared.rows, main, companion)
        both = self.of_context, self.gate
        weight, bias = torch.cat([layer.weight for layer in both]), torch.cat([layer.bias for layer in both])
        return known, join_context(self.of_action(own), nn.functional.linear(known, weight, bias), shared.rows)

    def make_quick(self) -> QuickLogits:
        """See `Network.make_quick`."""
        return make_quick_logits(self, self.summary)

    def value(self, inputs: Inputs) -> Tensor:
        """See `Network.value`."""
        made = self.critic(*inputs[:2])[1]
        if self.other_seat is not None:
            made = torch.cat([made, self.other_seat(inputs[2]).reshape(len(made), -1)], 1)
        values: Tensor = self.worth(made).squeeze(1)
        return values


def make(game: Game, num_players: int, width: int, critic: str, told: int) -> CardsNetwork:
    """Return the network of the kind `cards`; SettingsError if the game is not played with ARCTIC's cards."""
    if not card_blocks(game.actions):
        raise SettingsError(f"the network 'cards' is for ARCTIC's cards, which {game.name} does not have")
    return CardsNetwork(game, num_players, width, critic, told)


# ------------------------------------------------------------------------------------------ without torch
#
# torch's calls take far longer for few decisions. Here products are numpy's; all between them is done by kernels in one
# pass over the numbers.


Weights = dict[str, Numbers]

_OF_KNOWN = ("of_context", "gate", "other_head")


def make_quick_logits(network: Network, reader: Summary) -> QuickLogits:
    """Return a function that does what `CardsNetwork.logits` does with the weights as they are now."""
    weights = {name: weight.detach().cpu().numpy() for name, weight in network.named_parameters()}
    for kind in ("weight", "bias"):  # one product for the three layers that read the same
        weights[f"of_known.{kind}"] = np.concatenate([weights[f"{name}.{kind}"] for name in _OF_KNOWN])
    matrices = {name: np.ascontiguousarray(weight.T) for name, weight in weights.items() if "weight" in name}
    biases = weights["actor.own"] + weights["actor.each.bias"]
    return partial(quick_logits, reader, weights | matrices | {"actor.each.biases": biases})


def quick_logits(reader: Summary, weights: Weights, observations: Bytes, rows: Ints, actions: Ints) -> Numbers:
    """Return the logits of legal actions, float32[k], from observations int8[n, O].

    `weights` go by name, matrices transposed, with `of_known` for the layers of _OF_KNOWN; `rows` and `actions` are
    int64[k].
    """
    table, rest = reader.read_own(observations)
    listed = np.empty((3, len(actions)), np.int64)
    count = _list_shared(actions, reader.shared, rows, listed)
    which, of_rows, of_actions = listed[0, :count], listed[1, :count], listed[2, :count]
    animals = table @ weights["actor.each.weight"]
    read = np.empty((len(rest), material.N_ANIMALS * animals.shape[1] + rest.shape[1]), np.float32)
    _read(animals, weights["actor.each.biases"], rest, read)
    made = _layer(_layer(read, weights, "actor.all"), weights, "knowledge.0")
    known = made @ weights["of_known.weight"]
    own = np.empty((count, 2 * animals.shape[1] + reader.features), np.float32)
    features = reader.features_of(observations, of_rows, of_actions)
    gather(read, features, of_rows, reader.main_of[of_actions], reader.companion_of[of_actions], own)
    about = own @ weights["of_action.weight"]
    join(about, weights["of_action.bias"], known, weights["of_known.bias"], of_rows, about)
    hidden = _layer(about, weights, "judge.1.0")
    logits = np.zeros(len(rows), np.float32)
    logits[which] = (hidden @ weights["judge.1.2.weight"])[:, 0] + weights["judge.1.2.bias"]
    outputs = slice(2 * about.shape[1], None)
    hints = reader.hints_about(observations, rows, actions)
    _add_outputs(known[:, outputs], weights["of_known.bias"][outputs], rows, actions, reader.place_of, hints, logits)
    return logits


def _layer(numbers: Numbers, weights: Weights, name: str) -> Numbers:
    out: Numbers = numbers @ weights[f"{name}.weight"]
    _activate(out, weights[f"{name}.bias"])
    return out


@njit
def _list_shared(actions: Ints, shared: NDArray[np.bool_], rows: Ints, out: Ints) -> int:
    """List the actions that the shared head scores: places, rows and actions, int64[3, k]; return how many."""
    n = 0
    for k in range(len(actions)):
        if shared[actions[k]]:
            out[0, n], out[1, n], out[2, n] = k, rows[k], actions[k]
            n += 1
    return n


@njit
def _add_outputs(
    outputs: Numbers, bias: Numbers, rows: Ints, actions: Ints, places: Ints, hints: Numbers, logits: Numbers
) -> None:
    """Add the outputs of actions that have one of their own, float32[n, outputs] before their bias.

    The last ones are multiplied by the hints, float32[k, hints].
    """
    first = len(bias) - hints.shape[1]
    for k in range(len(actions)):
        for hint in range(hints.shape[1]):
            logits[k] += hints[k, hint] * (outputs[rows[k], first + hint] + bias[first + hint])
        place = places[actions[k]]
        if place != NONE:
            logits[k] += outputs[rows[k], place] + bias[place]


@njit
def _activate(numbers: Numbers, bias: Numbers) -> None:
    """Add the bias, and set to 0 what is below, in place."""
    for i in range(len(numbers)):
        row = numbers[i]
        for k in range(len(bias)):
            row[k] = max(row[k] + bias[k], np.float32(0.0))


@njit
def _read(animals: Numbers, biases: Numbers, rest: Numbers, out: Numbers) -> None:
    """Write what is made of each animal, products before their biases, and then the numbers that belong to none."""
    size = biases.shape[1]
    for i in range(len(rest)):
        row = out[i]
        for animal in range(len(biases)):
            product, bias = animals[i * len(biases) + animal], biases[animal]
            for k in range(size):
                row[animal * size + k] = max(product[k] + bias[k], np.float32(0.0))
        row[len(biases) * size :] = rest[i]
