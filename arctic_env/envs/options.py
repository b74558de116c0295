"""What environments are made with, and what their `reset` takes."""

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from arctic_env.errors import PositionError
from arctic_env.model.game import Game, Position
from arctic_env.validation import check_integer, short_repr, unknown

P = ParamSpec("P")
R = TypeVar("R")


def keywords(make: Callable[..., object]) -> list[str]:
    """The names that a function or a class takes as arguments."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [name for name, each in inspect.signature(make).parameters.items() if each.kind in kinds]


def check_keywords(make: Callable[P, R]) -> Callable[P, R]:
    """Let a function say what it takes when it is called with a keyword that it does not take."""
    known = keywords(make)

    @wraps(make)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in known:
                raise TypeError(f"{make.__name__}() has no argument {unknown(name, known)}")
        return make(*args, **kwargs)

    return call


NO_LIMIT = int(np.iinfo(np.int64).max)  # more decisions than any game has


def most_decisions(name: str, limit: Any, players: int = 1) -> int:
    """The decisions after which a game is cut short: so many a player on average, NO_LIMIT for None.

    Raises:
        ValueError: the limit is neither None nor an integer of at least 1; the message calls it by the name.
    """
    return NO_LIMIT if limit is None else min(check_integer(name, limit) * players, NO_LIMIT)


POSITION = "position"  # the option of `reset` that names a position to start from
RESET_MASK = "reset_mask"  # and the one of Gymnasium's vector environments that names games


def starting_states(
    game: Game, deal: tuple[int, NDArray[np.int64]], seed: int, options: Mapping[str, Any] | None
) -> NDArray[Any]:
    """The state to start from, an array of one: the position among the options, or else a new deal.

    Args:
        game: The game.
        deal: Number of players and rule parameters, as `game.options` returns them.
        seed: The seed of the deal.
        options: What `reset` was given.

    Raises:
        PositionError: The position is none of this game, or has another number of players.
        ValueError: The options are no mapping.
    """
    states = given_states(game, deal[0], options)
    if states is None:
        states = np.zeros(1, game.dtype)
        game.kernels.deal(states, 0, seed, *deal)
    return states


def option(options: Mapping[str, Any] | None, name: str) -> Any:
    """What the options of `reset` have under a name, None if they do not have it.

    Others are for wrappers, as Gymnasium and PettingZoo have it.

    Raises:
        ValueError: they are no mapping, or one of them is a misspelt name of ours.
    """
    if not isinstance(options, Mapping | None):
        raise ValueError(
            f'options must be a dict, such as {{"{name}": ...}}, or None, not {short_repr(options)}'
        )
    for given in options or {}:
        if near := get_close_matches(str(given)[:80], {POSITION, RESET_MASK} - {given}, 1, 0.9):
            raise ValueError(f"there is no option {short_repr(given)} of reset; did you mean {near[0]}?")
    return (options or {}).get(name)


def given_states(game: Game, players: int, options: Mapping[str, Any] | None) -> NDArray[Any] | None:
    """The state of the position among the options, an array of one; None if there is no position.

    Raises:
        PositionError: it is none of this game, or has another number of players.
        ValueError: the options are no mapping.
    """
    given = option(options, POSITION)
    if given is None:
        return None
    position = given if isinstance(given, Position) else game.position(given)
    if position.game is not game:
        raise PositionError("format", f"this is a position of {position.game.name}, not of {game.name}")
    if position.players != players:
        raise PositionError("players", f"must be {players} in this environment, not {position.players}")
    return position.states.copy()
