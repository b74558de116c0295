"""The agent that plays any legal action, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, choose_uniformly, draw_seeds

if TYPE_CHECKING:
    from arctic_env.arena.agent import States
    from arctic_env.core.game import Game


class RandomAgent(Agent):
    """Plays any legal action of any game, all equally likely: the floor that everything has to beat."""

    name = "random"

    def act_many(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        generator: np.random.Generator,
    ) -> NDArray[np.int64]:
        """A random legal action for each row."""
        return choose_uniformly(masks, draw_seeds(generator, len(masks)))

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """A random legal action for each row, drawn from its seed."""
        return choose_uniformly(masks, seeds)


def make() -> RandomAgent:
    """The agent string `random`."""
    return RandomAgent()
