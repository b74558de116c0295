"""Names of agents and folders are names: nothing in them is a pattern, markup or a formula."""

import csv
import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from matplotlib import rc_context

from arctic_env.arena import Limits, Settings, open_log, run_tournament
from arctic_env.arena.analysis import analyse, analysis_tables, draw_payoff_matrix
from arctic_env.arena.analysis.payoff_matrix import PayoffMatrix
from arctic_env.arena.report import make_tables, print_table
from arctic_env.arena.results import write_csv, write_parquet
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
