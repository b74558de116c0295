"""Settings of leagues: read as strictly as those of runs."""

from typing import Any

import pytest
import yaml

from arctic_env import SettingsError
from arctic_env.arena import known_agents
from arctic_training.league.settings import (
    LEAGUE_EXPLOITER,
    LEARNERS,
    MAIN,
    MAIN_EXPLOITER,
    LeagueSettings,
    to_document,
)
from arctic_training.reading import make_settings, read_document, read_settings
from arctic_training.settings import LATEST
from tests.conftest import ROOT

CONFIGS = sorted((ROOT / "configs").glob("league_*.yaml"))


def test_settings_survive_being_written_down() -> None:
    settings = read_settings(
        LeagueSettings,
        {"from": "runs/mine", "anchors": {"planner:totem=1.2": False}, "main": {"freeze": {"ahead": 0.6}}},
    )
    document = to_document(settings)
    assert document["from"] == "runs/mine"
    assert read_settings(LeagueSettings, document) == settings
    assert read_settings(LeagueSettings, yaml.safe_load(yaml.safe_dump(document))) == settings


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"opponent": 3}, "unknown setting opponent; known here are game, .*, from, main, .*save"),
        ({"from_": "x"}, "unknown setting from_; known here are"),
        ({"from": 3}, "from must be a text, not 3"),
        (
            {"main": {"reset": "main"}},
            r"unknown setting main\.reset; known here are count, share, freeze, past",
        ),
        ({"main": {"count": 0}}, r"main\.count must be more than 0, not 0"),
        ({"main_exploiter": {"count": -1}}, r"main_exploiter\.count must be 0 or more, not -1"),
        ({"main_exploiter": {"count": 101}}, r"main_exploiter\.count must be at most 100, not 101"),
        ({"league_exploiter": {"share": 0}}, r"league_exploiter\.share must be more than 0"),
        ({"main": {"freeze": {"least": 0}}}, r"main\.freeze\.least must be more than 0"),
        (
            {"main": {"freeze": {"least": 9, "most": 8}}},
            r"main\.freeze\.most must be at least freeze\.least, 9, not 8",
        ),
        ({"main": {"freeze": {"ahead": 1.1}}}, r"main\.freeze\.ahead must be of 0 to 1"),
        (
            {"main_exploiter": {"reset": "planner"}},
            r"reset must be one of start, main, random, not 'planner'",
        ),
        ({"league_exploiter": {"chance": 2}}, r"league_exploiter\.chance must be of 0 to 1"),
        ({"main": {"past": 0.6, "doubts": 0.5}}, r"main\.past and main\.doubts must be at most 1 together"),
        ({"main": {"past": -0.1}}, r"main\.past must be 0 or more"),
        ({"anchors": {"planner": 0.5}}, r"anchors\.planner must be true or false, not 0\.5"),
        ({"anchors": {"latest": True}}, "anchors must be agent strings, not 'latest'"),
        ({"payoffs": {"fade": 1.5}}, r"payoffs\.fade must be of 0 to 1"),
        ({"payoffs": {"prior": 0}}, r"payoffs\.prior must be more than 0"),
        ({"steps": 0}, "steps must be more than 0"),
        ({"turn": 0}, "turn must be more than 0"),
        ({"save": 0}, "save must be more than 0"),
        ({"opponents": {"planner": 1}}, "opponents must be an integer"),
        ({"evaluation": {"deals": 0}}, r"evaluation\.deals must be more than 0"),
        ({"evaluation": {"every": -1}}, r"evaluation\.every must be 0 or more"),
        (
            {"champion": {"finalists": 2}, "main": {"count": 2}},
            r"champion\.finalists must be at least 3, the main agents and what the league started from, not 2",
        ),
        ({"champion": {"deals": 10**6}}, r"champion\.deals must be at most 100,000"),
        ({"players": 5}, "players must be 2 to 4 in arctic, not 5"),
        ({"games": 0}, "games must be more than 0"),
        ({"seed": -1}, "seed must be 0 to 4,294,967,295"),
        ({"ppo": {"batch": 1}}, r"ppo\.batch must be at least 2"),
    ],
)
def test_what_is_wrong_is_refused_by_name(document: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_settings(LeagueSettings, document)


def test_shares_add_up_over_the_learners_that_there_are() -> None:
    settings = read_settings(
        LeagueSettings,
        {"main": {"count": 2, "share": 3}, "main_exploiter": {"share": 1}, "league_exploiter": {"count": 0}},
    )
    assert settings.shares == pytest.approx({MAIN: 0.375, MAIN_EXPLOITER: 0.25})


def test_learners_are_runs_with_rates_of_their_own_length() -> None:
    settings = read_settings(
        LeagueSettings,
        {"steps": 1000, "main": {"share": 0.6}, "main_exploiter": {"freeze": {"most": 2_000_000}}},
    )
    assert settings.of_learner(MAIN, 1).steps == 600
    assert settings.of_learner(MAIN_EXPLOITER, 1).steps == 2_000_000
    for kind in LEARNERS:
        run = settings.of_learner(kind, 7)
        assert (run.seed, run.opponents, run.ppo) == (7, {LATEST: 1.0}, settings.ppo)


@pytest.mark.parametrize("path", CONFIGS, ids=[path.stem for path in CONFIGS])
def test_the_files_that_come_with_the_project_go_on_from_the_runs_beside_them(path: Any) -> None:
    settings = read_settings(LeagueSettings, read_document(path))
    run = make_settings(read_document(path.with_name(f"{path.stem.removeprefix('league_')}_further.yaml")))
    for name in ("game", "players", "parameters", "network", "reward"):
        assert getattr(settings, name) == getattr(run, name), name
    assert {text.partition(":")[0] for text in settings.anchors} <= set(known_agents())
    assert settings.ppo.learning_rate < run.ppo.learning_rate
    assert settings.games * settings.ppo.rollout % settings.ppo.batch == 0
    for kind in (MAIN, MAIN_EXPLOITER, LEAGUE_EXPLOITER):
        decisions = settings.steps * settings.shares[kind]
        assert decisions >= getattr(settings, kind).freeze.most  # each is frozen at least once


def test_there_are_files_for_all_numbers_of_players() -> None:
    assert {path.stem for path in CONFIGS} >= {f"league_arctic_{players}p" for players in (2, 3, 4)}
