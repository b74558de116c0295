"""The agents `planner`, the planner that is made for the game, and `tuned`, with weights that were tuned by play.

A game's planner is a function `make` in the module `planner` of the package with the game's agents, see
`arctic_env.model.registry`. Its weights are a dataclass of floats, read from options or files and handed to kernels.
Those that were tuned by play stand in `tuned_PLAYERSp.json` beside it, files that `arctic tune` has written.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.protocol import SeededAgent
from arctic_env.agents.specs import Option
from arctic_env.errors import AgentError
from arctic_env.files import as_path, reason, write_whole
from arctic_env.model.registry import agents_module, agents_package
from arctic_env.validation import short_repr, unknown

SHARE = "0 to 1"
MOST = 100
"""Points that a weight may be worth: what comes of several together must stay far from what planners call never."""

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from arctic_env.model.game import Game

W = TypeVar("W", bound="DataclassInstance")


def read_weights(kind: type[W], options: dict[str, Any]) -> W:
    """Make a planner's default weights, a dataclass of floats, with some of them changed.

    Raises:
        AgentError: There is no weight of that name, or it is not a number of -MOST to MOST.
    """
    names = [each.name for each in fields(kind)]
    for name, value in options.items():
        if name not in names:
            raise AgentError(f"planner has no weight {unknown(name, names)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise AgentError(f"planner: the weight {name} is a number, not {short_repr(value)}")
        if not -MOST <= value <= MOST:
            raise AgentError(f"planner: the weight {name} is from {-MOST:,} to {MOST:,}, not {short_repr(value)}")
    return kind(**{name: float(value) for name, value in options.items()})


def weight(default: float, meaning: str, values: str = f"{-MOST} to {MOST}") -> Any:
    """Return a field of a planner's weights: its default, what it is, and which values it may have."""
    return field(default=default, metadata={"meaning": meaning, "values": values})


def shares(kind: type[DataclassInstance] | DataclassInstance) -> list[str]:
    """Return the names of the weights that are a SHARE."""
    return [each.name for each in fields(kind) if each.metadata.get("values") == SHARE]


def check_shares(weights: DataclassInstance) -> None:
    """Raise an AgentError unless the weights that are a SHARE are from 0 to 1."""
    for name in shares(weights):
        if not 0 <= getattr(weights, name) <= 1:
            raise AgentError(f"planner: the weight {name} is from {SHARE}, not {getattr(weights, name)}")


def weight_options(kind: type[DataclassInstance]) -> list[Option]:
    """Return the weights as options of an agent."""
    return [
        Option(each.name, "float", each.default, each.metadata["meaning"], each.metadata["values"])
        for each in fields(kind)
    ]


def to_record(weights: DataclassInstance) -> NDArray[Any]:
    """Convert weights for kernels: to an array of one record with a float64 field each."""
    dtype = _dtype_of(type(weights))
    return np.array([tuple(getattr(weights, name) for name in dtype.names or ())], dtype)


@cache
def _dtype_of(kind: type[DataclassInstance]) -> np.dtype[Any]:
    return np.dtype((np.record, [(each.name, "f8") for each in fields(kind)]))


# ---------------------------------------------------------------------------------- tuned weights


FORMAT = "arctic/weights/1"


@dataclass(frozen=True)
class Tuned:
    """Weights that were tuned, and where they come from."""

    game: str
    num_players: int  # seats at the table
    weights: dict[str, float]  # all weights of the planner
    options: dict[str, bool | int]  # the planner's other options
    command: str  # the command that made them
    start: dict[str, float]  # the weights that it began with, but for defaults
    # margin over the planner as it is, with the ends of its 95 % interval and the number of deals
    gain: dict[str, float]


_KINDS: dict[str, tuple[type, str]] = {"str": (str, "a string"), "int": (int, "an integer")}
"""The types of fields that are no objects, with their words for messages."""


def write_tuned(path: Path, tuned: Tuned) -> None:
    """Write weights as JSON, all of it or nothing."""
    write_whole(path, (json.dumps({"format": FORMAT, **asdict(tuned)}, indent=2) + "\n").encode())


def _from_document(document: Any) -> Tuned:
    if not isinstance(document, dict) or document.pop("format", None) != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    names = [each.name for each in fields(Tuned)]
    for name in document:
        if name not in names:
            raise ValueError(f"unknown field {unknown(name, names)}")
    for each in fields(Tuned):
        if each.name not in document:
            raise ValueError(f"the field {each.name} is missing")
        value, (kind, words) = document[each.name], _KINDS.get(str(each.type), (dict, "an object"))
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ValueError(f"{each.name} must be {words}, not {short_repr(value)}")
    return Tuned(**document)


def read_tuned(path: Path, game: str | None = None, num_players: int | None = None) -> Tuned:
    """Read weights; AgentError if the file holds none, or those for another game or number of players than is named."""
    try:
        tuned = _from_document(json.loads(path.read_bytes()))
    except OSError as error:
        raise AgentError(f"cannot read the weights in {path}, as arctic tune writes them: {reason(error)}") from error
    except ValueError as error:
        raise AgentError(f"{path} is no file of tuned weights: {error}") from error
    if game is not None and (tuned.game, tuned.num_players) != (game, num_players):
        wanted = f"not for {game} with {num_players}"
        raise AgentError(f"{path} holds weights for {tuned.game} with {tuned.num_players} players, {wanted}")
    return tuned


def tuned_file(game: str, num_players: int) -> Path | None:
    """Return the path of the weights for a game and number of players; None for a game without agents of its own."""
    package = agents_package(game)
    return None if package is None else Path(package.__path__[0]) / f"tuned_{num_players}p.json"


def tuned_for(game: str, num_players: int) -> Tuned | None:
    """Read the tuned weights for a game and number of players; None without a file, AgentError if it is for others."""
    path = tuned_file(game, num_players)
    return read_tuned(path, game, num_players) if path and path.exists() else None


@cache
def weights_alone(kind: type[W], game: str, num_players: int) -> W:
    """Return the weights tuned for a planner without further options, else the default ones."""
    tuned = tuned_for(game, num_players)
    return kind() if tuned is None or tuned.options else kind(**tuned.weights)


# ---------------------------------------------------------------------------------- agents


class WeightedPlanner(SeededAgent):
    """A planner of a game; a subclass has the dataclass of its weights as `kind`, and plans by kernels."""

    name = "planner"
    kind: ClassVar[type[DataclassInstance]]

    def __init__(self, game: Game, num_players: int, weights: Any = None) -> None:
        super().__init__(game, num_players)
        self.weights = weights or self.kind()  # the worth of things to it
        self._record = to_record(self.weights)

    @classmethod
    def make(cls, game: Game, num_players: int, **weights: float) -> Self:
        """Make the planner with some of its weights changed; AgentError if there is no such weight."""
        return cls(game, num_players, read_weights(cls.kind, weights))

    @classmethod
    def options(cls) -> list[Option]:
        """Return the options of `make`."""
        return weight_options(cls.kind)


def make(game: Game, num_players: int, *, weights: str = "", **options: Any) -> Any:
    """Plan whole turns, by the heuristic that is made for the game.

    Args:
        game: The game.
        num_players: The number of players.
        weights: A file of weights, as `arctic tune` writes it; the options beside it change some of them.
        options: What the planner of the game takes.

    Raises:
        AgentError: The game has no planner, or its planner does not take the options.
    """
    if weights:
        tuned = read_tuned(as_path(weights), game.name, num_players)
        options = {**tuned.options, **tuned.weights, **options}
    return _planner_of(game).make(game, num_players, **options)


def make_tuned(game: Game, num_players: int, file: str = "") -> Any:
    """Plan as `planner` does, with weights that were tuned by play for the game and the number of players.

    Args:
        game: The game.
        num_players: The number of players.
        file: A file of weights, as `arctic tune` writes it; empty for those that come with the package.

    Raises:
        AgentError: There are none.
    """
    tuned = read_tuned(as_path(file), game.name, num_players) if file else tuned_for(game.name, num_players)
    if tuned is None:
        raise AgentError(f"tuned has no weights for {game.name} with {num_players} players")
    agent = _planner_of(game).make(game, num_players, **tuned.options, **tuned.weights)
    agent.name = "tuned"
    return agent


def _options(game: Game) -> Sequence[Option]:
    module = agents_module(game.name, "planner")
    options: Sequence[Option] = [] if module is None else module.options()
    return options


make.options = _options  # type: ignore[attr-defined]


def _planner_of(game: Game) -> Any:
    module = agents_module(game.name, "planner")
    if module is None:
        raise AgentError(f"there is no planner of {game.name}")
    return module
