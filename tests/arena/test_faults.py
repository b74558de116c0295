"""Hostile agents: they crash, answer illegally, late or never, and the tournament goes on (field bug 16)."""

import time
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env.agents.guarded_calls import Late
from arctic_env.arena import ForfeitWarning, GameSpec, Limits, Settings, StopGame, play, play_many, run_tournament
from arctic_env.arena.report import fault_lines
from arctic_env.errors import AgentError
from arctic_env.model.game import Game
from tests.arena.fakes import FirstLegal, OnePlayer, Picky, crash, dawdle, hostile, leave, loop_forever


@pytest.fixture(scope="module")
def game() -> Game:
    return arctic_env.game("arctic")


def always(view: object, seat: int) -> bool:
    return True


def once_it_has_placed(view: np.void, seat: int) -> bool:
    return bool(view["pile_size"][seat] > 2)


def tables(game: Game, agents: list, count: int = 4) -> list[GameSpec]:
    return [GameSpec(game.deal(seed=seed, num_players=len(agents)), agents, seed) for seed in range(count)]


class Unspeakable(Exception):
    """An error whose text is one more error."""

    def __str__(self) -> str:
        raise RuntimeError("no text either")


def throw(error: BaseException) -> Any:
    raise error


MISDEEDS = {
    "crash": (crash, "crash", "RuntimeError: the sky is falling"),
    "exit": (leave, "crash", "SystemExit: 3"),
    "illegal": (lambda: 380, "illegal", ", which is not legal here; legal: "),
    "too large": (lambda: 10**6, "illegal", "answered 1000000"),
    "negative": (lambda: -1, "illegal", "answered -1"),
    "nothing": (lambda: None, "crash", "TypeError"),
    "a float": (lambda: np.array([0.0]), "crash", "answered float64"),
    "too many": (lambda: np.zeros(7, np.int64), "crash", "where integers [1] are due"),
    "a text": (lambda: "place FM1", "crash", "TypeError"),
    "an object": (object, "crash", "TypeError"),
    "huge": (lambda: np.zeros(3_000_000, np.int64), "crash", "TypeError"),
    "no memory": (lambda: np.zeros(2**50), "crash", "MemoryError"),
    "endless recursion": (lambda: recurse(0), "crash", "RecursionError"),
    "a long speech": (lambda: throw(ValueError("no! " * 10**6)), "crash", " [... 3,999,512 letters ...] "),
    "several lines": (lambda: throw(ValueError("one\ntwo\udc00")), "crash", r"ValueError: one two\udc00"),
    "an error without a text": (lambda: throw(Unspeakable()), "crash", "Unspeakable: <exception str() failed>"),
    "our own alarm": (lambda: throw(Late()), "crash", "Late: raised without a limit"),
}


def recurse(depth: int) -> int:
    return recurse(depth + 1) + 1


@pytest.mark.parametrize(("misbehave", "kind", "message"), MISDEEDS.values(), ids=MISDEEDS.keys())
def test_the_offender_forfeits_and_the_game_is_played_to_its_end(game: Game, misbehave, kind, message) -> None:
    offender = hostile(misbehave, once_it_has_placed)
    result = play(game.deal(seed=3, num_players=3), [RandomAgent, offender, FirstLegal], seed=5)
    (fault,) = result.faults
    assert (fault.agent, fault.seat, fault.kind) == ("hostile", 1, kind)
    assert message in fault.message
    assert result.finished
    assert result.final.seat is None
    assert result.ranks[1] == 2
    assert 1 not in result.winners
    assert 0 < result.decisions[1] < result.decisions[0]
    before = result.start
    for action in result.actions[: fault.decision]:
        before = before.apply(action)
    assert before.seat == 1
    assert once_it_has_placed(before.states[0], 1)


@pytest.mark.parametrize(("misbehave", "kind", "message"), MISDEEDS.values(), ids=MISDEEDS.keys())
def test_single_players_forfeit_in_the_same_way(game: Game, misbehave, kind, message) -> None:
    offender = OnePlayer(lambda view, mask: misbehave())
    result = play(game.deal(seed=3, num_players=2), [offender, RandomAgent])
    (fault,) = result.faults
    assert (fault.agent, fault.seat, fault.kind) == ("one", 0, kind)
    assert result.winners == (1,)
    assert result.finished


def test_only_the_game_with_the_fault_is_forfeited(game: Game) -> None:
    """The others of the same batch are played as if nothing had happened."""
    faces = [table.start.states["faces"][0].tolist() for table in tables(game, [FirstLegal, RandomAgent])]
    assert faces.count(faces[2]) == 1

    def in_third_game(view: np.void, seat: int) -> bool:
        return view["faces"].tolist() == faces[2]

    offender = hostile(crash, in_third_game)
    offender.name = "first"
    disturbed = play_many(tables(game, [offender, RandomAgent]))
    quiet = play_many(tables(game, [FirstLegal, RandomAgent]))
    assert [len(result.faults) for result in disturbed] == [0, 0, 1, 0]
    for number in (0, 1, 3):
        assert disturbed[number].actions == quiet[number].actions


@pytest.mark.parametrize(
    "number", [10**30, -(10**30), np.uint64(2**64 - 1), True], ids=["large", "negative", "unsigned", "bool"]
)
def test_numbers_of_any_size_are_no_actions(game: Game, number: Any) -> None:
    """From a single player, and from an agent that answers for many."""
    single = OnePlayer(lambda view, mask: number if mask[1] == 0 or number is not True else 10**6)
    many = hostile(lambda: np.array([number], None if number is True else object), always)
    for agent in (single, many):
        result = play(game.deal(seed=3, num_players=2), [agent, RandomAgent])
        (fault,) = result.faults
        assert fault.kind in ("illegal", "crash")
        assert len(fault.message) < 200
        assert result.winners == (1,)


def test_an_agent_cannot_change_what_it_is_shown_for_others(game: Game) -> None:
    """Views, masks and seats are its own copies."""

    class Vandal(FirstLegal):
        def decide(self, views, seats, masks, seeds):
            answer = masks.argmax(axis=1)
            for array in (views.view(np.uint8), seats, masks, seeds):
                array[...] = 0
            return answer

    quiet = play_many(tables(game, [FirstLegal, RandomAgent]))
    loud = play_many(tables(game, [Vandal, RandomAgent]))
    assert [result.actions for result in loud] == [result.actions for result in quiet]
    assert not any(result.faults for result in loud)


def test_an_agent_that_is_asked_once_more_is_shown_the_same(game: Game) -> None:
    """What it did to its copies before it crashed over one game does nothing to the others."""
    seen: list[list[list[int]]] = []

    class Messy(FirstLegal):
        def decide(self, views, seats, masks, seeds):
            seen.append([views["hand_size"].tolist(), seats.tolist(), masks.tolist(), seeds.tolist()])
            for array in (views.view(np.uint8), seats, masks, seeds):
                array[...] = 0
            raise RuntimeError

    play_many(tables(game, [Messy] * 2), limits=Limits(decisions=1))
    together, *alone = seen
    assert [[part[row]] for row in range(4) for part in together] == [part for one in alone for part in one]
    assert len(alone) == 4


def test_late_answers_forfeit(game: Game) -> None:
    offender = hostile(dawdle, once_it_has_placed)
    started = time.perf_counter()
    result = play(game.deal(seed=3, num_players=2), [offender, RandomAgent], limits=Limits(seconds=0.5))
    (fault,) = result.faults
    assert (fault.kind, fault.message) == ("late", "no answer within 0.5 s")
    assert result.winners == (1,)
    assert time.perf_counter() - started < 20


def test_endless_agents_are_interrupted(game: Game) -> None:
    """Even one that catches every Exception."""
    for agent in (hostile(loop_forever, always), OnePlayer(lambda view, mask: loop_forever())):
        result = play(game.deal(seed=3, num_players=2), [agent, RandomAgent], limits=Limits(seconds=0.5))
        assert [fault.kind for fault in result.faults] == ["late"]
        assert result.finished


def test_an_endless_agent_does_not_hold_up_a_whole_batch(game: Game) -> None:
    """It has its time for all of them, then three times for one, and is not asked again."""
    offender = hostile(loop_forever, always)
    started = time.perf_counter()
    results = play_many(tables(game, [offender, RandomAgent], count=30), limits=Limits(seconds=0.5))
    assert time.perf_counter() - started < 10
    assert all([fault.kind for fault in result.faults] == ["late"] for result in results)
    messages = {result.faults[0].message for result in results}
    assert "not asked any more, after 3 late answers" in messages
    assert all(result.finished for result in results)


def test_an_endless_player_without_an_agent_does_not_hold_up_a_whole_batch_either(game: Game) -> None:
    offender = OnePlayer(lambda view, mask: loop_forever())
    started = time.perf_counter()
    results = play_many(tables(game, [offender, RandomAgent], count=30), limits=Limits(seconds=0.3))
    assert time.perf_counter() - started < 8
    assert [result.faults[0].kind for result in results] == ["late"] * 30


@pytest.mark.parametrize("stubborn", [False, True])
def test_who_does_not_get_ready_in_time_forfeits(game: Game, stubborn: bool) -> None:
    """Even who catches the first alarm; and after three games it is not waited for any more."""

    class Endless(FirstLegal):
        def start(self, seat, seed):
            try:
                loop_forever()
            finally:
                if stubborn:
                    loop_forever()

    started = time.perf_counter()
    results = play_many(tables(game, [RandomAgent, Endless], count=20), limits=Limits(seconds=0.3))
    assert time.perf_counter() - started < 8
    messages = [str(result.faults[0]) for result in results]
    assert messages[:3] == ["first in seat 1, decision 0: late: no player within 0.3 s"] * 3
    assert set(messages[3:]) == {"first in seat 1, decision 0: late: not asked any more, after 3 late answers"}
    assert all(result.finished and result.winners == (0,) for result in results)


def test_who_starts_no_player_forfeits(game: Game) -> None:
    class Absent(FirstLegal):
        def start(self, seat, seed):
            return None

    result = play(game.deal(seed=3, num_players=2), [Absent, RandomAgent])
    assert [fault.kind for fault in result.faults] == ["crash"]
    assert result.winners == (1,)


def test_agents_that_are_punctual_one_by_one_do_not_forfeit(game: Game) -> None:
    """Thirty decisions at once take longer than the time for one; each for itself does not."""

    class Slow(FirstLegal):
        def decide(self, views, seats, masks, seeds):
            time.sleep(0.025 * len(views))
            return super().decide(views, seats, masks, seeds)

    limits = Limits(seconds=0.5, decisions=2)
    results = play_many(tables(game, [Slow, Slow], count=30), limits=limits)
    assert not any(result.faults for result in results)


def test_slow_but_punctual_agents_do_not_forfeit(game: Game) -> None:
    agent = hostile(dawdle, lambda view, seat: False)
    result = play(game.deal(seed=3, num_players=2), [agent, RandomAgent], limits=Limits(seconds=5))
    assert result.faults == ()


def test_a_player_that_cannot_start_forfeits(game: Game) -> None:
    class Unfit(FirstLegal):
        def start(self, seat, seed):
            raise OSError("no weights")

    result = play(game.deal(seed=3, num_players=2), [Unfit, RandomAgent])
    (fault,) = result.faults
    assert (fault.decision, fault.kind, fault.message) == (0, "crash", "OSError: no weights")
    assert result.decisions[0] == 0
    assert result.winners == (1,)


def test_everybody_may_forfeit(game: Game) -> None:
    result = play(game.deal(seed=3, num_players=3), [hostile(crash, always)] * 3)
    assert len(result.faults) == 3
    assert result.finished
    assert result.ranks[result.faults[0].seat] == 2
    assert result.winners == (result.faults[-1].seat,)


def test_faults_can_end_the_match(game: Game) -> None:
    with pytest.raises(AgentError, match=r"hostile in seat 1, decision \d+: crash: RuntimeError: the sky"):
        play(game.deal(seed=3, num_players=2), [RandomAgent, hostile(crash, always)], limits=Limits(on_fault="raise"))


def test_only_a_person_may_leave_the_table(game: Game) -> None:
    """An agent that raises what a person raises has crashed; the tournament goes on."""

    def walk_out() -> int:
        raise StopGame

    with pytest.warns(ForfeitWarning):
        result = run_tournament(Settings([hostile(walk_out, always), RandomAgent], "arctic", games=2))
    assert [(fault.agent, fault.kind) for _, fault in result.faults] == [("hostile", "crash")] * 2

    class Sender(FirstLegal):
        def start(self, seat, seed):
            return OnePlayer(lambda view, mask: walk_out()).start(seat, seed)

    fault = play(game.deal(seed=3, num_players=2), [RandomAgent, Sender]).faults[0]
    assert (fault.kind, fault.message) == ("crash", "StopGame: ")


def test_an_agent_that_cannot_play_this_is_refused_at_once(game: Game) -> None:
    """A forfeit of every game would be no result."""
    play(game.deal(seed=1, num_players=3), [RandomAgent, Picky, Picky])
    with pytest.raises(AgentError, match="picky plays with 3, not with 2"):
        play(game.deal(seed=1, num_players=2), [RandomAgent, Picky])
    for workers in (1, 2):
        with pytest.raises(AgentError, match="picky plays with 3, not with 4"):
            run_tournament(Settings(["random", Picky], "arctic", num_players=4, workers=workers))


def test_ctrl_c_is_no_fault_of_an_agent(game: Game) -> None:
    def interrupt() -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(game.deal(seed=3, num_players=2), [hostile(interrupt, always), RandomAgent])


def test_a_tournament_survives_and_reports() -> None:
    settings = Settings([RandomAgent, hostile(crash, once_it_has_placed)], "arctic", games=20)
    with pytest.warns(ForfeitWarning, match=r"^hostile forfeited 20 games, see result\.faults$"):
        result = run_tournament(settings)
    assert result.rows["finished"].all()
    offended = result.rows["agent"] == 1
    assert result.rows["forfeit"][offended].all()
    assert not result.rows["forfeit"][~offended].any()
    assert (result.rows["rank"][offended] == 1).all()
    assert (result.rows["margin"][offended] <= 0).all()
    (pair,) = result.pairs()
    assert pair.ahead.value == 1.0
    lines = fault_lines(result)
    assert lines[0] == "Forfeits: hostile, crash: 20 times"
    assert lines[1].startswith("  deal 0, game 0: hostile in seat 1, decision ")
    assert [game for game, _ in result.faults] == list(range(20))


def test_the_first_decision_of_an_agent_is_not_timed() -> None:
    """It may compile what it needs; so the arena asks it once before any clock runs."""

    class Compiling(RandomAgent):
        ready = False

        def decide(self, *arguments: Any) -> Any:
            if not self.ready:
                time.sleep(0.4)
            self.ready = True
            return super().decide(*arguments)

    settings = Settings([Compiling, RandomAgent], "arctic", games=2, limits=Limits(seconds=0.3))
    assert not run_tournament(settings).faults
