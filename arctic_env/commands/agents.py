"""`arctic agents`: the agents that can play, and the options of one."""

from __future__ import annotations

import inspect
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from arctic_env.agents.specs import Maker, Option, bind, find_maker, known_agents, needed_argument, options_of
from arctic_env.commands.options import Command, add_game_alone, describe
from arctic_env.errors import AgentError, ArcticError
from arctic_env.model.registry import game as find_game
from arctic_env.model.registry import games

_WIDTH = 100  # letters of a line
_INDENT = "    "

_DESCRIPTION = """\
List all agents, what each plays, and with how many players; or the options of
one agent. A class or function of a file of your own is named FILE.py:NAME."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(parser, _DESCRIPTION, "arctic agents", "arctic agents planner --game iglu", "arctic agents my.py:First")
    parser.add_argument("agent", nargs="?", metavar="AGENT", help="the agent whose options are shown")
    add_game_alone(parser, None, "all games")


def _run(arguments: Namespace) -> int:
    names = [arguments.game] if arguments.game else games()
    if not arguments.agent:
        for name in known_agents():
            try:
                print(_line(name, find_maker(name), names))
            except AgentError as error:  # one that does not load hides no other
                print(f"{name:12} {error}")
        return 0
    make = find_maker(arguments.agent)
    print(_line(arguments.agent, make, names))
    playable = [name for name in names if _numbers(arguments.agent, name)] or list(names[:1])
    options = {name: options_of(make, find_game(name)) for name in playable}
    if all(shown == options[playable[0]] for shown in options.values()):
        options = {"": options[playable[0]]}  # the same in all games
    for name, shown in options.items():
        if name:
            print(f"\nin {name}")
        _print_options(shown)
    return 0


def _print_options(options: Sequence[Option]) -> None:
    for option in options:
        default = "" if option.default in (None, "") else f"; default: {str(option.default).lower()}"
        print(f"  {option.name} ({', '.join(filter(None, (option.type, option.range)))}{default})")
        if option.meaning:
            print(textwrap.fill(option.meaning, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT))


def _line(name: str, make: Maker, names: Sequence[str]) -> str:
    """Return an agent's text, its games, and the first line of its maker's docstring."""
    summary = inspect.cleandoc(make.__doc__ or "").partition("\n")[0]
    if (needed := needed_argument(make)) is not None:
        plays = "as trained" if needed == "path" else f"depends on {needed}"
        return f"{f'{name}:{needed.upper()}':12} {plays:24} {summary}"
    played = [f"{game} {numbers}" for game in names if (numbers := _numbers(name, game))]
    return f"{name:12} {', '.join(played) or 'none':24} {summary}"


def _numbers(name: str, game: str) -> str:
    """Return the numbers of players for which an agent can be made, such as 2-4; empty without any."""
    numbers = []
    for number in find_game(game).players:
        try:
            bind(name, find_game(game), number)
            numbers.append(number)
        except ArcticError:
            continue
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(map(str, numbers))


agents_command = Command("agents", "list agents, or the options of one", _add_arguments, _run)
