"""What `arctic train` and `arctic exploit` have in common: settings from a file and changes to them, and a folder."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from arctic_env.errors import SettingsError
from arctic_env.files import as_path

RUNS = Path("runs")
CONFIGS = Path(__file__).parent / "configs"  # in the project's tree a link to the folder of that name
PICTURE = "curves.png"  # of learning curves, in the folder of a run


def shipped_configs() -> list[str]:
    """Names of the files of settings that come with the package."""
    return sorted(path.stem for path in CONFIGS.glob("*.yaml"))


def find_config(path: Path) -> Path:
    """The file itself; where there is none, that of the package which is meant by `quick` or `configs/quick.yaml`.

    Raises:
        SettingsError: there is neither.
    """
    if path.exists():
        return path
    if (
        path.parent in (Path(), Path("configs"))
        and path.suffix in ("", ".yaml")
        and path.stem in shipped_configs()
    ):
        return CONFIGS / f"{path.stem}.yaml"
    raise SettingsError(
        f"{path}: there is no such file; those of the package are {', '.join(shipped_configs())}"
    )


def add_config(parser: ArgumentParser, what: str, *, required: bool) -> None:
    """Add --config."""
    parser.add_argument(
        "--config",
        required=required,
        type=as_path,
        metavar="FILE",
        help=f"{what}, or the name of one that comes with the package: {', '.join(shipped_configs())}",
    )


def add_run_arguments(parser: ArgumentParser) -> None:
    """Add the arguments that say what is trained and where it is kept."""
    add_config(parser, "YAML file of settings", required=False)
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change a setting; repeatable"
    )
    parser.add_argument("--steps", type=int, metavar="N", help="decisions to learn from, as --set steps=N")
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--out", type=as_path, metavar="DIR", help=f"folder of the run (default: {RUNS}/CONFIG)"
    )
    place.add_argument("--resume", type=as_path, metavar="DIR", help="go on with the run in this folder")
    parser.add_argument("--overwrite", action="store_true", help="replace an earlier run in the folder")


def folder_of(arguments: Namespace, unnamed: str) -> Path:
    """The folder that is asked for; without a name and a file of settings one of that name.

    Raises:
        SettingsError: what is in the folder is to be replaced and to be gone on with.
    """
    if arguments.resume and arguments.overwrite:
        raise SettingsError(
            "--overwrite replaces what is in a folder, --resume goes on with it: give only one"
        )
    name = arguments.config.stem if arguments.config else unnamed
    folder: Path = arguments.resume or arguments.out or RUNS / name
    return folder


def how_to_go_on(command: str, folder: Path) -> str:
    """What to tell whoever has stopped a command that was training a run."""
    from arctic_agents.networks.checkpoint import checkpoints_of

    if not checkpoints_of(folder):
        return f"stopped; {folder} has no checkpoint yet from which to go on: begin again with --overwrite"
    return f"stopped; `arctic {command} --resume {shlex.quote(str(folder))}` goes on from the last checkpoint"


def document_of(arguments: Namespace) -> dict[str, Any] | None:
    """What the file of settings says; None without one.

    Raises:
        SettingsError: it cannot be read.
    """
    from arctic_training.reading import read_document

    return read_document(arguments.config) if arguments.config else None


def changed(document: dict[str, Any], arguments: Namespace) -> dict[str, Any]:
    """Settings with the changes that the command line asks for.

    Raises:
        SettingsError: a change is not of the form KEY=VALUE.
    """
    from arctic_training.reading import apply_changes

    steps = [] if arguments.steps is None else [f"steps={arguments.steps}"]
    return apply_changes(document, [*arguments.set, *steps])
