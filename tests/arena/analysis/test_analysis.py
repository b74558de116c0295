"""The analysis of games that were really played, as tables, JSON and a picture, from Python and from the command."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arctic_env.arena import Settings, run_tournament
from arctic_env.arena.analysis import (
    Analysis,
    adjust,
    adjust_figures,
    analyse,
    analysis_tables,
    draw_payoff_matrix,
    play_stand_ins,
    write_analysis,
)
from arctic_env.arena.analysis.payoff_matrix import pair_values
from arctic_env.arena.tournament import TournamentResult
from arctic_env.cli import main
from arctic_env.errors import SettingsError
from tests.arena.fakes import FirstLegal

SETTINGS = Settings(["random", FirstLegal, FirstLegal], "arctic", games=40, seed=3)


@pytest.fixture(scope="module")
def result() -> TournamentResult:
    return run_tournament(SETTINGS)


@pytest.fixture(scope="module")
def stand_ins() -> TournamentResult:
    return play_stand_ins(SETTINGS, [FirstLegal, FirstLegal, "random"], times=3)


@pytest.fixture(scope="module")
def analysis(result: TournamentResult, stand_ins: TournamentResult) -> Analysis:
    return analyse(result, stand_ins)


def test_stand_ins_play_the_same_deals_in_the_same_seats_and_more(
    result: TournamentResult, stand_ins: TournamentResult
) -> None:
    places = ["deal", "deal_seed", "line_up", "seating", "seat", "agent"]
    n = len(result.rows)
    assert len(stand_ins.rows) == 4 * n
    assert (stand_ins.rows[places][:n] == result.rows[places]).all()
    assert not set(stand_ins.rows["deal_seed"][n:]) & set(result.rows["deal_seed"])


def test_real_games_are_not_biased_by_taking_luck_out() -> None:
    """Blocks of 20 deals, each adjusted by the stand-ins of all others: their mean is that of the plain ones.

    A control that has to do with who plays, the margin of other agents on the deals besides, is off at once.
    """
    ours = run_tournament(Settings([FirstLegal, "random"], "arctic", games=320, seed=8))
    theirs = run_tournament(Settings(["random", FirstLegal], "arctic", games=320, seed=8))
    values, controls = (pair_values(one.rows, 2, "margin")[:, 0, 1] for one in (ours, theirs))
    shifts, false_shifts = [], []
    for block in np.arange(160).reshape(8, 20):
        rest = np.setdiff1d(np.arange(160), block)
        found = adjust(values[block], controls[block, None], controls[rest, None])
        shifts.append(found.adjusted.value - found.plain.value)
        false = adjust(values[block], values[block, None], controls[rest, None])
        false_shifts.append(false.adjusted.value - false.plain.value)
    shifts, false_shifts = np.array(shifts), np.array(false_shifts)
    assert np.abs(shifts).max() > 0
    assert abs(shifts.mean()) < 3 * shifts.std(ddof=1) / np.sqrt(8)
    assert abs(false_shifts.mean()) > 5 * false_shifts.std(ddof=1) / np.sqrt(8)


def test_a_stand_in_that_is_the_agent_itself_is_worth_the_deals_besides(result: TournamentResult) -> None:
    """Deterministic agents that stand in for themselves: what is left is the luck of the mean over more deals."""
    settings = Settings([FirstLegal, FirstLegal], "arctic", games=60, seed=4, seatings="rotations")
    plain = run_tournament(settings)
    scores = [
        one for one in adjust_figures(plain, play_stand_ins(settings, settings.players)) if one.measure == "score"
    ]
    for entry in scores:
        assert entry.adjusted.factor > 3
        assert (entry.adjusted.deals, entry.adjusted.besides) == (30, 120)


def test_the_analysis_holds_all_parts(analysis: Analysis) -> None:
    assert {strength.agent for strength in analysis.strengths} == set(SETTINGS.names)
    assert len(analysis.differences) == 6
    assert sum(share.share.value for share in analysis.shares) == pytest.approx(1.0)
    assert analysis.wins.complete
    assert {(one.agent, one.other) for one in analysis.adjusted} >= {("random", None), ("random", "first")}


def test_tables_show_every_part_that_says_something(analysis: Analysis) -> None:
    titles = [table.title.split()[0].strip(",:") for table in analysis_tables(analysis)]
    assert titles[:3] == ["Strength", "Paired", "Payoffs"]
    assert titles[-1] == "Luck"
    for table in analysis_tables(analysis):
        assert all(len(row) == len(table.headers) for row in table.rows)
        assert "nan" not in table.plain()
    assert (
        analysis_tables(replace(analysis, result=replace(analysis.result, settings=Settings(["random"], "arctic"))))
        == []
    )


def test_json_holds_what_the_tables_show(analysis: Analysis, tmp_path: Path) -> None:
    path = tmp_path / "analysis.json"
    write_analysis(path, analysis)
    document = json.loads(path.read_text(), parse_constant=pytest.fail)
    assert document["format"] == "arctic/evaluation/1"
    assert document["played"]["agents"] == list(SETTINGS.names)
    assert document["played"]["deals"] == 20
    assert [entry["agent"] for entry in document["strengths"]] == [one.agent for one in analysis.strengths]
    first = analysis.wins.estimate(0, 1)
    assert document["payoffs"]["win"][0][1] == {"value": first.value, "low": first.low, "high": first.high}
    assert document["payoffs"]["win"][0][0] == {"value": 0.5, "low": None, "high": None}
    assert len(document["adjusted"]) == len(analysis.adjusted)


def test_groups_have_the_same_numbers_in_tables_and_files(analysis: Analysis, tmp_path: Path) -> None:
    strengths = tuple(replace(one, group=min(k, 1)) for k, one in enumerate(analysis.strengths))
    parted, path = replace(analysis, strengths=strengths), tmp_path / "analysis.json"
    write_analysis(path, parted)
    written = [str(entry["group"]) for entry in json.loads(path.read_text())["strengths"]]
    table = analysis_tables(parted)[0]
    assert [row[table.headers.index("group")] for row in table.rows] == written == ["0", "1", "1"]


def test_one_agent_and_agents_that_never_met_are_no_error(tmp_path: Path) -> None:
    alone = analyse(run_tournament(Settings([FirstLegal], "arctic", games=4)))
    assert (alone.differences, alone.shares, analysis_tables(alone)) == ((), (), [])
    apart = Settings([FirstLegal, "random", FirstLegal], "arctic", games=4, line_ups=["AB", "BC"])
    analysis = analyse(run_tournament(apart))
    assert analysis.shares == ()
    assert [(pair.agent, pair.other) for pair in analysis.result.pairs()] == [
        ("first", "random"),
        ("random", "first#2"),
    ]
    assert any("never met" in cell for row in analysis_tables(analysis)[2].rows for cell in row)
    write_analysis(tmp_path / "apart.json", analysis)
    draw_payoff_matrix(tmp_path / "apart.svg", analysis.wins)


def test_the_matrix_is_drawn(analysis: Analysis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_payoff_matrix(tmp_path / "wins.png", analysis.wins, [one.agent for one in analysis.strengths])
    assert (tmp_path / "wins.png").read_bytes().startswith(b"\x89PNG")
    draw_payoff_matrix(tmp_path / "margins.svg", analysis.margins)
    assert all(f"<!-- {name} -->" in (tmp_path / "margins.svg").read_text() for name in SETTINGS.names)
    with pytest.raises(SettingsError, match=r"the ending must be one of \.png, \.svg, \.pdf"):
        draw_payoff_matrix(tmp_path / "wins.gif", analysis.wins)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(SettingsError, match=r"pip install 'arctic-env\[arena\]'"):
        draw_payoff_matrix(tmp_path / "wins.png", analysis.wins)


def test_stand_ins_that_played_something_else_are_refused(
    result: TournamentResult, stand_ins: TournamentResult
) -> None:
    with pytest.raises(SettingsError, match="2 stand-ins for 3 agents"):
        play_stand_ins(SETTINGS, ["random", "random"])
    with pytest.raises(SettingsError, match="at least 20 deals, not 2"):
        play_stand_ins(replace(SETTINGS, games=4), ["random"] * 3)
    other = replace(stand_ins, rows=stand_ins.rows.copy())
    other.rows["deal_seed"] += 1
    for wrong in (other, result):
        with pytest.raises(SettingsError, match="all games of the tournament in the same seats, and more"):
            adjust_figures(result, wrong)


def test_the_command_prints_writes_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "--players", "random,random", "--games", "40", "--stand-ins", "random,random"]
    files = ["--json", str(tmp_path / "a.json"), "--picture", str(tmp_path / "a.png"), "--stand-in-times", "1"]
    assert main([*words, *files, "--analysis"]) == 0
    text = capsys.readouterr().out
    for title in ("Agents", "Strength", "Paired differences", "Payoffs", "Luck of the deals"):
        assert f"\n{title}" in text
    assert json.loads((tmp_path / "a.json").read_text())["played"]["games"] == 40
    assert (tmp_path / "a.png").is_file()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--stand-ins", "random"], "1 stand-in for 2 agents"),
        (["--stand-ins", "random,nobody"], "no agent 'nobody'"),
        (["--stand-ins", "random,random", "--games", "10"], "at least 20 deals, not 5"),
        (["--json", "nowhere/a.json"], "there is no folder nowhere"),
        (["--picture", "nowhere/a.png"], "there is no folder nowhere"),
        (["--picture", "a.xyz"], "cannot draw a.xyz: the ending must be one of"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "--players", "random,random", *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert "games" not in captured.out
