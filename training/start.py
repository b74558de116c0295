"""The weights that a run or a league begins with where its settings name a checkpoint: `from`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from agents.policy.checkpoint import load_policy, weights_of
from arctic_env.errors import SettingsError
from training.settings import NetworkSettings

if TYPE_CHECKING:
    from torch import Tensor


def weights_from(folder: str, game: str, players: int, network: NetworkSettings) -> Mapping[str, Tensor]:
    """The weights of a checkpoint, or of the newest one of a run.

    Args:
        folder: where it is.
        game: the game that they are to play.
        players: how many play.
        network: what they are to fit.

    Raises:
        CheckpointError: there is no sound checkpoint.
        SettingsError: it is of another game, number of players or network; the message says what would fit.
    """
    policy = load_policy(folder)
    for name, made, wanted in (
        ("game", policy.game.name, game),
        ("players", policy.players, players),
        ("network", policy.network.settings, asdict(network)),
    ):
        if made != wanted:
            raise SettingsError(
                f"from: {folder} has {name} {made}, the settings {wanted}; {_remedy(name, made)} makes them fit"
            )
    return weights_of(policy.network)


def _remedy(name: str, made: Any) -> str:
    """The changes of settings that make them fit."""
    parts = (
        {f"{name}.{key}": value for key, value in made.items()} if isinstance(made, dict) else {name: made}
    )
    return " ".join(f"--set {key}={value}" for key, value in parts.items())
