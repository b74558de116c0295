"""Arctic board games with hidden information, as environments for research.

    >>> import arctic_env
    >>> game = arctic_env.game("arctic")
    >>> position = game.deal(seed=7, players=3)
    >>> position = position.play(position.legal()[0])
"""

from importlib.metadata import PackageNotFoundError, version

import arctic_env.games  # noqa: F401 - registers the games
from arctic_env.core.game import Game
from arctic_env.core.position import Position, View
from arctic_env.core.registry import game, games
from arctic_env.errors import (
    AgentError,
    ArcticError,
    CheckpointError,
    IllegalActionError,
    PositionError,
    RecordError,
    SettingsError,
)

__all__ = [
    "AgentError",
    "ArcticError",
    "CheckpointError",
    "Game",
    "IllegalActionError",
    "Position",
    "PositionError",
    "RecordError",
    "SettingsError",
    "View",
    "game",
    "games",
]

try:
    __version__ = version("arctic-env")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"
