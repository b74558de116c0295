"""What the programs under benchmarks/ work out, with no word on speed."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import arctic_env
from arctic_agents.search import Options
from arctic_agents.search.engine import Engine
from benchmarks.measuring import Block, Spread, markdown, play_for, put_between, spread
from benchmarks.peers.__main__ import OURS, parser
from benchmarks.peers.choosing import Chooser
from benchmarks.peers.contest import WITH, WITHOUT, Contest
from benchmarks.peers.install import PEERS, last_error
from benchmarks.peers.process import PeerError, Process
from benchmarks.peers.results import Results, Row, as_markdown, as_text, cells, short, write_csv, write_json
from benchmarks.peers.worker import play_in
from benchmarks.regression import baselines
from benchmarks.regression.__main__ import spread_table
from benchmarks.regression.workloads import WORKLOADS
from benchmarks.search import shared_out
from tests.conftest import ROOT

# ------------------------------------------------------------------------------------------ measuring


def test_a_block_is_played_at_least_once_and_counts_all() -> None:
    block = play_for(lambda: (3, 1), 0.0)
    assert block[:2] == (3, 1)
    assert block.seconds >= 0


def test_a_block_goes_on_until_there_is_a_decision() -> None:
    plays = iter([(0, 0), (0, 1), (2, 0)])
    assert play_for(lambda: next(plays), 0.0)[:2] == (2, 1)


def test_a_spread_is_median_least_and_most() -> None:
    assert spread([5.0, 1.0, 3.0]) == Spread(3.0, 1.0, 5.0)


def test_a_table_is_put_between_its_comments(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- t: begin -->\nold\n<!-- t: end -->\nb\n")
    put_between(page, "t", markdown(["x"], [["1"]]))
    assert page.read_text() == "a\n<!-- t: begin -->\n\n| x |\n| --- |\n| 1 |\n\n<!-- t: end -->\nb\n"
    with pytest.raises(ValueError, match="lacks the lines"):
        put_between(page, "other", "")


@pytest.mark.parametrize("size", [1, 7, 16, 17, 381])
@pytest.mark.parametrize("dtype", [np.int8, np.bool_])
def test_chosen_actions_are_legal_and_every_legal_one_is_chosen(size: int, dtype: type[np.generic]) -> None:
    masks = np.random.default_rng(size).random((40, size)) < 0.3
    masks[:, -1] = True
    choose, seen = Chooser(len(masks), np.int64), np.zeros_like(masks)
    for _ in range(100 * size):
        seen[np.arange(len(masks)), choose(masks.astype(dtype))] = True
    assert not (seen & ~masks).any()
    assert seen[masks].mean() > 0.99


def test_nothing_legal_gives_action_0() -> None:
    assert Chooser(2, np.int32)(np.zeros((2, 20), np.int8)).tolist() == [0, 0]


# ------------------------------------------------------------------------------------------ other libraries


def make_results() -> Results:
    one = Contest("chess|x", 2, False, "step")
    many = Contest("gin", 2, True, "batch", 1024, 2)
    row = Row("a", one, 0.1, blocks={WITH: [Block(100, 4, 2.0), Block(300, 6, 2.0), Block(200, 10, 2.0)]})
    other = Row("b", many, 12.0, blocks={WITH: [Block(1000, 0, 1.0)], WITHOUT: [Block(5000, 0, 1.0)]})
    broken = Row("b", many, error="KeyError: 'x'")
    how = {"a": {"step": "plainly"}}
    return Results("a machine", 3, 2.0, [row, other, broken], {"a": "a 1.0"}, how, {"c": "not installed: no"})


def test_a_row_holds_medians_range_and_length() -> None:
    first, second, failed, missing = cells(make_results())
    assert first[7:] == ["100 [50, 150]", "3.33", "-", "-", "30.0"]
    assert second[5:] == ["1,024", "2", "1,000 [1,000, 1,000]", "-", "5,000 [5,000, 5,000]", "-", "-"]
    assert failed[-1] == "failed"
    assert missing[:2] == ["c", "not measured: not installed: no"]


def test_text_and_markdown_say_machine_n_how_and_what_failed() -> None:
    for text in (as_text(make_results()), as_markdown(make_results())):
        for words in (
            "a machine",
            "n = 3 blocks of 2 s",
            "a 1.0",
            "plainly",
            "KeyError: 'x'",
            "12 s",
            "not installed",
        ):
            assert words in text


def test_files_hold_all_blocks_and_a_line_for_each_mode(tmp_path: Path) -> None:
    results = make_results()
    write_json(results, tmp_path / "r.json")
    write_csv(results, tmp_path / "r.csv")
    document = json.loads((tmp_path / "r.json").read_text())
    assert [len(row["blocks"].get(WITH, [])) for row in document["rows"]] == [3, 1, 0]
    assert document["missing"] == {"c": "not installed: no"}
    with (tmp_path / "r.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [(line["library"], line["mode"]) for line in lines] == [("a", WITH), ("b", WITH), ("b", WITHOUT)]
    assert float(lines[0]["games_per_s"]) == pytest.approx(100 / 30, rel=1e-5)


def test_lengths_count_what_was_played_before_the_clock_ran_and_need_three_games_in_each_place() -> None:
    results = make_results()
    results.rows[1].played = [Block(9000, 3071, 1.0)]
    assert list(results.lengths().values()) == [30.0]
    results.rows[1].played = [Block(9360, 3072, 1.0)]
    assert list(results.lengths().values()) == [30.0, 5.0]


@pytest.mark.parametrize(
    ("figure", "text"), [(2.5, "2.5"), (99.96, "100"), (1234, "1,230"), (3_456_789, "3,460,000")]
)
def test_figures_have_three_digits(figure: float, text: str) -> None:
    assert short(figure) == text


def test_the_reason_of_pip_is_its_last_error() -> None:
    said = "WARNING: x\nERROR: Could not find a version\nERROR: No matching distribution\nnotice\n"
    assert last_error(said) == "No matching distribution"
    assert last_error("") == "pip failed without a word"


def test_peers_are_named_or_none() -> None:
    assert parser().parse_args([]).peers == list(PEERS)
    assert parser().parse_args(["--peers", "none"]).peers == []
    assert parser().parse_args(["--peers", "pgx,rlcard"]).peers == ["pgx", "rlcard"]
    with pytest.raises(SystemExit):
        parser().parse_args(["--peers", "chess"])


def test_every_peer_has_a_file_and_pinned_versions() -> None:
    files = {path.stem for path in (ROOT / "benchmarks/peers/libraries").glob("[!_]*.py")}
    assert files == {OURS, *PEERS}
    pinned = (ROOT / "benchmarks/requirements-peers.txt").read_text().lower().replace("-", "_")
    for packages in PEERS.values():
        for package in packages:
            assert f"\n{package.partition('[')[0]}==" in pinned


def test_playing_in_ends_when_enough_games_have() -> None:
    games: list[int] = []

    def play() -> tuple[int, int]:
        games.append(2)
        return 1, 2

    assert play_in(play, 5, 60.0)[:2] == (3, 6)
    assert len(games) == 3
    assert play_in(play, 5, 0.0) == Block(0, 0, 0.0)


def test_our_own_process_answers(tmp_path: Path) -> None:
    process = Process(OURS, Path(sys.executable), tmp_path)
    try:
        contests = [Contest(**contest) for contest in process.hear()["contests"]]
        number = next(i for i, contest in enumerate(contests) if contest.way == "make_vec")
        assert process.ask(prepare=number, seconds=0.0)["modes"] == [WITH]
        block = Block(*process.ask(measure=number, mode=WITH, seconds=0.0)["block"])
        assert block.decisions == contests[number].environments
        with pytest.raises(PeerError, match="KeyError"):
            process.ask(measure=number, mode="blind", seconds=0.0)
    finally:
        process.close()


def test_a_library_that_is_not_there_says_so(tmp_path: Path) -> None:
    process = Process("nowhere", Path(sys.executable), tmp_path)
    with pytest.raises(PeerError, match="ModuleNotFoundError"):
        process.hear()
    process.close()
    with pytest.raises(PeerError, match="ended with code"):
        process.ask(prepare=0)


def test_help_teaches() -> None:
    for program in ("benchmarks.peers", "benchmarks.regression"):
        done = subprocess.run(
            [sys.executable, "-m", program, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert f"python -m {program}" in done.stdout


# ------------------------------------------------------------------------------------------ baselines


@pytest.mark.parametrize(
    ("ratio", "baseline", "verdict"),
    [
        (1.0, 1.0, "ok"),
        (2.59, 2.0, "ok"),
        (2.6, 2.0, "SLOWER"),
        (2.99, 2.0, "SLOWER"),
        (3.0, 2.0, "FAILED"),
        (1.0, None, "FAILED"),
    ],
)
def test_a_ratio_is_warned_of_at_130_and_fails_at_150_percent(
    ratio: float, baseline: float | None, verdict: str
) -> None:
    finding = baselines.Finding("encode", ratio, baseline)
    assert finding.verdict == verdict
    line = baselines.table([finding]).splitlines()[1]
    assert line.startswith("encode")
    assert line.endswith(verdict)


def test_baselines_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "baselines.json"
    assert baselines.read(file) == {}
    baselines.write({"a": 1.25, "b": 0.1234567}, file)
    assert baselines.read(file) == {"a": 1.25, "b": 0.1235}


def test_every_workload_has_a_baseline() -> None:
    assert baselines.read().keys() == WORKLOADS.keys()


@pytest.mark.parametrize("name", WORKLOADS)
def test_workloads_can_be_done_again_and_again(name: str) -> None:
    make, beside = WORKLOADS[name]
    work = make()
    for _ in range(2):
        work()
        beside()


def test_the_spread_is_of_the_least_and_the_most() -> None:
    assert spread_table({"a": [1.0, 1.1, 1.2]}).splitlines()[-1] == "| a | 1.100 | 1.000 | 1.200 | 20.0% |"


# ------------------------------------------------------------------------------------------ search


@pytest.mark.parametrize("game", ["arctic", "iglu"])
@pytest.mark.parametrize("options", [Options(), Options(prior=False, playout="random", horizon="end")])
def test_simulations_are_as_long_whatever_the_number_of_threads(game: str, options: Options) -> None:
    played = arctic_env.game(game)
    engines = [Engine(played, 2, shared_out(played, 2, threads, options)) for threads in (1, 2, 16)]
    assert len({engine.task(0).horizon for engine in engines}) == 1
    assert {engine.simulations for engine in engines} == {400}
