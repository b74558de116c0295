"""What a log says of its games: all that they depend on, and nothing that they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from arctic_env import __version__
from arctic_env.arena.results import GameResult
from arctic_env.arena.schedule import line_up_text
from arctic_env.arena.settings import Settings
from arctic_env.errors import LogError
from arctic_env.model.game import Game
from arctic_env.model.registry import game as find_game

About = dict[str, Any]


def about_tournament(settings: Settings) -> About:
    """What the log of a tournament says."""
    game = find_game(settings.game)
    parameters = {name: values[0] for name, values in game.parameters.items()} | settings.parameters
    return {
        **_about_game(game, settings.players, parameters),
        "agents": list(settings.names),
        "games": settings.total,
        "deals": settings.deals,
        "line_ups": [line_up_text(line_up) for line_up in settings.schedule.line_ups],
        "seatings": settings.seatings,
        "seed": settings.seed,
        "limits": asdict(settings.limits),
    }


def about_games(results: Sequence[GameResult]) -> About:
    """What the log of finished games says; LogError where they differ in game, players or parameters."""
    kinds = []
    for result in results:
        game, document = result.start.game, result.start.to_dict()
        parameters = {name: document[name] for name in game.parameters}
        kinds.append(_about_game(game, result.start.players, parameters))
    if not kinds or any(kind != kinds[0] for kind in kinds):
        raise LogError("a log holds one game or more, all with the same number of players and parameters")
    agents = sorted({name for result in results for name in result.agents})
    return {**kinds[0], "agents": agents, "games": len(results)}


def _about_game(game: Game, players: int, parameters: dict[str, str]) -> About:
    return {
        "arctic_env": __version__,
        "game": game.name,
        "version": game.version,
        "players": players,
        "parameters": parameters,
    }
