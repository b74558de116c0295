"""ARCTIC as a PettingZoo environment, for 2 to 4 players.

>>> from arctic_env import arctic_v0
>>> env = arctic_v0.env(num_players=3, edition="es")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from collections.abc import Sequence
from typing import Literal

from gymnasium.vector import AutoresetMode

from arctic_env.agents.protocol import Seated
from arctic_env.envs.aec import CheckedGameEnv, GameEnv
from arctic_env.envs.options import check_keywords
from arctic_env.envs.rendering import Viewer
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv
from arctic_env.model.registry import game


@check_keywords
def env(
    *,
    num_players: int = 2,
    edition: str = "de",
    reward: str = "win",
    observation: str = "flat",
    render_mode: str | None = None,
    viewer: Viewer = None,
    max_cycles: int | None = None,
    illegal: str = "lose",
) -> CheckedGameEnv:
    """The environment, which checks how it is used (see `CheckedGameEnv`).

    Args:
        num_players: 2 to 4.
        edition: "de", "es" or "it", whose rules differ a little.
        reward: What the end of the game pays. "win": +1 to the winner and -1/(n-1) to the others. "rank": +1
            to -1 in even steps. "margin": points ahead of the best other seat, or behind it, divided by 60
            and cut off at -1 and +1. "score": the points.
        observation: "flat" (int8 vector), "scaled" (float32 vector within -1 to 1) or "parts" (dict of int8
            arrays).
        render_mode: "human" prints a text board after reset and each step; "ansi" returns it; "rgb_array"
            returns pixels; None draws nothing.
        viewer: Whose eyes pictures are seen with: a seat, "all" for all that is hidden, None for the seat
            that decides.
        max_cycles: Truncate the game, unpaid, after so many decisions a player on average; None for never.
        illegal: What an illegal action does. "lose": it ends the game, with -1 for its agent and 0 for the
            others. "raise": IllegalActionError, and nothing changes.

    Raises:
        ValueError: An argument is none of these.
    """
    return CheckedGameEnv(
        game("arctic"),
        num_players=num_players,
        edition=edition,
        reward=reward,
        observation=observation,
        render_mode=render_mode,
        viewer=viewer,
        max_cycles=max_cycles,
        illegal=illegal,
    )


@check_keywords
def raw_env(
    *,
    num_players: int = 2,
    edition: str = "de",
    reward: str = "win",
    observation: str = "flat",
    render_mode: str | None = None,
    viewer: Viewer = None,
    max_cycles: int | None = None,
) -> GameEnv:
    """The environment of `env` with fewer checks; an illegal action always raises IllegalActionError."""
    return GameEnv(
        game("arctic"),
        num_players=num_players,
        edition=edition,
        reward=reward,
        observation=observation,
        render_mode=render_mode,
        viewer=viewer,
        max_cycles=max_cycles,
    )


@check_keywords
def seat_env(
    *,
    num_players: int = 2,
    opponents: Sequence[str | Seated] = ("greedy",),
    seat: int | Literal["random"] = 0,
    edition: str = "de",
    reward: str = "win",
    observation: str = "flat",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "lose",
) -> SeatEnv:
    """One seat as a Gymnasium environment: `gymnasium.make("arctic_env/Arctic-v0")` (see `SeatEnv`).

    Args:
        num_players: 2 to 4.
        opponents: Agents, or texts such as "greedy" or "ppo:PATH", one for each other seat in the order of
            turns from the learner on; one alone plays all other seats.
        seat: The learner's seat; "random" draws one for each episode.
        edition: As for `env`, and so for all that follow.
        reward: The same.
        observation: The same, without the mask, which is in the info.
        render_mode: The same, seen with the learner's eyes.
        max_cycles: The same.
        illegal: The same.
    """
    return SeatEnv(
        game("arctic"),
        num_players=num_players,
        opponents=opponents,
        seat=seat,
        edition=edition,
        reward=reward,
        observation=observation,
        render_mode=render_mode,
        max_cycles=max_cycles,
        illegal=illegal,
    )


@check_keywords
def seat_vec_env(
    num_envs: int = 1,
    *,
    num_players: int = 2,
    opponents: Sequence[str | Seated] = ("greedy",),
    seat: int | Literal["random"] = 0,
    edition: str = "de",
    reward: str = "win",
    observation: str = "flat",
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = "lose",
    autoreset_mode: str | AutoresetMode = "NEXT_STEP",
    max_episode_steps: int | None = None,
    skip_forced: bool = False,
    threads: int | None = None,
) -> SeatVecEnv:
    """Many of `seat_env` at once: `gymnasium.make_vec("arctic_env/Arctic-v0", num_envs=64)` (see `SeatVecEnv`).

    Args:
        num_envs: How many games.
        num_players: As for `seat_env`, and so for all up to `illegal`.
        opponents: The same.
        seat: The same.
        edition: The same.
        reward: The same.
        observation: The same.
        render_mode: The same.
        max_cycles: The same.
        illegal: The same.
        autoreset_mode: What a game that ends does, Gymnasium's `AutoresetMode` or its name: "NEXT_STEP",
            "SAME_STEP" or "DISABLED".
        max_episode_steps: Truncate a game, unpaid, after so many steps of the learner, as Gymnasium's `TimeLimit`
            does; None for never.
        skip_forced: Make decisions with a single legal action without asking.
        threads: How many threads play the games; None for one a core.
    """
    return SeatVecEnv(
        game("arctic"),
        num_envs,
        num_players=num_players,
        opponents=opponents,
        seat=seat,
        edition=edition,
        reward=reward,
        observation=observation,
        render_mode=render_mode,
        max_cycles=max_cycles,
        illegal=illegal,
        autoreset_mode=autoreset_mode,
        max_episode_steps=max_episode_steps,
        skip_forced=skip_forced,
        threads=threads,
    )
