import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars
import pytest

from arctic_env.arena import Settings, run_tournament
from arctic_env.arena.progress import show_progress
from arctic_env.arena.report import TextTable, TournamentResult, make_tables, print_report, speed_lines
from arctic_env.arena.results import COLUMNS, write_csv, write_parquet
from arctic_env.arena.standings import Pair, rate
from arctic_env.arena.statistics import Estimate, estimate_mean, estimate_share
from arctic_env.errors import SettingsError


@pytest.fixture(scope="module")
def result() -> TournamentResult:
    return run_tournament(Settings(["random", "greedy"], "arctic", games=20, parameters={"edition": "it"}, seed=4))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_report_says_what_was_played_and_how_sure_it_is(result: TournamentResult) -> None:
    """Field bug 18: intervals, seed, seats and deals stand beside the figures."""
    text = io.StringIO()
    print_report(result, text)
    first, *_ = text.getvalue().splitlines()
    assert first == (
        "arctic, 2 players, edition it, seed 4: 10 deals x 2 games (1 line-up, seatings: all) = 20 games; "
        "95 % confidence intervals by deal"
    )
    agents, pairs = make_tables(result)
    assert [row[0] for row in agents.rows] == ["greedy", "random"]
    best = result.standings()[0]
    assert agents.rows[0][2] == (f"{100 * best.wins.value:.1f} [{100 * best.wins.low:.1f}, {100 * best.wins.high:.1f}]")
    assert pairs.rows[0][:2] == ["random against greedy", "10"]  # as they were named, here and in the analysis
    for table in (agents, pairs):
        assert all(cell in text.getvalue() for row in table.rows for cell in row)


def test_a_pair_has_the_deals_of_both_and_those_that_nobody_won() -> None:
    """Agents that play alike tie many deals, and 39 % of the deals are then no defeat."""
    result = run_tournament(Settings(["planner", "planner:totem=1.2"], "arctic", games=60, seed=1))
    (pair,), table = result.pairs(), make_tables(result)[1]
    assert table.headers[2:5] == ["ahead %", "tied %", "behind %"]
    ahead, tied, behind = (float(cell.split()[0]) for cell in table.rows[0][2:5])
    assert tied == pytest.approx(100 * pair.tied, abs=0.05)
    assert tied > 0.0
    assert ahead + tied + behind == pytest.approx(100, abs=0.15)
    assert max(map(len, table.plain().splitlines())) <= 100


def test_agents_are_rated_once_for_all_that_is_told_of_them(
    result: TournamentResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many games it takes seconds."""
    fresh, rated = replace(result), []
    monkeypatch.setattr("arctic_env.arena.standings.rate", lambda *given: rated.append(given) or rate(*given))
    print_report(fresh, io.StringIO())
    speed_lines(fresh)
    fresh.standings().clear()
    assert len(fresh.standings()) == 2
    assert len(rated) == 1


def test_a_result_and_its_parts_are_printed_as_the_command_prints_them(result: TournamentResult) -> None:
    text = io.StringIO()
    print_report(result, text)
    assert str(result) == text.getvalue().rstrip()
    assert repr(result) == str(result).splitlines()[0]
    assert result._repr_html_() == f"<pre>{result}</pre>"
    (pair,), (best, _) = result.pairs(), result.standings()
    assert str(result).endswith("\n\ngreedy is ahead of random")
    assert str(pair.turned()).startswith("greedy against random, 10 deals: ahead ")
    assert str(pair).endswith(f"margin {pair.margin:.1f}\ngreedy is ahead of random")
    assert str(best).startswith("greedy, 20 games: wins ")


def test_agents_that_are_not_told_apart_need_so_many_deals() -> None:
    """Of normal deals, spread 10, a margin of 1 is seen in four of five experiments with (2.8 * 10)**2 of them."""
    deals = np.random.default_rng(0).normal(0.0, 10.0, 5000)
    share = estimate_share(np.full(5000, 0.5))
    pair = Pair("a", "b", 5000, share, 0.0, share, estimate_mean(deals - deals.mean()))
    assert pair.verdict == "a and b are not told apart: about 780 deals would be needed for a margin of 1"
    experiments = np.random.default_rng(1).normal(1.0, 10.0, (1000, 780))
    seen = np.mean([estimate_mean(experiment).low > 0.0 for experiment in experiments])
    assert seen == pytest.approx(0.8, abs=0.04)
    assert replace(pair, deals=9).verdict == "a and b: 9 deals are too few to tell, play at least 10"
    assert replace(pair, margin=Estimate(0.0, 0.0, 0.0)).verdict.endswith("the same in every deal")


def test_plain_tables_are_aligned() -> None:
    table = TextTable("T", ["name", "n"], [["a", "1"], ["long name", "1,000"]])
    assert table.plain() == "T\nname           n\na              1\nlong name  1,000"


def test_a_terminal_gets_the_same_figures_in_a_frame(result: TournamentResult) -> None:
    text = Terminal()
    print_report(result, text)
    assert "━" in text.getvalue() or "─" in text.getvalue()
    assert "greedy" in text.getvalue()


def test_one_deal_has_no_interval() -> None:
    single = run_tournament(Settings(["random", "greedy"], "arctic", games=2))
    assert make_tables(single)[0].rows[0][2].endswith("[no interval]")


def test_one_agent_has_no_pairs() -> None:
    alone = run_tournament(Settings(["random"], "arctic", games=1))
    assert len(make_tables(alone)) == 1
    assert ": 1 deal x 1 game (1 line-up, seatings: all) = 1 game; " in str(alone)
    assert str(alone).endswith("is compared with none: only its scores and its speed say something.")


def test_speed_is_reported_by_agent(result: TournamentResult) -> None:
    lines = speed_lines(result)
    assert lines[0].startswith("20 games in ")
    assert lines[1].startswith("  greedy: ")
    assert lines[1].endswith(" ms a decision")


def test_csv_and_parquet_hold_the_same_documented_columns(result: TournamentResult, tmp_path: Path) -> None:
    names = result.settings.names
    write_csv(tmp_path / "rows.csv", result.rows, names)
    write_parquet(tmp_path / "rows.parquet", result.rows, names)
    with (tmp_path / "rows.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    frame = polars.read_parquet(tmp_path / "rows.parquet")
    assert list(lines[0]) == frame.columns == list(COLUMNS)
    assert len(lines) == len(frame) == 40
    assert [line["agent"] for line in lines] == frame["agent"].to_list()
    assert set(frame["agent"]) == {"random", "greedy"}
    assert [int(line["score"]) for line in lines] == frame["score"].to_list() == result.rows["score"].tolist()
    assert [float(line["margin"]) for line in lines] == frame["margin"].to_list()


def test_parquet_without_polars_says_what_to_install(
    result: TournamentResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(SettingsError, match=r"pip install 'arctic-env\[arena\]'"):
        write_parquet(tmp_path / "rows.parquet", result.rows, result.settings.names)


def test_without_openskill_the_column_says_so(result: TournamentResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arctic_env.arena.standings.can_rate", lambda: False)
    assert {row[6] for row in make_tables(replace(result))[0].rows} == {"no openskill"}


def test_plain_progress_has_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 2.0, 10.0, 20.0])
    monkeypatch.setattr("arctic_env.arena.progress.time.monotonic", lambda: next(times))
    text = io.StringIO()
    with show_progress("cup", 40, "games", text) as progress:
        for done in (4, 20, 40):
            progress.advance(done)
    assert text.getvalue().splitlines() == [
        "cup: 20 of 40 games, 2.0 games/s, 0:10 left",
        "cup: 40 of 40 games, 2.0 games/s, done",
    ]


def test_what_was_done_before_does_not_count_as_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 10.0])
    monkeypatch.setattr("arctic_env.arena.progress.time.monotonic", lambda: next(times))
    text = io.StringIO()
    with show_progress("tune", 100, "games", text, begun=60) as progress:
        progress.advance(80)
    assert text.getvalue() == "tune: 80 of 100 games, 2.0 games/s, 0:10 left\n"


def test_progress_on_a_terminal_is_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed meanwhile goes where standard output goes, such as a file."""
    text = Terminal()
    with show_progress("cup", 40, "games", text) as progress:
        print("a line of tune")
        progress.advance(40)
    assert "40/40" in text.getvalue()
    assert capsys.readouterr().out == "a line of tune\n"
