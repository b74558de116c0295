"""Agents for tests: simple ones, and hostile ones."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, Player
from arctic_env.errors import AgentError
from arctic_env.model.game import Game, View


class FirstLegal(Agent):
    """Plays the legal action with the lowest id."""

    name = "first"

    def act_many(
        self, game: Game, views: Any, seats: Any, masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        return masks.argmax(axis=1).astype(np.int64)


class Chancy(Agent):
    """Plays at random with the generator of `act_many`, as a new agent would be written first."""

    name = "chancy"

    def act_many(
        self, game: Game, views: Any, seats: Any, masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        return (generator.random(masks.shape) * masks).argmax(axis=1)


class Picky(FirstLegal):
    """Plays at tables of three alone."""

    name = "picky"

    def check(self, game: Game, players: int) -> None:
        if players != 3:
            raise AgentError(f"picky plays with 3, not with {players}")


class Hostile(FirstLegal):
    """Plays like FirstLegal, but does something else for views in which `when` holds.

    Without memory, so that what it does must depend on the view alone; seat and view are enough to aim.
    """

    name = "hostile"

    def __init__(self, misbehave: Callable[[], Any], when: Callable[[Any, int], bool]) -> None:
        self.misbehave = misbehave
        self.when = when

    def act_many(
        self,
        game: Game,
        views: Any,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        generator: np.random.Generator,
    ) -> NDArray[np.int64]:
        actions = super().act_many(game, views, seats, masks, generator)
        for row in range(len(views)):
            if self.when(views[row], int(seats[row])):
                said = self.misbehave()
                if not isinstance(said, int):
                    return said
                actions[row] = said
        return actions


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

    def start(self, game: Game, seat: int, seed: int) -> Player:
        return _Acting(self._act)


class _Acting:
    def __init__(self, act: Callable[[View, NDArray[np.int8]], Any]) -> None:
        self._act = act

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        return self._act(view, mask)  # type: ignore[no-any-return]
