"""Options, results and hints."""

import io
import re
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.search import Options, Result, search
from arctic_agents.search.options import END
from arctic_agents.search.result import unit_of
from arctic_env.agents.protocol import Explains
from arctic_env.agents.specs import bind, find_maker, options_of
from arctic_env.cli import main
from arctic_env.errors import AgentError
from arctic_env.kernels.rewards import MARGIN
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC, IGLU


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:rollouts=1", "rollouts must be an integer from 2 to 1,000,000, or 0 for the default, not 1"),
        ("search:rollouts=1.5", "rollouts must be an integer, not 1.5"),
        ("search:candidates=1", "candidates must be an integer from 2 to 1,000, not 1"),
        ("search:threads=0", "threads must be"),
        ("search:seconds=-1", "seconds must be a number from 0 to 1,000,000,000, not -1"),
        ("search:seconds=nan", "seconds must be a number"),
        ("search:caution=1e300", "caution must be a number from 0 to 1,000,000,000, not 1e\\+300"),
        ("search:depth=soon", "depth must be a number of rounds from 0 to 1,000, or end, not 'soon'"),
        ("search:depth=-1", "depth must be a number of rounds from 0 to 1,000, or end, not -1"),
        ("search:depth=1001", "depth must be a number of rounds from 0 to 1,000, or end, not 1001"),
        ("search:depth=nan", "depth must be a number of rounds"),
        ("search:worlds=true", "worlds must be one of even, believed, not"),
        ("search:reward=fun", "reward must be one of win, rank, margin, score, not 'fun'"),
        ("search:policy=nowhere", "nowhere"),
        ("search:simulations=3", "search has no option 'simulations'"),
        ("search:rollouts=9,seconds=1", "rollouts has no meaning with seconds"),
        ("search:rollouts=96,seconds=1", "rollouts has no meaning with seconds"),
        ("search:policy=champion,reward=win", "reward has no meaning with a policy: what its network"),
    ],
)
def test_wrong_options_are_refused(text: str, message: str) -> None:
    with pytest.raises((AgentError, arctic_env.ArcticError), match=message):
        bind(text, ARCTIC, 2)


@pytest.mark.parametrize(
    "wrong",
    [{"rollouts": True}, {"candidates": 2.0}, {"seconds": True}, {"depth": True}, {"caution": "1"}, {"depth": "2"}],
)
def test_options_of_other_types_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
        search(ARCTIC.deal(seed=7), **wrong)


def test_options_that_mean_something_beside_others_are_taken() -> None:
    for options in (
        "policy=champion,rollouts=9,depth=end,caution=1,worlds=believed,candidates=4",
        "seconds=1,depth=0.5,reward=win,caution=2",
    ):
        bind(f"search:{options}", ARCTIC, 2)


def test_numbers_may_be_numpys() -> None:
    numbers = {"rollouts": np.int64(9), "depth": np.int64(2), "caution": np.float32(1), "candidates": np.int16(3)}
    options = Options(**numbers)  # type: ignore[arg-type]
    assert options.turns(ARCTIC, 3, policy=False) == 6
    assert Options(depth=np.float64(0.5)).turns(ARCTIC, 2, policy=True) == 1
    assert search(ARCTIC.deal(seed=7), **numbers).rollouts <= 9  # type: ignore[arg-type]
    for wrong in (np.float64("nan"), np.int64(-1), np.True_, np.str_("soon")):
        with pytest.raises(ValueError, match="depth must be"):
            Options(depth=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("depth", "turns"), [(0, 1), (0.5, 2), (1, 3), (4, 12), ("end", END)])
@pytest.mark.parametrize("policy", [True, False])
def test_depth_is_a_number_of_rounds(depth: float | str, turns: int, policy: bool) -> None:
    assert Options(depth=depth).turns(ARCTIC, 3, policy=policy) == turns


def test_many_rollouts_are_played_to_the_end_where_the_estimate_would_limit_them() -> None:
    assert Options(rollouts=96).turns(ARCTIC, 2, policy=False) == 4
    assert Options(rollouts=400).turns(ARCTIC, 2, policy=False) == END
    assert Options(rollouts=400, depth=1).turns(ARCTIC, 2, policy=False) == 2
    assert Options(rollouts=400).turns(ARCTIC, 2, policy=True) == 4


def test_a_game_without_heuristics_is_played_to_its_end() -> None:
    assert Options().turns(TOY, 2, policy=False) == END
    assert Options().turns(TOY, 2, policy=True) < END


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, "7"])
def test_seeds_are_whole_numbers_that_games_take(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        search(ARCTIC.deal(seed=7), rollouts=5, seed=seed)


def test_belief_is_for_games_with_some() -> None:
    position = ARCTIC.deal(seed=7, num_players=3)
    assert search(position, worlds="believed").rollouts > 80
    for game in (IGLU, TOY):
        with pytest.raises(AgentError, match=f"search: worlds=believed has no meaning in {game.name}, where nothing"):
            search(game.deal(seed=7), worlds="believed")


def test_there_is_no_other_option() -> None:
    with pytest.raises(TypeError, match="search has no option 'zoom'; there are rollouts, "):
        search(ARCTIC.deal(seed=7), zoom=3)


def test_options_say_what_they_mean_and_what_they_may_be() -> None:
    listed = options_of(find_maker("search"), ARCTIC)
    assert {option.name for option in listed} == {"policy", *Options.__dataclass_fields__}
    for option in listed:
        assert option.meaning
        assert option.range or option.name == "policy"
        if ends := re.match(r"([\d.]+) to ([\d,]+)", option.range):
            kind = int if option.type == "int" else float
            low, high = (kind(end.replace(",", "")) for end in ends.groups())
            for value in (low, high):
                Options(**{option.name: value})  # type: ignore[arg-type]
            for value in (low - 1, high + 1):
                with pytest.raises(ValueError, match=f"^{option.name} must be"):
                    Options(**{option.name: value})  # type: ignore[arg-type]
        elif option.range:
            for word in re.split(", | or ", option.range):
                Options(**{option.name: word})  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ results


@pytest.fixture(scope="module")
def found() -> Result:
    return search(ARCTIC.deal(seed=7), rollouts=120, seed=3)


def test_a_result_tells_of_all_candidates(found: Result) -> None:
    position = ARCTIC.deal(seed=7)
    legal = position.legal()
    assert len(found.moves) == min(len(legal), Options.candidates)
    assert {move.text for move in found.moves} <= set(legal)
    assert [move.action for move in found.moves] == [position.action_id(move.text) for move in found.moves]
    assert found.seat == position.seat
    assert 100 <= found.rollouts <= 120
    counts = [move.rollouts for move in found.moves]
    assert counts == sorted(counts, reverse=True)
    assert found.best == found.moves[0]
    assert found.reference in found.moves
    assert found.base.difference == found.base.error == 0.0
    assert all(move.value is not None and -1 <= move.value <= 1 and move.prior is None for move in found.moves)


def test_a_result_with_a_policy_tells_its_probabilities() -> None:
    result = search(ARCTIC.deal(seed=7), rollouts=8, depth=0, policy="champion")
    priors = [move.prior for move in result.moves]
    assert result.reference.prior == max(prior for prior in priors if prior is not None)
    assert "prior" in str(result).splitlines()[1]


def test_differences_are_to_the_base(found: Result) -> None:
    for move in found.moves:
        if move.rollouts == found.base.rollouts:
            assert move.value is not None
            assert found.base.value is not None
            assert move.difference == pytest.approx(move.value - found.base.value)
            assert move is found.base or move.error > 0


def test_differences_are_to_the_choice_where_the_reference_was_dropped() -> None:
    dropped = 0
    for seed in range(12):
        result = search(ARCTIC.deal(seed=seed), rollouts=24, depth=0, caution=0)
        assert result.base is (result.best if result.reference.rollouts < result.best.rollouts else result.reference)
        assert f"; differences are to {result.base.text}\n" in str(result)
        shown = [re.findall(r" [-+]\d\.\d{3}", line) for line in str(result).splitlines()[2:]]
        assert [len(numbers) for numbers in shown] == [1 if move is result.base else 2 for move in result.moves]
        dropped += result.base is not result.reference
    assert dropped


def test_a_result_reads_well(found: Result) -> None:
    lines = str(found).splitlines()
    unit = "a value of 1 is a margin of 60 points"
    assert lines[0] == f"{found.rollouts} rollouts; {unit}; differences are to {found.base.text}"
    assert lines[1].split() == ["action", "rollouts", "value", "difference", "error", "then"]
    assert lines[2].split()[:2] == found.best.text.split()
    assert len(lines) == 2 + len(found.moves)


@pytest.mark.parametrize(
    ("number", "unit"),
    [
        (1.0, "1 point"),
        (0.5, "0.5 points"),
        (1234567.0, "1,234,567 points"),
        (1e16, "10,000,000,000,000,000 points"),
        (1.0000000001, "1.0000000001 points"),
        (1234.5, "1,234.5 points"),
    ],
)
def test_units_are_written_in_full(number: float, unit: str) -> None:
    assert unit_of(MARGIN, number) == f"a margin of {unit}"


@pytest.mark.parametrize(
    ("options", "unit"),
    [
        ({"reward": "win"}, "a win"),
        ({"reward": "rank"}, "the first place"),
        ({"reward": "score"}, "60 points"),
        ({"policy": "champion", "depth": 0}, "a margin of 30 points"),
    ],
)
def test_a_result_says_what_its_values_are(options: dict[str, Any], unit: str) -> None:
    result = search(ARCTIC.deal(seed=7), rollouts=4, **options)
    assert result.unit == unit
    assert f"; a value of 1 is {unit}; " in str(result)


def test_only_the_seat_to_decide_is_searched() -> None:
    position = ARCTIC.deal(seed=7)
    assert position.seat is not None
    view = position.view(position.seat)
    assert search(view, rollouts=20) == search(position, rollouts=20)
    with pytest.raises(ValueError, match="has nothing to decide here"):
        search(position.view(1 - position.seat), rollouts=20)
    over = TOY.deal(seed=1)
    while over.seat is not None:
        over = over.apply(int(over.mask().argmax()))
    with pytest.raises(ValueError, match="the game is over"):
        search(over)


def test_a_decision_without_a_choice_can_be_looked_at() -> None:
    position = TOY.deal(seed=1).play("show").play("keep")
    assert position.legal() == ["keep"]
    result = search(position)
    assert (result.best.text, len(result.moves)) == ("keep", 1)
    assert np.isfinite(result.best.difference)
    assert str(result)


def test_what_is_no_position_is_refused_by_its_type() -> None:
    """A view as a dict, which `position.view` gives, is for reading."""
    position = ARCTIC.deal(seed=1)
    for wrong in (position.view(0).to_dict(), "x", None):
        with pytest.raises(TypeError, match=r"search takes a Position or what its view\(seat\) gives, not "):
            search(wrong)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ hints


def test_hints_are_given_in_points_when_asked_for_or_always(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In points, by the numbers of the menu."""
    play = ["play", "--players", "human,random", "--seed", "3"]
    for typed, words in (("q", ["--hint", "search:rollouts=20"]), ("hint\nq", ["--hint"]), ("hint\nhint\nq", [])):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
        assert main([*play, *words]) == 0
        out = capsys.readouterr().out
        assert out.count(" rollouts, points ahead at the end:\n  ") == typed.count("hint") + bool(words)
        assert len(re.findall(r"^  \(\d+\.\d s\)$", out, re.MULTILINE)) == typed.count("hint") + bool(words)
        assert out.index("Your move (seat ") < out.index(" prefers, by ")
        assert re.search(r"^     then: (\w+ )+\d+%", out, re.MULTILINE)
        assert re.search(r"^  [1-3]  [+-]\d+\.\d( \+-\d+\.\d)? +place \w\w\d \(\w+ with \w+\)$", out, re.MULTILINE)


def test_every_agent_gives_hints(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """By probabilities, or by what it would play."""
    for agent, said in (("random", "random would play\n  "), ("champion", "champion would play, with these prob")):
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        assert main(["play", "--players", "human,random", "--seed", "3", "--hint", agent]) == 0
        assert said in capsys.readouterr().out
    assert main(["play", "--players", "human,random", "--hint", "nobody"]) == 2
    assert "there is no agent 'nobody'" in capsys.readouterr().err
    agents: dict[str, Any] = {text: bind(text, ARCTIC, 2) for text in ("search", "random")}
    assert [isinstance(agent, Explains) for agent in agents.values()] == [True, False]


def test_values_are_told_in_points_where_they_are_points() -> None:
    view = ARCTIC.deal(seed=1).view(0)
    view = view if view.to_move else ARCTIC.deal(seed=1).view(1)
    for options, points in (("", 60.0), (",reward=win", None)):
        agent: Any = bind(f"search:rollouts=4{options}", ARCTIC, 2)
        assert agent.look(view).points == points
