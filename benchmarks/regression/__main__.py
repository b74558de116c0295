"""Has it become slower? Ratios to reference work beside stored baselines.

    python -m benchmarks.regression            # check: warns at 130 % of a baseline, fails at 150 %
    python -m benchmarks.regression spread     # measure several times; how far the ratios lie apart
    python -m benchmarks.regression rewrite    # the same, and store the medians as the new baselines

Each workload runs in turns with fixed work of its kind (compiled integers, Python, copies), so that other load and
the machine's speed cancel out as far as they can. Ratios still differ between processors: rewrite the baselines on
a machine of another kind before relying on them there.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from arctic_env.files import AllTried, as_path
from benchmarks.measuring import machine, markdown, put_between, spread
from benchmarks.regression import baselines

TABLE = "spread"  # name of the place in a document
_TESTS = Path(__file__).parent
_ROOT = _TESTS.parents[1]


def main() -> int:
    """Do what the command line asks; the exit status."""
    arguments = _arguments()
    if arguments.command == "check":
        return _pytest()
    ratios = _measure(arguments.repeat)
    table = f"{machine()}; n = {arguments.repeat} runs\n\n{spread_table(ratios)}"
    with AllTried() as files:
        if arguments.markdown:
            files(put_between, arguments.markdown, TABLE, table)
        if arguments.command == "rewrite":
            files(baselines.write, {name: median(figures) for name, figures in ratios.items()})
        print(table)
    if arguments.command == "rewrite":
        print(f"written: {baselines.FILE}")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.regression",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="?", choices=("check", "spread", "rewrite"), default="check")
    parser.add_argument(
        "--repeat", type=int, default=5, metavar="N", help="runs of spread and rewrite; default: %(default)s"
    )
    parser.add_argument(
        "--markdown",
        type=as_path,
        metavar="FILE",
        help=f"put the table between `{TABLE}: begin` and `{TABLE}: end` of a document",
    )
    return parser.parse_args()


def _pytest(*options: str) -> int:
    fixed = (
        "-q",
        "-p",
        "no:cacheprovider",
        "--benchmark-timer=time.thread_time",
        "--benchmark-columns=min,median,rounds",
    )
    return subprocess.run([sys.executable, "-m", "pytest", _TESTS, *fixed, *options], cwd=_ROOT).returncode


def _measure(times: int) -> dict[str, list[float]]:
    """Ratios of that many runs, each in a process of its own, by workload."""
    ratios: dict[str, list[float]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "run.json"
        for _ in range(times):
            if status := _pytest("--measure-only", f"--benchmark-json={file}"):
                raise SystemExit(status)
            for result in json.loads(file.read_text())["benchmarks"]:
                ratios[result["params"]["name"]].append(result["extra_info"]["ratio"])
    return ratios


def spread_table(ratios: dict[str, list[float]]) -> str:
    """Median, least and most of each workload's ratios, and how far the most is above the least."""
    rows = []
    for name, figures in ratios.items():
        middle, low, high = spread(figures)
        rows.append([name, f"{middle:.3f}", f"{low:.3f}", f"{high:.3f}", f"{high / low - 1:.1%}"])
    return markdown(["workload", "median", "least", "most", "apart"], rows)


if __name__ == "__main__":
    sys.exit(main())
