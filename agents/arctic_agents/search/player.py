"""A player that keeps its trees from one decision to the next as long as it has learnt nothing new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.growth import Growth, in_order
from arctic_agents.search.worlds import Determinize, States
from arctic_env.arena import make_seeds
from arctic_env.model.copies import CopiedWhole

if TYPE_CHECKING:
    from arctic_agents.search.engine import Engine
    from arctic_agents.search.ismcts import SearchAgent
    from arctic_env.model.game import Game, View

_KEPT = 4  # decisions for whose simulations a tree has room beyond the first one's
_WORLDS = 4  # in which the last action is played again


@dataclass(frozen=True)
class _Past:
    """The last decision: some worlds in which it was made, the trees, and what was chosen."""

    worlds: States
    growths: list[Growth]
    action: int


class SearchPlayer(CopiedWhole):
    """Searches for one seat of one game.

    Before a decision it plays its last action in some worlds of that time. If its view of what comes of it is in all of
    them its view now, nobody else has done or shown anything in between, and no chance either: the worlds of that time
    still agree with what it knows, and so do the simulations in them.
    """

    def __init__(self, agent: SearchAgent, seat: int, seed: int) -> None:
        self._agent = agent
        self._seat = seat
        self._seed = seed
        self._decisions = 0
        self._engine: Engine | None = None
        self._memory: Callable[[States], Determinize] | None = None
        self._past: _Past | None = None

    def __getstate__(self) -> dict[str, Any]:
        """All but the engine, which holds kernels and is made again."""
        return {**self.__dict__, "_engine": None}

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The choice for this view."""
        seeds = make_seeds([self._seed], [self._decisions])
        self._decisions += 1
        if self._engine is None:
            self._engine = self._agent.engine(view.game, view.players)
        if self._memory is None:
            self._memory = self._agent.memory(view.game, self._seat)
        if self._memory is not None:
            self._engine.determinize = self._memory(view.states.copy())
        kept = self._kept(view)
        legal = np.flatnonzero(mask)
        growths = kept or self._engine.plant(1 + _KEPT)
        if len(legal) > 1:
            seats = np.array([self._seat], np.int8)
            self._engine.grow(view.states.copy(), seats, seeds, [growths])
            action = in_order(growths, self._seat, mask)[0]
        else:
            action = int(legal[0])
        worlds_seeds = make_seeds(seeds, np.arange(_WORLDS))
        worlds = self._engine.determinize(view.game, view.states.copy(), self._seat, worlds_seeds)
        self._past = _Past(worlds, growths, action)
        return action

    def _kept(self, view: View) -> list[Growth] | None:
        """The trees from the node where the game stands now, None if they do not hold any more or are full."""
        past, engine = self._past, self._engine
        if past is None or engine is None:
            return None
        growths = [after for growth in past.growths if (after := growth.after(past.action)) is not None]
        if len(growths) < len(past.growths) or any(growth.room < engine.nodes for growth in growths):
            return None
        now = view.states.tobytes() * _WORLDS
        return growths if _seen_after(view.game, past, self._seat).tobytes() == now else None


def _seen_after(game: Game, past: _Past, seat: int) -> States:
    """The seat's views after its last action, if nothing but that has happened."""
    after, seen = past.worlds.copy(), np.zeros_like(past.worlds)
    game.batch.apply(after, np.full(_WORLDS, past.action))
    game.batch.view(after, np.full(_WORLDS, seat, np.int8), seen)
    return seen
