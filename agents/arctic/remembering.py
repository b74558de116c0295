"""The planner's player that remembers who pushed which token, for one seat of one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.arctic.memory import MEMORY, observe
from arctic_env.arena import make_seeds

if TYPE_CHECKING:
    from agents.arctic.planner import PlannerAgent
    from arctic_env.core.game import Game
    from arctic_env.core.position import View


class RememberingPlayer:
    """Shows the planner its view together with what it remembers.

    Attributes:
        memory: One record of MEMORY.
    """

    def __init__(self, agent: PlannerAgent, game: Game, seat: int, seed: int) -> None:
        self._agent, self._seat, self._seed = agent, seat, seed
        self._decisions = 0
        self._tries = np.zeros(1, game.dtype)
        self.memory = np.zeros(1, MEMORY)

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The planned action, after the view was taken in."""
        views, seats = view.states.copy(), np.array([self._seat], np.int8)
        observe(views, self._seat, self.memory, self._tries)
        seeds = make_seeds([self._seed], [self._decisions])
        self._decisions += 1
        masks, pushes = mask[None].copy(), self.memory["pushes"].copy()
        actions = self._agent.decide_remembering(views, seats, masks, seeds, pushes)
        return int(actions[0])
