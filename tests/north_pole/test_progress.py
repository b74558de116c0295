"""Progress: the steps that pawns still have to go, by which greedy races and learners are paid as they go."""

from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_env.arena import GameSpec, play_many
from arctic_env.kernels.rewards import FINE
from arctic_env.model.position import Position
from arctic_training.self_play_env import Rewards
from arctic_training.settings import RewardSettings
from tests.north_pole.scenes import scene

NORTH_POLE = arctic_env.game("north_pole")


def position(*pawns: str, **scenery: Any) -> Position:
    return NORTH_POLE.position(scene(*pawns, **scenery))


def progress(where: Position) -> list[int]:
    out = np.zeros((1, 4), np.int32)
    NORTH_POLE.batch.progress(where.states, out)
    return out[0].tolist()


@pytest.mark.jitless
def test_each_step_is_progress_and_the_pole_is_most() -> None:
    # From the ship over the camp to d4, where the disc points.
    ways = [progress(position(square, disc="d4"))[0] for square in ("", "d1", "d2", "e3", "d4")]
    home = progress(position(home=[1]))[0]
    assert ways == sorted(set(ways))
    assert ways[0] == 0
    assert home == FINE
    assert home - ways[-1] > ways[-1] - ways[-2] == ways[-2] - ways[-3]


@pytest.mark.jitless
def test_partners_have_the_progress_of_their_team() -> None:
    there = progress(position("d3", "", "c2", players=4, teams=True))
    assert there[0] == there[2] > 0 == there[1] == there[3]


@pytest.mark.jitless
def test_a_named_card_counts_as_its_best_move() -> None:
    where = position("d3 c2", "f7", cards="march move, dash ambush, swoop move", disc="d4")
    for name in ("play 1", "play 2", "play 3"):
        named = where.play(name)
        after = [progress(named.play(text))[0] for text in named.legal()]
        assert progress(named)[0] == max(after)
        assert progress(named)[1] == progress(where)[1]


@pytest.mark.jitless
def test_a_sling_and_a_bear_bring_no_progress() -> None:
    where = position("d2 f6", "d7", cards="sling, march ambush", bears="f7")
    assert progress(where.play("play 1")) == progress(where)


@pytest.mark.jitless
def test_the_best_move_uses_what_is_declared() -> None:
    where = position("e4", "f7", cards="march move", disc="d5", equipment=["pickaxe"])
    declared = where.play("pickaxe").play("play 1")
    assert progress(declared)[0] == FINE


@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_greedy_races(players: int, teams: bool) -> None:
    starts = [NORTH_POLE.deal(seed=seed, num_players=players, teams=teams) for seed in range(10)]
    results = play_many([GameSpec(start, [GreedyAgent] * players, seed) for seed, start in enumerate(starts)])
    turns = []
    for start, result in zip(starts, results, strict=True):
        assert result.finished
        where = start
        for action in result.actions:
            where = where.apply(action)
        turns.append(int(where.states["turns"][0]))
    assert np.mean(turns) < 80 * (1 + teams)


@pytest.mark.parametrize("kind", ["win", "margin", "score"])
def test_rewards_that_grow_add_up_to_the_payoff(kind: Any) -> None:
    env = arctic_env.make_vec("north_pole", 16, num_players=2, autoreset_mode="SAME_STEP")
    greedy = GreedyAgent(NORTH_POLE, 2)
    paid = Rewards(env, RewardSettings(kind=kind, scale=4.0))
    sums, ended, step = np.zeros((16, 2)), 0, env.reset(seed=1)
    for number in range(200):
        views = np.empty_like(env.states)
        NORTH_POLE.batch.view(env.states, step.seats, views)
        step = env.step(greedy.decide(views, step.seats, step.action_masks, np.arange(16) + 1000 * number))
        sums += paid.step(step.final)
        if step.final is not None:
            for k, row in enumerate(step.final.rows):
                home = step.final.scores[k].astype(float)
                lead = home - home[::-1]
                due = {"win": np.sign(lead), "margin": lead / 4, "score": home / 4}[kind]
                np.testing.assert_allclose(sums[row], due)
                sums[row] = 0.0
                ended += 1
    assert ended > 10
