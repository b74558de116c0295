"""The agent `planner`: in each game the planner that is made for it.

A planner for another game is `agents/arctic_agents/GAME/planner.py` with a function `make`, and a line in `PLANNERS`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, Player, SeededAgent
from arctic_env.errors import AgentError

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game

PLANNERS = {"arctic": "arctic_agents.arctic.planner", "iglu": "arctic_agents.iglu.planner"}


class Planners(SeededAgent):
    """Leaves each decision to the planner of the game at hand.

    Attributes:
        planners: By the name of the game, those that take the options given.
        refusals: By the name of the game, why the others do not.
    """

    name = "planner"

    def __init__(self, options: dict[str, Any]) -> None:
        self.planners: dict[str, Agent] = {}
        self.refusals: dict[str, str] = {}
        for game, module in PLANNERS.items():
            try:
                self.planners[game] = import_module(module).make(**options)
            except AgentError as error:
                self.refusals[game] = f"in {game}, {error}"
        if not self.planners:
            raise AgentError("; ".join(self.refusals.values()))

    def of(self, game: str) -> Agent:
        """The planner of the game of that name.

        Raises:
            AgentError: There is none, or it does not take the options.
        """
        if game not in self.planners:
            nothing = f"planner plays {' and '.join(PLANNERS)}, not {game}"
            raise AgentError(self.refusals.get(game, nothing))
        return self.planners[game]

    def check(self, game: Game, players: int) -> None:
        """AgentError unless there is a planner of that game that takes the options."""
        self.of(game.name).check(game, players)

    def warm_up(self, game: Game, players: int) -> None:
        """As the planner of that game does."""
        self.of(game.name).warm_up(game, players)

    def start(self, game: Game, seat: int, seed: int) -> Player:
        """The player of that game's planner, which may remember."""
        return self.of(game.name).start(game, seat, seed)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The planned action for each row; its seed chooses between equal plans."""
        return self.of(game.name).decide(game, views, seats, masks, seeds)


def make(**options: Any) -> Planners:
    """The agent string `planner`, or `planner:run=1.2,totem=0.8` with options of one game's planner.

    Raises:
        AgentError: No game's planner takes the options.
    """
    return Planners(options)
