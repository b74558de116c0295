"""`arctic agents`: the agents that can play, and the options of one."""

import inspect
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence

from arctic_env.agents.specs import (
    Maker,
    Option,
    bind,
    find_maker,
    known_agents,
    needed_argument,
    options_of,
    parse_agent,
)
from arctic_env.commands.options import Command, add_game_alone, describe
from arctic_env.errors import AgentError, ArcticError, GameError
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
    names = []
    for name in [arguments.game] if arguments.game else games():
        try:
            names.append(find_game(name).name)
        except GameError as error:
            if arguments.game:
                raise
            print(f"arctic agents: {error}", file=sys.stderr)  # it hides no other
    if not arguments.agent:
        for name in known_agents():
            try:
                make = find_maker(name)
                print(_line(name, make, _played(name, make, names)))
            except AgentError as error:  # one that does not load hides no other
                print(f"{name:12} {error}")
        return 0
    agent = parse_agent(arguments.agent).name
    make = find_maker(agent)
    played = _played(agent, make, names)
    print(_line(agent, make, played))
    playable = [name for name, (numbers, _) in played.items() if numbers]
    if played and not playable:
        print(f"  cannot be made: {played[names[0]][1]}")
    options = {name: options_of(make, find_game(name)) for name in playable or names[:1]}
    first = next(iter(options.values()))
    if all(shown == first for shown in options.values()):
        options = {"": first}  # the same in all games
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


def _line(name: str, make: Maker, played: Mapping[str, tuple[str, str]]) -> str:
    """Return an agent's text, its games, and the first line of its maker's docstring."""
    summary = inspect.cleandoc(make.__doc__ or "").partition("\n")[0]
    if (needed := needed_argument(make)) is not None:
        plays = "as trained" if needed == "path" else f"depends on {needed}"
        return f"{f'{name}:{needed.upper()}':12} {plays:24} {summary}"
    plays = ", ".join(f"{game} {numbers}" for game, (numbers, _) in played.items() if numbers)
    return f"{name:12} {plays or 'none':24} {summary}"


def _played(agent: str, make: Maker, games: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return for each game the numbers of players for which an agent can be made, such as 2-4, and the last error."""
    return {} if needed_argument(make) else {game: _numbers(agent, game) for game in games}


def _numbers(agent: str, game: str) -> tuple[str, str]:
    numbers, fault = [], ""
    for number in find_game(game).players:
        try:
            bind(agent, find_game(game), number)
            numbers.append(number)
        except ArcticError as error:
            fault = str(error)
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}", fault
    return ",".join(map(str, numbers)), fault


agents_command = Command("agents", "list agents, or the options of one", _add_arguments, _run)
