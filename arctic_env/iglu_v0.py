"""IGLU IGLU as PettingZoo and Gymnasium environments, for 2 to 4 players.

Beside `variant` and `half` all take num_players, reward, observation, render_mode and max_cycles; tables take viewer,
seats opponents and seat, many seats also autoreset_mode, max_episode_steps, skip_forced and threads.
`help("arctic_env.envs.options")` says what each means.

>>> from arctic_env import iglu_v0
>>> env = iglu_v0.env(num_players=3, variant="serious")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Literal, Unpack

from arctic_env.envs.aec import CheckedGameEnv, GameEnv
from arctic_env.envs.options import Illegal, SeatOptions, SeatVecOptions, TableOptions
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv

Variant = Literal["standard", "serious"]
"""`serious` closes foreign igloos and gives islands other values."""

Half = Literal["down", "up"]
"""How half of an odd value of an island is rounded."""


def env(
    *, variant: Variant = "standard", half: Half = "down", illegal: Illegal = "lose", **options: Unpack[TableOptions]
) -> CheckedGameEnv:
    """Make a table for `num_players` that checks its use (see `CheckedGameEnv`; `TableOptions` has all options)."""
    return CheckedGameEnv("iglu", variant=variant, half=half, illegal=illegal, **options)


def raw_env(*, variant: Variant = "standard", half: Half = "down", **options: Unpack[TableOptions]) -> GameEnv:
    """Make the table of `env` with fewer checks; an illegal action always raises IllegalActionError."""
    return GameEnv("iglu", variant=variant, half=half, **options)


def seat_env(*, variant: Variant = "standard", half: Half = "down", **options: Unpack[SeatOptions]) -> SeatEnv:
    """Make one seat, as `gymnasium.make("arctic_env/Iglu-v0")` does (see `SeatEnv` and `SeatOptions`)."""
    return SeatEnv("iglu", variant=variant, half=half, **options)


def seat_vec_env(
    num_envs: int = 1, *, variant: Variant = "standard", half: Half = "down", **options: Unpack[SeatVecOptions]
) -> SeatVecEnv:
    """Make many seats, as `gymnasium.make_vec("arctic_env/Iglu-v0", num_envs=64)` does (see `SeatVecEnv`)."""
    return SeatVecEnv("iglu", num_envs, variant=variant, half=half, **options)
