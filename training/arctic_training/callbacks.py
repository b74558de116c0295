"""Work around the updates of a run: metrics, snapshots, checkpoints, evaluations and progress."""

import json
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from types import FrameType
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from arctic_agents.networks import checkpoints_of
from arctic_agents.networks.checkpoint import remove_folder, step_folder
from arctic_env.arena import Agent, Limits, run_tournament
from arctic_env.arena import Settings as TournamentSettings
from arctic_env.arena.analysis.summary import to_plain
from arctic_env.arena.progress import Progress
from arctic_env.arena.standings import Pair
from arctic_env.files import append
from arctic_training.run_folder import JOURNAL, TrainingError
from arctic_training.session import Session, save_session
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

    `measured` is the last evaluation, a pair for each opponent. If `stops`, the run ends, by KeyboardInterrupt, with a
    checkpoint after this update.
    """

    def __init__(self, session: Session, run: Path, progress: Progress, seconds: float) -> None:
        """Accompany a session in the folder of its run, which has taken that many seconds before."""
        super().__init__()
        self.session, self.run, self.progress = session, run, progress
        self.measured: list[Pair] = []
        self.stops = False
        self._steps_seen, self._has_told = 0, False
        self._seconds_before = seconds
        self._started = time.monotonic() - seconds
        self._updates_before = session.updates

    def _on_training_start(self) -> None:
        """Let SB3's decisions a second be those of the whole run."""
        self.model.start_time -= round(self._seconds_before * 1e9)
        self.model._num_timesteps_at_start = 0

    def _on_step(self) -> bool:
        self._steps_seen += 1
        self.progress.advance(self.session.steps)
        if self.stops and not self._has_told:
            self.progress.note("stopping after this update, with a checkpoint; Ctrl-C once more stops at once")
            self._has_told = True
        return True

    @contextmanager
    def finishing_updates(self) -> Iterator[None]:
        """Let the first Ctrl-C wait until the update is kept, so that nothing is lost; the second stops at once.

        SIGTERM, which clusters send before they kill, does the same.
        """

        def interrupt(number: int, frame: FrameType | None) -> None:
            if self.stops or not self._steps_seen:  # before the first step there is nothing to lose
                signal.default_int_handler(number, frame)
            self.stops = True

        usual: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
        is_main = threading.current_thread() is threading.main_thread()
        own = [number for number in usual if is_main and signal.getsignal(number) is usual[number]]
        for number in own:
            signal.signal(number, interrupt)
        try:
            yield
        finally:
            for number in own:
                signal.signal(number, usual[number])

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
            session.opponents.take_snapshot()
        entry = {"steps": session.steps, "seconds": round(self._seconds(), 1), **self._metrics()}
        every = settings.evaluation.every
        if every and (last or updates % every == 0):
            entry["evaluation"] = self.evaluate()
        self._write(entry)
        session.model.dump_logs()
        if last or self.stops or updates % settings.checkpoints.every == 0:
            save_session(session, step_folder(self.run, session.steps), self._seconds())
            for old in checkpoints_of(self.run)[: -settings.checkpoints.keep]:
                remove_folder(old)
        if self.stops and not last:
            raise KeyboardInterrupt

    def _write(self, entry: Mapping[str, Any]) -> None:
        """Add a line to the journal; figures that are no finite numbers become null, since JSON has no others."""
        append(self.run / JOURNAL, json.dumps(to_plain(entry)) + "\n")

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
        """Return the metrics of the last update and the last games; show them if any games have ended."""
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
        for pair in self.measured:
            self.progress.note(f"after {self.session.steps:,} decisions against {in_words(pair)}")
            for name, share in (("ahead", pair.ahead.value), ("tied", pair.tied), ("margin", pair.margin.value)):
                self.logger.record(f"evaluation/{pair.other} {name}", share)
        return [for_journal(pair) for pair in self.measured]

    def _seconds(self) -> float:
        return time.monotonic() - self._started


# Measuring a policy against fixed opponents, in the arena's own loop: views and masks as in any tournament.


def in_words(pair: Pair) -> str:
    """Format the policy's result against an opponent on one line."""
    shares = f"ahead in {pair.ahead.value:.1%}, tied in {pair.tied:.1%}, behind in {pair.behind.value:.1%}"
    return f"{pair.other}: {shares} of {pair.deals} deals, margin {pair.margin:+.1f}"


def for_journal(pair: Pair) -> dict[str, object]:
    """Return the policy's result against an opponent as JSON."""
    return {
        "opponent": pair.other,
        "deals": pair.deals,
        "ahead": pair.ahead.value,
        "tied": pair.tied,
        "behind": pair.behind.value,
        "margin": pair.margin.value,
        "interval": [pair.margin.low, pair.margin.high],
    }


def evaluate(agent: Agent, settings: TrainSettings) -> Iterator[Pair]:
    """Play the deals of the settings against each opponent; the same deals every time.

    Raise AgentError if an agent cannot play, crashed or answered illegally: a forfeit would count as a win.
    """
    for opponent in settings.evaluation.opponents:
        tournament = TournamentSettings(
            players=[agent, opponent],
            game=settings.game,
            num_players=settings.num_players,
            parameters=settings.parameters,
            seed=settings.seed,
            limits=Limits(on_fault="raise"),
        )
        games = tournament.schedule.games_for(settings.evaluation.deals)
        yield replace(run_tournament(replace(tournament, games=games)).pairs()[0], other=opponent)
