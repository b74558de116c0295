"""Where a game stands in a tournament, and the rows that come out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.result import GameResult
from arctic_env.arena.rows import ROW, Rows


@dataclass(frozen=True)
class Place:
    """Where a game stands in the tournament, and the agent in each seat.

    Attributes:
        deal: Number of the deal.
        deal_seed: Its seed.
        line_up: Number of the line-up.
        seating: Number of the seating of that line-up.
        game: Number of the game.
        agents: The agent, by its number, in each seat.
    """

    deal: int
    deal_seed: int
    line_up: int
    seating: int
    game: int
    agents: tuple[int, ...]


def make_rows(place: Place, result: GameResult) -> Rows:
    """The rows of one game, one for each seat."""
    forfeited = [fault.seat for fault in result.faults]
    scores = settle(result.scores, forfeited)
    rows = np.zeros(len(scores), ROW)
    for name in ("deal", "deal_seed", "line_up", "seating", "game"):
        rows[name] = getattr(place, name)
    rows["seat"] = np.arange(len(scores))
    rows["agent"] = place.agents
    rows["score"] = scores
    rows["margin"] = (len(scores) * scores - scores.sum()) / (len(scores) - 1)
    rows["rank"] = result.ranks
    rows["win"] = (rows["rank"] == 0) / len(result.winners)
    rows["forfeit"][forfeited] = True
    rows["finished"] = result.finished
    rows["decisions"] = result.decisions
    rows["seconds"] = result.seconds
    return rows


def settle(scores: Sequence[int], forfeited: Sequence[int]) -> NDArray[np.int64]:
    """The scores that count, int64[seats]: a forfeiting seat has at most the lowest of the others."""
    settled = np.array(scores, np.int64)
    others = np.delete(settled, forfeited)
    if len(others):
        settled[forfeited] = np.minimum(settled[forfeited], others.min())
    return settled
