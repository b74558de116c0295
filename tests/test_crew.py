"""Threads that share the parts of a kernel: all parts are done once, whatever happens to one of them."""

import gc
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from arctic_env.kernels.crew import (
    CAN_SHARE,
    LEFT,
    PART,
    SMALLEST,
    Crew,
    Mail,
    end_of_part,
    finish_part,
    post,
    take_part,
    wait_for_work,
)
from tests.test_threads import interrupt_next_start

pytestmark = pytest.mark.skipif(not CAN_SHARE, reason="only compiled kernels are shared")

N = 20 * SMALLEST + 5


class Marks:
    """How often each of N games was worked on, and by whom."""

    def __init__(self, count: int, work: Callable[[int], object] = bool) -> None:
        self.times = np.zeros(N, np.int64)
        self.threads: set[int] = set()
        self.work = work
        self.crew = Crew(count, self.take_parts)

    def take_parts(self, mail: Mail, leads: bool) -> None:
        goes_on = leads or wait_for_work(mail)
        while goes_on:
            self.take_all(mail, leads)
            goes_on = not leads and wait_for_work(mail)

    def take_all(self, mail: Mail, leads: bool) -> None:
        first = take_part(mail, leads)
        while first >= 0:
            self.threads.add(threading.get_ident())
            self.work(first)
            self.times[first : end_of_part(mail, first)] += 1
            finish_part(mail)
            first = take_part(mail, leads)

    def run(self, games: int = N) -> None:
        self.crew.run(lambda mail: post(mail, games))


@pytest.mark.parametrize("count", [2, 5])
def test_every_game_is_worked_on_once(count: int) -> None:
    marks = Marks(count)
    for k in range(100):
        marks.run()
        assert (marks.times == k + 1).all()
        if k % 10 == 9:
            time.sleep(0.002)  # the helpers fall asleep


def test_several_threads_work_at_once() -> None:
    both = threading.Barrier(2, timeout=10)
    marks = Marks(2, lambda first: both.wait() if first in (0, N // PART * PART) else None)
    marks.run()
    assert len(marks.threads) == 2


@pytest.mark.parametrize("in_caller", [True, False])
def test_what_a_part_raises_comes_out_when_all_threads_have_stopped(in_caller: bool) -> None:
    both, working = threading.Barrier(2, timeout=10), set()

    def work(first: int) -> None:
        both.wait()
        if (threading.current_thread() is threading.main_thread()) == in_caller:
            raise KeyError("a part")
        working.add(first)
        end = time.monotonic() + 10
        while marks.crew.mail[LEFT] > 0 and time.monotonic() < end:  # until the other has given up
            time.sleep(0.001)
        time.sleep(0.02)
        working.remove(first)

    marks = Marks(2, work)
    with pytest.raises(KeyError, match="a part"):
        marks.run()
    assert not working
    assert marks.times.sum() <= 2 * PART  # nobody began another part
    marks.work = bool
    marks.times[:] = 0
    marks.run()
    assert (marks.times == 1).all()


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_comes_out_when_the_others_have_stopped() -> None:
    both, outcomes = threading.Barrier(2, timeout=10), []
    caller = threading.main_thread()

    def work(first: int) -> None:
        if first in (0, N // PART * PART):  # the first of each thread
            both.wait()
            if threading.current_thread() is not caller:
                time.sleep(0.05)  # the caller has done all the others and waits
                signal.pthread_kill(caller.ident or 0, signal.SIGINT)
                time.sleep(0.05)
                outcomes.append(first)

    marks = Marks(2, work)
    with pytest.raises(KeyboardInterrupt):
        marks.run()
    assert outcomes
    assert (marks.times == 1).all()


def test_helpers_go_when_the_crew_is_forgotten() -> None:
    others = set(threading.enumerate())
    marks = Marks(3)
    marks.run()
    helpers = set(threading.enumerate()) - others
    assert len(helpers) == 2
    del marks
    end = time.monotonic() + 10
    while any(helper.is_alive() for helper in helpers) and time.monotonic() < end:
        gc.collect()
        time.sleep(0.01)
    assert not any(helper.is_alive() for helper in helpers)


def _child(marks: Marks, answers: "multiprocessing.Queue[int]") -> None:
    marks.run()
    answers.put(int(marks.times.sum()))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_crew_works_in_a_process_that_was_forked() -> None:
    marks = Marks(2)
    marks.run()
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_child, args=(marks, answers))
    child.start()
    assert answers.get(timeout=30) == 2 * N
    child.join()
    marks.run()
    assert (marks.times == 2).all()


def test_no_more_helpers_than_parts_are_started() -> None:
    others = set(threading.enumerate())
    marks = Marks(50)
    marks.run(3 * PART)
    assert len(set(threading.enumerate()) - others) == 2
    marks.run(3 * PART)
    assert (marks.times[: 3 * PART] == 2).all()
    assert not marks.times[3 * PART :].any()


def test_a_helper_that_comes_too_late_goes_to_sleep_at_once() -> None:
    """It must not use up a core until the next step, which may be a long time off."""
    marks = Marks(2)
    marks.run()
    marks.run()
    time.sleep(0.1)
    before = time.process_time()
    for _ in range(20):
        marks.run(PART)  # done by the caller before anybody has woken up
        time.sleep(0.01)
    assert time.process_time() - before < 0.05


def test_all_helpers_have_stopped_when_one_fails_before_it_has_a_part() -> None:
    working, failed = threading.Event(), threading.Event()
    caller = threading.main_thread()

    def work(first: int) -> None:
        working.set()
        failed.wait(10)
        time.sleep(0.02)

    class Failing(Marks):
        def take_parts(self, mail: Mail, leads: bool) -> None:
            if threading.current_thread() is not caller and working.is_set() and not failed.is_set():
                failed.set()
                raise MemoryError
            super().take_parts(mail, leads)

    marks = Failing(3, work)
    with pytest.raises(MemoryError):
        marks.run()
    before = marks.times.copy()
    time.sleep(0.05)
    assert (marks.times == before).all()
    marks.work = bool
    marks.run()  # what others raised then is forgotten


def test_threads_go_when_a_crew_is_closed_and_come_again() -> None:
    others = set(threading.enumerate())
    marks = Marks(3)
    for k in range(2):
        marks.run()
        helpers = set(threading.enumerate()) - others
        assert len(helpers) == 2
        marks.crew.close()
        assert not any(helper.is_alive() for helper in helpers)
        assert (marks.times == k + 1).all()


def test_threads_go_too_whose_start_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    others = set(threading.enumerate())
    marks = Marks(3)
    interrupt_next_start(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        marks.run()
    marks.times[:] = 0
    marks.run()
    assert (marks.times == 1).all()
    helpers = set(threading.enumerate()) - others
    closing = threading.Thread(target=marks.crew.close, daemon=True)
    closing.start()
    for thread in (closing, *helpers):
        thread.join(10)
        assert not thread.is_alive()
