"""Networks that play: observations and legal actions in, a number for each legal action and a value out.

A network is made from the tables of its game, so it holds no offset of its own, and from a few settings that go into
its checkpoint, so that it can be made again. Legal actions are part of the input: nobody can forget the mask.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from arctic_agents.networks import CRITICS, DEFAULT_KIND, DEFAULT_WIDTH, FULL, KINDS, MOST_WIDTH, VIEW
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.suggestions import Observing, hints_of, read_told, told_by, write_hints
from arctic_env.errors import SettingsError
from arctic_env.kernels.jit import Bytes, Ints
from arctic_env.model.game import Game
from arctic_env.model.tables import ObservationPart
from arctic_env.validation import short_repr

FIRST_GAIN = 0.01  # of a policy's last layer: near-equal probabilities to begin with
_GAIN = 2**0.5  # of layers before a ReLU
_TRUST = 3.0  # in suggestions, to begin with: among six actions the suggested one is as probable as not

NONE = -1  # in the place of a number

Kernels = tuple[Callable[..., None], Callable[..., None]]

Inputs = tuple[Tensor, ...]
"""What the layers of a network take: tensors whose entries go by decision; which ones is for the network to say."""

QuickLogits = Callable[[Bytes, Ints, Ints], NDArray[np.float32]]
"""(observations int8[n, O], rows int64[k], actions int64[k]) -> logits float32[k], see `Legal`."""


class Network(nn.Module):
    """A policy and a critic; observations come on the CPU, legal actions and answers are where the weights are."""

    # Of its kind. It goes up whenever the weights get other names or shapes, or the same weights would answer
    # otherwise. Checkpoints hold it, and those of another version are refused.
    version: ClassVar[int]
    settings: dict[str, Any]  # the arguments of `make_network` that make it again
    observing: Observing  # writes what it reads
    here: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("here", torch.empty(0), persistent=False)  # goes where the weights go

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return self.here.device

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """Return logits float32[k] of the legal actions of n decisions, and values float32[n] for the deciding seats.

        `seen` is int8[n, O]; with a critic that sees all int8[n, num_players, O], in order from the deciding seat.
        """
        inputs = self.read(seen)
        return self.score(inputs, seen, legal), self.value(inputs)

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """Return the logits alone, float32[k], from the deciding seats' observations int8[n, O]."""
        return self.score(self.read(observations), observations, legal)

    def values(self, seen: Tensor) -> Tensor:
        """Return the values alone, float32[n]."""
        return self.value(self.read(seen))

    def make_quick(self) -> QuickLogits | None:
        """Return the logits by a shorter way than torch's, for few decisions at a time; None if there is none.

        The weights are those of this moment.
        """
        return None

    def read(self, seen: Tensor) -> Inputs:
        """Return the input of the layers."""
        raise NotImplementedError

    def score(self, inputs: Inputs, seen: Tensor, legal: Legal) -> Tensor:
        """Return the logits, float32[k], from the inputs and the observations they were read from."""
        raise NotImplementedError

    def value(self, inputs: Inputs) -> Tensor:
        """Return the values, float32[n], from the inputs."""
        raise NotImplementedError


class Reader:
    """Makes numbers of positions and features of actions from observations, by kernels without weights.

    Attributes:
        told: Numbers with which the observations end, about what the game's heuristics would play.
        hints: What follows from them for an action: so many more features, see `arctic_agents.networks.suggestions`.
        size: Numbers of a position.
        features: Features of an action that the shared head scores.
        shared: bool[actions], the actions that the shared head scores.
        place_of: int64[actions], the place of an action among those with an output of their own; NONE for all others.
        outputs: The number of actions with one, and then one for each hint, by which it is multiplied.
    """

    told = hints = 0

    def __init__(
        self, plan: Any, size: int, features: int, shared: NDArray[np.bool_], own: NDArray[np.bool_], kernels: Kernels
    ) -> None:
        """Keep the plan and the kernels; `own` marks the actions with an output of their own, bool[actions].

        The kernels are `write_numbers(observations, plan, out)` and `write_features(observations, rows, actions, plan,
        out)`; `out` is all 0.
        """
        self.plan, self.size, self.features, self.shared = plan, size, features, shared
        self.place_of = np.where(own, own.cumsum() - 1, NONE)
        self.outputs = int(own.sum())
        self._write_numbers, self._write_features = kernels

    def numbers(self, observations: Bytes) -> NDArray[np.float32]:
        """Return the numbers of positions, float32[n, size], from int8[n, O]."""
        out = np.zeros((len(observations), self.size), np.float32)
        self._write_numbers(observations, self.plan, out)
        return out

    def features_of(self, observations: Bytes, rows: Ints, actions: Ints) -> NDArray[np.float32]:
        """Return the features of shared actions int64[k] in observations int64[k], in order; float32[k, features]."""
        out = np.zeros((len(rows), self.features), np.float32)
        self._write_features(observations, rows, actions, self.plan, out)
        if self.told:
            out[:, -self.hints :] = self.hints_about(observations, rows, actions)
        return out

    def hints_about(self, observations: Bytes, rows: Ints, actions: Ints) -> NDArray[np.float32]:
        """Return the hints about actions int64[k] in observations int64[k], float32[k, hints]."""
        out = np.zeros((len(rows), self.hints), np.float32)
        if self.told:
            write_hints(read_told(observations, self.told), rows, actions, out)
        return out

    def be_told(self, told: int) -> None:
        """Read observations that end with so many numbers about what the heuristics would play."""
        self.told, self.hints = told, hints_of(told)
        self.features += self.hints
        self.outputs += self.hints


class SharedActions(NamedTuple):
    """m legal actions that the shared head scores."""

    entries: Tensor  # int64[m], which of all legal actions
    rows: Tensor  # int64[m], their decisions
    actions: Tensor  # int64[m], their ids
    features: Tensor  # float32[m, features]


class SharedHeadNetwork(Network):
    """Scores actions by their features with one shared head, and adds the output of an action's own, if it has one."""

    judge: nn.Module  # the shared head: a logit from an action's `hidden` layer
    other_head: nn.Linear  # the outputs of single actions

    def __init__(self, reader: Reader, told: int = 0) -> None:
        """Keep the reader; `told` are the numbers that heuristics tell, with which its observations end."""
        super().__init__()
        self.reader = reader
        if told:
            reader.be_told(told)

    def make_other_head(self, known: int) -> nn.Linear:
        """Make the head of single actions, from what the actor knows of a position; it trusts suggestions at first."""
        head = linear(known, self.reader.outputs, FIRST_GAIN)
        if self.reader.hints:
            with torch.no_grad():
                head.bias[-self.reader.hints] = _TRUST
        return head

    def hidden(self, inputs: Inputs, shared: SharedActions) -> tuple[Tensor, Tensor]:
        """Return what the actor knows of each position, float32[n, ...], and of each action, float32[m, ...]."""
        raise NotImplementedError

    def score(self, inputs: Inputs, seen: Tensor, legal: Legal) -> Tensor:
        """See `Network.score`."""
        rows, actions, flat = legal.rows.cpu().numpy(), legal.actions.cpu().numpy(), flatten_seen(seen)
        which = np.flatnonzero(self.reader.shared[actions])
        deciding = rows * (len(flat) // len(seen))
        features = self.reader.features_of(flat, deciding[which], actions[which])
        shared = SharedActions(*map(self._take, (which, rows[which], actions[which], features)))
        known, hidden = self.hidden(inputs, shared)
        places = self.reader.place_of[actions]
        own = np.flatnonzero(places != NONE)
        outputs = self.other_head(known).flatten()
        chosen = outputs.index_select(0, self._take(rows[own] * self.reader.outputs + places[own]))
        logits = known.new_zeros(len(rows)).index_add(0, shared.entries, self.judge(hidden).squeeze(1))
        logits = logits.index_add(0, self._take(own), chosen)
        if self.reader.told:
            hints = self.reader.hints_about(flat, deciding, actions)
            entries, which = np.nonzero(hints)
            of = self._take((rows[entries] + 1) * self.reader.outputs - self.reader.hints + which)
            told = outputs.index_select(0, of) * self._take(hints[entries, which])
            logits = logits.index_add(0, self._take(entries), told)
        return logits

    def _take(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.device)


def flatten_seen(seen: Tensor) -> Bytes:
    """Return all observations, int8[n * observations of each, O]."""
    flat: Bytes = seen.cpu().flatten(0, -2).numpy()
    return flat


def make_network(
    game: Game,
    num_players: int,
    kind: str = DEFAULT_KIND,
    width: int = DEFAULT_WIDTH,
    critic: str = VIEW,
    suggestion: bool = False,
    ratings: bool = False,
) -> Network:
    """Return a network with random weights for a game of that many players.

    Args:
        game: The game whose tables it reads.
        num_players: Number of players; the observation depends on it.
        kind: One of KINDS.
        width: Units of a hidden layer, 1 to MOST_WIDTH.
        critic: The critic's input: the deciding seat's `view`, or the `full` state. Playing needs no values.
        suggestion: Whether the policy is told what the game's heuristics would play.
        ratings: Whether it is told that, and what the best few actions are worth to them.

    Raises:
        SettingsError: There is no such kind or critic, it does not fit the game, or the width is out of range.
    """
    for name, value, known in (("kind", kind, tuple(KINDS)), ("critic", critic, CRITICS)):
        if value not in known:
            raise SettingsError(f"network.{name} must be one of {', '.join(known)}, not {short_repr(value)}")
    if type(width) is not int or not 1 <= width <= MOST_WIDTH:
        raise SettingsError(f"network.width must be an integer of 1 to {MOST_WIDTH:,}, not {short_repr(width)}")
    make = cast(Callable[[Game, int, int, str, int], Network], import_module(KINDS[kind]).make)
    told = told_by(game, suggestion=suggestion, ratings=ratings)
    network = make(game, num_players, width, critic, told)
    network.settings = {"kind": kind, "width": width, "critic": critic, "suggestion": suggestion, "ratings": ratings}
    network.observing = Observing(game, num_players, told)
    return network


def log_factor(part: ObservationPart, n: int, largest: int | None = None) -> NDArray[np.float32]:
    """Return what brings sign(x) log(1 + |x|) to 1 for the largest x of a part, or the one that is named, n times.

    The logarithm keeps small counts apart where a part could, at the most, count all the cards of the game.
    """
    return np.full(n, 1.0 / np.log1p(largest or max(abs(part.low), abs(part.high), 1)), np.float32)


def layers(*sizes: int, gain: float = _GAIN) -> nn.Sequential:
    """Make linear layers with orthogonal weights and ReLU between them; `gain` is that of the last layer."""
    made: list[nn.Module] = []
    for size, following in pairwise(sizes[:-1]):
        made += [linear(size, following), nn.ReLU(inplace=True)]
    return nn.Sequential(*made, linear(sizes[-2], sizes[-1], gain))


def linear(size: int, following: int, gain: float = _GAIN) -> nn.Linear:
    """Make a linear layer with orthogonal weights and zero bias."""
    layer = nn.Linear(size, following)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


# ------------------------------------------------------------------------------------------ the plain network


class MlpNetwork(Network):
    """The whole observation through two hidden layers, one output an action. It is there to compare.

    Policy and value have networks of their own, neither of which knows what an action is about. Outputs are worked out
    for legal actions alone: of some thousand actions that is a fraction of the work.
    """

    version = 1
    factors: Tensor

    def __init__(self, game: Game, num_players: int, width: int, critic: str) -> None:
        super().__init__()
        table = game.observation(num_players)
        factors = np.concatenate([log_factor(part, part.size) for part in table.parts])
        self.register_buffer("factors", torch.from_numpy(factors), persistent=False)
        self.actor = nn.Sequential(layers(table.size, width, width), nn.ReLU(inplace=True))
        self.head = linear(width, game.actions.size, FIRST_GAIN)
        self.critic = layers(table.size * (num_players if critic == FULL else 1), width, width, 1, gain=1.0)

    def read(self, seen: Tensor) -> Inputs:
        """Return all that is seen, scaled, float32[n, ...]; the view of the deciding seat comes first."""
        numbers = seen.to(self.device).float()
        return (numbers.abs().log1p_().copysign_(numbers).mul_(self.factors).flatten(1),)

    def score(self, inputs: Inputs, seen: Tensor, legal: Legal) -> Tensor:
        """See `Network.score`."""
        known = self.actor(inputs[0][:, : len(self.factors)]).index_select(0, legal.rows)
        weights = self.head.weight.index_select(0, legal.actions)
        logits: Tensor = torch.linalg.vecdot(known, weights) + self.head.bias.index_select(0, legal.actions)
        return logits

    def value(self, inputs: Inputs) -> Tensor:
        """See `Network.value`."""
        values: Tensor = self.critic(inputs[0]).squeeze(1)
        return values


def make(game: Game, num_players: int, width: int, critic: str, told: int) -> MlpNetwork:
    """Return the network of the kind `mlp`; SettingsError if it is to be told suggestions."""
    if told:
        raise SettingsError("the network 'mlp' is told nothing: network.suggestion and network.ratings must be false")
    return MlpNetwork(game, num_players, width, critic)
