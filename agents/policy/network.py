"""Networks that play: observations and legal actions in, a number for each legal action and a value out.

A network is made from the tables of its game, so it holds no offset of its own, and from a few settings that go into
its checkpoint, so that it can be made again. Legal actions are part of the input: nobody can forget the mask.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, cast

import torch
from torch import Tensor, nn

from agents.policy.legal import Legal
from arctic_env.core.game import Game
from arctic_env.core.tables import ObservationPart, ObservationTable
from arctic_env.errors import SettingsError

KINDS: Mapping[str, str] = {"cards": "agents.policy.cards", "mlp": "agents.policy.mlp"}
"""Network by name -> module with `make(game, players, width)`."""

DEFAULT_KIND = "cards"
DEFAULT_WIDTH = 64
WIDEST = 4096  # more is a mistake, and would not fit into memory

FIRST_GAIN = 0.01  # of a policy's last layer: near-equal chances to begin with
_GAIN = 2**0.5  # of layers before a ReLU


class Network(nn.Module):
    """What plays.

    Attributes:
        settings: What `make_network` needs to make it again.
    """

    settings: dict[str, Any]

    def forward(self, observations: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """Judge n decisions.

        Args:
            observations: int8[n, O].
            legal: their k legal actions.

        Returns:
            Logits float32[k] of the legal actions, and values float32[n] of the deciding seats.
        """
        raise NotImplementedError

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """The logits alone, float32[k]."""
        raise NotImplementedError

    def values(self, observations: Tensor) -> Tensor:
        """The values alone, float32[n]."""
        raise NotImplementedError


def make_network(game: Game, players: int, kind: str = DEFAULT_KIND, width: int = DEFAULT_WIDTH) -> Network:
    """A network with random weights for a game of that many players.

    Args:
        game: the game whose tables it reads.
        players: number of players; the observation depends on it.
        kind: one of KINDS.
        width: units of a hidden layer, 1 to WIDEST.

    Raises:
        SettingsError: there is no such kind, it does not fit the game, or the width is out of range.
    """
    if kind not in KINDS:
        raise SettingsError(f"network.kind must be one of {', '.join(KINDS)}, not {kind!r}")
    _check_width(width)
    make = cast(Callable[[Game, int, int], Network], import_module(KINDS[kind]).make)
    network = make(game, players, width)
    network.settings = {"kind": kind, "width": width}
    return network


def _check_width(width: object) -> None:
    if not isinstance(width, int) or isinstance(width, bool) or not 1 <= width <= WIDEST:
        raise SettingsError(f"network.width must be a whole number of 1 to {WIDEST}, not {width!r}")


class Reader:
    """Takes parts out of flat observations, in as few slices as they lie in (gathering columns takes far longer)."""

    def __init__(self, parts: Sequence[ObservationPart]) -> None:
        self.parts = tuple(sorted(parts, key=lambda part: part.offset))
        self.size = sum(part.size for part in self.parts)
        self._slices: list[slice] = []
        for part in self.parts:
            if self._slices and self._slices[-1].stop == part.offset:
                self._slices[-1] = slice(self._slices[-1].start, part.slice.stop)
            else:
                self._slices.append(part.slice)

    def __call__(self, observations: Tensor) -> Tensor:
        """The parts side by side in the order of the table, float32[n, size], from int8[n, O]."""
        pieces = [observations[:, piece] for piece in self._slices]
        return (pieces[0] if len(pieces) == 1 else torch.cat(pieces, dim=1)).float()

    def split(self, numbers: Tensor) -> dict[str, Tensor]:
        """The parts by name, each (n, *shape), as views of what the call returned."""
        pieces = torch.split(numbers, [part.size for part in self.parts], dim=1)
        pairs = zip(self.parts, pieces, strict=True)
        return {part.name: piece.reshape(-1, *part.shape) for part, piece in pairs}


class Scale(nn.Module):
    """Numbers of about -1 to 1 from parts of an observation: sign(x) log(1 + |x|), over that of the largest value.

    The logarithm keeps small counts apart where a part could, at the most, count all the cards of the game.
    """

    factors: Tensor

    def __init__(self, parts: Sequence[ObservationPart], largest: Mapping[str, int] | None = None) -> None:
        """Make factors for these parts; `largest` says what counts as 1 where that is not the table's highest value."""
        super().__init__()
        given = largest or {}
        ones = [float(given.get(part.name, max(abs(part.low), abs(part.high), 1))) for part in parts]
        sizes = torch.tensor([part.size for part in parts])
        factors = 1.0 / torch.tensor(ones).log1p().repeat_interleave(sizes)
        self.register_buffer("factors", factors, persistent=False)

    def forward(self, numbers: Tensor) -> Tensor:
        """The scaled numbers, float32[n, size of the parts]."""
        return numbers.abs().log1p_().copysign_(numbers).mul_(self.factors)


def part_names(table: ObservationTable) -> list[str]:
    """The names of all parts, in order."""
    return [part.name for part in table.parts]


def layers(*sizes: int, gain: float = _GAIN) -> nn.Sequential:
    """Linear layers with ReLU between them, orthogonal weights; `gain` is that of the last one."""
    made: list[nn.Module] = []
    for size, following in pairwise(sizes[:-1]):
        made += [linear(size, following), nn.ReLU()]
    return nn.Sequential(*made, linear(sizes[-2], sizes[-1], gain))


def linear(size: int, following: int, gain: float = _GAIN) -> nn.Linear:
    """One linear layer with orthogonal weights and no bias to begin with."""
    layer = nn.Linear(size, following)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
