"""Making the policy of a run or league a champion that comes with the package."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import arctic_env
from agents.policy.champion import SHIPPED, champion_folder
from agents.policy.checkpoint import Policy, load_policy, save_checkpoint, weights_of
from arctic_env.errors import SettingsError
from training.league import settings as league
from training.reading import make_settings, read_document, read_settings
from training.settings import to_document

MOST_BYTES = 2_000_000
"""Weights of a champion, at most: it comes with every copy of the package."""

_TOLD = ("steps", "settings", "league", "standings")  # notes of a checkpoint that a champion keeps


def export_policy(source: Path, config: Path, folder: Path = SHIPPED) -> Path:
    """Write the policy of a checkpoint without the state of its training, with a note of how it came to be.

    Args:
        source: a checkpoint, or a run, whose newest one is taken.
        config: the file of settings that it was trained with; what was changed besides it is noted, too.
        folder: where the champions are; one for the same game and number of players is replaced.

    Returns:
        The champion's folder.

    Raises:
        CheckpointError: there is no sound checkpoint.
        SettingsError: the file cannot be read, the checkpoint does not say how it was trained, or it is too large to
            be shipped.
    """
    policy = load_policy(source)
    size = sum(weight.nbytes for weight in weights_of(policy.network).values())
    if size > MOST_BYTES:
        most = f"a champion has at most {MOST_BYTES:,}: train with a smaller network.width"
        raise SettingsError(f"{source}: {size:,} bytes of weights; {most}")
    command = command_of(source, policy, config)
    told = {key: value for key, value in policy.about.items() if key in _TOLD}
    about = {"command": command, "package": arctic_env.__version__, **told}
    place = champion_folder(policy.game.name, policy.players, folder)
    save_checkpoint(place, policy.network, policy.game, policy.players, about)
    return place


def command_of(source: Path, policy: Policy, config: Path) -> str:
    """The command that trains such a policy: its file of settings, and what was changed of it."""
    document, about = read_document(config), policy.about
    if isinstance(about.get("league"), dict):
        name, trained = "league", about["league"]
        written = league.to_document(read_settings(league.LeagueSettings, document))
    elif isinstance(about.get("settings"), dict):
        name, trained, written = "train", about["settings"], to_document(make_settings(document))
    else:
        raise SettingsError(
            f"{source}: its manifest does not say how it was trained; export a run or a league"
        )
    words = ["arctic", name, "--config", config.as_posix()]
    for key, value in differences(written, trained):
        words += ["--set", f"{key}={json.dumps(value)}"]
    return shlex.join(words)


def differences(
    written: Mapping[str, Any], trained: Mapping[str, Any], path: str = ""
) -> Iterator[tuple[str, Any]]:
    """Keys, such as `ppo.entropy`, whose values are others than in the file, with these values.

    What may have any keys, such as a mix of opponents, is one value.
    """
    for key, value in trained.items():
        name, before = path + key, written.get(key)
        if isinstance(value, dict) and isinstance(before, dict) and value.keys() == before.keys():
            yield from differences(before, value, f"{name}.")
        elif value != before:
            yield name, value
