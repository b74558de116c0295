"""Where agents meet: players, the game loop, duplicate tournaments and their statistics."""

from arctic_env.arena.agent import Agent, Player, Seated, SeatPlayer, draw_seeds
from arctic_env.arena.asking import StopGame
from arctic_env.arena.match import Limits, Table, play, play_many
from arctic_env.arena.result import Fault, GameResult
from arctic_env.arena.seeds import choose_uniformly, make_seed, make_seeds, uniforms
from arctic_env.arena.strings import known_agents, make_agent, split_agents
from arctic_env.arena.tournament import Settings, TournamentResult, run_tournament

__all__ = [
    "Agent",
    "Fault",
    "GameResult",
    "Limits",
    "Player",
    "SeatPlayer",
    "Seated",
    "Settings",
    "StopGame",
    "Table",
    "TournamentResult",
    "choose_uniformly",
    "draw_seeds",
    "known_agents",
    "make_agent",
    "make_seed",
    "make_seeds",
    "play",
    "play_many",
    "run_tournament",
    "split_agents",
    "uniforms",
]
