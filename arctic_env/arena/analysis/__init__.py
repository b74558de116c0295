"""Analysis of a tournament's rows: differences, ratings, payoffs, cycles, and results without luck."""

from arctic_env.arena.analysis.control_variates import (
    Adjusted,
    AdjustedFigure,
    adjust,
    adjust_figures,
    duplicate_factor,
    play_stand_ins,
)
from arctic_env.arena.analysis.payoff_matrix import (
    Cycle,
    PayoffMatrix,
    Share,
    alpha_rank,
    find_cycles,
    make_payoff_matrix,
    rank_agents,
)
from arctic_env.arena.analysis.per_deal_means import Difference, paired_differences
from arctic_env.arena.analysis.plackett_luce import Strength, fit_strengths
from arctic_env.arena.analysis.summary import (
    Analysis,
    analyse,
    analysis_tables,
    draw_payoff_matrix,
    to_document,
    write_analysis,
)
from arctic_env.arena.statistics import bootstrap_means

__all__ = [
    "Adjusted",
    "AdjustedFigure",
    "Analysis",
    "Cycle",
    "Difference",
    "PayoffMatrix",
    "Share",
    "Strength",
    "adjust",
    "adjust_figures",
    "alpha_rank",
    "analyse",
    "analysis_tables",
    "bootstrap_means",
    "draw_payoff_matrix",
    "duplicate_factor",
    "find_cycles",
    "fit_strengths",
    "make_payoff_matrix",
    "paired_differences",
    "play_stand_ins",
    "rank_agents",
    "to_document",
    "write_analysis",
]
