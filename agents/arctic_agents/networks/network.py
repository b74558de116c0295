"""Networks that play: observations and legal actions in, a number for each legal action and a value out.

A network is made from the tables of its game, so it holds no offset of its own, and from a few settings that go into
its checkpoint, so that it can be made again. Legal actions are part of the input: nobody can forget the mask.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, ClassVar, cast

import torch
from torch import Tensor, nn

from arctic_agents.networks import CRITICS, DEFAULT_KIND, DEFAULT_WIDTH, KINDS, MOST_WIDTH, VIEW
from arctic_agents.networks.legal import Legal
from arctic_env.errors import SettingsError
from arctic_env.model.game import Game
from arctic_env.model.tables import ObservationPart
from arctic_env.validation import short_repr

FIRST_GAIN = 0.01  # of a policy's last layer: near-equal probabilities to begin with
_GAIN = 2**0.5  # of layers before a ReLU


class Network(nn.Module):
    """What plays. Observations are handed over on the CPU; legal actions and answers are where the weights are.

    Attributes:
        version: Of its kind. It goes up whenever the weights get other names or shapes, or the same weights would say
            something else. Checkpoints hold it, and those of another version are refused.
        settings: What `make_network` needs to make it again.
    """

    version: ClassVar[int]
    settings: dict[str, Any]
    here: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("here", torch.empty(0), persistent=False)  # goes where the weights go

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.here.device

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """Judge n decisions.

        Args:
            seen: int8[n, O], the observations; with a critic that sees all int8[n, players, O], those of all seats,
                in order from the deciding one.
            legal: their k legal actions.

        Returns:
            Logits float32[k] of the legal actions, and values float32[n] for the deciding seats.
        """
        raise NotImplementedError

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """The logits alone, float32[k], from the deciding seats' observations int8[n, O]."""
        raise NotImplementedError

    def values(self, seen: Tensor) -> Tensor:
        """The values alone, float32[n]."""
        raise NotImplementedError


def make_network(
    game: Game, players: int, kind: str = DEFAULT_KIND, width: int = DEFAULT_WIDTH, critic: str = VIEW
) -> Network:
    """A network with random weights for a game of that many players.

    Args:
        game: the game whose tables it reads.
        players: number of players; the observation depends on it.
        kind: one of KINDS.
        width: units of a hidden layer, 1 to MOST_WIDTH.
        critic: what values are made from: the deciding seat's `view`, or the `full` state. Playing needs no values.

    Raises:
        SettingsError: there is no such kind or critic, it does not fit the game, or the width is out of range.
    """
    for name, value, known in (("kind", kind, tuple(KINDS)), ("critic", critic, CRITICS)):
        if value not in known:
            raise SettingsError(f"network.{name} must be one of {', '.join(known)}, not {short_repr(value)}")
    _check_width(width)
    make = cast(Callable[[Game, int, int, str], Network], import_module(KINDS[kind]).make)
    network = make(game, players, width, critic)
    network.settings = {"kind": kind, "width": width, "critic": critic}
    return network


def _check_width(width: object) -> None:
    if not isinstance(width, int) or isinstance(width, bool) or not 1 <= width <= MOST_WIDTH:
        raise SettingsError(f"network.width must be an integer of 1 to {MOST_WIDTH:,}, not {short_repr(width)}")


class Scale(nn.Module):
    """Numbers of about -1 to 1 from parts of an observation: sign(x) log(1 + |x|), over that of the largest value.

    The logarithm keeps small counts apart where a part could, at the most, count all the cards of the game.
    """

    factors: Tensor

    def __init__(self, parts: Sequence[ObservationPart]) -> None:
        """Make factors for these parts."""
        super().__init__()
        ones = [float(max(abs(part.low), abs(part.high), 1)) for part in parts]
        sizes = torch.tensor([part.size for part in parts])
        factors = 1.0 / torch.tensor(ones).log1p().repeat_interleave(sizes)
        self.register_buffer("factors", factors, persistent=False)

    def forward(self, numbers: Tensor) -> Tensor:
        """The scaled numbers, float32[n, size of the parts]."""
        return numbers.abs().log1p_().copysign_(numbers).mul_(self.factors)


def layers(*sizes: int, gain: float = _GAIN) -> nn.Sequential:
    """Linear layers with ReLU between them, orthogonal weights; `gain` is that of the last one."""
    made: list[nn.Module] = []
    for size, following in pairwise(sizes[:-1]):
        made += [linear(size, following), nn.ReLU(inplace=True)]
    return nn.Sequential(*made, linear(sizes[-2], sizes[-1], gain))


def linear(size: int, following: int, gain: float = _GAIN) -> nn.Linear:
    """One linear layer with orthogonal weights and no bias to begin with."""
    layer = nn.Linear(size, following)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
