"""PettingZoo's own tests, with every warning an error."""

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from arctic_env import arctic_v0
from arctic_env.envs.aec import GameEnv
from tests.envs.playing import SEATS, new_env, play_out

with warnings.catch_warnings():  # PettingZoo's tests import their example in a way that PettingZoo calls outdated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test as check_api
    from pettingzoo.test import render_test, seed_test
    from pettingzoo.test import test_save_obs as check_saving
    from pettingzoo.test.state_test import test_state as check_state
    from pettingzoo.test.state_test import test_state_space as check_state_space

MAKERS = pytest.mark.parametrize("make", [arctic_v0.env, arctic_v0.raw_env], ids=["env", "raw_env"])
PLAYERS = pytest.mark.parametrize("num_players", SEATS)

# PettingZoo warns of observations that are dicts and of masks that allow nothing, as those of agents whose
# game is over have to be, but not for the environments that it lists by name. Ours belong there.
LISTS = ("env_obs_dicts", "env_obs_space", "env_all_zeros_obs")


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LISTS:
        monkeypatch.setitem(check_api.__globals__, name, [*check_api.__globals__[name], "arctic_v0"])


@MAKERS
@PLAYERS
@pytest.mark.parametrize("observation", ["flat", "scaled", "parts"])
def test_api(make: Callable[..., GameEnv], num_players: int, observation: str) -> None:
    check_api(make(num_players=num_players, observation=observation), num_cycles=300)


@PLAYERS
def test_live_agents_always_have_a_legal_action_which_the_lists_above_keep_the_api_test_from_seeing(
    num_players: int,
) -> None:
    for step in play_out(new_env(num_players=num_players)):
        assert step.mask.any() == (not step.terminated)
        assert (step.observation["action_mask"] == step.mask).all()
        assert step.observation["observation"].any()


@MAKERS
@PLAYERS
def test_seed(make: Callable[..., GameEnv], num_players: int) -> None:
    seed_test(lambda: make(num_players=num_players), num_cycles=200)


@pytest.mark.parametrize(
    ("make", "num_players"), [(arctic_v0.env, 2), (arctic_v0.env, 3), (arctic_v0.env, 4), (arctic_v0.raw_env, 4)]
)
def test_render(make: Callable[..., GameEnv], num_players: int) -> None:
    render_test(lambda render_mode: make(num_players=num_players, render_mode=render_mode))


@PLAYERS
def test_save_obs(num_players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_saving(arctic_v0.env(num_players=num_players))
    assert not any(tmp_path.iterdir())  # observations that are no pictures are not saved


@PLAYERS
def test_state(num_players: int) -> None:
    env = arctic_v0.env(num_players=num_players)
    check_state_space(env)
    check_state(env, num_cycles=100)


@PLAYERS
@pytest.mark.parametrize("max_cycles", [4, 11])
def test_max_cycles(num_players: int, max_cycles: int) -> None:
    """What PettingZoo's max_cycles_test asks of environments in which all agents move at once.

    That test needs a parallel environment, actions that are all legal, and the same number of steps for each
    agent; in a game with turns the number of decisions in all is what is limited.
    """
    env = new_env(num_players=num_players, max_cycles=max_cycles)
    steps = play_out(env)
    decided = [step for step in steps if not step.truncated]
    assert len(decided) == max_cycles * num_players
    assert [step.agent for step in steps[len(decided) :]] == env.possible_agents
    assert not any(step.terminated or step.reward for step in steps)
