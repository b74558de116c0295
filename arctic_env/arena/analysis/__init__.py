"""What a tournament's rows say, beyond tables: differences, ratings, payoffs, cycles, and results without luck."""

from arctic_env.arena.analysis.control_variates import (
    Adjusted,
    Luckless,
    adjust,
    duplicate_factor,
    play_stand_ins,
    take_luck_out,
)
from arctic_env.arena.analysis.payoff_matrix import (
    Cycle,
    Payoffs,
    Share,
    alpha_rank,
    find_cycles,
    make_payoffs,
    rank_agents,
)
from arctic_env.arena.analysis.per_deal_means import Difference, paired_differences
from arctic_env.arena.analysis.plackett_luce import Strength, fit_strengths
from arctic_env.arena.analysis.summary import (
    Analysis,
    analyse,
    analysis_tables,
    draw_payoffs,
    to_document,
    write_analysis,
)
from arctic_env.arena.statistics import bootstrap_means

__all__ = [
    "Adjusted",
    "Analysis",
    "Cycle",
    "Difference",
    "Luckless",
    "Payoffs",
    "Share",
    "Strength",
    "adjust",
    "alpha_rank",
    "analyse",
    "analysis_tables",
    "bootstrap_means",
    "draw_payoffs",
    "duplicate_factor",
    "find_cycles",
    "fit_strengths",
    "make_payoffs",
    "paired_differences",
    "play_stand_ins",
    "rank_agents",
    "take_luck_out",
    "to_document",
    "write_analysis",
]
