"""Games between searching agents, played by hand where the arena would hide too much, and a policy that is told."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.networks.suggestions import Observing
from arctic_agents.search import Options, SearchAgent
from arctic_agents.search.heuristics import Determinize
from arctic_env.kernels.rewards import MARGIN
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from tests.conformance.toy.game import GAME as TOY
from tests.conformance.toy.state import DTYPE, NO_CARD, SHORT_CARDS

ARCTIC, IGLU, NORTH_POLE = (arctic_env.game(name) for name in ("arctic", "iglu", "north_pole"))

States = NDArray[Any]


def searcher(
    determinize: Determinize | None = None, game: Game = ARCTIC, num_players: int = 2, **options: Any
) -> SearchAgent:
    """An agent that searches a little."""
    return SearchAgent(game, num_players, Options(**{"rollouts": 30, **options}), determinize=determinize)


def decide(agent: SearchAgent, position: Position, seed: int = 0) -> int:
    """What an agent does for the seat to decide."""
    assert position.seat is not None
    view = position.view(position.seat)
    seats, seeds = np.array([view.seat], np.int8), np.array([seed], np.int64)
    return int(agent.decide(view.states.copy(), seats, view.mask()[None], seeds)[0])


def play_deals(
    game: Game, deals: int, first: SearchAgent, second: SearchAgent, show: Callable[[Position], None]
) -> NDArray[np.float64]:
    """How far `first` is ahead of `second` in the mean of both seatings of a deal, float64[deals].

    `show` is called with each position before it is decided.
    """
    margins = np.zeros((deals, 2))
    for deal in range(deals):
        for place in range(2):
            position, number = game.deal(seed=deal, num_players=2), 0
            while position.seat is not None:
                show(position)
                agent = first if position.seat == place else second
                position = position.apply(decide(agent, position, seed=1000 * deal + number))
                number += 1
            totals = position.totals().tolist()
            margins[deal, place] = totals[place] - totals[1 - place]
    return margins.mean(axis=1)


def toy(hand: int, drawn: int = NO_CARD, players: int = 2, turns: int = 0) -> Position:
    """Seat 0 decides with this card after so many turns of a game where others hold what they may."""
    states = np.zeros(1, DTYPE)
    TOY.batch.deal(states, np.array([0]), *TOY.options(players))
    rest = [card for card in range(SHORT_CARDS) if card not in (hand, drawn)]
    s = states[0]
    s.hand[:players] = [hand, *rest[: players - 1]]
    deck = rest[players - 1 :]
    s.drawn, s.deck_size, s.turns = drawn, len(deck), turns
    s.deck[:] = NO_CARD
    s.deck[: len(deck)] = deck
    return Position(TOY, states)


class Saying:
    """In the place of an evaluator of the toy: says what it is told.

    Its policy finds actions as likely as `chances` says, 1 by default, and its critic expects `worth(state)`.
    """

    def __init__(self, chances: dict[int, float], worth: Callable[[Any], float]) -> None:
        self.payoff, self.unit = MARGIN, 10.0
        self.observing = Observing(TOY, max(TOY.players))
        self.asked: list[int] = []  # decisions of the policy in each call
        self.judged: list[int] = []  # states of the critic in each call
        self._chances, self._worth = chances, worth

    def probabilities(
        self, views: States, seats: NDArray[np.int8], lengths: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        assert (views["seat"] == seats).all()
        chances = np.array([self._chances.get(action, 1.0) for action in actions.tolist()])
        rows = np.repeat(np.arange(len(lengths)), lengths)
        return chances / np.bincount(rows, chances)[rows]

    def logits(
        self, observations: NDArray[np.int8], ends: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        assert len(observations) == len(ends)
        assert ends[-1] == len(actions)
        self.asked.append(len(ends))
        return np.log([self._chances.get(action, 1.0) for action in actions.tolist()]).astype(np.float32)

    def utilities(self, states: States, seats: NDArray[np.int8]) -> NDArray[np.float64]:
        assert (states["seat"] == seats).all()
        self.judged.append(len(states))
        return np.array([self._worth(state) for state in states], np.float64)
