"""What can go wrong in a run, besides its settings and its checkpoints."""

from arctic_env.errors import ArcticError


class TrainingError(ArcticError):
    """A run that cannot go on: its weights are no finite numbers any more, or its journal cannot be read."""
