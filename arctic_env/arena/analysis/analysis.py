"""Everything that is made of a tournament, in one."""

from __future__ import annotations

from dataclasses import dataclass

from arctic_env.arena.analysis.alpharank import Share, rank_agents
from arctic_env.arena.analysis.differences import Difference, paired_differences
from arctic_env.arena.analysis.luce import Strength, fit_strengths
from arctic_env.arena.analysis.luck import Luckless, take_luck_out
from arctic_env.arena.analysis.payoffs import Cycle, Payoffs, find_cycles, make_payoffs
from arctic_env.arena.tournament import TournamentResult


@dataclass(frozen=True)
class Analysis:
    """What the rows of a tournament say; all intervals are clustered by deal.

    Attributes:
        result: What was played.
        differences: Every two agents by the same deals: wins per seat, then scores.
        strengths: Plackett-Luce strengths, best first.
        wins: Payoff matrix of shares of wins.
        margins: Payoff matrix of score differences.
        cycles: A ahead of B, B of C, C of A, in shares of wins, the surest first.
        shares: Alpha-rank of the shares of wins, largest first; empty where two agents never met, or there is one.
        luckless: Results without the luck of the deals; empty where no stand-ins played.
    """

    result: TournamentResult
    differences: tuple[Difference, ...]
    strengths: tuple[Strength, ...]
    wins: Payoffs
    margins: Payoffs
    cycles: tuple[Cycle, ...]
    shares: tuple[Share, ...]
    luckless: tuple[Luckless, ...]


def analyse(result: TournamentResult, stand_ins: TournamentResult | None = None) -> Analysis:
    """Analyse a tournament; the same rows give the same analysis.

    Args:
        result: What was played.
        stand_ins: What stand-ins made of its deals and of others, see `play_stand_ins`.

    Raises:
        SettingsError: The stand-ins did not play the same.
    """
    rows, names = result.rows, result.settings.names
    wins = make_payoffs(rows, names, "win")
    return Analysis(
        result=result,
        differences=(*paired_differences(rows, names, "win"), *paired_differences(rows, names, "score")),
        strengths=tuple(fit_strengths(rows, names)),
        wins=wins,
        margins=make_payoffs(rows, names, "margin"),
        cycles=tuple(find_cycles(wins)),
        shares=tuple(rank_agents(wins)) if len(names) > 1 and wins.complete else (),
        luckless=tuple(take_luck_out(result, stand_ins)) if stand_ins else (),
    )
