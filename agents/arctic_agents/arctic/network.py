"""ARCTIC's network: one shared head scores every legal card by its features, whatever the decision is about.

Kernels make what the network reads from observations, without weights, so nothing is learnt there. The numbers of a
position begin with a table of animals: for each animal, how many cards of each zone have it as their main and as their
companion animal, what the observation says of it (runs, token, power, totem), and the draw values of its cards in hand
and river. Then come the draw values in each zone, and all the rest. An action about a card has that card's two animals,
and as features the zones that it lies in, its draw value, and the block of the action; an action about an animal has
that animal twice.

What is true of one animal is true of another, so a layer shared by the animals reads the numbers of each, with a bias
of its own for what sets it apart. From what it makes of the six, and from the rest of the position's numbers, an actor
and a critic make what they need to know. Each legal card is scored from what was made of its two animals, its value,
the zones it lies in and the block of the action; an action about an animal alone in the same way. The actor's knowledge
is added to that, and also says how much each of these numbers matters: the tokens, say, with the last card of a turn
alone. Actions that are about no card have an ordinary head as well: with the shared head alone a policy learns them
half as fast. Only legal actions are scored, some six a decision.
"""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from arctic_agents.networks import FULL, VIEW
from arctic_agents.networks.network import (
    FIRST_GAIN,
    NONE,
    QuickLogits,
    Reader,
    SharedActions,
    SharedHeadNetwork,
    layers,
    linear,
    log_factor,
)
from arctic_env.errors import SettingsError
from arctic_env.games.arctic import material
from arctic_env.kernels.jit import njit
from arctic_env.model.game import Game
from arctic_env.model.tables import ActionBlock, ActionTable, ObservationPart, ObservationTable

ZONES = ("hand", "penalty", "river", "held", "exposed", "unseen", "known")
"""Parts that tell of each card whether it is in a zone."""

JOINT = ("hand", "river")
"""Zones whose cards are counted by animal and draw value together, too."""

RUNS = ("best_runs", "top_run", "bottom_run")
BY_ANIMAL = (*RUNS, "visible_main", "visible_companion", "holders", "faces", "totem", "tokens", "history")
"""Parts that tell something of each animal, once or per seat."""

PILES = "piles"  # which card lies where in a pile: left out, for what counts of it is in the runs

_BITS = 10  # for a count: twice the cards of the game at the most
_MOST = 2**_BITS - 1
_ZERO = 128  # the place of 0 in the table of logarithms
_LOGS = np.array([np.copysign(np.log1p(abs(x)), x) for x in range(-_ZERO, _MOST + 1)], np.float32)

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Deck:
    """The animals and draw values of the cards, int8[cards] each; the placement value follows from the draw value."""

    main: NDArray[np.int8]
    companion: NDArray[np.int8]
    draw: NDArray[np.int8]


DECK = Deck(material.MAIN, material.COMPANION, material.DRAW)


class CardsPlan(NamedTuple):
    """Where the kernels read an observation, and the layout of their output.

    Attributes:
        main, draw: int64[cards], what is printed.
        main_units, companion_units, draw_units: int64[cards], 1 in the place of what is printed, some bits each.
        zones: int64[zones], where the row of each zone begins in an observation.
        joint: int64[joint zones], the same for those.
        row: Numbers in the row of an animal.
        values: Different draw values, 0 included.
        columns: int64[m], places in an observation that are taken over, scaled.
        targets: int64[m], their places among the numbers.
        factors: float32[m], by which they are multiplied.
        card_of: int64[actions], the card that an action is about, NONE without one.
        block_of: int64[actions], the number of its block, of those about cards or animals; NONE for all others.
    """

    main: NDArray[np.int64]
    draw: NDArray[np.int64]
    main_units: NDArray[np.int64]
    companion_units: NDArray[np.int64]
    draw_units: NDArray[np.int64]
    zones: NDArray[np.int64]
    joint: NDArray[np.int64]
    row: int
    values: int
    columns: NDArray[np.int64]
    targets: NDArray[np.int64]
    factors: NDArray[np.float32]
    card_of: NDArray[np.int64]
    block_of: NDArray[np.int64]


class Summary(Reader):
    """Reads observations of one number of players.

    Attributes:
        row: Numbers of each animal; their table comes first among those of a position.
        main_of, companion_of: int64[actions], the animals that an action is about, NONE without any.
    """

    def __init__(self, game: Game, num_players: int, deck: Deck = DECK) -> None:
        """Plan the reading from the tables of the game."""
        actions, main, companion = game.actions, deck.main.astype(np.int64), deck.companion.astype(np.int64)
        of_cards, of_animals = card_blocks(actions), animal_blocks(actions)
        card_of, block_of, self.main_of, self.companion_of = np.full((4, actions.size), NONE)
        for number, block in enumerate([*of_cards, *of_animals]):
            ids = slice(block.start, block.stop)
            block_of[ids] = number
            if block in of_cards:
                card_of[ids], self.main_of[ids], self.companion_of[ids] = np.arange(material.N_CARDS), main, companion
            else:
                self.main_of[ids] = self.companion_of[ids] = np.arange(material.N_ANIMALS)
        plan = _plan(game.observation(num_players), deck, card_of, block_of)
        features = len(plan.zones) + plan.values + len(of_cards) + len(of_animals)
        size = int(plan.targets.max()) + 1
        super().__init__(plan, size, features, block_of != NONE, card_of == NONE, (write_numbers, write_features))
        self.row = plan.row


def card_blocks(actions: ActionTable) -> list[ActionBlock]:
    """Return the blocks with one action for each card, in the order of card ids."""
    return [block for block in actions.blocks if block.arguments == material.CARD_TEXTS]


def animal_blocks(actions: ActionTable) -> list[ActionBlock]:
    """Return the blocks with one action for each animal, in their order."""
    return [block for block in actions.blocks if block.arguments == material.ANIMALS]


def _plan(table: ObservationTable, deck: Deck, card_of: NDArray[np.int64], block_of: NDArray[np.int64]) -> CardsPlan:
    zones = np.concatenate([np.arange(p.offset, p.slice.stop, material.N_CARDS) for p in (table[z] for z in ZONES)])
    animals = [table[name] for name in BY_ANIMAL]
    rest = [part for part in table.parts if part.name not in (*ZONES, *BY_ANIMAL, PILES)]
    values = int(deck.draw.max()) + 1
    row = 2 * len(zones) + sum(part.size for part in animals) // material.N_ANIMALS + len(JOINT) * values
    targets = _animal_targets(animals, 2 * len(zones), row)
    first_of_rest = material.N_ANIMALS * row + len(zones) * values
    targets.append(first_of_rest + np.arange(sum(part.size for part in rest)))
    main, companion, draw = (column.astype(np.int64) for column in (deck.main, deck.companion, deck.draw))
    return CardsPlan(
        main=main,
        draw=draw,
        main_units=1 << _BITS * main,
        companion_units=1 << _BITS * companion,
        draw_units=1 << _BITS * draw,
        zones=zones,
        joint=np.array([table[name].offset for name in JOINT]),
        row=row,
        values=values,
        columns=np.concatenate([np.arange(part.offset, part.slice.stop) for part in (*animals, *rest)]),
        targets=np.concatenate(targets),
        factors=np.concatenate([_factors(part) for part in (*animals, *rest)]),
        card_of=card_of,
        block_of=block_of,
    )


def _animal_targets(parts: list[ObservationPart], column: int, row: int) -> list[NDArray[np.int64]]:
    """Where each value of parts of shape (6,), (6, k) or (k, 6) goes in the rows of animals, from that column on."""
    targets = []
    for part in parts:
        by_animal = len(part.shape) == 1 or part.shape[0] == material.N_ANIMALS
        width = part.size // material.N_ANIMALS
        places = np.arange(material.N_ANIMALS)[:, None] * row + column + np.arange(width)
        targets.append((places if by_animal else places.T).ravel())
        column += width
    return targets


def _factors(part: ObservationPart) -> Numbers:
    return log_factor(part, part.size, material.LONGEST_SCORED if part.name in RUNS else None)


@njit
def write_numbers(observations: NDArray[np.int8], plan: CardsPlan, out: Numbers) -> None:
    """Write the numbers of each position, float32[n, size]."""
    for i in range(len(observations)):
        for zone in range(len(plan.zones)):
            _count_cards(observations, i, zone, plan, out)
        for zone in range(len(plan.joint)):
            _count_draws(observations, i, zone, plan, out)
        for k in range(len(plan.columns)):
            value = int(observations[i, plan.columns[k]])
            out[i, plan.targets[k]] = _LOGS[value + _ZERO] * plan.factors[k]


@njit
def _count_cards(observations: NDArray[np.int8], i: int, zone: int, plan: CardsPlan, out: Numbers) -> None:
    """Write the logarithms of how many cards of a zone have each animal and draw value."""
    cards = observations[i, plan.zones[zone] : plan.zones[zone] + material.N_CARDS]
    main = companion = draw = 0  # counts side by side in one number each, so that the loop needs no memory
    for card in range(material.N_CARDS):
        count = np.int64(cards[card])
        main += count * plan.main_units[card]
        companion += count * plan.companion_units[card]
        draw += count * plan.draw_units[card]
    zones = len(plan.zones)
    for animal in range(material.N_ANIMALS):
        at = animal * plan.row + zone
        out[i, at] = _log_of_count(main, animal)
        out[i, at + zones] = _log_of_count(companion, animal)
    at = material.N_ANIMALS * plan.row + zone * plan.values
    for value in range(plan.values):
        out[i, at + value] = _log_of_count(draw, value)


@njit
def _log_of_count(counts: int, place: int) -> np.float32:
    return _LOGS[_ZERO + (counts >> (_BITS * place) & _MOST)]  # type: ignore[no-any-return]


@njit
def _count_draws(observations: NDArray[np.int8], i: int, zone: int, plan: CardsPlan, out: Numbers) -> None:
    """Write the logarithms of how many cards of a joint zone have each main animal and draw value."""
    column = plan.row - (len(plan.joint) - zone) * plan.values
    for animal in range(material.N_ANIMALS):
        for value in range(plan.values):
            out[i, animal * plan.row + column + value] = 0.0
    first = plan.joint[zone]
    for card in range(material.N_CARDS):
        if observations[i, first + card] != 0:
            out[i, plan.main[card] * plan.row + column + plan.draw[card]] += np.float32(1.0)
    for animal in range(material.N_ANIMALS):
        for value in range(plan.values):
            at = animal * plan.row + column + value
            out[i, at] = _LOGS[_ZERO + int(out[i, at])]


@njit
def write_features(
    observations: NDArray[np.int8], rows: NDArray[np.int64], actions: NDArray[np.int64], plan: CardsPlan, out: Numbers
) -> None:
    """Write the features of each action: zones, draw value and block. `out` is float32[k, features], all 0."""
    zones = len(plan.zones)
    for k in range(len(rows)):
        card = plan.card_of[actions[k]]
        if card != NONE:
            for zone in range(zones):
                out[k, zone] = observations[rows[k], plan.zones[zone] + card]
            out[k, zones + plan.draw[card]] = 1.0
        out[k, zones + plan.values + plan.block_of[actions[k]]] = 1.0


# ------------------------------------------------------------------------------------------ network


_GATE_GAIN = 0.1  # to begin with all numbers matter nearly alike


class Reading(nn.Module):
    """Makes something of each animal, and of the position."""

    def __init__(self, summary: Summary, width: int, made: int) -> None:
        """Make layers.

        Args:
            summary: What there is to read.
            width: Numbers made of each animal.
            made: Numbers made of the position.
        """
        super().__init__()
        self.row = summary.row
        self.each = linear(summary.row, width)
        self.own = nn.Parameter(torch.zeros(material.N_ANIMALS, width))
        self.all = linear(material.N_ANIMALS * width + summary.size - material.N_ANIMALS * summary.row, made)

    def forward(self, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Float32[n, animals, width] and float32[n, made], both after a ReLU, from float32[n, size]."""
        table = numbers[:, : material.N_ANIMALS * self.row].reshape(-1, material.N_ANIMALS, self.row)
        animals = (self.each(table) + self.own).relu_()
        both = torch.cat([animals.flatten(1), numbers[:, material.N_ANIMALS * self.row :]], 1)
        return animals, self.all(both).relu_()


class CardsNetwork(SharedHeadNetwork):
    """Scores cards by their features, other actions and positions by the position's numbers."""

    version = 1
    main_of: Tensor
    companion_of: Tensor

    def __init__(self, game: Game, num_players: int, width: int, critic: str = VIEW, deck: Deck = DECK) -> None:
        summary = Summary(game, num_players, deck)
        super().__init__(summary)
        self.summary = summary
        self.register_buffer("main_of", torch.from_numpy(summary.main_of), persistent=False)
        self.register_buffer("companion_of", torch.from_numpy(summary.companion_of), persistent=False)
        each = -(-width // 2)
        self.actor = Reading(summary, each, 2 * width)
        self.knowledge = nn.Sequential(linear(2 * width, 2 * width), nn.ReLU(inplace=True))
        self.of_action = nn.Linear(2 * each + summary.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.gate = linear(2 * width, width, _GATE_GAIN)
        self.judge = nn.Sequential(nn.ReLU(inplace=True), layers(width, width, 1, gain=FIRST_GAIN))
        self.other_head = linear(2 * width, summary.outputs, FIRST_GAIN)
        self.critic = Reading(summary, each, 2 * width)
        self.worth = layers(2 * width * (num_players if critic == FULL else 1), width, 1, gain=1.0)

    def hidden(self, numbers: Tensor, shared: SharedActions) -> tuple[Tensor, Tensor]:
        """See `SharedHeadNetwork.hidden`."""
        animals, made = self.actor(numbers)
        known = self.knowledge(made)
        each, first = animals.flatten(0, 1), shared.rows * material.N_ANIMALS
        main, companion = (first + of.index_select(0, shared.actions) for of in (self.main_of, self.companion_of))
        own = torch.cat([each.index_select(0, main), each.index_select(0, companion), shared.features], 1)
        about = self.of_action(own) * (1.0 + self.gate(known)).index_select(0, shared.rows)
        return known, about + self.of_context(known).index_select(0, shared.rows)

    def make_quick(self) -> QuickLogits:
        """See `Network.make_quick`."""
        weights = {name: weight.detach().cpu().numpy() for name, weight in self.named_parameters()}
        for kind in ("weight", "bias"):  # one product for the three layers that read the same
            weights[f"of_known.{kind}"] = np.concatenate([weights[f"{name}.{kind}"] for name in _OF_KNOWN])
        matrices = {name: np.ascontiguousarray(weight.T) for name, weight in weights.items() if "weight" in name}
        return partial(quick_logits, self.summary, weights | matrices)

    def value(self, numbers: Tensor) -> Tensor:
        """See `Network.value`."""
        made = self.critic(numbers.flatten(0, 1))[1].reshape(len(numbers), -1)
        values: Tensor = self.worth(made).squeeze(1)
        return values


_OF_KNOWN = ("of_context", "gate", "other_head")

Weights = dict[str, NDArray[np.float32]]


def quick_logits(
    summary: Summary,
    weights: Weights,
    observations: NDArray[np.int8],
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> Numbers:
    """Return what `CardsNetwork.logits` does, float32[k], by numpy: for few decisions torch's calls take far longer.

    Args:
        summary: The network's reader.
        weights: Its weights by name, matrices transposed, with `of_known` for the layers of _OF_KNOWN.
        observations: int8[n, O].
        rows: int64[k], the decision of each legal action.
        actions: int64[k], the legal actions in order.
    """
    numbers, which = summary.numbers(observations), np.flatnonzero(summary.shared[actions])
    of_rows, of_actions, first = rows[which], actions[which], material.N_ANIMALS * summary.row
    animals = _linear(numbers[:, :first].reshape(-1, summary.row), weights, "actor.each")
    animals = _relu(animals.reshape(len(numbers), material.N_ANIMALS, -1) + weights["actor.own"])
    both = np.concatenate([animals.reshape(len(numbers), -1), numbers[:, first:]], 1)
    known = _relu(_linear(_relu(_linear(both, weights, "actor.all")), weights, "knowledge.0"))
    of_animals = (animals[of_rows, of_which[of_actions]] for of_which in (summary.main_of, summary.companion_of))
    features = summary.features_of(observations, of_rows, of_actions)
    about = _linear(np.concatenate([*of_animals, features], 1), weights, "of_action")
    context, gate, outputs = np.split(_linear(known, weights, "of_known"), [about.shape[1], 2 * about.shape[1]], axis=1)
    about *= (1.0 + gate)[of_rows]
    about += context[of_rows]
    own = np.flatnonzero((places := summary.place_of[actions]) != NONE)
    logits = np.zeros(len(rows), np.float32)
    logits[own] = outputs[rows[own], places[own]]
    logits[which] += _linear(_relu(_linear(_relu(about), weights, "judge.1.0")), weights, "judge.1.2")[:, 0]
    return logits


def _linear(numbers: Numbers, weights: Weights, name: str) -> Numbers:
    out: Numbers = numbers @ weights[f"{name}.weight"]
    out += weights[f"{name}.bias"]
    return out


def _relu(numbers: Numbers) -> Numbers:
    return np.maximum(numbers, 0.0, out=numbers)


def make(game: Game, num_players: int, width: int, critic: str) -> CardsNetwork:
    """Return the network of the kind `cards`.

    Raises:
        SettingsError: The game is not played with ARCTIC's cards.
    """
    if not card_blocks(game.actions):
        raise SettingsError(f"the network 'cards' is for ARCTIC's cards, which {game.name} does not have")
    return CardsNetwork(game, num_players, width, critic)
