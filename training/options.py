"""What `arctic train` and `arctic league` have in common: settings from a file and changes to them, and a folder."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

RUNS = Path("runs")


def add_run_arguments(parser: ArgumentParser) -> None:
    """Add the arguments that say what is trained and where it is kept."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="YAML file of settings")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change a setting; repeatable"
    )
    parser.add_argument("--steps", type=int, metavar="N", help="decisions to learn from, as --set steps=N")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--out", type=Path, metavar="DIR", help=f"folder of the run (default: {RUNS}/CONFIG)")
    place.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in this folder")
    parser.add_argument("--overwrite", action="store_true", help="replace an earlier run in the folder")


def folder_of(arguments: Namespace, unnamed: str) -> Path:
    """The folder that is asked for; without a name and a file of settings one of that name."""
    name = arguments.config.stem if arguments.config else unnamed
    folder: Path = arguments.resume or arguments.out or RUNS / name
    return folder


def document_of(arguments: Namespace) -> dict[str, Any] | None:
    """What the file of settings says; None without one.

    Raises:
        SettingsError: it cannot be read.
    """
    from training.reading import read_document

    return read_document(arguments.config) if arguments.config else None


def changed(document: dict[str, Any], arguments: Namespace) -> dict[str, Any]:
    """Settings with the changes that the command line asks for.

    Raises:
        SettingsError: a change is not of the form KEY=VALUE.
    """
    from training.reading import apply_changes

    steps = [] if arguments.steps is None else [f"steps={arguments.steps}"]
    return apply_changes(document, [*arguments.set, *steps])
