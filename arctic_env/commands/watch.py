"""`arctic watch`: a game of agents that is shown while it is played."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace

from arctic_env.commands.options import (
    AGENTS_HELP,
    Command,
    add_game,
    add_on_fault,
    add_record,
    add_seed,
    add_svg,
    agents_of,
    check_outputs,
    deal,
    describe,
    seconds,
    write_record,
)
from arctic_env.commands.show import Show, result_lines
from arctic_env.commands.terminal import is_terminal
from arctic_env.errors import SettingsError

_DESCRIPTION = """\
Watch agents play one game. You see everything, what is hidden included, or
what one seat sees. If an agent forfeits the game, the exit status is 1."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(
        parser,
        _DESCRIPTION,
        "arctic watch",
        "arctic watch --players planner,greedy,random --seed 7 --delay 1",
        "arctic watch --players greedy,greedy --viewer 0 --every decision --svg boards",
    )
    parser.add_argument(
        "--players",
        default="greedy,greedy",
        metavar="AGENTS",
        help=f"who sits where, from seat 0; {AGENTS_HELP}; default: %(default)s",
    )
    add_game(parser)
    add_seed(parser)
    parser.add_argument("--viewer", type=int, metavar="SEAT", help="show only what this seat sees")
    parser.add_argument(
        "--every",
        choices=("turn", "decision"),
        default="turn",
        help="how often to show the board; default: %(default)s",
    )
    parser.add_argument(
        "--delay", type=seconds, default=0.0, metavar="S", help="seconds to wait after each board; default: 0"
    )
    add_svg(parser)
    add_record(parser)
    add_on_fault(parser)


def _run(arguments: Namespace) -> int:
    from arctic_env.agents.specs import bind_all
    from arctic_env.arena import Limits, play

    names = agents_of(arguments)
    if arguments.viewer is not None and arguments.viewer not in range(len(names)):
        raise SettingsError(f"--viewer must be a seat, 0 to {len(names) - 1}, not {arguments.viewer}")
    start = deal(arguments, len(names))
    agents = bind_all(names, start.game, start.players)
    check_outputs(arguments.record, folder=arguments.svg)
    show = Show(tuple(names), arguments.viewer, arguments.every, arguments.svg, lambda: time.sleep(arguments.delay))
    show.goes_on = bool(arguments.svg or arguments.record)
    show.below = is_terminal() and arguments.delay > 0
    with show.files:
        limits, seed = Limits(on_fault=arguments.on_fault), arguments.seed
        result = play(start, agents, seed=seed, names=names, deal_seed=seed, limits=limits, watch=show.before)
        show.files(write_record, arguments.record, result)
        show.board(result.final)
        print("\n".join(result_lines(result)))
    return 1 if result.faults else 0


watch_command = Command("watch", "watch agents play a game", _add_arguments, _run)
