"""The whole state of a training run in a checkpoint, so that it goes on as if it had not stopped.

Beside the policy there are the optimizer's state, the snapshots, the games in progress, the random streams, and how
the last games went, of which means are shown; numbers in safetensors, all else in JSON. The journal of a run lies
beside its checkpoints: one JSON line an update.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from torch import Tensor

from arctic_agents.networks.checkpoint import (
    MANIFEST,
    fill,
    load_policy,
    read_file,
    read_manifest,
    read_tensors,
    save_checkpoint,
    weights_of,
)
from arctic_env.errors import CheckpointError, SettingsError
from arctic_env.files import append, write_whole
from arctic_env.validation import is_integer
from arctic_training.errors import TrainingError
from arctic_training.reading import read_settings
from arctic_training.session import Session
from arctic_training.settings import demand, to_document

TENSORS = "training.safetensors"
COUNTERS = "training.json"


def save_session(session: Session, folder: Path, seconds: float) -> None:
    """Write a checkpoint of a run between two updates, when all decisions that can be learnt from have been.

    Args:
        session: the run.
        folder: where.
        seconds: how long it has taken so far.
    """
    session.model.rollout_buffer.reset()
    optimizer = session.model.policy.optimizer.state_dict()
    generator = np.random.get_state(legacy=False)
    tensors = {
        **_prefixed("optimizer", _flatten(optimizer["state"])),
        **_prefixed("tables", _as_tensors(session.tables.save())),
        **_prefixed("decisions", _as_tensors(session.model.rollout_buffer.decisions.save())),
        "random.torch": torch.get_rng_state(),
        "random.numpy": torch.from_numpy(generator["state"]["key"].astype(np.int64)),
    }
    for place, network in enumerate(session.opponents.snapshots):
        tensors |= _prefixed(f"snapshot.{place}", weights_of(network))
    counters = {
        "updates": session.model._n_updates,
        "snapshots": session.opponents.taken,
        "last_games": list(session.last_games),
        "optimizer": optimizer["param_groups"],
        "numpy": {
            "position": generator["state"]["pos"],
            "has_gauss": generator["has_gauss"],
            "gauss": generator["gauss"],
        },
    }
    about = {"steps": session.steps, "seconds": seconds, "settings": to_document(session.settings)}
    more = {TENSORS: save(_whole(tensors)), COUNTERS: json.dumps(counters).encode()}
    save_checkpoint(folder, session.network, session.game, session.settings.players, about, more)


def _as_tensors(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def _whole(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Tensors on the CPU that share no memory, as safetensors wants them."""
    return {name: tensor.detach().cpu().clone().contiguous() for name, tensor in tensors.items()}


def _prefixed(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {f"{prefix}.{name}": tensor for name, tensor in tensors.items()}


def _flatten(state: Mapping[int, Mapping[str, Tensor]]) -> dict[str, Tensor]:
    """The optimizer's numbers by parameter and name, such as `3.exp_avg`."""
    return {f"{number}.{name}": tensor for number, entry in state.items() for name, tensor in entry.items()}


def _under(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Those with the prefix, without it."""
    start = prefix + "."
    return {name[len(start) :]: tensor for name, tensor in tensors.items() if name.startswith(start)}


def restore_session(session: Session, folder: Path) -> float:
    """Put the state of a checkpoint into a session that was made from its settings.

    Returns:
        How many seconds the run has taken so far.

    Raises:
        CheckpointError: it is damaged, or does not fit the session.
    """
    manifest = read_manifest(folder)
    progress = _read_progress(folder, manifest["about"], session.settings.update)
    tensors = read_tensors(folder, manifest, TENSORS)
    restore_network(session, folder)
    try:
        counters = json.loads(read_file(folder, manifest, COUNTERS))
        session.model.num_timesteps = progress.steps
        for place, network in enumerate(session.opponents.snapshots):
            fill(network, _under(f"snapshot.{place}", tensors), f"{folder / TENSORS}: snapshot {place}")
        _restore(session, tensors, counters)
        return progress.seconds
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, RuntimeError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{folder}: does not fit a run of its settings: {error}") from error


def restore_network(session: Session, folder: Path) -> None:
    """Put the weights of a checkpoint into a session.

    Raises:
        CheckpointError: it is damaged, made for other tables than those of the game here, or of another network.
    """
    policy = load_policy(folder)
    for what, made, wanted in (
        ("game", policy.game.name, session.game.name),
        ("players", policy.players, session.settings.players),
        ("network", policy.network.settings, session.network.settings),
    ):
        if made != wanted:
            raise CheckpointError(f"{folder / MANIFEST}: has {what} {made}, its run {wanted}")
    session.network.load_state_dict(weights_of(policy.network))


@dataclass(frozen=True)
class _Progress:
    """How far a run has come: decisions that it has learnt from, and how long that took."""

    steps: int
    seconds: float


def _read_progress(folder: Path, about: Mapping[str, Any], update: int) -> _Progress:
    try:
        progress = read_settings(_Progress, {key: about[key] for key in ("steps", "seconds") if key in about})
        steps, seconds = progress.steps, progress.seconds
        demand(steps >= 0 and steps % update == 0, "steps", f"decisions of whole updates of {update}", steps)
        demand(seconds >= 0, "seconds", "0 or more", seconds)
    except SettingsError as error:
        raise CheckpointError(f"{folder / MANIFEST}: about: {error}") from error
    return progress


def _restore(session: Session, tensors: Mapping[str, Tensor], counters: Mapping[str, Any]) -> None:
    model = session.model
    session.opponents.taken = counters["snapshots"]
    session.last_games = counters.get("last_games", ())  # which the first checkpoints did not have
    model._n_updates = counters["updates"]
    model.policy.optimizer.load_state_dict(
        {"state": _unflatten(_under("optimizer", tensors)), "param_groups": counters["optimizer"]}
    )
    session.tables.restore(_as_arrays(_under("tables", tensors)))
    model.rollout_buffer.decisions.restore(_as_arrays(_under("decisions", tensors)))
    model.go_on()
    _restore_random(tensors, counters["numpy"])


def _as_arrays(tensors: Mapping[str, Tensor]) -> dict[str, NDArray[Any]]:
    return {name: tensor.numpy() for name, tensor in tensors.items()}


def _unflatten(tensors: Mapping[str, Tensor]) -> dict[int, dict[str, Tensor]]:
    state: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        number, _, key = name.partition(".")
        state.setdefault(int(number), {})[key] = tensor
    return state


def _restore_random(tensors: Mapping[str, Tensor], numpy: Mapping[str, Any]) -> None:
    torch.set_rng_state(tensors["random.torch"])
    key = tensors["random.numpy"].numpy().astype(np.uint32)
    np.random.set_state(("MT19937", key, numpy["position"], numpy["has_gauss"], numpy["gauss"]))


def settings_of(folder: Path) -> dict[str, Any]:
    """The settings document of the run that wrote a checkpoint.

    Raises:
        CheckpointError: it has none: it holds a policy, but no run to go on with.
    """
    manifest = read_manifest(folder)
    settings = manifest["about"].get("settings")
    if not isinstance(settings, dict) or TENSORS not in manifest["files"]:
        raise CheckpointError(f"{folder / MANIFEST}: a policy without the state of its training cannot go on")
    return settings


JOURNAL = "journal.jsonl"
TENSORBOARD = "tensorboard"


class Journal:
    """A file of JSON lines, each with the number of decisions learnt from as "steps"."""

    def __init__(self, run: Path, begun: int) -> None:
        """Go on with a run's journal after so many decisions; what a killed run wrote beyond that is dropped."""
        self.path = run / JOURNAL
        kept = [line for line in read_journal(run) if line["steps"] <= begun] if begun else []
        write_whole(self.path, "".join(map(_as_line, kept)).encode())

    def write(self, entry: Mapping[str, Any]) -> None:
        """Add a line; figures that are no finite numbers become null."""
        append(self.path, _as_line(entry))


def _as_line(entry: Mapping[str, Any]) -> str:
    return json.dumps(_without_nan(json.dumps(dict(entry))), allow_nan=False) + "\n"


def _without_nan(text: str) -> Any:
    """JSON, with null for what Python writes as NaN or Infinity, which JSON does not have."""
    return json.loads(text, parse_constant=lambda _: None)


def read_journal(run: Path) -> list[dict[str, Any]]:
    """The lines of a run's journal; a last line that was cut off is left out.

    Raises:
        TrainingError: it cannot be read; the message names the line.
    """
    path = run / JOURNAL
    lines = path.read_bytes().split(b"\n") if path.is_file() else []
    return [_read_line(f"{path}, line {number}", line) for number, line in enumerate(lines[:-1], start=1)]


def _read_line(where: str, line: bytes) -> dict[str, Any]:
    try:
        entry = _without_nan(line.decode())
    except (ValueError, RecursionError) as error:
        raise TrainingError(f"{where}: broken JSON: {error}") from error
    if not isinstance(entry, dict) or not is_integer(entry.get("steps")):
        raise TrainingError(f"{where}: must be a JSON object with steps, an integer")
    return entry


class _TensorBoard(TensorBoardOutputFormat):
    """SB3's writer, which tells those who read its files to drop what a killed run wrote after so many decisions."""

    def __init__(self, folder: Path, begun: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder), purge_step=begun + 1 if begun else None)
        self._is_closed = False


def make_logger(run: Path, tensorboard: bool, begun: int) -> Logger:
    """Where SB3 records its figures after so many decisions: TensorBoard's files, or nowhere but in memory.

    Raises:
        SettingsError: tensorboard is asked for, but not installed.
    """
    outputs: list[KVWriter] = []
    if tensorboard:
        try:
            outputs.append(_TensorBoard(run / TENSORBOARD, begun))
        except ImportError as error:
            raise SettingsError("tensorboard: true needs the package tensorboard") from error
    return Logger(folder=str(run), output_formats=outputs)
