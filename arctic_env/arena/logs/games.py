"""The log of games that have been played, however they came about."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from arctic_env.arena.logs.about import about_games
from arctic_env.arena.logs.folder import IfThere
from arctic_env.arena.logs.frames import NO_SEED
from arctic_env.arena.logs.parts import make_part
from arctic_env.arena.logs.writing import LogWriter
from arctic_env.arena.results import GameResult, Place, make_rows

_PART = 128  # games


def write_games(folder: Path, results: Sequence[GameResult], if_there: IfThere) -> None:
    """Write finished games, each as a deal of its own."""
    about = about_games(results)
    numbers = {name: number for number, name in enumerate(about["agents"])}
    with closing(LogWriter(folder, about, if_there)) as writer:
        for first in range(0, len(results), _PART):
            some = results[first : first + _PART]
            places = [_place(game, result, numbers) for game, result in enumerate(some, first)]
            rows = [make_rows(place, result) for place, result in zip(places, some, strict=True)]
            writer.add(make_part(places, some, np.concatenate(rows)))
        writer.finish()


def _place(game: int, result: GameResult, numbers: dict[str, int]) -> Place:
    seed = NO_SEED if result.seed is None else result.seed
    return Place(game, seed, 0, 0, game, tuple(numbers[name] for name in result.agents))
