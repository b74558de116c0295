"""The suite passes an honest game and names what is wrong with broken ones.

The games themselves are checked by `make warm`, before the tests.
"""

import json
import re

import pytest

from arctic_env.conformance import RULES, ConformanceError, Report, check
from arctic_env.conformance.positions import check_copies
from arctic_env.conformance.walks import Recorder, settings, walk
from arctic_env.model import registry
from arctic_env.model.position import Position
from tests.conformance import TOY_POINT, broken_environments, broken_games
from tests.conformance.toy.game import GAME as TOY
from tests.conftest import FreshPython

Found = dict[str, list[list[str]]]
"""By toy: severity, rule and words of each finding."""

GAME_FAULTS = {name: (broken.rule, broken.words) for name, broken in broken_games.BROKEN.items()}
ENVIRONMENT_FAULTS = {name: (rule, words) for name, (_, rule, words) in broken_environments.BROKEN.items()}
OTHERS = {"processes", "copies"}  # rules that other tests break


@pytest.fixture(scope="module")
def found(fresh_python: FreshPython) -> dict[str, Found]:
    """What is found in broken games, broken environments and others, in a process of their own with the JIT off."""
    done = fresh_python("-m", "tests.conformance.check_broken", NUMBA_DISABLE_JIT="1")
    checked: dict[str, Found] = json.loads(done.stdout.splitlines()[-1])
    return checked


def is_named(findings: list[list[str]], rule: str, words: str) -> bool:
    return any(finding[:2] == ["failure", rule] and finding[2].startswith(words) for finding in findings)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "faults"), [("games", GAME_FAULTS), ("environments", ENVIRONMENT_FAULTS)], ids=["games", "environments"]
)
def test_each_fault_is_named(found: dict[str, Found], which: str, faults: dict[str, tuple[str, str]]) -> None:
    broken = found[which]
    assert broken.keys() == faults.keys()
    unnamed = {name: broken[name] for name, (rule, words) in faults.items() if not is_named(broken[name], rule, words)}
    assert unnamed == {}


def test_every_rule_is_broken_by_some_fault() -> None:
    broken = {rule for rule, _ in [*GAME_FAULTS.values(), *ENVIRONMENT_FAULTS.values()]}
    assert broken | OTHERS == set(RULES)
    assert len(GAME_FAULTS) + len(ENVIRONMENT_FAULTS) >= 40


@pytest.mark.slow
def test_honest_toys_other_processes_and_games_that_cannot_be_pickled(found: dict[str, Found]) -> None:
    others = found["honest"]
    assert others["honest"] == []
    assert is_named(others["hashed"], "processes", "another process plays other games from the same seeds")
    assert [finding for finding in others["hashed"] if finding[0] == "failure" and finding[1] != "processes"] == []
    [note] = others["unregistered"]
    assert note == ["note", "copies", "the game is not registered, so its positions cannot be pickled"]
    notes = [words for severity, rule, words in others["open"] if (severity, rule) == ("note", "hidden")]
    assert "all seats always know the same: is nothing hidden?" in notes


def test_positions_that_pickle_badly_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "__hash__", lambda position: id(position))
    recorder = Recorder()
    setting = settings(TOY)[0]
    monkeypatch.setattr("arctic_env.conformance.positions.is_registered", lambda game: True)
    monkeypatch.setattr("arctic_env.conformance.positions.pickle.dumps", lambda position: b"")
    check_copies(recorder, walk(TOY, setting, 0, 100))
    assert {finding.rule for finding in recorder.report("toy").failures} == {"copies"}


def test_nothing_is_found_in_the_compiled_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._game_points(), "toy", TOY_POINT)
    report = check("toy", games=1)
    assert report.ok, str(report)
    assert report.findings == ()
    assert all(report.checked[rule] > 0 for rule in RULES)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(ValueError, match="no game 'chess'"):
        check("chess")


def test_reports_are_tables_and_count_what_comes_again() -> None:
    recorder = Recorder()
    for index in range(3):
        recorder.expect(index == 0, "masks", "the mask is empty", f"decision {index}")
    recorder.note("hidden", "nothing is hidden", "2 players")
    with recorder.guard("law", "seat 1"):
        raise KeyError("deck")
    report = recorder.report("toy")
    assert not report.ok
    texts = [re.sub(r"line \d+", "line 1", str(finding)) for finding in report.findings]
    assert texts == [
        "failure: masks: the mask is empty (2 times), first at decision 1",
        "note: hidden: nothing is hidden, first at 2 players",
        "failure: law: raises KeyError: 'deck' (test_conformance.py, line 1), first at seat 1",
    ]
    lines = str(report).splitlines()
    assert lines[0] == "toy: RULES ARE BROKEN"
    [masks] = [line for line in lines if line.startswith("masks ")]
    assert masks.split()[1:4] == ["3", "2", "FAILED"]
    assert lines[-3:] == [str(finding) for finding in report.findings]
    assert isinstance(report, Report)


def test_failures_raise_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arctic_env.conformance.WALK_CHECKS", (("law", _fail),))
    with pytest.raises(ConformanceError, match="RuntimeError: no"):
        check(TOY, games=1, processes=False, raise_on_failure=True)


def _fail(recorder: Recorder, walk: object) -> None:
    raise RuntimeError("no")
