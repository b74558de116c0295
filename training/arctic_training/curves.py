"""Pictures of learning curves, from the journals of runs. matplotlib is imported when one is drawn."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arctic_training.run_folder import JOURNAL, TrainingError, read_journal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = (10.0, 11.0)  # inches
_MILLION = 1e6
_DOTS = 120  # an inch
_FEW = 60  # points that are marked one by one
_NO_INTERVAL = (math.nan, math.nan)


Curves = dict[str, list[tuple[int, float, float, float]]]
"""By label, points: decisions learnt from, the figure, and the ends of its 95 % interval, NaN where it has none."""

PANELS: tuple[tuple[str, str], ...] = (
    ("margin", "mean margin in points, with its 95 % interval"),
    ("ahead", "share of duplicate deals in which it is ahead, ties half"),
    ("entropy", "entropy of the policy in nats"),
)
"""The panels of the picture, from the top: name, and words for the axis."""


def read_curves(run: Path, name: str) -> dict[str, Curves]:
    """Return the curves of a run by panel and label, which begins with the given name.

    Raise TrainingError if it has no journal, or its journal cannot be read.
    """
    if not (run / JOURNAL).is_file():
        raise TrainingError(f"{run}: there is no {JOURNAL}: it is no run of arctic train")
    curves: dict[str, Curves] = {panel: defaultdict(list) for panel, _ in PANELS}
    try:
        for entry in read_journal(run):
            for panel, label, value, interval in _points(entry):
                if value is not None:
                    low, high = interval
                    curves[panel][f"{name} {label}".strip()].append((entry["steps"], float(value), low, high))
    except KeyError as error:
        raise TrainingError(f"{run / JOURNAL}: an evaluation lacks {error.args[0]}") from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise TrainingError(f"{run / JOURNAL}: not as runs write it: {error}") from error
    return curves


def _points(entry: dict[str, Any]) -> Iterator[tuple[str, str, float | None, Sequence[float]]]:
    """Yield panel, label, value and interval of each figure in a line of a journal."""
    if "entropy" in entry:
        yield "entropy", "", entry["entropy"], _NO_INTERVAL
    for measured in entry.get("evaluation", ()):
        label = f"against {measured['opponent']}"
        sound = all(end is not None for end in measured["interval"])
        yield ("margin", label, measured["margin"], measured["interval"] if sound else (measured["margin"],) * 2)
        yield (
            "ahead",
            label,
            measured["ahead"] + measured.get("tied", 0.0) / 2,
            _NO_INTERVAL,
        )  # once journals had no ties


def draw_curves(runs: Sequence[Path], ending: str = ".png") -> bytes:
    """Draw the curves of runs: margins, shares of deals and entropy, over decisions learnt from.

    A label begins with the part of the run's path that differs. The ending is one of
    `arctic_env.arena.analysis.summary.ENDINGS`. Raise TrainingError as `read_curves`, ModuleNotFoundError without
    matplotlib.
    """
    from matplotlib.figure import Figure

    everything = [read_curves(run, name) for run, name in _names(runs).items()]
    figure = Figure(figsize=_SIZE, layout="constrained")
    axes = figure.subplots(len(PANELS), 1, sharex=True)
    for axis, (panel, words) in zip(axes, PANELS, strict=True):
        _draw(axis, [curve for curves in everything for curve in sorted(curves[panel].items())])
        axis.set_ylabel(words)
        axis.grid(alpha=0.3)
    axes[0].axhline(0.0, color="black", linewidth=0.8)
    axes[1].axhline(0.5, color="black", linewidth=0.8)
    axes[1].set_ylim(-0.02, 1.02)
    axes[-1].set_xlabel("decisions learnt from, in millions")
    content = BytesIO()
    figure.savefig(content, format=ending[1:].lower(), dpi=_DOTS)
    return content.getvalue()


def _names(runs: Sequence[Path]) -> dict[Path, str]:
    """Return a name for each folder: as many of the last parts of its path as tell it from the others."""
    folders = {run.resolve(): run for run in runs}
    names = {}
    for folder, run in folders.items():
        for length in range(1, len(folder.parts) + 1):
            end = folder.parts[-length:]
            if sum(other.parts[-length:] == end for other in folders) == 1:
                break
        names[run] = os.fsencode(Path(*end)).decode(errors="backslashreplace")
    return names


def _draw(axis: Axes, curves: Iterable[tuple[str, Sequence[tuple[float, ...]]]]) -> None:
    lines = {}
    for label, points in curves:
        steps, values, lows, highs = zip(*points, strict=True)
        millions = [step / _MILLION for step in steps]
        marker = "o" if len(millions) <= _FEW else None  # a single point has no line
        (line,) = axis.plot(millions, values, linewidth=1.5, marker=marker, markersize=3)
        lines[label] = line
        if not math.isnan(lows[0]):
            axis.fill_between(millions, lows, highs, color=line.get_color(), alpha=0.15)
    if lines:
        legend = axis.legend(lines.values(), ["" for _ in lines], fontsize="small")
        for text, label in zip(legend.get_texts(), lines, strict=True):
            text.set(text=label, parse_math=False)  # so that a $ or a leading _ means nothing
