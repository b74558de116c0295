"""Options of a search, checked."""

from dataclasses import dataclass

from arctic_env.kernels.rewards import REWARDS
from arctic_env.validation import check_integer, is_integer, short_repr

SIMULATIONS = 400  # for a decision, where neither they nor a time are asked for
MOST_SIMULATIONS = 10_000_000
MOST_TREES = 1024
MOST_THREADS = 256
MOST_HORIZON = 10**6
MOST_LEAVES = 1024
LEAST_TEMPERATURE = 0.01
_IN_A_SECOND = 10_000  # simulations, more or less
MOST_OF_ANY = 10**9  # of numbers that need not be whole
GUIDE, RANDOM = PLAYOUTS = ("guide", "random")
TO_THE_END, A_ROUND = "end", "round"
_WITH_POLICY = {  # what has no meaning then, and why
    "prior": "its probabilities are the priors",
    "trust": "its probabilities are the priors",
    "playout": "its values stand for playouts",
    "horizon": "its values stand for playouts",
    "reward": "what its network was paid is maximised",
}
_WITHOUT_POLICY = ("batch", "temperature")

RANGES = {
    "simulations": f"0 to {MOST_SIMULATIONS:,}",
    "seconds": f"0 to {MOST_OF_ANY:,}",
    "exploration": f"0 to {MOST_OF_ANY:,}",
    "trust": "0 to below 1",
    "playout": " or ".join(PLAYOUTS),
    "horizon": f"0 to {MOST_HORIZON:,}, {A_ROUND} or {TO_THE_END}",
    "worlds": f"0 to {MOST_SIMULATIONS:,}",
    "reward": ", ".join(REWARDS),
    "batch": f"1 to {MOST_LEAVES:,}",
    "temperature": f"{LEAST_TEMPERATURE} to {MOST_OF_ANY:,}",
    "trees": f"1 to {MOST_TREES:,}",
    "threads": f"1 to {MOST_THREADS:,}",
}
"""The values that an option may have, where its type does not say."""


@dataclass(frozen=True)
class Options:
    """Options of `ismcts`.

    What is known of a game beside its rules is its guide, see `arctic_agents.search.heuristics`: which action the
    planner suggests,
    and which scores may be expected. A game without one is searched as with prior=false, playout=random, horizon=end.
    With a policy prior, trust, playout, horizon and reward have no meaning, without one batch and temperature.

    Attributes are explained in `arctic_agents.search.ismcts.make`.

    Raises:
        ValueError: One of them is out of range; the message says which, and what would be right.
    """

    simulations: int = 0
    seconds: float = 0.0
    exploration: float = 1.0
    prior: bool = True
    trust: float = 0.5
    playout: str = GUIDE
    horizon: int | str = ""
    worlds: int = 0
    belief: bool = False
    reward: str = "margin"
    batch: int = 8
    temperature: float = 2.0
    reuse: bool = True
    trees: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        check_integer("simulations", self.simulations, MOST_SIMULATIONS, least=0)
        check_integer("worlds", self.worlds, MOST_SIMULATIONS, least=0)
        check_integer("trees", self.trees, MOST_TREES)
        check_integer("threads", self.threads, MOST_THREADS)
        check_integer("batch", self.batch, MOST_LEAVES)
        for name in ("seconds", "exploration", "trust", "temperature"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_OF_ANY:
                raise ValueError(f"{name} must be a number from 0 to {MOST_OF_ANY:,}, not {short_repr(value)}")
        for name in ("prior", "belief", "reuse"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} must be True or False, not {short_repr(getattr(self, name))}")
        if self.trees > self.most_simulations:
            raise ValueError(f"trees must be at most one for each simulation, not {self.trees}")
        if self.temperature < LEAST_TEMPERATURE:
            raise ValueError(f"temperature must be at least {LEAST_TEMPERATURE}, not {self.temperature}")
        if self.trust >= 1:
            raise ValueError(f"trust must be below 1, not {self.trust}")
        _demand_one_of("playout", self.playout, PLAYOUTS)
        _demand_one_of("reward", self.reward, REWARDS)
        if self.horizon != "":
            turns_of(self.horizon, 2)

    def demand_meaning(self, policy: bool) -> None:
        """Refuse what has no meaning beside the other options.

        Args:
            policy: Whether there is a policy.

        Raises:
            ValueError: One of them is not as by default and has none; the message says which, and why.
        """
        why_not = {name: f"with a policy: {why}" for name, why in _WITH_POLICY.items()}
        if not policy:
            why_not = dict.fromkeys(_WITHOUT_POLICY, "without a policy")
            if not self.prior:
                why_not["trust"] = "with prior=false"
        for name, why in why_not.items():
            if getattr(self, name) != getattr(Options, name):
                raise ValueError(f"{name} has no meaning {why}")

    @property
    def most_simulations(self) -> int:
        """Simulations after which a decision is made."""
        return self.simulations or (MOST_SIMULATIONS if self.seconds else SIMULATIONS)

    @property
    def likely_simulations(self) -> int:
        """Estimate the number of simulations by one thread within the time limit."""
        in_time = int(_IN_A_SECOND * self.seconds) if self.seconds else MOST_SIMULATIONS
        return min(self.most_simulations, in_time)


def turns_of(horizon: object, players: int) -> int:
    """Convert a horizon, `round`, `end` or a number (also as a text), to turns.

    Raises:
        ValueError: It is none.
    """
    if horizon in (TO_THE_END, A_ROUND):
        return MOST_HORIZON if horizon == TO_THE_END else players
    turns = int(horizon) if isinstance(horizon, str) and horizon.isdecimal() else horizon
    if not is_integer(turns) or not 0 <= turns <= MOST_HORIZON:
        wanted = f"a number of turns from 0 to {MOST_HORIZON:,}, round or end"
        raise ValueError(f"horizon must be {wanted}, not {short_repr(horizon)}")
    return int(turns)


def _demand_one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {short_repr(value)}")
