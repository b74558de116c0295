"""Make the policy of a run a champion that comes with the package."""

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import arctic_env
from arctic_agents.networks import MANIFEST
from arctic_agents.networks.checkpoint import Policy, champion_folder, load_policy, save_checkpoint, weights_of
from arctic_env.errors import SettingsError
from arctic_training.settings import make_settings, read_document, to_document

MOST_BYTES = 3_000_000
"""Weights of a champion, at most: it comes with every copy of the package."""

_NOTES = ("steps", "settings")  # of a checkpoint, which a champion keeps


def export_policy(source: Path, config: Path, folder: Path | None = None, *, overwrite: bool = False) -> Path:
    """Make a policy a champion: its weights without the state of their training, and a note of how they came to be.

    Args:
        source: A checkpoint, or a run, whose newest one is taken.
        config: The file of settings that it was trained with; what was changed besides it is noted, too.
        folder: Where the champions are; None for those that come with the package.
        overwrite: Replace one for the same game and number of players.

    Returns:
        The champion's folder.

    Raises:
        CheckpointError: There is no sound checkpoint.
        SettingsError: The file cannot be read, the checkpoint does not say how it was trained or is too large to be
            shipped, or there is a champion already.
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


def command_of(source: Path, policy: Policy, config: Path) -> str:
    """Return the command that trains such a policy: its file of settings, and the changes."""
    trained = policy.about.get("settings")
    if not isinstance(trained, dict):
        raise SettingsError(f"{source}: its manifest does not say how it was trained; export a run")
    document = {"game": policy.game.name, **read_document(config)}
    try:
        written = to_document(make_settings(document))
    except SettingsError as error:
        raise SettingsError(f"{config}: {error}") from error
    words = ["arctic", "train", "--config", config.as_posix()]
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
