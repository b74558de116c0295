"""The whole state of a training run in a checkpoint, so that it goes on as if it had not stopped.

Beside the policy there are the optimizer's state, the snapshots, the games in progress, the random streams, and how
the last games went, of which means are shown; numbers in safetensors, all else in JSON. The journal of a run lies
beside its checkpoints: one JSON line an update.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
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
from arctic_env.validation import is_integer, short_repr
from arctic_training.run_folder import JOURNAL, TENSORBOARD, TrainingError
from arctic_training.session import GAMES_SHOWN, Session
from arctic_training.settings import to_document

TENSORS = "training.safetensors"
COUNTERS = "training.json"


def save_session(session: Session, folder: Path, seconds: float) -> None:
    """Write a checkpoint of a run between two updates.

    Args:
        session: The run.
        folder: Where.
        seconds: How long it has taken so far.
    """
    model = session.model
    model.rollout_buffer.reset()
    optimizer = model.policy.optimizer.state_dict()
    generator = np.random.get_state(legacy=False)
    key = generator["state"].pop("key").astype(np.int64)  # which safetensors has, unlike unsigned ones
    state = {
        "optimizer": optimizer["state"],
        "env": session.env.save(),
        "decisions": model.rollout_buffer.decisions.save(),
        "random": {"torch": torch.get_rng_state(), "numpy": key},
        "snapshots": {i: weights_of(network) for i, network in enumerate(session.opponents.snapshots)},
    }
    counters = {
        "updates": model._n_updates,
        "snapshots": session.opponents.taken,
        "last_games": list(model.ep_info_buffer or ()),
        "optimizer": optimizer["param_groups"],
        "numpy": generator,
    }
    about = {"steps": session.steps, "seconds": seconds, "settings": to_document(session.settings)}
    more = {TENSORS: save(dict(_flatten(state))), COUNTERS: json.dumps(counters).encode()}
    save_checkpoint(folder, session.network, session.game, session.settings.num_players, about, more)


def _flatten(state: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Tensor]]:
    """Yield the arrays and tensors of nested dictionaries, named by their keys: on the CPU, sharing no memory."""
    for key, value in state.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", torch.as_tensor(value).detach().cpu().clone().contiguous()


def _nest(tensors: Mapping[str, Tensor]) -> dict[str, Any]:
    """Return nested dictionaries again, of three levels: names of weights have points of their own."""
    state: dict[str, Any] = {}
    for name, tensor in tensors.items():
        *parents, key = name.split(".", 2)
        place = state
        for parent in parents:
            place = place.setdefault(parent, {})
        place[key] = tensor
    return state


def restore_session(session: Session, folder: Path) -> float:
    """Put the state of a checkpoint into a session that was made from its settings.

    Returns:
        How many seconds the run has taken so far.

    Raises:
        CheckpointError: It is damaged, or does not fit the session.
    """
    manifest = read_manifest(folder)
    steps, seconds = (manifest["about"].get(name) for name in ("steps", "seconds"))
    _check_progress(f"{folder / MANIFEST}: about", steps, seconds, session.settings.update)
    tensors = read_tensors(folder, manifest, TENSORS)
    _restore_network(session, folder)
    session.model.num_timesteps = steps
    try:
        _restore(session, _nest(tensors), json.loads(read_file(folder, manifest, COUNTERS)), folder)
    except (LookupError, TypeError, ValueError, RuntimeError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{folder}: does not fit a run of its settings: {error}") from error
    return float(seconds)


def _check_progress(where: str, steps: Any, seconds: Any, update: int) -> None:
    if not is_integer(steps) or steps < 0 or steps % update:
        whole = f"steps must be decisions of whole updates of {update}"
        raise CheckpointError(f"{where}: {whole}, not {short_repr(steps)}")
    if not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
        raise CheckpointError(f"{where}: seconds must be a number from 0, not {short_repr(seconds)}")


def _restore_network(session: Session, folder: Path) -> None:
    policy = load_policy(folder)
    for what, made, wanted in (
        ("game", policy.game.name, session.game.name),
        ("players", policy.players, session.settings.num_players),
        ("network", policy.network.settings, session.network.settings),
    ):
        if made != wanted:
            raise CheckpointError(f"{folder / MANIFEST}: has {what} {made}, its run {wanted}")
    session.network.load_state_dict(weights_of(policy.network))


def _restore(session: Session, state: dict[str, Any], counters: Mapping[str, Any], folder: Path) -> None:
    model = session.model
    for i, network in enumerate(session.opponents.snapshots):
        fill(network, state["snapshots"].get(str(i), {}), f"{folder / TENSORS}: snapshot {i}")
    session.opponents.taken = counters["snapshots"]
    model.ep_info_buffer = deque(counters["last_games"], GAMES_SHOWN)
    model.ep_success_buffer = deque(maxlen=GAMES_SHOWN)  # SB3 makes both or none
    model._n_updates = counters["updates"]
    optimizer = {int(number): entry for number, entry in state["optimizer"].items()}
    model.policy.optimizer.load_state_dict({"state": optimizer, "param_groups": counters["optimizer"]})
    session.env.restore(_as_arrays(state["env"]))
    model._last_obs = session.env.shown.observations  # else SB3 would deal anew
    model.rollout_buffer.decisions.restore(_as_arrays(state["decisions"]))
    torch.set_rng_state(state["random"]["torch"])
    generator: dict[str, Any] = counters["numpy"]
    generator["state"]["key"] = state["random"]["numpy"].numpy().astype(np.uint32)
    np.random.set_state(generator)


def _as_arrays(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested dictionaries with arrays in the place of tensors."""
    return {name: _as_arrays(v) if isinstance(v, Mapping) else v.numpy() for name, v in state.items()}


def settings_of(folder: Path) -> dict[str, Any]:
    """Return the settings document of the run that wrote a checkpoint.

    Raises:
        CheckpointError: It has none: it holds a policy, but no run to go on with.
    """
    manifest = read_manifest(folder)
    settings = manifest["about"].get("settings")
    if not isinstance(settings, dict) or TENSORS not in manifest["files"]:
        raise CheckpointError(f"{folder / MANIFEST}: a policy without the state of its training cannot go on")
    return settings


class Journal:
    """A file of JSON lines, each with the number of decisions learnt from as "steps"."""

    def __init__(self, run: Path, begun: int) -> None:
        """Go on with a run's journal after that many decisions; what a killed run wrote beyond that is dropped."""
        self.path = run / JOURNAL
        kept = [line for line in read_journal(run) if line["steps"] <= begun] if begun else []
        write_whole(self.path, "".join(map(_as_line, kept)).encode())

    def write(self, entry: Mapping[str, Any]) -> None:
        """Add a line; figures that are no finite numbers become null."""
        append(self.path, _as_line(entry))


def _as_line(entry: Mapping[str, Any]) -> str:
    return json.dumps(_without_nan(json.dumps(entry)), allow_nan=False) + "\n"


def _without_nan(text: str) -> Any:
    """Read JSON, with null for what Python writes as NaN or Infinity, which JSON does not have."""
    return json.loads(text, parse_constant=lambda _: None)


def read_journal(run: Path) -> list[dict[str, Any]]:
    """Return the lines of a run's journal; a last line that was cut off is left out.

    Raises:
        TrainingError: It cannot be read; the message names the line.
    """
    path = run / JOURNAL
    lines = path.read_bytes().split(b"\n") if path.is_file() else []
    return [_read_line(f"{path}, line {number}", line) for number, line in enumerate(lines[:-1], start=1)]


def _read_line(where: str, line: bytes) -> dict[str, Any]:
    try:
        entry = _without_nan(line.decode())
    except ValueError as error:
        raise TrainingError(f"{where}: broken JSON: {error}") from error
    if not isinstance(entry, dict) or not is_integer(entry.get("steps")):
        raise TrainingError(f"{where}: must be a JSON object with steps, an integer")
    return entry


class _TensorBoard(TensorBoardOutputFormat):
    """SB3's writer, which tells readers of its files to drop what a killed run wrote after that many decisions."""

    def __init__(self, folder: Path, begun: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder), purge_step=begun + 1 if begun else None)
        self._is_closed = False


def make_logger(run: Path, tensorboard: bool, begun: int) -> Logger:
    """Return where SB3 logs after that many decisions: to TensorBoard's files, or only in memory.

    Raises:
        SettingsError: TensorBoard is asked for, but not installed.
    """
    outputs: list[KVWriter] = []
    if tensorboard:
        try:
            outputs.append(_TensorBoard(run / TENSORBOARD, begun))
        except ImportError as error:
            raise SettingsError("tensorboard: true needs the package tensorboard") from error
    return Logger(folder=str(run), output_formats=outputs)
