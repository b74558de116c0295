"""ARCTIC's network: one shared head scores every legal card by its features, whatever the decision is about.

An actor and a critic make what they need to know of the position from its numbers (see `agents.policy.summary`). Each
legal card is scored from its features and from the actor's knowledge: by its two animals, its values, the zones it
lies in and the block of the action. The few actions that are about no card have an ordinary head of their own: with
the shared head alone a policy learns them half as fast. Only legal actions are scored, some six a decision.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from agents.policy.legal import Legal
from agents.policy.network import FIRST_GAIN, FULL, VIEW, Network, layers, linear
from agents.policy.summary import DECK, Deck, Summary, card_blocks
from arctic_env.core.game import Game
from arctic_env.errors import SettingsError


class Parted(NamedTuple):
    """k legal actions, the m that are about cards apart from the others.

    Attributes:
        rows: int64[m], in which decision each card is legal.
        features: float32[m, features], of the cards.
        others: int64[k - m], places of the other actions among those of all decisions.
        order: int64[k], where each action is in the cards and the others, one after the other.
    """

    rows: Tensor
    features: Tensor
    others: Tensor
    order: Tensor


class CardsNetwork(Network):
    """Scores cards by their features, other actions and positions by the position's numbers."""

    def __init__(self, game: Game, players: int, width: int, critic: str = VIEW, deck: Deck = DECK) -> None:
        super().__init__()
        self.summary = Summary(game, players, deck)
        size = self.summary.size
        self.actor = nn.Sequential(layers(size, 2 * width, 2 * width), nn.ReLU(inplace=True))
        self.critic = layers(size * (players if critic == FULL else 1), 2 * width, 2 * width, 1, gain=1.0)
        self.of_card = nn.Linear(self.summary.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.judge = nn.Sequential(nn.ReLU(inplace=True), layers(width, width, 1, gain=FIRST_GAIN))
        self.other_head = linear(2 * width, self.summary.others, FIRST_GAIN)

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """See `Network.forward`."""
        numbers, parted = self._read(seen, legal)
        return self._score(numbers, parted), self._value(numbers)

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """See `Network.logits`."""
        return self._score(*self._read(observations, legal))

    def values(self, seen: Tensor) -> Tensor:
        """See `Network.values`."""
        flat = seen.cpu().flatten(0, -2).numpy()
        return self._value(self._take(self.summary.numbers(flat)).reshape(len(seen), -1, self.summary.size))

    def _read(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Parted]:
        """The numbers float32[n, observations of each, size], and the legal actions."""
        flat = seen.cpu().flatten(0, -2).numpy()
        numbers = self.summary.numbers(flat)
        each = len(flat) // len(seen)
        rows, actions = legal.rows.cpu().numpy(), legal.actions.cpu().numpy()
        on_card = self.summary.on_card(actions)
        cards, others = np.flatnonzero(on_card), np.flatnonzero(~on_card)
        features = self.summary.cards(flat, numbers, rows[cards] * each, actions[cards])
        places = rows[others] * self.summary.others + self.summary.plan.place_in[actions[others]]
        order = np.empty_like(rows)
        order[np.concatenate([cards, others])] = np.arange(len(rows))
        parted = Parted(*map(self._take, (rows[cards], features, places, order)))
        return self._take(numbers).reshape(len(seen), each, -1), parted

    def _take(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.device)

    def _score(self, numbers: Tensor, parted: Parted) -> Tensor:
        known = self.actor(numbers[:, 0])
        hidden = self.of_card(parted.features) + self.of_context(known).index_select(0, parted.rows)
        cards = self.judge(hidden).squeeze(1)
        others = self.other_head(known).flatten().index_select(0, parted.others)
        return torch.cat([cards, others]).index_select(0, parted.order)

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
