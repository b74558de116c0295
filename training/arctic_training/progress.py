"""Showing how far a training run is."""

from contextlib import AbstractContextManager
from typing import TextIO

from arctic_env.arena.progress import Progress, show_progress

__all__ = ["Progress", "show_training"]


def show_training(begun: int, total: int, file: TextIO | None = None) -> AbstractContextManager[Progress]:
    """Show progress of a run that has learnt from `begun` of `total` decisions, on standard error unless told."""
    return show_progress("training", total, "decisions", file, begun)
