"""Forms of observation, spaces, and the state for critics."""

import numpy as np
import pytest
from gymnasium import spaces

import arctic_env
from arctic_env import arctic_v0
from arctic_env.envs.aec import GameEnv
from arctic_env.envs.observations import Actions
from tests.envs.playing import SEATS, new_env, play, same

PLAYERS = pytest.mark.parametrize("num_players", SEATS)
GAME = arctic_env.game("arctic")


@PLAYERS
@pytest.mark.parametrize("observation", ["flat", "scaled", "parts"])
def test_observations_of_all_seats_are_in_their_space(num_players: int, observation: str) -> None:
    def watch(env: GameEnv) -> None:
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))

    env = new_env(num_players=num_players, observation=observation)
    play(env, 1000, watch=watch)
    watch(env)


@PLAYERS
def test_forms_say_the_same(num_players: int) -> None:
    table = GAME.observation(num_players)
    envs = [new_env(num_players=num_players, observation=form) for form in ("flat", "scaled", "parts")]
    for env in envs:
        play(env, 60)
    flat, scaled, parts = (env.observe("player_1")["observation"] for env in envs)
    assert same(parts, table.split(flat))
    assert scaled.dtype == np.float32
    for part in table.parts:
        largest = max(abs(part.low), abs(part.high))
        assert scaled[part.slice] * largest == pytest.approx(flat[part.slice].astype(float))
    assert np.abs(scaled).max() <= 1


def test_spaces_are_one_object_for_each_agent_with_its_own_random_state() -> None:
    env = new_env(num_players=3)
    for kind in (env.action_space, env.observation_space):
        found = [kind(agent) for agent in env.possible_agents]
        assert found == [kind(agent) for agent in env.possible_agents]
        assert all(space is kind(agent) for space, agent in zip(found, env.possible_agents, strict=True))
        assert len({id(space) for space in found}) == 3
    assert list(env.action_spaces.values()) == [env.action_space(agent) for agent in env.possible_agents]
    assert env.observation_spaces["player_1"] is env.observation_space("player_1")
    first, second = env.action_space("player_0"), env.action_space("player_1")
    first.seed(1)
    second.seed(1)
    assert [first.sample() for _ in range(5)] == [second.sample() for _ in range(5)]
    assert env.state_space is env.state_space
    with pytest.raises(ValueError, match="player_3"):
        env.action_space("player_3")


def test_masked_samples_are_those_of_gymnasium() -> None:
    ours, theirs = Actions(381), spaces.Discrete(381)
    ours.seed(5)
    theirs.seed(5)
    assert ours == theirs
    rng = np.random.default_rng(0)
    for _ in range(200):
        mask = (rng.random(381) < 0.02).astype(np.int8)
        assert ours.sample(mask) == theirs.sample(mask)
    assert ours.sample() == theirs.sample()
    assert ours.sample(np.zeros(381, np.int8)) == 0


@pytest.mark.parametrize(
    "mask", [np.ones(381, bool), np.ones(380, np.int8), np.full(381, 2, np.int8), [1] * 381], ids=range(4)
)
def test_masks_that_gymnasium_refuses_are_refused(mask: object) -> None:
    with pytest.raises(AssertionError):
        Actions(381).sample(mask)  # type: ignore[arg-type]


@PLAYERS
def test_state_holds_all_observations_and_every_field(num_players: int) -> None:
    def watch(env: GameEnv) -> None:
        state, layout = env.state(), env.state_layout
        assert env.state_space.contains(state)
        found = {part.name: state[part.slice].reshape(part.shape) for part in layout.parts}
        for seat, agent in enumerate(env.possible_agents):
            assert (found[f"observation {seat}"] == env.observe(agent)["observation"]).all()
        for name in GAME.dtype.names or ():
            assert (found[name] == env.position.states[name][0]).all()

    play(new_env(num_players=num_players), 1000, watch=watch)


def test_state_tells_apart_what_no_seat_can() -> None:
    position = GAME.deal(seed=3)
    document = position.to_dict()
    document["deck"].reverse()
    env, other = arctic_v0.env(), arctic_v0.env()
    env.reset(options={"position": position})
    other.reset(options={"position": document})
    assert all(same(env.observe(agent), other.observe(agent)) for agent in env.agents)
    assert not same(env.state(), other.state())


def test_state_layout_documents_itself() -> None:
    text = arctic_v0.env().state_layout.to_markdown()
    assert "| `observation 1` |" in text
    assert "| `tokens` | 6 |" in text
