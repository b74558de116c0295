"""RLCard: card games in Python."""

from collections.abc import Iterator
from typing import Any

import rlcard

from benchmarks.peers.contest import WITH, Contest, Made, Plays
from benchmarks.peers.picking import pick

PACKAGES = ("rlcard",)
HOW = {
    "step": "`reset` and `step`; the mask is the state's `legal_actions`; it costs less than `run` with RandomAgent"
}

_GAMES = ("gin-rummy", "uno", "leduc-holdem")


def contests() -> Iterator[Made]:
    """Each game, one at a time: the library has no batches."""
    for name in _GAMES:
        players = rlcard.make(name).num_players
        yield Made(Contest(name, players, True, "step"), lambda name=name: _plays(name))


def _plays(name: str) -> Plays:
    env = rlcard.make(name, config={"seed": 0})
    return {WITH: lambda: _play(env)}


def _play(env: Any) -> tuple[int, int]:
    decisions, (state, _) = 0, env.reset()
    while not env.is_over():
        state, _ = env.step(pick(list(state["legal_actions"])))
        decisions += 1
    return decisions, 1
