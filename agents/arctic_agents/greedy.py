"""The agent that takes the points that lie on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arctic_env.agents.protocol import SeededAgent
from arctic_env.kernels.jit import Bytes, Ints
from arctic_env.kernels.masks import legal_pairs
from arctic_env.kernels.random import uniforms

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States


class GreedyAgent(SeededAgent):
    """Take points now, or come nearer to them: play an action after which the own score, or progress, is highest.

    It tries each legal action. Progress takes the place of the score in games that tell it, as steps to a goal. What
    greedy cannot see is filled in at random, in agreement with what it knows. Equally good actions are equally likely;
    so where no action scores at once, as in drawing cards, it plays at random.
    """

    name = "greedy"

    def decide(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Return a best action for each row; ties are broken by numbers hashed from its seed and the action."""
        rows, actions = legal_pairs(masks)
        worlds = np.empty_like(views)
        self.game.batch.determinize(views, seats, seeds, worlds)
        after, of_all = worlds[rows], np.empty((len(rows), max(self.game.players)), np.int32)
        self.game.batch.apply(after, actions)
        self.game.batch.progress(after, of_all)
        progress = of_all[np.arange(len(after)), seats[rows]]
        order = np.lexsort((progress + uniforms(seeds[rows], actions), rows))
        last_of_row = np.cumsum(np.bincount(rows, minlength=len(masks))) - 1
        return actions[order[last_of_row]]
