"""Games of teams, and games that their rules truncate: in matches, tournaments and logs."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arctic_env
from arctic_env.arena import (
    Agent,
    ForfeitWarning,
    Settings,
    TournamentResult,
    open_log,
    play,
    run_tournament,
    tournament,
)
from arctic_env.arena.match import rank_with_forfeits, winners_of
from arctic_env.arena.report import describe
from arctic_env.arena.results import ROW, join_teams
from arctic_env.cli import main
from arctic_env.commands.show import result_lines
from arctic_env.errors import SettingsError
from arctic_env.model.position import View
from arctic_env.records import write_records
from arctic_env.web.frames import pack
from tests.arena.fakes import FirstLegal, crash, hostile

NORTH_POLE = arctic_env.game("north_pole")
CENTRE = 3.5  # of files and ranks from 0


class Racer(Agent):
    """Moves to the Pole, by the way that is left."""

    name = "racer"

    def act_many(
        self, views: Any, seats: NDArray[np.int8], masks: NDArray[np.int8], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        boards = [View(NORTH_POLE, views[row : row + 1], int(seats[row])) for row in range(len(views))]
        return np.array([self._choose(board, mask) for board, mask in zip(boards, masks, strict=True)])

    def _choose(self, board: View, mask: NDArray[np.int8]) -> int:
        legal = np.flatnonzero(mask).tolist()
        return int(min(legal, key=lambda action: _steps(board.action_text(action).split())))


def _steps(words: list[str]) -> float:
    """How far from the Pole an action leads, from 0 to 7; other things than moves are worth none."""
    if words[-1] == "pole":
        return -7.0
    if words[0] in ("go", "camp") and words[1] != "bear":
        return sum(abs(ord(words[-1][axis]) - ord("a1"[axis]) - CENTRE) for axis in range(2)) - 7.0 * (words[0] == "go")
    return 0.0


def test_numpys_values_of_settings_are_taken_like_pythons() -> None:
    numpys = settings(parameters={"teams": np.True_}, num_players=np.int8(4), games=np.int64(6), seed=np.uint8(2))
    assert numpys == settings()
    assert json.dumps(numpys.to_dict()) == json.dumps(settings().to_dict())


def settings(**changes: Any) -> Settings:
    usual = {"players": [Racer, FirstLegal], "game": "north_pole", "num_players": 4, "parameters": {"teams": True}}
    return Settings(**{**usual, "games": 6, "seed": 2, "keep_records": True, **changes})


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[TournamentResult, Path]:
    folder = tmp_path_factory.mktemp("logs") / "teams"
    return run_tournament(settings(), log=folder), folder


def test_agents_play_all_seats_of_a_team_and_each_deal_both_ways_round(played: tuple[TournamentResult, Path]) -> None:
    result, _ = played
    assert settings().teams == (0, 1, 0, 1)
    assert [list(record.agents) for record in result.records[:2]] == [["racer", "first"] * 2, ["first", "racer"] * 2]
    assert result.records[0].start == result.records[1].start
    assert len(result.records) == result.settings.total == 2 * result.settings.deals


def test_there_is_a_row_for_each_team(played: tuple[TournamentResult, Path]) -> None:
    result, _ = played
    lines = result.rows.reshape(-1, 2)
    assert lines["seat"].tolist() == [[0, 1]] * len(lines)
    assert lines["agent"].tolist() == [[0, 1], [1, 0]] * (len(lines) // 2)
    for record, rows in zip(result.records, lines, strict=True):
        final = record.replay()
        totals = final.totals()[:2]
        assert rows["score"].tolist() == totals.tolist()
        assert rows["margin"].tolist() == [totals[0] - totals[1], totals[1] - totals[0]]
        assert rows["win"].tolist() == [float(team in final.winners()) for team in range(2)]
        assert rows["decisions"].sum() == len(record.actions)
        assert min(rows["decisions"]) > len(record.actions) // 4
    assert result.rows["win"].sum() == sum(bool(record.winners) for record in result.records)


def test_standings_pairs_and_ratings_take_a_team_for_a_player(played: tuple[TournamentResult, Path]) -> None:
    result, _ = played
    best, other = result.standings()
    assert (best.agent, best.games, best.seats) == ("racer", result.settings.total, result.settings.total)
    assert best.wins.value > 0.8
    assert best.margin.value == -other.margin.value > 0.0
    assert best.rating is not None
    assert other.rating is not None
    assert best.rating.mu > other.rating.mu
    assert result.pairs()[0].ahead.value == 1.0
    assert "4 players, teams true, seats 0 and 2 against seats 1 and 3, seed 2: " in describe(result)
    assert "2 games (1 line-up, " in describe(result)


def test_logs_tell_every_seat_and_give_the_same_rows_again(
    played: tuple[TournamentResult, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, folder = played
    log = open_log(folder)
    log.verify()
    frame = log.results().collect()
    assert frame["seat"].to_list() == [0, 1, 2, 3] * result.settings.total
    assert frame["agent"].to_list()[:4] == ["racer", "first"] * 2
    assert frame["margin"].to_list()[::4] == result.rows["margin"].tolist()[::2]
    partners = log.decisions().collect().filter(game=0)
    assert partners["lead"].to_list()[-1] == partners["score"].to_list()[-1] - min(frame["score"].to_list()[:2])

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "_GAMES_AT_ONCE", 2)
    with pytest.raises(KeyboardInterrupt):
        run_tournament(settings(), stop, log=tmp_path / "log")
    again = run_tournament(settings(), log=tmp_path / "log", if_there="resume")
    names = [name for name in ROW.names or () if name != "seconds"]
    assert again.played < result.settings.total
    assert again.rows[names].tolist() == result.rows[names].tolist()


def test_line_ups_name_an_agent_for_each_team() -> None:
    assert settings(line_ups=["AB"]).schedule.games_per_deal == 2
    with pytest.raises(SettingsError, match=r"a line-up must name 2 agents, .*'AABB' names 4"):
        settings(line_ups=["AABB"])
    three = settings(players=[Racer, FirstLegal, FirstLegal])
    assert three.schedule.line_ups == ((0, 1), (0, 2), (1, 2))


def test_a_team_of_which_one_seat_forfeits_comes_last() -> None:
    offender = hostile(crash, lambda view, seat: seat >= 2)
    start = NORTH_POLE.deal(5, 4, teams=True)
    result = play(start, [Racer, FirstLegal, offender, FirstLegal])
    assert (result.ranks, result.winners) == ((2, 0, 2, 0), (1, 3))
    with pytest.warns(ForfeitWarning, match="hostile forfeited 2 games"):
        forfeited = run_tournament(settings(players=[offender, FirstLegal], games=2))
    standings = {one.agent: one for one in forfeited.standings()}
    assert (standings["hostile"].forfeits, standings["hostile"].wins.value) == (2, 0.0)
    assert standings["first"].wins.value == 1.0


def test_who_wins_a_recorded_game_after_a_forfeit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the partner of who forfeited, by the replay and on the page, nor anybody before the end."""
    won = play(NORTH_POLE.deal(5, 4, teams=True), [Racer, FirstLegal] * 2)
    given = replace(won.record(), forfeits=[{"seat": 2, "decision": 0, "kind": "crash"}])
    assert (winners_of(won.record(), won.final), winners_of(given, won.final)) == ([0, 2], [1, 3])
    assert winners_of(given, won.start) == []
    assert pack(given)["winners"] == [1, 3]
    write_records(tmp_path / "games.jsonl", [given])
    assert main(["replay", str(tmp_path / "games.jsonl")]) == 0
    ends = [line.rpartition(", ")[2] for line in capsys.readouterr().out.splitlines()[-4:]]
    assert [end if "wins" in end or "forf" in end else "" for end in ends] == ["", "wins", "but forfeited", "wins"]


@pytest.mark.parametrize(
    ("ranks", "forfeited", "teams", "settled"),
    [
        ([2, 0, 2, 0], [], [0, 1, 0, 1], (2, 0, 2, 0)),
        ([0, 2, 0, 2], [0], [0, 1, 0, 1], (2, 0, 2, 0)),
        ([0, 0, 2, 2], [1, 2, 0], [0, 0, 1, 1], (2, 2, 0, 0)),
        ([1, 1, 1], [], [0, 1, 2], (1, 1, 1)),
        ([2, 1, 3], [], [0, 1, 2], (1, 1, 1)),
        ([1, 2, 3], [0], [0, 1, 2], (2, 0, 0)),
    ],
)
def test_ranks_of_teams_and_of_games_that_nobody_won(ranks, forfeited, teams, settled) -> None:
    assert rank_with_forfeits(ranks, forfeited, teams) == settled


def test_rows_of_neighbours_who_are_partners_are_joined() -> None:
    rows = np.zeros(6, ROW)
    rows["seat"], rows["game"] = range(6), 3
    rows["rank"], rows["win"] = [4, 4, 0, 0, 2, 2], [0, 0, 0.5, 0.5, 0, 0]
    rows["decisions"], rows["forfeit"] = range(6), [0, 1, 0, 0, 0, 0]
    joined = join_teams(rows, (0, 0, 1, 1, 2, 2))
    assert joined[["game", "seat", "rank", "win", "decisions", "forfeit"]].tolist() == [
        (3, 0, 2, 0.0, 1, True),
        (3, 1, 0, 1.0, 5, False),
        (3, 2, 1, 0.0, 9, False),
    ]
    assert join_teams(rows, range(6)).tolist() == rows.tolist()


def test_nobody_wins_a_game_that_its_rules_truncate() -> None:
    """RACE TO THE NORTH POLE ends after 500 turns without winners."""
    result = run_tournament(settings(players=["random", "random"], num_players=2, parameters={}, games=20))
    truncated = ~result.rows["finished"]
    assert truncated.sum() > 20
    assert not result.rows["win"][truncated].any()
    assert (result.rows["rank"][truncated] == 1).all()
    assert result.rows["win"].sum() == np.count_nonzero(~truncated) / 2
    for record in result.records:
        assert record.replay().seat is None
    assert all(1.0 <= one.rank.value <= one.rank.high <= 2.0 for one in result.standings())
    assert f"{truncated.sum() // 2} of 20 games came to no end" in str(result)


def test_the_last_lines_of_a_game_name_teams_or_say_that_nobody_won() -> None:
    start = NORTH_POLE.deal(2, 4, teams=True)
    won = play(start, [Racer, FirstLegal] * 2)
    assert result_lines(won)[0] == f"1. seat 0 (racer) and seat 2 (racer): {won.scores[0]} points"
    assert result_lines(won)[1].startswith("2. seat 1 (first) and seat 3 (first): ")
    truncated = play(start, [FirstLegal] * 4)
    assert result_lines(truncated)[0] == "Nobody has won: the rules end the game here."
    assert result_lines(truncated)[1].startswith("seat 0 (first) and seat 2 (first): ")
