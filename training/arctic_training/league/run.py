"""A league from beginning to end, or from where it was stopped to the end."""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arctic_agents.policy.checkpoint import CHECKPOINTS
from arctic_env.errors import SettingsError
from arctic_training.claim import claimed
from arctic_training.curves import draw_if_possible
from arctic_training.league.champion import Standing, play_final, write_champion
from arctic_training.league.evaluation import evaluate
from arctic_training.league.league import League
from arctic_training.league.settings import LeagueSettings, to_document
from arctic_training.league.store import CHAMPION, LEAGUE, LEARNERS, MEMBERS, Store
from arctic_training.options import PICTURE
from arctic_training.progress import Progress, show_training
from arctic_training.reading import read_settings
from arctic_training.resume_state import JOURNAL, Journal
from arctic_training.run import ShowProgress, check_apart, check_replaced, check_unchanged

MAY_CHANGE = ("steps", "threads", "device", "evaluation", "champion", "save")
"""Settings that a league that goes on may have different from those it began with."""

_FOLDERS = CHECKPOINTS, MEMBERS, LEARNERS, CHAMPION  # of earlier runs and leagues, which go when one begins
_FILES = LEAGUE, JOURNAL, PICTURE


@dataclass(frozen=True)
class Outcome:
    """What came out of a league.

    Attributes:
        champion: the folder of its best policy.
        steps: decisions learnt from.
        standings: the finalists, best first.
    """

    champion: Path
    steps: int
    standings: tuple[Standing, ...]


def begin_league(
    settings: LeagueSettings, folder: Path, *, overwrite: bool = False, show: ShowProgress = show_training
) -> Outcome:
    """Begin a league.

    Args:
        settings: what to do.
        folder: where to keep it.
        overwrite: remove an earlier league there.
        show: gives the progress display for (decisions so far, decisions in all).

    Raises:
        SettingsError: the settings do not fit together, there is a league in the folder already, an anchor is read from
            what is to be replaced, or another process is at work in the folder.
        AgentError: a fixed agent cannot be made, cannot play, crashed or answered illegally.
        CheckpointError: there is no sound checkpoint to begin with.
        TrainingError: the weights of a learner are no finite numbers any more.
    """
    _check_free(folder, overwrite)
    league, store = League(settings), Store(folder)
    start = league.start()
    check_apart(folder, _FOLDERS, settings.anchors)
    with claimed(folder):
        _check_free(folder, overwrite)  # once more: others may have been there while the league was made
        for old in _FILES:
            (folder / old).unlink(missing_ok=True)
        for old in _FOLDERS:
            shutil.rmtree(folder / old, ignore_errors=True)
        store.add(league, start)
        store.save(league, 0.0)
        return _go_on(league, store, 0.0, show)


def _check_free(folder: Path, overwrite: bool) -> None:
    """SettingsError if there is something in a folder that a league must not replace."""
    if (folder / LEAGUE).exists() and not overwrite:
        raise SettingsError(
            f"{folder} holds a league already: --resume goes on with it, --overwrite replaces it"
        )
    check_replaced(folder, _FOLDERS, _FILES, overwrite, "a league")


def resume_league(
    folder: Path, document: Mapping[str, Any] | None = None, *, show: ShowProgress = show_training
) -> Outcome:
    """Go on with a league from where it was kept last.

    Args:
        folder: its folder.
        document: settings, which may differ from the league's in MAY_CHANGE alone; None for its own.
        show: as in `begin_league`.

    Raises:
        CheckpointError: there is no league, or something of it is damaged.
        SettingsError: the settings are not the league's, or another process is at work in its folder.
        AgentError, TrainingError: as in `begin_league`.
    """
    store = Store(folder)
    settings = store.settings()
    if document is not None:
        wanted = read_settings(LeagueSettings, document)
        check_unchanged(to_document(settings), to_document(wanted), MAY_CHANGE)
        settings = wanted
    with claimed(folder):
        league, seconds = store.load(settings)
        return _go_on(league, store, seconds, show)


def _go_on(league: League, store: Store, seconds: float, show: ShowProgress) -> Outcome:
    """Learn to the end, then find the champion."""
    journal = Journal(store.folder, league.steps)
    with show(league.steps, league.total) as progress:
        progress.note(_describe(league))
        clock = _Clock(seconds)
        while not league.done:
            _take_turn(league, store, journal, clock, progress)
        return _finish(league, store, progress)


class _Clock:
    """Seconds since a league began, without those in which it was stopped."""

    def __init__(self, before: float) -> None:
        self._started = time.monotonic() - before

    def __call__(self) -> float:
        return time.monotonic() - self._started


def _take_turn(league: League, store: Store, journal: Journal, clock: _Clock, progress: Progress) -> None:
    learner, entry = league.learn(progress)
    frozen = None if league.done else league.freeze(learner)  # nobody would meet it any more
    if frozen is not None:
        store.add(league, frozen)
        entry["frozen"] = frozen.name
        progress.note(f"after {league.steps:,} decisions {frozen.name} joins the league")
    every = league.settings.evaluation.every
    if every and (league.done or league.turns % every == 0):
        entry |= evaluate(league, progress)
    if frozen is not None or "evaluation" in entry:
        entry["payoffs"] = league.payoffs.to_document()
    journal.write({"steps": league.steps, "seconds": round(clock(), 1), **entry})
    if league.done or league.turns % league.settings.save == 0:
        store.save(league, clock())


def _finish(league: League, store: Store, progress: Progress) -> Outcome:
    final = play_final(league, progress)
    folder = store.folder / CHAMPION
    write_champion(league, final, folder, draw_if_possible([store.folder], progress.note))
    return Outcome(folder, league.steps, final.standings)


def _describe(league: League) -> str:
    session = league.learners[0].session
    who = ", ".join(member.name for member in league.roster)
    return f"{session.describe()}; members: {who}"
