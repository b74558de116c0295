"""What networks there are and how large they may be. torch is not needed to know it."""

from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "cards": "arctic_agents.arctic.network",
    "board": "arctic_agents.networks.board",
    "mlp": "arctic_agents.networks.mlp",
}
"""Network by name -> module with `make(game, players, width, critic)`."""

VIEW, FULL = CRITICS = ("view", "full")
"""What a critic sees: what the deciding seat sees, or what all seats see."""

DEFAULT_KIND = "cards"
DEFAULT_WIDTH = 64
MOST_WIDTH = 4096  # more is a mistake, and would not fit into memory
