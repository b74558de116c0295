"""Logs: what is written is what was played, whatever the workers; damage and overwriting are refused."""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import arctic_env
from arctic_agents.random import RandomAgent
from arctic_env.arena import GameSpec, Limits, Log, Settings, log_games, open_log, play_many, run_tournament, tournament
from arctic_env.arena.logs import writing
from arctic_env.arena.logs.layout import (
    ABOUT,
    DECISIONS,
    DECISIONS_FORMAT,
    FILES,
    RECORDS,
    RESULTS,
    RESULTS_FORMAT,
    UNFINISHED,
    decision_columns,
    fingerprint,
    flatten,
    result_columns,
)
from arctic_env.arena.results import COLUMNS, FORMAT_KEY, write_parquet
from arctic_env.errors import AgentError, LogError, SettingsError, UnfinishedLogError
from arctic_env.model.position import Position
from arctic_env.records import Record
from tests.arena.fakes import Chancy, FirstLegal, hostile

pytestmark = pytest.mark.filterwarnings("ignore::arctic_env.arena.ForfeitWarning")

# Games that are played together, so that a short tournament has several parts.
GAMES_AT_ONCE = 6


def with_a_small_pile(view: np.void, seat: int) -> bool:
    return bool(view["pile_size"][seat] > 3 and view["hand_size"][seat] > 4)


def fall() -> int:
    raise RuntimeError("the sky is falling")


def agents() -> list[Any]:
    """One of them forfeits some games, another depends on what is asked together."""
    return ["random", hostile(fall, with_a_small_pile), Chancy]


def settings(**changes: Any) -> Settings:
    return Settings(**{"players": agents(), "game": "arctic", "games": 6, "seed": 3, "keep_records": True, **changes})


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "_GAMES_AT_ONCE", GAMES_AT_ONCE)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[tournament.TournamentResult, Log]:
    """A tournament of three parts and its log."""
    folder = tmp_path_factory.mktemp("logs") / "whole"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tournament, "_GAMES_AT_ONCE", GAMES_AT_ONCE)
        result = run_tournament(settings(), log=folder)
    return result, open_log(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


# ------------------------------------------------------------------------------------------------ what is written


def test_results_are_the_rows_of_the_tournament(played: tuple[tournament.TournamentResult, Log]) -> None:
    result, log = played
    frame = log.results().collect()
    assert len(frame) == 2 * result.settings.total
    for name in COLUMNS.keys() - {"agent", "seconds"}:
        assert frame[name].to_list() == result.rows[name].tolist(), name
    assert frame["agent"].to_list() == [result.settings.names[agent] for agent in result.rows["agent"]]


def test_records_are_those_of_the_games(played: tuple[tournament.TournamentResult, Log]) -> None:
    result, log = played
    assert [record.to_dict() for record in log.records()] == [
        json.loads(json.dumps(record.to_dict())) for record in result.records
    ]


def test_scores_have_all_their_parts(played: tuple[tournament.TournamentResult, Log]) -> None:
    result, log = played
    frame = log.results().collect()
    parts = [dict(flatten(scores)) for record in result.records for scores in record.scores]
    assert {"score_runs_fox", "score_diversity", "score_totem", "score_penalty", "score_total"} < parts[0].keys()
    for name in parts[0]:
        assert frame[name].to_list() == [row[name] for row in parts], name


def test_forfeits_say_when_and_why(played: tuple[tournament.TournamentResult, Log]) -> None:
    result, log = played
    assert result.faults
    faulty = log.results().filter(pl.col("fault").is_not_null()).collect()
    told = [
        (fault.agent, fault.seat, fault.decision, fault.kind, fault.message, fault.traceback)
        for _, fault in result.faults
    ]
    columns = ["agent", "seat", "fault_decision", "fault", "fault_message", "fault_traceback"]
    assert sorted(faulty.select(columns).rows()) == sorted(told)
    assert faulty["forfeit"].all()
    assert faulty["fault_traceback"].str.contains(r'test_logs.py", line \d+, in fall').all()
    decided = log.decisions().join(log.results(), on=["game", "seat"], suffix="_result").collect()
    for row in decided.select("decision", "forfeit", "fault_decision").iter_rows(named=True):
        after = row["fault_decision"] is not None and row["decision"] >= row["fault_decision"]
        assert row["forfeit"] == after


def test_records_say_who_forfeited(played: tuple[tournament.TournamentResult, Log]) -> None:
    """And those of other games say nothing of it."""
    result, log = played
    told: dict[int, list[dict[str, Any]]] = {}
    for game, fault in result.faults:
        told.setdefault(game, []).append({"seat": fault.seat, "decision": fault.decision, "kind": "crash"})
    found = [record.to_dict() for record in log.records()]
    assert 0 < len(told) < len(found)
    assert {game: document["forfeits"] for game, document in enumerate(found) if "forfeits" in document} == told


@pytest.mark.parametrize(
    ("game", "players", "parameters"), [("arctic", 3, {"edition": "es"}), ("iglu", 2, {"variant": "serious"})]
)
def test_decisions_are_what_the_positions_of_the_game_say(
    game: str, players: int, parameters: dict[str, str], tmp_path: Path
) -> None:
    """Against the documents of the positions, which are made by other code."""
    found = arctic_env.game(game)
    starts = [found.deal(seed=seed, num_players=players, **parameters) for seed in (4, 5)]
    results = play_many([GameSpec(start, [RandomAgent] * players, seed) for seed, start in enumerate(starts)])
    log_games(tmp_path / "log", results)
    log = open_log(tmp_path / "log")
    rows = log.decisions().collect().iter_rows(named=True)
    for number, record in enumerate(log.records()):
        *before, final = record.positions()
        for decision, (position, text) in enumerate(zip(before, record.actions, strict=True)):
            row = next(rows)
            assert (row["game"], row["decision"], row["text"]) == (number, decision, text)
            check_decision(row, position)
            check_facts(DECISION_FACTS[game], row, position, row["seat"])
        for seat, end in enumerate(log.results().filter(pl.col("game") == number).collect().iter_rows(named=True)):
            check_facts(RESULT_FACTS[game], end, final, seat)
    assert next(rows, None) is None


def check_decision(row: Mapping[str, Any], position: Position) -> None:
    seat, totals = position.seat, position.totals().tolist()
    assert row["seat"] == seat
    assert seat is not None
    others = totals[:seat] + totals[seat + 1 :]
    assert row["action"] == position.action_id(row["text"])
    assert f"{row['verb']} {row['argument']}".rstrip() == row["text"]
    assert row["legal"] == len(position.legal())
    assert (row["score"], row["lead"]) == (totals[seat], totals[seat] - max(others))
    assert row["deal_seed"] is None
    assert not row["forfeit"]


Facts = Mapping[str, Callable[[dict[str, Any], int], Any]]


def check_facts(facts: Facts, row: Mapping[str, Any], position: Position, seat: int) -> None:
    """Each column that the game adds, against the same from a position document and a seat."""
    document = position.to_dict()
    for name, tell in facts.items():
        assert row[name] == tell(document, seat), name


ANIMALS = ("fox", "moose", "walrus", "orca", "puffin", "bear")

ARCTIC: Facts = {
    "hand": lambda document, seat: len(document["seats"][seat]["hand"]),
    "pile": lambda document, seat: len(document["seats"][seat]["pile"]),
    "face_down": lambda document, seat: sum(card[0] == "*" for card in document["seats"][seat]["pile"]),
    "penalty": lambda document, seat: len(document["seats"][seat]["penalty"]),
    **{
        f"power_{animal}": lambda document, seat, animal=animal: document["holders"][animal] == seat
        for animal in ANIMALS
    },
    **{f"value_{animal}": lambda document, seat, animal=animal: document["tokens"][animal] for animal in ANIMALS},
}
KINDS = ("bear", "fish 1", "fish 2", "fish 3", "fox 1", "fox 2", "fox 3")
RED = ("animals", "energy 1", "energy 2", "energy 3", "harpoon", "melt")
IGLU: Facts = {
    "tiles": lambda document, seat: len(document["tiles"]),
    "glaciers": lambda document, seat: len(document["glaciers"]),
    "igloos": lambda document, seat: len(document["seats"][seat]["igloos"]),
    "inuit": lambda document, seat: len(document["seats"][seat]["inuit"]),
}


def turn_order(document: dict[str, Any], seat: int) -> int:
    return int((seat - document["first"]) % document["players"])


def asked_in_iglu(document: dict[str, Any], seat: int) -> str:
    if document["stage"] == "setup":
        return "place"
    if "turn" not in document:
        return "turn"
    turn = document["turn"]
    for name, asked in (("push", "displace"), ("drift", "drift"), ("asked", "harpoon"), ("waiting", "corner")):
        if turn[name]:
            return asked
    if turn["steps"]:
        return "step"
    return "act" if turn["turned"] else "turn"


DECISION_FACTS: dict[str, Facts] = {
    "arctic": {
        **ARCTIC,
        "stage": lambda document, seat: document["stage"],
        "river": lambda document, seat: len(document["river"]),
        "stack": lambda document, seat: len(document["deck"]) + len(document["reserve"]),
        "asked": lambda document, seat: document["turn"]["decision"],
    },
    "iglu": {
        **IGLU,
        "stage": lambda document, seat: document["stage"],
        "asked": asked_in_iglu,
        "action_points": lambda document, seat: document.get("turn", {"points": 0})["points"],
        "steps": lambda document, seat: document.get("turn", {"steps": 0})["steps"],
        "kept": lambda document, seat: len(document["seats"][seat]["kept"]),
    },
}
RESULT_FACTS: dict[str, Facts] = {
    "arctic": {
        **ARCTIC,
        "turn_order": turn_order,
        "totem": lambda document, seat: document["seats"][seat]["totem"],
        **{f"face_{animal}": lambda document, seat, animal=animal: document["faces"][animal] for animal in ANIMALS},
    },
    "iglu": {
        **IGLU,
        "turn_order": turn_order,
        **{
            f"kept_{face.replace(' ', '_')}": lambda document, seat, face=face: document["seats"][seat]["kept"].count(
                face
            )
            for face in RED
        },
        **{
            f"hunted_{kind.replace(' ', '_')}": lambda document, seat, kind=kind: document["seats"][seat][
                "hunted"
            ].count(kind)
            for kind in KINDS
        },
    },
}


def test_a_game_without_decisions_has_results_alone(tmp_path: Path) -> None:
    game = arctic_env.game("arctic")
    ended = play_many([GameSpec(game.deal(seed=1), [RandomAgent] * 2)])[0].final
    log_games(tmp_path / "log", play_many([GameSpec(ended, [FirstLegal, RandomAgent])]))
    log = open_log(tmp_path / "log")
    assert log.decisions().collect().is_empty()
    assert log.results().collect()["agent"].to_list() == ["first", "random"]
    assert [list(record.actions) for record in log.records()] == [[]]


def test_rows_alone_name_their_version_too(played: tuple[tournament.TournamentResult, Log], tmp_path: Path) -> None:
    result, _ = played
    write_parquet(tmp_path / "rows.parquet", result.rows, result.settings.names)
    assert pl.read_parquet_metadata(tmp_path / "rows.parquet")[FORMAT_KEY] == "arctic/rows/1"
    assert pl.read_parquet_schema(tmp_path / "rows.parquet").keys() == COLUMNS.keys()


@pytest.mark.parametrize("name", DECISION_FACTS)
def test_every_column_of_a_game_is_checked_above(name: str) -> None:
    game = arctic_env.game(name)
    assert {fact.name for fact in game.log_columns.decisions} == DECISION_FACTS[name].keys()
    assert {fact.name for fact in game.log_columns.results} == RESULT_FACTS[name].keys()


@pytest.mark.parametrize("name", arctic_env.games())
def test_columns_of_a_game_have_names_of_their_own(name: str) -> None:
    game = arctic_env.game(name)
    for columns, facts in (
        (decision_columns(game), game.log_columns.decisions),
        (result_columns(game), game.log_columns.results),
    ):
        own = [fact.name for fact in facts]
        assert list(columns)[len(columns) - len(own) :] == own
        assert all(meaning for _, meaning in columns.values())


# ------------------------------------------------------------------------------------------- workers and resuming


def test_any_number_of_workers_writes_the_same_bytes(
    played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    result, log = played
    two = run_tournament(settings(workers=2), log=tmp_path / "two")
    assert contents(tmp_path / "two") == contents(log.folder)
    assert two.records == result.records


class Interrupted(Exception):
    """Somebody has pulled the plug."""


def interrupt(after: int) -> Callable[[int], None]:
    def advance(done: int) -> None:
        if done >= after:
            raise Interrupted

    return advance


def test_a_log_that_was_interrupted_is_resumed_to_the_same_bytes(
    played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    result, log = played
    folder = tmp_path / "log"
    with pytest.raises(Interrupted):
        run_tournament(settings(), interrupt(GAMES_AT_ONCE), log=folder)
    torn = folder / UNFINISHED / f"000001-{RECORDS}"  # of a part that was never finished
    torn.write_bytes(b'{"format": "arc')
    with pytest.raises(LogError, match="no finished log: its games were not played to the end; --resume goes on"):
        open_log(folder)
    with pytest.raises(LogError, match="holds an unfinished log: --resume goes on with it, --overwrite"):
        run_tournament(settings(), log=folder)
    seen: list[int] = []
    resumed = run_tournament(settings(), seen.append, log=folder, if_there="resume")
    assert seen == [12, 18]
    assert contents(folder) == contents(log.folder)
    assert resumed.played == 12
    assert resumed.faults == result.faults
    assert [record.to_dict() for record in resumed.records] == [
        json.loads(json.dumps(record.to_dict())) for record in result.records
    ]
    for name in COLUMNS.keys() - {"seconds"}:
        assert resumed.rows[name].tolist() == result.rows[name].tolist()
    assert (resumed.rows["seconds"] > 0).all()


def test_a_log_whose_games_are_all_there_is_only_put_together(
    played: tuple[tournament.TournamentResult, Log], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "log"
    with monkeypatch.context() as patch:
        patch.setattr(writing.LogWriter, "finish", lambda self: interrupt(0)(0))
        with pytest.raises(Interrupted):
            run_tournament(settings(), log=folder)
    resumed = run_tournament(settings(), log=folder, if_there="resume")
    assert resumed.played == 0
    assert contents(folder) == contents(played[1].folder)


@pytest.mark.parametrize("place", [(Path, "replace"), (os, "fsync")], ids=["whole", "draft"])
def test_a_log_of_which_nothing_was_written_yet_is_begun(
    place: tuple[Any, str], played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    """Its folder may have been there already when it was stopped, so that it is taken for unfinished."""
    folder = tmp_path / "log"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(*place, full)
        patch.setattr(Path, "unlink", lambda *_, **__: None)  # who is killed does not clear up
        with pytest.raises(OSError, match="No space left"):
            run_tournament(settings(), log=folder)
    assert [path.name for path in (folder / UNFINISHED).iterdir()] == ["draft"]
    with pytest.raises(LogError, match="holds an unfinished log: --resume goes on with it, --overwrite"):
        run_tournament(settings(), log=folder)
    run_tournament(settings(), log=folder, if_there="resume")
    assert contents(folder) == contents(played[1].folder)


@pytest.mark.parametrize("removed", range(4))
def test_a_log_whose_replacement_was_stopped_at_once_is_resumed_or_begun(
    removed: int, played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    """However many of its files had been removed."""
    folder = tmp_path / "log"
    unfinished(folder)
    before, unlink = len(list((folder / UNFINISHED).iterdir())), os.unlink

    def killed(*arguments: Any, **options: Any) -> None:
        if len(list((folder / UNFINISHED).iterdir())) == before - removed:
            raise Interrupted
        unlink(*arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "unlink", killed)
        with pytest.raises(Interrupted):
            run_tournament(settings(), log=folder, if_there="overwrite")
    assert len(list((folder / UNFINISHED).iterdir())) == before - removed
    run_tournament(settings(), log=folder, if_there="resume")
    assert contents(folder) == contents(played[1].folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"players": ["random", "greedy", Chancy]}, "its agents is"),
        ({"games": 12}, "its deals is 3, not 6"),
        ({"parameters": {"edition": "it"}}, "its parameters is {'edition': 'de'}, not {'edition': 'it'}"),
        ({"limits": Limits(decisions=5)}, "its limits is"),
    ],
)
def test_a_log_of_other_games_is_not_resumed(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    unfinished(tmp_path / "log")
    with pytest.raises(LogError, match="is the log of other games: ") as error:
        run_tournament(settings(**changes), log=tmp_path / "log", if_there="resume")
    assert message in str(error.value)


def unfinished(folder: Path) -> None:
    """What is there after the first part."""
    with pytest.raises(Interrupted):
        run_tournament(settings(), interrupt(0), log=folder)


def test_a_finished_log_is_not_resumed(played: tuple[tournament.TournamentResult, Log]) -> None:
    with pytest.raises(LogError, match="holds no unfinished log that could be resumed"):
        run_tournament(settings(), log=played[1].folder, if_there="resume")


@pytest.mark.parametrize("name", [RESULTS, DECISIONS])
def test_a_damaged_part_is_named_and_played_again_without_it(
    name: str, played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    unfinished(tmp_path / "log")
    part = tmp_path / "log" / UNFINISHED / f"000000-{name}"
    part.write_bytes(part.read_bytes()[:-9])
    with pytest.raises(LogError, match=name):
        run_tournament(settings(), log=tmp_path / "log", if_there="resume")
    (tmp_path / "log" / UNFINISHED / f"000000-{RESULTS}").unlink()
    run_tournament(settings(), log=tmp_path / "log", if_there="resume")
    assert contents(tmp_path / "log") == contents(played[1].folder)


def full(*arguments: Any, **options: Any) -> Any:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("place", [(Path, "replace"), (shutil, "copyfileobj")], ids=["about", "records"])
def test_a_full_disk_at_the_very_end_loses_nothing(
    place: tuple[Any, str], played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    folder = tmp_path / "log"
    with pytest.MonkeyPatch.context() as patch:
        finish = writing.LogWriter.finish

        def fill(writer: writing.LogWriter) -> None:
            patch.setattr(*place, full)
            finish(writer)

        patch.setattr(writing.LogWriter, "finish", fill)
        with pytest.raises(UnfinishedLogError, match="No space left"):
            run_tournament(settings(), log=folder)
    with pytest.raises(LogError, match="is no finished log"):
        open_log(folder)
    run_tournament(settings(), log=folder, if_there="resume")
    assert contents(folder) == contents(played[1].folder)


def test_a_log_that_was_stopped_while_it_tidied_up_is_whole(
    played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    folder = tmp_path / "log"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing.shutil, "rmtree", full)
        with pytest.raises(UnfinishedLogError, match="No space left"):
            run_tournament(settings(), log=folder)
    open_log(folder).verify()
    with pytest.raises(LogError, match="holds no unfinished log that could be resumed"):
        run_tournament(settings(), log=folder, if_there="resume")
    with pytest.raises(LogError, match="holds a log already"):
        run_tournament(settings(), log=folder)
    run_tournament(settings(), log=folder, if_there="overwrite")
    assert contents(folder) == contents(played[1].folder)


@pytest.mark.parametrize("if_there", ["refuse", "overwrite", "resume"])
def test_two_do_not_write_into_one_folder(
    if_there: Any, played: tuple[tournament.TournamentResult, Log], tmp_path: Path
) -> None:
    """The second is refused, also when the first has only just begun, and the first goes on undisturbed."""
    folder = tmp_path / "log"
    refused = []

    def meanwhile(done: int) -> None:
        with pytest.raises(LogError, match=r"another process is writing a log|holds an unfinished log") as error:
            run_tournament(settings(), log=folder, if_there=if_there)
        refused.append(str(error.value))

    run_tournament(settings(), meanwhile, log=folder)
    assert contents(folder) == contents(played[1].folder)
    assert len(refused) == 3
    assert all(("another process" in message) == (if_there != "refuse") for message in refused)


# --------------------------------------------------------------------------------------------- nothing is lost


def small(**changes: Any) -> Settings:
    return Settings(**{"players": [FirstLegal, FirstLegal], "game": "arctic", "games": 2, **changes})


def test_a_log_is_replaced_only_when_that_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "log"
    run_tournament(small(), log=folder)
    first = contents(folder)
    with pytest.raises(LogError, match="holds a log already: --overwrite replaces it"):
        run_tournament(small(seed=1), log=folder)
    with pytest.raises(AgentError):
        run_tournament(small(players=["nobody", "random"]), log=folder, if_there="overwrite")
    assert contents(folder) == first
    run_tournament(small(seed=1), log=folder, if_there="overwrite")
    assert contents(folder).keys() == first.keys()
    assert open_log(folder).about["seed"] == 1


@pytest.mark.parametrize("if_there", ["refuse", "overwrite", "resume"])
@pytest.mark.parametrize("name", ["thesis.tex", "unfinished", "unfinished/thesis.tex", "unfinished/1-thesis.tex"])
def test_a_folder_with_anything_else_is_left_alone(name: str, if_there: Any, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("years of work")
    with pytest.raises(LogError, match=f"it holds {name}, which is no part of a log"):
        run_tournament(small(), log=tmp_path, if_there=if_there)
    with pytest.raises(LogError, match="it is no folder"):
        run_tournament(small(), log=tmp_path / name, if_there=if_there)
    assert (tmp_path / name).read_text() == "years of work"


def test_what_to_do_must_be_known(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="if_there must be refuse, overwrite, resume, not 'append'"):
        run_tournament(small(), log=tmp_path / "log", if_there="append")  # type: ignore[arg-type]


def test_games_of_several_kinds_are_no_log(tmp_path: Path) -> None:
    game = arctic_env.game("arctic")
    tables = [GameSpec(game.deal(seed=1, num_players=players), [FirstLegal] * players) for players in (2, 3)]
    for results in ([], play_many(tables)):
        with pytest.raises(LogError, match="one game or more, all with the same number of players"):
            log_games(tmp_path / "log", results)
    assert not (tmp_path / "log").exists()


# ------------------------------------------------------------------------------------------------ damage


@pytest.fixture
def copy(played: tuple[tournament.TournamentResult, Log], tmp_path: Path) -> Path:
    return Path(shutil.copytree(played[1].folder, tmp_path / "copy"))


def test_the_files_of_a_log_tell_of_the_same_games(copy: Path) -> None:
    log = open_log(copy)
    rows = log.results().collect().rows_by_key("game", named=True)
    texts = log.decisions().select("game", "text").collect().rows_by_key("game")
    for game, record in enumerate(log.records()):
        assert [text for (text,) in texts[game]] == list(record.actions)
        assert [row["agent"] for row in rows[game]] == list(record.agents)
        assert {row["deal_seed"] for row in rows[game]} == {record.seed}
        for row, scores in zip(rows[game], record.scores, strict=True):
            assert dict(flatten(scores)).items() <= row.items()
    assert len(rows) == len(texts) == game + 1 == log.about["games"]


def test_a_sound_log_is_verified(copy: Path) -> None:
    open_log(copy).verify()


@pytest.mark.parametrize("name", FILES)
def test_a_single_bit_is_noticed(name: str, copy: Path) -> None:
    data = bytearray((copy / name).read_bytes())
    data[len(data) // 2] ^= 1
    (copy / name).write_bytes(data)
    with pytest.raises(LogError, match=f"{name} has been damaged or changed"):
        open_log(copy).verify()


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_missing_or_short_are_noticed(name: str, copy: Path) -> None:
    whole = (copy / name).read_bytes()
    (copy / name).write_bytes(whole[:-9])
    with pytest.raises(LogError, match=f"{name} has {len(whole) - 9} bytes, not {len(whole)}: it has been damaged"):
        open_log(copy)
    (copy / name).unlink()
    with pytest.raises(LogError, match=f"{name} is missing"):
        open_log(copy)


def change_about(folder: Path, **changes: Any) -> None:
    about = json.loads((folder / ABOUT).read_text())
    (folder / ABOUT).write_text(json.dumps(about | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "arctic/log/1"}, "written as arctic/log/1 by another version of arctic-env; this one reads"),
        ({"format": "arctic/record/1"}, "the format is 'arctic/record/1', not arctic/log/2"),
        ({"format": 1}, "this says nothing about a log"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": None}, "no game None"),
        ({"version": 7}, "made by arctic 7, this is arctic 0"),
        ({"files": None}, "nothing about decisions.parquet"),
        ({"files": {DECISIONS: 5}}, "nothing about decisions.parquet"),
    ],
)
def test_about_is_checked(changes: dict[str, Any], message: str, copy: Path) -> None:
    change_about(copy, **changes)
    with pytest.raises(LogError, match=r"about\.json: ") as error:
        open_log(copy)
    assert message in str(error.value)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff"])
def test_about_that_is_no_document_is_refused(text: bytes, copy: Path) -> None:
    (copy / ABOUT).write_bytes(text)
    with pytest.raises(LogError, match=r"about\.json: "):
        open_log(copy)


def rewrite(folder: Path, name: str, frame: pl.DataFrame, **metadata: str) -> None:
    """Put another table into a log, and make it believe that it was always there."""
    frame.write_parquet(folder / name, metadata=metadata)
    files = {file: fingerprint(folder / file) for file in FILES}
    change_about(folder, files=files)


@pytest.mark.parametrize(("name", "table"), [(DECISIONS, DECISIONS_FORMAT), (RESULTS, RESULTS_FORMAT)])
def test_tables_are_checked(name: str, table: str, copy: Path) -> None:
    frame = pl.read_parquet(copy / name)
    key = FORMAT_KEY
    later = f"{table[:-1]}9"
    for changed, metadata, message in [
        (frame, {}, f"the format is None, not {table}"),
        (frame, {key: later}, f"written as {later} by another version of arctic-env; this one reads {table}"),
        (frame.drop("seat"), {key: table}, f"column seat is None, {table} has Int8"),
        (frame.with_columns(seat=pl.lit("a")), {key: table}, f"column seat is String, {table} has Int8"),
        (frame.with_columns(x=pl.lit(1)), {key: table}, f"column x is Int32, {table} has None"),
    ]:
        rewrite(copy, name, changed, **metadata)
        with pytest.raises(LogError, match=f"{name}: ") as error:
            open_log(copy)
        assert message in str(error.value)
    (copy / name).write_text("no table")
    change_about(copy, files={file: fingerprint(copy / file) for file in FILES})
    with pytest.raises(LogError, match=f"{name} is damaged: "):
        open_log(copy)


def test_a_folder_without_a_log_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"is no finished log: no about\.json"):
        open_log(tmp_path / "nowhere")


def test_a_record_can_be_replayed(played: tuple[tournament.TournamentResult, Log]) -> None:
    record: Record = next(iter(played[1].records()))
    assert record.replay().scores() == record.scores


def test_without_polars_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("arctic_env.validation.find_spec", lambda name: None if name == "polars" else name)
    for use in (
        lambda: run_tournament(small(), log=tmp_path / "log"),
        lambda: open_log(tmp_path),
        lambda: log_games(tmp_path / "log", []),
    ):
        with pytest.raises(SettingsError, match=r"logs need polars: pip install 'arctic-env\[arena\]'"):
            use()
