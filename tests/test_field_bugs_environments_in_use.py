"""The kinds of fault that users of such environments complain about, one test for each that concerns environments.

Kinds 10 to 19: learners, autoreset, truncation, search, agents, conformance suites, quick starts. Kinds 13, 18 and
20 concern training and tournaments.
"""

import copy
import doctest
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import arctic_env
from arctic_env import arctic_v0
from arctic_env.agents.specs import bind
from arctic_env.envs.aec import GameEnv
from tests.conformance import broken_environments
from tests.conformance.toy.game import GAME as TOY
from tests.envs.playing import any_legal, new_env, play, play_out, same, seat_episode, snapshot

GAME = arctic_env.game("arctic")


@pytest.mark.slow
@pytest.mark.parametrize(("observation", "policy"), [("flat", "MlpPolicy"), ("parts", "MultiInputPolicy")])
def test_field_bug_10_masks_reach_sb3_in_training_and_in_evaluation(observation: str, policy: str) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
    from sb3_contrib.common.maskable.utils import is_masking_supported

    env = gymnasium.make(
        "arctic_env/Arctic-v0", opponents=["random"], observation=observation, illegal="raise", seat="random"
    )
    model = contrib.MaskablePPO(policy, env, n_steps=128, batch_size=64, n_epochs=1, seed=1, device="cpu")
    assert is_masking_supported(model.get_env())
    model.learn(256)  # one illegal action would raise
    mean, _ = evaluate_policy(model, env, n_eval_episodes=3, warn=False)
    assert -1 <= mean <= 1


def test_field_bug_11_autoreset_keeps_the_final_observation() -> None:
    envs = gymnasium.make_vec(
        "arctic_env/Arctic-v0", num_envs=2, vectorization_mode="sync", opponents=["random"], max_cycles=40
    )
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(0)
    finished = 0
    over = np.zeros(2, bool)
    for _ in range(150):
        masks = infos["action_mask"]
        actions = [0 if done else any_legal(mask, rng) for mask, done in zip(masks, over, strict=True)]
        observations, rewards, terminations, truncations, infos = envs.step(np.array(actions))
        for k, env in enumerate(envs.unwrapped.envs):
            own = env.unwrapped
            assert same(observations[k], own.position.view(own.seat).observation())
            if over[k]:  # this step began a new game and played nothing in it
                assert rewards[k] == 0
                assert not (terminations[k])
                assert not (truncations[k])
        over = terminations | truncations
        finished += over.sum()
    assert finished > 2
    envs.close()


def test_field_bug_12_truncation_is_no_termination() -> None:
    env = new_env(max_cycles=9, reward="score")
    steps = play_out(env)
    assert {(step.terminated, step.truncated) for step in steps} == {(False, False), (False, True)}
    assert not any(step.reward for step in steps)
    steps = play_out(new_env(reward="score"))
    assert {(step.terminated, step.truncated) for step in steps} == {(False, False), (True, False)}
    returned = seat_episode(arctic_v0.seat_env(opponents=["random"], max_cycles=9), 1)
    assert returned[-1][1:4] == (0.0, False, True)


def test_field_bug_14_search_agrees_with_what_was_seen_and_disturbs_nothing() -> None:
    env, undisturbed = new_env(num_players=3), new_env(num_players=3)

    def search(env: GameEnv) -> None:
        position = env.position
        view = position.view(position.seat or 0)
        world = view.determinize(1)
        assert same(world.view(view.seat).states, view.states)
        assert world.view(view.seat).to_dict() == view.to_dict()
        ahead = env.clone()
        play(ahead, 10)
        GAME.batch.rollout(world.states.copy(), np.array([1]), np.zeros((1, GAME.actions.size), np.int8))

    assert play(env, 60, watch=search) == play(undisturbed, 60)
    assert same(snapshot(env), snapshot(undisturbed))


def test_field_bug_15_copies_for_search_are_quick() -> None:
    env = new_env(num_players=4)
    play(env, 50)

    def best(make: Callable[[GameEnv], GameEnv]) -> float:
        times = []
        for _ in range(30):
            start = time.perf_counter()
            make(env)
            times.append(time.perf_counter() - start)
        return min(times)

    assert best(GameEnv.clone) < best(copy.deepcopy) < 2e-3
    assert best(GameEnv.clone) < 5e-4


def test_field_bug_16_one_agent_in_two_seats_has_two_memories() -> None:
    agent = bind("random", arctic_env.game("arctic"), 4)
    learner = arctic_v0.seat_env(num_players=4, opponents=[agent, agent, agent])
    learner.reset(seed=1)
    players = list(learner._players.values())
    assert len({id(player) for player in players}) == 3
    seeds = {player.seed for player in players}  # type: ignore[attr-defined]
    assert len(seeds) == 3


def test_field_bug_17_the_conformance_suite_notices_broken_environments() -> None:
    assert arctic_env.check(TOY, games=1, processes=False).ok
    report = arctic_env.check(TOY, games=1, processes=False, env=broken_environments.MasksAreOneStepOld)
    assert {finding.rule for finding in report.failures} == {"environment masks"}
    report = arctic_env.check(TOY, games=1, processes=False, env=broken_environments.PicturesShowAll)
    assert {finding.rule for finding in report.failures} == {"environment hidden"}


@pytest.mark.parametrize("module", [arctic_env, arctic_v0])
def test_field_bug_19_quick_starts_run(module: Any) -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0
