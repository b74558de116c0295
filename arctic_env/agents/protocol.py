"""Agents and the players they send to a table.

An agent is a way of playing: it has settings, no memory, and may sit in any number of seats and games at
once. What it sends to one seat of one game is a player, and whatever is to be remembered about that game is
the player's.

A new agent is a subclass of `Agent` with `act_many`, and with `check` if there are games that it cannot play.
Its randomness comes from the generator that is handed over and from nowhere else. Where the choice has to be the
same however games are played together, it is a `SeededAgent` with `decide`, which draws each row's chance from that
row's seed with `arctic_env.arena.uniforms`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.seeds import make_seeds
from arctic_env.errors import AgentError
from arctic_env.kernels.random import MAX_SEED

if TYPE_CHECKING:
    from arctic_env.model.game import Game, View

States = NDArray[Any]
"""A 1-D array of a game's dtype."""


class Player(Protocol):
    """Who decides for one seat of one game; it may remember what it has seen there."""

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The id of a legal action; mask is int8[A], 1 where an action is legal."""


@runtime_checkable
class Seated(Protocol):
    """Whoever can take a seat: every `Agent`, but also a person, or an agent for one game at a time."""

    @property
    def name(self) -> str:
        """What results and records call it."""

    def start(self, game: Game, seat: int, seed: int) -> Player:
        """A player for this seat of a new game, all of its chance drawn from the seed."""


@runtime_checkable
class Explains(Protocol):
    """An agent that can tell what it thinks of a decision, as `arctic play --hint` shows it."""

    def explain(self, view: View, seed: int) -> str:
        """Some lines for people about the decision that the view's seat has; all chance is drawn from the seed."""


class Agent(ABC):
    """A way of playing, without memory, that can be asked for many games at once."""

    name: str

    def start(self, game: Game, seat: int, seed: int) -> Player:
        """A player for this seat of a new game, all of its chance drawn from the seed (0 to MAX_SEED)."""
        return SeatPlayer(self, game, seat, seed)

    def check(self, game: Game, players: int) -> None:  # noqa: B027 - to play everything is a sound default
        """Whether it can play this game with that many players; asked before anything is played.

        Raises:
            AgentError: It cannot; the message says why.
        """

    def warm_up(self, game: Game, players: int) -> None:  # noqa: B027 - nothing to do is a sound default
        """Do what would make the first decision slow, such as compiling; the arena calls it and does not time it.

        Nothing by default. Agents with kernels of their own call `first_decision`.
        """

    @abstractmethod
    def act_many(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        generator: np.random.Generator,
    ) -> NDArray[np.int64]:
        """Choose for n seats at once.

        Args:
            game: The game that all of them play.
            views: n records of game.dtype, what each seat may know (unknown things blanked).
            seats: int8[n], the seat that decides in each.
            masks: int8[n, A], 1 where an action is legal.
            generator: The only source of chance.

        Returns:
            int64[n], a legal action id for each.
        """

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """As `act_many`, with a seed of 0 to MAX_SEED for each of the n decisions; the arena calls this.

        As it stands, all seeds together make the one generator that `act_many` gets, so chance depends on
        which decisions are asked together.
        """
        return self.act_many(game, views, seats, masks, np.random.default_rng(seeds))


class SeededAgent(Agent):
    """An agent whose choices do not depend on what is decided beside them: each has a seed of its own."""

    def act_many(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        generator: np.random.Generator,
    ) -> NDArray[np.int64]:
        """As `decide`, with seeds from the generator."""
        return self.decide(game, views, seats, masks, draw_seeds(generator, len(masks)))

    @abstractmethod
    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Choose for n seats at once, all chance of a row drawn from the row's seed; see `Agent.act_many`."""


def batched(agent: Seated) -> Agent:
    """The agent, for who asks for many decisions at once; AgentError if it plays one game at a time."""
    if not isinstance(agent, Agent):
        raise AgentError(f"{agent.name} plays one game at a time; needed is an Agent, which has act_many")
    return agent


def first_decision(agent: Agent, game: Game, players: int) -> None:
    """Let an agent decide once, in a game that nobody plays."""
    position = game.deal(seed=0, num_players=players)
    seat = int(position.states["seat"][0])
    views, mask = position.view(seat).states.copy(), position.mask()
    agent.act_many(game, views, np.array([seat], np.int8), mask[None], np.random.default_rng(0))


class SeatPlayer:
    """The player of an agent without memory: all it keeps is its seed and how often it has decided."""

    __slots__ = ("agent", "decisions", "game", "seat", "seed")

    def __init__(self, agent: Agent, game: Game, seat: int, seed: int) -> None:
        self.agent = agent
        self.game = game
        self.seat = seat
        self.seed = seed
        self.decisions = 0

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """The agent's choice for this view."""
        seeds = make_seeds([self.seed], [self.decisions])
        self.decisions += 1
        seats = np.array([self.seat], np.int8)
        actions = self.agent.decide(self.game, view.states.copy(), seats, mask[None].copy(), seeds)
        return int(actions[0])


def draw_seeds(generator: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Make n seeds of 0 to MAX_SEED from a generator: what `act_many` needs to call `decide`."""
    return generator.integers(MAX_SEED, size=n, endpoint=True)
