"""Truth sets: how they are made, resumed and read, and what regret is."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env.agents.specs import bind
from arctic_env.errors import SettingsError
from benchmarks.truth import __main__ as command
from benchmarks.truth import sets
from benchmarks.truth.scores import _regrets, score, table
from benchmarks.truth.sets import (
    NO_ACTION,
    Plan,
    Record,
    TruthSet,
    choose_decisions,
    load,
    make,
    play_games,
    replay,
    value,
)
from tests.conftest import ROOT

PLAN = Plan("arctic", 2, "planner,random", "planner", 12, 3, 6, 4, False, 5)
ARCTIC = arctic_env.game("arctic")


def silent(text: str) -> None:
    pass


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("truth") / "set.npz"
    make(PLAN, path, silent)
    return path


def same(one: TruthSet, other: TruthSet) -> bool:
    arrays = [
        (one.candidates, other.candidates),
        (one.margins, other.margins),
        (one.firsts, other.firsts),
        *zip(vars(one.record).values(), vars(other.record).values(), strict=True),
    ]
    return (one.plan, one.done) == (other.plan, other.done) and all(np.array_equal(*pair) for pair in arrays)


def test_a_set_has_decisions_with_a_choice_from_all_parts_of_games(made: Path) -> None:
    there = load(made)
    asked = replay(ARCTIC, 2, there.record)
    assert there.done == len(asked.seats) == 12
    assert (asked.masks.sum(axis=1) > 1).all()
    lengths = np.diff(there.record.ends, prepend=0)[there.record.of_game]
    parts = 10 * there.record.played // lengths
    assert set(parts.tolist()) == set(range(10))
    for row, mask in enumerate(asked.masks):
        candidates = there.candidates[row][there.candidates[row] != NO_ACTION]
        assert len(set(candidates.tolist())) == len(candidates) == min(4, mask.sum())
        assert mask[candidates].all()


def test_an_interrupted_set_goes_on_as_if_nothing_had_been(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "again.npz"
    asked_for: list[int] = []

    def breaking(asked: Any, row: int, *arguments: Any) -> Any:
        asked_for.append(row)
        if len(asked_for) == 8:
            raise KeyboardInterrupt
        return value(asked, row, *arguments)

    monkeypatch.setattr(sets, "value", breaking)
    with pytest.raises(KeyboardInterrupt):
        make(PLAN, path, silent)
    assert load(path).done == 5
    make(PLAN, path, silent)
    assert asked_for == [*range(8), *range(5, 12)]
    assert same(load(path), load(made))
    with pytest.raises(SettingsError, match="holds another set"):
        make(replace(PLAN, seed=6), path, silent)


def test_values_are_those_of_games_played_on(made: Path) -> None:
    there = load(made)
    asked = replay(ARCTIC, 2, there.record)
    on = bind("planner", ARCTIC, 2)

    def worlds_of_the_game(game: Any, view: Any, seat: int, seeds: Any) -> Any:
        return np.repeat(asked.states[3:4], len(seeds))

    margins, firsts = value(asked, 3, there.candidates[3][:2], 2, ARCTIC, on, worlds_of_the_game, 5)
    for place, action in enumerate(there.candidates[3][:2].tolist()):
        position = arctic_env.Position(ARCTIC, asked.states[3:4].copy()).apply(action)
        outcomes = set()
        for seed in range(8):
            played = arctic_env.arena.play(position, ["planner", "planner"], seed=seed)
            seat = int(asked.seats[3])
            outcomes.add(played.scores[seat] - played.scores[1 - seat])
        assert margins[place, 0] in outcomes  # but for what is chosen between equals
        assert (firsts[place] > 0).tolist() == (margins[place] > 0).tolist() or 0 in margins[place]


def test_games_that_the_rules_no_longer_allow_are_refused(made: Path) -> None:
    record = load(made).record
    wrong = Record(record.deals, record.actions, record.ends, record.of_game, record.ends[record.of_game])
    with pytest.raises(SettingsError, match="cannot be played by the rules of arctic any more"):
        replay(ARCTIC, 2, wrong)


def test_too_few_games_are_refused() -> None:
    record = play_games(ARCTIC, 2, [bind("random", ARCTIC, 2)], 1, 1)
    with pytest.raises(SettingsError, match="more --games"):
        choose_decisions(record, 5000, 1)


def test_regret_is_what_the_best_of_one_half_has_more_in_the_other() -> None:
    worlds = 8
    margins = np.zeros((2, 3, worlds), np.int16)
    margins[0, 1] = 4  # better by four points in every world
    margins[1, :2] = [[3] * worlds, [1] * worlds]
    margins[1, 2] = 99  # no candidate
    record = Record(*(np.zeros(0, np.int64) for _ in range(5)))
    candidates = np.array([[5, 6, 7], [5, 6, NO_ACTION]])
    there = TruthSet(PLAN, record, candidates, margins, (margins > 2).astype(np.int8), 2)
    choices = np.array([[[5, 6], [6, 6]], [[6, 5], [6, 5]]])
    points, firsts = _regrets(there, choices)
    assert points == pytest.approx(np.array([[2.0, 2.0], [0.0, 0.0]]))
    assert firsts == pytest.approx(np.array([[0.5, 1.0], [0.0, 0.0]]))


def test_agents_are_scored_and_other_choices_valued(made: Path) -> None:
    told: list[str] = []
    scores = score(load(made), ["random", "planner", "search:rollouts=8"], 2, told.append)
    assert [each.agent for each in scores] == ["random", "planner", "search:rollouts=8"]
    random, planner, search = scores
    assert random.regret.mean() > planner.regret.mean()
    assert np.isnan(planner.bias)
    assert search.deviation > 0
    assert any("are no candidates and are valued now" in text for text in told)
    lines = table(scores).splitlines()
    assert len(lines) == 5
    assert lines[3].startswith("| `planner` | ")


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks" / "truth").glob("*.npz")), ids=lambda path: path.stem)
def test_committed_sets_are_complete_and_can_be_replayed(path: Path) -> None:
    there = load(path)
    asked = replay(arctic_env.game(there.plan.game), there.plan.num_players, there.record)
    assert there.done == there.plan.decisions == len(asked.seats)
    used = there.candidates != NO_ACTION
    rows = np.repeat(np.arange(there.done), used.sum(axis=1))
    assert asked.masks[rows, there.candidates[used]].all()
    assert there.margins[used].any()


def test_the_command_makes_shows_and_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.npz"
    words = "make --game north_pole --decisions 10 --games 2 --worlds 4 --agents random --continuation random --out"
    for line in ([*words.split(), str(path)], ["show", str(path)], ["score", str(path), "random", "planner"]):
        monkeypatch.setattr(sys, "argv", ["truth", *line])
        assert command.main() == 0
    shown = capsys.readouterr()
    assert "10 of 10 decisions" in shown.out
    assert "python -m benchmarks.truth make --game north_pole" in shown.out
    assert "| `planner` | " in shown.out
    monkeypatch.setattr(sys, "argv", ["truth", "show", str(ROOT / "README.md")])
    assert command.main() == 2
    assert "is no truth set" in capsys.readouterr().err
