"""What the programs under benchmarks/ work out, with no word on speed."""

import sys
from pathlib import Path

import pytest

from benchmarks import libraries, peers
from benchmarks.libraries import HOW, LIBRARIES, OURS, PACKAGES, WITH, WITHOUT, Contest
from benchmarks.measuring import Block, Spread, markdown, play_for, put_between, spread
from benchmarks.peers import Row, cells, parser, short
from benchmarks.speed import WORKLOADS
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


# ------------------------------------------------------------------------------------------ other libraries


def make_rows() -> list[Row]:
    one = Contest("chess|x", 2, False, "env()", dict)
    many = Contest("gin", 2, True, "make_vec", dict, 1024, 2)
    row = Row("arctic", one, blocks={WITH: [Block(100, 4, 2.0), Block(300, 6, 2.0), Block(200, 10, 2.0)]})
    other = Row("arctic", many, blocks={WITH: [Block(1000, 0, 1.0)], WITHOUT: [Block(5000, 0, 1.0)]})
    return [row, other, Row("arctic", many, error="KeyError: 'x'")]


def test_a_row_holds_medians_range_and_length() -> None:
    first, second, failed = cells(make_rows())
    assert first[7:] == ["100 [50, 150]", "3.33", "-", "-", "30.0"]
    assert second[5:] == ["1,024", "2", "1,000 [1,000, 1,000]", "-", "5,000 [5,000, 5,000]", "-", "-"]
    assert failed[-1] == "failed"


def test_lengths_count_what_was_played_before_the_clock_ran_and_need_three_games_in_each_place() -> None:
    row = make_rows()[1]
    row.played = [Block(9000, 3071, 1.0)]
    assert row.length() is None
    row.played = [Block(9360, 3072, 1.0)]
    assert row.length() == 5.0


@pytest.mark.parametrize(("figure", "text"), [(2.5, "2.5"), (99.96, "100"), (1234, "1,230"), (3_456_789, "3,460,000")])
def test_figures_have_three_digits(figure: float, text: str) -> None:
    assert short(figure) == text


def test_peers_are_named_or_none() -> None:
    assert parser().parse_args([]).peers == list(PACKAGES)
    assert parser().parse_args(["--peers", "none"]).peers == []
    assert parser().parse_args(["--peers", "pgx,rlcard"]).peers == ["pgx", "rlcard"]
    with pytest.raises(SystemExit):
        parser().parse_args(["--peers", "chess"])


def test_every_peer_can_be_played_and_has_pinned_versions() -> None:
    assert set(LIBRARIES) == set(HOW) == {OURS, *PACKAGES}
    pinned = (ROOT / "benchmarks/requirements-peers.txt").read_text().lower().replace("-", "_")
    for packages in PACKAGES.values():
        for package in packages:
            assert f"\n{package.partition('[')[0]}==" in pinned


def test_our_own_rows_are_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(libraries, "_BATCH", 8)
    monkeypatch.setattr("arctic_env.games", lambda: ("arctic",))
    monkeypatch.setattr(sys, "argv", ["peers", "--peers=none", "--rounds=1", "--seconds=0", "--settle=0"])
    peers.main()
    lines = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if line.startswith("| arctic")]
    assert {line[4] for line in lines} == set(HOW[OURS])
    assert all(any(cell[0].isdigit() for cell in (line[7], line[9])) for line in lines)


@pytest.mark.parametrize("name", WORKLOADS)
def test_workloads_can_be_done_again_and_again(name: str) -> None:
    work = WORKLOADS[name]()
    for _ in range(2):
        work()
