"""Checkpoints: a folder of safetensors and JSON. Reading one runs no code of it.

    manifest.json        what it is, for which tables, and the SHA-256 of every other file
    policy.safetensors   the weights of the network
    ...                  what else its writer needs, such as the state of training

A folder is written beside its place and renamed when it is complete, so there are no half checkpoints. In the folder of
a run they are named checkpoints/000001234567, by the decisions learnt from.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

import arctic_env
from arctic_agents.networks import CHECKPOINTS, MANIFEST, checkpoints_of
from arctic_agents.networks.network import Network, make_network
from arctic_env.errors import AgentError, CheckpointError, SettingsError
from arctic_env.files import as_path, naming, reason, write_through
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_package
from arctic_env.validation import short_repr

FORMAT = "arctic/checkpoint/1"
POLICY = "policy.safetensors"

_FIELDS = {"game": str, "version": int, "players": int, "tables": dict, "network": dict, "files": dict, "about": dict}


@dataclass(frozen=True)
class Policy:
    """A network that was read from a checkpoint."""

    network: Network
    game: Game
    num_players: int
    about: dict[str, Any]  # the writer's notes, such as settings and counters

    def demand(self, game: Game, num_players: int, name: str) -> Policy:
        """Return the policy; AgentError, with that name, unless it is for this game and number of players."""
        if self.game is not game:
            raise AgentError(f"{name} was made for {self.game.name}, not for {game.name}")
        if self.num_players != num_players:
            raise AgentError(f"{name} was made for {self.num_players} players, not for {num_players}")
        return self


def save_checkpoint(
    folder: Path,
    network: Network,
    game: Game,
    num_players: int,
    about: Mapping[str, Any],
    more: Mapping[str, bytes] | None = None,
) -> None:
    """Write a checkpoint, all of it or nothing.

    Args:
        folder: The checkpoint's folder; an earlier one is replaced.
        network: The network whose weights are saved.
        game: The game that it plays.
        num_players: The number of players.
        about: Notes for the manifest; must be JSON.
        more: Further files by name.
    """
    files = {POLICY: save(weights_of(network)), **(more or {})}
    manifest = {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "players": num_players,
        "tables": describe_tables(game, num_players),
        "network": {**network.settings, "version": network.version},
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        "about": dict(about),
    }
    text = json.dumps(manifest, indent=2) + "\n"
    _write_folder(folder, {**files, MANIFEST: text.encode()})


def weights_of(network: Network) -> dict[str, torch.Tensor]:
    """Return the weights by name, apart from the network."""
    return {name: weight.detach().cpu().contiguous() for name, weight in network.state_dict().items()}


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    with naming(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, content in files.items():
                write_through(fresh / name, content)
            fresh.chmod(0o755)
            remove_folder(folder)
            fresh.rename(folder)
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise


def remove_folder(folder: Path) -> None:
    """Remove a checkpoint, if there is one, in one step for other processes; of a link the link alone."""
    if os.path.lexists(folder):
        doomed = folder.with_name(f".{folder.name}-{os.getpid()}")
        folder.rename(doomed)
        _remove(doomed)


def _remove(place: Path) -> None:
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink()


def sweep(run: Path) -> None:
    """Remove the half-written or half-removed checkpoints of a killed run."""
    steps = ".[0-9]*"  # other hidden files, such as .DS_Store, are somebody else's
    for left in (run / CHECKPOINTS).glob(steps):
        _remove(left)


def step_folder(run: Path, steps: int) -> Path:
    """Return the folder of a run's checkpoint after that many decisions."""
    return run / CHECKPOINTS / f"{steps:012}"


def find_checkpoint(path: str | Path) -> Path:
    """Return the checkpoint that a path names: itself, or the newest one of a run; CheckpointError if there is none."""
    path = as_path(str(path))
    if (path / MANIFEST).is_file():
        return path
    found = checkpoints_of(path)
    if not found:
        raise CheckpointError(f"{path}: there is no checkpoint, neither here nor in {CHECKPOINTS}/")
    return found[-1]


def champion_folder(game: str, num_players: int, folder: Path | None = None) -> Path | None:
    """Return the folder of the champion of a game and number of players, whether or not it exists.

    It is in `folder`, by default among the agents of the game; a game without such agents has no place for it.
    """
    if folder is not None:
        return folder / f"{game}_{num_players}p"
    package = agents_package(game)
    return None if package is None else Path(package.__path__[0]) / f"champion_{num_players}p"


def find_champion(game: str, num_players: int, folder: Path | None = None) -> Path:
    """Return the champion of a game and number of players, as `champion_folder`; AgentError if there is none."""
    place = champion_folder(game, num_players, folder)
    if place is None or not (place / MANIFEST).is_file():
        alike = place.parent.glob(f"{place.name.rpartition('_')[0]}_*p/{MANIFEST}") if place else ()
        there = ", ".join(sorted(each.parent.name.rpartition("_")[2][:-1] for each in alike))
        yours = "ppo:PATH plays a policy of your own, arctic export makes it a champion"
        only = f", only for {there}" if there else ""
        where = f"{folder}: " if folder is not None else ""
        raise AgentError(f"{where}there is no champion of {game} for {num_players} players{only}; {yours}")
    return place


def load_policy(path: str | Path) -> Policy:
    """Read the network of a checkpoint, or of the newest one of a run.

    Raises:
        CheckpointError: There is none, it is damaged, or it was made for other tables than those of the game here.
    """
    folder = find_checkpoint(path)
    where, manifest = folder / MANIFEST, read_manifest(folder)
    game, num_players = _check_game(where, manifest)
    settings = dict(manifest["network"])
    version = settings.pop("version", None)
    try:
        network = make_network(game, num_players, **settings)
    except (SettingsError, TypeError) as error:
        raise CheckpointError(f"{where}: network: {error}") from error
    if version != network.version:
        made = f"made by version {version} of the network {short_repr(settings['kind'])}"
        raise CheckpointError(f"{where}: {made}, this is version {network.version}: train anew")
    try:
        network.load_state_dict(read_tensors(folder, manifest, POLICY))
    except RuntimeError as error:
        raise CheckpointError(f"{folder / POLICY}: weights of another network: {error}") from error
    network.eval()
    return Policy(network, game, num_players, manifest["about"])


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest; CheckpointError if it is none of this format."""
    where = folder / MANIFEST
    try:
        manifest = json.loads(where.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{where}: cannot be read: {reason(error)}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise CheckpointError(f"{where}: not of the format {FORMAT}")
    for field, kind in _FIELDS.items():
        if not isinstance(manifest.get(field), kind):
            raise CheckpointError(f"{where}: {field} is missing or no {kind.__name__}")
    return manifest


def read_file(folder: Path, manifest: Mapping[str, Any], name: str) -> bytes:
    """Return a file of a checkpoint; CheckpointError if it is missing or not what was written."""
    if name not in manifest["files"]:
        raise CheckpointError(f"{folder}: has no {name}")
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise CheckpointError(f"{folder / name}: cannot be read: {reason(error)}") from error
    if hashlib.sha256(content).hexdigest() != manifest["files"][name]:
        raise CheckpointError(f"{folder / name}: damaged: its SHA-256 is not the one in {MANIFEST}")
    return content


def read_tensors(folder: Path, manifest: Mapping[str, Any], name: str) -> dict[str, torch.Tensor]:
    """Return the tensors of a file of a checkpoint; CheckpointError as `read_file`."""
    content = read_file(folder, manifest, name)
    try:
        return load(content)
    except SafetensorError as error:
        raise CheckpointError(f"{folder / name}: no safetensors file: {error}") from error


def _check_game(where: Path, manifest: Mapping[str, Any]) -> tuple[Game, int]:
    """Return the game and number of players, if the network still fits them."""
    name, num_players = manifest["game"], manifest["players"]
    if name not in arctic_env.games():
        raise CheckpointError(f"{where}: made for a game {short_repr(name)} that is not known here")
    game = arctic_env.game(name)
    if manifest["version"] != game.version:
        versions = f"version {manifest['version']} of {name}, this is version {game.version}"
        raise CheckpointError(f"{where}: made for {versions}")
    if num_players not in game.players:
        raise CheckpointError(f"{where}: made for {num_players} players, which {name} does not have")
    if changes := differences(manifest["tables"], describe_tables(game, num_players)):
        raise CheckpointError(f"{where}: made for other tables of {name} than there are now ({changes})")
    return game, num_players


Tables = dict[str, dict[str, Any]]


def describe_tables(game: Game, num_players: int) -> Tables:
    """Return observation parts, action blocks and rule parameters as JSON, without their wording in the documentation.

    A checkpoint that was made for other tables does not fit the game any more.
    """
    parts = game.observation(num_players).parts
    return {
        "observation": {part.name: [part.offset, list(part.shape), part.low, part.high] for part in parts},
        "actions": {block.name: [block.start, list(block.arguments)] for block in game.actions.blocks},
        "parameters": {name: list(each.values) for name, each in game.parameters.items()},
    }


def differences(then: Tables, now: Tables) -> str:
    """Describe in words the changes of the tables; an empty text if there are none."""
    changes = []
    for table, entries in now.items():
        before = then.get(table, {})
        for how, names in (
            ("new", [name for name in entries if name not in before]),
            ("gone", [name for name in before if name not in entries]),
            ("changed", [name for name in entries if name in before and entries[name] != before[name]]),
        ):
            if names:
                changes.append(f"{table}: {how}: {', '.join(names)}")
    return "; ".join(changes)
