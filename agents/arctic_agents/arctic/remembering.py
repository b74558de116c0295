"""Players that remember who pushed which token: the memory of one seat of one game, for the planner and for search."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.memory import MEMORY, observe
from arctic_agents.arctic.worlds import draw_worlds
from arctic_env.arena import make_seeds
from arctic_env.model.copies import CopiedWhole

if TYPE_CHECKING:
    from arctic_agents.arctic.planner import PlannerAgent
    from arctic_agents.search.worlds import Determinize
    from arctic_env.model.game import Game, View


class Witness(CopiedWhole):
    """What one seat of one game remembers."""

    def __init__(self, game: Game, seat: int) -> None:
        self._seat = seat
        self._tries = np.zeros(1, game.dtype)
        self._memory = np.zeros(1, MEMORY)

    def take_in(self, view: NDArray[Any]) -> NDArray[np.float64]:
        """Take in the view of a decision, an array of one, of all the seat's decisions in order.

        Returns:
            What is remembered by then, float64[MAX_PLAYERS, N_ANIMALS, N_PUSHES], see `memory`.
        """
        observe(view, self._seat, self._memory, self._tries)
        pushes: NDArray[np.float64] = self._memory["pushes"][0].copy()
        return pushes

    def believe(self, view: NDArray[Any]) -> Determinize:
        """The same, as what draws worlds that are as likely as the memory makes them."""
        return partial(draw_worlds, pushes=self.take_in(view))


class RememberingPlayer(CopiedWhole):
    """Shows the planner its view together with what it remembers."""

    def __init__(self, agent: PlannerAgent, game: Game, seat: int, seed: int) -> None:
        self._agent, self._seat, self._seed = agent, seat, seed
        self._decisions = 0
        self._witness = Witness(game, seat)

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The planned action, after the view was taken in."""
        views, seats = view.states.copy(), np.array([self._seat], np.int8)
        pushes = self._witness.take_in(views)[None]
        seeds = make_seeds([self._seed], [self._decisions])
        self._decisions += 1
        masks = mask[None].copy()
        actions = self._agent.decide_remembering(views, seats, masks, seeds, pushes)
        return int(actions[0])
