"""The process of one library: `python -m benchmarks.peers.worker LIBRARY`, asked by lines of JSON.

First it says what can be played. Then it answers questions, each a line:

    {"prepare": 3, "seconds": 5}                    make contest 3 and play it in
    {"measure": 3, "mode": "with", "seconds": 0.5}  play it for that long
"""

import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.measuring import Block, Play, play_for, versions
from benchmarks.peers.contest import Made, Plays

Answer = dict[str, Any]

_GAMES = 3  # in each place, played before the clock runs


class Worker:
    """Makes and plays the contests of a library."""

    def __init__(self, library: str) -> None:
        """Import what plays the library."""
        self._module = import_module(f"benchmarks.peers.libraries.{library}")
        self._made: list[Made] = list(self._module.contests())
        self._plays: dict[int, Plays] = {}

    def describe(self) -> Answer:
        """What can be played, how, and the versions of packages."""
        return {
            "contests": [made.contest.as_dict() for made in self._made],
            "how": self._module.HOW,
            "versions": versions(*self._module.PACKAGES),
        }

    def answer(self, question: dict[str, Any]) -> Answer:
        """What a question asks for; an exception of the library as {"error": text}."""
        try:
            if "prepare" in question:
                return self._prepare(question["prepare"], question["seconds"])
            return self._measure(question["measure"], question["mode"], question["seconds"])
        except Exception as error:  # whatever a library raises; the others go on
            return {"error": f"{type(error).__name__}: {error}"}

    def _prepare(self, number: int, seconds: float) -> Answer:
        start = time.perf_counter()
        self._plays[number] = plays = self._made[number].make()
        played = [play_for(play, 0.0) for play in plays.values()]
        compiled = time.perf_counter() - start
        games = _GAMES * self._made[number].contest.environments
        played += [play_in(play, games, seconds) for play in plays.values()]
        return {"modes": list(plays), "seconds": compiled, "played": played}

    def _measure(self, number: int, mode: str, seconds: float) -> Answer:
        return {"block": play_for(self._plays[number][mode], seconds)}


def play_in(play: Play, games: int, seconds: float) -> Block:
    """Play until so many games have ended, so that those at once are at all their stages, or the time is over."""
    total = Block(0, 0, 0.0)
    while total.games < games and total.seconds < seconds:
        more = play_for(play, 0.0)
        total = Block(*(a + b for a, b in zip(total, more, strict=True)))
    return total


def main() -> None:
    """Answer questions until there are no more."""
    say = _only_answers()
    try:
        worker = Worker(sys.argv[1])
    except Exception as error:  # whatever importing a library raises
        return say({"error": f"{type(error).__name__}: {error}"})
    say(worker.describe())
    for line in sys.stdin:
        say(worker.answer(json.loads(line)))


def _only_answers() -> Callable[[Answer], None]:
    """Keep standard output for answers: what libraries print, in C as well, goes where errors go."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(answer: Answer) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    return say


if __name__ == "__main__":
    main()
