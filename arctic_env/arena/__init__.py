"""Where agents meet: the one game loop, duplicate tournaments, reports and statistics.

`logs/` keeps whole games, `analysis/` works on rows of results. Seeds of games and formats of files are held by tests.
"""

from arctic_env.agents.guarded_calls import Limits, StopGame
from arctic_env.agents.protocol import Agent, Player, SeatPlayer, SeededAgent
from arctic_env.agents.specs import bind, known_agents, split_agents
from arctic_env.arena.logs import Log, log_games, open_log
from arctic_env.arena.match import GameSpec, play, play_many
from arctic_env.arena.report import TournamentResult
from arctic_env.arena.results import Fault, ForfeitWarning, GameResult
from arctic_env.arena.settings import Settings
from arctic_env.arena.tournament import run_tournament
from arctic_env.kernels.random import make_seeds

__all__ = [
    "Agent",
    "Fault",
    "ForfeitWarning",
    "GameResult",
    "GameSpec",
    "Limits",
    "Log",
    "Player",
    "SeatPlayer",
    "SeededAgent",
    "Settings",
    "StopGame",
    "TournamentResult",
    "bind",
    "known_agents",
    "log_games",
    "make_seeds",
    "open_log",
    "play",
    "play_many",
    "run_tournament",
    "split_agents",
]
