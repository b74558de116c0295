"""Agents for tests: simple ones, and hostile ones."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, Player
from arctic_env.errors import AgentError
from arctic_env.model.game import Game
from arctic_env.model.position import View


class FirstLegal(Agent):
    """Plays the legal action with the lowest id."""

    name = "first"

    def act_many(
        self, views: Any, seats: Any, masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        return masks.argmax(axis=1).astype(np.int64)


class Chancy(Agent):
    """Plays at random with the generator of `act_many`, as a new agent would be written first."""

    name = "chancy"

    def act_many(
        self, views: Any, seats: Any, masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        return (generator.random(masks.shape) * masks).argmax(axis=1)


class Picky(FirstLegal):
    """Plays with three alone."""

    name = "picky"

    def __init__(self, game: Game, num_players: int) -> None:
        super().__init__(game, num_players)
        if num_players != 3:
            raise AgentError(f"picky plays with 3, not with {num_players}")


class Hostile(FirstLegal):
    """Plays like FirstLegal, but does something else for views in which `when` holds.

    Without memory, so that what it does must depend on the view alone; seat and view are enough to aim.
    """

    name = "hostile"

    def __init__(
        self, game: Game, num_players: int, misbehave: Callable[[], Any], when: Callable[[Any, int], bool]
    ) -> None:
        super().__init__(game, num_players)
        self.misbehave = misbehave
        self.when = when

    def act_many(
        self, views: Any, seats: NDArray[np.int8], masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        actions = super().act_many(views, seats, masks, generator)
        for row in range(len(views)):
            if self.when(views[row], int(seats[row])):
                said = self.misbehave()
                if not isinstance(said, int):
                    return said
                actions[row] = said
        return actions


def hostile(misbehave: Callable[[], Any], when: Callable[[Any, int], bool]) -> Any:
    """What makes a hostile agent."""

    def make(game: Game, num_players: int) -> Hostile:
        return Hostile(game, num_players, misbehave, when)

    make.name = "hostile"  # type: ignore[attr-defined]
    return make


def crash() -> int:
    raise RuntimeError("the sky is falling")


def leave() -> int:
    raise SystemExit(3)


def dawdle() -> int:
    time.sleep(1.0)
    return 0


def loop_forever() -> int:
    while True:
        try:
            time.sleep(0.001)
        except Exception:
            continue


class OnePlayer:
    """Something that can take a seat but is no Agent: its players are functions of view and mask."""

    name = "one"

    def __init__(self, act: Callable[[View, NDArray[np.int8]], Any]) -> None:
        self._act = act

    def start(self, seat: int, seed: int) -> Player:
        return _Acting(self._act)


class _Acting:
    def __init__(self, act: Callable[[View, NDArray[np.int8]], Any]) -> None:
        self._act = act

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        return self._act(view, mask)  # type: ignore[no-any-return]
