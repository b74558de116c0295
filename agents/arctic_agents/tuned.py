"""The agent `tuned`: the planner with weights that were tuned by play, apart for each game and number of players.

The weights stand in `agents/arctic_agents/GAME/tuned_PLAYERSp.json`, files that `arctic tune` has written.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_agents.planner import PLANNERS
from arctic_env.arena import Agent, Player, SeededAgent
from arctic_env.errors import AgentError
from arctic_env.files import write_whole
from arctic_env.model.copies import CopiedWhole
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game, View

FORMAT = "arctic/weights/1"
_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Tuned:
    """Weights that were tuned, and where they come from.

    Attributes:
        game: Name of the game.
        players: Seats at the table.
        weights: All weights of the planner.
        options: What else the planner is given.
        command: What made them.
        start: The weights that it began with, but for defaults.
        gain: Margin over the planner as it is, with the ends of its 95 % interval and the number of deals.
    """

    game: str
    players: int
    weights: dict[str, float]
    options: dict[str, bool | int]
    command: str
    start: dict[str, float]
    gain: dict[str, float]

    def planner(self) -> Agent:
        """The planner that they are for; AgentError if it does not take them."""
        if self.game not in PLANNERS:
            raise AgentError(f"there is no planner of {short_repr(self.game)}, only of {', '.join(PLANNERS)}")
        made: Agent = import_module(PLANNERS[self.game]).make(**self.options, **self.weights)
        return made


def write_tuned(path: Path, tuned: Tuned) -> None:
    """Write weights as JSON, all of it or nothing."""
    write_whole(path, (json.dumps({"format": FORMAT, **asdict(tuned)}, indent=2) + "\n").encode())


def read_tuned(path: Path) -> Tuned:
    """Read weights.

    Raises:
        AgentError: The file is none of weights, or the planner does not take them.
    """
    try:
        document = json.loads(path.read_bytes())
        if document.pop("format") != FORMAT:
            raise ValueError(f"its format is not {FORMAT}")
        tuned = Tuned(**document)
        tuned.planner()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, AgentError) as error:
        raise AgentError(f"{path} is no file of tuned weights: {error!r}") from error
    return tuned


def tuned_file(game: str, players: int) -> Path:
    """Where the weights for a game and number of players belong."""
    return _FOLDER / game / f"tuned_{players}p.json"


def weights_alone(game: str, players: int) -> dict[str, float]:
    """The weights that were tuned for a planner which is given nothing else; none where there are no such weights."""
    tuned = _tuned_for(game, players)
    return {} if tuned is None or tuned.options else tuned.weights


def _tuned_for(game: str, players: int) -> Tuned | None:
    """What the file for a game and number of players holds; None if there is none, AgentError if it is of others."""
    path = tuned_file(game, players)
    if not path.exists():
        return None
    tuned = read_tuned(path)
    if (tuned.game, tuned.players) != (game, players):
        raise AgentError(f"{path} holds weights for {tuned.game} with {tuned.players} players")
    return tuned


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
    tuned = _tuned_for(game, players)
    if tuned is None:
        raise AgentError(f"tuned has no weights for {game} with {players} players")
    return tuned.planner()


def make() -> TunedAgent:
    """The agent string `tuned`."""
    return TunedAgent()
