"""Which settings of training matter: variants of a base, each over the same seeds and decisions, in one table.

    python -m benchmarks.study configs/studies/ppo.yaml                     # hours; goes on where it was stopped
    python -m benchmarks.study configs/studies/ppo.yaml --markdown docs/settings.md

The file has `base` (settings as in other files of configs/), `num_players` and `seeds` (lists), and `variants`: a name
and what it changes, written as for `arctic train --set`. Every variant is trained by `arctic train` for every number
of players and seed, each run by one thread in a process of its own, and measured at its end against
`evaluation.opponents`. A finished run is not trained again, a killed one goes on from its last checkpoint.

A margin is the mean over the seeds, with the least and the largest in brackets: with three seeds that is all that
can be honestly said, so differences that are smaller than these ranges are none. `better` counts the seeds in which
a variant did better against the last opponent than the first variant with the same seed.
"""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import yaml
from pydantic import Field

from arctic_env.errors import ArcticError, SettingsError
from arctic_env.files import as_path, write_whole
from arctic_env.kernels.cores import available_cores
from arctic_training.run_folder import read_journal
from arctic_training.settings import StrictModel, apply_changes, make_settings, read_document, read_settings
from benchmarks.measuring import around, machine, markdown, put_between

TABLE = "study"  # name of the place in a document


class Study(StrictModel):
    """The file of a study."""

    base: dict[str, Any]
    num_players: Annotated[list[int], Field(min_length=1)]
    seeds: Annotated[list[int], Field(min_length=1)]
    variants: Annotated[dict[str, list[Any]], Field(min_length=1)]


@dataclass(frozen=True)
class StudyRun:
    """One training run of a study, by variant, number of players and seed, with its settings as a document."""

    variant: str
    num_players: int
    seed: int
    settings: dict[str, Any]

    def folder(self, out: Path) -> Path:
        """Return the folder of the run; its settings lie beside it."""
        return out / f"{self.num_players}p" / self.variant.replace(" ", "_") / str(self.seed)


@dataclass(frozen=True)
class StudyResult:
    """The result of a run: decisions in complete updates, mean margin by opponent, seconds with evaluations."""

    run: StudyRun
    steps: int
    margins: dict[str, float]
    seconds: float


def read_study(path: Path) -> list[StudyRun]:
    """Return all runs of a study; SettingsError if the file, or the settings of a variant, are wrong."""
    try:
        study = read_settings(Study, read_document(path))
        return [
            StudyRun(name, num_players, seed, _settings(study.base, changes, num_players, seed, name))
            for num_players in study.num_players
            for name, changes in study.variants.items()
            for seed in study.seeds
        ]
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from error


def _settings(base: dict[str, Any], changes: list[Any], num_players: int, seed: int, name: str) -> dict[str, Any]:
    fixed = {**base, "num_players": num_players, "seed": seed, "threads": 1}
    try:
        settings = apply_changes(fixed, map(str, changes))
        make_settings(settings)
    except SettingsError as error:
        raise SettingsError(f"{name}: {error}") from error
    return settings


def do(run: StudyRun, out: Path) -> StudyResult:
    """Train a run to its end, resume it, or read its result if it is complete.

    Raise SettingsError if a run with other settings is there, or `arctic train` failed; its log says why.
    """
    folder = run.folder(out)
    file = folder.with_name(f"{folder.name}.yaml")
    text = yaml.safe_dump(run.settings)
    if file.exists() and file.read_text(encoding="utf-8") != text:
        raise SettingsError(f"{folder} holds a run with other settings, see {file}; remove it or take another --out")
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text.encode())
    if found := finished(run, out):
        return found
    begun = any(folder.glob("checkpoints/*"))
    how = ["--resume", folder] if begun else ["--config", file, "--out", folder, "--overwrite"]
    with folder.with_name(f"{folder.name}.log").open("w") as log:
        command = [sys.executable, "-m", "arctic_env.cli", "train", *how]
        subprocess.run(command, stdout=log, stderr=subprocess.STDOUT)
    result = finished(run, out)
    if result is None:
        raise SettingsError(f"{folder}: training failed, see {log.name}")
    return result


def finished(run: StudyRun, out: Path) -> StudyResult | None:
    """Return the result of a run, None if it is unfinished."""
    entry = next(iter(read_journal(run.folder(out))[-1:]), None)
    if entry is None or entry["steps"] < run.settings["steps"] or "evaluation" not in entry:
        return None
    margins = {measured["opponent"]: measured["margin"] for measured in entry["evaluation"]}
    return StudyResult(run, entry["steps"], margins, entry["seconds"])


def table(results: list[StudyResult]) -> str:
    """Return one row for each number of players and variant, in the order of the study."""
    groups: dict[tuple[int, str], list[StudyResult]] = {}
    for result in results:
        groups.setdefault((result.run.num_players, result.run.variant), []).append(result)
    opponents = list(results[0].margins)
    first, last = next(iter(groups))[1], opponents[-1]
    rows = []
    for (num_players, variant), group in groups.items():
        base = {result.run.seed: result.margins[last] for result in groups[num_players, first]}
        cells = [_range([result.margins[opponent] for result in group]) for opponent in opponents]
        better = sum(result.margins[last] > base[result.run.seed] for result in group)
        rate = fmean(result.steps / result.seconds for result in group)
        rows.append([str(num_players), variant, *cells, f"{better} of {len(group)}", f"{rate / 1000:.1f}"])
    titles = [f"margin to {opponent}" for opponent in opponents]
    return markdown(["players", "variant", *titles, "better", "thousand decisions/s"], rows)


def _range(figures: list[float]) -> str:
    return f"{fmean(figures):+.1f} [{min(figures):+.1f}, {max(figures):+.1f}]"


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = _arguments()
    try:
        runs = read_study(arguments.study)
        if arguments.markdown:
            around(arguments.markdown, TABLE)
        results = _do_all(runs, arguments.out, arguments.workers)
        text = f"{machine()}; {arguments.workers} runs at a time, one thread each\n\n{table(results)}"
        if arguments.markdown:
            put_between(arguments.markdown, TABLE, text)
    except (ArcticError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(text)
    return 0


def _do_all(runs: list[StudyRun], out: Path, workers: int) -> list[StudyResult]:
    """Run all in parallel; return the results in the order of the runs."""
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(do, run, out) for run in runs]
        try:
            for number, future in enumerate(as_completed(futures), start=1):
                result = future.result()
                margins = ", ".join(f"{name} {margin:+.1f}" for name, margin in result.margins.items())
                folder = result.run.folder(out)
                print(f"{number} of {len(runs)}: {folder}: {margins}", file=sys.stderr, flush=True)
        finally:
            pool.shutdown(cancel_futures=True)  # after an error or an interrupt the others need not begin
        return [future.result() for future in futures]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.study", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("study", type=as_path, metavar="FILE", help="YAML file of the study")
    out = "folder of the runs; default: %(default)s"
    add("--out", type=as_path, default=Path("runs/study"), metavar="DIR", help=out)
    cores = available_cores()
    add("--workers", type=int, default=cores, metavar="N", help="runs at a time; default: the cores")
    place = f"put the table between `{TABLE}: begin` and `{TABLE}: end` of a document"
    add("--markdown", type=as_path, metavar="FILE", help=place)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
