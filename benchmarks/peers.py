"""Other libraries and ours, side by side: random legal play, one run, one table.

    python -m benchmarks.peers                              # all of them, a few minutes
    python -m benchmarks.peers --peers open_spiel,rlcard --rounds 3
    python -m benchmarks.peers --peers none                 # ours alone, nothing is installed
    python -m benchmarks.peers --markdown docs/benchmarks.md

The other libraries and this project are installed into a virtual environment of their own (build/peers), in the
versions of benchmarks/requirements-peers.txt. A library that cannot be installed is named with the reason, and the
rest goes on. All take turns in short blocks, so that other work on the machine slows them alike. Drawing a random
legal action is part of each figure; compiling is not. PufferLib is left out: it has no wheels, and its build fails
where this list was made.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from arctic_env.files import as_path
from benchmarks.libraries import HOW, LIBRARIES, MODES, OURS, PACKAGES, Contest, Plays
from benchmarks.measuring import Block, Spread, machine, markdown, play_for, put_between, spread, versions

TABLE = "peers"  # name of the place in a document
HEADER = (
    "library",
    "game",
    "players",
    "hidden",
    "played by",
    "games at once",
    "threads",
    "decisions/s with observation and mask",
    "games/s",
    "decisions/s without observation",
    "games/s",
    "decisions a game",
)
_ROOT = Path(__file__).parents[1]
_VENV = _ROOT / "build" / "peers"
_GAMES = 3  # in each place, played before the clock runs, from which their mean length is known
_LONG = 2.0  # seconds for making and compiling that are worth a word


@dataclass
class Row:
    """A contest of a library and its measurements."""

    library: str
    contest: Contest
    plays: Plays = field(default_factory=dict)
    compiled: float = 0.0  # seconds for making it and the first moves, in which compilers work; not part of the rates
    played: list[Block] = field(default_factory=list)  # before the measurement
    blocks: dict[str, list[Block]] = field(default_factory=dict)  # by mode, one for each round
    error: str = ""  # why there are no blocks

    def prepare(self, seconds: float) -> None:
        """Make it and play it until games are at all their stages, or the time is over."""
        start = time.perf_counter()
        self.plays = self.contest.make()
        self.played = [play_for(play, 0.0) for play in self.plays.values()]
        self.compiled = time.perf_counter() - start
        for play in self.plays.values():
            games, end = _GAMES * self.contest.environments, time.perf_counter() + seconds
            while games > 0 and time.perf_counter() < end:
                self.played.append(play_for(play, 0.0))
                games -= self.played[-1].games

    def measure(self, seconds: float) -> None:
        """Play a block in each mode."""
        for mode, play in self.plays.items():
            self.blocks.setdefault(mode, []).append(play_for(play, seconds))

    def rate(self, mode: str) -> Spread | None:
        """Return decisions per second over the rounds."""
        blocks = self.blocks.get(mode)
        return spread(block.decisions / block.seconds for block in blocks) if blocks else None

    def length(self) -> float | None:
        """Return the mean number of decisions in a game, None if too few games have ended."""
        blocks = [*self.played, *(block for blocks in self.blocks.values() for block in blocks)]
        games = sum(block.games for block in blocks)
        enough = games >= _GAMES * self.contest.environments
        return sum(block.decisions for block in blocks) / games if enough else None


def main() -> None:
    """Install and restart if needed; prepare, measure, write, show."""
    arguments = parser().parse_args()
    if arguments.peers and Path(sys.prefix) != _VENV:
        raise SystemExit(_run_beside_peers(arguments.peers))
    rows, missing = _rows([OURS, *arguments.peers])
    for row in rows:
        _tell(f"preparing {_name(row)}")
        _try(row, Row.prepare, arguments.settle)
    for number in range(arguments.rounds):
        _tell(f"round {number + 1} of {arguments.rounds}")
        for row in rows:
            if not row.error:
                _try(row, Row.measure, arguments.seconds)
    remarks = list(_remarks(rows, missing, arguments.rounds, arguments.seconds))
    table = "\n".join([markdown(HEADER, cells(rows)), "", *(f"- {line}" for line in remarks)])
    if arguments.markdown:
        put_between(arguments.markdown, TABLE, table)
    print(table)


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = made.add_argument
    names = ", ".join(PACKAGES)
    add("--peers", type=_peers, default=list(PACKAGES), metavar="A,B", help=f"which of {names}, or none")
    add("--rounds", type=int, default=7, metavar="N", help="how often all take turns; default: %(default)s")
    add("--seconds", type=float, default=0.5, metavar="S", help="length of a block; default: %(default)s")
    settle = "longest time to play each before the clock runs; default: %(default)s"
    add("--settle", type=float, default=10.0, metavar="S", help=settle)
    place = f"put the table between `{TABLE}: begin` and `{TABLE}: end` of a document"
    add("--markdown", type=as_path, metavar="FILE", help=place)
    return made


def _peers(text: str) -> list[str]:
    chosen = [] if text == "none" else text.split(",")
    for name in chosen:
        if name not in PACKAGES:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(PACKAGES)}")
    return chosen


def _run_beside_peers(peers: list[str]) -> int:
    """Install this project and the others into their own environment, and run this program there."""
    python = _VENV / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", _VENV], check=True)
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    constrained = [*pip, "--constraint", Path(__file__).with_name("requirements-peers.txt")]
    subprocess.run([*constrained, "--editable", _ROOT], check=True)
    for library in peers:
        _tell(f"installing {library}")
        subprocess.run([*constrained, *PACKAGES[library]])  # one that fails is missing afterwards, and said to be
    environment = os.environ | {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [python, "-m", "benchmarks.peers", *sys.argv[1:]]
    return subprocess.run(command, env=environment, cwd=_ROOT).returncode


def _rows(libraries: list[str]) -> tuple[list[Row], dict[str, str]]:
    """Return the rows of all importable libraries, and why others cannot be imported."""
    rows: list[Row] = []
    missing: dict[str, str] = {}
    for library in libraries:
        try:
            rows.extend(Row(library, contest) for contest in LIBRARIES[library]())
        except Exception as error:  # whatever importing a library raises
            missing[library] = f"{type(error).__name__}: {error}"
    return rows, missing


def _try(row: Row, work: object, seconds: float) -> None:
    try:
        work(row, seconds)  # type: ignore[operator]
    except Exception as error:  # whatever a library raises; the others go on
        row.error, row.blocks = f"{type(error).__name__}: {error}", {}


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def cells(rows: list[Row]) -> Iterator[list[str]]:
    """Yield the table's rows: medians with the minimum and maximum of all rounds."""
    for row in rows:
        contest, length = row.contest, row.length()
        rates = [_rate_cells(row.rate(mode), length) for mode in MODES]
        yield [
            row.library,
            contest.game,
            str(contest.players),
            "yes" if contest.hidden else "no",
            contest.way,
            f"{contest.environments:,}",
            str(contest.threads),
            *(cell for pair in rates for cell in pair),
            "failed" if row.error else f"{length:.1f}" if length else "-",
        ]


def _rate_cells(rate: Spread | None, length: float | None) -> tuple[str, str]:
    if rate is None:
        return "-", "-"
    middle, low, high = map(short, rate)
    return f"{middle} [{low}, {high}]", short(rate.median / length) if length else "-"


def short(figure: float) -> str:
    """Format three significant digits, with commas between thousands."""
    return f"{figure:.3g}" if figure < 100 else f"{int(float(f'{figure:.3g}')):,}"


def _remarks(rows: list[Row], missing: dict[str, str], rounds: int, seconds: float) -> Iterator[str]:
    """Return remarks: machine, versions, number of blocks, uses of each library, failures, compilation times."""
    yield f"{machine()}; median [least, most] of n = {rounds} blocks of {seconds:g} s each, in turns"
    yield versions("arctic-env", "numba", "pettingzoo", "open_spiel", "rlcard", "pgx", "jax", "envpool", "catanatron")
    for library in dict.fromkeys(row.library for row in rows):
        yield from (f"{library}, {way}: {how}" for way, how in HOW[library].items())
    yield from (f"{_name(row)} failed: {row.error}" for row in rows if row.error)
    yield from (f"{library} was not measured: {why}" for library, why in missing.items())
    slow = [f"{_name(row)} {row.compiled:.0f} s" for row in rows if row.compiled >= _LONG]
    if slow:
        yield f"made and compiled before the clock ran: {', '.join(slow)}"


def _name(row: Row) -> str:
    return f"{row.library} {row.contest.game} ({row.contest.way}, {row.contest.environments:,} at once)"


if __name__ == "__main__":
    main()
