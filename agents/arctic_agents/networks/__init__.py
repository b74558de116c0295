"""Networks for every game, their checkpoints, which kinds there are and how large they may be.

This module needs no torch; the others do. A change of layers or inputs raises the version of the network, and
checkpoints of the version before are refused.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from arctic_env.errors import GameError
from arctic_env.model.registry import agents_package, games


def _made_for_games() -> dict[str, str]:
    """Return the networks made for one game: `NETWORK` of its agents' package names that of the module `network`."""
    made = {}
    for name in games():
        with suppress(GameError):  # one that does not load hides no other
            package = agents_package(name)
            if package and hasattr(package, "NETWORK"):
                made[package.NETWORK] = f"{package.__name__}.network"
    return made


KINDS: Mapping[str, str] = {
    **_made_for_games(),
    "board": "arctic_agents.networks.board",
    "mlp": "arctic_agents.networks.network",
}
"""Network by name -> module with `make(game, players, width, critic)`; those that fit fewest games come first."""

VIEW, FULL = CRITICS = ("view", "full")
"""The critic's input: the deciding seat's view, or the views of all seats."""

DEFAULT_KIND = "cards"
DEFAULT_WIDTH = 64
MOST_WIDTH = 4096  # more is a mistake, and would not fit into memory

CHECKPOINTS, MANIFEST = "checkpoints", "manifest.json"
"""The folder of a run's checkpoints, and the file that a checkpoint has once it is complete."""


def checkpoints_of(run: Path) -> list[Path]:
    """Return the complete checkpoints of a run, oldest first."""
    return sorted(manifest.parent for manifest in (run / CHECKPOINTS).glob(f"[0-9]*/{MANIFEST}"))
