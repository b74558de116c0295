"""The environments in the registries of PettingZoo and Gymnasium, from `import arctic_env` on.

PettingZoo has had a registry since 1.27; with an older one the environments are made as `arctic_v0.env()`.
"""

import gymnasium
import pettingzoo

NAMESPACE = "arctic_env"


def register(module: str, gymnasium_name: str, version: int) -> None:
    """Make the environments of a module known.

    PettingZoo knows `env` of the module as "arctic_v0" and "arctic_env/arctic_v0", Gymnasium knows its
    `seat_env` and, for `make_vec`, its `seat_vec_env` as "arctic_env/Arctic-v0".
    """
    path = f"{NAMESPACE}.{module}"
    if hasattr(pettingzoo, "register"):
        for name in (module, f"{NAMESPACE}/{module}"):
            pettingzoo.register("aec", name, entry_point=f"{path}:env")
    gymnasium.register(
        f"{NAMESPACE}/{gymnasium_name}-v{version}",
        entry_point=f"{path}:seat_env",
        vector_entry_point=f"{path}:seat_vec_env",
    )


register("arctic_v0", "Arctic", 0)
register("iglu_v0", "Iglu", 0)
