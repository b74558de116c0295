"""Tuning goes uphill, goes on where it stopped, and says what it cannot do."""

import dataclasses
import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arctic_agents.arctic.planner import PlannerAgent, Weights
from arctic_agents.random import RandomAgent
from arctic_agents.weights import read_tuned
from arctic_env.cli import main
from arctic_env.errors import SettingsError
from arctic_training.tuning.contest import margins
from arctic_training.tuning.run import Tuning
from arctic_training.tuning.settings import Settings
from arctic_training.tuning.space import REACH, Space
from arctic_training.tuning.surface import highest

TINY = Settings(generations=3, population=4, deals=2, champion=2, check=4, names=("run", "totem"))
SHOWN = ["tune", *shlex.split(TINY.command())[2:]]


def quiet(done: int) -> None:
    """Nobody looks at the progress."""


def finish(settings: Settings, folder: Path) -> dict[str, float]:
    tuning = Tuning(settings, folder)
    for _ in tuning.generations(quiet):
        pass
    return tuning.weights()


# ------------------------------------------------------------------------------------------------ the search


def test_margins_are_those_of_the_candidate_over_the_opponents() -> None:
    found = margins(
        "arctic",
        3,
        [PlannerAgent(), RandomAgent()],
        [RandomAgent(), PlannerAgent()],
        np.arange(8).reshape(2, 4),
    )
    assert found.shape == (2, 4)
    assert (found[0, ::2] > 20).all()  # the planner against random
    assert (found[1, 1::2] < -20).all()  # random against the planner
    assert (np.abs(found[[0, 1], [1, 0]]) < 20).all()  # each against its like


def test_the_outcome_is_where_margins_are_highest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(tuning: Tuning, number: int, points: list[Any]) -> Any:
        noise = np.random.default_rng(number).normal(scale=0.1, size=len(points))
        return noise - ((np.array(points) - [1.5, -1.0]) ** 2).sum(axis=1)

    monkeypatch.setattr(Tuning, "_play", play)
    found = finish(dataclasses.replace(TINY, generations=80, population=10, champion=1000), tmp_path)
    step = 0.25 * Weights().run
    assert found["run"] == pytest.approx(Weights().run + 1.5 * step, abs=0.2 * step)
    assert found["totem"] == pytest.approx(Weights().totem * 0.75, abs=0.05)
    assert found["pace"] == Weights().pace  # was not to be tuned


def test_the_surface_finds_the_top_through_noise_and_levels() -> None:
    generator = np.random.default_rng(2)
    points = generator.normal(size=(16, 100, 6))
    top = np.array([1.0, -1.0, 0.5, 0.0, 0.0, 0.0])
    margins = generator.normal(scale=3.0, size=(16, 100)) - 0.15 * ((points - top) ** 2).sum(axis=-1)
    levels = generator.normal(scale=10.0, size=(16, 1))  # each generation has opponents of its own
    found = highest(points, margins + levels)
    np.testing.assert_allclose(found, highest(points, margins))
    assert ((found - top) ** 2).sum() < 0.5 * (top**2).sum()


def test_where_nothing_has_an_effect_weights_stay_near_the_start() -> None:
    generator = np.random.default_rng(3)
    found = highest(generator.normal(size=(16, 100, 6)), generator.normal(scale=3.0, size=(16, 100)))
    assert (np.abs(found) < 0.75).all()
    assert not highest(np.zeros((1, 4, 2)), np.zeros((1, 4))).any()


def test_the_same_seed_gives_the_same_weights_stopped_or_not(tmp_path: Path) -> None:
    for name in ("whole", "parts"):
        (tmp_path / name).mkdir()
    whole = finish(TINY, tmp_path / "whole")
    finish(dataclasses.replace(TINY, generations=1), tmp_path / "parts")
    journal = tmp_path / "parts" / "journal.jsonl"
    journal.write_text(journal.read_text() + '{"generation": 1, "margi')  # killed as it wrote
    assert finish(TINY, tmp_path / "parts") == whole
    assert (
        journal.read_text().splitlines()[1:]
        == (tmp_path / "whole/journal.jsonl").read_text().splitlines()[1:]
    )
    assert finish(TINY, tmp_path / "parts") == whole  # all from the journal


def test_another_seed_gives_other_weights(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    one = finish(dataclasses.replace(TINY, generations=1), tmp_path / "one")
    assert finish(dataclasses.replace(TINY, generations=1, seed=1), tmp_path / "other") != one


def test_journals_of_other_tunings_are_refused(tmp_path: Path) -> None:
    finish(dataclasses.replace(TINY, generations=1), tmp_path)
    with pytest.raises(SettingsError, match="holds a tuning of other settings"):
        Tuning(dataclasses.replace(TINY, deals=3), tmp_path)
    journal = tmp_path / "journal.jsonl"
    first, entry = journal.read_text().splitlines()
    changed = json.loads(entry) | {"first": [9.0, 9.0]}
    journal.write_text(f"{first}\n{json.dumps(changed)}\n")
    with pytest.raises(SettingsError, match="generation 0 drew other candidates"):
        finish(TINY, tmp_path)
    journal.write_text("no journal\n")
    with pytest.raises(SettingsError, match="is no journal of a tuning"):
        Tuning(TINY, tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"margins": [0.5, float("nan"), 0.5, 0.5]},
            "line 3: margins must be numbers of at most 10,000",
        ),
        ({"margins": [0.5, 0.5, float("inf"), 0.5]}, "line 3: margins must be numbers of at most 10,000"),
        ({"margins": [0.5, 0.5, 1e308, 0.5]}, "line 3: margins must be numbers of at most 10,000"),
        ({"first": [float("-inf"), 0.0]}, "line 3: first must be numbers of at most 10,000"),
        ({"margins": [10**400, 0.5, 0.5, 0.5]}, "line 3: generation 1 cannot be read: TypeError"),
        ({"margins": ["0.5"] * 4}, "line 3: generation 1 cannot be read: TypeError"),
        ({"margins": [True] * 4}, "line 3: generation 1 cannot be read: TypeError"),
        ({"margins": [[0.5]] * 4}, "line 3: generation 1 drew other candidates"),
        ({"first": None}, "line 3: generation 1 cannot be read: TypeError"),
        ({"margins": [True, 0.5, 0.5, 0.5]}, "line 3: generation 1 cannot be read: TypeError"),
        ({"first": [0.5, False]}, "line 3: generation 1 cannot be read: TypeError"),
        ({"generation": 7}, "line 3: the generation must be 1, not 7"),
        ({"generation": True}, "line 3: the generation must be 1, not True"),
        ({"generation": 1.0}, "line 3: the generation must be 1, not 1.0"),
    ],
)
def test_a_journal_that_is_damaged_says_in_which_line(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    finish(dataclasses.replace(TINY, generations=2), tmp_path)
    journal = tmp_path / "journal.jsonl"
    *kept, entry = journal.read_text().splitlines()
    journal.write_text("\n".join([*kept, json.dumps(json.loads(entry) | change), ""]))
    remedy = r".*; without this line and those after it the tuning plays them anew$"
    with pytest.raises(SettingsError, match=re.escape(f"{journal}, {message}") + remedy):
        finish(TINY, tmp_path)
    journal.write_text("\n".join([*kept, "[" * 10**5, ""]))
    with pytest.raises(SettingsError, match="is no journal of a tuning: line 3: "):
        finish(TINY, tmp_path)
    journal.write_text("\n".join([*kept, ""]))
    finish(dataclasses.replace(TINY, generations=2), tmp_path)
    assert journal.read_text().splitlines() == [*kept, entry]


# ------------------------------------------------------------------------------------------------ weights


@pytest.mark.parametrize("game", ["arctic", "iglu"])
def test_wherever_candidates_are_the_planner_takes_their_weights(game: str) -> None:
    settings = Settings(game=game)
    space = Space(settings)
    assert space.weights(np.zeros(len(space.names))) == dataclasses.asdict(settings.planner().weights)
    for corner in space.bounds.T:
        assert (np.abs(corner) <= REACH).all()
        settings.planner(**space.weights(corner))


def test_settings_that_cannot_be_are_refused() -> None:
    for change, complaint in (
        ({"game": "chess"}, "no game 'chess'"),
        ({"players": 5}, "players must be 2 to 4"),
        ({"population": 3}, "population must be at least 4"),
        ({"spread": 0.0}, "spread must be more than 0"),
        ({"check": 1}, "check must be at least 2"),
        ({"names": ("greed",)}, "no weight 'greed'"),
        ({"names": ("run", "run")}, "named twice"),
        ({"options": {"trust": True}}, "no weight 'trust'"),
        ({"start": {"greed": 1.0}}, "no weight 'greed'"),
        ({"seed": -1}, "a seed is"),
    ):
        with pytest.raises(SettingsError, match=complaint):
            Settings(**change)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ the command


def test_the_command_tunes_and_can_start_from_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHOWN, "--out", str(tmp_path / "one")]) == 0
    shown = capsys.readouterr().out
    assert shown.count("generation ") == TINY.generations
    assert "margin over the planner: " in shown
    tuned = read_tuned(tmp_path / "one/tuned.json")
    assert tuned.command == TINY.command()
    assert tuned.gain["low"] < tuned.gain["margin"] < tuned.gain["high"]
    again = [
        "--start",
        str(tmp_path / "one/tuned.json"),
        "--set",
        "totem=0.5",
        "--options",
        "belief=true",
        "--weights",
        "rivals",
    ]
    words = [*SHOWN[: SHOWN.index("--weights")], "--generations", "1", *again, "--out", str(tmp_path / "two")]
    assert main(words) == 0
    other = read_tuned(tmp_path / "two/tuned.json")
    assert other.options == {"belief": True}
    assert other.start == {**tuned.weights, "totem": 0.5}
    assert shlex.split(other.command)[-1] == ",".join(
        f"{name}={value}" for name, value in other.start.items()
    )
    assert {name for name in other.weights if other.weights[name] != other.start[name]} == {"rivals"}


@pytest.mark.parametrize("name", ["journal.jsonl", "tuned.json"])
@pytest.mark.parametrize("more", [[], ["--overwrite"]])
def test_a_folder_in_the_place_of_a_file_is_refused_at_once(
    name: str, more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).mkdir()
    assert main([*SHOWN, "--out", str(tmp_path), *more]) == 2
    assert capsys.readouterr() == ("", f"arctic tune: cannot write {tmp_path / name}: it is a folder\n")


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tune", "--help"])
    shown = capsys.readouterr().out
    for words in ("examples:", "--options belief=true", "duplicate deals", "tuned_PLAYERSp.json"):
        assert words in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "run=1,run=2"], "'run=1,run=2' names run twice"),
        (["--set", "run"], "'run' is not NAME=NUMBER,..."),
        (["--options", "belief=true,belief=false"], "names belief twice"),
        (["--options", "belief=maybe"], "'belief=maybe' is not KEY=VALUE"),
    ],
)
def test_lists_of_values_are_read_with_care(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["tune", *words])
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--weights", "greed"], "no weight 'greed'"),
        (["--players", "7"], "players must be 2 to 4"),
        (["--start", "nowhere.json"], "nowhere.json"),
    ],
)
def test_errors_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.startswith("arctic tune: ")
    assert captured.err.count("\n") == 1
