"""The planner: the one thoughtful heuristic for IGLU IGLU."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from agents.iglu.choosing import choose_many
from agents.iglu.desk import DESK, N_TRIES
from agents.iglu.weights import Weights
from agents.weights import read_weights, to_record
from arctic_env.arena import Agent, draw_seeds, first_decision
from arctic_env.errors import AgentError

if TYPE_CHECKING:
    from arctic_env.arena.agent import States
    from arctic_env.core.game import Game


class PlannerAgent(Agent):
    """Plays IGLU IGLU by plans; the module says which.

    Attributes:
        weights: What it holds dear.
    """

    name = "planner"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self._record = to_record(self.weights)

    def warm_up(self, game: Game, players: int) -> None:
        """Compile the kernels."""
        first_decision(self, game, players)

    def act_many(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        generator: np.random.Generator,
    ) -> NDArray[np.int64]:
        """The planned action for each row."""
        return self.decide(game, views, seats, masks, draw_seeds(generator, len(masks)))

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The planned action for each row; its seed chooses between equal plans."""
        if game.name != "iglu":
            raise AgentError(f"planner plays iglu, not {game.name}")
        actions = np.empty(len(masks), np.int64)
        desks, tries = np.zeros(1, DESK), np.empty(N_TRIES, game.dtype)
        choose_many(views, seats, masks, seeds, self._record, desks, tries, actions)
        return actions


def make(**weights: float) -> PlannerAgent:
    """The planner with some of its weights changed.

    Raises:
        AgentError: There is no such weight.
    """
    return PlannerAgent(read_weights(Weights, weights))
