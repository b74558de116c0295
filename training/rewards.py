"""What the learner is paid, for many games at once.

The payoffs are those of the environments (`arctic_env.envs.rewards`), for one seat of each game. Every payoff can
be asked for before the end too: what the seat would get if the game ended now. With `shaping` the learner is
paid the change of that number from decision to decision instead of all of it at the end. It is a potential:
without discounting the rewards of a game still add up to its payoff, so what is worth doing stays the same, and
is learnt much sooner. It is made from all scores, hidden totems included; it teaches, and is never observed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.agent import States
from arctic_env.core.game import Game

Payoff = Callable[["Standing"], NDArray[np.float64]]


@dataclass(frozen=True)
class Standing:
    """How n games stand for one seat of each.

    Attributes:
        own: int64[n], points of the seat.
        others: int64[n, players - 1], points of the other seats.
        rank: int64[n], 0 for the winner.
        scale: points of margin that count as 1.
    """

    own: NDArray[np.int64]
    others: NDArray[np.int64]
    rank: NDArray[np.int64]
    scale: float


def win(standing: Standing) -> NDArray[np.float64]:
    """+1 to the winner, -1 shared by the others."""
    losers = standing.others.shape[1]
    return np.where(standing.rank == 0, 1.0, -1.0 / losers)


def rank(standing: Standing) -> NDArray[np.float64]:
    """From +1 for the first to -1 for the last, in even steps."""
    payoffs: NDArray[np.float64] = 1.0 - 2.0 * standing.rank / standing.others.shape[1]
    return payoffs


def margin(standing: Standing) -> NDArray[np.float64]:
    """Own points less those of the best other seat, in units of the scale and within -1 to +1."""
    lead = standing.own - standing.others.max(axis=1)
    payoffs: NDArray[np.float64] = np.clip(lead / standing.scale, -1.0, 1.0)
    return payoffs


def score(standing: Standing) -> NDArray[np.float64]:
    """Own points, in units of the scale."""
    return standing.own / standing.scale


PAYOFFS: Mapping[str, Payoff] = {"win": win, "rank": rank, "margin": margin, "score": score}


def standing_of(game: Game, states: States, seats: NDArray[np.int8], scale: float) -> Standing:
    """How each state stands for one seat of it, int8[n]; all states have the same number of players."""
    players = int(states["players"][0])
    scores = np.empty((len(states), max(game.players)), np.int32)
    ranks = np.empty(scores.shape, np.int8)
    game.loops.scores(states, scores)
    game.loops.ranks(states, ranks)
    everyone = np.arange(players)
    others = scores[:, :players][everyone != seats[:, None]].reshape(len(states), players - 1)
    rows = np.arange(len(states))
    return Standing(
        scores[rows, seats].astype(np.int64),
        others.astype(np.int64),
        ranks[rows, seats].astype(np.int64),
        scale,
    )
