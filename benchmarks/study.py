"""Which settings of training matter: variants of a base, each over the same seeds and decisions, in one table.

    python -m benchmarks.study configs/studies/ppo.yaml                     # hours; goes on where it was stopped
    python -m benchmarks.study configs/studies/ppo.yaml --only clip,batch   # the first, and those that begin so
    python -m benchmarks.study configs/studies/ppo.yaml --markdown docs/settings.md

The file has `base` (settings as in other files of configs/), `players` and `seeds` (lists), and `variants`: a name
and what it changes, written as for `arctic train --set`; not `evaluation`, by which they are compared. Every variant
is trained for every number of players and seed, each run by one thread in a process of its own, and measured at its
end against `evaluation.opponents`. A finished run is not trained again, a killed one goes on from its last
checkpoint. A run that is there with other settings than those of the file is refused.

A margin is the mean over the seeds, with the least and the largest in brackets: with three seeds that is all that
can be honestly said, so differences that are smaller than these ranges are none. `better` counts the seeds in which
a variant did better against the last opponent than the first variant with the same seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from arctic_agents.policy.checkpoint import checkpoints_of
from arctic_env.arena.backends import Children
from arctic_env.errors import ArcticError, SettingsError
from arctic_env.files import AllTried, as_path, tell
from arctic_env.kernels.cores import available_cores
from arctic_env.validation import short_repr
from arctic_training.errors import TrainingError
from arctic_training.progress import Progress
from arctic_training.reading import Document, apply_changes, make_settings, read_document
from arctic_training.resume_state import read_journal, settings_of
from arctic_training.run import newest_of, resume, train
from arctic_training.settings import Settings, to_document
from benchmarks.measuring import around, machine, markdown, put_between

TABLE = "study"  # name of the place in a document
_KINDS = (
    ("base", dict, "settings"),
    ("players", list, "a list of integers"),
    ("seeds", list, "a list of integers"),
    ("variants", dict, "names with lists of changes"),
)
_KEYS = [key for key, _, _ in _KINDS]


@dataclass(frozen=True)
class Run:
    """One training run of a study.

    Attributes:
        variant: name of its variant.
        settings: what is trained.
    """

    variant: str
    settings: Settings

    def folder(self, out: Path) -> Path:
        """Where it is kept."""
        return out / f"{self.settings.players}p" / self.variant.replace(" ", "_") / str(self.settings.seed)


@dataclass(frozen=True)
class Result:
    """What came out of a run.

    Attributes:
        run: the run.
        steps: decisions learnt from, whole updates.
        margins: mean margin by opponent.
        seconds: how long it took, evaluations included.
    """

    run: Run
    steps: int
    margins: dict[str, float]
    seconds: float


def read_study(path: Path) -> list[Run]:
    """All runs of a study.

    Raises:
        SettingsError: the file cannot be read, lacks a key or has a wrong one, a variant's settings are wrong, or two
            runs would be the same; the message names it.
    """
    document = read_document(path)
    if set(document) != set(_KEYS):
        raise SettingsError(f"{path}: a study has {', '.join(_KEYS)}, not {', '.join(map(str, document))}")
    for key, kind, what in _KINDS:
        if not isinstance(document[key], kind) or not document[key]:
            raise SettingsError(f"{path}: {key} must be {what}, not {short_repr(document[key])}")
    runs = [
        Run(str(name), _settings(document["base"], changes, players, seed, f"{path}: {name}"))
        for players in document["players"]
        for name, changes in document["variants"].items()
        for seed in document["seeds"]
    ]
    _check_comparable(runs, path)
    return runs


def _check_comparable(runs: list[Run], path: Path) -> None:
    """All runs are measured in the same way at their ends, and kept in folders of their own."""
    by_folder: dict[Path, Run] = {}
    for run in runs:
        evaluation = run.settings.evaluation
        if evaluation != runs[0].settings.evaluation:
            raise SettingsError(f"{path}: {run.variant}: evaluation must be the same for all variants")
        if not evaluation.every or not evaluation.opponents:
            raise SettingsError(f"{path}: evaluation must have opponents and not be off (every: 0)")
        other = by_folder.setdefault(run.folder(Path()), run)
        if other is not run:
            both = f"{other.variant!r} and {run.variant!r} with seed {run.settings.seed}"
            raise SettingsError(f"{path}: {both} would share the folder {run.folder(Path())}")


def choose(runs: list[Run], only: str | None) -> list[Run]:
    """The runs of the first variant, which all are compared with, and of those that `only` asks for.

    Args:
        runs: all of the study.
        only: how the names of the variants begin, by commas; None for all.

    Raises:
        SettingsError: no variant's name begins so.
    """
    if only is None:
        return runs
    names = list(dict.fromkeys(run.variant for run in runs))
    wanted = only.split(",")
    for start in wanted:
        if not any(name.startswith(start) for name in names):
            raise SettingsError(f"no variant begins with {start!r}; there are {', '.join(names)}")
    return [run for run in runs if run.variant == names[0] or run.variant.startswith(tuple(wanted))]


def _settings(base: Document, changes: Any, players: Any, seed: Any, where: str) -> Settings:
    if not isinstance(changes, list):
        raise SettingsError(f"{where}: must be a list of changes such as ppo.entropy=0.1, not {changes!r}")
    try:
        return make_settings(
            apply_changes({**base, "players": players, "seed": seed, "threads": 1}, map(str, changes))
        )
    except SettingsError as error:
        raise SettingsError(f"{where}: {error}") from error


def do(run: Run, out: Path) -> Result:
    """Train a run to its end, or go on with it, or read what is there of it.

    Raises:
        SettingsError: as `check`.
        TrainingError: its journal does not belong to its checkpoints, or the run fails.
    """
    folder = run.folder(out)
    check(run, out)
    if found := finished(run, out):
        return found
    if checkpoints_of(folder):
        resume(folder, show=_quiet)
    else:
        train(run.settings, folder, overwrite=True, show=_quiet)
    result = finished(run, out)
    if result is None:
        raise TrainingError(
            f"{folder}: the run is at its end, but its journal is not; remove it to train anew"
        )
    return result


def check(run: Run, out: Path) -> None:
    """SettingsError if what is there of a run was begun with other settings; the message names them."""
    folder = run.folder(out)
    if not checkpoints_of(folder):
        return
    begun = _flat(to_document(make_settings(settings_of(newest_of(folder)))))
    wanted = _flat(to_document(run.settings))
    changed = [key for key in begun | wanted if begun.get(key) != wanted.get(key)]
    if changed:
        what = "; ".join(f"{key} was {begun.get(key)}, is {wanted.get(key)}" for key in changed)
        raise SettingsError(
            f"{folder} holds a run with other settings; remove it, or take another --out: {what}"
        )


def _flat(document: Mapping[str, Any], path: str = "") -> dict[str, Any]:
    """Settings by their whole names, such as ppo.entropy."""
    flat: dict[str, Any] = {}
    for key, value in document.items():
        flat |= _flat(value, f"{path}{key}.") if isinstance(value, dict) else {f"{path}{key}": value}
    return flat


def finished(run: Run, out: Path) -> Result | None:
    """The result of a run, None if it has not come to its end."""
    folder = run.folder(out)
    entry = next(iter(read_journal(folder)[-1:]), None)
    if entry is None or entry["steps"] < run.settings.steps or "evaluation" not in entry:
        return None
    if not checkpoints_of(folder):  # which alone tell what the run was
        return None
    margins = {measured["opponent"]: measured["margin"] for measured in entry["evaluation"]}
    return Result(run, entry["steps"], margins, entry["seconds"])


class _Quiet:
    """Shows nothing: many runs go on at once."""

    def advance(self, steps: int, figures: str = "") -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""


@contextmanager
def _quiet(begun: int, total: int) -> Iterator[Progress]:
    yield _Quiet()


def table(results: list[Result]) -> str:
    """One row for each number of players and variant, in the order of the study."""
    groups: dict[tuple[int, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.run.settings.players, result.run.variant), []).append(result)
    opponents = list(results[0].margins)
    first = next(iter(groups))[1]
    rows = []
    for (players, variant), group in groups.items():
        base = {result.run.settings.seed: result for result in groups[players, first]}
        cells = [_range([result.margins[opponent] for result in group]) for opponent in opponents]
        better = sum(
            result.margins[opponents[-1]] > base[result.run.settings.seed].margins[opponents[-1]]
            for result in group
        )
        rate = fmean(result.steps / result.seconds for result in group)
        rows.append([str(players), variant, *cells, f"{better} of {len(group)}", f"{rate / 1000:.1f}"])
    titles = [f"margin to {opponent}" for opponent in opponents]
    return markdown(["players", "variant", *titles, "better", "thousand decisions/s"], rows)


def _range(figures: list[float]) -> str:
    return f"{fmean(figures):+.1f} [{min(figures):+.1f}, {max(figures):+.1f}]"


def main() -> int:
    """Do what the command line asks; the exit status."""
    arguments = _arguments()
    try:
        _study(arguments)
    except (ArcticError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _study(arguments: argparse.Namespace) -> None:
    """Check what can be checked, then train for hours."""
    runs = choose(read_study(arguments.study), arguments.only)
    if arguments.markdown:
        around(arguments.markdown, TABLE)
    for run in runs:
        check(run, arguments.out)
    results = dict(_do_all(runs, arguments.out, arguments.workers))
    one = runs[0].settings
    text = (
        f"{machine()}; {arguments.workers} runs at a time, one thread each; {results[0].steps:,} decisions a run, "
        f"seeds {', '.join(sorted({str(run.settings.seed) for run in runs}))}; "
        f"{one.evaluation.deals} deals against each\n\n{table([results[i] for i in range(len(runs))])}"
    )
    with AllTried() as files:
        if arguments.markdown:
            files(put_between, arguments.markdown, TABLE, text)
        print(text)


def _do_all(runs: list[Run], out: Path, workers: int) -> Iterator[tuple[int, Result]]:
    """Results with their places among the runs, as they come."""
    with ProcessPoolExecutor(workers, mp_context=Children()) as pool:
        places = {pool.submit(do, run, out): i for i, run in enumerate(runs)}
        try:
            for number, future in enumerate(as_completed(places), start=1):
                result = future.result()
                told = ", ".join(f"{opponent} {margin:+.1f}" for opponent, margin in result.margins.items())
                tell(f"{number} of {len(runs)}: {result.run.folder(out)}: {told}", sys.stderr)
                yield places[future], result
        finally:
            pool.shutdown(cancel_futures=True)  # after an error or an interrupt the others need not begin


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.study",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("study", type=as_path, metavar="FILE", help="YAML file of the study")
    parser.add_argument(
        "--out",
        type=as_path,
        default=Path("runs/study"),
        metavar="DIR",
        help="folder of the runs; default: %(default)s",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=available_cores(),
        metavar="N",
        help="runs at a time; default: the cores",
    )
    parser.add_argument(
        "--only", metavar="NAMES", help="the first variant and those that begin with one of these, by commas"
    )
    parser.add_argument(
        "--markdown",
        type=as_path,
        metavar="FILE",
        help=f"put the table between `{TABLE}: begin` and `{TABLE}: end` of a document",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
