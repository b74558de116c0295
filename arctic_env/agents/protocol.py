"""Agents and the players that they send to a game.

An agent is a way of playing one game with one number of players. It has settings, no memory, and may sit in any number
of seats and games at once. What it sends to one seat of one game is a player, and whatever is to be remembered about
that game is the player's.

A new agent is a subclass of `Agent` with `act_many`. Its randomness comes from the generator that is handed over and
from nowhere else. Where the choice has to be the same however games are played together, it is a `SeededAgent` with
`decide`, which draws each row's randomness from that row's seed with `arctic_env.kernels.random.uniforms`.

Agents for one game at a time need no base class: `start(seat, seed)` returns a player with `act(view, mask)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from arctic_env.errors import AgentError
from arctic_env.kernels.random import MAX_SEED, make_seeds
from arctic_env.model.position import View
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.model.game import Game

States = NDArray[Any]
"""A 1-D array of a game's dtype."""


class Player(Protocol):
    """Decides for one seat of one game, and may remember what it has seen there."""

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """Return the id of a legal action; mask is int8[A], 1 where an action is legal."""


@runtime_checkable
class Starts(Protocol):
    """A factory of players for a seat: every `Agent`, but also a person, or an agent for one game at a time."""

    def start(self, seat: int, seed: int) -> Player:
        """Return a player for this seat of a new game, all of its randomness drawn from the seed."""


@runtime_checkable
class Explains(Protocol):
    """An agent that can explain a decision, as `arctic play --hint` shows it."""

    def explain(self, view: View, seed: int) -> str:
        """Return some lines for people about the decision of the view's seat; randomness is drawn from the seed."""


class Agent(ABC):
    """A way of playing a game, without memory, that can be asked for many decisions at once.

    Attributes:
        game: The game that it plays.
        num_players: The number of players.
        name: Its name in results and records; the subclass's name by default.
    """

    name: str

    def __init__(self, game: Game, num_players: int) -> None:
        """Make an agent for a game and number of players; AgentError where a subclass cannot play it."""
        self.game = game
        self.num_players = num_players

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if not hasattr(cls, "name"):
            cls.name = cls.__name__

    def start(self, seat: int, seed: int) -> Player:
        """Return a player for this seat of a new game, all of its randomness drawn from the seed (0 to MAX_SEED)."""
        return SeatPlayer(self, seat, seed)

    @abstractmethod
    def act_many(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose for n seats at once.

        Args:
            views: n records of game.dtype, what each seat may know (unknown values are blank).
            seats: int8[n], the deciding seat in each.
            masks: int8[n, A], 1 where an action is legal.
            generator: The only source of randomness.

        Returns:
            int64[n], a legal action id for each.
        """

    def decide(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Choose as `act_many` does, with a seed of 0 to MAX_SEED for each of the n decisions.

        Environments and the arena call this. By default all seeds together seed the generator for `act_many`,
        so randomness depends on which decisions are asked together.
        """
        return self.act_many(views, seats, masks, np.random.default_rng(seeds))


class SeededAgent(Agent):
    """An agent whose choices do not depend on the rest of the batch: each has a seed of its own."""

    def act_many(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose as `decide` does, with seeds from the generator."""
        return self.decide(views, seats, masks, draw_seeds(generator, len(masks)))

    @abstractmethod
    def decide(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Choose for n seats at once, all randomness of a row drawn from the row's seed; see `Agent.act_many`."""


class SeatPlayer:
    """The player of an agent without memory: it keeps only its seed and its number of decisions."""

    __slots__ = ("agent", "decisions", "seat", "seed")

    def __init__(self, agent: Agent, seat: int, seed: int) -> None:
        self.agent = agent
        self.seat = seat
        self.seed = seed
        self.decisions = 0

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """Return the agent's choice for this view; AgentError if the agent was made for another game."""
        check_made_for(self.agent, view.game, view.players)
        seeds = make_seeds([self.seed], [self.decisions])
        self.decisions += 1
        seats = np.array([self.seat], np.int8)
        actions = self.agent.decide(view.states.copy(), seats, mask[None].copy(), seeds)
        return int(actions[0])


class OneGameAgent(Agent):
    """Seats an agent for one game at a time where an `Agent` is expected.

    Its players remember, so they are kept for each seat of each game; asked for many decisions without players, it
    answers each as if the game began there.

    Attributes:
        seated: The agent, which has `start(seat, seed)`.
    """

    def __init__(self, game: Game, num_players: int, seated: Starts) -> None:
        super().__init__(game, num_players)
        self.seated = seated
        self.name = getattr(seated, "name", type(seated).__name__)

    def start(self, seat: int, seed: int) -> Player:
        """Return the player that the agent sends."""
        return self.seated.start(seat, seed)

    def act_many(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose with a new player for each row."""
        seeds = draw_seeds(generator, len(masks))
        choices = [
            self.start(seat, seed).act(View(self.game, views[row : row + 1].copy(), seat), masks[row].copy())
            for row, (seat, seed) in enumerate(zip(seats.tolist(), seeds.tolist(), strict=True))
        ]
        return np.array(choices, np.int64)


def check_made_for(agent: Agent, game: Game, num_players: int) -> None:
    """Raise an AgentError if an agent was made for another game or number of players."""
    if not hasattr(agent, "game"):
        raise AgentError(f"{agent.name} must call super().__init__(game, num_players)")
    if not isinstance(agent.game, type(game)):
        wrong = short_repr(agent.game)
        raise AgentError(f"{agent.name}: its attribute game must be the Game that it plays, not {wrong}")
    if agent.game is not game:
        raise AgentError(f"{agent.name} was made for {agent.game.name}, not for {game.name}")
    if agent.num_players != num_players:
        raise AgentError(f"{agent.name} was made for {agent.num_players} players, not for {num_players}")


def first_decision(agent: Agent) -> None:
    """Let an agent decide once, in a game of its own, so that its compilation is not timed."""
    position = agent.game.deal(seed=0, num_players=agent.num_players)
    seat = int(position.states["seat"][0])
    views, mask = position.view(seat).states.copy(), position.mask()
    agent.decide(views, np.array([seat], np.int8), mask[None], np.zeros(1, np.int64))


def draw_seeds(generator: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Draw n seeds of 0 to MAX_SEED from a generator, for `act_many` to call `decide`."""
    return generator.integers(MAX_SEED, size=n, endpoint=True)
