"""Names of agents and folders are names: nothing in them is a pattern, markup or a formula."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from matplotlib import rc_context

from arctic_env.arena import Limits, Log, Settings, open_log, run_tournament
from arctic_env.arena.analysis import analyse, analysis_tables, draw_payoff_matrix
from arctic_env.arena.analysis.payoff_matrix import PayoffMatrix
from arctic_env.arena.logs.layout import (
    ABOUT,
    ABOUT_KEY,
    DECISIONS,
    FILES,
    RECORDS,
    RESULTS,
    RESULTS_FORMAT,
    fingerprint,
)
from arctic_env.arena.report import make_tables, print_table
from arctic_env.arena.results import FORMAT_KEY, write_csv, write_parquet
from arctic_env.errors import LogError
from tests.arena.fakes import FirstLegal
from tests.names import FOLDERS, NAMES


def settings(**changes: Any) -> Settings:
    agents = [FirstLegal, FirstLegal]
    return Settings(**{"players": agents, "game": "arctic", "games": 2, "limits": Limits(decisions=3), **changes})


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


# ------------------------------------------------------------------------------------------------------- logs


@pytest.mark.parametrize("name", FOLDERS)
def test_a_log_is_written_into_the_folder_of_that_name_and_read_from_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped and resumed in between, beside a folder that the name would fit as a pattern."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path)
    run_tournament(settings(), log="plain")

    def stop(done: int) -> None:
        raise InterruptedError

    for folder, seed in (("study1", 5), ("axb", 5), ("ab", 5), (name, 0)):
        with pytest.raises(InterruptedError):
            run_tournament(settings(seed=seed), stop, log=folder)
    run_tournament(settings(), log=name, if_there="resume")
    assert contents(tmp_path / name) == contents(tmp_path / "plain")
    log = open_log(name)
    log.verify()
    assert log.results().collect().equals(open_log("plain").results().collect())
    assert log.decisions().collect().equals(open_log("plain").decisions().collect())
    assert not list((tmp_path / "home").iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_rows_hold_any_name(name: str, tmp_path: Path) -> None:
    result = run_tournament(settings())
    write_csv(tmp_path / "rows.csv", result.rows, [name, "other"])
    write_parquet(tmp_path / "rows.parquet", result.rows, [name, "other"])
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        assert {row["agent"] for row in csv.DictReader(file)} == {name, "other"}
    assert set(pl.read_parquet(tmp_path / "rows.parquet")["agent"]) == {name, "other"}


@pytest.mark.parametrize("name", FOLDERS)
def test_rows_are_written_into_the_file_of_that_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run_tournament(settings())
    Path(name).mkdir()
    path = Path(name) / "rows.parquet"
    write_parquet(path, result.rows, result.settings.names)
    assert pl.read_parquet(io.BytesIO(path.read_bytes())).height == len(result.rows)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    folder = tmp_path_factory.mktemp("logs") / "log"
    run_tournament(Settings(["random", FirstLegal], "arctic", games=4), log=folder)
    return open_log(folder)


def reseed(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(deal_seed=pl.col("deal_seed") + 1)


def rename(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(agent=pl.lit("first"))


def score_more(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(score_penalty=pl.col("score_penalty") - 1)


def lose_one(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("game") != 2)


def have_more(frame: pl.DataFrame) -> pl.DataFrame:
    return pl.concat([frame, frame.with_columns(game=pl.col("game") + 4)])


def act_otherwise(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(text=pl.lit("end phase"))


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (RESULTS, reseed, "game 0 is not the same in records.jsonl and results.parquet"),
        (RESULTS, rename, "game 0 is not the same in records.jsonl and results.parquet"),
        (RESULTS, score_more, "game 0 is not the same in records.jsonl and results.parquet"),
        (RESULTS, lose_one, "game 2 is not the same in records.jsonl and results.parquet"),
        (RESULTS, have_more, r"results.parquet holds more games than about.json names"),
        (DECISIONS, act_otherwise, "game 0 is not the same in records.jsonl and decisions.parquet"),
        (DECISIONS, lose_one, "game 2 is not the same in records.jsonl and decisions.parquet"),
        (DECISIONS, have_more, r"decisions.parquet holds more games than about.json names"),
    ],
)
def test_a_table_of_other_games_is_found_out(
    name: str, change: Callable[[pl.DataFrame], pl.DataFrame], message: str, log: Log, tmp_path: Path
) -> None:
    def put(folder: Path) -> None:
        metadata = pl.read_parquet_metadata(folder / name)
        kept = {key: metadata[key] for key in (FORMAT_KEY, ABOUT_KEY)}
        change(pl.read_parquet(folder / name)).write_parquet(folder / name, metadata=kept)

    with pytest.raises(LogError, match=message):
        damaged(log, tmp_path, put).verify()


@pytest.mark.parametrize(
    ("games", "message"), [((0, 1, 2), "game 3 is not the same"), ((0, 1, 2, 3, 0), "holds more games")]
)
def test_more_or_fewer_records_are_found_out(games: tuple[int, ...], message: str, log: Log, tmp_path: Path) -> None:
    def put(folder: Path) -> None:
        lines = (folder / RECORDS).read_bytes().splitlines(keepends=True)
        (folder / RECORDS).write_bytes(b"".join(lines[game] for game in games))

    with pytest.raises(LogError, match=message):
        damaged(log, tmp_path, put).verify()


def test_a_table_of_another_log_is_found_out(log: Log, tmp_path: Path) -> None:
    def put(folder: Path) -> None:
        metadata = {FORMAT_KEY: RESULTS_FORMAT, ABOUT_KEY: json.dumps({"seed": 99})}
        pl.read_parquet(folder / RESULTS).write_parquet(folder / RESULTS, metadata=metadata)

    with pytest.raises(LogError, match=r"results.parquet belongs to another log than about.json"):
        damaged(log, tmp_path, put).verify()


def test_a_number_of_games_that_is_no_integer_is_found_out(log: Log, tmp_path: Path) -> None:
    log = replace(log, about={**log.about, "games": float(log.about["games"])})
    with pytest.raises(LogError, match=r"decisions.parquet belongs to another log than about.json"):
        damaged(log, tmp_path, lambda folder: None).verify()


def damaged(log: Log, folder: Path, change: Callable[[Path], Any]) -> Log:
    """A copy of a log that was changed, and says of its files that they are as they were written."""
    folder.mkdir(exist_ok=True)
    for path in log.folder.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    change(folder)
    files = {name: fingerprint(folder / name) for name in FILES}
    (folder / ABOUT).write_text(json.dumps({**log.about, "files": files}))
    return open_log(folder)


# --------------------------------------------------------------------------------------------- tables, pictures


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", [*NAMES, "a [1, 2] ± 3"])
def test_any_name_stands_in_every_table_on_a_terminal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    agents = [type("Named", (FirstLegal,), {"name": each}) for each in (name, "other")]
    result = run_tournament(Settings(agents, "arctic", games=12, num_players=3))
    for table in [*make_tables(result), *analysis_tables(analyse(result))]:
        text = Terminal()
        print_table(table, text)
        plain = [cell for line in (table.headers, *table.rows) for cell in line if name in cell]
        assert plain
        for cell in plain:
            assert cell in text.getvalue(), table.title


@pytest.mark.parametrize("name", NAMES)
def test_any_name_stands_in_the_picture(name: str, tmp_path: Path) -> None:
    payoffs = PayoffMatrix((name, "other"), "win", np.full((20, 2, 2), 0.5))
    with rc_context({"svg.fonttype": "none"}):  # else letters are drawn as curves
        draw_payoff_matrix(tmp_path / "picture.svg", payoffs)
    root = ElementTree.parse(tmp_path / "picture.svg").getroot()
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count(name) == 2
