"""The batched environment: the very games of single environments, many at a time."""

import copy
import math
import os
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import arctic_env
from arctic_env import IllegalActionError
from arctic_env.envs.aec import GameEnv
from arctic_env.envs.game_vec import SMALLEST, GameVecEnv
from arctic_env.envs.observations import Observations, Step
from tests.conformance.toy.game import GAME as TOY
from tests.conftest import FreshPython

N = 6
STEPS = 400  # enough for some games of ARCTIC to end
TABLES = [(game, players) for game in (arctic_env.game("arctic"), TOY) for players in game.players]


def choose(step: Step, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game, 0 where there is none."""
    keys = rng.random(step.action_masks.shape) * step.action_masks
    return keys.argmax(axis=1)


def drive(vec: GameVecEnv, steps: int, seed: int = 3) -> list[Step]:
    """All steps of random play, the reset first."""
    rng = np.random.default_rng(0)
    shown = [vec.reset(seed=seed)]
    for _ in range(steps):
        shown.append(vec.step(choose(shown[-1], rng)))
    return shown


def arrays_of(step: Step) -> dict[str, Any]:
    return {name: value for name, value in vars(step).items() if isinstance(value, np.ndarray)}


def same(first: Step, second: Step) -> bool:
    return all(np.array_equal(value, arrays_of(second)[name]) for name, value in arrays_of(first).items())


class Single:
    """One GameEnv, driven as one place of a batch that deals anew at once."""

    def __init__(self, seed: int, skip_forced: bool = False, **settings: Any) -> None:
        self.env = GameEnv(**settings)
        self.skip_forced = skip_forced
        self.env.reset(seed=seed)
        self._skip()

    def _over(self) -> bool:
        return any(self.env.terminations.values()) or any(self.env.truncations.values())

    def _skip(self) -> None:
        while self.skip_forced and not self._over():
            legal = np.flatnonzero(self.env.infos[self.env.agent_selection]["action_mask"])
            if len(legal) > 1:
                return
            self.env.step(int(legal[0]))

    def step(self, action: int) -> tuple[list[float], bool, bool, list[NDArray[np.int8]] | None]:
        """Rewards, terminated, truncated, and what all saw at the end if this was it."""
        self.env.step(action)
        self._skip()
        rewards = [self.env.rewards[agent] for agent in self.env.possible_agents]
        ends = (any(self.env.terminations.values()), any(self.env.truncations.values()))
        last = None
        if any(ends):
            last = [self.env.observe(agent)["observation"] for agent in self.env.possible_agents]
            self.env.reset()
            self._skip()
        return rewards, *ends, last

    def shown(self) -> tuple[NDArray[np.int8], NDArray[np.int8], int]:
        agent = self.env.agent_selection
        seen = self.env.observe(agent)
        return seen["observation"], seen["action_mask"], self.env.possible_agents.index(agent)


@pytest.mark.parametrize(("game", "players"), TABLES, ids=str)
@pytest.mark.parametrize("settings", [{}, {"skip_forced": True}, {"max_cycles": 7}], ids=str)
def test_a_batch_plays_the_very_games_of_single_environments(
    game: arctic_env.Game, players: int, settings: dict[str, Any]
) -> None:
    vec = GameVecEnv(game, N, num_players=players, reward="margin", threads=1, **settings)
    alone = [Single(5 + i, game=game, num_players=players, reward="margin", **settings) for i in range(N)]
    rng, ended = np.random.default_rng(0), 0
    step = vec.reset(seed=5)
    for _ in range(STEPS):
        for i, single in enumerate(alone):
            observation, mask, seat = single.shown()
            assert np.array_equal(step.observations[i], observation)
            assert np.array_equal(step.action_masks[i], mask)
            assert step.seats[i] == seat
        actions = choose(step, rng)
        step = vec.step(actions)
        finals = []
        for i, single in enumerate(alone):
            rewards, terminated, truncated, last = single.step(int(actions[i]))
            assert step.rewards[i].tolist() == rewards
            assert (step.terminations[i], step.truncations[i]) == (terminated, truncated)
            finals += [] if last is None else [(i, last)]
        assert (step.final is None) == (not finals)
        if step.final is not None:
            assert step.final.rows.tolist() == [i for i, _ in finals]
            assert np.array_equal(step.final.observations, [last for _, last in finals])
            ended += len(finals)
    assert ended >= N


@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_rewards_are_those_of_the_last_position(reward: str) -> None:
    paid = 0
    for step in drive(GameVecEnv("arctic", N, num_players=3, reward=reward, threads=1), 700):
        if step.final is None:
            assert not step.rewards.any()
            continue
        for k, row in enumerate(step.final.rows):
            position = step.final.position(k)
            assert step.terminations[row]
            assert position.seat is None
            assert np.array_equal(step.final.scores[k], position.totals())
            assert np.array_equal(step.final.ranks[k], position.ranks())
            pay = GameEnv(position.game, num_players=3, reward=reward)._pay
            due = pay(position.totals(), position.ranks(), position.teams())
            assert step.rewards[row].tolist() == due
            paid += 1
    assert paid >= N


def test_next_step_shows_the_end_and_deals_in_the_step_after() -> None:
    """Field bug 11: no transition crosses two games, and what is declared is what happens."""
    vec = GameVecEnv(TOY, N, autoreset_mode="NEXT_STEP", threads=1)
    assert vec.autoreset_mode is AutoresetMode.NEXT_STEP
    follower = GameVecEnv(TOY, N, threads=1)  # deals at once
    shown, ends = vec.reset(seed=1), 0
    rng = np.random.default_rng(0)
    expected = follower.reset(seed=1)
    for _ in range(60):
        assert same(shown, expected)
        actions = choose(shown, rng)
        shown, expected = vec.step(actions), follower.step(actions)
        over = shown.dones
        if over.any():
            ends += int(over.sum())
            assert (shown.seats[over] == -1).all()
            assert not shown.action_masks[over].any()
            last = shown.final
            assert last is not None
            for k, row in enumerate(last.rows):
                assert any(np.array_equal(shown.observations[row], seen) for seen in last.observations[k])
            break
    assert ends
    again = vec.step(np.where(over, 10**6, choose(shown, rng)))  # whatever is asked of a game that is over
    assert (again.seats[over] >= 0).all()
    assert not again.rewards[over].any()
    assert not again.dones[over].any()
    assert np.array_equal(again.observations[over], expected.observations[over])
    assert np.array_equal(again.action_masks[over], expected.action_masks[over])


def test_disabled_waits_for_its_reset() -> None:
    vec = GameVecEnv(TOY, N, autoreset_mode=AutoresetMode.DISABLED, threads=1)
    rng, step = np.random.default_rng(0), vec.reset(seed=1)
    while not step.dones.any():
        step = vec.step(choose(step, rng))
    over = step.dones
    with pytest.raises(ValueError, match="reset_mask"):
        vec.step(choose(step, rng))
    after = vec.reset(options={"reset_mask": over})
    assert (after.seats >= 0).all()
    assert np.array_equal(after.observations[~over], step.observations[~over])
    assert np.array_equal(after.action_masks[~over], step.action_masks[~over])
    vec.step(choose(after, rng))


@pytest.mark.parametrize("autoreset_mode", ["NEXT_STEP", "DISABLED"])
def test_a_truncated_game_that_waits_allows_nothing(autoreset_mode: str) -> None:
    settings: dict[str, Any] = {"autoreset_mode": autoreset_mode, "max_cycles": 1, "threads": 1}
    vec = GameVecEnv(TOY, N, **settings)
    shown = drive(vec, vec.num_players)[-1]
    assert shown.truncations.all()
    other = GameVecEnv(TOY, N, **settings)
    restored = other.restore(vec.save())
    chosen = np.arange(N) % 2 == 0
    partly = vec.reset(options={"reset_mask": chosen})
    for step, waits in ((shown, np.full(N, True)), (restored, np.full(N, True)), (partly, ~chosen)):
        assert ((step.seats == -1) == waits).all()
        assert (step.action_masks.any(axis=1) == ~waits).all()
        assert np.array_equal(step.observations[waits], shown.observations[waits])


def test_an_illegal_action_anywhere_changes_nothing() -> None:
    vec = GameVecEnv("arctic", N, num_players=3, threads=1)
    step = vec.reset(seed=2)
    before = vec.states.tobytes()
    actions = choose(step, np.random.default_rng(0))
    for wrong in (int(np.flatnonzero(step.action_masks[4] == 0)[0]), -1, 10**6):
        with pytest.raises(IllegalActionError, match=f"game 4, seat {step.seats[4]}.*{wrong}"):
            vec.step(np.where(np.arange(N) == 4, wrong, actions))
        assert vec.states.tobytes() == before
    vec.step(actions)


@pytest.mark.parametrize(
    "actions", [np.zeros(N), np.zeros(N - 1, int), np.zeros((N, 1), int), [None] * N, np.zeros(N, bool)]
)
def test_what_is_no_array_of_actions_is_refused(actions: Any) -> None:
    vec = GameVecEnv(TOY, N)
    vec.reset(seed=2)
    with pytest.raises(ValueError, match=rf"actions must be int\[{N}\]"):
        vec.step(actions)


def test_arrays_are_never_written_again_unless_they_are_handed_over() -> None:
    """Field bug 9."""
    vec = GameVecEnv("arctic", N, threads=1)
    kept = drive(vec, 30)
    copies = [copy.deepcopy(arrays_of(step)) for step in kept]
    drive(vec, 30, seed=9)
    assert all(
        np.array_equal(value, old[name])
        for step, old in zip(kept, copies, strict=True)
        for name, value in arrays_of(step).items()
    )
    out = vec.empty_step()
    step = vec.reset(seed=3, out=out)
    assert step.observations is out.observations
    rng = np.random.default_rng(0)
    for expected in kept[1:]:
        step = vec.step(choose(step, rng), out=out)
        assert step.action_masks is out.action_masks
        assert same(step, expected)


def test_wrong_output_arrays_are_refused_before_anything_is_played() -> None:
    vec = GameVecEnv("arctic", N)
    step = vec.reset(seed=3)
    before = vec.states.tobytes()
    other = GameVecEnv("arctic", N + 1).empty_step()
    with pytest.raises(ValueError, match="out must be a Step"):
        vec.reset(seed=9, out=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"out.observations must be a writeable C array int8\[6, \d+\]"):
        vec.step(choose(step, np.random.default_rng(0)), out=other)
    assert vec.states.tobytes() == before


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    n, steps = 2 * SMALLEST + 44, 120  # of which the last games are no whole part
    one, three = (drive(GameVecEnv("arctic", n, threads=threads), steps) for threads in (1, 3))
    assert any(step.final is not None for step in one)
    assert all(same(a, b) for a, b in zip(one, three, strict=True))


@pytest.mark.parametrize(
    "settings",
    [{"num_players": 3}, {"skip_forced": True, "max_cycles": 9}, {"autoreset_mode": "NEXT_STEP", "max_cycles": 9}],
)
def test_threads_that_share_a_step_write_what_one_writes(settings: dict[str, Any]) -> None:
    """Into fresh arrays, and always into the same."""
    n = SMALLEST + 1
    one, three = (GameVecEnv("arctic", n, threads=threads, **settings) for threads in (1, 3))
    step, twin, out = one.reset(seed=3), three.reset(seed=3), three.empty_step()
    for k in range(60):
        actions = choose(step, np.random.default_rng(k))
        step, twin = one.step(actions), three.step(actions, out=out if k % 2 else None)
        assert same(step, twin)
    assert one.states.tobytes() == three.states.tobytes()
    three.close()
    actions = choose(step, np.random.default_rng(0))
    assert same(one.step(actions), three.step(actions))


def test_arrays_that_have_become_read_only_are_refused() -> None:
    vec = GameVecEnv("arctic", SMALLEST, threads=2)
    step, out = vec.reset(seed=1), vec.empty_step()
    vec.step(choose(step, np.random.default_rng(0)), out=out)
    out.observations.flags.writeable = False
    with pytest.raises(ValueError, match=r"out\.observations must be a writeable"):
        vec.step(choose(out, np.random.default_rng(0)), out=out)


def through_pickle(vec: GameVecEnv) -> GameVecEnv:
    copied: GameVecEnv = pickle.loads(pickle.dumps(vec))
    return copied


def saved(vec: GameVecEnv) -> GameVecEnv:
    other = GameVecEnv(vec.game, vec.num_envs, num_players=vec.num_players)
    other.restore(vec.save())
    return other


@pytest.mark.parametrize("duplicate", [copy.copy, through_pickle, copy.deepcopy, saved])
def test_copies_go_on_the_same(duplicate: Callable[[GameVecEnv], GameVecEnv]) -> None:
    """Field bug 2."""
    vec = GameVecEnv("arctic", SMALLEST, num_players=3, threads=2)
    last = drive(vec, 20)[-1]
    other = duplicate(vec)
    for _ in range(40):
        actions = choose(last, np.random.default_rng(0))
        last, twin = vec.step(actions), other.step(actions)
        assert same(last, twin)
    assert vec.states.tobytes() == other.states.tobytes()


def test_what_was_saved_stays_as_it_was() -> None:
    vec = GameVecEnv("arctic", N)
    drive(vec, 20)
    saved = vec.save()
    before = vec.states.tobytes()
    step = vec.restore(saved)
    for _ in range(20):
        step = vec.step(choose(step, np.random.default_rng(0)))
    assert vec.states.tobytes() != before
    vec.restore(saved)
    assert vec.states.tobytes() == before


def test_what_other_environments_saved_is_refused() -> None:
    vec = GameVecEnv("arctic", 2, num_players=2)
    vec.reset(seed=1)
    before = vec.states.tobytes()
    others = [GameVecEnv("arctic", n, num_players=players) for n, players in ((1, 2), (2, 4))]
    for other, words in zip(others, (r"must be .*\[2", "games are not all of 2 players"), strict=True):
        other.reset(seed=2)
        with pytest.raises(ValueError, match=words):
            vec.restore(other.save())
    with pytest.raises(ValueError, match="seeds must be int64"):
        vec.restore({name: array for name, array in vec.save().items() if name != "seeds"})
    assert vec.states.tobytes() == before


@pytest.mark.parametrize(("n", "threads"), [(N, 1), (SMALLEST, 2)])
def test_an_interrupted_step_asks_for_a_reset(n: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    vec = GameVecEnv("arctic", n, threads=threads)
    step = vec.reset(seed=1)

    def interrupt(*arguments: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(vec.game.vector, "step", interrupt)
        patched.setattr("arctic_env.envs.game_vec.run_parallel", interrupt)
        with pytest.raises(KeyboardInterrupt):
            vec.step(choose(step, np.random.default_rng(0)))
    with pytest.raises(ValueError, match="interrupted"):
        vec.step(choose(step, np.random.default_rng(0)))
    vec.reset(seed=1)


def test_games_begin_from_a_position() -> None:
    vec = GameVecEnv("arctic", N, num_players=3)
    position = vec.game.deal(seed=5, num_players=3)
    for _ in range(20):
        position = position.play(position.legal()[0])
    vec.reset(seed=1)
    chosen = np.arange(N) % 2 == 0
    step = vec.reset(options={"position": position.to_dict(), "reset_mask": chosen})
    assert [vec.position(i) == position for i in range(N)] == chosen.tolist()
    assert (step.seats[chosen] == position.seat).all()
    assert (step.action_masks[chosen] == position.mask()).all()
    with pytest.raises(arctic_env.PositionError, match="players"):
        vec.reset(options={"position": vec.game.deal(seed=5, num_players=2)})
    while position.seat is not None:
        position = position.play(position.legal()[0])
    with pytest.raises(arctic_env.PositionError, match="the game is over"):
        vec.reset(options={"position": position})


def test_seeds_one_by_one_and_in_a_row() -> None:
    vec = GameVecEnv("arctic", 3)
    first = vec.reset(seed=40)
    assert same(vec.reset(seed=[40, 41, 42]), first)
    assert same(vec.reset(seed=np.array([40, 41, 42])), first)
    assert not same(vec.reset(), first)  # goes on from there
    game = arctic_env.game("arctic")
    vec.reset(seed=40)
    assert [vec.position(i) == game.deal(seed=40 + i) for i in range(3)] == [True] * 3


@pytest.mark.parametrize("seed", [-1, 2**63 - 1, [1, 2], [1, 2, -3], 1.5, "abc", b"abc", np.array(5.0)])
def test_seeds_that_are_none_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        GameVecEnv("arctic", 3).reset(seed=seed)


@pytest.mark.parametrize("unit", [0, -1.0, math.nan, math.inf])
def test_points_are_paid_in_units_above_zero(unit: float) -> None:
    vec = GameVecEnv("arctic", 2)
    vec.reset(seed=1)
    with pytest.raises(ValueError, match="unit must be a number of points above 0"):
        vec.payoffs("margin", unit)


@pytest.mark.parametrize("options", [5, {"reset_mask": [1, 0]}, {"reset_mask": np.ones(3, bool)}, {"postion": 1}])
def test_options_that_are_none_are_refused(options: Any) -> None:
    vec = GameVecEnv("arctic", 2)
    vec.reset(seed=1)
    vec.reset(options={"position_0": 1, "seed": 2})  # for wrappers
    with pytest.raises(ValueError, match=r"options must be a dict|reset_mask must be bool\[2\]|did you mean position"):
        vec.reset(options=options)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_modes_are_gymnasiums_members_names_and_values(mode: AutoresetMode) -> None:
    for given in (mode, mode.name, mode.value, mode.name.lower()):
        assert GameVecEnv(TOY, 1, autoreset_mode=given).autoreset_mode is mode


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("observation", ["flat", "scaled", "parts"])
def test_observations_have_the_form_that_was_asked_for(observation: str, again: bool) -> None:
    vec = arctic_env.make_vec("arctic", N, num_players=3, observation=observation)
    flat = arctic_env.make_vec("arctic", N, num_players=3)
    form = Observations(vec.game, 3, observation)
    step, plain = vec.reset(seed=3), flat.reset(seed=3)
    rng, ended = np.random.default_rng(0), 0
    while not ended:
        assert equal(step.observations, form.shape(plain.observations))
        actions = choose(plain, rng)
        step, plain = vec.step(actions, step if again else None), flat.step(actions)
        if step.final is not None and plain.final is not None:
            assert equal(step.final.observations, form.shape(plain.final.observations))
            ended += 1
    assert equal(vec.observe_all(), form.shape(flat.observe_all()))
    assert equal(vec.restore(vec.save()).observations, step.observations)
    all_seen = step.observations
    seen = {name: part[0] for name, part in all_seen.items()} if observation == "parts" else all_seen[0]
    assert vec.single_observation_space.contains({"observation": seen, "action_mask": step.action_masks[0]})


def equal(first: Any, second: Any) -> bool:
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(equal(first[name], second[name]) for name in first)
    return first.dtype == second.dtype and np.array_equal(first, second)


def test_unseeded_batches_differ() -> None:
    first, second = (GameVecEnv("arctic", 2).reset() for _ in range(2))
    assert not same(first, second)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 2.0}, "num_envs"),
        ({"num_players": 5}, "players"),
        ({"reward": "points"}, "reward"),
        ({"observation": "pixels"}, "observation"),
        ({"autoreset_mode": "later"}, "SAME_STEP"),
        ({"threads": 0}, "threads"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"max_cycles": 1.5}, "max_cycles"),
        ({"edition": "fr"}, "edition"),
        ({"skip_forced": "no"}, "skip_forced must be True or False, not 'no'"),
        ({"num_env": 2}, r"'num_env' \(did you mean num_envs\?\)"),
        ({"colour": "blue"}, "colour"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        arctic_env.make_vec("arctic", **{"num_envs": 2, **settings})
    with pytest.raises(ValueError, match=r"^no game None; there are arctic, "):
        arctic_env.make_vec(None)


@pytest.mark.parametrize("ask", [lambda vec: vec.step([0, 0]), lambda vec: vec.states, GameVecEnv.observe_all])
def test_nothing_before_reset(ask: Callable[[GameVecEnv], Any]) -> None:
    with pytest.raises(ValueError, match="reset"):
        ask(GameVecEnv("arctic", 2))


def test_the_longest_games_are_no_limit() -> None:
    vec = GameVecEnv("arctic", 2, max_cycles=10**30)
    assert not vec.step(vec.reset(seed=1).action_masks.argmax(axis=1)).truncations.any()


def test_all_seats_and_all_payoffs() -> None:
    vec = GameVecEnv("arctic", N, num_players=4)
    step = drive(vec, 60)[-1]
    everything, paid = vec.observe_all(), vec.payoffs("score", 2.0)
    for i in range(N):
        position = vec.position(i)
        seen = [position.view(seat).observation() for seat in range(4)]
        assert np.array_equal(everything[i], seen)
        assert np.array_equal(step.observations[i], seen[step.seats[i]])
        assert paid[i].tolist() == (position.totals() / 2).tolist()


def test_shown_spaces_hold_what_is_shown() -> None:
    vec = GameVecEnv("arctic", 2)
    step = vec.reset(seed=1)
    shown = {"observation": step.observations[0], "action_mask": step.action_masks[0]}
    assert vec.single_observation_space.contains(shown)
    assert vec.single_action_space.contains(choose(step, np.random.default_rng(0))[0])
    assert "2 games of 2 players, SAME_STEP" in repr(vec)


FORKS = """
import os, sys, arctic_env
def loaded(): return "numba.np.ufunc.omppool" in sys.modules
vec = arctic_env.make_vec("arctic", 300, threads=2)
step = vec.reset(seed=1)
print(loaded(), flush=True)
for k in range(3):
    step = vec.step(step.action_masks.argmax(axis=1))
child = os.fork()
for k in range(3):
    step = vec.step(step.action_masks.argmax(axis=1))
print(step.action_masks.sum(), flush=True)
if child:
    print(os.waitpid(child, 0)[1], "OMP_WAIT_POLICY" in os.environ)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_openmp_starts_with_the_first_step_and_stays_out_of_forks(fresh_python: FreshPython) -> None:
    """GNU OpenMP ends children of a fork that call it."""
    unloaded, one, other, last = fresh_python("-c", FORKS).stdout.splitlines()
    assert (unloaded, one) == ("False", other)
    assert last == "0 False"
