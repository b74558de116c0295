"""The environments in the registries of PettingZoo and Gymnasium, from `import arctic_env` on.

PettingZoo has had a registry since 1.27; with an older one the environments are made as `arctic_v0.env()`.
"""

import gymnasium
import pettingzoo

from arctic_env.model.registry import versions

NAMESPACE = "arctic_env"


def register_environments() -> None:
    """Make the environments of all games known.

    PettingZoo knows `env` of a game's module as "arctic_v0" and "arctic_env/arctic_v0", Gymnasium knows its
    `seat_env` and, for `make_vec`, its `seat_vec_env` as "arctic_env/Arctic-v0".
    """
    for game, version in versions().items():
        path = f"{NAMESPACE}.{game}_v{version}"
        if hasattr(pettingzoo, "register"):
            for name in (f"{game}_v{version}", f"{NAMESPACE}/{game}_v{version}"):
                pettingzoo.register("aec", name, entry_point=f"{path}:env")
        gymnasium.register(
            f"{NAMESPACE}/{game.title()}-v{version}",
            entry_point=f"{path}:seat_env",
            vector_entry_point=f"{path}:seat_vec_env",
        )
