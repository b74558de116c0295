"""Environments over any game: PettingZoo AEC, Gymnasium with one seat, batches with all seats or one.

They hold the full states and show views only. What is observed and paid is counted in the version of a game.
"""

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import gymnasium
import pettingzoo

from arctic_env.model.registry import versions

NAMESPACE = "arctic_env"
MAKERS = {
    "env": "arctic_env.envs.aec:CheckedGameEnv",
    "raw_env": "arctic_env.envs.aec:GameEnv",
    "seat_env": "arctic_env.envs.single:SeatEnv",
    "seat_vec_env": "arctic_env.envs.seat_vec:SeatVecEnv",
}
"""The attributes of a game's module, and the class that makes each from the name of the game and options."""


def register_environments() -> None:
    """Register the environments of all games.

    PettingZoo knows a table as "arctic_v0" and "arctic_env/arctic_v0", Gymnasium a seat and, for `make_vec`, many of
    them as "arctic_env/Arctic-v0".
    """
    for game, version in versions().items():
        kwargs = {"game": game}
        if hasattr(pettingzoo, "register"):
            for name in (f"{game}_v{version}", f"{NAMESPACE}/{game}_v{version}"):
                pettingzoo.register("aec", name, entry_point=MAKERS["env"], kwargs=kwargs)
        gymnasium.register(
            f"{NAMESPACE}/{game.title().replace('_', '')}-v{version}",
            entry_point=MAKERS["seat_env"],
            vector_entry_point=MAKERS["seat_vec_env"],
            kwargs=kwargs,
        )


def environments() -> dict[str, str]:
    """Return the name of each game by that of its environments, such as "arctic_v0"."""
    return {f"{game}_v{version}": game for game, version in versions().items()}


def module_of(name: str) -> ModuleType:
    """Return the environments of a name such as "arctic_v0": a module of that name, or one made for the game."""
    path = f"{NAMESPACE}.{name}"
    if find_spec(path):
        return import_module(path)
    game = environments()[name]
    module = ModuleType(path, f"The environments of {game}; options as in `arctic_env.envs.options`, and of its rules.")
    for maker, place in MAKERS.items():
        home, _, made = place.partition(":")
        setattr(module, maker, partial(getattr(import_module(home), made), game))
    return module
