"""The network of games on a board: one shared head scores every legal action about squares by its features.

An actor and a critic make what they need to know of the position from its numbers (see
`arctic_agents.policy.board_features`).
Each legal action that names a square is scored from its features and from the actor's knowledge, so what is learnt of
one square is known of all. The few other actions have an ordinary head.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from arctic_agents.policy.board_features import Boards
from arctic_agents.policy.board_plan import make_plan
from arctic_agents.policy.kinds import FULL
from arctic_agents.policy.legal import Legal
from arctic_agents.policy.network import FIRST_GAIN, Network, layers, linear
from arctic_env.errors import SettingsError
from arctic_env.model.game import Game


class Parted(NamedTuple):
    """k legal actions, the m that are about squares apart from the others.

    Attributes:
        rows: int64[m], in which decision each of the m is legal.
        features: float32[m, features], of the m.
        others: int64[k - m], places of the other actions among those of all decisions.
        order: int64[k], where each action is in the m and the others, one after the other.
    """

    rows: Tensor
    features: Tensor
    others: Tensor
    order: Tensor


class BoardNetwork(Network):
    """Scores actions about squares by their features, other actions and positions by the position's numbers."""

    version = 1

    def __init__(self, boards: Boards, seen: int, width: int) -> None:
        """Make layers.

        Args:
            boards: what there is to read.
            seen: observations that the critic sees of a position.
            width: units of a hidden layer.
        """
        super().__init__()
        self.boards = boards
        self.actor = nn.Sequential(layers(boards.size, 2 * width, 2 * width), nn.ReLU(inplace=True))
        self.critic = layers(boards.size * seen, 2 * width, 2 * width, 1, gain=1.0)
        self.of_action = nn.Linear(boards.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.judge = nn.Sequential(nn.ReLU(inplace=True), layers(width, width, 1, gain=FIRST_GAIN))
        self.other_head = linear(2 * width, boards.others, FIRST_GAIN)

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """See `Network.forward`."""
        numbers, parted = self._read(seen, legal)
        return self._score(numbers, parted), self._value(numbers)

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """See `Network.logits`."""
        return self._score(*self._read(observations, legal))

    def values(self, seen: Tensor) -> Tensor:
        """See `Network.values`."""
        return self._value(self._numbers(seen))

    def _numbers(self, seen: Tensor) -> Tensor:
        """The numbers float32[n, observations of each, size]."""
        numbers = self.boards.numbers(seen.cpu().flatten(0, -2).numpy())
        return self._take(numbers).reshape(len(seen), -1, self.boards.size)

    def _read(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Parted]:
        """The numbers, and the legal actions."""
        rows, actions = legal.rows.cpu().numpy(), legal.actions.cpu().numpy()
        about_squares = self.boards.about_squares(actions)
        shared, others = np.flatnonzero(about_squares), np.flatnonzero(~about_squares)
        flat = seen.cpu().flatten(0, -2).numpy()
        each = len(flat) // len(seen)
        features = self.boards.features_of(flat, rows[shared] * each, actions[shared])
        places = rows[others] * self.boards.others + self.boards.plan.place_in[actions[others]]
        order = np.empty_like(rows)
        order[np.concatenate([shared, others])] = np.arange(len(rows))
        parted = Parted(*map(self._take, (rows[shared], features, places, order)))
        return self._numbers(seen), parted

    def _take(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.device)

    def _score(self, numbers: Tensor, parted: Parted) -> Tensor:
        known = self.actor(numbers[:, 0])
        hidden = self.of_action(parted.features) + self.of_context(known).index_select(0, parted.rows)
        shared = self.judge(hidden).squeeze(1)
        others = self.other_head(known).flatten().index_select(0, parted.others)
        return torch.cat([shared, others]).index_select(0, parted.order)

    def _value(self, numbers: Tensor) -> Tensor:
        values: Tensor = self.critic(numbers.flatten(1)).squeeze(1)
        return values


def make(game: Game, players: int, width: int, critic: str) -> BoardNetwork:
    """The network of the kind `board`.

    Raises:
        SettingsError: the actions of the game are about no squares, or it shows no boards.
    """
    plan = make_plan(game.observation(players), game.actions)
    if plan is None:
        raise SettingsError(
            f"the network 'board' is for games on boards of squares, which {game.name} does not have"
        )
    return BoardNetwork(Boards(plan), players if critic == FULL else 1, width)
