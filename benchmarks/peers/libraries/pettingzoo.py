"""PettingZoo's classic games."""

import warnings
from collections.abc import Iterator
from importlib import import_module
from itertools import count

from benchmarks.aec_games import play_game
from benchmarks.peers.contest import WITH, Contest, Made, Plays
from benchmarks.peers.picking import pick_masked

PACKAGES = ("pettingzoo", "rlcard", "open_spiel")
HOW = {
    "env()": "the AEC loop with `last()`, in the standard wrappers",
    "raw_env()": "the same loop without wrappers",
}

_GAMES = {"connect_four_v3": False, "leduc_holdem_v4": True, "texas_holdem_v4": True, "hanabi_v5": True}


def contests() -> Iterator[Made]:
    """Each game with and without wrappers."""
    for game, hidden in _GAMES.items():
        for way in HOW:
            name = way.removesuffix("()")
            yield Made(Contest(game, 2, hidden, way), lambda game=game, name=name: _aec(game, name))


def _aec(game: str, name: str) -> Plays:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = getattr(import_module(f"pettingzoo.classic.{game}"), name)()
    seeds = count()
    return {WITH: lambda: (play_game(env, next(seeds), pick_masked), 1)}
