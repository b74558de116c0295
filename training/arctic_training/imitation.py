"""Learning from an agent's advice before anything is learnt from rewards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import Questions, ask_or_raise
from arctic_env.agents.protocol import Agent
from arctic_training.data_parallel import BatchThreads
from arctic_training.self_play_env import SelfPlayEnv


@dataclass(frozen=True)
class Teacher:
    """Says what it would do in the decisions of a learner, who plays on as the learner likes.

    So the learner is told what is right in the positions that its own play leads to, the ones where it matters.

    Attributes:
        agent: who is asked; it gets the views of the seats that decide.
        steps: how many decisions, the first of a run, are learnt from it.
        threads: who asks it, each for a part of the decisions.
    """

    agent: Agent
    steps: int
    threads: BatchThreads

    def advise(self, env: SelfPlayEnv, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return its actions in these games, int64[k]."""
        game, shown, states = env.games.game, env.shown, env.games.take(rows)
        seats, masks = shown.seats[rows], shown.action_masks[rows]
        views = np.empty_like(states)
        game.batch.view(states, seats, views)
        questions = Questions(views, seats, masks, env.seats.decision_seeds(rows, seats))
        actions = np.empty(len(rows), np.int64)

        def ask(part: slice) -> None:
            actions[part] = ask_or_raise(self.agent, questions[part])

        self.threads.run(ask, len(rows))
        return actions
