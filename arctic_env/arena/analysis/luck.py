"""Stand-ins for the agents of a tournament: what they make of its deals tells how lucky the deals were."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.agent import Seated
from arctic_env.arena.analysis.controls import LEAST_DEALS, Adjusted, adjust
from arctic_env.arena.analysis.values import (
    Measure,
    PairMeasure,
    agent_values,
    game_values,
    pair_values,
)
from arctic_env.arena.rows import Rows
from arctic_env.arena.settings import Settings
from arctic_env.arena.tournament import OnProgress, TournamentResult, run_tournament
from arctic_env.core.checks import count
from arctic_env.errors import SettingsError

TIMES = 4
"""Deals that stand-ins play besides, for each deal of the tournament."""


@dataclass(frozen=True)
class Luckless:
    """A figure of a tournament without the luck of its deals.

    Attributes:
        agent: The agent.
        other: Whom it met, None where all its games count.
        measure: A column of the rows for an agent, win or margin as in a payoff matrix for two.
        adjusted: The figure before and after.
    """

    agent: str
    other: str | None
    measure: str
    adjusted: Adjusted


def stand_in_settings(settings: Settings, stand_ins: Sequence[str | Seated], times: int = TIMES) -> Settings:
    """The tournament of the stand-ins: the same deals first, line-ups and seatings, then so many times as many deals.

    Raises:
        SettingsError: There is not one stand-in for each agent, or there are fewer than 20 deals.
    """
    if len(stand_ins) != len(settings.agents):
        raise SettingsError(
            f"{len(stand_ins)} stand-ins for {len(settings.agents)} agents: each must have one"
        )
    if settings.deals < LEAST_DEALS:
        raise SettingsError(
            f"stand-ins need at least {LEAST_DEALS} deals, not {settings.deals}: play more games"
        )
    schedule = settings.schedule
    deals = settings.deals * (1 + count("times", times))
    games = deals * schedule.games_per_deal // len(schedule.line_ups)
    return replace(settings, agents=stand_ins, games=games, keep_records=False)


def play_stand_ins(
    settings: Settings,
    stand_ins: Sequence[str | Seated],
    times: int = TIMES,
    on_progress: OnProgress | None = None,
) -> TournamentResult:
    """Let stand-ins play the deals of a tournament, and others besides.

    Raises:
        AgentError: One of them cannot be made or cannot play this.
        SettingsError: There is not one stand-in for each agent, or there are fewer than 20 deals.
    """
    return run_tournament(stand_in_settings(settings, stand_ins, times), on_progress)


def take_luck_out(result: TournamentResult, stand_ins: TournamentResult) -> list[Luckless]:
    """The figures of a tournament without the luck of its deals: those of every two that met, then those of each.

    What is the same in all deals has no luck in it and is left out.

    Raises:
        SettingsError: The stand-ins did not play its deals, line-ups and seatings, or there are fewer than 20 deals.
    """
    names = result.settings.names
    _check_deals(result, stand_ins)
    measured = [*_pairs(names), *_agents(names)]
    entries = []
    for agent, other, measure, read in measured:
        values, controls = read(result.rows), read(stand_ins.rows)[:, None]
        n = len(values)
        if not np.isnan(values).any() and np.ptp(values) > 0.0:
            entries.append(Luckless(agent, other, measure, adjust(values, controls[:n], controls[n:])))
    return entries


_Read = Callable[[Rows], NDArray[np.float64]]


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str | None, str, _Read]]:
    def reader(one: int, other: int, measure: PairMeasure) -> _Read:
        return lambda rows: pair_values(rows, len(names), measure)[:, one, other]

    for one, other in combinations(range(len(names)), 2):
        for measure in get_args(PairMeasure):
            yield names[one], names[other], measure, reader(one, other, measure)


def _agents(names: Sequence[str]) -> Iterator[tuple[str, str | None, str, _Read]]:
    def reader(agent: int, measure: Measure) -> _Read:
        return lambda rows: agent_values(rows, len(names), measure)[:, agent]

    for agent, name in enumerate(names):
        for measure in get_args(Measure):
            yield name, None, measure, reader(agent, measure)


def _check_deals(result: TournamentResult, stand_ins: TournamentResult) -> None:
    places = ["deal_seed", "line_up", "seating", "seat", "agent"]
    rows, others = result.rows, stand_ins.rows
    if len(others) <= len(rows) or (rows[places] != others[: len(rows)][places]).any():
        raise SettingsError(
            "stand-ins must have played all games of the tournament in the same seats, and more"
        )


def duplicate_factor(rows: Rows, agents: int, one: int, other: int) -> float:
    """How many times as many games two agents would need for the same margin if no two games shared a deal.

    NaN where they never met, or where nothing varies between deals.
    """
    deals, values = game_values(rows, agents, "margin")
    margins = values[:, one, other]
    met = ~np.isnan(margins)
    if not met.any():
        return math.nan
    _, groups = np.unique(deals[met], return_inverse=True)
    games = np.bincount(groups)
    means = np.bincount(groups, weights=margins[met]) / games
    if len(means) < 2 or means.var() == 0.0:
        return math.nan
    return float(margins[met].var(ddof=1) / (games.mean() * means.var(ddof=1)))
