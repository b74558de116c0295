"""An analysis as JSON, with the format `arctic/evaluation/1`; docs/evaluation.md explains the fields."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from arctic_env.arena.analysis.alpharank import ALPHA, POPULATION
from arctic_env.arena.analysis.analysis import Analysis
from arctic_env.arena.analysis.payoffs import Payoffs
from arctic_env.arena.schedule import line_up_text
from arctic_env.arena.settings import Settings
from arctic_env.files import write_whole

FORMAT = "arctic/evaluation/1"

Document = dict[str, Any]


def to_document(analysis: Analysis) -> Document:
    """The analysis as JSON; numbers that are not known are null."""
    result = analysis.result
    faults = [{"game": game, **to_plain(fault)} for game, fault in result.faults]
    return {
        "format": FORMAT,
        "played": _played(result.settings),
        "agents": to_plain(result.standings()),
        "pairs": to_plain(result.pairs()),
        "line_ups": to_plain(result.line_ups()),
        "faults": faults,
        "differences": to_plain(analysis.differences),
        "strengths": to_plain(analysis.strengths),
        "payoffs": {"win": _matrix(analysis.wins), "margin": _matrix(analysis.margins)},
        "cycles": to_plain(analysis.cycles),
        "alpha_rank": {"alpha": ALPHA, "population": POPULATION, "shares": to_plain(analysis.shares)},
        "luckless": to_plain(analysis.luckless),
    }


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Write the analysis into a file of JSON; OutputError, and what was there stays, if that fails."""
    text = json.dumps(to_document(analysis), indent=1, allow_nan=False)
    write_whole(path, f"{text}\n".encode())


def _played(settings: Settings) -> Document:
    return {
        "game": settings.game,
        "players": settings.players,
        "parameters": dict(settings.parameters),
        "agents": list(settings.names),
        "line_ups": [line_up_text(line_up) for line_up in settings.schedule.line_ups],
        "seatings": settings.seatings,
        "seed": settings.seed,
        "deals": settings.deals,
        "games": settings.total,
    }


def _matrix(payoffs: Payoffs) -> list[list[Any]]:
    """Rows of estimates."""
    size = range(len(payoffs.agents))
    return [[to_plain(payoffs.estimate(row, column)) for column in size] for row in size]


def to_plain(value: Any) -> Any:
    """Dataclasses, mappings, lists and numbers as JSON has them; numbers that are not finite are null."""
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
