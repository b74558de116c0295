"""Tuning goes uphill, goes on where it stopped, and says what it cannot do."""

import json
import re
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.arctic.planner import ArcticPlanner, Weights
from arctic_agents.greedy import GreedyAgent
from arctic_agents.planner import read_tuned, write_tuned
from arctic_agents.random import RandomAgent
from arctic_env.arena import play
from arctic_env.arena.statistics import Estimate
from arctic_env.cli import main
from arctic_env.errors import SettingsError
from arctic_env.kernels.random import make_seed
from arctic_training.run_folder import TrainingError
from arctic_training.settings import read_settings
from arctic_training.tune import REACH, Space, TuneSettings, Tuning, highest, margins
from tests.agents.test_planners import PLANNED

TINY = TuneSettings(
    game="arctic",
    parameters={"edition": "de"},
    generations=3,
    population=4,
    deals=2,
    opponent_every=2,
    final_deals=4,
    names=("run", "totem"),
)
SHOWN = ["tune", *shlex.split(TINY.command())[2:]]


def quiet(done: int) -> None:
    """Nobody looks at the progress."""


def tiny(**changes: Any) -> TuneSettings:
    return TINY.model_copy(update=changes)


def finish(settings: TuneSettings, folder: Path) -> dict[str, float]:
    tuning = Tuning(settings, folder)
    for _ in tuning.generations(quiet):
        pass
    return tuning.weights()


# ------------------------------------------------------------------------------------------------ the search


def test_margins_are_those_of_the_candidate_over_the_opponents() -> None:
    found = margins(
        "arctic",
        3,
        [ArcticPlanner(arctic_env.game("arctic"), 3), RandomAgent],
        [RandomAgent, ArcticPlanner(arctic_env.game("arctic"), 3)],
        np.arange(8).reshape(2, 4),
    )
    assert found.shape == (2, 4)
    assert (found[0, ::2] > 20).all()  # the planner against random
    assert (found[1, 1::2] < -20).all()  # random against the planner
    assert (np.abs(found[[0, 1], [1, 0]]) < 20).all()  # each against its like


def test_candidates_play_all_seats_of_a_team() -> None:
    game = arctic_env.game("north_pole")
    greedy = [GreedyAgent(game, 4)]
    seeds = np.arange(2).reshape(1, 2)
    found = margins("north_pole", 4, greedy, [RandomAgent(game, 4)], seeds, teams=True)
    results = [
        play(game.deal(seed=deal, num_players=4, teams=True), agents, seed=make_seed(deal, team))
        for deal in range(2)
        for team, agents in enumerate((["greedy", "random"] * 2, ["random", "greedy"] * 2))
    ]
    leads = np.array([result.scores[0] - result.scores[1] for result in results]).reshape(2, 2)
    np.testing.assert_array_equal(found[0], (leads[:, 0] - leads[:, 1]) / 2)
    assert found.any()


def test_the_outcome_is_where_margins_are_highest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(tuning: Tuning, number: int, points: list[Any]) -> Any:
        noise = np.random.default_rng(number).normal(scale=0.1, size=len(points))
        return noise - ((np.array(points) - [1.5, -1.0]) ** 2).sum(axis=1)

    monkeypatch.setattr(Tuning, "_play", play)
    found = finish(tiny(generations=80, population=10, opponent_every=1000), tmp_path)
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
    finish(tiny(generations=1), tmp_path / "parts")
    journal = tmp_path / "parts" / "journal.jsonl"
    journal.write_text(journal.read_text() + '{"generation": 1, "margi')  # killed as it wrote
    assert finish(TINY, tmp_path / "parts") == whole
    assert journal.read_text().splitlines()[1:] == (tmp_path / "whole/journal.jsonl").read_text().splitlines()[1:]
    assert finish(TINY, tmp_path / "parts") == whole  # all from the journal


def test_another_seed_gives_other_weights(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    one = finish(tiny(generations=1), tmp_path / "one")
    assert finish(tiny(generations=1, seed=1), tmp_path / "other") != one


def test_journals_of_other_tunings_are_refused(tmp_path: Path) -> None:
    finish(tiny(generations=1), tmp_path)
    with pytest.raises(SettingsError, match=r"holds another tuning \(deals was 2, is 3\); give another --out"):
        Tuning(tiny(deals=3), tmp_path)
    with pytest.raises(SettingsError, match=r"\(parameters was {'edition': 'de'}, is {'edition': 'es'}\)"):
        Tuning(tiny(parameters={"edition": "es"}), tmp_path)
    journal = tmp_path / "journal.jsonl"
    first, entry = journal.read_text().splitlines()
    changed = json.loads(entry) | {"first": [9.0, 9.0]}
    journal.write_text(f"{first}\n{json.dumps(changed)}\n")
    with pytest.raises(SettingsError, match=r"not the candidates that .* draws in generation 0"):
        finish(TINY, tmp_path)
    journal.write_text("no journal\n")
    with pytest.raises(TrainingError, match=r"journal\.jsonl, line 1: broken JSON"):
        Tuning(TINY, tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"margins": [0.5, float("nan"), 0.5, 0.5]},
        {"margins": [[0.5]] * 4},
        {"margins": [0.5] * 3},
        {"first": None},
        {"first": [0.5]},
        {"generation": 7},
    ],
)
def test_a_journal_that_is_damaged_says_in_which_line(change: dict[str, Any], tmp_path: Path) -> None:
    finish(tiny(generations=2), tmp_path)
    journal = tmp_path / "journal.jsonl"
    *kept, entry = journal.read_text().splitlines()
    journal.write_text("\n".join([*kept, json.dumps(json.loads(entry) | change), ""]))
    remedy = r".*; without this line and those after it the tuning plays them anew$"
    message = re.escape(f"{journal}, line 3: not the candidates that this version")
    with pytest.raises(SettingsError, match=message + remedy):
        finish(TINY, tmp_path)
    journal.write_text("\n".join([*kept, "[", ""]))
    with pytest.raises(TrainingError, match=r"journal\.jsonl, line 3: broken JSON"):
        finish(TINY, tmp_path)
    journal.write_text("\n".join([*kept, ""]))
    finish(tiny(generations=2), tmp_path)
    assert journal.read_text().splitlines() == [*kept, entry]


# ------------------------------------------------------------------------------------------------ weights


@pytest.mark.parametrize("game", PLANNED)
def test_wherever_candidates_are_the_planner_takes_their_weights(game: str) -> None:
    settings = TuneSettings(game=game)
    space = Space(settings)
    assert space.weights(np.zeros(len(space.names))) == asdict(settings.planner().weights)
    for corner in space.bounds.T:
        assert (np.abs(corner) <= REACH).all()
        settings.planner(**space.weights(corner))


def test_settings_that_cannot_be_are_refused() -> None:
    for change, complaint in (
        ({"game": "chess"}, "no game 'chess'"),
        ({"num_players": 5}, "num_players must be 2 to 4"),
        ({"parameters": {"edition": "fr"}}, "edition must be one of de, es, it, not 'fr'"),
        ({"game": "north_pole", "parameters": {"teams": True}}, "teams=True is for num_players=4 in north_pole, not 2"),
        ({"population": 3}, "population must be greater than or equal to 4"),
        ({"spread": 0.0}, "spread must be greater than 0"),
        ({"final_deals": 1}, "final_deals must be greater than or equal to 2"),
        ({"names": ("greed",)}, "no weight 'greed'"),
        ({"names": ("run", "run")}, "named twice"),
        ({"options": {"trust": True}}, "planner has no option 'trust'; there are belief, depth, besides its weights"),
        (
            {"options": {"totem": 1}},
            "totem is a weight of the planner, none of its other options: --set totem=X starts it there, and",
        ),
        (
            {"options": {"totem": 1.2}},
            "totem is a weight of the planner, none of its other options: --set totem=X starts it there, and",
        ),
        ({"options": {"depth": 1.5}}, r"^planner: depth is 0 \(one action\) or 1 \(the turn\), not 1.5$"),
        ({"start": {"greed": 1.0}}, "no weight 'greed'"),
        *(({"start": {name: 1.0}}, f"no weight '{name}'.*; there are run,") for name in ("weights", "depth", "belief")),
        ({"seed": -1}, "seed must be greater than or equal to 0"),
    ):
        with pytest.raises(SettingsError, match=complaint):
            read_settings(TuneSettings, {"game": "arctic", **change})


# ------------------------------------------------------------------------------------------------ the command


def test_the_command_tunes_and_can_start_from_what_came_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHOWN, "--out", str(tmp_path / "one")]) == 0
    shown = capsys.readouterr().out
    assert shown.count("generation ") == TINY.generations
    assert "margin over the planner: " in shown
    assert f"planner:weights={tmp_path / 'one/tuned.json'} plays them" in shown
    tuned = read_tuned(tmp_path / "one/tuned.json")
    assert tuned.command == TINY.command()
    assert tuned.gain["low"] < tuned.gain["margin"] < tuned.gain["high"]
    again = [
        "--start",
        str(tmp_path / "one/tuned.json"),
        "--set",
        "totem=0.5",
        "--planner-options",
        "belief=true",
        "--weights",
        "rivals",
    ]
    words = [*SHOWN[: SHOWN.index("--weights")], "--generations", "1", *again, "--out", str(tmp_path / "two")]
    assert main(words) == 0
    other = read_tuned(tmp_path / "two/tuned.json")
    assert other.options == {"belief": True}
    assert other.start == {**tuned.weights, "totem": 0.5}
    assert shlex.split(other.command)[-1] == ",".join(f"{name}={value}" for name, value in other.start.items())
    assert {name for name in other.weights if other.weights[name] != other.start[name]} == {"rivals"}


@pytest.mark.parametrize(
    ("words", "num_players", "parameters"),
    [
        ("", 2, {"edition": "de"}),
        ("--edition es --num-players 3", 3, {"edition": "es"}),
        ("--game north_pole", 2, {"teams": False}),
        ("--game north_pole --teams true", 4, {"teams": True}),
    ],
)
def test_rule_parameters_are_options_as_elsewhere(
    words: str, num_players: int, parameters: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = keep_settings(monkeypatch)
    assert main(["tune", *words.split(), "--out", str(tmp_path)]) == 2
    assert (asked[0].num_players, asked[0].parameters) == (num_players, parameters)
    assert main(["tune", *shlex.split(asked[0].command())[2:], "--out", str(tmp_path)]) == 2
    assert asked[1] == asked[0]


def keep_settings(monkeypatch: pytest.MonkeyPatch) -> list[TuneSettings]:
    """Return the settings that the command asks to tune with, which it does not do."""
    asked: list[TuneSettings] = []

    def keep(settings: TuneSettings, folder: Path) -> None:
        asked.append(settings)
        raise SettingsError("enough")

    monkeypatch.setattr("arctic_training.tune.Tuning", keep)
    return asked


def test_the_file_to_start_from_brings_its_options_and_must_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tiny(options={"belief": True})
    file = tmp_path / "tuned.json"
    write_tuned(file, settings.tuned({**asdict(settings.planner().weights), "totem": 0.5}, Estimate(0.0, 0.0, 0.0)))
    asked = keep_settings(monkeypatch)
    for more in ([], ["--planner-options", "belief=false"]):
        assert main(["tune", "--start", str(file), "--out", str(tmp_path), *more]) == 2
    assert [(each.options, each.start["totem"]) for each in asked] == [
        ({"belief": True}, 0.5),
        ({"belief": False}, 0.5),
    ]
    capsys.readouterr()
    for words, wanted in (("--num-players 3", "arctic with 3"), ("--game iglu", "iglu with 2")):
        assert main(["tune", "--start", str(file), *words.split()]) == 2
        assert f"{file} holds weights for arctic with 2 players, not for {wanted}" in capsys.readouterr().err


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tune", "--help"])
    shown = capsys.readouterr().out
    for words in ("examples:", "--planner-options belief=true", "duplicate deals", "tuned_PLAYERSp.json"):
        assert words in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "run=1,run=2"], "'run=1,run=2' names run twice"),
        (["--set", "run"], "'run' is not NAME=VALUE with true"),
        (["--planner-options", "belief=true,belief=false"], "names belief twice"),
        (["--planner-options", "belief=maybe"], "'belief=maybe' is not NAME=VALUE"),
    ],
)
def test_lists_of_values_are_read_with_care(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tune", *words])
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--weights", "greed"], "no weight 'greed'"),
        (["--num-players", "7"], "num_players must be 2 to 4"),
        (["--teams", "true"], "arctic has no rule parameter teams"),
        (
            ["--game", "north_pole", "--teams", "true", "--num-players", "3"],
            "teams=True is for num_players=4 in north_pole, not 3",
        ),
        (["--start", "nowhere.json"], "nowhere.json"),
    ],
)
def test_errors_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.startswith("arctic tune: ")
    assert captured.err.count("\n") == 1
