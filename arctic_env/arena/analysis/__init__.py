"""Analysis of a tournament's rows: differences, ratings, payoffs, cycles, and results without luck."""

from arctic_env.arena.analysis.control_variates import adjust, adjust_figures, duplicate_factor, play_stand_ins
from arctic_env.arena.analysis.payoff_matrix import (
    alpha_rank,
    find_cycles,
    make_payoff_matrix,
    paired_differences,
    rank_agents,
)
from arctic_env.arena.analysis.plackett_luce import fit_strengths
from arctic_env.arena.analysis.summary import (
    Analysis,
    analyse,
    analysis_tables,
    draw_payoff_matrix,
    to_document,
    write_analysis,
)

__all__ = [
    "Analysis",
    "adjust",
    "adjust_figures",
    "alpha_rank",
    "analyse",
    "analysis_tables",
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
