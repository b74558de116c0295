"""People at a terminal: lines are edited there, and whoever leaves, however that is, leaves without a fault."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

import arctic_env
from arctic_env.arena import play
from arctic_env.cli import main
from arctic_env.records import read_records, write_records
from tests.conftest import PYTHONPATH, ROOT

pytestmark = pytest.mark.slow

ARCTIC = [sys.executable, "-m", "arctic_env.cli"]
PLAY = ["play", "--players", "human,random", "--seed", "4"]
LEFT, UP, RUBOUT, END, TAB = "\x1b[D", "\x1b[A", "\x7f", "\x04", "\t"
PROMPT = "\n> "
SECONDS = 120.0


class Terminal:
    """A command at a pseudo-terminal."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master, self.process = master, process
        self.unread, self.decoder = "", codecs.getincrementaldecoder("utf-8")(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def until(self, *texts: str) -> str:
        """All that is shown until these texts have been, one after the other."""
        return "".join(self.until_any(text) for text in texts)

    def until_any(self, *texts: str) -> str:
        """All that is shown until one of these texts stands at its end."""
        pattern = re.compile("|".join(map(re.escape, texts)))
        while not (found := pattern.search(self.unread)):
            assert select.select([self.master], [], [], SECONDS)[0], self.unread
            self.unread += self.decoder.decode(os.read(self.master, 4096))
        shown, self.unread = self.unread[: found.end()], self.unread[found.end() :]
        return shown.replace("\r", "")

    def left(self) -> str:
        """The last that is shown; the command must have come to its end."""
        shown = b""
        self.process.wait(SECONDS)
        while select.select([self.master], [], [], 0.1)[0]:
            try:
                shown += os.read(self.master, 1024)
            except OSError:  # how Linux says that the other end is closed
                break
        return self.unread + shown.decode()


def heed_interrupts() -> None:
    """As at a terminal; programs in the background ignore interrupts or hangups, and so do their own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@contextmanager
def terminal(*words: str, cwd: Path | None = None, **more: str) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    variables = os.environ | {"PYTHONPATH": PYTHONPATH, "TERM": "xterm", "PAGER": "sed s/^/paged:/"} | more
    with subprocess.Popen(
        [*ARCTIC, *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=variables,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as process:
        os.close(slave)
        try:
            yield Terminal(master, process)
        finally:
            process.kill()
            os.close(master)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    start, agents = arctic_env.game("arctic").deal(seed=1, num_players=2), ["random"] * 2
    path = tmp_path_factory.mktemp("records") / "game.jsonl"
    write_records(path, [play(start, agents, seed=1, deal_seed=1).record()])
    return path


def test_lines_are_edited_kept_and_completed(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    with terminal(*PLAY, cwd=tmp_path) as person:
        person.until("Your move", PROMPT)
        person.type(f"x1{LEFT}{RUBOUT}\n")
        assert "is not one of the actions" not in person.until("Your move", PROMPT)
        person.type("nothing\n")
        person.until("'nothing' is not one of the actions", PROMPT)
        person.type(f"{UP}\n")
        person.until("'nothing' is not one of the actions", PROMPT)
        person.type(f"{UP}{UP}\n")
        assert "is not one of the actions" not in person.until("Your move", PROMPT)
        person.type(f"rul{TAB}\n")
        person.until("paged:Goal. ", PROMPT)
        person.type(END)
        assert person.left().endswith("It is saved: arctic play --resume arctic-4.jsonl\r\n")
        assert person.process.returncode == 0


CLEARED, COLOUR = "\x1b[H\x1b[2J", "\x1b[3"


@pytest.mark.parametrize(("term", "cleared"), [("xterm", True), ("dumb", False)])
def test_a_terminal_is_redrawn_in_colour_unless_it_cannot_be(term: str, cleared: bool, tmp_path: Path) -> None:
    with terminal(*PLAY, cwd=tmp_path, TERM=term) as person:
        shown = person.until("Your move", PROMPT)
        assert (CLEARED in shown, COLOUR in shown) == (cleared, cleared)
        person.type("1\n")
        shown = person.until("Your move", PROMPT)
        assert (CLEARED in shown, COLOUR in shown) == (cleared, cleared)
        assert "you: place" in shown
        person.type("?\n")
        assert "paged:" not in person.until("Type help to see what you can type.", PROMPT)
        person.type("help\n")
        assert "Type the number" in person.until("another seat has decided.", PROMPT)
        interrupt(person.process)
        saved = "It is saved: arctic play --resume arctic-4.jsonl\r\n"
        assert person.left().endswith(f"{saved}arctic play: interrupted\r\n")
        assert person.process.returncode == 130
    [record] = read_records(tmp_path / "arctic-4.jsonl")
    assert record.actions


@pytest.mark.parametrize("name", arctic_env.games())
def test_a_whole_game_at_a_terminal_fits_it(name: str, tmp_path: Path) -> None:
    """Each question stands below what it is about, within 24 lines, but for what others have done meanwhile."""
    fitting = asked = 0
    words = ["play", "--game", name, "--players", "human,greedy", "--seed", "5", "--skip-forced"]
    with terminal(*words, cwd=tmp_path, NO_COLOR="1") as person:
        while not (shown := person.until_any("Your move", "(human): ")).endswith("(human): "):
            asked += 1
            before, cleared, screen = (shown + person.until(PROMPT)).rpartition(CLEARED)
            assert cleared
            assert COLOUR not in before + screen
            fitting += screen.count("\n") < 24
            person.type("1\n")
        person.left()
        assert person.process.returncode == 0
    assert asked > 10
    assert fitting > asked / 3


def test_a_game_is_replayed_at_a_terminal(record: Path) -> None:
    with terminal("replay", str(record), cwd=record.parent) as person:
        last = person.until("decision 0 of ", "q leaves: ").partition("decision 0 of ")[2].split()[0]
        for typed, number in (("g 5", 5), ("p", 4), ("", 5), (f"g {last}", last), ("p", int(last) - 1)):
            person.type(f"{typed}\n")
            shown = person.until(f"decision {number} of {last}", "q leaves: ")
            assert CLEARED in shown
            assert "seat " in shown.partition(f"decision {number} of {last}")[2]
        person.type("q\n")
        person.left()
        assert person.process.returncode == 0


@pytest.mark.parametrize("told", [True, False])
def test_a_game_whose_window_is_closed_is_saved(tmp_path: Path, told: bool) -> None:
    with terminal(*PLAY, cwd=tmp_path) as person:
        person.until("Your move", PROMPT)
        person.type("1\n")
        person.until("Your move", PROMPT)
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, person.master)  # the window's end is closed, and the shell passes it on
        os.close(nowhere)
        if told:
            person.process.send_signal(signal.SIGHUP)
        assert person.process.wait(SECONDS) != -signal.SIGHUP
    assert (tmp_path / "arctic-4.jsonl").exists()


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Interrupt it, and again where the signal came just before readline waits for a key: Python misses it then."""
    for _ in range(10):
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
            return


def test_an_interrupt_of_a_replay_leaves_in_a_line_of_its_own(record: Path) -> None:
    with terminal("replay", "--step", str(record)) as person:
        person.until("q leaves: ")
        interrupt(person.process)
        assert person.left().endswith("\r\n")
        assert person.process.returncode == 130


def test_an_interrupt_of_workers_that_still_import_is_one_line() -> None:
    words = ["tournament", "--players", "random,greedy", "--games", "100000", "--workers", "2"]
    with subprocess.Popen(
        [*ARCTIC, *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "agents"), str(ROOT / "training")])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as process:
        ends = time.monotonic() + SECONDS
        while len(psutil.Process(process.pid).children()) < 2 and time.monotonic() < ends:
            time.sleep(0.01)
        time.sleep(0.2)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=SECONDS)[1] == "arctic tournament: interrupted\n"
    assert process.returncode == 130


def test_without_input_people_leave(record: Path, tmp_path: Path, typed, capsys: pytest.CaptureFixture[str]) -> None:
    replay, left = ["replay", "--step", str(record)], "You have left the game.\n"
    for words, last in ((PLAY, left), (replay, "\n")):
        closed = ["sh", "-c", 'exec "$@" <&-', "sh", *ARCTIC, *words]
        variables = os.environ | {"PYTHONPATH": PYTHONPATH}
        done = subprocess.run(closed, cwd=tmp_path, env=variables, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith(last)
    typed()  # nothing, from a file that is open
    assert main(PLAY) == 0
    assert capsys.readouterr().out.endswith(left)
