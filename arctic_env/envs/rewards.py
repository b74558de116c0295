"""What the end of a game pays each seat in an environment; the payoffs are those of `kernels.rewards`.

A `margin` is counted in full margins of the game, a `score` in points. All rewards before the end are 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.rewards import MARGIN, PAYOFFS, pay
from arctic_env.validation import short_repr

REWARDS = PAYOFFS


@dataclass(frozen=True)
class Reward:
    """A way to pay.

    Attributes:
        kind: number of the payoff, its place among REWARDS.
        unit: points that count as 1; for `margin` and `score`.
    """

    kind: int
    unit: float

    def __call__(self, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> list[float]:
        """What each seat gets for scores int32[players] and ranks int8[players], 0 for winners."""
        out = np.empty(len(scores))
        pay(self.kind, self.unit, scores, ranks, out)
        return out.tolist()


def make_reward(name: str, full_margin: int) -> Reward:
    """The reward of that name.

    Args:
        name: one of REWARDS.
        full_margin: the margin in points that counts as 1, as any that is larger.

    Raises:
        ValueError: there is no such reward.
    """
    if name not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {short_repr(name)}")
    kind = REWARDS.index(name)
    return Reward(kind, float(full_margin) if kind == MARGIN else 1.0)
