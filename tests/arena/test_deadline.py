import contextlib
import signal
import threading
import time

import pytest

from arctic_env.agents.guarded_calls import MOST_SECONDS, Late, deadline
from tests.arena.fakes import loop_forever


def test_quick_work_passes() -> None:
    with deadline(5.0):
        done = True
    assert done


def test_no_limit_is_no_limit() -> None:
    with deadline(None):
        time.sleep(0.01)


def test_endless_python_is_interrupted() -> None:
    started = time.perf_counter()
    with pytest.raises(Late), deadline(0.1):
        loop_forever()
    assert time.perf_counter() - started < 5


def test_those_who_catch_the_first_alarm_are_interrupted_again() -> None:
    def stubborn(times: int) -> None:
        for _ in range(times):
            with contextlib.suppress(Late):
                loop_forever()
        loop_forever()

    started = time.perf_counter()
    with pytest.raises(Late), deadline(0.1):
        stubborn(3)
    assert time.perf_counter() - started < 5
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_alarm_never_rings_outside_of_its_block() -> None:
    """Blocks that end just when time is up: the timer is put away whole, whenever it rings."""
    before = signal.getsignal(signal.SIGALRM)
    for number in range(300):
        with contextlib.suppress(Late), deadline(0.0005):
            spin(0.0004 + number * 1e-6)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) == before


def spin(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def test_what_cannot_be_interrupted_is_measured() -> None:
    """As in a thread that is not the main one, where no timer can ring."""
    outcomes: list[str] = []

    def work() -> None:
        try:
            with deadline(0.05):
                time.sleep(0.2)
                outcomes.append("went on")
        except Late:
            outcomes.append("late")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert outcomes == ["went on", "late"]


def test_a_limit_inside_of_another_leaves_it_the_rest_of_its_time() -> None:
    def work() -> None:
        with deadline(5.0):
            spin(0.1)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 0.21
        loop_forever()

    started = time.perf_counter()
    with pytest.raises(Late), deadline(0.3):
        work()
    assert time.perf_counter() - started >= 0.3
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_limit_that_was_over_before_the_one_inside_of_it_rings_after_it() -> None:
    done = []

    def work() -> None:
        with deadline(5.0):
            spin(0.2)
            done.append("inside")
        loop_forever()

    with pytest.raises(Late), deadline(0.05):
        work()
    assert done == ["inside"]


def test_a_timer_of_the_caller_rings_as_if_there_had_been_no_limit() -> None:
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(time.perf_counter()))
    started = time.perf_counter()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3, 0.2)
        with contextlib.suppress(Late), deadline(0.1):
            loop_forever()
        assert rung == []
        assert signal.getitimer(signal.ITIMER_REAL)[1] == pytest.approx(0.2, abs=0.01)
        spin(0.6)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(rung) >= 2
    assert rung[0] - started >= 0.29


def test_the_longest_limit_is_one_that_a_timer_can_hold() -> None:
    with deadline(MOST_SECONDS):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0.99 * MOST_SECONDS


def test_errors_of_the_work_come_through_and_the_timer_is_put_away() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(ZeroDivisionError), deadline(0.05):
        print(1 // 0)
    time.sleep(0.1)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
