"""What happens between the updates of a run: snapshots, checkpoints, evaluations, and telling how it goes."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path
from statistics import fmean
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from agents.policy.checkpoint import checkpoints_of, remove_folder, step_folder
from training.errors import TrainingError
from training.evaluation import Measured, evaluate
from training.journal import Journal
from training.progress import Progress
from training.session import Session
from training.state import save_session

_GAMES_SHOWN = 500  # the games whose mean margin is displayed

# Figures of an update: our name -> SB3's.
_FIGURES = {
    "entropy": "train/entropy_loss",
    "imitation_loss": "train/imitation_loss",
    "kl": "train/approx_kl",
    "clipped": "train/clip_fraction",
    "value_loss": "train/value_loss",
    "explained_variance": "train/explained_variance",
    "learning_rate": "train/learning_rate",
}


class Rhythm(BaseCallback):
    """SB3 calls this around its rollouts. Between two updates the state is whole, and that is when things are kept.

    Attributes:
        measured: the last evaluation.
    """

    def __init__(
        self, session: Session, run: Path, progress: Progress, journal: Journal, seconds: float
    ) -> None:
        """Accompany a session.

        Args:
            session: what learns.
            run: folder for checkpoints.
            progress: where to tell how it goes.
            journal: where to write it down.
            seconds: how long the run took before this session.
        """
        super().__init__()
        self.session = session
        self.run = run
        self.progress = progress
        self.journal = journal
        self.measured: list[Measured] = []
        self._started = time.monotonic() - seconds
        self._begun = session.updates
        self._margins: deque[int] = deque(maxlen=_GAMES_SHOWN)
        self._wins: deque[bool] = deque(maxlen=_GAMES_SHOWN)

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "margin" in info:
                self._margins.append(info["margin"])
                self._wins.append(info["rank"] == 0)
        self.progress.advance(self.session.steps)
        return True

    def _on_rollout_start(self) -> None:
        if self.session.updates > self._begun:
            self._after_update(last=False)

    def _on_rollout_end(self) -> None:
        self.session.model.ent_coef = self.session.entropy

    def _on_training_end(self) -> None:
        if self.session.updates > self._begun:
            self._after_update(last=True)
            self.logger.dump(self.session.steps)

    def _after_update(self, last: bool) -> None:
        self._check_weights()
        settings, updates = self.session.settings, self.session.updates
        if updates % settings.snapshots.every == 0:
            self.session.opponents.take_snapshot(self.session.network)
        entry = self._figures()
        every = settings.evaluation.every
        if every and (last or updates % every == 0):
            entry["evaluation"] = self._evaluate()
        self.journal.write(entry)
        if last or updates % settings.checkpoints.every == 0:
            self._keep()  # at the end: whoever goes on from here has the journal up to here

    def _check_weights(self) -> None:
        """End the run, before anything is kept of it, when its weights are lost."""
        if self.session.finite:
            return
        last = next(reversed(checkpoints_of(self.run)), None)
        left = f"{last} is the last checkpoint from before" if last else "there is no checkpoint from before"
        advice = "begin anew with a lower ppo.learning_rate or ppo.value_weight, or a larger reward.scale"
        lost = f"weights are no finite numbers any more after {self.session.steps:,} decisions"
        raise TrainingError(f"{lost}; {left}; {advice}")

    def _keep(self) -> None:
        """Write a checkpoint, then let the oldest ones go."""
        save_session(self.session, step_folder(self.run, self.session.steps), self._seconds())
        for old in checkpoints_of(self.run)[: -self.session.settings.checkpoints.keep]:
            remove_folder(old)

    def _figures(self) -> dict[str, Any]:
        """The figures of the last update, displayed and returned."""
        recorded = self.logger.name_to_value
        entry: dict[str, Any] = {"steps": self.session.steps, "seconds": round(self._seconds(), 1)}
        entry |= {name: float(recorded[key]) for name, key in _FIGURES.items() if key in recorded}
        entry["entropy"] = -entry.get("entropy", 0.0)  # SB3 records the loss
        if self._margins:
            entry["margin"], entry["won"] = fmean(self._margins), fmean(self._wins)
            self.logger.record("rollout/margin", entry["margin"])
            text = f"margin {entry['margin']:+.1f}, won {entry['won']:.0%}, entropy {entry['entropy']:.2f}"
            self.progress.advance(self.session.steps, text)
        return entry

    def _evaluate(self) -> list[dict[str, object]]:
        settings = self.session.settings
        self.measured = list(evaluate(self.session.agent(settings.evaluation.deterministic), settings))
        for measured in self.measured:
            self.progress.note(f"after {self.session.steps:,} decisions against {measured}")
            self.logger.record(f"evaluation/{measured.opponent} margin", measured.margin.value)
            self.logger.record(f"evaluation/{measured.opponent} ahead", measured.ahead.value)
        return [measured.to_document() for measured in self.measured]

    def _seconds(self) -> float:
        return time.monotonic() - self._started
