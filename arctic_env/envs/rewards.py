"""What a finished game pays each seat.

- `win`: +1 to the winner and -1/(n-1) to each other seat. Several winners share the +1, the others the -1; if
  all win, all have 0. The sum is 0.
- `rank`: evenly spaced from +1 (first) to -1 (last). Seats of equal rank share the mean of their places. The
  sum is 0.
- `margin`: own score less the best other score, divided by the full margin of the game and cut off at -1 and
  +1. For two players the sum is 0.
- `score`: the score itself.

All rewards before the end are 0.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

Reward = Callable[[NDArray[np.int32], NDArray[np.int8]], list[float]]
"""(scores int32[n], ranks int8[n] with 0 for winners) -> payoff of each seat."""

REWARDS = ("win", "rank", "margin", "score")


def make_reward(name: str, full_margin: int) -> Reward:
    """The reward of that name.

    Args:
        name: One of REWARDS.
        full_margin: The margin in points that counts as 1, as any that is larger.

    Raises:
        ValueError: There is no such reward.
    """
    margins = partial(margin, full=full_margin)
    made: dict[str, Reward] = {"win": win, "rank": rank, "margin": margins, "score": score}
    if name not in made:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {name!r}")
    return made[name]


def win(scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> list[float]:
    """+1 shared among the winners, -1 among the others."""
    won = [int(place) == 0 for place in ranks]
    winners, losers = sum(won), len(won) - sum(won)
    if losers == 0:
        return [0.0] * winners
    return [1.0 / winners if mine else -1.0 / losers for mine in won]


def rank(scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> list[float]:
    """From +1 for the first to -1 for the last, in even steps."""
    last = len(ranks) - 1
    better = [int((ranks < mine).sum()) for mine in ranks]
    equal = [int((ranks == mine).sum()) - 1 for mine in ranks]
    return [1.0 - 2.0 * (above + beside / 2) / last for above, beside in zip(better, equal, strict=True)]


def margin(scores: NDArray[np.int32], ranks: NDArray[np.int8], *, full: int) -> list[float]:
    """The lead over the best other seat, or the distance to it, as a part of the full margin, within -1 to +1."""
    points = [int(own) for own in scores]
    best_other = [max(points[:seat] + points[seat + 1 :]) for seat in range(len(points))]
    return [max(-1.0, min(1.0, (own - other) / full)) for own, other in zip(points, best_other, strict=True)]


def score(scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> list[float]:
    """The points."""
    return [float(own) for own in scores]
