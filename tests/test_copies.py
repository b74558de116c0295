"""Copies and pickles of environments and players with every agent: they play on as the original does, on their own."""

import copy
import io
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

import arctic_env
from arctic_env import arctic_v0
from arctic_env.arena import bind
from arctic_env.commands.human import Human
from tests.conftest import ROOT

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}
AGENTS = pytest.mark.parametrize(
    "agent",
    [
        "random",
        "greedy",
        "planner",
        "planner:belief=true",
        "tuned",
        "champion",
        f"ppo:{ROOT / 'agents' / 'arctic_agents' / 'arctic' / 'champion_2p'}",
        "search:rollouts=8",
        "search:rollouts=8,worlds=believed",
        "search:rollouts=8,depth=0,policy=champion",
    ],
)


def sb3(**settings: Any) -> Any:
    pytest.importorskip("stable_baselines3")
    from arctic_training.seat_sb3 import SeatSB3VecEnv

    env = SeatSB3VecEnv(arctic_v0.seat_vec_env(3, autoreset_mode="SAME_STEP", **settings))
    env.seed(5)
    return env


def gymnasium_env(**settings: Any) -> Any:
    return gymnasium.make("arctic_env/Arctic-v0", **settings).unwrapped


ENVIRONMENTS: dict[str, Callable[..., Any]] = {
    "single": gymnasium_env,
    "seat_vec": lambda **settings: arctic_v0.seat_vec_env(3, seat="random", **settings),
    "sb3": sb3,
}


def check_copies(original: Any, step: Callable[[Any, int], Any], steps: int = 3) -> None:
    """Copy it as it is and once more when it has gone on; `step` gets a number, too, from 0."""
    for first in (0, steps):
        numbers = range(first, first + steps)
        twins = {name: make(original) for name, make in COPIES.items()}
        went_on = [step(original, number) for number in numbers]
        for name, twin in twins.items():
            for number, expected in zip(numbers, went_on, strict=True):
                np.testing.assert_equal(step(twin, number), expected, err_msg=f"{name}, step {number}")


@AGENTS
def test_environments_with_agents(agent: str) -> None:
    check_environments("single", agent)


@pytest.mark.parametrize("kind", ["seat_vec", "sb3"])
@pytest.mark.parametrize("agent", ["random", "champion"])
def test_batches_with_agents(kind: str, agent: str) -> None:
    check_environments(kind, agent)


def check_environments(kind: str, agent: str) -> None:
    env = ENVIRONMENTS[kind](opponents=[agent])
    env.reset() if kind == "sb3" else env.reset(seed=5)
    check_copies(env, lambda env, number: env.step(np.array(env.action_masks()).argmax(axis=-1)))


@AGENTS
def test_players(agent: str) -> None:
    views = [view for view in views_of_seat_0() if view.mask().sum() > 1]
    player = bind(agent, views[0].game, 2).start(0, seed=3)
    check_copies(player, lambda player, number: player.act(views[number], views[number].mask()))


def views_of_seat_0() -> Iterator[arctic_env.View]:
    position = arctic_env.game("arctic").deal(seed=3)
    while position.seat is not None:
        if position.seat == 0:
            yield position.view(0)
        position = position.play(position.legal()[0])


@pytest.mark.parametrize("make", [arctic_v0.env, arctic_v0.raw_env])
def test_environments_of_all_seats(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=5)

    def step(env: Any, number: int) -> tuple[Any, ...]:
        env.step(env.infos[env.agent_selection]["action_mask"].argmax())
        return env.last()

    check_copies(env, step)


def test_many_games_and_random_actions() -> None:
    vec, choose = arctic_env.make_vec("arctic", 3), arctic_env.RandomActions(3, seed=1)
    masks = {0: vec.reset(seed=5).action_masks}

    def step(vec: Any, number: int) -> tuple[Any, ...]:
        shown = vec.step(masks[number].argmax(axis=1))
        masks[number + 1] = shown.action_masks
        return shown.observations, shown.seats

    check_copies(vec, step)
    check_copies(choose, lambda choose, number: choose(masks[0]))


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_a_person_is_not_copied(make: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="a person at a terminal cannot be copied"):
        make(Human(io.StringIO(), io.StringIO()))
