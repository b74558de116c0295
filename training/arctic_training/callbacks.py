"""What happens around the updates of a run: metrics, snapshots, checkpoints, evaluations and progress."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from arctic_agents.networks.checkpoint import checkpoints_of, remove_folder, step_folder
from arctic_env.arena import Agent, Limits, run_tournament
from arctic_env.arena import Settings as TournamentSettings
from arctic_env.arena.statistics import Estimate
from arctic_training.progress import Progress
from arctic_training.resume_state import Journal, save_session
from arctic_training.run_folder import TrainingError
from arctic_training.session import Session
from arctic_training.settings import TrainSettings

# Metrics of an update: our name -> SB3's.
_METRICS = {
    "entropy": "train/entropy_loss",
    "imitation_loss": "train/imitation_loss",
    "kl": "train/approx_kl",
    "clipped": "train/clip_fraction",
    "value_loss": "train/value_loss",
    "explained_variance": "train/explained_variance",
    "learning_rate": "train/learning_rate",
}


class RunCallback(BaseCallback):
    """Keeps and reports things between two updates, when the state of the session is whole.

    Attributes:
        measured: the last evaluation.
    """

    def __init__(self, session: Session, run: Path, progress: Progress, journal: Journal, seconds: float) -> None:
        """Accompany a session.

        Args:
            session: What learns.
            run: Folder for checkpoints.
            progress: Where to show how far it is.
            journal: Where to write the metrics.
            seconds: How long the run took before this session.
        """
        super().__init__()
        self.session, self.run, self.progress, self.journal = session, run, progress, journal
        self.measured: list[Measured] = []
        self._seconds_before = seconds
        self._started = time.monotonic() - seconds
        self._updates_before = session.updates

    def _on_training_start(self) -> None:
        """Let SB3's decisions a second be those of the whole run."""
        self.model.start_time -= round(self._seconds_before * 1e9)
        self.model._num_timesteps_at_start = 0

    def _on_step(self) -> bool:
        self.progress.advance(self.session.steps)
        return True

    def _on_rollout_end(self) -> None:
        self.session.model.ent_coef = self.session.entropy

    def _on_rollout_start(self) -> None:
        if self.session.updates > self._updates_before:
            self._after_update(last=False)

    def _on_training_end(self) -> None:
        if self.session.updates > self._updates_before:
            self._after_update(last=True)

    def _after_update(self, last: bool) -> None:
        self._check_weights()
        session, settings, updates = self.session, self.session.settings, self.session.updates
        if session.opponents.snapshots and updates % settings.snapshots.every == 0:
            session.opponents.take_snapshot(session.network)
        entry = {"steps": session.steps, "seconds": round(self._seconds(), 1), **self._metrics()}
        every = settings.evaluation.every
        if every and (last or updates % every == 0):
            entry["evaluation"] = self.evaluate()
        self.journal.write(entry)
        session.model.dump_logs()
        if last or updates % settings.checkpoints.every == 0:
            save_session(session, step_folder(self.run, session.steps), self._seconds())
            for old in checkpoints_of(self.run)[: -settings.checkpoints.keep]:
                remove_folder(old)

    def _check_weights(self) -> None:
        """Raise a TrainingError, before anything is kept of an update, when weights are no finite numbers any more."""
        if self.session.finite:
            return
        last = next(reversed(checkpoints_of(self.run)), None)
        left = f"{last} is the last checkpoint from before" if last else "there is no checkpoint from before"
        advice = "begin anew with a lower ppo.learning_rate or ppo.value_weight, or a larger reward.scale"
        raise TrainingError(
            f"weights are no finite numbers any more after {self.session.steps:,} decisions; {left}; {advice}"
        )

    def _metrics(self) -> dict[str, Any]:
        """Return those of the last update and of the last games; show them if any games have ended."""
        recorded = self.logger.name_to_value
        metrics = {name: float(recorded[key]) for name, key in _METRICS.items() if key in recorded}
        metrics["entropy"] = -metrics.get("entropy", 0.0)  # SB3 records the loss
        if games := self.session.model.ep_info_buffer:
            margin, won = (fmean(game[name] for game in games) for name in ("margin", "won"))
            metrics |= {"margin": margin, "won": won}
            self.logger.record("rollout/margin", margin)
            words = f"margin {margin:+.1f}, won {won:.0%}, entropy {metrics['entropy']:.2f}"
            self.progress.advance(self.session.steps, words)
        return metrics

    def evaluate(self) -> list[dict[str, object]]:
        """Measure the latest policy; return the figures for the journal."""
        settings = self.session.settings
        self.measured = list(evaluate(self.session.agent(settings.evaluation.deterministic), settings))
        for measured in self.measured:
            self.progress.note(f"after {self.session.steps:,} decisions against {measured}")
            self.logger.record(f"evaluation/{measured.opponent} margin", measured.margin.value)
            self.logger.record(f"evaluation/{measured.opponent} ahead", measured.ahead.value)
        return [measured.to_document() for measured in self.measured]

    def _seconds(self) -> float:
        return time.monotonic() - self._started


# Measuring a policy against fixed opponents, in the arena's own loop: views and masks as in any tournament.


@dataclass(frozen=True)
class Measured:
    """How the policy did against one opponent.

    Attributes:
        opponent: its agent string.
        deals: deals played, each in all seatings.
        ahead: share of the deals in which the policy scored more, all seatings of the deal together.
        margin: mean score difference per game.
    """

    opponent: str
    deals: int
    ahead: Estimate
    margin: Estimate

    def __str__(self) -> str:
        ahead = f"ahead in {self.ahead.value:.1%} of {self.deals} deals"
        return f"{self.opponent}: {ahead}, margin {self.margin:+.1f}"

    def to_document(self) -> dict[str, object]:
        """The figures for a log."""
        return {
            "opponent": self.opponent,
            "deals": self.deals,
            "ahead": self.ahead.value,
            "margin": self.margin.value,
            "interval": [self.margin.low, self.margin.high],
        }


def evaluate(agent: Agent, settings: TrainSettings) -> Iterator[Measured]:
    """Play the deals of the settings against each opponent; the same deals every time.

    Raises:
        AgentError: An agent cannot play, crashed or answered illegally: a forfeit would count as a win.
    """
    schedule = TournamentSettings(players=["", ""], game=settings.game, num_players=settings.num_players).schedule
    for opponent in settings.evaluation.opponents:
        tournament = TournamentSettings(
            players=[agent, opponent],
            game=settings.game,
            num_players=settings.num_players,
            parameters=settings.parameters,
            games=settings.evaluation.deals * schedule.games_per_deal // len(schedule.line_ups),
            seed=settings.seed,
            limits=Limits(on_fault="raise"),
        )
        pair = run_tournament(tournament).pairs()[0]
        yield Measured(opponent, pair.deals, pair.ahead, pair.margin)
