"""A training run from beginning to end, or from a checkpoint to the end."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arctic_agents.networks.checkpoint import CHECKPOINTS, MANIFEST, checkpoints_of, find_checkpoint, sweep
from arctic_env.agents.specs import parse_agent
from arctic_env.errors import CheckpointError, SettingsError
from arctic_training.callbacks import Rhythm
from arctic_training.claim import claimed
from arctic_training.evaluation import Measured
from arctic_training.options import PICTURE
from arctic_training.progress import Progress, show_training
from arctic_training.reading import make_settings
from arctic_training.resume_state import (
    JOURNAL,
    TENSORBOARD,
    Journal,
    make_logger,
    restore_session,
    settings_of,
)
from arctic_training.session import Session, weights_from
from arctic_training.settings import Settings, to_document

MAY_CHANGE = ("steps", "threads", "device", "evaluation", "checkpoints", "tensorboard")
"""Settings that a run that goes on may have different from those it began with."""

ShowProgress = Callable[[int, int], AbstractContextManager[Progress]]


@dataclass(frozen=True)
class Outcome:
    """What came out of a run.

    Attributes:
        run: its folder.
        steps: decisions learnt from.
        measured: the last evaluation, empty if there was none.
    """

    run: Path
    steps: int
    measured: tuple[Measured, ...]


def train(
    settings: Settings, run: Path, *, overwrite: bool = False, show: ShowProgress = show_training
) -> Outcome:
    """Begin a run.

    Args:
        settings: what to do.
        run: folder for checkpoints and journal.
        overwrite: remove an earlier run there.
        show: gives the progress display for (decisions so far, decisions in all).

    Raises:
        SettingsError: the settings do not fit together, there is a run in the folder already, the one that
            is to be replaced is among the opponents, a folder has the name of one of its files, or another process is
            at work in the folder.
        CheckpointError: `from` names no sound checkpoint.
        AgentError: an opponent cannot be made, or cannot play.
        TrainingError: the weights are no finite numbers any more.
    """
    _check_free(run, overwrite)
    session = Session(settings)
    if settings.from_ is not None:
        weights = weights_from(settings.from_, settings.game, settings.players, settings.network)
        session.network.load_state_dict(dict(weights))
    teachers = [settings.imitation.agent] if settings.imitation.agent else []
    check_apart(run, [CHECKPOINTS], [*settings.opponents, *settings.evaluation.opponents, *teachers])
    with claimed(run):
        _check_free(run, overwrite)  # once more: others may have been there while the session was made
        for old in (CHECKPOINTS, TENSORBOARD):
            shutil.rmtree(run / old, ignore_errors=True)
        (run / CHECKPOINTS).mkdir()
        for old in (JOURNAL, PICTURE):
            (run / old).unlink(missing_ok=True)
        return _learn(session, run, 0.0, show)


def _check_free(run: Path, overwrite: bool) -> None:
    """SettingsError if there is something in a folder that a run must not replace."""
    if checkpoints_of(run) and not overwrite:
        raise SettingsError(f"{run} holds a run already: --resume goes on with it, --overwrite replaces it")
    if (run / CHECKPOINTS).exists() and not overwrite:
        raise SettingsError(f"{run} holds a run without a checkpoint: --overwrite replaces it")
    check_replaced(run, [CHECKPOINTS, TENSORBOARD], [JOURNAL, PICTURE], overwrite, "a run")


def resume(
    run: Path, document: dict[str, Any] | None = None, *, show: ShowProgress = show_training
) -> Outcome:
    """Go on with a run from its newest checkpoint.

    Args:
        run: its folder.
        document: settings, which may differ from the run's in MAY_CHANGE alone; None for the run's own.
        show: as in `train`.

    Raises:
        CheckpointError: there is no checkpoint, or it is damaged or made for other tables.
        SettingsError: the settings are not the run's, or another process is at work in its folder.
        TrainingError: the journal cannot be read, or the weights are no finite numbers any more.
    """
    newest_of(run)  # before a folder is made to be claimed
    with claimed(run):
        folder = newest_of(run)  # once more: others may have gone on
        settings = make_settings(settings_of(folder))
        if document is not None:
            wanted = make_settings(document)
            check_unchanged(to_document(settings), to_document(wanted), MAY_CHANGE)
            settings = wanted
        session = Session(settings)
        seconds = restore_session(session, folder)
        sweep(run)
        return _learn(session, run, seconds, show)


def newest_of(run: Path) -> Path:
    """The newest checkpoint of a run.

    Raises:
        CheckpointError: it has none, or the folder is a checkpoint and no run.
    """
    if (run / MANIFEST).is_file():
        raise CheckpointError(
            f"{run} is a checkpoint; what goes on is a run, from the newest of its checkpoints"
        )
    if (run / CHECKPOINTS).is_dir() and not checkpoints_of(run):
        raise CheckpointError(f"{run} holds a run without a checkpoint: begin again with --overwrite")
    return find_checkpoint(run)


def check_replaced(
    folder: Path, folders: Sequence[str], files: Sequence[str], overwrite: bool, by: str
) -> None:
    """SettingsError if there is something in a folder that nobody asked to have replaced, or that cannot be.

    Args:
        folder: where.
        folders: names of folders that would be replaced.
        files: names of files that would be.
        overwrite: they are to be replaced.
        by: what would do so, in words.
    """
    for name in (*folders, *files):
        if os.path.lexists(folder / name) and not overwrite:
            raise SettingsError(f"{folder} holds {name}, which {by} would replace: --overwrite does so")
    for name in folders:
        place = folder / name
        if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
            what = f"holds a file or a link {name}, where {by} has a folder"
            raise SettingsError(f"{folder} {what}: take another folder")
    for name in files:
        if (folder / name).is_dir():
            raise SettingsError(f"{folder} holds a folder {name}, where {by} has a file: take another folder")


def check_apart(folder: Path, replaced: Iterable[str], agents: Iterable[str]) -> None:
    """SettingsError if an agent is read from what is to be replaced in a folder: later it would be another one."""
    folder = Path(os.path.realpath(folder))  # which does not mind a link that leads to itself
    gone = {folder / name for name in replaced}
    for text in agents:
        asked = parse_agent(text)
        for word in filter(None, (asked.positional, *asked.options.values())):
            place = Path(os.path.realpath(word))
            if place == folder or not gone.isdisjoint((place, *place.parents)):
                raise SettingsError(f"{text} is read from {folder}, which would be replaced")


def check_unchanged(begun: Mapping[str, Any], wanted: Mapping[str, Any], but: Sequence[str]) -> None:
    """SettingsError if a run is to go on with settings that it cannot change; the message names them.

    Args:
        begun: the settings that it began with, as a document.
        wanted: those that it is to go on with.
        but: the keys that may differ.
    """
    changed = [key for key in begun if begun[key] != wanted[key] and key not in but]
    if changed:
        what = "; ".join(f"{key} was {begun[key]}, is {wanted[key]}" for key in changed)
        raise SettingsError(f"a run goes on with what it began with, but {', '.join(but)}: {what}")


def _rounding(session: Session) -> str:
    """How many decisions will be learnt from, in words, if that is not what the settings say."""
    wanted, update = session.settings.steps, session.settings.update
    if session.total == wanted:
        return ""
    return f"; steps: {wanted:,} are {session.total:,} in whole updates of {update:,}"


def _learn(session: Session, run: Path, seconds: float, show: ShowProgress) -> Outcome:
    journal = Journal(run, session.steps)
    session.model.set_logger(make_logger(run, session.settings.tensorboard, session.steps))
    with show(session.steps, session.total) as progress:
        progress.note(session.describe() + _rounding(session))
        rhythm = Rhythm(session, run, progress, journal, seconds)
        session.learn(session.total - session.steps, rhythm)
        if session.settings.evaluation.every and not rhythm.measured:  # nothing was left to learn
            rhythm.evaluate()
    return Outcome(run, session.steps, tuple(rhythm.measured))
