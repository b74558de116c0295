"""What happens around the updates of a run: metrics, snapshots, checkpoints, evaluations and progress."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import fmean
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from arctic_agents.networks.checkpoint import checkpoints_of, remove_folder, step_folder
from arctic_training.errors import TrainingError
from arctic_training.evaluation import Measured, evaluate
from arctic_training.progress import Progress
from arctic_training.resume_state import Journal, save_session
from arctic_training.session import Session

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


class Watch(BaseCallback):
    """SB3 calls this around its rollouts; between two of them the state of a session is whole.

    Attributes:
        session: what learns.
    """

    def __init__(self, session: Session) -> None:
        """Accompany a session."""
        super().__init__()
        self.session = session

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.session.model.ent_coef = self.session.entropy

    def figures(self) -> dict[str, Any]:
        """Those of the last update, and how the last games went, if any have ended."""
        recorded = self.logger.name_to_value
        entry = {name: float(recorded[key]) for name, key in _FIGURES.items() if key in recorded}
        entry["entropy"] = -entry.get("entropy", 0.0)  # SB3 records the loss
        games = self.session.last_games
        if games:
            entry["margin"], entry["won"] = (
                fmean(game[name] for game in games) for name in ("margin", "won")
            )
        return entry

    def check_weights(self, left: str) -> None:
        """End the run, before anything is kept of it, when its weights are lost.

        Args:
            left: what there is to go back to, in words.

        Raises:
            TrainingError: they are no finite numbers any more.
        """
        if not self.session.finite:
            advice = "begin anew with a lower ppo.learning_rate or ppo.value_weight, or a larger reward.scale"
            lost = f"weights are no finite numbers any more after {self.session.steps:,} decisions"
            raise TrainingError(f"{lost}; {left}; {advice}")


def in_words(figures: dict[str, Any]) -> str:
    """What is shown of figures beside the progress; nothing before a game has ended."""
    if "margin" not in figures:
        return ""
    return f"margin {figures['margin']:+.1f}, won {figures['won']:.0%}, entropy {figures['entropy']:.2f}"


class Rhythm(Watch):
    """Keeps things between two updates, when the state is whole.

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
        super().__init__(session)
        self.run = run
        self.progress = progress
        self.journal = journal
        self.measured: list[Measured] = []
        self._before = seconds
        self._started = time.monotonic() - seconds
        self._begun = session.updates

    def _on_training_start(self) -> None:
        """Let SB3's decisions a second be those of the whole run."""
        self.model.start_time -= round(self._before * 1e9)
        self.model._num_timesteps_at_start = 0

    def _on_step(self) -> bool:
        self.progress.advance(self.session.steps)
        return super()._on_step()

    def _on_rollout_start(self) -> None:
        if self.session.updates > self._begun:
            self._after_update(last=False)

    def _on_training_end(self) -> None:
        if self.session.updates > self._begun:
            self._after_update(last=True)

    def _after_update(self, last: bool) -> None:
        self.check_weights(self._left())
        settings, updates = self.session.settings, self.session.updates
        if self.session.opponents.keep and updates % settings.snapshots.every == 0:
            self.session.opponents.take_snapshot(self.session.network)
        entry = self._tell()
        every = settings.evaluation.every
        if every and (last or updates % every == 0):
            entry["evaluation"] = self.evaluate()
        self.journal.write(entry)
        self.session.model.dump_logs()
        if last or updates % settings.checkpoints.every == 0:
            self._keep()  # at the end: whoever goes on from here has the journal up to here

    def _left(self) -> str:
        last = next(reversed(checkpoints_of(self.run)), None)
        return f"{last} is the last checkpoint from before" if last else "there is no checkpoint from before"

    def _keep(self) -> None:
        """Write a checkpoint, then let the oldest ones go."""
        save_session(self.session, step_folder(self.run, self.session.steps), self._seconds())
        for old in checkpoints_of(self.run)[: -self.session.settings.checkpoints.keep]:
            remove_folder(old)

    def _tell(self) -> dict[str, Any]:
        """The figures of the last update, displayed and returned."""
        figures = self.figures()
        if "margin" in figures:
            self.logger.record("rollout/margin", figures["margin"])
            self.progress.advance(self.session.steps, in_words(figures))
        return {"steps": self.session.steps, "seconds": round(self._seconds(), 1), **figures}

    def evaluate(self) -> list[dict[str, object]]:
        """Measure the policy as it stands; returns the figures for the journal."""
        settings = self.session.settings
        self.measured = list(evaluate(self.session.agent(settings.evaluation.deterministic), settings))
        for measured in self.measured:
            self.progress.note(f"after {self.session.steps:,} decisions against {measured}")
            self.logger.record(f"evaluation/{measured.opponent} margin", measured.margin.value)
            self.logger.record(f"evaluation/{measured.opponent} ahead", measured.ahead.value)
        return [measured.to_document() for measured in self.measured]

    def _seconds(self) -> float:
        return time.monotonic() - self._started
