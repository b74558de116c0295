"""Common options of commands: game, rules, agents and outputs."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from arctic_env.agents.guarded_calls import MOST_SECONDS, OnFault
from arctic_env.agents.specs import split_agents
from arctic_env.errors import GameError, SettingsError
from arctic_env.files import as_path
from arctic_env.kernels.random import MAX_SEED
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.model.registry import games
from arctic_env.model.rules import Value, value_text
from arctic_env.validation import short_repr, unknown

HUMAN = "human"
_RULE = "rule "  # before rule parameters in parsed arguments: commands have options of their own
AGENTS_HELP = (
    "agents are written NAME[:POSITIONAL][:KEY=VALUE,...], as in random, planner:totem=1.2 or ppo:runs/quick, and "
    "FILE.py:NAME for a class or function of your own; `arctic agents` lists them"
)


@dataclass(frozen=True)
class Command:
    """A subcommand: its name, one line for the list of commands, and two functions.

    One adds description, arguments and examples to the parser, and is called only when the command is used; the other
    does the work and returns the exit status.
    """

    name: str
    help: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


def describe(parser: ArgumentParser, text: str, *examples: str) -> None:
    """Set a command's description and its examples."""
    parser.description = text
    lines = [f"  {example}" for example in examples]
    parser.epilog = "\n".join(["examples:", *lines])


def add_game(parser: ArgumentParser) -> None:
    """Add --game and a --PARAMETER for each rule parameter of the games that load.

    None is added for one that is named like another option of the command, also like one that is added later.
    """
    add_game_alone(parser)
    taken = {"--help", *re.findall(r"--[\w-]+", parser.format_usage())}
    choices: dict[str, list[str]] = {}
    texts: dict[str, list[str]] = {}
    for game in games_that_load():
        for parameter, each in game.parameters.items():
            known = choices.setdefault(parameter, [])
            known.extend(text for text in map(value_text, each.values) if text not in known)
            text = f"{game.name}: {each.text} default: {value_text(each.default)}".replace("%", "%%")
            texts.setdefault(parameter, []).append(text)
    for parameter, allowed in choices.items():
        if f"--{parameter}" not in taken:
            parser.add_argument(
                f"--{parameter}", dest=_RULE + parameter, choices=allowed, help="; ".join(texts[parameter])
            )


def games_that_load() -> Iterator[Game]:
    """Yield the games that can be loaded."""
    for name in games():
        with suppress(GameError):  # whoever chooses it is told
            yield find_game(name)


def add_game_alone(parser: ArgumentParser, default: str | None = games()[0], shown: str = "%(default)s") -> None:
    """Add --game."""
    parser.add_argument("--game", type=_game, default=default, choices=games(), help=f"default: {shown}")


def _game(text: str) -> str:
    if text not in games():
        raise ArgumentTypeError(f"there is no game {unknown(text, games())}")
    return text


def given_rules(arguments: Namespace) -> list[str]:
    """Return the rule parameters that were given."""
    return [name.removeprefix(_RULE) for name, text in vars(arguments).items() if name.startswith(_RULE) and text]


def chosen_rules(arguments: Namespace) -> tuple[Game, dict[str, Value]]:
    """Return the game and all of its rule parameters; raise SettingsError for a given one that the game lacks."""
    game = find_game(arguments.game)
    parameters = {parameter: each.default for parameter, each in game.parameters.items()}
    given = {name.removeprefix(_RULE): text for name, text in vars(arguments).items() if name.startswith(_RULE)}
    for parameter in parameters:
        if parameter not in given:
            raise SettingsError(
                f"{game.name} cannot be chosen here, where --{parameter} is none of its rule parameters"
            )
    for parameter, value in given.items():
        if value is not None and parameter not in parameters:
            raise SettingsError(f"{game.name} has no rule parameter {parameter}")
        if value is not None:
            parameters[parameter] = game.parameters[parameter].value_of(value)
    return game, parameters


def add_count(parser: ArgumentParser, name: str, default: int, text: str) -> None:
    """Add an option that takes an integer of at least 1."""
    parser.add_argument(
        f"--{name}", type=at_least_one, default=default, metavar="N", help=f"{text}; default: {default}"
    )


def add_path(parser: ArgumentParser, name: str, text: str, metavar: str = "FILE") -> None:
    """Add an option that takes a file or a folder."""
    parser.add_argument(name, type=as_path, metavar=metavar, help=text)


def add_num_players(parser: ArgumentParser) -> None:
    """Add --num-players."""
    parser.add_argument(
        "--num-players",
        type=at_least_one,
        metavar="N",
        help="seats; default: the least number that the game and its rule parameters allow",
    )


def chosen_num_players(arguments: Namespace, game: Game, parameters: dict[str, Value]) -> int:
    """Return --num-players; without it the least number that the rule parameters allow."""
    least: int = next(iter(game.players_for(**parameters)), game.players[0])
    return arguments.num_players or least


def deal(arguments: Namespace, players: int) -> Position:
    """Deal the game with the given --seed and rules; raise SettingsError if that is impossible."""
    game, parameters = chosen_rules(arguments)
    try:
        return game.deal(seed=arguments.seed, num_players=players, **parameters)
    except ValueError as error:
        raise SettingsError(f"{error}; --players names an agent for each seat, {players} now") from error


def agents_of(arguments: Namespace) -> list[str]:
    """Return the agents of --players; raise SettingsError for a person, who can only play in `arctic play`."""
    agents = split_agents(arguments.players)
    if HUMAN in agents:
        raise SettingsError(f"{HUMAN} plays in arctic play only; the others are agents, see arctic agents")
    return agents


def add_seed(parser: ArgumentParser, default: int | None = 0) -> None:
    """Add --seed."""
    shown = "a new one each time" if default is None else default
    parser.add_argument("--seed", type=seed, default=default, help=f"the same seed, the same games; default: {shown}")


def seed(text: str) -> int:
    """Read a seed from the command line."""
    if not text.isdecimal() or int(text) > MAX_SEED:
        raise ArgumentTypeError(f"a seed is an integer from 0 to {MAX_SEED:,}, not {short_repr(text)}")
    return int(text)


def add_record(parser: ArgumentParser) -> None:
    """Add --record."""
    add_path(parser, "--record", "write the finished game as a record, for arctic replay")


def check_outputs(*paths: Path | None, folder: Path | None = None) -> None:
    """Refuse files that cannot be written before anything is played for them; make the folder if it does not exist.

    Raise SettingsError if the folder is missing or cannot be made, a file is a folder or the other way round, two files
    are the same, or writing is not allowed.
    """
    files = [os.path.realpath(path) for path in filter(None, paths)]
    for path in filter(None, paths):
        if files.count(os.path.realpath(path)) > 1:
            raise SettingsError(f"cannot write {path}: it is to be two files")
        if not (parent := Path(os.path.realpath(path)).parent).is_dir():
            raise SettingsError(f"cannot write {path}: there is no folder {path.parent}")
        if path.is_dir():
            raise SettingsError(f"cannot write {path}: it is a folder")
        if not os.access(path if path.exists() else parent, os.W_OK):
            raise SettingsError(f"cannot write {path}: permission denied")
    if folder:
        if folder.exists() and not folder.is_dir():
            raise SettingsError(f"cannot write into {folder}: it is no folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError(f"cannot make the folder {folder}: {error.strerror}") from error
        if not os.access(folder, os.W_OK):
            raise SettingsError(f"cannot write into {folder}: permission denied")


def add_svg(parser: ArgumentParser) -> None:
    """Add --svg."""
    add_path(parser, "--svg", "draw each board that is shown into this folder", "DIR")


def add_on_fault(parser: ArgumentParser) -> None:
    """Add --on-fault."""
    parser.add_argument(
        "--on-fault",
        choices=get_args(OnFault),
        default="forfeit",
        help="an agent that crashes, answers illegally or too late forfeits the game, or ends everything with an "
        "error; default: %(default)s",
    )


def at_least_one(text: str) -> int:
    """Read an integer of at least 1 from the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"must be an integer of at least 1, not {short_repr(text)}")
    return int(text)


def line_ups(text: str) -> tuple[str, ...]:
    """Read line-ups from the command line, such as ABBB,AABB; the settings check them."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(name.isascii() and name.isalpha() and name.isupper() for name in names):
        raise ArgumentTypeError(
            f"line-ups are letters with commas between them, as in ABBB,AABB, not {short_repr(text)}"
        )
    return names


def seconds(text: str) -> float:
    """Read a time in seconds from the command line, 0 to MOST_SECONDS."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST_SECONDS:
        raise ArgumentTypeError(f"must be a number of seconds from 0 to {MOST_SECONDS:,}, not {short_repr(text)}")
    return value
