"""The whole state of a training run in a checkpoint, so that it goes on as if it had not stopped.

Beside the policy there are the optimizer's state, the snapshots, the games in progress, the random streams, and how
the last games went, of which means are shown; numbers in safetensors, all else in JSON.
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor

from arctic_agents.networks.checkpoint import (
    load_policy,
    read_file,
    read_manifest,
    read_tensors,
    save_checkpoint,
    weights_of,
)
from arctic_env.errors import CheckpointError
from arctic_training.run_folder import TENSORS
from arctic_training.session import GAMES_SHOWN, Session
from arctic_training.settings import to_document

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
        The seconds that the run has taken so far.

    Raises:
        CheckpointError: It is damaged, or does not fit the session.
    """
    manifest, policy = read_manifest(folder), load_policy(folder)
    tensors, counters = read_tensors(folder, manifest, TENSORS), read_file(folder, manifest, COUNTERS)
    try:
        session.network.load_state_dict(weights_of(policy.network))
        session.model.num_timesteps = manifest["about"]["steps"]
        _restore(session, _nest(tensors), json.loads(counters))
        return float(manifest["about"]["seconds"])
    except (LookupError, TypeError, ValueError, RuntimeError) as error:
        raise CheckpointError(f"{folder}: does not fit a run of its settings: {error}") from error


def _restore(session: Session, state: dict[str, Any], counters: Mapping[str, Any]) -> None:
    model = session.model
    for i, network in enumerate(session.opponents.snapshots):
        network.load_state_dict(state["snapshots"][str(i)])
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
