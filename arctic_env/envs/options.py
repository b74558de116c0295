"""Options of environments and of their `reset`, and seeds."""

import inspect
import secrets
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, TypedDict

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from arctic_env.agents.specs import AgentLike
from arctic_env.errors import PositionError
from arctic_env.kernels.random import MAX_SEED, check_seed, one_way_seed
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.validation import check_integer, short_repr

Illegal = Literal["lose", "raise"]
Observation = Literal["flat", "scaled", "parts"]
RenderMode = Literal["human", "ansi", "rgb_array"]
Reward = Literal["win", "rank", "margin", "score"]
Viewer = int | Literal["all"] | None
"""The seat whose view is shown, "all" for everything, None for the deciding seat."""


class EnvOptions(TypedDict, total=False):
    """Options of all environments, beside those of the rules, such as `edition`.

    Attributes:
        num_players: Number of players; 2 by default.
        reward: The payoff at the end. "win" (the default): +1 to the winner and -1/(n-1) to the others.
            "rank": +1 to -1 in even steps. "margin": points ahead of the best other seat, or behind it, divided by the
            game's `full_margin` and cut off at -1 and +1. "score": the points. A team is paid like a player, and each
            of its seats gets that.
        observation: "flat" (int8 vector, the default), "scaled" (float32 vector within -1 to 1) or "parts" (dict of
            int8 arrays).
        render_mode: "human" prints a text board after reset and each step; "ansi" returns it; "rgb_array" returns
            pixels; None (the default) draws nothing.
        max_cycles: Truncate the game, unpaid, after this many decisions a player on average; None (the default) never.
    """

    num_players: int
    reward: Reward
    observation: Observation
    render_mode: RenderMode | None
    max_cycles: int | None


class TableOptions(EnvOptions, total=False):
    """Options of environments of a whole table, in PettingZoo's form.

    Attributes:
        viewer: Whose view pictures show: a seat, "all" for everything hidden, None (the default) for the
            deciding seat.
    """

    viewer: Viewer


class SeatOptions(EnvOptions, total=False):
    """Options of environments of one seat, the learner's, in Gymnasium's form. The mask is in the infos.

    Attributes:
        opponents: Agents, or texts such as "greedy" (the default) or "ppo:PATH", one for each other seat in the order
            of turns from the learner on, partners included; one alone plays all other seats.
        seat: The learner's seat, 0 by default; "random" draws one for each episode.
        illegal: Effect of an illegal action. "lose" (the default): it ends the game with reward -1 and the action's id
            as `info["illegal_action"]`. "raise": IllegalActionError, and nothing changes.
    """

    opponents: Sequence[AgentLike]
    seat: int | Literal["random"]
    illegal: Illegal


class SeatVecOptions(SeatOptions, total=False):
    """Options of many such environments at once.

    Attributes:
        autoreset_mode: How games that end go on, Gymnasium's `AutoresetMode` or its name: "NEXT_STEP" (the default),
            "SAME_STEP" or "DISABLED".
        max_episode_steps: Truncate a game, unpaid, after this many steps of the learner, as Gymnasium's `TimeLimit`
            does; None (the default) never.
        skip_forced: Make decisions with a single legal action without asking.
        threads: Number of threads that play the games; None (the default) for one a core.
    """

    autoreset_mode: str | AutoresetMode
    max_episode_steps: int | None
    skip_forced: bool
    threads: int | None


def keywords(made: type) -> list[str]:
    """Return the names of all arguments that a class of environments takes."""
    makers = [vars(each)["__init__"] for each in made.__mro__ if "__init__" in vars(each)]
    parameters = [each for make in makers for each in inspect.signature(make).parameters.values()]
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    names = [each.name for each in parameters if each.kind in kinds]
    return [name for name in dict.fromkeys(names) if name not in ("self", "game")]


NO_LIMIT = int(np.iinfo(np.int64).max)  # more decisions than any game has


def most_decisions(name: str, limit: Any, num_players: int = 1) -> int:
    """Return the decisions that truncate a game, `limit` a player; NO_LIMIT for None, ValueError for less than 1."""
    return NO_LIMIT if limit is None else min(check_integer(name, limit) * num_players, NO_LIMIT)


POSITION = "position"  # the option of `reset` that names a position to start from
RESET_MASK = "reset_mask"  # and the one of Gymnasium's vector environments that names games


def option(options: Mapping[str, Any] | None, name: str) -> Any:
    """Return an option of `reset` by name, None if it is not given; ValueError if one is a misspelt name of ours.

    Other options are for wrappers, as in Gymnasium and PettingZoo.
    """
    if not isinstance(options, Mapping | None):
        raise ValueError(f'options must be a dict, such as {{"{name}": ...}}, or None, not {short_repr(options)}')
    for given in options or {}:
        if near := get_close_matches(str(given)[:80], {POSITION, RESET_MASK} - {given}, 1, 0.9):
            raise ValueError(f"there is no option {short_repr(given)} of reset; did you mean {near[0]}?")
    return (options or {}).get(name)


def given_states(game: Game, num_players: int, options: Mapping[str, Any] | None) -> NDArray[Any] | None:
    """Return the state of the position among the options, an array of one; None if there is no position.

    PositionError if it is not of this game, or has another number of players; ValueError as `option`.
    """
    given = option(options, POSITION)
    if given is None:
        return None
    position = given if isinstance(given, Position) else game.position(given)
    if position.game is not game:
        raise PositionError("format", f"this is a position of {position.game.name}, not of {game.name}")
    if position.players != num_players:
        raise PositionError("players", f"must be {num_players} in this environment, not {position.players}")
    return position.states.copy()


# ------------------------------------------------------------------------------------------ seeds
#
# A game is dealt from its seed, and the seeds of an environment's games follow each other by
# `kernels.random.next_seed`. Everything else that is drawn for a game comes from its seed, too: which seat the learner
# has, and the randomness of its opponents. Agents get one-way hashes of it, so they cannot find the deal.


_OF_LEARNER, _OF_OPPONENT = range(2)  # keep what is drawn apart


def fresh_seed() -> int:
    """Return a seed of 0 to 2**63 - 1 from the operating system."""
    return secrets.randbelow(MAX_SEED + 1)


def learner_seat(dealt: int, players: int) -> int:
    """Return a random seat for the learner in the game of that seed."""
    return one_way_seed(dealt, _OF_LEARNER) % players


def opponent_seed(dealt: int, seat: int) -> int:
    """Return the seed of an opponent's player in the game of that seed."""
    return one_way_seed(dealt, _OF_OPPONENT, seat)


def spread_seeds(seed: Any, n: int) -> NDArray[np.int64]:
    """Return the seeds of n games, int64[n]: n given ones, or s, s + 1 and so on for a single s; None for fresh ones.

    ValueError if they are not n seeds, or one is invalid.
    """
    if seed is None:
        seed = secrets.randbelow(MAX_SEED - n)
    if isinstance(seed, np.ndarray) and seed.ndim == 1:
        seed = seed.tolist() if seed.dtype.kind in "iu" else list(seed)
    if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
        if len(seed) != n:
            raise ValueError(f"there must be {n} seeds, one for each game, not {len(seed)}")
        return np.array([check_seed(each) for each in seed], np.int64)
    first = check_seed(seed)
    check_seed(first + n - 1)
    return first + np.arange(n, dtype=np.int64)
