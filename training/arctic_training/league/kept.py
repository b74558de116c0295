"""What league.json says beside the settings, read as strictly as settings are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arctic_training.league.members import SNAPSHOT, Member
from arctic_training.league.settings import START
from arctic_training.reading import read_settings
from arctic_training.settings import demand

if TYPE_CHECKING:
    from arctic_training.league.league import League


@dataclass(frozen=True)
class Entry:
    """A member; see `arctic_training.league.members`."""

    name: str
    kind: str
    parent: str | None

    @classmethod
    def of(cls, member: Member) -> Entry:
        """What is kept of a member."""
        return cls(member.name, member.kind, member.parent)


@dataclass(frozen=True)
class Counters:
    """Where a learner stands; see `arctic_training.league.learner`. It has the checkpoint of that step."""

    generation: int
    before: int
    frozen_at: int
    snapshots: int
    decisions: int


@dataclass(frozen=True)
class Tables:
    """What `Payoffs.save` returns."""

    names: tuple[str, ...]
    meetings: tuple[tuple[float, ...], ...]
    wins: tuple[tuple[float, ...], ...]
    margins: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Kept:
    """Where a league stands.

    Attributes:
        turns: turns so far.
        steps: decisions learnt from so far, by all learners.
        seconds: how long that took.
        members: all of them, in the order in which they joined.
        learners: by name.
        payoffs: results among the members.
    """

    turns: int
    steps: int
    seconds: float
    members: tuple[Entry, ...]
    learners: dict[str, Counters]
    payoffs: Tables

    @classmethod
    def of(cls, league: League, seconds: float) -> Kept:
        """What is to be kept of a league that has taken so long."""
        learners = {
            learner.name: Counters(
                learner.generation, learner.before, learner.frozen_at, learner.snapshots, learner.decisions
            )
            for learner in league.learners
        }
        members = tuple(map(Entry.of, league.roster))
        return cls(league.turns, league.steps, seconds, members, learners, Tables(**league.payoffs.save()))


def read_kept(document: Mapping[str, Any], league: League) -> Kept:
    """What is kept, if a league of these settings can have come to stand there.

    Args:
        document: its fields by name, as JSON has them.
        league: one that was made from the settings, and in which nobody has joined yet.

    Raises:
        SettingsError: it cannot; the message names what is wrong and says what would be right.
    """
    kept = read_settings(Kept, document)
    names = [learner.name for learner in league.learners]
    demand(sorted(kept.learners) == sorted(names), "learners", ", ".join(names), list(kept.learners))
    _check_members(kept, league)
    for name, counters in kept.learners.items():
        _check_counters(f"learners.{name}", counters, league.turn_steps)
    decisions = sum(counters.decisions for counters in kept.learners.values())
    demand(kept.steps == decisions, "steps", f"{decisions:,}, what the learners have together", kept.steps)
    each = league.turn_steps
    right = f"{decisions // each:,}: {decisions:,} decisions, {each:,} in each"
    demand(kept.turns * each == decisions, "turns", right, kept.turns)
    demand(kept.seconds >= 0, "seconds", "0 or more", kept.seconds)
    joined = tuple(member.name for member in kept.members)
    demand(kept.payoffs.names == joined, "payoffs.names", "the members in their order", kept.payoffs.names)
    return kept


def _check_counters(where: str, counters: Counters, turn: int) -> None:
    first, last = (2, counters.snapshots + 1) if counters.before > 0 else (1, 1)
    for name, least, most, why in (
        ("generation", first, last, "1 until it begins anew, then at most one more for each snapshot"),
        ("before", 0, counters.decisions, "a part of its decisions"),
        ("frozen_at", 0, counters.decisions - counters.before, "a part of this generation's decisions"),
    ):
        value = getattr(counters, name)
        demand(least <= value <= most, f"{where}.{name}", f"{least:,} to {most:,}, {why}", value)
    for name in ("before", "frozen_at"):
        value = getattr(counters, name)
        demand(value % turn == 0, f"{where}.{name}", f"decisions of whole turns of {turn:,}", value)


def _check_members(kept: Kept, league: League) -> None:
    """First come what the league started from, the learners and the anchors, then snapshots of learners by number."""
    first = [Entry(START, SNAPSHOT, None), *map(Entry.of, league.first.values())]
    demand(
        len(kept.members) >= len(first),
        "members",
        f"at least {', '.join(entry.name for entry in first)}",
        [entry.name for entry in kept.members],
    )
    taken = dict.fromkeys(kept.learners, 0)
    for place, entry in enumerate(kept.members):
        right = first[place] if place < len(first) else _next_snapshot(f"members[{place}]", entry, taken)
        for name, wanted in asdict(right).items():
            value = getattr(entry, name)
            demand(value == wanted, f"members[{place}].{name}", repr(wanted), value)
    for name, number in taken.items():
        counted = kept.learners[name].snapshots
        demand(counted == number, f"learners.{name}.snapshots", f"{number}, as many as are members", counted)


def _next_snapshot(where: str, entry: Entry, taken: dict[str, int]) -> Entry:
    """The next one of the learner that the entry names; `taken` counts them."""
    demand(entry.parent in taken, f"{where}.parent", f"one of {', '.join(taken)}", entry.parent)
    assert entry.parent is not None
    taken[entry.parent] += 1
    return Entry(f"{entry.parent}-{taken[entry.parent]}", SNAPSHOT, entry.parent)
