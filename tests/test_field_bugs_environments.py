"""The kinds of fault that users of such environments complain about, one test for each that concerns environments.

Kinds 1 to 9: rewards, copies, leaks, turns, seeds, masks, illegal actions, options, buffers.
"""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import arctic_env
from arctic_env import IllegalActionError, arctic_v0
from arctic_env.envs.aec import GameEnv
from tests.conftest import FreshPython
from tests.envs.playing import SEATS, any_legal, is_over, new_env, play, play_out, same, seat_episode, snapshot

PLAYERS = pytest.mark.parametrize("num_players", SEATS)
GAME = arctic_env.game("arctic")
COPIERS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), GameEnv.clone]


@PLAYERS
def test_field_bug_01_rewards_reach_the_right_seat(num_players: int) -> None:
    for seed in range(4):
        env = arctic_v0.env(num_players=num_players)
        env.reset(seed=seed)
        steps = play_out(env, seed)
        [winner] = env.position.winners()
        for seat, agent in enumerate(env.possible_agents):
            own = [step for step in steps if step.agent == agent]
            assert sum(step.reward for step in own) == (1 if seat == winner else -1 / (num_players - 1))
            assert [step.terminated for step in own] == [False] * (len(own) - 1) + [True]

        for seat in range(num_players):
            learner = arctic_v0.seat_env(num_players=num_players, seat=seat, opponents=["random"])
            returned = seat_episode(learner, seed)
            won = seat in learner.position.winners()
            assert sum(step[1] for step in returned) == (1 if won else -1 / (num_players - 1))
            assert sum(step[2] for step in returned) == 1


@pytest.mark.parametrize("make", COPIERS)
def test_field_bug_02_copies_keep_the_game(make: Callable[[Any], Any]) -> None:
    env = new_env(num_players=4)
    for seed in range(5):
        play(env, 30, seed)
        twin = make(env)
        assert play(env.clone(), 500, seed) == play(twin, 500, seed)
        original = env.clone()
        play(original, 500, seed)
        assert same(snapshot(twin), snapshot(original))


def test_field_bug_03_nothing_hidden_can_be_read() -> None:
    env, other = (arctic_v0.env(num_players=3, render_mode="ansi") for _ in range(2))
    changed = 0

    def watch(playing: GameEnv) -> None:
        nonlocal changed
        position, agent = playing.position, playing.agent_selection
        world = position.view(position.seat or 0).determinize(changed)
        changed += world != position
        env.reset(seed=1, options={"position": position})
        other.reset(seed=1, options={"position": world})
        assert same(env.observe(agent), other.observe(agent))
        assert same(dict(enumerate(env.last())), dict(enumerate(other.last())))
        assert same(env.infos, other.infos)
        assert env.render() == other.render()
        if changed % 25 == 0:
            viewer = position.seat
            assert position.svg(viewer=viewer) == world.svg(viewer=viewer)

    play(new_env(num_players=3), 500, watch=watch)
    assert changed > 100


def test_field_bug_04_several_actions_in_one_turn() -> None:
    env = new_env()
    stayed = revealed = 0
    rng = np.random.default_rng(4)
    while not is_over(env):
        agent, other = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
        env._cumulative_rewards[other] = 5.0  # as if paid since its last action
        before, hand = (env.observe(agent), len(env.position.to_dict()["seats"][env.position.seat or 0]["hand"]))
        env.step(any_legal(env.infos[agent]["action_mask"], rng))
        if is_over(env):
            break
        after = env.observe(agent)
        assert env._cumulative_rewards[agent] == 0
        assert env._cumulative_rewards[other] == 5.0
        assert not same(before["observation"], after["observation"])
        if env.agent_selection == agent:
            stayed += 1
            seen = env.position.view(env.position.seat or 0)
            assert same(after["action_mask"], seen.mask())
            assert same(after["observation"], seen.observation())
            revealed += len(seen.to_dict()["seats"][seen.seat]["hand"]) > hand
    assert stayed > 30
    assert revealed > 10


def test_field_bug_05_seeds_decide_everything(fresh_python: FreshPython) -> None:
    code = """
import random, sys, numpy as np
from arctic_env import arctic_v0
random.seed(sys.argv[1]); np.random.seed(int(sys.argv[1]))
for k in range(int(sys.argv[1])):
    arctic_v0.env(num_players=4).reset(seed=k)
learner = arctic_v0.seat_env(num_players=3, opponents=["random", "greedy"], seat="random")
env, rng = arctic_v0.env(num_players=3), np.random.default_rng(1)
for seed in (5, None):
    env.reset(seed=seed)
    for agent in env.agent_iter():
        mask = env.last()[4]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))) if mask.any() else None)
    print(env.position.states.tobytes().hex())
for seed in (5, None):
    observation, info = learner.reset(seed=seed)
    while info["action_mask"].any():
        observation, _, _, _, info = learner.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    print(learner.position.states.tobytes().hex())
"""
    shown = {fresh_python("-c", code, str(k), PYTHONHASHSEED=str(k)).stdout for k in (1, 2)}
    assert len(shown) == 1
    [games] = shown
    assert len(set(games.split())) == 4

    first, second = (arctic_v0.seat_env(opponents=["random"]) for _ in range(2))
    for seed in range(5):
        first.reset(seed=seed)
        second.reset(seed=seed + 1)
        assert first.position != second.position


@PLAYERS
def test_field_bug_06_masks_are_fresh_and_agree_everywhere(num_players: int) -> None:
    def watch(env: GameEnv) -> None:
        mask = env.position.mask()
        observation, _, _, _, info = env.last()
        agent = env.agent_selection
        for found in (observation["action_mask"], info["action_mask"], env.observe(agent)["action_mask"]):
            assert found.dtype == np.int8
            assert same(found, mask)
        assert mask.any()
        assert mask[env.action_space(agent).sample(mask)] == 1
        assert mask[gymnasium.spaces.Discrete(len(mask)).sample(mask)] == 1

    play(new_env(num_players=num_players), 500, watch=watch)
    learner = arctic_v0.seat_env(num_players=num_players, opponents=["random"])
    _, info = learner.reset(seed=1)
    for _ in range(20):
        assert same(info["action_mask"], learner.action_masks())
        assert learner.action_masks()[learner.action_space.sample(learner.action_masks())] == 1
        assert same(info["action_mask"], learner.position.mask())
        _, _, _, _, info = learner.step(int(np.argmax(info["action_mask"])))


def test_field_bug_07_illegal_actions_have_one_outcome() -> None:
    raw = arctic_v0.raw_env()
    raw.reset(seed=1)
    env = new_env()
    illegal = int(np.argmin(env.position.mask()))
    before = snapshot(raw)
    with pytest.raises(IllegalActionError):
        raw.step(int(np.argmin(raw.position.mask())))
    assert same(snapshot(raw), before)

    culprit = env.agent_selection
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == culprit else 0.0 for agent in env.possible_agents}
    env.reset(seed=7)
    assert same(snapshot(env), snapshot(new_env()))

    learner = arctic_v0.seat_env(opponents=["random"])
    _, info = learner.reset(seed=1)
    assert learner.step(int(np.argmin(info["action_mask"])))[1:4] == (-1.0, True, False)
    assert not learner.reset(seed=1)[1].keys() - {"action_mask"}


def test_field_bug_08_options_of_the_constructor_stay() -> None:
    settings: dict[str, Any] = {"num_players": 4, "edition": "it", "reward": "rank", "observation": "parts"}
    env, learner = arctic_v0.env(**settings), arctic_v0.seat_env(**settings, opponents=["random"], seat=2)
    for seed in (3, None, 3):
        env.reset(seed=seed)
        learner.reset(seed=seed)
        assert env.position.to_dict()["edition"] == learner.position.to_dict()["edition"] == "it"
        assert env.num_agents == learner.position.players == 4
        assert learner.seat == 2
        assert env.observation_space("player_3").contains(env.observe("player_3"))
    play(env, 1000)
    assert sorted(env.rewards.values()) == pytest.approx([-1, -1 / 3, 1 / 3, 1])


@pytest.mark.parametrize("observation", ["flat", "scaled", "parts"])
def test_field_bug_09_observations_stay_as_they_are(observation: str) -> None:
    env = new_env(observation=observation)
    kept: list[tuple[Any, Any]] = []

    def watch(env: GameEnv) -> None:
        for agent in env.agents:
            for given in (env.observe(agent), {"info": env.infos[agent]["action_mask"]}, {"state": env.state()}):
                kept.append((given, copy.deepcopy(given)))

    play(env, 500, watch=watch)
    assert len(kept) > 300
    assert all(same(given, copied) for given, copied in kept)
