"""What comes out of a game at the arena."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arctic_env.arena.crashes import printable
from arctic_env.records import Record

if TYPE_CHECKING:
    from arctic_env.model.position import Position

_MOST_SHOWN = 10_000  # letters of a traceback


@dataclass(frozen=True)
class Fault:
    """What an agent did that it must not do.

    Attributes:
        agent: Its name.
        seat: Its seat.
        decision: The number of the decision in the game, from 0.
        kind: "crash", "illegal" or "late".
        message: What happened.
        traceback: Where in the agent's own code, as text; empty where that is not known, as after an illegal answer.
    """

    agent: str
    seat: int
    decision: int
    kind: str
    message: str
    traceback: str = ""

    def __str__(self) -> str:
        return f"{self.agent} in seat {self.seat}, decision {self.decision}: {self.kind}: {self.message}"


class ForfeitWarning(UserWarning):
    """An agent forfeited games of a tournament."""


def first_tracebacks(faults: Iterable[Fault]) -> list[str]:
    """The first traceback of each agent and kind of fault, in lines to show; the fault itself has a long one whole."""
    first: dict[tuple[str, str], str] = {}
    for fault in faults:
        if fault.traceback:
            first.setdefault((fault.agent, fault.kind), fault.traceback)
    lines: list[str] = []
    for (agent, kind), traceback in first.items():
        lines += [f"{agent}, the first {kind}:", *printable(traceback, _MOST_SHOWN).splitlines()]
    return lines


@dataclass(frozen=True)
class GameResult:
    """A game that was played.

    Attributes:
        agents: The name in each seat.
        start: The position it was played from.
        final: The position it ended in.
        actions: The action ids from start to final.
        scores: Total score of each seat on the board.
        ranks: Rank of each seat, 0 for the best; seats that forfeited come last, the first to do so at the
            very end.
        winners: The seats of rank 0.
        finished: Whether the game is over; False when it was stopped at the limit on decisions.
        faults: What agents did that they must not do, at most one a seat: it has forfeited then, and random
            actions are played for it.
        decisions: Decisions that the agent of each seat made.
        seconds: Time that the agent of each seat took for them.
        seed: The seed that dealt `start`, where that is known.
    """

    agents: tuple[str, ...]
    start: Position
    final: Position
    actions: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    faults: tuple[Fault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    seed: int | None = field(default=None)

    def record(self) -> Record:
        """The game as a record; scores and winners are those on the board, forfeits or not."""
        return Record.of(self.start, self.actions, agents=self.agents, seed=self.seed)
