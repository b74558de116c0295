"""Payoffs of each seat, as kernels.

- `win`: +1 to the winner and -1/(n-1) to each other seat. Several winners share the +1, the others the -1; if all win,
  all have 0. The sum is 0.
- `rank`: evenly spaced from +1 (first) to -1 (last). Seats of equal rank share the mean of their places. The sum is 0.
- `margin`: own score less the best other score, in units and cut off at -1 and +1. For two players the sum is 0.
- `score`: the score itself, in units.

In a team game a team is paid like a player, and each of its seats has all of that: with two teams a win is +1 for each
partner and -1 for each other seat. Partners have the same score and rank.

A game that its rules truncated has no winners: no rank is 0, and all have 0.

A unit is the number of points that counts as 1. Payoffs may be asked for before the end, too: as if it came now.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit
from arctic_env.validation import short_repr

WIN, RANK, MARGIN, SCORE = range(4)
REWARDS = ("win", "rank", "margin", "score")

FINE = 64  # parts of a point that are told apart where scores to be expected stand as integers

Payoffs = NDArray[np.float64]
Scores = NDArray[np.int32]
Ranks = NDArray[np.int8]
Teams = NDArray[np.int8]

NO_SCORE = np.iinfo(np.int32).min  # below all scores


@njit
def pay(kind: int, unit: float, scores: Scores, ranks: Ranks, teams: Teams, out: Payoffs) -> bool:
    """Write the payoff of each seat, float64[players]; return whether there are winners.

    `kind` is WIN, RANK, MARGIN or SCORE, `unit` for MARGIN and SCORE; the arrays, int[players or more], are scores,
    ranks, 0 for winners, and the team of each seat, all of the same size.
    """
    if _count_winners(ranks, len(out)) == 0:
        out[:] = 0.0
        return False
    if kind == WIN:
        _pay_win(ranks, teams, out)
    elif kind == RANK:
        _pay_rank(ranks, teams, out)
    elif kind == MARGIN:
        _pay_margin(unit, scores, teams, out)
    else:
        for seat in range(len(out)):
            out[seat] = scores[seat] / unit
    return True


@njit
def _count_winners(ranks: Ranks, players: int) -> int:
    winners = 0
    for seat in range(players):
        winners += ranks[seat] == 0
    return winners


@njit
def _team_size(teams: Teams, players: int) -> int:
    size = 0
    for seat in range(players):
        size += teams[seat] == teams[0]
    return size


@njit
def _pay_win(ranks: Ranks, teams: Teams, out: Payoffs) -> None:
    players, winners, size = len(out), _count_winners(ranks, len(out)), _team_size(teams, len(out))
    for seat in range(players):
        if winners == players:
            out[seat] = 0.0
        elif ranks[seat] == 0:
            out[seat] = size / winners
        else:
            out[seat] = -size / (players - winners)


@njit
def _pay_rank(ranks: Ranks, teams: Teams, out: Payoffs) -> None:
    players, size = len(out), _team_size(teams, len(out))
    for seat in range(players):
        above, beside = 0, -size  # a team is not beside itself
        for other in range(players):
            above += ranks[other] < ranks[seat]
            beside += ranks[other] == ranks[seat]
        out[seat] = 1.0 - 2.0 * (above + beside / 2) / (players - size)


@njit
def _pay_margin(unit: float, scores: Scores, teams: Teams, out: Payoffs) -> None:
    players = len(out)
    for seat in range(players):
        best = NO_SCORE
        for other in range(players):
            if teams[other] != teams[seat] and scores[other] > best:
                best = int(scores[other])
        lead = (int(scores[seat]) - best) / unit
        out[seat] = min(1.0, max(-1.0, lead))


@dataclass(frozen=True)
class Reward:
    """The payoff at the end of a game in an environment; all rewards before are 0."""

    kind: int  # number of the payoff, its index in REWARDS
    unit: float  # points that count as 1; for `margin` and `score`

    def __call__(self, scores: Scores, ranks: Ranks, teams: Teams) -> list[float]:
        """Return each seat's reward for scores int32[players], ranks int8[players] and teams int8[players]."""
        out = np.empty(len(scores))
        pay(self.kind, self.unit, scores, ranks, teams, out)
        return out.tolist()


def make_reward(name: str, full_margin: int) -> Reward:
    """Return the reward of that name; ValueError if there is none. A margin of `full_margin` points counts as 1."""
    if name not in REWARDS:
        raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {short_repr(name)}")
    kind = REWARDS.index(name)
    return Reward(kind, float(full_margin) if kind == MARGIN else 1.0)
