"""ARCTIC's network: one shared head scores every legal card by its features, whatever the decision is about.

What is true of one animal is true of another, so a layer shared by the animals reads the numbers of each (see
`arctic_agents.policy.summary`), with a bias of its own for what sets it apart. From what it makes of the six,
and from the
rest of the position's numbers, an actor and a critic make what they need to know. Each legal card is scored from what
was made of its two animals, its value, the zones it lies in and the block of the action; an action about an animal
alone in the same way. The actor's knowledge is added to that, and also says how much each of these numbers matters: the
tokens, say, with the last card of a turn alone. Actions that are about no card have an ordinary head as well: with the
shared head alone a policy learns them half as fast. Only legal actions are scored, some six a decision.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from arctic_agents.policy.kinds import FULL, VIEW
from arctic_agents.policy.legal import Legal
from arctic_agents.policy.network import FIRST_GAIN, Network, layers, linear
from arctic_agents.policy.summary import DECK, NONE, Deck, Summary, card_blocks
from arctic_env.errors import SettingsError
from arctic_env.games.arctic.material import N_ANIMALS
from arctic_env.model.game import Game

_GATE_GAIN = 0.1  # to begin with all numbers matter nearly alike


class Parted(NamedTuple):
    """k legal actions: the m that are about a card or an animal, and the o that are about no card; some are in both.

    Attributes:
        size: k.
        shared: int64[m], which of the k.
        rows: int64[m], their decisions.
        main: int64[m], animal, counted over the animals of all decisions.
        companion: int64[m], the same.
        features: float32[m, features], the rest of what is known of them.
        others: int64[o], which of the k.
        places: int64[o], their places among those of all decisions.
    """

    size: int
    shared: Tensor
    rows: Tensor
    main: Tensor
    companion: Tensor
    features: Tensor
    others: Tensor
    places: Tensor


class Reading(nn.Module):
    """Makes something of each animal, and of the position."""

    def __init__(self, summary: Summary, width: int, made: int) -> None:
        """Make layers.

        Args:
            summary: what there is to read.
            width: numbers made of each animal.
            made: numbers made of the position.
        """
        super().__init__()
        self.row = summary.row
        self.each = linear(summary.row, width)
        self.own = nn.Parameter(torch.zeros(N_ANIMALS, width))
        self.all = linear(N_ANIMALS * width + summary.size - N_ANIMALS * summary.row, made)

    def forward(self, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Float32[n, animals, width] and float32[n, made], both after a ReLU, from float32[n, size]."""
        table = numbers[:, : N_ANIMALS * self.row].reshape(-1, N_ANIMALS, self.row)
        animals = (self.each(table) + self.own).relu_()
        both = torch.cat([animals.flatten(1), numbers[:, N_ANIMALS * self.row :]], 1)
        return animals, self.all(both).relu_()


class CardsNetwork(Network):
    """Scores cards by their features, other actions and positions by the position's numbers."""

    version = 1

    def __init__(self, game: Game, players: int, width: int, critic: str = VIEW, deck: Deck = DECK) -> None:
        super().__init__()
        self.summary = Summary(game, players, deck)
        each = -(-width // 2)
        self.actor = Reading(self.summary, each, 2 * width)
        self.knowledge = nn.Sequential(linear(2 * width, 2 * width), nn.ReLU(inplace=True))
        self.of_action = nn.Linear(2 * each + self.summary.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.gate = linear(2 * width, width, _GATE_GAIN)
        self.judge = nn.Sequential(nn.ReLU(inplace=True), layers(width, width, 1, gain=FIRST_GAIN))
        self.other_head = linear(2 * width, self.summary.others, FIRST_GAIN)
        self.critic = Reading(self.summary, each, 2 * width)
        self.worth = layers(2 * width * (players if critic == FULL else 1), width, 1, gain=1.0)

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
        parted = self._part(flat, rows, rows * each, actions)
        return self._take(numbers).reshape(len(seen), each, -1), parted

    def _part(
        self,
        flat: NDArray[np.int8],
        rows: NDArray[np.int64],
        seen: NDArray[np.int64],
        actions: NDArray[np.int64],
    ) -> Parted:
        """The legal actions int64[k] of decisions int64[k], which see observations int64[k] of all."""
        plan = self.summary.plan
        shared = np.flatnonzero(plan.block_of[actions] != NONE)
        others = np.flatnonzero(plan.other_of[actions] != NONE)
        about, first = actions[shared], rows[shared] * N_ANIMALS
        arrays = (
            shared,
            rows[shared],
            first + plan.main_of[about],
            first + plan.companion_of[about],
            self.summary.features_of(flat, seen[shared], about),
            others,
            rows[others] * self.summary.others + plan.other_of[actions[others]],
        )
        return Parted(len(rows), *map(self._take, arrays))

    def _take(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.device)

    def _score(self, numbers: Tensor, parted: Parted) -> Tensor:
        animals, made = self.actor(numbers[:, 0])
        known = self.knowledge(made)
        each = animals.flatten(0, 1)
        own = (each.index_select(0, parted.main), each.index_select(0, parted.companion), parted.features)
        about = self.of_action(torch.cat(own, 1)) * (1.0 + self.gate(known)).index_select(0, parted.rows)
        hidden = about + self.of_context(known).index_select(0, parted.rows)
        others = self.other_head(known).flatten().index_select(0, parted.places)
        logits = numbers.new_zeros(parted.size).index_add(0, parted.shared, self.judge(hidden).squeeze(1))
        return logits.index_add(0, parted.others, others)

    def _value(self, numbers: Tensor) -> Tensor:
        made = self.critic(numbers.flatten(0, 1))[1].reshape(len(numbers), -1)
        values: Tensor = self.worth(made).squeeze(1)
        return values


def make(game: Game, players: int, width: int, critic: str) -> CardsNetwork:
    """The network of the kind `cards`.

    Raises:
        SettingsError: the game is not played with ARCTIC's cards.
    """
    if not card_blocks(game.actions):
        raise SettingsError(f"the network 'cards' is for ARCTIC's cards, which {game.name} does not have")
    return CardsNetwork(game, players, width, critic)
