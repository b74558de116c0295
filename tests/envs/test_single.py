"""One seat against agents, for Gymnasium."""

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env import AgentError, IllegalActionError, PositionError, arctic_v0
from arctic_env.arena import Agent
from arctic_env.envs.single import SeatEnv
from arctic_env.model.game import Game
from arctic_env.model.position import View
from tests.arena.fakes import Picky
from tests.envs.playing import SEATS, any_legal, same

GAME = arctic_env.game("arctic")
PLAYERS = pytest.mark.parametrize("num_players", SEATS)


def seat_env(**settings: Any) -> SeatEnv:
    return arctic_v0.seat_env(**{"opponents": ["random"], **settings})


def play_episode(env: Any, seed: int | None = None, options: Any = None) -> list[tuple[Any, ...]]:
    """All that reset and step return, with the learner choosing at random."""
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=seed, options=options)
    returned: list[tuple[Any, ...]] = [(observation, 0.0, False, False, info)]
    while not (returned[-1][2] or returned[-1][3]):
        returned.append(env.step(any_legal(returned[-1][4]["action_mask"], rng)))
    return returned


class Silent(Agent):
    """Plays the first legal action and remembers who sat where."""

    name = "silent"

    def __init__(self, game: Game, num_players: int) -> None:
        super().__init__(game, num_players)
        self.seated: list[tuple[int, int]] = []

    def start(self, seat: int, seed: int) -> Any:
        self.seated.append((seat, seed))
        return super().start(seat, seed)

    def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> Any:
        return np.argmax(masks, axis=1)


class Wrong(Silent):
    def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> Any:
        return np.argmin(masks, axis=1)


@PLAYERS
@pytest.mark.parametrize("observation", ["flat", "scaled", "parts"])
def test_gymnasiums_checker_is_content(num_players: int, observation: str) -> None:
    env = gymnasium.make(
        "arctic_env/Arctic-v0",
        num_players=num_players,
        opponents=["random"],
        observation=observation,
        seat="random",
        render_mode="ansi",
    )
    check_env(env.unwrapped)


@PLAYERS
def test_a_made_environment_plays_episodes_in_its_wrappers(num_players: int) -> None:
    env = gymnasium.make("arctic_env:arctic_env/Arctic-v0", num_players=num_players, opponents=["random"])
    for seed in range(3):
        returned = play_episode(env, seed)
        assert sum(step[1] for step in returned) == returned[-1][1] in (1.0, -1.0 / (num_players - 1))


@PLAYERS
@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_the_learner_is_paid_its_own_reward_whoever_ends_the_game(num_players: int, reward: str) -> None:
    ended_by_others = 0
    for seed in range(6):
        env = seat_env(num_players=num_players, reward=reward, seat="random")
        returned = play_episode(env, seed)
        scores = [score["total"] for score in env.position.scores()]
        won = env.seat in env.position.winners()
        paid = returned[-1][1]
        assert not any(step[1] for step in returned[:-1])
        assert (paid > 0) == won if reward in ("win", "rank") and num_players == 2 else True
        assert (paid == 1.0) == won if reward in ("win", "rank") else True
        assert paid == scores[env.seat] if reward == "score" else True
        ended_by_others += env.seat != (env.position.to_dict()["first"] - 1) % num_players
    assert ended_by_others > 0


@PLAYERS
def test_a_step_reaches_the_learners_next_decision(num_players: int) -> None:
    env = seat_env(num_players=num_players, seat=1)
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=3)
    while True:
        view = env.position.view(1)
        assert env.position.seat == 1
        assert same(observation, view.observation())
        assert same(info["action_mask"], view.mask())
        assert info["action_mask"].dtype == np.int8
        assert same(env.action_masks(), view.mask())
        observation, _, terminated, _, info = env.step(any_legal(info["action_mask"], rng))
        if terminated:
            break
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    assert same(observation, env.position.view(1).observation())


def test_seeds_deal_the_same_game_and_seed_the_opponents() -> None:
    for settings in ({}, {"seat": "random", "num_players": 4, "opponents": ["random", "greedy", "random"]}):
        first, second = seat_env(**settings), seat_env(**settings)
        play_episode(second, 99)
        assert same_episodes(play_episode(first, 5), play_episode(second, 5))
        assert same_episodes(play_episode(first), play_episode(second))
    env = seat_env()
    env.reset(seed=5)
    twins = {str(play_episode(seat_env(), 5)[-1][0].tolist()) for _ in range(3)}
    assert len(twins) == 1


def same_episodes(first: list[tuple[Any, ...]], second: list[tuple[Any, ...]]) -> bool:
    return len(first) == len(second) and all(
        same(dict(enumerate(one)), dict(enumerate(other))) for one, other in zip(first, second, strict=True)
    )


def test_seat_zero_who_begins_gets_the_deal_of_the_seed() -> None:
    seeds = [seed for seed in range(20) if GAME.deal(seed=seed).seat == 0]
    env = seat_env()
    for seed in seeds:
        env.reset(seed=seed)
        assert env.position == GAME.deal(seed=seed)


def test_opponents_sit_in_the_order_of_turns_after_the_learner() -> None:
    agents = [Silent(GAME, 4) for _ in range(3)]
    env = seat_env(num_players=4, opponents=agents, seat=2)
    env.reset(seed=1)
    assert [agent.seated[0][0] for agent in agents] == [3, 0, 1]


def test_one_agent_in_several_seats_gets_a_player_and_a_seed_for_each() -> None:
    agent = Silent(GAME, 4)
    env = seat_env(num_players=4, opponents=[agent])
    env.reset(seed=1)
    assert [seat for seat, _ in agent.seated] == [1, 2, 3]
    assert len({seed for _, seed in agent.seated}) == 3
    assert len({id(player) for player in env._players.values()}) == 3


def test_opponents_see_their_own_view_only() -> None:
    class Spy(Silent):
        def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> Any:
            seen = View(self.game, views.copy(), int(seats[0]))
            expected = env.position.view(int(seats[0]))
            assert seen.states.tobytes() == expected.states.tobytes()
            return super().act_many(views, seats, masks, generator)

    env = seat_env(num_players=3, opponents=[Spy])
    play_episode(env, 4)


def test_random_seats_follow_the_seed_and_vary() -> None:
    env = seat_env(num_players=4, seat="random")
    env.reset(seed=1)
    seats = [env.seat]
    for _ in range(20):
        env.reset()
        seats.append(env.seat)
    assert set(seats) == {0, 1, 2, 3}
    env.reset(seed=1)
    assert env.seat == seats[0]


def test_an_illegal_action_loses_or_raises() -> None:
    env = seat_env()
    _, info = env.reset(seed=1)
    illegal = int(np.argmin(info["action_mask"]))
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert env.observation_space.contains(observation)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == illegal
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(ResetNeeded):
        env.step(illegal)
    play_episode(env, 1)

    env = seat_env(illegal="raise")
    _, info = env.reset(seed=1)
    before = env.position
    with pytest.raises(IllegalActionError, match="legal: "):
        env.step(illegal)
    assert env.position == before
    env.step(int(np.argmax(info["action_mask"])))


@pytest.mark.parametrize("action", [None, -1, 381, 1.0, "place FM1"])
def test_an_action_outside_of_the_space_raises_and_changes_nothing(action: Any) -> None:
    env = seat_env()
    env.reset(seed=1)
    before = env.position
    with pytest.raises(IllegalActionError):
        env.step(action)
    assert env.position == before


def test_a_step_before_reset_or_after_the_end_needs_a_reset() -> None:
    env = seat_env()
    with pytest.raises(ResetNeeded):
        env.step(0)
    play_episode(env, 1)
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_start_from_a_position() -> None:
    position = GAME.deal(seed=8, num_players=3, edition="it")
    for _ in range(25):
        position = position.play(position.legal()[0])
    env = seat_env(num_players=3, seat=position.seat)
    env.reset(options={"position": position.to_dict()})
    assert env.position == position
    while position.seat is not None:
        position = position.play(position.legal()[0])
    with pytest.raises(PositionError, match="over"):
        env.reset(options={"position": position})
    play_episode(env, 1)


def test_truncation_is_told_apart() -> None:
    returned = play_episode(seat_env(max_cycles=6), 1)
    assert returned[-1][1:4] == (0.0, False, True)


def test_an_opponent_that_plays_illegally_is_named() -> None:
    env = seat_env(opponents=[Wrong], seat=1)
    with pytest.raises(AgentError, match="seat 0"):
        play_episode(env, 1)
    with pytest.raises(ResetNeeded):
        env.step(0)  # nobody plays on in the opponent's place
    env.reset(seed=2)


def test_an_opponent_that_crashes_is_named() -> None:
    class Crashing(Agent):
        name = "crashing"

        def act_many(self, *arguments: Any) -> Any:
            raise RuntimeError("out of ideas")

        def decide(self, *arguments: Any) -> Any:
            raise RuntimeError("out of ideas")

    with pytest.raises(AgentError, match="seat 0: RuntimeError: out of ideas"):
        play_episode(seat_env(opponents=[Crashing], seat=1), 1)


@pytest.mark.parametrize("make", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_the_same(make: Any) -> None:
    env = seat_env(num_players=3)
    _, info = env.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(10):
        _, _, _, _, info = env.step(any_legal(info["action_mask"], rng))
    twin = make(env)
    for _ in range(10):
        action = any_legal(env.action_masks(), rng)
        assert same(dict(enumerate(env.step(action))), dict(enumerate(twin.step(action))))
    assert env.position == twin.position
    assert same_episodes(play_episode(env), play_episode(twin))


@pytest.mark.parametrize(
    ("setting", "value", "error"),
    [
        ("opponents", "greedy", ValueError),
        ("opponents", ["random", "random"], ValueError),
        ("opponents", [], ValueError),
        ("opponents", None, ValueError),
        ("opponents", 5, ValueError),
        ("opponents", [5], AgentError),
        ("opponents", [Picky], AgentError),
        ("opponents", ["nobody"], AgentError),
        ("opponents", [RandomAgent(GAME, 3)], AgentError),
        ("seat", 2, ValueError),
        ("seat", "last", ValueError),
        ("seat", 1.0, ValueError),
        ("seat", True, ValueError),
        ("seat", None, ValueError),
        ("render_mode", "svg", ValueError),
        ("illegal", "ignore", ValueError),
        ("edition", "fr", ValueError),
    ],
)
def test_a_wrong_argument_is_refused(setting: str, value: Any, error: type[Exception]) -> None:
    with pytest.raises(
        error, match=setting if error is ValueError else "nobody|picky plays with 3|an agent is|made for 3 players"
    ):
        seat_env(**{setting: value})


def test_agents_and_their_texts_are_both_welcome() -> None:
    env = seat_env(num_players=3, opponents=["greedy", RandomAgent(GAME, 3)])
    assert [agent.name for agent in env.opponents] == ["greedy", "random"]


def test_pictures_show_what_the_learner_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = seat_env(render_mode="ansi", seat=1)
    env.reset(seed=1)
    assert env.render() == str(env.position.view(1))
    env = seat_env(render_mode="human", seat=1)
    env.reset(seed=1)
    assert capsys.readouterr().out == f"{env.position.view(1)}\n\n"


def test_gymnasium_makes_no_fuss() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("arctic_env/Arctic-v0", num_players=3, opponents=["greedy"], seat="random")
        play_episode(env, 3)
        assert env.spec is not None
        assert env.spec.kwargs["num_players"] == 3
        env.close()
