"""The agent `planner` is the planner of the game at hand."""

import dataclasses
from pathlib import Path

import pytest

import arctic_env
from arctic_agents.arctic.planner import ArcticPlanner
from arctic_agents.iglu.planner import IgluPlanner
from arctic_agents.planner import Tuned, make, write_tuned
from arctic_env.agents.specs import bind, find_maker, options_of
from arctic_env.arena import play
from arctic_env.errors import AgentError
from arctic_env.model.registry import agents_module, games
from tests.conformance.toy.game import GAME as TOY

ARCTIC, IGLU = arctic_env.game("arctic"), arctic_env.game("iglu")


PLANNED = [name for name in games() if agents_module(name, "planner")]


@pytest.mark.parametrize("name", PLANNED)
def test_the_planner_of_a_game_plays_it(name: str) -> None:
    game = arctic_env.game(name)
    played = play(game.deal(seed=1, num_players=2), [make(game, 2)] * 2)
    assert played.finished
    assert not played.faults


def test_each_game_gets_its_own() -> None:
    assert isinstance(make(ARCTIC, 2), ArcticPlanner)
    assert isinstance(make(IGLU, 2), IgluPlanner)


def test_a_game_without_a_planner_is_refused() -> None:
    with pytest.raises(AgentError, match="there is no planner of toy"):
        make(TOY, 2)


def test_options_of_one_game_are_refused_in_another() -> None:
    assert make(ARCTIC, 2, totem=2.0).weights.totem == 2.0
    with pytest.raises(AgentError, match="planner has no weight 'totem'"):
        make(IGLU, 2, totem=2.0)
    with pytest.raises(AgentError, match="planner has no weight 'melt'"):
        make(ARCTIC, 2, melt=2.0)


@pytest.mark.parametrize("name", PLANNED)
def test_options_are_listed_with_meaning_default_and_range(name: str) -> None:
    game = arctic_env.game(name)
    options = {option.name: option for option in options_of(find_maker("planner"), game)}
    assert all(option.meaning for option in options.values())
    weights = dataclasses.asdict(make(game, 2).weights)
    assert weights.items() <= {each.name: each.default for each in options.values()}.items()
    assert all(options[weight].range for weight in weights)
    assert set(options) - set(weights) == {"weights", *(["depth", "belief"] if name == "arctic" else [])}


@pytest.mark.parametrize("text", ["planner:weights={}", "tuned:{}"])
def test_weights_come_from_a_file_that_was_tuned(text: str, tmp_path: Path) -> None:
    write_tuned(tmp_path / "mine.json", Tuned("arctic", 2, {"run": 1.25}, {"depth": 0}, "", {}, {}))
    agent = bind(text.format(tmp_path / "mine.json"), ARCTIC, 2)
    assert isinstance(agent, ArcticPlanner)
    assert (agent.weights.run, agent.depth) == (1.25, 0)
    with pytest.raises(AgentError, match="holds weights for arctic with 2 players, not for arctic with 3"):
        bind(text.format(tmp_path / "mine.json"), ARCTIC, 3)
    with pytest.raises(AgentError, match="No such file or directory"):
        bind(text.format(tmp_path / "nowhere.json"), ARCTIC, 2)


def test_options_change_weights_of_a_file(tmp_path: Path) -> None:
    write_tuned(tmp_path / "mine.json", Tuned("arctic", 2, {"run": 1.25, "totem": 2.0}, {}, "", {}, {}))
    agent = make(ARCTIC, 2, weights=str(tmp_path / "mine.json"), run=0.5)
    assert (agent.weights.run, agent.weights.totem) == (0.5, 2.0)
