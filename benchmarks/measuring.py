"""Common parts of these programs: blocks of time, medians with their range, the machine, tables in documents."""

import os
import platform
import re
import time
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import NamedTuple

from arctic_env.commands.diagnostics import Play
from arctic_env.files import write_whole
from arctic_env.kernels.cores import available_cores


class Block(NamedTuple):
    """The games and decisions played in a block of time."""

    decisions: int
    games: int
    seconds: float
    processor: float = 0.0  # seconds of all threads


def play_for(play: Play, seconds: float) -> Block:
    """Play for that long, at least once."""
    decisions = games = 0
    before, start = time.process_time(), time.perf_counter()
    now = start
    while not decisions or now - start < seconds:
        more, ended = play()
        decisions, games = decisions + more, games + ended
        now = time.perf_counter()
    return Block(decisions, games, now - start, time.process_time() - before)


def take_turns(plays: Mapping[str, Play], rounds: int, seconds: float) -> dict[str, list[Block]]:
    """Return blocks of each, in alternation, without the first calls, which compile and fill caches."""
    for play in plays.values():
        play()
    turns: dict[str, list[Block]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            turns[name].append(play_for(play, seconds))
    return turns


def rates(turns: Mapping[str, list[Block]]) -> str:
    """Return a table of decisions and games per second, medians over the blocks with the best."""
    rows = [
        [
            name,
            median_and_best([block.decisions / block.seconds for block in blocks]),
            median_and_best([block.decisions / block.processor for block in blocks]),
            f"{sum(block.games for block in blocks) / sum(block.seconds for block in blocks):,.0f}",
        ]
        for name, blocks in turns.items()
    ]
    return markdown(["random play", "a second", "a second of processor time", "games/s"], rows)


def median_and_best(figures: list[float], best: Callable[[list[float]], float] = max) -> str:
    """Format the median, and the best in brackets."""
    return f"{median(figures):,.0f} ({best(figures):,.0f})"


class Spread(NamedTuple):
    """Median and range of some figures."""

    median: float
    low: float
    high: float


def spread(figures: Iterable[float]) -> Spread:
    """Return median and range of one figure or more."""
    ordered = sorted(figures)
    return Spread(median(ordered), ordered[0], ordered[-1])


def machine() -> str:
    """Return processor, cores, load and Python in a line."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"Python {platform.python_version()}"
    return f"{_processor()}, {available_cores()} cores{load}, {platform.system()}, {python}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE) if info.exists() else None
    return f"{found[1]} ({platform.machine()})" if found else platform.machine()


def versions(*packages: str) -> str:
    """Return installed packages with their versions in a line."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def markdown(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown, the cells unchanged."""
    first = list(header)
    lines = [first, ["---"] * len(first), *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def put_between(path: Path, name: str, text: str) -> None:
    """Replace the text between the comments `NAME: begin` and `NAME: end` of a document; errors as `around`."""
    before, after = around(path, name)
    write_whole(path, f"{before}\n\n{text.strip()}\n\n{after}".encode())


def around(path: Path, name: str) -> tuple[str, str]:
    """Return the text up to the comment `NAME: begin`, and from `NAME: end` on, both included.

    Raise OSError if the document cannot be read, ValueError if it has no such pair of comments.
    """
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, found, rest = path.read_text(encoding="utf-8").partition(begin)
    _, also, after = rest.partition(end)
    if not (found and also):
        raise ValueError(f"{path} lacks the lines {begin} and {end}")
    return before + begin, end + after
