"""`arctic replay`: look at games that were recorded."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from arctic_env.commands.human import QUIT, ask, prepare_input
from arctic_env.commands.options import Command, add_svg, check_outputs, describe
from arctic_env.commands.play import Show
from arctic_env.errors import RecordError, SettingsError
from arctic_env.files import as_path, write_whole
from arctic_env.validation import counted

if TYPE_CHECKING:
    from arctic_env.model.game import Position
    from arctic_env.records import Record

_DESCRIPTION = """\
Play a recorded game again: every action is checked, and so are the scores at
the end. The first action that does not fit is named. A record holds
everything, so everything is shown, what is hidden included."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(
        parser,
        _DESCRIPTION,
        "arctic replay games.jsonl",
        "arctic replay games.jsonl --game-index 3 --every turn",
        "arctic replay games.jsonl --step --svg boards",
        "arctic replay games.jsonl --html game.html --viewer 0",
    )
    parser.add_argument("file", type=as_path, metavar="FILE", help="records, JSON Lines")
    parser.add_argument(
        "--game-index", type=int, default=0, metavar="N", help="which game of the file, from 0; default: %(default)s"
    )
    parser.add_argument(
        "--every",
        choices=("game", "turn", "decision"),
        help="how often to show the board; default: the end of the game, with --step each decision",
    )
    parser.add_argument("--step", action="store_true", help="wait for Enter after each board; q leaves")
    add_svg(parser)
    parser.add_argument(
        "--html",
        type=as_path,
        metavar="FILE",
        help="write the game as one page for any browser, with a slider; needs no server",
    )
    parser.add_argument(
        "--viewer", type=int, metavar="SEAT", help="with --html: only what this seat sees; default: everything"
    )


def _run(arguments: Namespace) -> int:
    record = _find(arguments.file, arguments.game_index)
    check_outputs(arguments.html, folder=arguments.svg)
    if arguments.html:
        _write_html(arguments.html, record, arguments.viewer)
    elif arguments.viewer is not None:
        raise SettingsError("--viewer is for the page of --html; a record holds everything")
    show = Show(tuple(record.agents), svg=arguments.svg, goes_on=bool(arguments.svg))
    show.every = arguments.every or ("decision" if arguments.step else "game")
    if arguments.step:
        prepare_input()
        show.pause = _wait
    start = record.start_position()
    show.say(_heading(record, start))
    with show.files, suppress(_Quit):
        _show(record, start, show)
    return 0


def _write_html(path: Path, record: Record, viewer: int | None) -> None:
    from arctic_env.web.frames import html_of, pack

    write_whole(path, html_of(pack(record, viewer)).encode())


def _find(path: Path, index: int) -> Record:
    from arctic_env.records import read_records

    for number, record in enumerate(read_records(path)):
        if number == index:
            return record
    raise RecordError(f"{path} has no game {index}")


def _heading(record: Record, start: Position) -> str:
    """Return the heading, such as `ARCTIC, version 0, edition de, seed 7: greedy, random`."""
    from arctic_env.model.rules import value_text

    rules = [f"{name} {value_text(value)}" for name, value in record.parameters.items()]
    seed = "unknown" if record.seed is None else record.seed
    about = [start.game.title, f"version {record.version}", *rules, f"seed {seed}"]
    return f"{', '.join(about)}: {', '.join(record.agents)}"


def _show(record: Record, position: Position, show: Show) -> None:
    """Show all positions, the last one after everything has been checked."""
    for (position, after), text in zip(pairwise(record.positions()), record.actions, strict=True):
        show.before(0, position, position.action_id(text))
        position = after
    show.board(position)
    for seat, (name, total) in enumerate(zip(record.agents, position.totals(), strict=True)):
        won = ", wins" if seat in record.winners else ""
        print(f"seat {seat} ({name}): {counted(total, 'point')}{won}")


class _Quit(Exception):
    """Raised when the person quits."""


def _wait() -> None:
    if ask("Enter goes on, q leaves: ") in QUIT:
        raise _Quit


replay_command = Command("replay", "look at recorded games", _add_arguments, _run)
