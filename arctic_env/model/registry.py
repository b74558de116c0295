"""The games by name, found through entry points; a game is loaded when it is first asked for.

A package that brings a game says so in its pyproject.toml:

    [project.entry-points."arctic.games"]
    chess = "chess_game.game:GAME"      # a Game named chess; chess_v1 from version 1 on

    [project.entry-points."arctic.game_agents"]
    chess = "chess_game.agents"         # optional, see `agents_module`
"""

import copyreg
import re
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from arctic_env.errors import GameError
from arctic_env.model.game import Game
from arctic_env.validation import short_repr, unknown

GAMES, AGENTS = "arctic.games", "arctic.game_agents"  # groups of entry points


def games() -> tuple[str, ...]:
    """Return the names of all games: first those of this package, then those of others, each sorted."""
    return tuple(_game_points())


def versions() -> dict[str, int]:
    """Return the version of each game by name, without loading any."""
    return {name: int(point.name[len(name) + 2 :] or 0) for name, point in _game_points().items()}


@cache
def game(name: str) -> Game:
    """Return the game of that name.

    Raises:
        ValueError: There is none; the message lists the known ones.
        GameError: It does not load, or the entry point leads to something other than this game.
    """
    points = _game_points()
    if name not in points:
        raise ValueError(f"no game {unknown(name, points)}{hint_to_install()}")
    loaded = _load(name, points[name])
    version = versions()[name]
    if not isinstance(loaded, Game) or (loaded.name, loaded.version) != (name, version):
        made = f"{loaded.name} of version {loaded.version}" if isinstance(loaded, Game) else short_repr(loaded)
        raised = isinstance(loaded, Game) and loaded.name == name  # its version, but not the name of the entry point
        how = f"; name its entry point {name}_v{loaded.version} and install the package anew" if raised else ""
        raise GameError(f"{points[name].value} must be the game {name} of version {version}, not {made}{how}")
    return loaded


def _load(name: str, point: EntryPoint) -> Any:
    """Load what an entry point of a game names; raise GameError if that fails, whatever the reason."""
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise GameError(f"{point.group} {name} = {point.value} does not load: {why}") from error


@cache
def agents_package(name: str) -> ModuleType | None:
    """Return the package with the agents of a game; None if it has none, GameError if that does not load."""
    return next((_load(name, point) for point in entry_points(group=AGENTS, name=name)), None)


@cache
def agents_module(name: str, module: str) -> ModuleType | None:
    """Return a module of the package with the agents of a game; None if the game has none.

    It may have `planner` (and weights for it, `tuned_2p.json`), `heuristics` for search, `network` (and its name as
    `NETWORK` in the package), and folders such as `champion_2p`.
    """
    package = agents_package(name)
    if package is None or not find_spec(f"{package.__name__}.{module}"):
        return None
    return import_module(f"{package.__name__}.{module}")


@cache
def _game_points() -> dict[str, EntryPoint]:
    """Return the entry point of each game by the game's name."""
    points = [*entry_points(group=GAMES)]
    if installed_version() is None:  # a source tree on the path alone has no entry points
        folders = [path.parent.name for path in Path(__file__).parents[1].glob("games/*/game.py")]
        points += [EntryPoint(name, f"arctic_env.games.{name}.game:GAME", GAMES) for name in folders]
    own = __name__.partition(".")[0] + "."
    points.sort(key=lambda point: (not point.value.startswith(own), point.name))
    return {re.sub(r"_v\d+$", "", point.name): point for point in points}


def installed_version() -> str | None:
    """Return the installed version; None in a source tree that is not installed."""
    try:
        return version("arctic-env")
    except PackageNotFoundError:
        return None


def hint_to_install() -> str:
    """Return an addition to messages about missing agents and commands, which come with an installed package."""
    if installed_version() is not None:
        return ""
    return " (arctic-env is not installed, and its agents and commands come with that: pip install . in its folder)"


copyreg.pickle(Game, lambda made: (game, (made.name,)))
