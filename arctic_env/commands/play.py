"""`arctic play`: a person against agents in the terminal."""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from arctic_env.commands import Command
from arctic_env.commands.options import (
    AGENTS_HELP,
    add_game,
    add_record,
    add_seed,
    check_outputs,
    deal,
    describe,
    write_record,
)
from arctic_env.errors import SettingsError

if TYPE_CHECKING:
    from arctic_env.core.position import Position

_NEW_SEEDS = 1_000_000  # short enough to be typed again

_DESCRIPTION = """\
Play against agents. You see the board from your seat, and nothing that is
hidden from it; of others' actions you are told what anybody at the table would
see. Choose by number, by text or by the beginning of a text."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(
        parser,
        _DESCRIPTION,
        "arctic play",
        "arctic play --players human,greedy,planner --seed 7",
        "arctic play --players greedy,human --edition it --record game.jsonl",
    )
    parser.add_argument(
        "--players",
        default="human,greedy",
        metavar="SEATS",
        help=f"who sits where, from seat 0: human once, and agents; {AGENTS_HELP}; default: %(default)s",
    )
    add_game(parser)
    add_seed(parser, default=None)
    add_record(parser)


def _run(arguments: Namespace) -> int:
    from arctic_env.arena import StopGame, agent_for, play, split_agents
    from arctic_env.commands.human import HUMAN, Human, typed_lines
    from arctic_env.commands.table import Show, result_lines

    names = split_agents(arguments.players)
    if names.count(HUMAN) != 1:
        raise SettingsError(f"--players must have {HUMAN!r} once, not {arguments.players!r}")
    viewer = names.index(HUMAN)
    arguments.seed = secrets.randbelow(_NEW_SEEDS) if arguments.seed is None else arguments.seed
    check_outputs(arguments.record)
    start = deal(arguments, len(names))
    human = Human(typed_lines(), sys.stdout)
    agents = [human if name == HUMAN else agent_for(name, start.game, start.players) for name in names]
    show = Show(tuple(names), viewer)

    def watch(number: int, position: Position, action: int) -> None:
        if position.seat != viewer:
            human.news.append(show.line(position, action))

    print(f"{start.game.title}, seed {arguments.seed}. You are seat {viewer}; ? explains, q leaves.\n")
    try:
        result = play(start, agents, seed=arguments.seed, names=names, deal_seed=arguments.seed, watch=watch)
    except StopGame:
        print("\nYou have left the game.")
        return 0
    print("\n".join(human.news))
    show.board(result.final)
    print("\n".join(result_lines(result)))
    write_record(arguments.record, result)
    return 0


command = Command("play", "play against agents in the terminal", _add_arguments, _run)
