"""ARCTIC as PettingZoo and Gymnasium environments, for 2 to 4 players.

Beside `edition` all take num_players, reward, observation, render_mode and max_cycles; tables take viewer, seats
opponents and seat, many seats also autoreset_mode, max_episode_steps, skip_forced and threads.
`help("arctic_env.envs.options")` says what each means.

>>> from arctic_env import arctic_v0
>>> env = arctic_v0.env(num_players=3, edition="es")
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

Edition = Literal["de", "es", "it"]
"""The edition of the rules; they differ slightly."""


def env(*, edition: Edition = "de", illegal: Illegal = "lose", **options: Unpack[TableOptions]) -> CheckedGameEnv:
    """Make a table for `num_players` that checks its use (see `CheckedGameEnv`; `TableOptions` has all options)."""
    return CheckedGameEnv("arctic", edition=edition, illegal=illegal, **options)


def raw_env(*, edition: Edition = "de", **options: Unpack[TableOptions]) -> GameEnv:
    """Make the table of `env` with fewer checks; an illegal action always raises IllegalActionError."""
    return GameEnv("arctic", edition=edition, **options)


def seat_env(*, edition: Edition = "de", **options: Unpack[SeatOptions]) -> SeatEnv:
    """Make one seat, as `gymnasium.make("arctic_env/Arctic-v0")` does (see `SeatEnv` and `SeatOptions`)."""
    return SeatEnv("arctic", edition=edition, **options)


def seat_vec_env(num_envs: int = 1, *, edition: Edition = "de", **options: Unpack[SeatVecOptions]) -> SeatVecEnv:
    """Make many seats, as `gymnasium.make_vec("arctic_env/Arctic-v0", num_envs=64)` does (see `SeatVecEnv`)."""
    return SeatVecEnv("arctic", num_envs, edition=edition, **options)
