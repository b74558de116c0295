"""ARCTIC's network: one shared head scores every legal action by its features, whatever the decision is about.

An actor and a critic make what they need to know of the position from its numbers (see `agents.policy.summary`). Each
legal action is scored from its features and from the actor's knowledge: a card by its two animals, its values, the
zones it lies in and the block of the action. Only legal actions are scored, some six a decision.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from agents.policy.legal import Legal
from agents.policy.network import FIRST_GAIN, FULL, VIEW, Network, layers
from agents.policy.summary import DECK, Deck, Numbers, Summary, card_blocks
from arctic_env.core.game import Game
from arctic_env.errors import SettingsError


class CardsNetwork(Network):
    """Scores actions by their features, and positions by their numbers."""

    def __init__(self, game: Game, players: int, width: int, critic: str = VIEW, deck: Deck = DECK) -> None:
        super().__init__()
        self.summary = Summary(game, players, deck)
        size = self.summary.size
        self.actor = nn.Sequential(layers(size, 2 * width, 2 * width), nn.ReLU(inplace=True))
        self.critic = layers(size * (players if critic == FULL else 1), 2 * width, 2 * width, 1, gain=1.0)
        self.of_action = nn.Linear(self.summary.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.judge = nn.Sequential(nn.ReLU(inplace=True), layers(width, width, 1, gain=FIRST_GAIN))

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """See `Network.forward`."""
        numbers, features = self._read(seen, legal)
        return self._score(numbers, features, legal), self._value(numbers)

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """See `Network.logits`."""
        return self._score(*self._read(observations, legal), legal)

    def values(self, seen: Tensor) -> Tensor:
        """See `Network.values`."""
        flat = seen.cpu().flatten(0, -2).numpy()
        return self._value(self._take(self.summary.numbers(flat)).reshape(len(seen), -1, self.summary.size))

    def _read(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """The numbers float32[n, observations of each, size] and the features of legal actions float32[k, features]."""
        flat = seen.cpu().flatten(0, -2).numpy()
        numbers = self.summary.numbers(flat)
        each = len(flat) // len(seen)
        rows, actions = legal.rows.cpu().numpy() * each, legal.actions.cpu().numpy()
        features = self.summary.actions(flat, numbers, rows, actions)
        return self._take(numbers).reshape(len(seen), each, -1), self._take(features)

    def _take(self, numbers: Numbers) -> Tensor:
        return torch.from_numpy(numbers).to(self.device)

    def _score(self, numbers: Tensor, features: Tensor, legal: Legal) -> Tensor:
        context = self.of_context(self.actor(numbers[:, 0]))
        hidden = self.of_action(features) + context.index_select(0, legal.rows)
        scores: Tensor = self.judge(hidden).squeeze(1)
        return scores

    def _value(self, numbers: Tensor) -> Tensor:
        values: Tensor = self.critic(numbers.flatten(1)).squeeze(1)
        return values


def make(game: Game, players: int, width: int, critic: str) -> CardsNetwork:
    """The network of the kind `cards`.

    Raises:
        SettingsError: the game is not played with ARCTIC's cards.
    """
    if not card_blocks(game.actions):
        raise SettingsError(f"the network 'cards' is for ARCTIC's cards, which {game.name} does not have")
    return CardsNetwork(game, players, width, critic)
