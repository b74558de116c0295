"""Threads that share the parts of a batch: all parts are done once, whatever happens to one of them."""

import gc
import multiprocessing
import pickle
import signal
import threading
import time

import numpy as np
import pytest

from arctic_env.kernels.threads import Threads

N = 2000


def marked(threads: Threads) -> np.ndarray:
    """How often each of n games was worked on."""
    times = np.zeros(N, np.int64)

    def work(part: slice) -> None:
        times[part] += 1

    threads.run(work, N)
    return times


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_game_is_worked_on_once(count: int) -> None:
    threads = Threads(count)
    for _ in range(50):
        assert (marked(threads) == 1).all()


def test_several_threads_work_at_once() -> None:
    both = threading.Barrier(2, timeout=10)
    Threads(2).run(lambda part: both.wait() if part.start in (0, 500) else None, N)


@pytest.mark.parametrize("raising", [0, 500])
def test_what_a_part_raises_comes_out_when_all_threads_have_stopped(raising: int) -> None:
    threads, both, working = Threads(2), threading.Barrier(2, timeout=10), set()

    def work(part: slice) -> None:
        if part.start in (0, 500):  # one of them in each thread
            both.wait()
        working.add(part.start)
        time.sleep(0.01)
        working.remove(part.start)
        if part.start == raising:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        threads.run(work, N)
    assert not working
    assert (marked(threads) == 1).all()


@pytest.mark.parametrize("in_caller", [True, False])
def test_when_a_part_raises_no_other_is_begun(in_caller: bool) -> None:
    both, raising, begun = threading.Barrier(2, timeout=10), threading.Event(), []

    def work(part: slice) -> None:
        begun.append(part)
        both.wait()  # broken by anybody who takes a third part
        if (threading.current_thread() is threading.main_thread()) == in_caller:
            raising.set()
            raise KeyError
        raising.wait(10)
        time.sleep(0.02)  # the other thread has stopped by then

    with pytest.raises(KeyError):
        Threads(2).run(work, 20 * N)
    assert len(begun) == 2


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
@pytest.mark.usefixtures("interrupts")
def test_interrupts_while_waiting_for_the_others_come_out_when_they_have_stopped() -> None:
    both, done, outcomes = threading.Barrier(2, timeout=10), threading.Semaphore(0), []
    caller = threading.main_thread()

    def work(part: slice) -> None:
        if part.start in (0, 500):  # one of them in each thread
            both.wait()
        if threading.current_thread() is caller:
            done.release()
            return
        for _ in range(3):
            done.acquire(timeout=10)  # the caller has done all the other parts
        for _ in range(2):
            time.sleep(0.02)
            signal.pthread_kill(caller.ident or 0, signal.SIGINT)
        time.sleep(0.02)
        outcomes.append(part)

    threads = Threads(2)
    with pytest.raises(KeyboardInterrupt):
        threads.run(work, N)
    assert len(outcomes) == 1
    assert (marked(threads) == 1).all()


def test_threads_go_when_they_are_closed_or_forgotten_and_come_again() -> None:
    others = set(threading.enumerate())
    threads = Threads(3)
    for _ in range(2):
        marked(threads)
        helpers = set(threading.enumerate()) - others
        assert 1 <= len(helpers) <= 2
        threads.close()
        assert not any(helper.is_alive() for helper in helpers)
    marked(threads)
    helpers = set(threading.enumerate()) - others
    del threads
    gc.collect()
    for helper in helpers:
        helper.join(10)
        assert not helper.is_alive()


def test_nothing_of_a_job_is_kept_when_it_is_over() -> None:
    threads = Threads(2)

    class Work:
        alive = 0

        def __init__(self) -> None:
            Work.alive += 1

        def __del__(self) -> None:
            Work.alive -= 1

        def __call__(self, part: slice) -> None:
            pass

    for _ in range(20):
        threads.run(Work(), N)
    end = time.monotonic() + 10
    while Work.alive and time.monotonic() < end:
        time.sleep(0.001)
    assert Work.alive == 0


def _child(threads: Threads, answers: "multiprocessing.Queue[bool]") -> None:
    answers.put(bool((marked(threads) == 1).all()))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_they_work_in_a_process_that_was_forked() -> None:
    threads = Threads(2)
    marked(threads)
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=_child, args=(threads, answers))
    child.start()
    assert answers.get(timeout=30)
    child.join()
    assert (marked(threads) == 1).all()


def test_only_the_number_is_pickled() -> None:
    threads = Threads(3)
    marked(threads)
    again = pickle.loads(pickle.dumps(threads))
    assert again.count == 3
    assert (marked(again) == 1).all()
