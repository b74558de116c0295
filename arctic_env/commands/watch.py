"""`arctic watch` and `arctic replay`: games of agents, while they are played and afterwards."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from itertools import pairwise
from pathlib import Path

from arctic_env.agents.specs import bind_all
from arctic_env.arena import Limits, play
from arctic_env.arena.match import winners_of
from arctic_env.commands import options
from arctic_env.commands.show import (
    QUIT,
    Show,
    action_lines,
    ask,
    event_lines,
    is_terminal,
    prepare_input,
    result_lines,
)
from arctic_env.errors import RecordError, SettingsError
from arctic_env.files import as_path, write_whole
from arctic_env.model.position import Position
from arctic_env.model.rules import value_text
from arctic_env.records import Record, read_records, write_records
from arctic_env.validation import counted, listed, short_repr
from arctic_env.web.frames import html_of, pack

_WATCH = """\
Watch agents play one game. You see everything, what is hidden included, or
what one seat sees. If an agent forfeits the game, the exit status is 1."""


def _add_watch_arguments(parser: ArgumentParser) -> None:
    options.describe(
        parser,
        _WATCH,
        "arctic watch",
        "arctic watch --players planner,greedy,random --seed 7 --delay 1",
        "arctic watch --players greedy,greedy --viewer 0 --every decision --svg boards",
    )
    parser.add_argument(
        "--players",
        default="greedy,greedy",
        metavar="AGENTS",
        help=f"who sits where, from seat 0; {options.AGENTS_HELP}; default: %(default)s",
    )
    options.add_game(parser)
    options.add_seed(parser)
    parser.add_argument("--viewer", type=int, metavar="SEAT", help="show only what this seat sees")
    parser.add_argument(
        "--every",
        choices=("turn", "decision"),
        default="turn",
        help="how often to show the board; default: %(default)s",
    )
    parser.add_argument(
        "--delay", type=options.seconds, default=0.0, metavar="S", help="seconds to wait after each board; default: 0"
    )
    options.add_svg(parser)
    options.add_record(parser)
    options.add_on_fault(parser)


def _run_watch(arguments: Namespace) -> int:
    names = options.agents_of(arguments)
    if arguments.viewer is not None and arguments.viewer not in range(len(names)):
        raise SettingsError(f"--viewer must be a seat, 0 to {len(names) - 1}, not {arguments.viewer}")
    start = options.deal(arguments, len(names))
    agents = bind_all(names, start.game, start.players)
    options.check_outputs(arguments.record, folder=arguments.svg)
    show = Show(tuple(names), arguments.viewer, arguments.every, arguments.svg, lambda: time.sleep(arguments.delay))
    show.goes_on = bool(arguments.svg or arguments.record)
    show.below = is_terminal() and arguments.delay > 0
    with show.files:
        limits, seed = Limits(on_fault=arguments.on_fault), arguments.seed
        result = play(start, agents, seed=seed, names=names, deal_seed=seed, limits=limits, watch=show.before)
        if arguments.record:
            show.files(write_records, arguments.record, [result.record()])
        show.board(result.final)
        print("\n".join(result_lines(result)))
    return 1 if result.faults else 0


watch_command = options.Command("watch", "watch agents play a game", _add_watch_arguments, _run_watch)


# ------------------------------------------------------------------------------------------------ replay


_REPLAY = """\
Play a recorded game again: every action is checked, and so are the scores at
the end. The first action that does not fit is named. A record holds
everything, so everything is shown, what is hidden included.

At a terminal you go through the game, forwards and backwards; --every or --svg,
or a pipe, shows it at once. --html writes a page instead."""

_QUESTION = "Enter or n next, p back, t next turn, g 12 goes to decision 12, q leaves: "


def _add_replay_arguments(parser: ArgumentParser) -> None:
    options.describe(
        parser,
        _REPLAY,
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
        help="how often to show the board where the game is shown at once; default: at its end",
    )
    parser.add_argument("--step", action="store_true", help="go through the game also where that is not the default")
    options.add_svg(parser)
    options.add_path(parser, "--html", "write the game as one page for any browser, with a slider; needs no server")
    parser.add_argument(
        "--viewer", type=int, metavar="SEAT", help="with --html: only what this seat sees; default: everything"
    )


def _run_replay(arguments: Namespace) -> int:
    if arguments.step and arguments.every:
        raise SettingsError("--step goes through all decisions; leave out --every")
    record = _find(arguments.file, arguments.game_index)
    options.check_outputs(arguments.html, folder=arguments.svg)
    if arguments.html:
        write_whole(arguments.html, html_of(pack(record, arguments.viewer)).encode())
        print(f"The game is in {arguments.html}; open it in a browser.")
        return 0
    if arguments.viewer is not None:
        raise SettingsError("--viewer is for the page of --html; a record holds everything")
    show = Show(tuple(record.agents), svg=arguments.svg, goes_on=bool(arguments.svg))
    show.every = arguments.every or "game"
    start = record.start_position()
    show.say("\n".join([_heading(record, start), *_forfeits(record)]))
    at_once = arguments.every or arguments.svg or not is_terminal()
    with show.files:
        if arguments.step or not at_once:
            _go_through(record, show)
        else:
            _show(record, start, show)
    return 0


def _find(path: Path, index: int) -> Record:
    if path.is_dir():
        found = sorted(str(each) for each in path.glob("*.jsonl"))
        raise RecordError(f"{path} is a folder, not a file of records{'; it has ' * bool(found)}{listed(found)}")
    for number, record in enumerate(read_records(path)):
        if number == index:
            return record
    raise RecordError(f"{path} has no game {index}")


def _heading(record: Record, start: Position) -> str:
    """Return the heading, such as `ARCTIC, version 0, edition de, seed 7: greedy, random`."""
    rules = [f"{name} {value_text(value)}" for name, value in record.parameters.items()]
    seed = "unknown" if record.seed is None else record.seed
    about = [start.game.title, f"version {record.version}", *rules, f"seed {seed}"]
    return f"{', '.join(about)}: {', '.join(record.agents)}"


def _forfeits(record: Record) -> list[str]:
    """Return a line on each forfeit, such as `forfeit: greedy in seat 0, decision 3: crash`."""
    return [
        f"forfeit: {record.agents[one['seat']]} in seat {one['seat']}, decision {one['decision']}: {one['kind']}"
        for one in record.forfeits
    ]


def _show(record: Record, position: Position, show: Show) -> None:
    """Show all positions, the last one after everything has been checked."""
    played = zip(pairwise(record.positions()), record.actions, strict=True)
    for number, ((position, after), text) in enumerate(played):
        for told in record.forfeit_texts(number).values():
            show.say(told)
        show.before(0, position, position.action_id(text))
        position = after
    show.board(position)
    show.say("\n".join(_result(record, position)))


def _result(record: Record, position: Position) -> list[str]:
    lines, winners = [], winners_of(record, position)
    for seat, (name, total) in enumerate(zip(record.agents, position.totals(), strict=True)):
        won = ", wins" if seat in winners else ""
        if record.has_forfeited(seat, len(record.actions)):
            won = ", but forfeited"
        lines.append(f"seat {seat} ({name}): {counted(total, 'point')}{won}")
    return lines


# ------------------------------------------------------------------------------------------------ step by step


def _go_through(record: Record, show: Show) -> None:
    """Show one position at a time, where the person wants to go; all is checked before."""
    prepare_input()
    show.below = True
    positions = list(record.positions())
    last, number = len(positions) - 1, 0
    _show_one(record, positions, number, show)
    while (answer := ask(_QUESTION)) not in QUIT:
        goal = _goal(answer, positions, number)
        if goal is None:
            print(f"{short_repr(answer)} is none of n, p, t, g with a number from 0 to {last}, and q.")
        elif goal == number:
            print("This is the end of the game." if number == last else "This is the beginning of the game.")
        else:
            number = goal
            _show_one(record, positions, number, show)


def _goal(answer: str, positions: list[Position], number: int) -> int | None:
    """Return the number of the position that the answer leads to; None if it means nothing."""
    last = len(positions) - 1
    word = answer.removeprefix("g").strip()
    if word.isdecimal():
        return int(word) if len(word) < 9 and int(word) <= last else None
    if answer == "t":
        turns = (k for k in range(number, last) if positions[k].seat != positions[number].seat)
        return next(turns, last)
    return {"": min(number + 1, last), "n": min(number + 1, last), "p": max(number - 1, 0)}.get(answer)


def _show_one(record: Record, positions: list[Position], number: int, show: Show) -> None:
    """Show a position, and what led to it."""
    position, last = positions[number], len(positions) - 1
    show.told += [f"decision {number} of {last}"]
    show.last = None
    if number:
        before = positions[number - 1]
        action = before.action_id(record.actions[number - 1])
        show.last = before, action
        show.told += action_lines(before, action, show.names) + event_lines(before, action)
    show.told += [] if number else _forfeits(record)
    show.told += record.forfeit_texts(number).values()
    show.told += _result(record, position) if number == last else []
    show.board(position)


replay_command = options.Command("replay", "look at recorded games", _add_replay_arguments, _run_replay)
