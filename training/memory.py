"""Whether there is memory for what a run is to hold."""

from __future__ import annotations

import os
from pathlib import Path

from agents.policy.kinds import FULL
from arctic_env.core.game import Game
from arctic_env.errors import SettingsError
from training.settings import Settings

_OTHERS = 150  # bytes of a decision beside what the critic sees: legal actions, values, links
_GIB = 2**30

LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""Where Linux tells a container how much memory it may use, with control groups of version 2 and 1."""


def check_memory(settings: Settings, game: Game, learners: int = 1) -> None:
    """Refuse games and decisions for which there is no room.

    Args:
        settings: of a run.
        game: its game.
        learners: how many runs like it are held at once.

    Raises:
        SettingsError: they need more memory than there is; the message says how much.
    """
    needed, there = learners * bytes_needed(settings, game), bytes_there()
    if there is not None and needed > there:
        asked = f"games * ppo.rollout, {settings.games:,} * {settings.ppo.rollout:,} decisions"
        asked += f" of each of {learners} learners" if learners > 1 else ""
        room = f"about {needed // _GIB:,} GiB of memory, there are {there // _GIB:,}"
        raise SettingsError(f"{asked}, need {room}")


def bytes_needed(settings: Settings, game: Game) -> int:
    """Memory for the games in progress and for the decisions of an update, estimated from below."""
    players, seen = settings.players, game.observation(settings.players).size
    decision = seen * (players if settings.network.critic == FULL else 1) + _OTHERS
    table = game.dtype.itemsize + seen + game.actions.size
    waiting = 2 * players + 1  # decisions of a game that there must be room for beyond those of an update
    return settings.games * (table + decision * (settings.ppo.rollout + waiting))


def bytes_there() -> int | None:
    """The memory of this machine or container, whichever is less; None where neither says.

    What others use of it is not looked at, nor are limits of single control groups within a machine.
    """
    return min((there for there in (_physical(), *map(_limit, LIMITS)) if there is not None), default=None)


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def _limit(file: Path) -> int | None:
    try:
        return int(file.read_text())
    except (OSError, ValueError):  # no such control group, or the word "max"
        return None
