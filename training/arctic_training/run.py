"""A training run from beginning to end, or from a checkpoint to the end, and its policy as a champion."""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

import arctic_env
from arctic_agents.networks import CHECKPOINTS, MANIFEST
from arctic_agents.networks.checkpoint import Policy, champion_folder, load_policy, save_checkpoint, sweep, weights_of
from arctic_env.arena.progress import Progress, show_progress
from arctic_env.arena.standings import Pair
from arctic_env.errors import SettingsError
from arctic_env.files import write_whole
from arctic_training.callbacks import RunCallback
from arctic_training.run_folder import JOURNAL, TENSORBOARD, RunFolder, newest_of, read_journal, settings_of
from arctic_training.session import Session, restore_session
from arctic_training.settings import TrainSettings, make_settings, read_document, to_document

MAY_CHANGE = ("steps", "threads", "device", "evaluation", "checkpoints", "tensorboard")
"""Settings that a run that goes on may have different from those it began with."""

ShowProgress = Callable[[int, int], AbstractContextManager[Progress]]


def show_training(begun: int, total: int, file: TextIO | None = None) -> AbstractContextManager[Progress]:
    """Show progress of a run that has learnt from `begun` of `total` decisions, on standard error unless told."""
    return show_progress("training", total, "decisions", file, begun)


@dataclass(frozen=True)
class RunResult:
    """The result of a run: its folder, decisions learnt from, and a pair for each opponent of the last evaluation."""

    run: Path
    steps: int
    measured: tuple[Pair, ...]


def train(
    settings: TrainSettings, run: Path, *, overwrite: bool = False, show: ShowProgress = show_training
) -> RunResult:
    """Begin a run in a folder; an earlier one there is removed if it is to be overwritten.

    `show` gives the progress display for (decisions so far, decisions in all).

    Raises:
        SettingsError: There is a run in the folder already, the one that is to be replaced is among the opponents, or
            another process is at work in the folder.
        CheckpointError: `from` names no sound checkpoint.
        AgentError: An opponent cannot be made, or cannot play.
        TrainingError: The weights are no finite numbers any more.
    """
    folder = RunFolder(run)
    with folder.locked():
        folder.check_free(overwrite)
        session = Session(settings)
        if settings.from_ is not None:
            session.warm_start(settings.from_)
        agents = [*settings.opponents, *settings.evaluation.opponents, settings.imitation.agent]
        folder.check_apart(filter(None, agents))
        folder.clear()
        (run / CHECKPOINTS).mkdir()
        return _learn(session, run, 0.0, show)


def resume(run: Path, document: dict[str, Any] | None = None, *, show: ShowProgress = show_training) -> RunResult:
    """Go on with a run from its newest checkpoint.

    The settings of the document may differ from the run's in MAY_CHANGE alone; None for the run's own.

    Raises:
        CheckpointError: There is no checkpoint, or it is damaged or made for other tables.
        SettingsError: The settings are not the run's, or another process is at work in its folder.
        TrainingError: The journal cannot be read, or the weights are no finite numbers any more.
    """
    newest_of(run)  # before a folder is made to be locked
    with RunFolder(run).locked():
        folder, settings = newest_of(run), make_settings(settings_of(run))  # another process may have gone on
        if document is not None:
            wanted = make_settings(document)
            before, after = to_document(settings), to_document(wanted)
            if changed := [key for key in before if before[key] != after[key] and key not in MAY_CHANGE]:
                what = "; ".join(f"{key} was {before[key]}, is {after[key]}" for key in changed)
                raise SettingsError(f"a run goes on with what it began with, but {', '.join(MAY_CHANGE)}: {what}")
            settings = wanted
        session = Session(settings)
        seconds = restore_session(session, folder)
        sweep(run)
        return _learn(session, run, seconds, show)


def _learn(session: Session, run: Path, seconds: float, show: ShowProgress) -> RunResult:
    settings, note = session.settings, session.describe()
    if session.total != settings.steps:
        note += f"; steps: {settings.steps:,} are {session.total:,} in whole updates of {settings.update:,}"
    if session.steps >= session.total:
        note += f"; nothing is left to learn: {session.steps:,} decisions have been learnt from"
    _cut_journal(run, session.steps)
    session.model.set_logger(make_logger(run, settings.tensorboard, session.steps))
    with show(session.steps, session.total) as progress:
        progress.note(note)
        callback = RunCallback(session, run, progress, seconds)
        with callback.finishing_updates():
            session.learn(callback)
        if settings.evaluation.every and not callback.measured:  # nothing was left to learn
            callback.evaluate()
    return RunResult(run, session.steps, tuple(callback.measured))


def _cut_journal(run: Path, steps: int) -> None:
    """Drop what a killed run wrote into its journal after that many decisions."""
    kept = [line for line in read_journal(run) if line["steps"] <= steps] if steps else []
    write_whole(run / JOURNAL, "".join(json.dumps(line) + "\n" for line in kept).encode())


class _TensorBoard(TensorBoardOutputFormat):
    """SB3's writer, which tells readers of its files to drop what a killed run wrote after that many decisions."""

    def __init__(self, folder: Path, begun: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder), purge_step=begun + 1 if begun else None)
        self._is_closed = False


def make_logger(run: Path, tensorboard: bool, begun: int) -> Logger:
    """Return where SB3 logs after that many decisions: to TensorBoard's files, or only in memory.

    Raise SettingsError if TensorBoard is asked for, but not installed.
    """
    outputs: list[KVWriter] = []
    if tensorboard:
        try:
            outputs.append(_TensorBoard(run / TENSORBOARD, begun))
        except ImportError as error:
            raise SettingsError("tensorboard: true needs the package tensorboard") from error
    return Logger(folder=str(run), output_formats=outputs)


MOST_BYTES = 3_000_000
"""Weights of a champion, at most: it comes with every copy of the package."""

_NOTES = ("steps", "settings")  # of a checkpoint, which a champion keeps


def export_policy(
    source: Path, config: Path | None = None, folder: Path | None = None, *, overwrite: bool = False
) -> Path:
    """Make the policy of a checkpoint, or of a run's newest one, a champion, without the state of its training.

    A note says how it came to be: by the file of settings that it was trained with, if it is given, and what was
    changed besides.
    Return the champion's folder, in the given one or (None) among those that come with the package.

    Raises:
        CheckpointError: There is no sound checkpoint.
        SettingsError: The file cannot be read, the checkpoint does not say how it was trained or is too large to be
            shipped, or there is a champion already that is not to be overwritten.
    """
    policy = load_policy(source)
    size = sum(weight.nbytes for weight in weights_of(policy.network).values())
    if size > MOST_BYTES:
        most = f"a champion has at most {MOST_BYTES:,}: train with a smaller network.width"
        raise SettingsError(f"{source}: {size:,} bytes of weights; {most}")
    command = command_of(source, policy, config)
    notes = {key: value for key, value in policy.about.items() if key in _NOTES}
    place = champion_folder(policy.game.name, policy.num_players, folder)
    if place is None:
        raise SettingsError(f"{policy.game.name} has no agents among which its champion would be: name a folder")
    if place.is_dir() and any(place.iterdir()) and not overwrite:
        what = "a champion" if (place / MANIFEST).exists() else "something"
        raise SettingsError(f"{place} holds {what} already: --overwrite replaces it")
    about = {"command": command, "package": arctic_env.__version__, **notes}
    save_checkpoint(place, policy.network, policy.game, policy.num_players, about)
    return place


def command_of(source: Path, policy: Policy, config: Path | None) -> str:
    """Return the command that trains such a policy: its file of settings, if there is one, and the changes."""
    trained = policy.about.get("settings")
    if not isinstance(trained, dict):
        raise SettingsError(f"{source}: its manifest does not say how it was trained; export a run")
    document = {"game": policy.game.name, **(read_document(config) if config else {})}
    try:
        written = to_document(make_settings(document))
    except SettingsError as error:
        raise SettingsError(f"{config}: {error}") from error
    words = ["arctic", "train", *(["--config", config.as_posix()] if config else ["--set", f"game={policy.game.name}"])]
    for key, value in differences(written, trained):
        words += ["--set", f"{key}={json.dumps(value)}"]
    return shlex.join(words)


def differences(written: Mapping[str, Any], trained: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the keys, such as `ppo.entropy`, whose values differ from the file, with their values.

    A dictionary with free keys, such as a mix of opponents, is one value.
    """
    for key, value in trained.items():
        name, before = path + key, written.get(key)
        if isinstance(value, dict) and isinstance(before, dict) and value.keys() == before.keys():
            yield from differences(before, value, f"{name}.")
        elif value != before:
            yield name, value
