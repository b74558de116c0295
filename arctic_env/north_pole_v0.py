"""RACE TO THE NORTH POLE as PettingZoo and Gymnasium environments, for 2 to 4 players.

Beside `teams` all take num_players, reward, observation, render_mode and max_cycles; tables take viewer,
seats opponents and seat, many seats also autoreset_mode, max_episode_steps, skip_forced and threads.
`help("arctic_env.envs.options")` says what each means.

>>> from arctic_env import north_pole_v0
>>> env = north_pole_v0.env(num_players=4, teams=True)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Unpack

from arctic_env.envs.aec import CheckedGameEnv, GameEnv
from arctic_env.envs.options import Illegal, SeatOptions, SeatVecOptions, TableOptions
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv


def env(*, teams: bool = False, illegal: Illegal = "lose", **options: Unpack[TableOptions]) -> CheckedGameEnv:
    """Make a table for `num_players` that checks its use (see `CheckedGameEnv`; `TableOptions` has all options).

    With `teams`, which needs num_players=4, seats 0 and 2 play against 1 and 3.
    """
    return CheckedGameEnv("north_pole", teams=teams, illegal=illegal, **options)


def raw_env(*, teams: bool = False, **options: Unpack[TableOptions]) -> GameEnv:
    """Make the table of `env` with fewer checks; an illegal action always raises IllegalActionError."""
    return GameEnv("north_pole", teams=teams, **options)


def seat_env(*, teams: bool = False, **options: Unpack[SeatOptions]) -> SeatEnv:
    """Make one seat, as `gymnasium.make("arctic_env/NorthPole-v0")` does (see `SeatEnv` and `SeatOptions`)."""
    return SeatEnv("north_pole", teams=teams, **options)


def seat_vec_env(num_envs: int = 1, *, teams: bool = False, **options: Unpack[SeatVecOptions]) -> SeatVecEnv:
    """Make many seats, as `gymnasium.make_vec("arctic_env/NorthPole-v0", num_envs=64)` does (see `SeatVecEnv`)."""
    return SeatVecEnv("north_pole", num_envs, teams=teams, **options)
