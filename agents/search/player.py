"""A player that keeps its trees from one decision to the next as long as it has learnt nothing new."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.search.growth import Growth, in_order
from agents.search.worlds import States
from arctic_env.arena import make_seeds

if TYPE_CHECKING:
    from agents.search.engine import Engine
    from agents.search.ismcts import SearchAgent
    from arctic_env.core.game import Game
    from arctic_env.core.position import View

_KEPT = 4  # a tree has room for so many decisions' simulations


@dataclass(frozen=True)
class _Past:
    """The last decision: a world in which it was made, the trees, and what was chosen."""

    world: States
    growths: list[Growth]
    action: int


class SearchPlayer:
    """Searches for one seat of one game.

    Before a decision it plays its last action in a world of that time. If its view of what comes of it is its view now,
    nobody else has done or shown anything in between: all worlds of that time still agree with what it knows, and so do
    the simulations in them.
    """

    def __init__(self, agent: SearchAgent, seat: int, seed: int) -> None:
        self._agent = agent
        self._seat = seat
        self._seed = seed
        self._decisions = 0
        self._engine: Engine | None = None
        self._past: _Past | None = None

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The choice for this view."""
        seeds = make_seeds([self._seed], [self._decisions])
        self._decisions += 1
        if self._engine is None:
            self._engine = self._agent.engine(view.game, view.players)
        kept = self._kept(view)
        legal = np.flatnonzero(mask)
        growths = kept or self._engine.plant(_KEPT * self._engine.simulations)
        if len(legal) > 1:
            seats = np.array([self._seat], np.int8)
            self._engine.grow(view.states.copy(), seats, seeds, [growths])
            action = in_order(growths, self._seat, mask)[0]
        else:
            action = int(legal[0])
        world = self._engine.determinize(view.game, view.states.copy(), self._seat, seeds)
        self._past = _Past(world, growths, action)
        return action

    def _kept(self, view: View) -> list[Growth] | None:
        """The trees from the node where the game stands now, None if they do not hold any more or are full."""
        past, engine = self._past, self._engine
        if past is None or engine is None:
            return None
        growths = [after for growth in past.growths if (after := growth.after(past.action)) is not None]
        if len(growths) < len(past.growths) or any(growth.room < engine.simulations for growth in growths):
            return None
        return growths if _seen_after(view.game, past, self._seat) == view.states.tobytes() else None


def _seen_after(game: Game, past: _Past, seat: int) -> bytes:
    """The seat's view after its last action, if nothing but that has happened."""
    after, seen = past.world.copy(), np.zeros(1, game.dtype)
    game.kernels.apply(after, 0, past.action)
    game.kernels.view(after, 0, seat, seen, 0)
    return seen.tobytes()
