"""One seat of many games: what Gymnasium makes of single environments, in batches."""

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from numpy.typing import NDArray

from arctic_agents.random import RandomAgent
from arctic_env import AgentError, IllegalActionError, PositionError, arctic_v0
from arctic_env.arena import Agent
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv
from arctic_env.model.game import Game
from arctic_env.model.position import View
from tests.arena.fakes import Picky
from tests.conformance.toy.game import GAME as TOY

N = 5
NEXT, SAME = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP


def choose(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game; 0 where there is none."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def any_action(masks: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    return rng.integers(masks.shape[1], size=len(masks))


Act = Callable[[NDArray[np.int8], np.random.Generator], NDArray[np.int64]]


def same(first: Any, second: Any) -> bool:
    """Whether nested dicts, arrays and arrays of arrays are equal to the last bit."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[name], second[name]) for name in first)
    if isinstance(first, np.ndarray) and first.dtype == object:
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(first, second)
    return bool(first == second)


@pytest.mark.parametrize(
    ("mode", "settings"),
    [
        (NEXT, {"num_players": 3, "opponents": ["random", "greedy"], "seat": "random", "reward": "margin"}),
        (SAME, {"num_players": 3, "opponents": ["random", "greedy"], "seat": "random", "reward": "margin"}),
        (SAME, {"opponents": ["greedy"]}),
        (NEXT, {"num_players": 4, "opponents": ["random"], "seat": 2, "observation": "scaled", "max_cycles": 9}),
        (SAME, {"num_players": 3, "opponents": ["random"], "seat": 1, "observation": "parts", "edition": "es"}),
    ],
    ids=str,
)
def test_it_is_what_gymnasium_makes_of_single_environments(mode: AutoresetMode, settings: dict[str, Any]) -> None:
    vec = arctic_v0.seat_vec_env(N, autoreset_mode=mode, threads=1, **settings)
    single = SyncVectorEnv([partial(arctic_v0.seat_env, **settings)] * N, autoreset_mode=mode)
    compare(vec, single, 160)


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SameStep"])
@pytest.mark.parametrize("act", [choose, any_action])
def test_the_time_limit_is_gymnasiums(mode: str, act: Act) -> None:
    settings: dict[str, Any] = {"max_episode_steps": 4, "opponents": ["random"], "seat": "random"}
    name = "arctic_env/Arctic-v0"
    vec = gymnasium.make_vec(name, N, autoreset_mode=mode, **settings)
    kept = {"autoreset_mode": vec.metadata["autoreset_mode"]}
    single = gymnasium.make_vec(name, N, vectorization_mode="sync", vector_kwargs=kept, **settings)
    compare(vec, single, 30, act, cut=True)


def test_steps_of_the_learner_count_for_the_time_limit() -> None:
    vec = gymnasium.make_vec("arctic_env/Arctic-v0", 1, max_episode_steps=3, autoreset_mode="DISABLED")
    _, infos = vec.reset(seed=1)
    for _ in range(2):  # games
        for step in range(3):
            actions = infos["action_mask"].argmax(axis=1)
            _, rewards, terminated, truncated, infos = vec.step(actions)
            assert (truncated[0], terminated[0], rewards[0]) == (step == 2, False, 0)
        assert not infos["action_mask"].any()
        with pytest.raises(ResetNeeded):
            vec.step(actions)
        _, infos = vec.reset(options={"reset_mask": truncated})
    with pytest.raises(ValueError, match="max_episode_steps must be"):
        arctic_v0.seat_vec_env(max_episode_steps=0)


@pytest.mark.parametrize("mode", [NEXT, SAME])
def test_illegal_actions_lose_as_in_single_environments(mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"num_players": 3, "opponents": ["random"], "seat": 1}
    vec = SeatVecEnv(TOY, N, autoreset_mode=mode, **settings)
    single = SyncVectorEnv([partial(SeatEnv, TOY, **settings)] * N, autoreset_mode=mode)
    compare(vec, single, 60, any_action)


def compare(
    vec: VectorEnv[Any, Any, Any], single: VectorEnv[Any, Any, Any], steps: int, act: Act = choose, cut: bool = False
) -> None:
    """Compare two environments; those that are cut by a time limit show the last mask or none."""
    rng, ended = np.random.default_rng(0), 0
    seen, expected = vec.reset(seed=11), single.reset(seed=11)
    assert same(seen[0], expected[0])
    assert same(seen[1], expected[1])
    infos = seen[1]
    for _ in range(steps):
        actions = act(infos["action_mask"], rng)
        step, due = vec.step(actions), single.step(actions)
        if cut and step[3].any():
            last = due[4].get("final_info", due[4])
            last["action_mask"][due[3]] = 0
        for ours, theirs in zip(step, due, strict=True):
            assert same(ours, theirs)
        assert np.array_equal(step[4]["action_mask"], due[4]["action_mask"])
        infos = step[4]
        ended += int((step[2] | step[3]).sum())
        assert vec.observation_space.contains(step[0])
    assert ended >= N


def test_gymnasium_makes_it() -> None:
    vec = gymnasium.make_vec("arctic_env/Arctic-v0", num_envs=3, opponents=["random"], num_players=4)
    assert isinstance(vec.unwrapped, SeatVecEnv)
    assert vec.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, infos = vec.reset(seed=1)
    assert vec.observation_space.contains(observations)
    actions = choose(infos["action_mask"], np.random.default_rng(0))
    assert vec.action_space.contains(actions)
    observations, rewards, _, _, _ = vec.step(actions)
    assert vec.observation_space.contains(observations)
    assert rewards.dtype == np.float64
    vec.close()


def test_gymnasium_makes_it_again() -> None:
    settings: dict[str, Any] = {"autoreset_mode": "SAME_STEP", "max_episode_steps": 7, "render_mode": "ansi"}
    vec = gymnasium.make_vec("arctic_env/Arctic-v0", num_envs=3, **settings)
    assert vec.spec is not None
    twin = gymnasium.make_vec(gymnasium.envs.registration.EnvSpec.from_json(vec.spec.to_json()))
    assert (twin.num_envs, twin.metadata["autoreset_mode"]) == (3, AutoresetMode.SAME_STEP)
    vec.reset(seed=1), twin.reset(seed=1)
    assert twin.render() == vec.render()


@pytest.mark.parametrize("vectorization", ["sync", "async"])
def test_gymnasiums_own_vector_environments_take_their_arguments(vectorization: str) -> None:
    vec = gymnasium.make_vec(
        "arctic_env/Arctic-v0",
        num_envs=2,
        vectorization_mode=vectorization,
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        wrappers=[gymnasium.wrappers.RecordEpisodeStatistics],
        max_episode_steps=3,
        opponents=["random"],
        render_mode="ansi",
    )
    _, infos = vec.reset(seed=1)
    for _ in range(3):
        _, _, _, truncated, infos = vec.step(infos["action_mask"].argmax(axis=1))
    assert truncated.all()
    assert infos["final_info"]["episode"]["l"].tolist() == [3, 3]
    assert vec.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    vec.close()


def test_disabled_waits_for_its_reset() -> None:
    vec = SeatVecEnv(TOY, N, autoreset_mode="DISABLED", opponents=["random"])
    rng = np.random.default_rng(0)
    seen, infos = vec.reset(seed=1)
    over = np.zeros(N, bool)
    while not over.any():
        seen, _, terminated, truncated, infos = vec.step(choose(infos["action_mask"], rng))
        over = terminated | truncated
    with pytest.raises(ResetNeeded, match="reset_mask"):
        vec.step(np.zeros(N, int))
    after, infos = vec.reset(options={"reset_mask": over})
    assert np.array_equal(after[~over], seen[~over])
    assert infos["action_mask"].any(axis=1).all()
    vec.step(choose(infos["action_mask"], rng))


def test_masks_are_the_same_everywhere() -> None:
    """Field bug 6."""
    vec = arctic_v0.seat_vec_env(N)
    _, infos = vec.reset(seed=3)
    for _ in range(40):
        assert infos["action_mask"].dtype == np.int8
        assert same(infos["action_mask"], vec.action_masks())
        _, _, terminated, truncated, infos = vec.step(choose(infos["action_mask"], np.random.default_rng(0)))
        live = ~(terminated | truncated)
        assert infos["action_mask"].any(axis=1).tolist() == live.tolist()


def test_what_is_returned_stays_as_it_is() -> None:
    """Field bug 9."""
    vec = arctic_v0.seat_vec_env(N)
    first, infos = vec.reset(seed=3)
    copies = first.copy(), infos["action_mask"].copy()
    for _ in range(5):
        vec.step(choose(vec.action_masks().astype(np.int8), np.random.default_rng(0)))
    assert np.array_equal(first, copies[0])
    assert np.array_equal(infos["action_mask"], copies[1])


@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_actions_outside_of_the_space_change_nothing(wrong: int) -> None:
    vec = arctic_v0.seat_vec_env(N, num_players=3)
    _, infos = vec.reset(seed=3)
    actions = choose(infos["action_mask"], np.random.default_rng(0))
    spoilt = np.where(np.arange(N) == 2, wrong, actions)
    with pytest.raises(IllegalActionError, match=f"game 2, seat 0: action {wrong} is not one of"):
        vec.step(spoilt)
    twin = arctic_v0.seat_vec_env(N, num_players=3)
    twin.reset(seed=3)
    assert all(same(a, b) for a, b in zip(vec.step(actions), twin.step(actions), strict=True))


def test_illegal_actions_can_raise() -> None:
    vec = SeatVecEnv(TOY, N, illegal="raise", opponents=["random"])
    _, infos = vec.reset(seed=3)
    wrong = infos["action_mask"].argmin(axis=1)
    with pytest.raises(IllegalActionError, match=r"game 0, seat 0: action \d is not legal"):
        vec.step(wrong)


class Failing(Agent):
    name = "failing"

    def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> Any:
        raise RuntimeError("out of ideas")


class Cheating(Agent):
    name = "cheating"

    def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> Any:
        return masks.argmin(axis=1)


class Lingering(Agent):
    """Draws a card before it drops it."""

    name = "lingering"

    def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> Any:
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(
    ("agent", "words"),
    [(Failing, "failing: RuntimeError: out of ideas"), (Cheating, "cheating in seat 1 answered .*, which is not")],
)
def test_opponents_that_fail_are_named(agent: type[Agent], words: str) -> None:
    vec = SeatVecEnv(TOY, N, opponents=[agent])
    _, infos = vec.reset(seed=3)
    with pytest.raises(AgentError, match=words):
        play_on(vec, infos)


def play_on(vec: SeatVecEnv, infos: dict[str, Any]) -> None:
    while True:
        _, _, _, _, infos = vec.step(choose(infos["action_mask"], np.random.default_rng(0)))


class Moody(RandomAgent):
    """Plays at random until it is told to fail."""

    fails = False

    def decide(self, *arguments: Any) -> Any:
        if self.fails:
            raise RuntimeError("no more")
        return super().decide(*arguments)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_nobody_plays_on_in_the_place_of_an_opponent_that_failed(mode: AutoresetMode) -> None:
    """The learner never gets to see or play the hand of the other seat."""
    moody = Moody(TOY, 2)
    vec = SeatVecEnv(TOY, N, opponents=[moody], seat=1, autoreset_mode=mode)
    vec.reset(seed=3)
    moody.fails = True
    with pytest.raises(AgentError, match="no more"):
        vec.reset(seed=3)
    assert not vec.action_masks().any()
    with pytest.raises(ResetNeeded):
        vec.step(np.zeros(N, int))
    moody.fails = False
    assert vec.reset(seed=3)[1]["action_mask"].any(axis=1).all()


def test_it_has_to_be_reset_first() -> None:
    with pytest.raises(ResetNeeded, match="reset"):
        SeatVecEnv(TOY, N).step(np.zeros(N, int))


def test_games_begin_from_a_position_as_single_ones_do() -> None:
    position = TOY.deal(seed=8, num_players=2).apply(0)
    settings: dict[str, Any] = {"opponents": ["random"], "seat": 1}
    vec = SeatVecEnv(TOY, 3, **settings)
    single = SyncVectorEnv([partial(SeatEnv, TOY, **settings)] * 3)
    seen, due = (env.reset(seed=2, options={"position": position}) for env in (vec, single))
    assert same(seen[0], due[0])
    assert same(seen[1], due[1])
    while position.seat is not None:
        position = position.apply(0)
    with pytest.raises(PositionError, match="the game is over"):
        vec.reset(options={"position": position})


@pytest.mark.parametrize(
    ("seed", "options", "words"),
    [([1, 2], None, "5 seeds"), (-1, None, "seed"), (1, {"position": {}}, "format"), (1, {"reset_mask": 3}, "mask")],
)
def test_a_reset_that_is_refused_leaves_the_games_as_they_are(seed: Any, options: Any, words: str) -> None:
    vec, twin = (SeatVecEnv(TOY, N, opponents=["random"]) for _ in range(2))
    info, due = vec.reset(seed=4)[1], twin.reset(seed=4)[1]
    with pytest.raises(ValueError, match=words):
        vec.reset(seed=seed, options=options)
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = choose(info["action_mask"], rng)
        (*_, info), (*_, due) = vec.step(actions), twin.step(actions)
        assert same(info, due)


def test_opponents_that_cannot_play_this_are_refused() -> None:
    with pytest.raises(AgentError, match="picky plays with 3, not with 2"):
        SeatVecEnv(TOY, N, opponents=[Picky])


class Counting:
    """An agent for one game at a time; its players remember how often they have decided."""

    def __init__(self, game: Game, num_players: int) -> None:
        self.size = game.actions.size

    def start(self, seat: int, seed: int) -> "Counting.Player":
        return Counting.Player(seed)

    class Player:
        def __init__(self, seed: int) -> None:
            self.decided = seed % 7

        def act(self, view: View, mask: NDArray[np.int8]) -> int:
            self.decided += 1
            legal = np.flatnonzero(mask)
            return int(legal[self.decided % len(legal)])


@pytest.mark.parametrize("players", [2, 3])
def test_opponents_of_one_game_at_a_time_play_as_in_single_environments(players: int) -> None:
    settings: dict[str, Any] = {"num_players": players, "opponents": [Counting], "seat": "random"}
    vec, single = SeatVecEnv(TOY, N, **settings), SyncVectorEnv([partial(SeatEnv, TOY, **settings)] * N)
    compare(vec, single, 60)


def test_games_that_end_before_the_learner_decides() -> None:
    """They are passed over; where there are no others, the error says why."""
    settings: dict[str, Any] = {"num_players": 3, "opponents": [Lingering], "seat": 2, "max_cycles": 1}
    with pytest.raises(ValueError, match="max_cycles is too small"):
        SeatVecEnv(TOY, 2, **settings).reset(seed=1)
    with pytest.raises(ValueError, match="max_cycles is too small"):
        SeatEnv(TOY, **settings).reset(seed=1)
    env = arctic_v0.seat_env(num_players=2, seat="random", max_cycles=1)
    for seed in range(8):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()


def test_pictures_are_those_of_the_learners_seats() -> None:
    vec = arctic_v0.seat_vec_env(2, render_mode="ansi", seat="random")
    vec.reset(seed=5)
    shown = vec.render()
    assert shown is not None
    for row, picture in enumerate(shown):
        env = arctic_v0.seat_env(render_mode="ansi", seat="random")
        env.reset(seed=5 + row)
        assert picture == env.render()


def test_human_prints_after_reset_and_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = arctic_v0.seat_vec_env(2, render_mode="human")
    _, infos = env.reset(seed=1)
    for _ in range(3):
        seen = [str(env._table.position(row).view(0)) for row in range(2)]
        assert capsys.readouterr().out == "".join(f"{text}\n\n" for text in seen)
        _, _, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))


def test_the_environments_own_chance_follows_the_first_seed() -> None:
    env = arctic_v0.seat_vec_env(2)
    for seed in (5, np.int64(5), [5, 9]):
        env.reset(seed=3)
        env.reset(seed=seed)
        assert env.np_random_seed == 5
