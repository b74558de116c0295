"""The plain network: the whole observation through two hidden layers, one output an action. It is there to compare."""

from torch import Tensor

from agents.policy.legal import Legal
from agents.policy.network import FIRST_GAIN, Network, Scale, layers
from arctic_env.core.game import Game


class MlpNetwork(Network):
    """Separate networks for the policy and the value, neither of which knows what an action is about."""

    def __init__(self, game: Game, players: int, width: int) -> None:
        super().__init__()
        table = game.observation(players)
        self.scale = Scale(table.parts)
        self.actor = layers(table.size, width, width, game.actions.size, gain=FIRST_GAIN)
        self.critic = layers(table.size, width, width, 1, gain=1.0)

    def forward(self, observations: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """See `Network.forward`."""
        scaled = self.scale(observations.float())
        return self.actor(scaled)[legal.rows, legal.actions], self.critic(scaled).squeeze(1)

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """See `Network.logits`."""
        logits: Tensor = self.actor(self.scale(observations.float()))[legal.rows, legal.actions]
        return logits

    def values(self, observations: Tensor) -> Tensor:
        """See `Network.values`."""
        values: Tensor = self.critic(self.scale(observations.float())).squeeze(1)
        return values


def make(game: Game, players: int, width: int) -> MlpNetwork:
    """The network of the kind `mlp`."""
    return MlpNetwork(game, players, width)
