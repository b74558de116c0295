"""`arctic play`: a person against agents in the terminal."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from arctic_env.commands import Command
from arctic_env.commands.options import (
    AGENTS_HELP,
    add_game,
    add_on_fault,
    add_record,
    add_seed,
    check_outputs,
    deal,
    describe,
    write_record,
)
from arctic_env.errors import SettingsError
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.model.position import Position, View

_ADVISER = "ismcts"
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
        "arctic play --hint ismcts:simulations=1000",
    )
    parser.add_argument(
        "--players",
        default="human,greedy",
        metavar="SEATS",
        help=f"comma-separated, one per seat; exactly one must be human; {AGENTS_HELP}; default: %(default)s",
    )
    add_game(parser)
    add_seed(parser, default=None)
    add_record(parser)
    add_on_fault(parser)
    parser.add_argument(
        "--hint",
        nargs="?",
        const=_ADVISER,
        metavar="AGENT",
        help=f"show what an agent that searches thinks of your decisions; {_ADVISER} if none is named",
    )


def _run(arguments: Namespace) -> int:
    from arctic_env.arena import Limits, StopGame, agent_for, play, split_agents
    from arctic_env.commands.human import HUMAN, Human
    from arctic_env.commands.prompt import prepare_input
    from arctic_env.commands.table import Show, result_lines

    names = split_agents(arguments.players)
    if names.count(HUMAN) != 1:
        raise SettingsError(f"--players must have {HUMAN!r} once, not {short_repr(arguments.players)}")
    viewer = names.index(HUMAN)
    arguments.seed = secrets.randbelow(_NEW_SEEDS) if arguments.seed is None else arguments.seed
    check_outputs(arguments.record)
    start = deal(arguments, len(names))
    prepare_input()
    human = Human(hint=_adviser(arguments.hint, start, arguments.seed))
    agents = [human if name == HUMAN else agent_for(name, start.game, start.players) for name in names]
    show = Show(tuple(names), viewer)

    def watch(number: int, position: Position, action: int) -> None:
        if position.seat != viewer:
            human.news.append(show.line(position, action))

    print(f"{start.game.title}, seed {arguments.seed}. You are seat {viewer}; ? explains, q leaves.\n")
    try:
        result = play(
            start,
            agents,
            seed=arguments.seed,
            names=names,
            deal_seed=arguments.seed,
            limits=Limits(on_fault=arguments.on_fault),
            watch=watch,
        )
    except StopGame:
        print("\nYou have left the game.")
        return 0
    with show.files:
        show.files(write_record, arguments.record, result)
        print("\n".join(human.news))
        show.board(result.final)
        print("\n".join(result_lines(result)))
    return 1 if result.faults else 0


def _adviser(text: str | None, start: Position, seed: int) -> Callable[[View], str] | None:
    """What says something about a decision, from a view alone; SettingsError if the agent has nothing to say."""
    from arctic_env.agents.guarded_calls import crashed, message_of, traceback_of
    from arctic_env.arena import Agent, Explains, agent_for, make_seed, one_way_seed

    if text is None:
        return None
    agent = agent_for(text, start.game, start.players)
    if not isinstance(agent, Explains):
        raise SettingsError(
            f"--hint must be an agent that explains its choices, such as {_ADVISER}, not {text}"
        )
    if isinstance(agent, Agent):
        try:
            agent.warm_up(start.game, start.players)
        except (Exception, SystemExit) as error:
            raise crashed(text, error) from error
    adviser_seed, numbers = one_way_seed(seed, start.players), count()  # the seats' own end before that

    def advise(view: View) -> str:
        try:
            return agent.explain(view, make_seed(adviser_seed, next(numbers)))
        except (Exception, SystemExit) as error:  # the person did nothing wrong and plays on
            return f"{traceback_of(error)}{text} cannot explain: {message_of(error)}"

    return advise


command = Command("play", "play against agents in the terminal", _add_arguments, _run)
