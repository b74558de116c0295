"""Where a game in an environment begins."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.errors import PositionError
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.validation import short_repr

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
