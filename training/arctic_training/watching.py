"""Looking on while a session learns: the figures of its updates, and whether its weights are still numbers."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from arctic_training.errors import TrainingError
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
