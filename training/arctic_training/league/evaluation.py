"""Duplicate matches between the members of a league: they tell the payoffs what training games do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arctic_env.arena import Agent, TournamentResult
from arctic_env.arena.seeds import one_way_seed
from arctic_env.arena.standings import Pair
from arctic_training.evaluation import Measured, play_deals
from arctic_training.league.league import League
from arctic_training.league.members import ANCHOR, Member
from arctic_training.league.settings import MAIN, START
from arctic_training.progress import Progress

SAME_DEALS, OTHER_DEALS, UNSEEN_DEALS = range(10, 13)  # what deals are for; other numbers than in `league`


@dataclass(frozen=True)
class Match:
    """What came of a match.

    Attributes:
        one, other: names of those who played.
        pair: the result.
    """

    one: str
    other: str
    pair: Pair

    def __str__(self) -> str:
        return f"{self.one} against {self._measured}"

    @property
    def _measured(self) -> Measured:
        return Measured(self.other, self.pair.deals, self.pair.ahead, self.pair.margin)

    def to_document(self) -> dict[str, object]:
        """The figures for a log."""
        return {"agent": self.one, **self._measured.to_document()}


def evaluate(league: League, progress: Progress) -> dict[str, Any]:
    """Play the matches that are due after a turn, and tell the payoffs.

    Returns:
        Figures for the journal: `evaluation`, main agents against fixed agents and what the league started from, by the
        same deals every time, and `pairs`, matches between the members that met least.

    Raises:
        AgentError: somebody crashed or answered illegally.
    """
    settings, roster = league.settings, league.roster
    rivals = [*(member for member in roster if member.kind == ANCHOR), roster[START]]
    deals = one_way_seed(settings.seed, SAME_DEALS)
    fixed = [play(league, main, rival, deals) for main in roster.learners(MAIN) for rival in rivals]
    for match in fixed:
        progress.note(f"after {league.steps:,} decisions {match}")
    others = one_way_seed(settings.seed, OTHER_DEALS, league.turns)
    pairs = [
        play(league, roster[one], roster[other], others)
        for one, other in league.payoffs.least_known(settings.evaluation.pairs)
    ]
    return {
        "evaluation": [match.to_document() for match in fixed],
        "pairs": [match.to_document() for match in pairs],
    }


def play(league: League, one: Member, other: Member, seed: int) -> Match:
    """Let two members play the deals of an evaluation, and tell the payoffs."""
    result = match_of(league, one.agent, other.agent, league.settings.evaluation.deals, seed)
    places = np.array([league.roster.place(one.name), league.roster.place(other.name)])
    rows = result.rows.reshape(-1, league.settings.players)  # one for each seat, game by game
    league.payoffs.record(places[rows["agent"]], rows["rank"], rows["score"])
    return Match(one.name, other.name, result.pairs()[0])


def match_of(league: League, one: Agent, other: Agent, deals: int, seed: int) -> TournamentResult:
    """Let two agents play so many deals of the league's game."""
    return play_deals(one, other, league.settings.of_learner(MAIN, 0), deals, seed)
