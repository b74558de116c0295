"""Processes of a tournament: what agents travel to them, and that they do not outlive the one that started them."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import psutil
import pytest

from arctic_env import cli
from arctic_env.arena import Settings, run_tournament
from arctic_env.arena.backends import run_on_processes
from arctic_env.errors import AgentError
from arctic_env.model.registry import game
from tests.arena.fakes import FirstLegal
from tests.arena.working import unready
from tests.conftest import ROOT, FreshPython

OWN_AGENT = """
from arctic_env.arena import Agent, Settings, run_tournament
BASE = 0
class Own(Agent):
    name = "own"
    def act_many(self, views, seats, masks, generator):
        return masks.argmax(axis=1) + BASE
def rows(**more):
    return run_tournament(Settings(["random", Own], "arctic", games=100, **more)).rows["score"].tolist()
assert rows(workers=2) == rows()
print("the same")
"""
SECONDS = 60  # within which all processes must be gone; they are at once, where the machine is not busy


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["prompt", "script without a main guard"])
def test_agents_of_the_main_module_play_the_same(kind: str, fresh_python: FreshPython, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(OWN_AGENT)
    arguments = ["-c", OWN_AGENT] if kind == "prompt" else [tmp_path / "script.py"]
    assert fresh_python(*arguments).stdout == "the same\n"


CRASHING_AGENT = """
from arctic_env.arena import Agent, Settings, run_tournament
class Own(Agent):
    name = "own"
    def act_many(self, views, seats, masks, generator):
        return {}["pile"]
settings = Settings(["random", Own], "arctic", games=2, workers=2)
import warnings; warnings.simplefilter("ignore")
print(run_tournament(settings).faults[0][1].traceback)
"""


@pytest.mark.slow
def test_a_traceback_names_the_script_of_an_agent_that_travelled(fresh_python: FreshPython, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(CRASHING_AGENT)
    shown = fresh_python(script).stdout
    assert f'File "{script}", line 6, in act_many\n    return {{}}["pile"]' in shown


class Holding(FirstLegal):
    def __init__(self, held: object) -> None:
        super().__init__(game("arctic"), 2)
        self.held = held


@pytest.mark.parametrize("more", [{"workers": 2}, {"backend": "ray"}])
def test_agents_that_cannot_travel_are_named_before_anything_is_played(more: dict[str, Any], tmp_path: Path) -> None:
    with (tmp_path / "notes").open("w") as file:
        for held in (threading.Lock(), file):
            settings = Settings(["random", Holding(held)], "arctic", games=2, **more)
            refusal = r"^the agent first cannot be sent to a worker process \(\w+: .*annot pickle .*\); with"
            with pytest.raises(AgentError, match=refusal):
                run_tournament(settings, log=tmp_path / "log")
    assert not (tmp_path / "log").exists()


def test_agents_of_modules_that_workers_cannot_import_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("made_here_alone")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    module.Own = type("Own", (FirstLegal,), {"__module__": module.__name__})  # type: ignore[attr-defined]
    settings = Settings(["random", module.Own], "arctic", games=2, workers=2)
    with pytest.raises(AgentError, match=r"cannot be made again in a worker .*'made_here_alone'\); with workers=1"):
        run_tournament(settings)


def test_what_goes_wrong_when_work_begins_is_told_as_it_was_raised() -> None:
    with pytest.raises(LookupError, match="nothing to begin with"):
        next(run_on_processes(unready, ["a", "b"], 2))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "getsid"), reason="sessions are found on Unix alone")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    """And what was logged until then is resumed."""
    log = tmp_path / "log"
    command = ["tournament", "--players=random,greedy", "--games=500", f"--log={log}"]
    main = subprocess.Popen(
        [sys.executable, "-m", "arctic_env.cli", *command, "--workers=2"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_until(lambda: main.poll() is not None or any(log.glob("unfinished/*-results.parquet")), 300)
        assert len(session(main.pid)) >= 3
        main.kill()
        main.wait()
        wait_until(lambda: not session(main.pid), SECONDS)
    finally:
        for process in session(main.pid):
            process.kill()
    assert cli.main([*command, "--resume"]) == 0


def session(leader: int) -> list[psutil.Process]:
    """The living processes of a session."""
    return [process for process in psutil.process_iter() if is_of(process, leader)]


def is_of(process: psutil.Process, leader: int) -> bool:
    try:
        return os.getsid(process.pid) == leader and process.status() != psutil.STATUS_ZOMBIE
    except (OSError, psutil.Error):  # gone
        return False


def wait_until(it_is_so: Callable[[], bool], seconds: float) -> None:
    ends = time.monotonic() + seconds
    while not it_is_so():
        assert time.monotonic() < ends
        time.sleep(0.02)
