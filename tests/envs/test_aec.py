"""The course of a game in the raw environment: turns, masks, rewards, seeds, positions, copies."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env import PositionError, arctic_v0
from arctic_env.envs.aec import GameEnv
from tests.envs.playing import SEATS, is_over, new_env, play, play_out, same, snapshot

PLAYERS = pytest.mark.parametrize("num_players", SEATS)
GAME = arctic_env.game("arctic")


@PLAYERS
def test_the_selected_agent_is_the_seat_that_decides(num_players: int) -> None:
    def watch(env: GameEnv) -> None:
        assert env.agent_selection == f"player_{env.position.seat}"

    play(new_env(num_players=num_players), 1000, watch=watch)


def test_a_seat_stays_selected_for_all_decisions_of_its_turn() -> None:
    env = new_env()
    stayed = 0

    def watch(env: GameEnv) -> None:
        nonlocal stayed
        stayed += bool(env.position.to_dict()["turn"]["count"])

    play(env, 1000, watch=watch)
    assert stayed > 20


@PLAYERS
def test_masks_agree_everywhere_and_with_the_position(num_players: int) -> None:
    def watch(env: GameEnv) -> None:
        mask = env.position.mask()
        observation, _, _, _, info = env.last()
        for agent in env.agents:
            expected = mask if agent == env.agent_selection else np.zeros_like(mask)
            assert same(env.observe(agent)["action_mask"], expected)
            assert same(env.infos[agent], {"action_mask": expected})
        assert same(observation["action_mask"], mask)
        assert same(info["action_mask"], mask)
        assert mask.dtype == np.int8
        assert env.action_space(env.agent_selection).sample(info["action_mask"]) in np.flatnonzero(mask)

    play(new_env(num_players=num_players), 1000, watch=watch)


def test_observations_are_those_of_the_views() -> None:
    def watch(env: GameEnv) -> None:
        for seat, agent in enumerate(env.possible_agents):
            assert same(env.observe(agent)["observation"], env.position.view(seat).observation())

    play(new_env(num_players=3), 200, watch=watch)


@PLAYERS
@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_all_agents_are_paid_once_at_the_end_whoever_ends_it(num_players: int, reward: str) -> None:
    env = new_env(num_players=num_players, reward=reward)
    steps = play_out(env)
    last = steps[-num_players:]
    assert [step.agent for step in last] == env.possible_agents
    assert all(step.terminated and not step.truncated for step in last)
    assert not any(step.terminated or step.reward for step in steps[:-num_players])
    if reward == "score":
        assert [step.reward for step in last] == [score["total"] for score in env.position.scores()]
    else:
        assert [seat for seat, step in enumerate(last) if step.reward == max(s.reward for s in last)] == (
            env.position.winners()
        )


def test_rewards_and_cumulative_rewards_agree_at_the_end() -> None:
    env = new_env()
    play(env, 1000)
    assert is_over(env)
    assert env.rewards == env._cumulative_rewards
    assert sorted(env.rewards.values()) == [-1.0, 1.0]


def test_seed_deals_the_game_of_that_seed() -> None:
    env = arctic_v0.env(num_players=3, edition="it")
    for seed in (0, 7, np.int64(9), 2**63 - 1):
        env.reset(seed=seed)
        assert env.position == GAME.deal(seed=int(seed), num_players=3, edition="it")


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "7", True])
def test_a_seed_that_is_none_is_refused_and_the_game_goes_on(seed: Any) -> None:
    env = new_env()
    before = snapshot(env)
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    assert same(snapshot(env), before)


def test_resets_without_a_seed_follow_from_the_last_seed() -> None:
    def deals(env: GameEnv, n: int) -> list[bytes]:
        found = []
        for _ in range(n):
            env.reset()
            found.append(env.position.states.tobytes())
        return found

    first, second = new_env(), new_env()
    np.random.seed(1)
    play(second, 1000)
    assert deals(first, 5) == deals(second, 5)
    assert len(set(deals(first, 20))) == 20
    assert deals(arctic_v0.env(), 3) != deals(arctic_v0.env(), 3)


def test_start_from_a_document_or_a_position() -> None:
    position = GAME.deal(seed=5, num_players=3, edition="es")
    for _ in range(30):
        position = position.play(position.legal()[-1])
    for given in (position, position.to_dict()):
        env = arctic_v0.raw_env(num_players=3)
        env.reset(seed=1, options={"position": given})
        assert env.position == position
        env.step(int(np.flatnonzero(position.mask())[0]))
        assert env.position == position.play(position.legal()[0])


def test_a_position_that_is_over_is_paid_at_once() -> None:
    env = new_env(num_players=3)
    play(env, 1000)
    other = arctic_v0.env(num_players=3)
    other.reset(options={"position": env.position.to_dict()})
    assert all(other.terminations.values())
    assert other.rewards == env.rewards
    assert [step.reward for step in play_out(other)] == list(env.rewards.values())


@pytest.mark.parametrize(
    ("position", "field"),
    [
        (GAME.deal(seed=1, num_players=3), "players"),
        (GAME.deal(seed=1, num_players=4).to_dict(), "players"),
        ({**GAME.deal(seed=1).to_dict(), "edition": "fr"}, "edition"),
        (5, "document"),
    ],
)
def test_a_position_that_does_not_fit_is_refused_and_the_game_goes_on(position: Any, field: str) -> None:
    env = new_env()
    before = snapshot(env)
    with pytest.raises(PositionError) as refusal:
        env.reset(options={"position": position})
    assert refusal.value.field == field
    assert same(snapshot(env), before)


def test_options_of_others_are_left_alone() -> None:
    env = arctic_v0.env()
    env.reset(seed=7, options={"curriculum": 3})
    assert env.position == GAME.deal(seed=7)


@pytest.mark.parametrize("make", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), GameEnv.clone])
@pytest.mark.parametrize("steps", [0, 33, 1000])
def test_copies_go_on_the_same_and_apart(make: Any, steps: int) -> None:
    env = new_env(num_players=3, reward="margin", observation="parts", max_cycles=60)
    play(env, steps)
    twin = make(env)
    before = snapshot(twin)
    assert type(twin) is type(env)
    assert same(before, snapshot(env))
    moves = play(env, 1000, seed=5)
    assert same(snapshot(twin), before)
    assert play(twin, 1000, seed=5) == moves
    assert same(snapshot(twin), snapshot(env))
    env.reset()
    twin.reset()
    assert same(snapshot(twin), snapshot(env))


@pytest.mark.parametrize("make", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_keep_the_random_states_of_their_spaces(make: Any) -> None:
    env = new_env()
    env.action_space("player_0").seed(3)
    twin = make(env)
    draws = [[each.action_space("player_0").sample() for _ in range(5)] for each in (env, twin)]
    assert draws[0] == draws[1]


def test_an_environment_that_was_never_reset_can_be_copied() -> None:
    for make in (copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), GameEnv.clone):
        twin = make(arctic_v0.env(num_players=4))
        twin.reset(seed=7)
        assert twin.position == GAME.deal(seed=7, num_players=4)


def test_truncation_pays_nothing_and_is_no_termination() -> None:
    env = new_env(max_cycles=5)
    assert len(play(env, 1000)) == 10
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_a_game_that_ends_with_the_last_decision_allowed_is_terminated() -> None:
    lengths = {players: len(play(new_env(num_players=players), 1000)) for players in SEATS}
    num_players, decisions = next((n, length) for n, length in lengths.items() if length % n == 0)
    env = new_env(num_players=num_players, max_cycles=decisions // num_players)
    play(env, 1000)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("num_players", 1),
        ("num_players", 5),
        ("num_players", True),
        ("num_players", 2.0),
        ("num_players", "2"),
        ("edition", "fr"),
        ("reward", "points"),
        ("observation", "image"),
        ("render_mode", "svg"),
        ("viewer", 2),
        ("viewer", "everybody"),
        ("viewer", 1.0),
        ("max_cycles", 0),
        ("illegal", "ignore"),
    ],
)
def test_a_wrong_argument_is_refused_by_name(setting: str, value: Any) -> None:
    with pytest.raises(ValueError, match=setting if setting != "num_players" else "players"):
        arctic_v0.env(**{setting: value})


@pytest.mark.parametrize("make", [arctic_v0.env, arctic_v0.raw_env, arctic_v0.seat_env])
@pytest.mark.parametrize("options", [5, "position", [("position", None)]])
def test_options_that_are_no_dict_are_refused(make: Any, options: Any) -> None:
    with pytest.raises(ValueError, match=r'options must be a dict, such as {"position": \.\.\.}, or None, not'):
        make().reset(options=options)


@pytest.mark.parametrize("make", [arctic_v0.env, arctic_v0.raw_env])
@pytest.mark.parametrize("agent", ["player_2", 0, None, ["player_0"]])
def test_an_agent_that_is_not_there_is_refused(make: Any, agent: Any) -> None:
    env = make()
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(ValueError, match="agent must be one of player_0, player_1, not"):
            ask(agent)


def test_numbers_of_numpy_are_numbers() -> None:
    env = arctic_v0.env(num_players=np.int64(3), viewer=np.int8(2), max_cycles=np.int64(9))
    env.reset(seed=np.uint32(1))
    assert len(env.agents) == 3


def test_before_the_first_game_there_is_nothing_to_see() -> None:
    env = arctic_v0.raw_env()
    for look in (env.state, env.last, env.render, lambda: env.observe("player_0"), lambda: env.position):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            look()


def test_name_and_metadata() -> None:
    for env in (arctic_v0.env(), arctic_v0.raw_env()):
        assert str(env) == env.metadata["name"] == "arctic_v0"
        assert env.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
        assert env.metadata["is_parallelizable"] is False
        assert env.metadata["render_fps"] > 0
        assert env.unwrapped is env
        env.close()
