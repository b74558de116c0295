"""A game that is to be played, and what the agents in it must keep to."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from arctic_env.arena.agent import Seated, check_agent
from arctic_env.arena.deadline import MOST_SECONDS
from arctic_env.errors import SettingsError
from arctic_env.model.game import check_seed
from arctic_env.model.position import Position
from arctic_env.validation import is_text, short_repr

OnFault = Literal["forfeit", "raise"]

MOST_DECISIONS = 100_000


@dataclass(frozen=True)
class Table:
    """A game to be played; AgentError where an agent cannot play it.

    Attributes:
        start: The position to play from.
        agents: Who plays, one a seat; the same agent may take several.
        seed: The chance of all players comes from it (0 to MAX_SEED).
        names: What to call them, where their own names do not tell them apart.
        deal_seed: The seed that dealt `start`, for the record.
    """

    start: Position
    agents: Sequence[Seated]
    seed: int = 0
    names: Sequence[str] = field(default=())
    deal_seed: int | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if len(self.agents) != self.start.players:
            raise SettingsError(f"{len(self.agents)} agents for {self.start.players} seats")
        if self.names and len(self.names) != len(self.agents):
            raise SettingsError(f"{len(self.names)} names for {len(self.agents)} agents")
        for agent in self.agents:
            check_agent(agent, self.start.game, self.start.players)
        for label in self.labels:
            if not is_text(label):
                raise SettingsError(
                    f"the name of an agent must be a text that UTF-8 can hold, not {short_repr(label)}"
                )

    @property
    def labels(self) -> tuple[str, ...]:
        """What to call the agent in each seat."""
        return tuple(self.names) or tuple(agent.name for agent in self.agents)


@dataclass(frozen=True)
class Limits:
    """What agents must keep to.

    Attributes:
        seconds: Time for one decision, and to start a game, up to MOST_SECONDS; None for any time. Agents are asked
            for many decisions at once, and one by one when that takes longer. After three late answers an agent is
            not asked again in the games that are played together, and forfeits them all.
        decisions: Decisions in one game, after which it is stopped.
        on_fault: "forfeit" makes the offender lose the game; "raise" ends the match with an AgentError.
    """

    seconds: float | None = None
    decisions: int = MOST_DECISIONS
    on_fault: OnFault = "forfeit"

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            allowed = f"more than 0 and at most {MOST_SECONDS:,} seconds, or None"
            raise SettingsError(f"a time limit is {allowed}, not {self.seconds}")
        if self.decisions < 1:
            raise SettingsError(f"a game has at least 1 decision, not {self.decisions}")
        if self.on_fault not in get_args(OnFault):
            raise SettingsError(
                f"on_fault must be {' or '.join(get_args(OnFault))}, not {short_repr(self.on_fault)}"
            )


NO_LIMITS = Limits()
