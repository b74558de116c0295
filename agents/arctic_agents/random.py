"""The agent that plays any legal action, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arctic_env.agents.protocol import SeededAgent
from arctic_env.kernels.jit import Bytes, Ints
from arctic_env.kernels.masks import choose_uniformly

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States


class RandomAgent(SeededAgent):
    """Play any legal action, all equally likely: the floor that everything has to beat."""

    name = "random"

    def decide(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Return a random legal action for each row, drawn from its seed."""
        return choose_uniformly(masks, seeds)
