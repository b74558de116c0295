"""The weights that a run or a league begins with where its settings name a checkpoint: `from`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from torch.nn.functional import pad

from arctic_agents.policy.checkpoint import load_policy, weights_of
from arctic_agents.policy.kinds import FULL
from arctic_agents.policy.network import Network, make_network
from arctic_env.errors import SettingsError
from arctic_training.settings import NetworkSettings

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
    widened = to_be["critic"] == FULL != as_it_is["critic"]
    fits = {**as_it_is, "critic": FULL} if widened else as_it_is
    made = _flat(policy.game.name, policy.players, fits)
    wanted = _flat(game, players, to_be)
    if apart := [name for name in made if made[name] != wanted[name]]:
        has, have = (", ".join(f"{name} {of[name]}" for name in apart) for of in (made, wanted))
        remedy = " ".join(f"--set {name}={made[name]}" for name in apart)
        fitting = f"{remedy} makes them fit, or another `from` (null: random weights)"
        raise SettingsError(f"from: {folder} has {has}, the settings {have}; {fitting}")
    weights = weights_of(policy.network)
    return _widened(weights, make_network(policy.game, players, **to_be)) if widened else weights


def _widened(weights: Mapping[str, Tensor], network: Network) -> Mapping[str, Tensor]:
    """Weights for a critic that reads the views of all seats: its first layer has the deciding seat's columns first."""
    columns = {name: weight.shape[-1] for name, weight in weights_of(network).items()}
    return {name: pad(weight, (0, columns[name] - weight.shape[-1])) for name, weight in weights.items()}


def _flat(game: str, players: int, network: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by the names that --set takes."""
    return {
        "game": game,
        "players": players,
        **{f"network.{key}": value for key, value in network.items()},
    }
