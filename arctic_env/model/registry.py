"""The games by name. A game is made when it is first asked for."""

from functools import cache
from importlib import import_module

from arctic_env.model.game import Game
from arctic_env.validation import unknown

_MODULES: dict[str, str] = {}


def register(name: str, module: str) -> None:
    """Make a game known.

    Args:
        name: what users call it.
        module: the module that has it as `GAME`.
    """
    _MODULES[name] = module


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_MODULES)


@cache
def game(name: str) -> Game:
    """The game of that name.

    Raises:
        ValueError: there is none; the message lists those there are.
    """
    if name not in _MODULES:
        raise ValueError(f"no game {unknown(name, _MODULES)}")
    made = import_module(_MODULES[name]).GAME
    assert isinstance(made, Game)
    return made
