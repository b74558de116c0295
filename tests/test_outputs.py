"""Results are written before they are shown, and whole or not at all."""

import ast
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from arctic_agents.networks.checkpoint import save_checkpoint
from arctic_agents.networks.network import make_network
from arctic_agents.planner import Tuned, write_tuned
from arctic_env import game, reference_pages
from arctic_env.arena import Settings, run_tournament
from arctic_env.arena.analysis import analyse, draw_payoff_matrix, write_analysis
from arctic_env.arena.logs.writing import LogWriter
from arctic_env.arena.results import write_csv, write_parquet
from arctic_env.cli import main
from arctic_env.commands.show import Show
from arctic_env.errors import ArcticError, OutputError
from arctic_env.files import AllTried, append, write_whole
from arctic_env.records import Record, write_records
from arctic_training.exploit import write_gain
from arctic_training.run import _cut_journal
from arctic_training.tune import Tuning
from benchmarks import measuring
from tests import remake_golden
from tests.conftest import ROOT, full_disk
from tests.training.test_tuning import TINY

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams and limits as Unix has them")

# --------------------------------------------------------------------------------------- written before they are shown


KINDS = ("ascii", "unread")


@contextmanager
def streams(kind: str) -> Iterator[None]:
    """Standard output and error of a kind on which nothing can be shown, or not all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("1\n" * 400))
        for name in ("stdout", "stderr"):
            patch.setattr(sys, name, stream_of(kind))
        try:
            yield
        finally:
            sys.stdout.close()
            sys.stderr.close()


def stream_of(kind: str) -> io.TextIOWrapper:
    if kind == "ascii":
        return io.TextIOWrapper(io.BytesIO(), "ascii", "strict")
    reading, writing = os.pipe()
    os.close(reading)
    return io.TextIOWrapper(os.fdopen(writing, "wb"), "utf-8")


PLAY = ["--players", "random,greedy", "--games", "4"]
COMMANDS = {
    "tournament": (
        ["tournament", *PLAY, "--csv", "a.csv", "--parquet", "b.parquet", "--records", "c.jsonl"],
        ["a.csv", "b.parquet", "c.jsonl"],
    ),
    "analysis": (["tournament", *PLAY, "--analysis", "--json", "±.json", "--picture", "±.svg"], ["±.json", "±.svg"]),
    "log": (["tournament", *PLAY, "--log", "опыт"], ["опыт/about.json"]),
    "watch": (["watch", "--svg", "boards", "--record", "a.jsonl"], ["boards/0009.svg", "a.jsonl"]),
    "replay": (["replay", "kept.jsonl", "--every", "turn", "--svg", "boards"], ["boards/0009.svg"]),
    "play": (["play", "--players", "human,random", "--record", "a.jsonl"], ["a.jsonl"]),
}
TALKS = "play"  # and has nobody to talk to where its output is not read


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_the_streams_are_the_files_are_there(
    name: str, kind: str, games: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_records("kept.jsonl", games)
    words, files = COMMANDS[name]
    cut_off = kind == "unread"
    with streams(kind):
        assert main(words) == (141 if cut_off else 0)
    if not (cut_off and name == TALKS):
        assert [file for file in files if not (tmp_path / file).stat().st_size] == []


def test_what_a_stream_lacks_costs_that_letter_alone() -> None:
    with streams("ascii"):
        assert main(["tournament", *PLAY]) == 0
        text = sys.stdout.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert "random against greedy" in text
    assert r"\xb1" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "status", "told"),
    [
        ("> /dev/full", 2, "arctic: cannot show all there is to say: No space left on device\n"),
        ("| true", 141, ""),  # which has ended long before a game is over
    ],
)
def test_files_are_there_where_standard_output_cannot_be_written(
    end: str, status: int, told: str, tmp_path: Path
) -> None:
    """Also where there is more to say than is kept until the end; what Python itself says then is not seen."""
    agents = ",".join(["random"] * 14)
    arctic = f"{sys.executable} -W error -m arctic_env.cli tournament --players {agents} --games 2 --csv a.csv"
    done = subprocess.run(
        ["bash", "-c", f"({arctic}; echo $? >status) {end}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (tmp_path / "status").read_text() == f"{status}\n"
    assert done.stderr.endswith(told)
    assert "Error" not in done.stderr
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 1 + 2 * 2 * 91


# --------------------------------------------------------------------------------------------- whole or not at all


class Played(NamedTuple):
    result: Any
    analysis: Any


@pytest.fixture(scope="module")
def played() -> Played:
    result = run_tournament(Settings(["random", "greedy"], "arctic", games=4, keep_records=True))
    return Played(result, analyse(result))


@pytest.fixture(scope="module")
def games(played: Played) -> list[Record]:
    return list(played.result.records)


@dataclass
class Gain:
    agent: str = "x" * 100


def draw_board(path: Path) -> None:
    show = Show(("a", "b"), svg=path.parent)
    with show.files:
        show.board(game("arctic").deal(seed=0, num_players=2))


# By the name of the file, what writes it.
OUTPUTS: dict[str, Callable[[Path, Played], object]] = {
    "a.csv": lambda path, it: write_csv(path, it.result.rows, it.result.settings.names),
    "a.parquet": lambda path, it: write_parquet(path, it.result.rows, it.result.settings.names),
    "a.jsonl": lambda path, it: write_records(path, it.result.records),
    "a.json": lambda path, it: write_analysis(path, it.analysis),
    "a.png": lambda path, it: draw_payoff_matrix(path, it.analysis.wins),
    "a.PDF": lambda path, it: draw_payoff_matrix(path, it.analysis.wins),
    "0000.svg": lambda path, it: draw_board(path),
    "tuned.json": lambda path, it: write_tuned(path, Tuned("arctic", 2, {}, {}, "", {}, {})),
    "exploit.json": lambda path, it: write_gain(path.parent, Gain()),  # type: ignore[arg-type]
    "arctic.md": lambda path, it: reference_pages.write(path.parent),
    "a.txt": lambda path, it: remake_golden.write(path.parent, {"a.txt": "x" * 100}),
}


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("before", [None, b"before"])
def test_a_full_disk_is_named_and_leaves_what_was_there(
    before: bytes | None, name: str, played: Played, tmp_path: Path
) -> None:
    path = tmp_path / name
    if before is not None:
        path.write_bytes(before)
    with full_disk(after=10), pytest.raises(ArcticError, match=f"^cannot write {path}: File too large$"):
        OUTPUTS[name](path, played)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if before is None else [before])
    OUTPUTS[name](path, played)
    assert path.stat().st_size > 10
    assert not list(tmp_path.glob(".*"))


def test_a_table_that_cannot_be_put_into_a_page_leaves_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- t: begin -->\n<!-- t: end -->\n")
    with full_disk(after=50), pytest.raises(OutputError, match=f"cannot write {page}: "):
        measuring.put_between(page, "t", "x" * 100)
    assert page.read_text() == "<!-- t: begin -->\n<!-- t: end -->\n"


JOURNALS = {
    "run": (lambda folder: _cut_journal(folder, 2), [{"steps": 1}, {"steps": 2}, {"steps": 3}]),
    "tuning": (lambda folder: Tuning(TINY, folder), [TINY.model_dump(), {"generation": 0}]),
}


@pytest.mark.parametrize("kind", JOURNALS)
def test_a_journal_that_is_gone_on_with_stays_until_all_of_the_new_one_is_there(kind: str, tmp_path: Path) -> None:
    go_on, lines = JOURNALS[kind]
    path = tmp_path / "journal.jsonl"
    before = "".join(json.dumps(line) + "\n" for line in lines)
    path.write_text(before)
    with full_disk(after=5), pytest.raises(OutputError, match=f"cannot write {path}: "):
        go_on(tmp_path)
    assert path.read_text() == before
    go_on(tmp_path)
    assert list(tmp_path.iterdir()) == [path]
    with full_disk(after=5), pytest.raises(OutputError, match=f"cannot write {path}: "):
        append(path, "4\n")


def test_a_checkpoint_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    network = make_network(game("arctic"), 2, width=4)
    with full_disk(after=10), pytest.raises(OutputError, match=f"^cannot write {tmp_path / 'one'}: "):
        save_checkpoint(tmp_path / "one", network, game("arctic"), 2, {})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_is_interrupted_leaves_what_was_there(
    error: type[BaseException], games: list[Record], tmp_path: Path
) -> None:
    def interrupted() -> Iterator[Record]:
        yield games[0]
        raise error

    path = tmp_path / "a.jsonl"
    path.write_text("before")
    with pytest.raises(error):
        write_records(path, interrupted())
    assert [file.read_text() for file in tmp_path.iterdir()] == ["before"]


def test_a_log_that_cannot_be_put_together_has_no_half_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finish = LogWriter.finish

    def finish_on_a_full_disk(writer: LogWriter) -> None:
        with full_disk(after=1000):
            finish(writer)

    monkeypatch.setattr(LogWriter, "finish", finish_on_a_full_disk)
    with pytest.raises(ArcticError, match=r"cannot put .*decisions.parquet together"):
        run_tournament(Settings(["random", "greedy"], "arctic", games=4), log=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["unfinished"]
    assert not (tmp_path / "unfinished" / "draft").exists()


def test_a_log_that_cannot_be_put_together_costs_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    finish = LogWriter.finish

    def finish_on_a_full_disk(writer: LogWriter) -> None:
        with full_disk(after=1000):
            finish(writer)

    with monkeypatch.context() as patch:
        patch.setattr(LogWriter, "finish", finish_on_a_full_disk)
        assert main(["tournament", *PLAY, "--log", "log", "--csv", "a.csv"]) == 2
    told = capsys.readouterr()
    assert "random against greedy" in told.out
    assert "cannot put log/decisions.parquet together" in told.err
    assert told.err.endswith("; the same with --log log --resume goes on\n")
    assert (tmp_path / "a.csv").read_text()
    assert main(["tournament", *PLAY, "--log", "log", "--resume"]) == 0


def test_names_of_files_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 125 + ".json")
    write_whole(path, b"{}")
    assert list(tmp_path.iterdir()) == [path]


# ---------------------------------------------------------------------------------------------------- all are tried


def test_every_file_is_tried_and_each_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("before")
    words = ["--csv", "a.csv", "--records", "c.jsonl", "--json", "d.json", "--picture", "e.svg"]
    with full_disk(after=8_000):
        assert main(["tournament", *PLAY[:-1], "60", *words]) == 2
    told = capsys.readouterr()
    assert "random against greedy" in told.out
    failed = "; ".join(f"cannot write {name}: File too large" for name in ("a.csv", "c.jsonl", "e.svg"))
    assert told.err.endswith(f"arctic tournament: {failed}\n")
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "d.json"}
    assert (tmp_path / "a.csv").read_text() == "before"
    assert json.loads((tmp_path / "d.json").read_text())


def test_a_board_that_cannot_be_drawn_costs_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with full_disk(after=20_000):
        assert main(["watch", "--svg", "boards", "--record", "a.jsonl"]) == 2
    told = capsys.readouterr()
    assert "1. seat " in told.out
    assert told.err.count("cannot write boards/") == 1
    assert (tmp_path / "a.jsonl").exists()


def test_what_failed_is_told_whatever_ends_the_block() -> None:
    def fail() -> None:
        raise OutputError(28, "No space left on device", "a.csv")

    def show(files: AllTried) -> None:
        with files:
            assert files(fail) is None
            raise BrokenPipeError

    with pytest.raises(ArcticError, match=r"^cannot write a.csv: No space left on device$"):
        show(AllTried())


# --------------------------------------------------------------------------------------------- nothing goes around it

# Writers of files that are not results: what is only ever added to, or read while it is written.
MAY_WRITE = {
    "arctic_env/files.py",
    "training/arctic_training/run_folder.py",  # who holds a lock
    "benchmarks/study.py",  # the log of another process
}
WRITERS = {"write_text", "write_bytes"}
SAVERS = {"write_csv", "write_parquet", "sink_parquet", "savefig", "save_file", "copyfile"}
FITTING = {"draft", "content", "file"}  # the names of a draft, of bytes in memory, and of what was opened as one


def writes_in_place(call: ast.Call) -> bool:
    """Whether a call writes into a file that is neither a draft nor in memory."""
    if isinstance(call.func, ast.Name):
        return call.func.id == "open" and _may_write(call.args[1:2])
    if not isinstance(call.func, ast.Attribute):
        return False
    name, owner = call.func.attr, call.func.value
    if name in WRITERS or (name == "open" and _may_write(call.args[:1])):
        return not _fits(owner)
    return name in SAVERS and bool(call.args) and not _fits(call.args[0])


def _may_write(mode: list[ast.expr]) -> bool:
    return any(isinstance(word, ast.Constant) and set(str(word.value)) & set("wax+") for word in mode)


def _fits(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in FITTING


@pytest.mark.parametrize("package", ["arctic_env", "agents", "training", "benchmarks"])
def test_nothing_is_written_in_place(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / package).rglob("*.py"))
        if str(path.relative_to(ROOT)) not in MAY_WRITE
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and writes_in_place(node)
    ]
    assert not found, "use arctic_env.files.whole, write_whole or append"
