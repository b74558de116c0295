"""Stand-ins for the agents of a tournament: what they make of its deals tells how lucky the deals were."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.protocol import Seated
from arctic_env.arena.analysis.controls import LEAST_DEALS, Adjusted, adjust
from arctic_env.arena.analysis.values import (
    Measure,
    PairMeasure,
    agent_values,
    game_margins,
    pair_values,
)
from arctic_env.arena.results import Rows
from arctic_env.arena.settings import Settings
from arctic_env.arena.tournament import OnProgress, TournamentResult, run_tournament
from arctic_env.errors import SettingsError
from arctic_env.validation import check_integer

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
    deals = settings.deals * (1 + check_integer("times", times))
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
    _check_deals(result, stand_ins)
    names = result.settings.names
    size, both = len(names), (result.rows, stand_ins.rows)
    entries: list[tuple[str, str | None, str, Adjusted | None]] = []
    for measure in get_args(PairMeasure):
        values, controls = (pair_values(rows, size, measure) for rows in both)
        for one, other in combinations(range(size), 2):
            adjusted = _adjust(values[:, one, other], controls[:, one, other])
            entries.append((names[one], names[other], measure, adjusted))
    for measure in get_args(Measure):
        values, controls = (agent_values(rows, size, measure) for rows in both)
        for agent, name in enumerate(names):
            entries.append((name, None, measure, _adjust(values[:, agent], controls[:, agent])))
    return [Luckless(one, other, measure, found) for one, other, measure, found in entries if found]


def _adjust(values: NDArray[np.float64], controls: NDArray[np.float64]) -> Adjusted | None:
    """One figure, where its stand-in's deals go on after the common ones; None where there is no luck in it."""
    n = len(values)
    if np.isnan(values).any() or np.ptp(values) == 0.0:
        return None
    return adjust(values, controls[:n, None], controls[n:, None])


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
    deals, margins = game_margins(rows, agents, one, other)
    _, groups = np.unique(deals, return_inverse=True)
    games = np.bincount(groups)
    means = np.bincount(groups, weights=margins) / games
    if len(means) < 2 or means.var() == 0.0:
        return math.nan
    return float(margins.var(ddof=1) / (games.mean() * means.var(ddof=1)))
