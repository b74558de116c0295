"""The order in which agents are named changes nothing that is said of them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from arctic_env.arena.analysis.payoff_matrix import (
    Difference,
    find_cycles,
    make_payoff_matrix,
    paired_differences,
    rank_agents,
)
from arctic_env.arena.analysis.plackett_luce import fit_strengths
from arctic_env.arena.results import ROW, Rows
from arctic_env.arena.settings import make_schedule
from arctic_env.arena.standings import make_pairs, make_standings
from arctic_env.arena.statistics import Estimate
from arctic_env.kernels.random import uniforms

NAMES = ("ann", "bob", "cyd", "dan")
MET = ("ann bob", "ann cyd", "ann dan", "bob cyd", "bob dan", "cyd dan")
APART = ("ann ann bob bob", "cyd cyd dan dan")  # cyd plays as ann does, and dan as bob
SOME = ("ann bob", "bob cyd", "cyd ann", "ann dan")
BEATEN = ("ann bob bob", "cyd dan dan")
PLAYS = {"ann": 1, "bob": 2, "cyd": 1, "dan": 2}

NOBODY: Mapping[str, str] = {}
PAIRS = {"ann": "bob", "cyd": "dan"}
IN_A_CIRCLE = {"ann": "bob", "bob": "cyd", "cyd": "ann"}

Told = dict[Any, Any]


def rows_of(agents: Sequence[str], line_ups: Sequence[str], beats: Mapping[str, str] = NOBODY, deals: int = 12) -> Rows:
    """A tournament in which scores depend on the deal and on who plays how in which seat, and on who beats whom."""
    numbers = [tuple(sorted(agents.index(name) for name in line_up.split())) for line_up in line_ups]
    numbers.sort()  # as the schedule lists them without --line-ups
    schedule = make_schedule(len(agents), len(numbers[0]), line_ups=numbers)
    made = []
    for deal in range(deals):
        for line_up, seatings in enumerate(schedule.seatings):
            for seating in seatings:
                names = [agents[agent] for agent in seating]
                plays = [PLAYS[name] for name in names]
                scores = np.floor(8 * uniforms(deal, np.arange(len(plays)), plays, *plays))
                scores += [9 * (beats.get(name) in names) for name in names]
                rows = np.zeros(len(plays), ROW)
                rows["deal"], rows["line_up"], rows["game"] = deal, line_up, len(made)
                rows["seat"], rows["agent"], rows["score"] = np.arange(len(plays)), seating, scores
                rows["margin"] = (len(plays) * scores - scores.sum()) / (len(plays) - 1)
                rows["rank"] = [(scores > score).sum() for score in scores]
                rows["win"] = (rows["rank"] == 0) / (rows["rank"] == 0).sum()
                made.append(rows)
    return np.concatenate(made)


def everything(agents: Sequence[str], rows: Rows) -> list[Told]:
    """All that is said, in the order in which it is said where that is an order of strength; pairs one way round."""
    wins = make_payoff_matrix(rows, agents, "win")
    pairs = [one if one.agent < one.other else one.turned() for one in make_pairs(rows, agents)]
    differences = [
        one if one.agent < one.other else turned(one) for one in paired_differences(rows, agents, "win", 200)
    ]
    numbers = sorted(range(len(agents)), key=agents.__getitem__)
    told = [
        *make_standings(rows, agents),
        *sorted(pairs, key=lambda one: (one.agent, one.other)),
        *sorted(differences, key=lambda one: (one.agent, one.other)),
        *fit_strengths(rows, agents, resamples=20),
        *(wins.estimate(one, other) for one in numbers for other in numbers),
        *find_cycles(wins),
        *(rank_agents(wins, resamples=20) if wins.complete else ()),
    ]
    return [plain(one) for one in told]


def turned(difference: Difference) -> Difference:
    """The same, seen from the other."""
    interval, bootstrap = (
        Estimate(0.0 - one.value, 0.0 - one.high, 0.0 - one.low) for one in (difference.interval, difference.bootstrap)
    )
    one, other = difference.other, difference.agent
    return replace(difference, agent=one, other=other, interval=interval, bootstrap=bootstrap)


def plain(value: Any) -> Any:
    """As dictionaries of numbers that are rounded."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return str(round(value, 7))  # in which -0.0 is not 0.0
    return value


@pytest.mark.parametrize(
    ("line_ups", "beats"),
    [(MET, NOBODY), (SOME, NOBODY), (APART, NOBODY), (BEATEN, PAIRS), (MET, IN_A_CIRCLE)],
    ids=["met", "some", "apart", "beaten", "circle"],
)
def test_what_is_said_does_not_depend_on_the_order_of_agents(line_ups: Sequence[str], beats: Mapping[str, str]) -> None:
    first, *others = permutations(NAMES)
    said = everything(first, rows_of(first, line_ups, beats))
    for agents in others[::3]:
        assert everything(agents, rows_of(agents, line_ups, beats)) == said, agents


def test_who_never_met_and_did_the_same_is_rated_the_same() -> None:
    ratings = {one.agent: one.rating for one in make_standings(rows_of(NAMES, APART), NAMES)}
    assert ratings["ann"] == ratings["cyd"] != ratings["bob"] == ratings["dan"]
