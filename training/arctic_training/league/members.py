"""Who is in a league: learners, past selves of them that stay as they are, and fixed agents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arctic_env.arena import Agent
from arctic_training.league.settings import LEARNERS

ANCHOR, SNAPSHOT = "anchor", "snapshot"
"""Kinds of members that do not learn; learners are of the kinds in `arctic_training.league.settings`."""


@dataclass(frozen=True)
class Member:
    """One of a league.

    Attributes:
        name: what tables and folders call it; that of an anchor is its agent string.
        kind: a kind of learner, SNAPSHOT or ANCHOR.
        agent: how it plays; that of a learner plays as the learner stands.
        parent: the learner that a snapshot is of; None for what the league started from, and for all others.
        met: whether it is met in training.
    """

    name: str
    kind: str
    agent: Agent
    parent: str | None = None
    met: bool = True

    @property
    def learns(self) -> bool:
        """Whether it is a learner."""
        return self.kind in LEARNERS


class Roster:
    """The members in the order in which they joined; their places do not change.

    Attributes:
        members: all of them.
    """

    def __init__(self) -> None:
        """Nobody has joined."""
        self.members: list[Member] = []

    def __iter__(self) -> Iterator[Member]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, name: str) -> Member:
        return self.members[self.place(name)]

    def place(self, name: str) -> int:
        """Where a member stands, from 0; KeyError when there is none of that name."""
        for place, member in enumerate(self.members):
            if member.name == name:
                return place
        raise KeyError(name)

    def add(self, member: Member) -> None:
        """Let one more join."""
        self.members.append(member)

    def learners(self, *kinds: str) -> list[Member]:
        """Those that learn, of these kinds."""
        return [member for member in self if member.learns and member.kind in kinds]

    def frozen(self) -> list[Member]:
        """Those that stay as they are and are met in training."""
        return [member for member in self if not member.learns and member.met]

    def past_of(self, *learners: Member) -> list[Member]:
        """The snapshots of these learners, oldest first."""
        names = {learner.name for learner in learners}
        return [member for member in self if member.parent in names]
