"""The payoff matrix as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arctic_env.arena.analysis.payoffs import EVEN, Payoffs
from arctic_env.errors import SettingsError
from arctic_env.files import write_whole
from arctic_env.validation import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".png", ".svg", ".pdf")

_INCHES = 1.1  # of a cell
_MARGIN = 2.2  # inches for names and the scale
_DARK = 0.6  # part of the scale from which cells are so dark that their text is white


def draw_payoffs(path: Path, payoffs: Payoffs, order: Sequence[str] = ()) -> None:
    """Draw the matrix with its intervals; the ending of the file's name says how, .png, .svg or .pdf.

    Args:
        path: The file.
        payoffs: The matrix.
        order: Names of the agents in the order of rows and columns; that of the matrix without it.

    Raises:
        SettingsError: matplotlib is not installed, or the ending is none of these.
        OutputError: the file cannot be written; what was there stays.
    """
    check_picture(path)
    from matplotlib.figure import Figure

    names = list(order or payoffs.agents)
    side = _INCHES * len(names) + _MARGIN
    figure = Figure(figsize=(side, side - _MARGIN / 3), layout="constrained")
    _draw(figure.add_subplot(), payoffs, [payoffs.agents.index(name) for name in names])
    content = BytesIO()
    figure.savefig(content, format=path.suffix.lower()[1:], dpi=150)
    write_whole(path, content.getvalue())


def check_picture(path: Path) -> None:
    """SettingsError unless matplotlib is installed, and the ending one of ENDINGS."""
    if find_spec("matplotlib") is None:
        raise SettingsError("a picture needs matplotlib: pip install 'arctic-env[arena]'")
    if path.suffix.lower() not in ENDINGS:
        raise SettingsError(f"cannot draw {path}: the ending must be one of {', '.join(ENDINGS)}")


def _draw(axes: Axes, payoffs: Payoffs, places: Sequence[int]) -> None:
    even = EVEN[payoffs.measure]
    shades = payoffs.values[np.ix_(places, places)] - even
    reach = 0.5 if payoffs.measure == "win" else float(np.nanmax(np.abs(shades))) or 1.0
    image = axes.imshow(shades + even, cmap="RdBu", vmin=even - reach, vmax=even + reach)
    for y, row in enumerate(places):
        for x, column in enumerate(places):
            dark = abs(shades[y, x]) > _DARK * reach
            axes.text(x, y, _words(payoffs, row, column), ha="center", va="center", fontsize=8,
                      color="white" if dark else "black")  # fmt: skip
    names = [visible(payoffs.agents[place]) for place in places]
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", parse_math=False)  # $ is a letter
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_title("The row's agent\nagainst the column's")  # no wider than two cells
    what = "share of seats it ranks before" if payoffs.measure == "win" else "margin"
    axes.figure.colorbar(image, ax=axes, shrink=0.7, label=what)


def _words(payoffs: Payoffs, row: int, column: int) -> str:
    estimate = payoffs.estimate(row, column)
    if math.isnan(estimate.value):
        return "never met"
    digits = 2 if payoffs.measure == "win" else 1
    value = f"{estimate.value:.{digits}f}"
    if math.isnan(estimate.low):
        return value
    return f"{value}\n{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"
