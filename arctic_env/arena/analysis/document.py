"""An analysis as JSON, with the format `arctic/evaluation/1`; docs/evaluation.md explains the fields."""

from __future__ import annotations

import json
import math
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from arctic_env.arena.analysis.alpharank import ALPHA, POPULATION
from arctic_env.arena.analysis.analysis import Analysis
from arctic_env.arena.analysis.payoffs import Payoffs
from arctic_env.arena.schedule import line_up_text
from arctic_env.arena.settings import Settings

FORMAT = "arctic/evaluation/1"

Document = dict[str, Any]


def to_document(analysis: Analysis) -> Document:
    """The analysis as JSON; numbers that are not known are null."""
    result = analysis.result
    faults = [{"game": game, **_plain(fault)} for game, fault in result.faults]
    return {
        "format": FORMAT,
        "played": _played(result.settings),
        "agents": _plain(result.standings()),
        "pairs": _plain(result.pairs()),
        "line_ups": _plain(result.line_ups()),
        "faults": faults,
        "differences": _plain(analysis.differences),
        "strengths": _plain(analysis.strengths),
        "payoffs": {"win": _matrix(analysis.wins), "margin": _matrix(analysis.margins)},
        "cycles": _plain(analysis.cycles),
        "alpha_rank": {"alpha": ALPHA, "population": POPULATION, "shares": _plain(analysis.shares)},
        "luckless": _plain(analysis.luckless),
    }


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Write the analysis into a file of JSON."""
    text = json.dumps(to_document(analysis), indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


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
    return [[_plain(payoffs.estimate(row, column)) for column in size] for row in size]


def _plain(value: Any) -> Any:
    """Dataclasses, lists and numbers as JSON has them."""
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
