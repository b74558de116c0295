"""Games of other packages: those that do not load harm no other, and their names take nothing from this package's."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

import arctic_env
from arctic_agents import networks
from arctic_env.cli import main
from arctic_env.errors import GameError
from arctic_env.model import registry
from arctic_env.model.rules import Parameter
from arctic_training.settings import make_settings
from tests.conformance.toy.game import GAME as TOY

Capture = pytest.CaptureFixture[str]
Install = Callable[..., None]

MODULE = ModuleType("outside_games")
MODULE.EXITS = MODULE.NO_GAME = 7  # type: ignore[attr-defined]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that adds an entry point for the test; game and agents are looked for anew, before and after."""
    points: list[EntryPoint] = []
    installed = registry.entry_points
    caches = (registry._game_points, registry.game, registry.agents_package, registry.agents_module)

    def add(name: str, value: str, group: str = registry.GAMES) -> None:
        points.append(EntryPoint(name, value, group))
        for cache in caches:
            cache.cache_clear()

    def found(*, group: str, **asked: str) -> list[EntryPoint]:
        return [*installed(group=group, **asked), *(each for each in points if each.matches(group=group, **asked))]

    monkeypatch.setattr(registry, "entry_points", found)
    monkeypatch.setitem(sys.modules, MODULE.__name__, MODULE)
    yield add
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


BROKEN = {
    "no_such_module:GAME": "arctic.games abalone = no_such_module:GAME does not load: ModuleNotFoundError: No module",
    "outside_games:MISSING": "outside_games:MISSING does not load: AttributeError: module 'outside_games' has no",
    "outside_games:NO_GAME": "outside_games:NO_GAME must be the game abalone of version 0, not 7",
    "arctic_env.games.iglu.game:GAME": "must be the game abalone of version 0, not iglu of version 0",
}


@pytest.mark.parametrize("value", BROKEN)
def test_a_game_that_does_not_load_is_named_where_it_is_asked_for(
    value: str, install: Install, capsys: Capture
) -> None:
    install("abalone", value)
    with pytest.raises(GameError, match=BROKEN[value]):
        arctic_env.game("abalone")
    with pytest.raises(arctic_env.SettingsError, match=f"^game: .*{BROKEN[value]}"):
        make_settings({"game": "abalone"})
    for words in ("watch", "check", "agents", "tournament --players random,greedy", "tune"):
        assert main([*words.split(), "--game", "abalone"]) == 2
        error = capsys.readouterr().err
        assert BROKEN[value] in error
        assert error.count("\n") == 1


def test_a_version_that_its_entry_point_does_not_name_is_told_how_to_be_named(install: Install) -> None:
    install("iglu_v7", "arctic_env.games.iglu.game:GAME")
    with pytest.raises(GameError, match="game iglu of version 7, not iglu of version 0; name its entry point iglu_v0 "):
        arctic_env.game("iglu")


def test_a_game_that_does_not_load_hides_no_other(install: Install, capsys: Capture) -> None:
    install("abalone", "no_such_module:GAME")
    install("abalone", "no_such_module", registry.AGENTS)
    assert networks._made_for_games().items() <= networks.KINDS.items()
    assert main(["watch", "--seed", "1"]) == 0
    assert capsys.readouterr().err == ""
    with pytest.raises(SystemExit, match="0"):
        main(["tournament", "--help"])
    assert "--edition" in capsys.readouterr().out
    assert main(["agents"]) == 0
    shown = capsys.readouterr()
    assert "planner" in shown.out
    assert shown.err.startswith("arctic agents: arctic.games abalone = no_such_module:GAME does not load: ")


def test_games_of_this_package_come_first(install: Install) -> None:
    before = arctic_env.games()
    install("abalone", "no_such_module:GAME")
    assert arctic_env.games() == (*before, "abalone")
    assert before[0] == "arctic"


def test_a_rule_parameter_named_like_an_option_harms_no_other_game(install: Install, capsys: Capture) -> None:
    rules = {
        **TOY.parameters,
        **dict.fromkeys(("viewer", "games", "game", "help", "players"), Parameter(("a", "b"), "")),
    }
    MODULE.TAKEN = replace(TOY, name="taken", parameters=rules)  # type: ignore[attr-defined]
    install("taken", "outside_games:TAKEN")
    assert main(["watch", "--seed", "1", "--viewer", "0", "--deck", "short"]) == 2
    assert "arctic has no rule parameter deck" in capsys.readouterr().err
    assert main(["tournament", "--players", "random,greedy", "--games", "2"]) == 0
    capsys.readouterr()
    assert main(["watch", "--game", "taken"]) == 2
    assert "taken cannot be chosen here, where --viewer is none of its rule parameters" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["seed", "num_players"])
def test_arguments_of_deal_are_no_rule_parameters(name: str) -> None:
    with pytest.raises(ValueError, match=f"toy: no rule parameter can be named {name}, which is an argument of deal"):
        replace(TOY, parameters={name: Parameter(("a", "b"), "")})
