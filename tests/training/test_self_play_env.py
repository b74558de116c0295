"""Faults of training environments, by their numbers among those that users complain about."""

import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arctic_env import IllegalActionError, Position
from arctic_env.arena import Agent
from arctic_training.buffer import END, PENDING
from arctic_training.self_play_env import LEARNER, rotate
from tests.training.games import ARCTIC, GAME, N, Turn, any_actions, make_env, room_for, turns_of


def payoffs(kind: str, final: Position) -> list[float]:
    """What the rules of a payoff say, for each seat."""
    scores, ranks = final.totals().tolist(), final.ranks().tolist()
    n = len(scores)
    if kind == "score":
        return [score / 30 for score in scores]
    if kind == "margin":
        leads = [score - max(scores[:i] + scores[i + 1 :]) for i, score in enumerate(scores)]
        return [min(1.0, max(-1.0, lead / 30)) for lead in leads]
    if kind == "rank":
        places = [sum(r < rank for r in ranks) + (sum(r == rank for r in ranks) - 1) / 2 for rank in ranks]
        return [1 - 2 * place / (n - 1) for place in places]
    winners = sum(rank == 0 for rank in ranks)
    if winners == n:
        return [0.0] * n
    return [1 / winners if rank == 0 else -1 / (n - winners) for rank in ranks]


def final_positions(turn: Turn) -> list[tuple[int, Position]]:
    """The games that ended in a step, by place."""
    final = turn.played.final
    return [(int(row), final.position(k)) for k, row in enumerate(final.rows)] if final is not None else []


@pytest.mark.parametrize("shaping", [True, False])
@pytest.mark.parametrize("kind", ["win", "rank", "margin", "score"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_1_rewards_of_each_seat_add_up_to_its_payoff_with_one_end(players: int, kind: str, shaping: bool) -> None:
    env = make_env(players, kind=kind, shaping=shaping)
    decisions = room_for(env, GAME)
    owners: dict[tuple[int, int], list[int]] = {}
    games = 0
    for turn in turns_of(env, GAME, decisions):
        made = range(decisions.count - len(turn.rows), decisions.count)
        for row, number in zip(turn.rows.tolist(), made, strict=True):
            owners.setdefault((row, int(turn.before.seats[row])), []).append(number)
        for row, final in final_positions(turn):
            assert final.seat is None
            for seat, payoff in enumerate(payoffs(kind, final)):
                its = owners.pop((row, seat), [])
                assert turn.seated[row, seat] == LEARNER or not its
                if its:
                    assert decisions.rewards[its].sum() == pytest.approx(payoff, abs=1e-9)
                    assert decisions.successors[its].tolist() == [*its[1:], END]
                    assert shaping or not decisions.rewards[its[:-1]].any()
                    games += 1
    for its in owners.values():
        assert decisions.successors[its].tolist() == [*its[1:], PENDING]
    assert games >= N


def test_fault_1_the_learner_is_paid_for_games_that_another_seat_ends() -> None:
    env = make_env(kind="margin", shaping=False)
    paid = {True: 0, False: 0}
    for turn in turns_of(env, 3 * GAME):
        for row, _ in final_positions(turn):
            ended_it = turn.before.seats[row] == turn.sure[row]
            paid[bool(ended_it)] += turn.played.sure_rewards[row] != 0
    assert min(paid.values()) > 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_faults_3_and_6_the_learner_sees_and_may_do_what_its_seat_may(players: int) -> None:
    env = make_env(players)
    for turn in turns_of(env, 40):
        assert (turn.before.action_masks.sum(axis=1) >= 2).all()
        for row in turn.rows:
            position = Position(ARCTIC, turn.states[row : row + 1].copy())
            seat = turn.before.seats[row]
            assert position.seat == seat
            assert turn.seated[row, seat] == LEARNER
            assert position.mask().tobytes() == turn.before.action_masks[row].tobytes()
            view = position.view(int(seat))
            assert view.observation().tobytes() == turn.before.observations[row].tobytes()


def test_a_critic_that_sees_all_has_the_deciding_seat_first() -> None:
    env = make_env(3, full=True)
    for _ in turns_of(env, 20):
        rows = env.learner_rows()
        seen = env.observe(rows)
        assert seen.shape == (len(rows), *env.critic_shape)
        for k, row in enumerate(rows):
            position = env.games.position(int(row))
            for place in range(3):
                view = position.view((position.seat + place) % 3)
                assert view.observation().tobytes() == seen[k, place].tobytes()
        assert (seen[:, 0] == env.shown.observations[rows]).all()


def test_turning_puts_any_seat_first() -> None:
    observations = np.arange(2 * 3 * 2, dtype=np.int8).reshape(2, 3, 2)
    order = rotate(observations, np.array([1, 0]), np.array([0, 2], np.int8))
    assert order[:, :, 0].tolist() == [[6, 8, 10], [4, 0, 2]]


def test_fault_7_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    env = make_env(mix={"latest": 1.0})
    env.reset()
    rows = env.learner_rows()
    actions = any_actions(env.shown.action_masks, rows, 0)
    before = env.games.states.copy()
    for wrong in (int(env.shown.action_masks[4].argmin()), -1, ARCTIC.actions.size):
        spoilt = actions.copy()
        spoilt[4] = wrong
        with pytest.raises(IllegalActionError, match="game 4"):
            env.step(rows, spoilt)
        assert env.games.states.tobytes() == before.tobytes()
    env.step(rows, actions)
    assert env.games.states.tobytes() != before.tobytes()


def test_fault_9_what_was_seen_is_not_overwritten_later() -> None:
    kept = [(turn.before, turn.before.observations.copy()) for turn in turns_of(make_env(), 30)]
    for before, copy in kept:
        assert before.observations.tobytes() == copy.tobytes()


def test_fault_11_a_trajectory_never_crosses_two_games() -> None:
    env = make_env(3)
    decisions = room_for(env, GAME)
    game_of: list[tuple[int, int]] = []  # place and number of the game, for each decision
    dealt = np.zeros(N, np.int64)
    for turn in turns_of(env, GAME, decisions):
        game_of += [(int(row), int(dealt[row])) for row in turn.rows]
        if turn.played.final is not None:
            dealt[turn.played.final.rows] += 1
            for k, row in enumerate(turn.played.final.rows):
                last = turn.played.final.position(k)
                assert last.seat is None
                assert env.games.position(int(row)).seat is not None
    assert dealt.min() >= 1
    for decision in range(decisions.count):
        after = decisions.successors[decision]
        if after >= 0:
            assert game_of[decision] == game_of[after]
        elif after == PENDING:
            row, game = game_of[decision]
            assert game == dealt[row]


def test_fault_12_a_game_that_is_cut_short_has_not_ended() -> None:
    env = make_env(shaping=False, max_cycles=12)
    cut = 0
    for turn in turns_of(env, 40):
        if turn.played.final is None:
            continue
        assert turn.played.truncated.all()
        for k, row in enumerate(turn.played.final.rows):
            assert turn.played.final.position(k).seat is not None
            assert not turn.played.rewards[row].any()
            cut += 1
    assert cut >= N


def test_episodes_are_whole_games_of_the_sure_seat() -> None:
    env = make_env(3, kind="score")
    lengths = np.zeros(N, np.int64)
    ended = 0
    for turn in turns_of(env, GAME):
        lengths[turn.rows] += turn.before.seats[turn.rows] == turn.sure[turn.rows]
        positions = final_positions(turn)
        for (row, final), episode in zip(positions, turn.played.episodes, strict=True):
            seat = int(turn.sure[row])
            scores = final.totals().tolist()
            assert episode["margin"] == scores[seat] - max(scores[:seat] + scores[seat + 1 :])
            ranks = list(final.ranks())
            assert episode["won"] == (ranks[seat] == 0) / ranks.count(0)
            assert episode["r"] == pytest.approx(scores[seat] / 30, abs=1e-9)
            assert episode["l"] == lengths[row]
            lengths[row] = 0
            ended += 1
    assert ended >= N


def test_the_sure_seat_goes_round() -> None:
    env = make_env(3)
    seats: list[list[int]] = [[] for _ in range(N)]
    for turn in turns_of(env, 3 * GAME):
        assert (turn.seated[np.arange(N), turn.sure] == LEARNER).all()
        for row, _ in final_positions(turn):
            seats[row].append(int(turn.sure[row]))
    for row, taken in enumerate(seats):
        assert taken == [(row + game) % 3 for game in range(len(taken))]


def trace(noise: int) -> list[Any]:
    random.seed(noise), np.random.seed(noise), torch.manual_seed(noise)
    env = make_env(seed=7, mix={"latest": 0.4, "greedy": 0.3, "random": 0.3})
    return [[turn.rows.tolist(), turn.actions.tolist(), turn.played.rewards.tolist()] for turn in turns_of(env, 60)]


def test_fault_5_the_seed_and_nothing_else_decides() -> None:
    """Of other processes the tests of runs say the same."""
    assert trace(1) == trace(2)


def test_fault_5_a_game_goes_the_same_whatever_else_is_played() -> None:
    few, many = make_env(n=2), make_env(n=6)
    for one, other in zip(turns_of(few, GAME), turns_of(many, GAME), strict=True):
        assert one.states.tobytes() == other.states[:2].tobytes()
        assert one.played.rewards.tolist() == other.played.rewards[:2].tolist()


def test_another_seed_gives_other_games_and_opponents() -> None:
    one, other = make_env(seed=3), make_env(seed=4)
    one.reset(), other.reset()
    assert one.games.states.tobytes() != other.games.states.tobytes()
    assert one.seats.agents.seeds.tolist() != other.seats.agents.seeds.tolist()


def test_rule_parameters_reach_the_games() -> None:
    env = make_env(edition="it")
    env.reset()
    assert env.games.position(0).to_dict()["edition"] == "it"


class Careful(Agent):
    """An opponent that checks what it is asked, and remembers the seeds."""

    name = "careful"

    def __init__(self) -> None:
        super().__init__(ARCTIC, 2)
        self.seeds: list[int] = []

    def act_many(self, *_: Any) -> NDArray[np.int64]:
        raise AssertionError("the seeds of the decisions are to be used")

    def decide(
        self, views: NDArray[Any], seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        assert (views["seat"] == seats).all()
        assert (masks.sum(axis=1) >= 2).all()
        again = np.empty_like(views)
        self.game.batch.view(views, seats, again)
        assert again.tobytes() == views.tobytes()  # nothing in it that the seat may not see
        self.seeds += seeds.tolist()
        return masks.argmax(axis=1).astype(np.int64)


def test_opponents_are_asked_for_their_own_seats_and_see_views_and_fresh_seeds() -> None:
    env = make_env(3, mix={"random": 1.0})
    careful = Careful()
    env.seats.agents.agents[-1] = careful
    for turn in turns_of(env, 60):
        assert (turn.seated == LEARNER).sum(axis=1).tolist() == [1] * N
        assert (turn.before.seats[turn.rows] == turn.sure[turn.rows]).all()
    assert len(careful.seeds) > 100
    assert len(set(careful.seeds)) == len(careful.seeds)


def test_a_saved_state_goes_on_as_if_it_had_not_been() -> None:
    env, other = make_env(), make_env()
    list(turns_of(env, 25))
    saved = deepcopy(env.save())
    other.restore(saved)
    assert other.shown.observations.tobytes() == env.shown.observations.tobytes()
    for ours, theirs in zip(turns_of(env, GAME, first=25), turns_of(other, GAME, first=25), strict=True):
        assert ours.played.rewards.tolist() == theirs.played.rewards.tolist()
        assert ours.played.episodes == theirs.played.episodes
    assert env.games.states.tobytes() == other.games.states.tobytes()
