"""Catanatron: a board game of four in Python."""

from collections.abc import Iterator

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer

from benchmarks.peers.contest import WITHOUT, Contest, Made

PACKAGES = ("catanatron",)
HOW = {
    "play_tick": "four of its RandomPlayers; it shows legal actions, while observations are in a package of their own"
}


def contests() -> Iterator[Made]:
    """One game at a time: the library has no batches."""
    yield Made(Contest("catan", 4, True, "play_tick"), lambda: {WITHOUT: _play})


def _play() -> tuple[int, int]:
    decisions, game = 0, Game([RandomPlayer(color) for color in Color])
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick()
        decisions += 1
    return decisions, 1
