"""Looking on while a learner has its turn: results go into the payoffs, progress is shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from arctic_training.callbacks import Watch, in_words
from arctic_training.league.learner import Learner
from arctic_training.league.members import Roster
from arctic_training.league.payoffs import Payoffs
from arctic_training.opponents import LEARNER
from arctic_training.progress import Progress
from arctic_training.self_play_env import Played


class Spectator(Watch):
    """Accompanies one turn.

    Attributes:
        last: the figures of the last update.
    """

    def __init__(
        self, learner: Learner, roster: Roster, payoffs: Payoffs, progress: Progress, steps: int
    ) -> None:
        """Look on.

        Args:
            learner: who learns.
            roster: the members, in the order in which the learner knows them.
            payoffs: where results go.
            progress: where to tell how it goes.
            steps: decisions that the league has learnt from so far.
        """
        super().__init__(learner.session)
        self.learner, self.payoffs, self.progress = learner, payoffs, progress
        self.last: dict[str, Any] = {}
        self._place = roster.place(learner.name)
        self._steps = steps - learner.session.steps

    def _on_training_start(self) -> None:
        self.session.last_games.clear()  # which were against others

    def _on_step(self) -> bool:
        played: Played = self.locals["played"]
        if played.final is not None:
            ended = ~played.truncated
            numbers = played.seated[ended]
            places = np.where(numbers == LEARNER, self._place, numbers - LEARNER - 1)
            self.payoffs.record(places, played.final.ranks[ended], played.final.scores[ended])
        self.progress.advance(self._steps + self.session.steps)
        return super()._on_step()

    def _on_training_end(self) -> None:
        self.check_weights(f"{self.learner.name} was sound before this turn")
        self.last = self.figures()
        shown = in_words(self.last)
        self.progress.advance(self._steps + self.session.steps, shown and f"{self.learner.name}: {shown}")
        self.logger.dump(self.session.steps)
