"""Options, results and hints."""

import io
import re
from functools import partial
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.search import Options, Result, search
from arctic_agents.search.engine import Engine
from arctic_agents.search.pimc import PimcAgent
from arctic_agents.search.search_root import unit_of
from arctic_env.agents.protocol import Explains
from arctic_env.agents.specs import bind, find_maker, options_of
from arctic_env.cli import main
from arctic_env.errors import AgentError
from arctic_env.model.game import Position
from tests.agents.planning import some_states
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC, IGLU, searcher


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ismcts:simulations=-1", "simulations must be an integer from 0 to 10,000,000, not -1"),
        ("ismcts:simulations=1.5", "simulations must be an integer, not 1.5"),
        ("ismcts:worlds=-3", "worlds must be an integer from 0 to 10,000,000, not -3"),
        ("ismcts:trees=0", "trees must be an integer from 1 to 1,024, not 0"),
        ("ismcts:simulations=3,trees=4", "trees must be at most one for each simulation, not 4"),
        ("ismcts:threads=0", "threads must be"),
        ("ismcts:batch=0", "batch must be"),
        ("ismcts:seconds=-1", "seconds must be a number from 0 to 1,000,000,000, not -1"),
        ("ismcts:exploration=1e300", "exploration must be a number from 0 to 1,000,000,000, not 1e\\+300"),
        ("ismcts:exploration=nan", "exploration must be a number"),
        ("ismcts:temperature=0", "temperature must be at least 0.01, not 0"),
        ("ismcts:temperature=inf", "temperature must be a number"),
        ("ismcts:trust=1", "trust must be below 1"),
        ("ismcts:playout=greedy", "playout must be one of guide, random, not 'greedy'"),
        ("ismcts:horizon=soon", "horizon must be a number of turns from 0 to 1,000,000, round or end, not 'soon'"),
        ("ismcts:horizon=1.5", "a number of turns from 0 to 1,000,000, round or end, not 1.5"),
        ("ismcts:horizon=-1", "a number of turns from 0 to 1,000,000, round or end, not -1"),
        ("ismcts:horizon=1000001", "a number of turns from 0 to 1,000,000, round or end, not 1000001"),
        ("ismcts:reward=fun", "reward must be one of win, rank, margin, score, not 'fun'"),
        ("ismcts:policy=nowhere", "nowhere"),
        ("ismcts:depth=3", "ismcts has no option 'depth'"),
        ("pimc:worlds=0", "worlds must be"),
        ("pimc:reward=fun", "reward must be one of"),
    ],
)
def test_wrong_options_are_refused(text: str, message: str) -> None:
    with pytest.raises((AgentError, arctic_env.ArcticError), match=message):
        bind(text, ARCTIC, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"horizon": 2.0},
        {"horizon": True},
        {"prior": 1},
        {"reuse": "no"},
        {"simulations": True},
        {"worlds": 0.0},
        {"seconds": True},
    ],
)
def test_options_of_other_types_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
        search(ARCTIC.deal(seed=7), **wrong)


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ("policy=champion,prior=false", "prior has no meaning with a policy: its probabilities"),
        ("policy=champion,trust=0.4", "trust has no meaning with a policy: its probabilities"),
        ("policy=champion,playout=random", "playout has no meaning with a policy: its values"),
        ("policy=champion,horizon=0", "horizon has no meaning with a policy: its values"),
        ("policy=champion,reward=win", "reward has no meaning with a policy: what its network"),
        ("batch=4", "batch has no meaning without a policy"),
        ("temperature=1", "temperature has no meaning without a policy"),
        ("prior=false,trust=0.4", "trust has no meaning with prior=false"),
    ],
)
def test_options_without_a_meaning_beside_others_are_refused(options: str, refusal: str) -> None:
    with pytest.raises(AgentError, match=f"^'ismcts:{options}': {refusal}"):
        bind(f"ismcts:{options}", ARCTIC, 2)


def test_options_that_mean_something_beside_others_are_taken() -> None:
    for options in (
        "policy=champion,batch=4,temperature=1,exploration=2,belief=true,worlds=9,trees=2,seconds=1",
        "prior=false,playout=random,horizon=end,reward=win,exploration=2",
        "trust=0.4,playout=random,horizon=2,belief=true",
    ):
        bind(f"ismcts:{options}", ARCTIC, 2)
    with pytest.raises(ValueError, match="prior has no meaning with a policy"):
        search(ARCTIC.deal(seed=7), policy="champion", prior=False)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, "7"])
def test_seeds_are_whole_numbers_that_games_take(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        search(ARCTIC.deal(seed=7), simulations=5, seed=seed)


def test_belief_is_for_games_with_some() -> None:
    assert search(ARCTIC.deal(seed=7), simulations=10, belief=True).simulations == 10
    for game in (IGLU, TOY):
        with pytest.raises(AgentError, match=f"ismcts: belief=true has no meaning in {game.name}, where nothing"):
            search(game.deal(seed=7), belief=True)
    with pytest.raises(AgentError, match="belief=true has no meaning in iglu"):
        bind("ismcts:belief=true", IGLU, 2)


def test_there_is_no_other_option() -> None:
    with pytest.raises(TypeError, match="search has no option 'depth'; there are simulations, "):
        search(ARCTIC.deal(seed=7), depth=3)


def test_options_say_what_they_mean() -> None:
    assert Options().most_simulations == 400
    assert Options(simulations=7, seconds=1).most_simulations == 7
    assert Options(seconds=1).most_simulations > 1_000_000
    listed = {option.name: option.meaning for option in options_of(find_maker("ismcts"), ARCTIC)}
    assert all(listed[name] for name in ("policy", *Options.__dataclass_fields__))


@pytest.mark.parametrize("name", ["ismcts", "pimc"])
def test_options_say_what_they_may_be(name: str) -> None:
    for option in options_of(find_maker(name), ARCTIC):
        assert option.range or option.type == "bool" or option.name == "policy"
        others: dict[str, Any] = {"simulations": 10**7} if option.name == "trees" else {}
        make = partial(Options, **others) if name == "ismcts" else partial(PimcAgent, ARCTIC, 2)
        if ends := re.match(r"([\d.]+) to ([\d,]+)", option.range):
            low, high = (float(end.replace(",", "")) for end in ends.groups())
            kind = float if option.type == "float" else int
            for value in (low, high):
                make(**{option.name: kind(value)})
            for value in (low - 1, high + 1):
                with pytest.raises(ValueError, match=f"^{option.name} must be"):
                    make(**{option.name: kind(value)})
        elif option.type == "str" and option.range:
            for word in re.split(", | or ", option.range):
                make(**{option.name: word})


def test_a_game_without_a_guide_is_searched_by_its_rules() -> None:
    assert search(TOY.deal(seed=1), simulations=50).simulations == 50


# ------------------------------------------------------------------------------------------------ results


@pytest.fixture(scope="module")
def found() -> Result:
    return search(ARCTIC.deal(seed=7), simulations=120, seed=3)


def test_a_result_tells_of_all_legal_actions(found: Result) -> None:
    position = ARCTIC.deal(seed=7)
    assert sorted(move.text for move in found.moves) == sorted(position.legal())
    assert [move.action for move in found.moves] == [position.action_id(move.text) for move in found.moves]
    assert found.seat == position.seat
    assert sum(found.visits.values()) == found.simulations == 120
    counts = [move.visits for move in found.moves]
    assert counts == sorted(counts, reverse=True)
    assert found.best == found.moves[0]


def test_values_are_those_of_each_seat(found: Result) -> None:
    tried = [move for move in found.moves if move.values is not None]
    for seat in range(2):
        mean = sum(move.visits * move.values[seat] for move in tried) / found.simulations
        assert found.values[seat] == pytest.approx(mean)
    assert all(-1 <= value <= 1 for value in found.values)


def test_the_principal_variation_can_be_played_in_a_world_that_agrees_with_the_view() -> None:
    """Up to the first action of another seat that the deciding one would not see."""
    agent, seed, others = searcher(num_players=3, simulations=300, worlds=30), 5, 0
    for state in some_states(ARCTIC, 6, 3, 75):
        position = Position(ARCTIC, np.array([state]))
        assert position.seat is not None
        view = position.view(position.seat)
        result = agent.look(view, seed)
        assert result.line[0] == result.best.text
        draw = agent.engine.determinize
        world = Position(ARCTIC, draw(ARCTIC, view.states.copy(), view.seat, np.array([seed])))
        for text in result.line:
            kind, _, card = text.rpartition(" ")
            if card == "?":
                assert kind in {legal.rpartition(" ")[0] for legal in world.legal()}
                break
            others += world.seat != position.seat
            world = world.play(text)  # which it would refuse were it illegal
    assert others > 3


def test_a_result_reads_well(found: Result) -> None:
    lines = str(found).splitlines()
    assert lines[0] == f"120 simulations, worth {found.values[found.seat]:+.3f}, where 1 is a margin of 60 points"
    assert lines[1].split() == ["action", "simulations", "worth"]
    assert lines[2].split()[:2] == found.best.text.split()
    assert any(line.startswith("  expected: ") for line in lines)


@pytest.mark.parametrize(
    ("number", "unit"),
    [
        (1.0, "1 point"),
        (0.5, "0.5 points"),
        (1234567.0, "1,234,567 points"),
        (12345678901.0, "12,345,678,901 points"),
        (1e16, "10,000,000,000,000,000 points"),
        (1.0000000001, "1.0000000001 points"),
        (1234.5, "1,234.5 points"),
    ],
)
def test_units_are_written_in_full(found: Result, number: float, unit: str) -> None:
    task = Engine(ARCTIC, 2, Options()).task(found.seat)._replace(unit=number)
    assert unit_of(task) == f"a margin of {unit}"


@pytest.mark.parametrize(
    ("options", "unit"),
    [
        ({"reward": "win"}, "a win"),
        ({"reward": "rank"}, "the first place"),
        ({"reward": "score"}, "60 points"),
        ({"policy": "champion"}, "a margin of 30 points"),
    ],
)
def test_a_result_says_what_its_values_are(options: dict[str, str], unit: str) -> None:
    result = search(ARCTIC.deal(seed=7), simulations=4, **options)
    assert result.unit == unit
    assert f", where 1 is {unit}\n" in str(result)


def test_only_the_seat_to_decide_is_searched() -> None:
    position = ARCTIC.deal(seed=7)
    assert position.seat is not None
    view = position.view(position.seat)
    assert search(view, simulations=20) == search(position, simulations=20)
    with pytest.raises(ValueError, match="has nothing to decide here"):
        search(position.view(1 - position.seat), simulations=20)
    over = TOY.deal(seed=1)
    while over.seat is not None:
        over = over.apply(int(over.mask().argmax()))
    with pytest.raises(ValueError, match="the game is over"):
        search(over)


def test_what_is_no_position_is_refused_by_its_type() -> None:
    """A view as a dict, which `position.view` gives, is for reading."""
    position = ARCTIC.deal(seed=1)
    for wrong in (position.view(0).to_dict(), "x", None):
        with pytest.raises(TypeError, match=r"search takes a Position or what its view\(seat\) gives, not "):
            search(wrong)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ hints


def test_hints_are_shown_with_the_decision(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    words = ["play", "--players", "human,random", "--seed", "3", "--hint", "ismcts:simulations=20,worlds=5"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "20 simulations, worth" in out
    assert ", where 1 is a margin of 60 points\n" in out
    assert out.index("Your move (seat ") < out.index("20 simulations")


def test_only_who_explains_gives_hints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--players", "human,random", "--seed", "3", "--hint", "random"]) == 2
    assert "--hint must be an agent that explains its choices, such as ismcts" in capsys.readouterr().err
    agents: dict[str, Any] = {text: bind(text, ARCTIC, 2) for text in ("ismcts", "random")}
    assert [isinstance(agent, Explains) for agent in agents.values()] == [True, False]
