"""Backends: results in order, errors as they were raised, nothing left behind; the same games on all of them."""

import gc
import multiprocessing
import os
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from arctic_env.arena import ForfeitWarning, Limits, Settings, backends, run_tournament
from arctic_env.arena.backends import WorkerDied, connected, run_on_processes, run_on_ray
from arctic_env.errors import AgentError, ArcticError, SettingsError
from tests.arena.fakes import Chancy, FirstLegal, crash, hostile
from tests.arena.working import worker

BUSY = "timed out during startup"  # what Ray says when it could not start within its 30 s

# ------------------------------------------------------------------------------------------------ processes


def test_processes_give_results_in_order_and_errors_as_they_are() -> None:
    results = run_on_processes(worker, ["slowly", "a", "b", "fail", "c"], 2)
    assert [next(results) for _ in range(3)] == ["SLOWLY", "A", "B"]
    with pytest.raises(LookupError, match="not today"):
        next(results)
    assert not multiprocessing.active_children()


def test_processes_stop_when_nobody_wants_more() -> None:
    with closing(run_on_processes(worker, ["a"] * 10_000, 2)) as results:
        assert next(results) == "A"
    assert not multiprocessing.active_children()


def test_a_single_worker_is_this_process() -> None:
    seen: set[int] = set()

    class Here(FirstLegal):
        def act_many(self, views, seats, masks, generator):
            seen.add(os.getpid())
            return super().act_many(views, seats, masks, generator)

    run_tournament(Settings(["random", Here], "arctic", games=2))
    assert seen == {os.getpid()}


def test_the_backend_must_be_known() -> None:
    with pytest.raises(SettingsError, match="backend must be processes or ray, not 'slurm'"):
        Settings(["random"], "arctic", backend="slurm")  # type: ignore[arg-type]


def test_ray_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "find_spec", lambda name: None)
    with pytest.raises(SettingsError, match=r"needs the package ray: pip install 'arctic-env\[ray\]'"):
        run_tournament(Settings(["random", "random"], "arctic", games=2, backend="ray"))


# ------------------------------------------------------------------------------------------------ Ray


@pytest.mark.slow
def test_a_local_ray_of_two_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test, so that one Ray is started however tests are shared out among processes."""
    monkeypatch.setattr("arctic_env.arena.tournament._GAMES_AT_ONCE", 6)
    with local_ray():
        check_that_games_are_the_same(tmp_path)
        check_order_time_limit_and_errors()
        check_that_a_death_is_noticed()
        check_that_there_are_cpus()


@contextmanager
def local_ray() -> Iterator[None]:
    """A local Ray with two CPUs, of which nothing is left in the end."""
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'arctic-env[ray]'")
    before = started_by_us()
    with ExitStack() as stack:
        if not can_start(stack, ray):
            pytest.skip("the machine is too busy for Ray to start")
        ours = started_by_us() - before
        assert ours
        yield
        assert ray.is_initialized()  # it was there before the tournaments
    assert not ray.is_initialized()
    assert not psutil.wait_procs(ours, timeout=10)[1]


def started_by_us() -> set[psutil.Process]:
    return set(psutil.Process().children(recursive=True))


def can_start(stack: ExitStack, ray: Any) -> bool:
    """Start Ray, unless the machine is so busy that it cannot within its own limit, which no setting changes."""
    with warnings.catch_warnings():
        # Processes that Ray could not start in time are left to the garbage collector.
        warnings.filterwarnings("ignore", "subprocess .* is still running", ResourceWarning)
        started = False
        try:
            stack.enter_context(connected(ray, 2))
            started = True
        except ArcticError as error:
            if BUSY not in str(error):
                raise
        gc.collect()
    return started


def check_that_games_are_the_same(folder: Path) -> None:
    """To the byte, though one agent depends on what is asked together, and another crashes."""
    settings: dict[str, Any] = {
        "game": "arctic",
        "players": ["random", Chancy, hostile(crash, with_a_small_pile)],
        "games": 4,
        "keep_records": True,
    }
    with pytest.warns(ForfeitWarning):
        one = run_tournament(Settings(**settings), log=folder / "one")
    with pytest.warns(ForfeitWarning):
        two = run_tournament(Settings(**settings, workers=2, backend="ray"), log=folder / "two")
    assert all("in crash" in fault.traceback for _, fault in one.faults)
    strict = Settings(**settings, backend="ray", limits=Limits(on_fault="raise"))
    with pytest.raises(AgentError, match="the sky is falling") as raised:
        run_tournament(strict)
    assert "in crash" in raised.value.traceback
    assert (two.records, two.faults) == (one.records, one.faults)
    for path in (folder / "one").iterdir():
        assert (folder / "two" / path.name).read_bytes() == path.read_bytes(), path.name


def with_a_small_pile(view: Any, seat: int) -> bool:
    return bool(view["pile_size"][seat] > 3 and view["hand_size"][seat] > 4)


def check_order_time_limit_and_errors() -> None:
    with closing(run_on_ray(worker, ["slowly", "endlessly", "a", "fail", "b"], 1)) as results:
        assert [next(results) for _ in range(3)] == ["SLOWLY", "LATE", "A"]
        with pytest.raises(LookupError, match=r"^not today$"):
            next(results)


def check_that_a_death_is_noticed() -> None:
    came: list[str] = []
    with pytest.raises(WorkerDied):
        came.extend(run_on_ray(worker, ["a", "die", "b"], 1))
    assert came in (["A"], [])  # it may die before it has handed over what it did


def check_that_there_are_cpus() -> None:
    with pytest.raises(SettingsError, match="3 workers need as many CPUs, and Ray has 2"):
        next(run_on_ray(worker, ["a"] * 9, 3))
