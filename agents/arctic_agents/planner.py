"""The agents `planner`, the planner that is made for the game, and `tuned`, with weights that were tuned by play.

A game's planner is a function `make` in the module `planner` of the package with the game's agents, see
`arctic_env.model.registry`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.weights import make_planner, tuned_for
from arctic_env.arena import Agent, Player, SeededAgent
from arctic_env.errors import AgentError
from arctic_env.model.copies import CopiedWhole
from arctic_env.model.registry import games
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game, View


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
        for game in games():
            try:
                self.planners[game] = make_planner(game, **options)
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
            raise AgentError(self.refusals.get(game, f"there is no planner of {short_repr(game)}"))
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


class TunedAgent(SeededAgent):
    """Leaves each decision to the planner that was tuned for the game and the number of players."""

    name = "tuned"

    def of(self, game: str, players: int) -> Agent:
        """The planner for that game and number of players; AgentError when none was tuned."""
        return _planner(game, players)

    def check(self, game: Game, players: int) -> None:
        """AgentError unless weights were tuned for it."""
        self.of(game.name, players).check(game, players)

    def warm_up(self, game: Game, players: int) -> None:
        """As the planner does."""
        self.of(game.name, players).warm_up(game, players)

    def start(self, game: Game, seat: int, seed: int) -> Player:
        """A player that becomes the planner's own when it sees how many play."""
        return _LatePlayer(self, seat, seed)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The planned action for each row."""
        actions = np.empty(len(masks), np.int64)
        for players in np.unique(views["players"]).tolist():
            rows = np.flatnonzero(views["players"] == players)
            planner = self.of(game.name, players)
            actions[rows] = planner.decide(game, views[rows], seats[rows], masks[rows], seeds[rows])
        return actions


class _LatePlayer(CopiedWhole):
    def __init__(self, agent: TunedAgent, seat: int, seed: int) -> None:
        self._agent, self._seat, self._seed = agent, seat, seed
        self._player: Player | None = None

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The choice of the planner's player."""
        if self._player is None:
            planner = self._agent.of(view.game.name, view.players)
            self._player = planner.start(view.game, self._seat, self._seed)
        return self._player.act(view, mask)


@cache
def _planner(game: str, players: int) -> Agent:
    tuned = tuned_for(game, players)
    if tuned is None:
        raise AgentError(f"tuned has no weights for {game} with {players} players")
    planner: Agent = tuned.planner()
    return planner


def make_tuned() -> TunedAgent:
    """The agent string `tuned`."""
    return TunedAgent()
