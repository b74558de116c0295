"""The weights that a run or a league begins with where its settings name a checkpoint: `from`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from torch.nn.functional import pad

from agents.policy.checkpoint import load_policy, weights_of
from agents.policy.kinds import FULL
from agents.policy.network import Network, make_network
from arctic_env.errors import SettingsError
from training.settings import NetworkSettings

if TYPE_CHECKING:
    from torch import Tensor


def weights_from(folder: str, game: str, players: int, network: NetworkSettings) -> Mapping[str, Tensor]:
    """The weights of a checkpoint, or of the newest one of a run.

    A critic that goes by the deciding seat's view begins as one that sees all by making nothing of the rest yet.

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
    to_be, as_it_is = asdict(network), policy.network.settings
    widened = to_be == {**as_it_is, "critic": FULL}
    for name, made, wanted in (
        ("game", policy.game.name, game),
        ("players", policy.players, players),
        ("network", as_it_is, as_it_is if widened else to_be),
    ):
        if made != wanted:
            fitting = f"{_remedy(name, made)} makes them fit, or another `from` (null: random weights)"
            raise SettingsError(f"from: {folder} has {name} {made}, the settings {wanted}; {fitting}")
    weights = weights_of(policy.network)
    return _widened(weights, make_network(policy.game, players, **to_be)) if widened else weights


def _widened(weights: Mapping[str, Tensor], network: Network) -> Mapping[str, Tensor]:
    """Weights for a critic that reads the views of all seats: its first layer has the deciding seat's columns first."""
    columns = {name: weight.shape[-1] for name, weight in weights_of(network).items()}
    return {name: pad(weight, (0, columns[name] - weight.shape[-1])) for name, weight in weights.items()}


def _remedy(name: str, made: Any) -> str:
    """The changes of settings that make them fit."""
    parts = (
        {f"{name}.{key}": value for key, value in made.items()} if isinstance(made, dict) else {name: made}
    )
    return " ".join(f"--set {key}={value}" for key, value in parts.items())
