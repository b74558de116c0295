"""Options of a search, checked."""

from dataclasses import dataclass

from arctic_agents.search.heuristics import heuristics_of
from arctic_env.kernels.rewards import REWARDS
from arctic_env.kernels.threads import MOST_THREADS
from arctic_env.model.game import Game
from arctic_env.validation import check_integer, is_number, short_repr

END = 10**6  # turns: no game has as many
ROLLOUTS = 96  # where nothing else is asked for
MOST_ROLLOUTS = 1_000_000
MOST_CANDIDATES = 1000
MOST_DEPTH = 1000  # rounds
MOST_OF_ANY = 10**9  # of numbers that need not be whole
TO_THE_END = "end"
POLICY_ROUNDS = 2  # that a policy plays on, where nothing else is asked for
EVEN, BELIEVED = WORLDS = ("even", "believed")

RANGES = {
    "rollouts": f"2 to {MOST_ROLLOUTS:,}, or 0",
    "seconds": f"0 to {MOST_OF_ANY:,}",
    "depth": f"0 to {MOST_DEPTH:,}, or {TO_THE_END}",
    "candidates": f"2 to {MOST_CANDIDATES:,}",
    "worlds": " or ".join(WORLDS),
    "caution": f"0 to {MOST_OF_ANY:,}",
    "reward": ", ".join(REWARDS),
    "threads": f"1 to {MOST_THREADS:,}",
}
"""The values that an option may have, where its type does not say."""


@dataclass(frozen=True)
class Options:
    """Options of `search`, explained in `arctic_agents.search.agent.make`.

    Raises:
        ValueError: One of them is out of range; the message says which, and what would be right.
    """

    rollouts: int = 0
    seconds: float = 0.0
    depth: float | str = ""
    candidates: int = 8
    worlds: str = EVEN
    caution: float = 1.0
    reward: str = "margin"
    threads: int = 1

    def __post_init__(self) -> None:
        if self.rollouts != 0 or isinstance(self.rollouts, bool):
            check_integer("rollouts", self.rollouts, MOST_ROLLOUTS, least=2, also=", or 0 for the default")
        check_integer("candidates", self.candidates, MOST_CANDIDATES, least=2)
        check_integer("threads", self.threads, MOST_THREADS)
        for name in ("seconds", "caution"):
            if not is_number(value := getattr(self, name), MOST_OF_ANY):
                raise ValueError(f"{name} must be a number from 0 to {MOST_OF_ANY:,}, not {short_repr(value)}")
        if not is_number(self.depth, MOST_DEPTH) and str(self.depth) not in ("", TO_THE_END):
            wrong = short_repr(self.depth)
            raise ValueError(f"depth must be a number of rounds from 0 to {MOST_DEPTH:,}, or {TO_THE_END}, not {wrong}")
        for name, known in (("worlds", WORLDS), ("reward", REWARDS)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {short_repr(getattr(self, name))}")
        if self.seconds and self.rollouts:
            raise ValueError("rollouts has no meaning with seconds: as many are made as there is time for")

    @property
    def budget(self) -> int:
        """How many rollouts a decision gets, where time does not say."""
        return self.rollouts or ROLLOUTS

    def turns(self, game: Game, num_players: int, *, policy: bool) -> int:
        """Return the turns of a rollout, by default what suits the game, what plays on and the number of rollouts."""
        heuristics = heuristics_of(game)
        far = heuristics.end_from is not None and self.budget >= heuristics.end_from
        rounds = POLICY_ROUNDS if policy else None if far else heuristics.rounds
        if self.depth != "":
            rounds = None if isinstance(self.depth, str) else float(self.depth)
        return END if rounds is None else max(1, round(num_players * rounds))
