"""Arctic board games with hidden information, as environments for research.

>>> import arctic_env
>>> game = arctic_env.game("arctic")
>>> position = game.deal(seed=7, num_players=3)
>>> position = position.play(position.legal()[0])
"""

import arctic_env.starting

# isort: split
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import arctic_env.games  # noqa: F401 - now, as a later import would hide the function of this name
from arctic_env.envs import environments, module_of, register_environments
from arctic_env.errors import (
    AgentError,
    ArcticError,
    CheckpointError,
    IllegalActionError,
    PositionError,
    RecordError,
    SettingsError,
)
from arctic_env.model.game import Game
from arctic_env.model.position import Position, View
from arctic_env.model.registry import game, games, installed_version

if TYPE_CHECKING:
    from arctic_env import arctic_v0, iglu_v0, north_pole_v0
    from arctic_env.conformance import check
    from arctic_env.envs.game_vec import RandomActions, make_vec

__all__ = [
    "AgentError",
    "ArcticError",
    "CheckpointError",
    "Game",
    "IllegalActionError",
    "Position",
    "PositionError",
    "RandomActions",
    "RecordError",
    "SettingsError",
    "View",
    "arctic_v0",
    "check",
    "game",
    "games",
    "iglu_v0",
    "make_vec",
    "north_pole_v0",
]

__version__ = installed_version() or "0+unknown"

_ON_DEMAND = {
    "RandomActions": "arctic_env.envs.game_vec",
    "arena": "arctic_env.arena",
    "check": "arctic_env.conformance",
    "make_vec": "arctic_env.envs.game_vec",
}

register_environments()


@cache
def __getattr__(name: str) -> Any:
    """Import optional attributes at first use."""
    if name in environments():
        return module_of(name)
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(_ON_DEMAND[name])
    return getattr(module, name, module)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *environments()})
