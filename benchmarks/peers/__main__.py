"""Other libraries and ours, side by side: random legal play, one run, one table.

    python -m benchmarks.peers                              # all of them, a few minutes
    python -m benchmarks.peers --peers open_spiel,rlcard --rounds 3
    python -m benchmarks.peers --json peers.json --csv peers.csv --markdown docs/benchmarks.md

The other libraries are installed into a virtual environment of their own (build/peers), the versions being those of
benchmarks/requirements-peers.txt. One that cannot be installed is named with the reason, and the rest goes on. Each
library plays in a process of its own, and all take turns in short blocks, so that other work on the machine slows
them alike. Drawing a random legal action is part of each figure; compiling is not. PufferLib is left out: it has no
wheels, and its build fails where this list was made.
"""

import argparse
import sys
from pathlib import Path

from arctic_env.files import AllTried, as_path, tell
from benchmarks.measuring import Block, machine, put_between
from benchmarks.peers.contest import Contest
from benchmarks.peers.install import PEERS, install, make_venv
from benchmarks.peers.process import PeerError, Process
from benchmarks.peers.results import Results, Row, as_markdown, as_text, write_csv, write_json

OURS = "arctic"
TABLE = "peers"  # name of the place in a document
_FOLDER = Path(__file__).parents[2] / "build" / "peers"


def main() -> None:
    """Install, start, prepare, measure, show."""
    arguments = parser().parse_args()
    results = Results(machine(), arguments.rounds, arguments.seconds)
    processes = [_start(OURS, Path(sys.executable))]
    try:
        for library in arguments.peers:
            _install_and_start(library, processes, results)
        places = [place for process in processes for place in _contests(process, results)]
        _prepare(places, arguments.settle)
        _measure(places, arguments.rounds, arguments.seconds)
    finally:
        for process in processes:
            process.close()
    with AllTried() as files:
        if arguments.json:
            files(write_json, results, arguments.json)
        if arguments.csv:
            files(write_csv, results, arguments.csv)
        if arguments.markdown:
            files(put_between, arguments.markdown, TABLE, as_markdown(results))
        print(as_text(results))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.peers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = made.add_argument
    add(
        "--peers",
        type=_peers,
        default=list(PEERS),
        metavar="A,B",
        help=f"which of {', '.join(PEERS)}, or none; default: all",
    )
    add("--rounds", type=int, default=7, metavar="N", help="how often all take turns; default: %(default)s")
    add("--seconds", type=float, default=0.5, metavar="S", help="length of a block; default: %(default)s")
    add(
        "--settle",
        type=float,
        default=10.0,
        metavar="S",
        help="longest time to play before the clock runs, which ends when three games have ended for each "
        "played at once; default: %(default)s",
    )
    add("--json", type=as_path, metavar="FILE", help="write every block of every round")
    add("--csv", type=as_path, metavar="FILE", help="write the table's figures")
    add(
        "--markdown",
        type=as_path,
        metavar="FILE",
        help=f"put the table between the comments `{TABLE}: begin` and `{TABLE}: end` of a document",
    )
    return made


def _peers(text: str) -> list[str]:
    chosen = [] if text == "none" else text.split(",")
    for name in chosen:
        if name not in PEERS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(PEERS)}")
    return chosen


def _start(library: str, python: Path) -> Process:
    return Process(library, python, _FOLDER / "logs")


def _install_and_start(library: str, processes: list[Process], results: Results) -> None:
    tell(f"installing {library}", sys.stderr)
    python = make_venv(_FOLDER / "venv")
    why = install(python, library)
    if why is None:
        processes.append(_start(library, python))
    else:
        results.missing[library] = f"not installed: {why}"


class Place:
    """A row of the table and the process that fills it."""

    def __init__(self, process: Process, number: int, row: Row) -> None:
        """A contest of that number."""
        self.process, self.number, self.row = process, number, row

    def prepare(self, seconds: float) -> None:
        """Make it and play it in."""
        try:
            answer = self.process.ask(prepare=self.number, seconds=seconds)
        except PeerError as error:
            self.row.error = str(error)
            return
        self.row.compiled = answer["seconds"]
        self.row.played = [Block(*block) for block in answer["played"]]
        self.row.blocks = {mode: [] for mode in answer["modes"]}

    def measure(self, seconds: float) -> None:
        """A block of each mode."""
        try:
            for mode, blocks in self.row.blocks.items():
                answer = self.process.ask(measure=self.number, mode=mode, seconds=seconds)
                blocks.append(Block(*answer["block"]))
        except PeerError as error:
            self.row.error, self.row.blocks = str(error), {}


def _contests(process: Process, results: Results) -> list[Place]:
    try:
        answer = process.hear()
    except PeerError as error:
        results.missing[process.library] = str(error)
        return []
    results.versions[process.library], results.how[process.library] = answer["versions"], answer["how"]
    rows = [Row(process.library, Contest(**contest)) for contest in answer["contests"]]
    results.rows.extend(rows)
    return [Place(process, number, row) for number, row in enumerate(rows)]


def _prepare(places: list[Place], settle: float) -> None:
    for place in places:
        contest = place.row.contest
        tell(
            f"preparing {place.row.library}: {contest.game}, {contest.way}, {contest.environments:,} at once",
            sys.stderr,
        )
        place.prepare(settle)


def _measure(places: list[Place], rounds: int, seconds: float) -> None:
    for number in range(rounds):
        tell(f"round {number + 1} of {rounds}", sys.stderr)
        for place in places:
            place.measure(seconds)


if __name__ == "__main__":
    main()
