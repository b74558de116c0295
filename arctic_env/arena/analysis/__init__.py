"""What a tournament's rows say, beyond tables: differences, ratings, payoffs, cycles, and results without luck."""

from arctic_env.arena.analysis.alpharank import Share, alpha_rank, rank_agents
from arctic_env.arena.analysis.analysis import Analysis, analyse
from arctic_env.arena.analysis.bootstrap import bootstrap_means
from arctic_env.arena.analysis.controls import Adjusted, adjust
from arctic_env.arena.analysis.differences import Difference, paired_differences
from arctic_env.arena.analysis.document import to_document, write_analysis
from arctic_env.arena.analysis.luce import Strength, fit_strengths
from arctic_env.arena.analysis.luck import Luckless, duplicate_factor, play_stand_ins, take_luck_out
from arctic_env.arena.analysis.payoffs import Cycle, Payoffs, find_cycles, make_payoffs
from arctic_env.arena.analysis.picture import draw_payoffs
from arctic_env.arena.analysis.tables import analysis_tables

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
