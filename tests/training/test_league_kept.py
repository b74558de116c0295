"""A league that is gone on with stands where it can have come to stand, or is refused by name."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arctic_agents.policy.checkpoint import save_checkpoint
from arctic_agents.policy.network import make_network
from arctic_env import CheckpointError
from arctic_training.league import run as league_run
from arctic_training.league.run import resume_league
from arctic_training.league.store import LEAGUE, MEMBERS
from tests.training.leagues import UPDATE, begin_tiny, silent
from tests.training.tables import ARCTIC


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of nine turns without a pause."""
    folder = tmp_path_factory.mktemp("leagues") / "whole"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(league_run, "draw_if_possible", lambda *_: None)
        begin_tiny(folder)
    return folder


MAIN_1 = "learners", "main_1"


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.pop(key)


def put(value: object, *path: str | int) -> Callable[[dict[str, Any]], None]:
    def spoil(document: Any) -> None:
        *parents, key = path
        for parent in parents:
            document = document[parent]
        document[key] = value

    return spoil


def swapped(one: str, other: str) -> Callable[[dict[str, Any]], None]:
    """Decisions of two learners exchanged: all sums still hold."""

    def spoil(document: Any) -> None:
        first, second = document["learners"][one], document["learners"][other]
        first["decisions"], second["decisions"] = second["decisions"], first["decisions"]
        first["frozen_at"] = second["before"] = 0
        second["generation"] = 1

    return spoil


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (without("format"), r"league\.json: not of the format"),
        (without("settings"), r"league\.json: settings: settings must have keys and values, not None"),
        (put(3, "settings", "gamez"), "settings: unknown setting gamez"),
        (put(-3, "turns"), "turns must be 9: 864 decisions, 96 in each, not -3"),
        (put(9.0, "turns"), r"turns must be an integer, not 9\.0"),
        (put(10 * UPDATE, "steps"), "steps must be 864, what the learners have together, not 960"),
        (put(float("nan"), "seconds"), "seconds must be a finite number, not nan"),
        (put(-1.0, "seconds"), r"seconds must be 0 or more, not -1\.0"),
        (put(True, "done"), "unknown setting done; known here are turns, steps, seconds, members"),
        (without("payoffs"), "payoffs is missing"),
        (put([[1.0]], "payoffs", "wins"), r"payoffs: wins must be (\d+) times \1 numbers"),
        (put(None, "payoffs", "wins", 0, 1), r"payoffs\.wins\[0\]\[1\] must be a number, not None"),
        (put(1e6, "payoffs", "wins", 0, 1), "payoffs: wins of both must make the meetings"),
        (put(-1.0, "payoffs", "meetings", 0, 1), "payoffs: meetings and wins must be at least 0"),
        (put(1e6, "payoffs", "meetings", 0, 1), "payoffs: two members must have met .* equally often"),
        (put(1.0, "payoffs", "meetings", 0, 0), "payoffs: nobody can have met itself"),
        (put(1e6, "payoffs", "margins", 0, 1), "payoffs: margins must be what the other one lacks"),
        (lambda document: document["payoffs"]["names"].reverse(), r"payoffs\.names must be the members in"),
        (
            lambda document: document["members"].pop(3),
            r"members\[3\]\.name must be 'league_.*', not 'random'",
        ),
        (
            lambda document: document["members"].__delitem__(slice(1, None)),
            "members must be at least start, m",
        ),
        (lambda document: document["members"].pop(), r"snapshots must be \d, as many as are members, not \d"),
        (
            lambda document: document["members"].append(document["members"][0]),
            r"parent must be one of main_1, main_exploiter_1, league_exploiter_1, not None",
        ),
        (put("nobody", "members", 6, "parent"), r"members\[6\]\.parent must be one of main_1, .*'nobody'"),
        (put("../../start", "members", 6, "name"), r"members\[6\]\.name must be '\w+-1', not '\.\./"),
        (put("main", "members", 6, "kind"), r"members\[6\]\.kind must be 'snapshot', not 'main'"),
        (put("anchor", "members", 1, "kind"), r"members\[1\]\.kind must be 'main', not 'anchor'"),
        (lambda document: document["learners"].pop("main_1"), "learners must be main_1, main_exploiter_1, "),
        (put(-1, *MAIN_1, "before"), r"learners\.main_1\.before must be 0 to 480, .*, not -1"),
        (put(0, *MAIN_1, "generation"), r"learners\.main_1\.generation must be 1 to \d, .*, not 0"),
        (put(10**6, *MAIN_1, "frozen_at"), r"learners\.main_1\.frozen_at must be 0 to 480, .*, not 1000000"),
        (put(96_000, *MAIN_1, "decisions"), r"steps must be 96,\d{3}, what the learners have together"),
        (put(7, *MAIN_1, "snapshots"), r"learners\.main_1\.snapshots must be \d, as many as are members"),
        (put(2, *MAIN_1, "generation"), r"main_1\.generation must be 1 to 1, .*, not 2"),
        (put(1, "learners", "main_exploiter_1", "generation"), r"generation must be 2 to \d, .*, not 1"),
        (put(1, *MAIN_1, "frozen_at"), r"main_1\.frozen_at must be decisions of whole turns of 96, not 1"),
        (
            lambda document: document["learners"]["main_1"].update(before=UPDATE, generation=2),
            "000480: is after 480 decisions of a generation, .* says 384",
        ),
        (swapped("main_1", "main_exploiter_1"), "000192/manifest.json: cannot be read"),
    ],
)
def test_a_league_that_cannot_be_is_refused(
    whole: Path, tmp_path: Path, spoil: Callable[[dict[str, Any]], Any], message: str
) -> None:
    folder = tmp_path / "spoilt"
    shutil.copytree(whole, folder)
    document = json.loads((folder / LEAGUE).read_text())
    spoil(document)
    (folder / LEAGUE).write_text(json.dumps(document))
    with pytest.raises(CheckpointError, match=message):
        resume_league(folder, show=silent)


def test_a_member_that_was_made_for_another_table_is_refused(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "spoilt"
    shutil.copytree(whole, folder)
    save_checkpoint(folder / MEMBERS / "start", make_network(ARCTIC, 3, "mlp", 4), ARCTIC, 3, {"steps": 0})
    with pytest.raises(CheckpointError, match="members/start: start was made for 3 players, not for 2"):
        resume_league(folder, show=silent)
