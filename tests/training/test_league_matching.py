"""Who meets whom: the chances, by hand from made-up payoffs."""

from typing import Any

import numpy as np
import pytest

from arctic_agents.random import RandomAgent
from arctic_training.league.matching import Matchmaker, draw, mixed, prioritised, without_falling_end
from arctic_training.league.members import ANCHOR, SNAPSHOT, Member, Roster
from arctic_training.league.payoffs import Payoffs
from arctic_training.league.settings import LEAGUE_EXPLOITER, MAIN, MAIN_EXPLOITER, MainSettings

ROSTER = (
    ("start", SNAPSHOT, None),
    ("main_1", MAIN, None),
    ("main_2", MAIN, None),
    ("exploiter", MAIN_EXPLOITER, None),
    ("hunter", LEAGUE_EXPLOITER, None),
    ("planner", ANCHOR, None),
    ("main_1-1", SNAPSHOT, "main_1"),
    ("main_1-2", SNAPSHOT, "main_1"),
    ("exploiter-1", SNAPSHOT, "exploiter"),
)


def league(without: tuple[str, ...] = (), **shares: float) -> tuple[Roster, Matchmaker]:
    """A league in which main_1, the exploiter and the hunter have these shares, `main_1_against_planner=0.2`."""
    roster, payoffs = Roster(), Payoffs(1e-15)
    for name, kind, parent in ROSTER:
        if name not in without:
            roster.add(Member(name, kind, RandomAgent(), parent))
            payoffs.add(name)
    for key, share in shares.items():
        one, _, other = (word.replace("_v", "-") for word in key.partition("_against_"))
        i, j = roster.place(one), roster.place(other)
        payoffs.meetings[i, j] = payoffs.meetings[j, i] = 100.0
        payoffs.wins[i, j], payoffs.wins[j, i] = 100.0 * share, 100.0 * (1.0 - share)
    return roster, Matchmaker(roster, payoffs, MainSettings(past=0.5, doubts=0.15))


def likely(chances: dict[str, float]) -> dict[str, float]:
    """Those that are more than the prior of next to nothing leaves."""
    return {name: chance for name, chance in chances.items() if chance > 1e-9}


BEATEN = {
    "main_1_against_start": 1.0,
    "main_1_against_planner": 0.8,
    "main_1_against_main_1_v1": 1.0,
    "main_1_against_main_1_v2": 0.6,
    "main_1_against_exploiter_v1": 1.0,
}


@pytest.mark.parametrize(
    ("weights", "shares", "chances"),
    [
        ("squared", [0.5, 0.0, 1.0], [0.2, 0.8, 0.0]),
        ("variance", [0.5, 0.0, 1.0, 0.5], [0.5, 0.0, 0.0, 0.5]),
        ("capped", [0.2, 0.0, 0.75], [0.4, 0.4, 0.2]),
        ("squared", [1.0, 1.0], [0.5, 0.5]),
        ("variance", [1.0, 0.0, 1.0], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_meetings_are_weighted_by_the_share_of_wins(
    weights: str, shares: list[float], chances: list[float]
) -> None:
    assert prioritised(np.array(shares), weights).tolist() == pytest.approx(chances)


@pytest.mark.parametrize(
    ("shares", "kept"),
    [
        ([0.9, 0.8, 0.6], []),
        ([], []),
        ([0.4], []),
        ([0.4, 0.8, 0.6], [0.4, 0.8]),
        ([0.9, 0.2, 0.3, 0.3, 0.1], [0.9, 0.2, 0.3]),
    ],
)
def test_past_selves_that_only_become_harder_are_not_forgotten(
    shares: list[float], kept: list[float]
) -> None:
    assert without_falling_end(shares) == kept


def test_a_main_agent_meets_what_it_loses_to_and_plays_itself() -> None:
    roster, maker = league(without=("main_2",), **BEATEN)
    chances = maker.chances(roster["main_1"])
    assert sum(chances.values()) == pytest.approx(1.0)
    squares = {"planner": 0.04, "main_1-2": 0.16}
    assert likely(chances) == pytest.approx({"latest": 0.5} | {name: 2.5 * s for name, s in squares.items()})


def test_an_exploiters_copy_that_beats_it_is_met_more() -> None:
    roster, maker = league(without=("main_2",), **{**BEATEN, "main_1_against_exploiter_v1": 0.2})
    chances = maker.chances(roster["main_1"])
    assert chances["latest"] == pytest.approx(0.35)
    assert chances["exploiter-1"] == pytest.approx(0.15 + 0.5 * 0.64 / (0.64 + 0.04 + 0.16))


def test_a_past_self_that_is_forgotten_how_to_beat_is_met_more() -> None:
    shares = {**BEATEN, "main_1_against_main_1_v1": 0.4, "main_1_against_main_1_v2": 0.6}
    roster, maker = league(without=("main_2",), **shares)
    chances = maker.chances(roster["main_1"])
    assert chances["latest"] == pytest.approx(0.35)
    both = 0.36 + 0.16
    assert chances["main_1-1"] == pytest.approx(0.15 * 0.36 / both + 0.5 * 0.36 / (both + 0.04))


@pytest.mark.parametrize(
    ("share", "met"), [(0.35, {"main_1": 0.25}), (0.2, {"main_1-1": 0.125, "main_1-2": 0.125})]
)
def test_another_main_agent_is_met_unless_it_is_much_too_strong(share: float, met: dict[str, float]) -> None:
    roster, maker = league(main_2_against_main_1=share, main_2_against_exploiter_v1=1.0)
    maker.main = MainSettings(past=0.0, doubts=0.5)
    chances = maker.chances(roster["main_2"])
    assert chances["latest"] == pytest.approx(0.5)  # half of self-play and half of what it has no doubts of
    assert sum(chances.values()) == pytest.approx(1.0)
    for name, chance in met.items():
        assert chances[name] == pytest.approx(2 * chance)


def test_an_exploiter_meets_main_agents_or_as_long_as_that_is_hopeless_their_past() -> None:
    roster, maker = league(exploiter_against_main_1=0.05, exploiter_against_main_1_v2=0.0)
    assert likely(maker.chances(roster["exploiter"])) == pytest.approx({"main_1-1": 0.5, "main_2": 0.5})
    roster, maker = league(exploiter_against_main_1=0.2)
    assert maker.chances(roster["exploiter"]) == pytest.approx({"main_1": 0.5, "main_2": 0.5})
    roster, maker = league(without=("main_1-1", "main_1-2", "main_2"), exploiter_against_main_1=0.0)
    assert maker.chances(roster["exploiter"]) == {"main_1": 1.0}


def test_a_league_exploiter_meets_what_stays_as_it_is() -> None:
    shares: dict[str, Any] = {f"hunter_against_{name.replace('-', '_v')}": 1.0 for name, *_ in ROSTER}
    shares |= {"hunter_against_planner": 0.1, "hunter_against_main_1_v1": 0.75}
    del shares["hunter_against_hunter"]
    roster, maker = league(**shares)
    assert likely(maker.chances(roster["hunter"])) == pytest.approx({"planner": 2 / 3, "main_1-1": 1 / 3})


def test_slow_anchors_are_not_met() -> None:
    roster, maker = league()
    roster.add(Member("slow", ANCHOR, RandomAgent(), met=False))
    maker.payoffs.add("slow")
    for learner in roster.learners(MAIN, MAIN_EXPLOITER, LEAGUE_EXPLOITER):
        assert "slow" not in maker.chances(learner)


def test_the_weakest_result_is_against_those_that_are_to_be_beaten() -> None:
    shares = {
        "main_1_against_planner": 0.3,
        "exploiter_against_main_2": 0.4,
        "exploiter_against_planner": 0.1,
    }
    roster, maker = league(**shares)
    assert maker.weakest(roster["main_1"]) == pytest.approx(0.3)
    assert maker.weakest(roster["exploiter"]) == pytest.approx(0.4)
    assert maker.weakest(roster["hunter"]) == pytest.approx(0.5)


def test_rules_are_mixed_as_often_as_each_is_applied() -> None:
    assert mixed([(0.5, {"a": 1.0}), (0.25, {"a": 0.5, "b": 0.5}), (0.25, {"c": 1.0, "d": 0.0})]) == (
        pytest.approx({"a": 0.625, "b": 0.125, "c": 0.25})
    )


def test_as_many_as_asked_for_are_drawn_and_each_as_often_as_its_chance() -> None:
    chances = {"a": 0.05, "latest": 0.4, "b": 0.3, "c": 0.25}
    total = dict.fromkeys(chances, 0.0)
    for seed in range(3000):
        mix = draw(chances, 3, seed)
        assert mix["latest"] == 0.4
        assert 2 <= len(mix) <= 4
        assert sum(mix.values()) == pytest.approx(1.0)
        for name, part in mix.items():
            total[name] += part / 3000
    assert total == pytest.approx(chances, abs=0.01)
    assert draw(chances, 3, 5) == draw(chances, 3, 5)


def test_drawing_from_self_play_alone_is_self_play() -> None:
    assert draw({"latest": 1.0}, 3, 0) == {"latest": 1.0}
    assert draw({"a": 1.0, "b": 0.0}, 4, 0) == {"a": 1.0}
