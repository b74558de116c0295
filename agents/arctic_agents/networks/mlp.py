"""The plain network: the whole observation through two hidden layers, one output an action. It is there to compare.

Outputs are worked out for legal actions alone: of some thousand actions that is a fraction of the work.
"""

import torch
from torch import Tensor, nn

from arctic_agents.networks import FULL
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import FIRST_GAIN, Inputs, Network, Scale, layers, linear
from arctic_env.errors import SettingsError
from arctic_env.model.game import Game


class MlpNetwork(Network):
    """Separate networks for the policy and the value, neither of which knows what an action is about."""

    version = 1

    def __init__(self, game: Game, num_players: int, width: int, critic: str) -> None:
        super().__init__()
        table = game.observation(num_players)
        self.scale = Scale(table.parts)
        self.actor = nn.Sequential(layers(table.size, width, width), nn.ReLU(inplace=True))
        self.head = linear(width, game.actions.size, FIRST_GAIN)
        self.critic = layers(table.size * (num_players if critic == FULL else 1), width, width, 1, gain=1.0)

    def read(self, seen: Tensor) -> Inputs:
        """Return all that is seen, scaled, float32[n, ...]; the view of the deciding seat comes first."""
        scaled: Tensor = self.scale(seen.to(self.device).float())
        return (scaled.flatten(1),)

    def score(self, inputs: Inputs, seen: Tensor, legal: Legal) -> Tensor:
        """See `Network.score`."""
        known = self.actor(inputs[0][:, : len(self.scale.factors)]).index_select(0, legal.rows)
        weights = self.head.weight.index_select(0, legal.actions)
        logits: Tensor = torch.linalg.vecdot(known, weights) + self.head.bias.index_select(0, legal.actions)
        return logits

    def value(self, inputs: Inputs) -> Tensor:
        """See `Network.value`."""
        values: Tensor = self.critic(inputs[0]).squeeze(1)
        return values


def make(game: Game, num_players: int, width: int, critic: str, suggestion: bool) -> MlpNetwork:
    """Return the network of the kind `mlp`.

    Raises:
        SettingsError: It is to be told suggestions.
    """
    if suggestion:
        raise SettingsError("the network 'mlp' takes no suggestion: network.suggestion must be false")
    return MlpNetwork(game, num_players, width, critic)
