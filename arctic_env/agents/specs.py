r"""Agents as text, such as `planner:totem=1.2` or `my.py:First:depth=2`, and agents as users hand them over.

    agents  = agent { "," agent }
    agent   = name [ ":" positional ] [ ":" options ]
    name    = entry point | FILE.py ":" name in the file
    options = key "=" value { "," key "=" value }

An entry point of the group "arctic.agents", which any installed package can have, and a name in a file both stand for
a maker: a class or function that is called with the game and the number of players. The positional, where there is one,
is its next argument, the options are further arguments by name, of the types that it says (bool, int, float or str,
which is the value as it is written). Where it says none, a value is `true`, `false`, an integer, a decimal number or
else text. A positional may contain colons (`ppo:C:\runs\best`), but no comma, and what follows its last colon must not
look like an option.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cloudpickle

from arctic_env.agents.guarded_calls import crashed
from arctic_env.agents.protocol import Agent, OneGameAgent, Starts, check_made_for
from arctic_env.errors import AgentError
from arctic_env.model.registry import hint_to_install
from arctic_env.validation import listed, short_repr, unknown

if TYPE_CHECKING:
    from arctic_env.model.game import Game

GROUP = "arctic.agents"

Maker = Callable[..., Any]
"""A class or function: (game, num_players, ...) -> an agent of either form."""

AgentLike = str | Maker | Agent | Starts
"""An agent string, a maker, or an agent that was made for the game and number of players."""

Value = bool | int | float | str
"""The value of an option."""

_OUR_PACKAGES = ("arctic_env", "arctic_agents", "arctic_training")
_IN_FILE = re.compile(r"(?P<file>(?:[A-Za-z]:)?[^:]+\.py):(?P<name>[A-Za-z_]\w*)(?::(?P<rest>.*))?")
_OPTION = re.compile(r"[A-Za-z_]\w*=")
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True)
class AgentText:
    """A parsed agent string."""

    name: str  # the entry point, or the file and the name in it
    positional: str | None  # the text after the name, such as a path; None without one
    options: dict[str, str]  # keyword arguments, as text


@dataclass(frozen=True)
class Option:
    """An option of a maker."""

    name: str
    type: str  # its name
    default: object
    meaning: str  # its effect, in a sentence
    range: str = ""  # the allowed values, if the type does not say


# ------------------------------------------------------------------------------------------ the text


def split_agents(text: str) -> list[str]:
    """Return the agent strings of a comma-separated list; a comma inside the options of an agent does not part."""
    parts: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        if _OPTION.match(part) and parts and _OPTION.match(parts[-1].rpartition(":")[2]):
            parts[-1] += "," + part
        else:
            parts.append(part)
    if not all(parts):
        raise AgentError(f"{short_repr(text)} has an empty place in its list of agents")
    return parts


def parse_agent(text: str) -> AgentText:
    """Parse an agent string; raise AgentError if it does not fit the grammar."""
    if (in_file := _IN_FILE.fullmatch(text.strip())) is not None:
        name, rest = f"{in_file['file']}:{in_file['name']}", in_file["rest"] or ""
    else:
        name, _, rest = text.strip().partition(":")
    if not name:
        raise AgentError(f"{short_repr(text)} names no agent; there are {listed(known_agents())}{hint_to_install()}")
    head, separator, tail = rest.rpartition(":")
    if not _OPTION.match(tail):
        return AgentText(name, rest or None, {})
    return AgentText(name, head if separator else None, _parse_options(text, tail))


def _parse_options(text: str, options: str) -> dict[str, str]:
    parsed: dict[str, str] = {}
    for option in options.split(","):
        key, separator, value = option.partition("=")
        if not separator or not key:
            raise AgentError(f"{short_repr(text)}: {short_repr(option)} is not of the form key=value")
        if key in parsed:
            raise AgentError(f"{short_repr(text)}: {short_repr(key)} is given twice")
        parsed[key] = value
    return parsed


def _parse_value(text: str) -> Value:
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


# ------------------------------------------------------------------------------------------ agents


def bind(agent: AgentLike, game: Game, num_players: int) -> Agent:
    """Return the agent of a string, a maker or a made agent, for a game and number of players.

    Raises:
        AgentError: It cannot be made, cannot play this game with that many players, or was made for others; the
            message says why, and which names are known.
    """
    try:
        game.check_num_players(num_players)
    except ValueError as error:
        raise AgentError(str(error)) from error
    if isinstance(agent, str):
        parsed = parse_agent(agent)
        make = find_maker(parsed.name)
        made = _call(make, short_repr(agent), game, num_players, **_read_arguments(agent, make, parsed))
    elif isinstance(agent, type) or (callable(agent) and not isinstance(agent, Starts)):
        _check_maker(agent, name_of(agent))
        made = _call(agent, name_of(agent), game, num_players)
    else:
        made = agent
    checked = _checked(made, name_of(agent), game, num_players)
    named = "name" in vars(checked) and not _is_ours(type(checked))  # by itself
    if isinstance(agent, str) and not named:
        with suppress(AttributeError):  # of a frozen dataclass
            checked.name = agent
    return checked


def bind_all(agents: Sequence[AgentLike], game: Game, num_players: int) -> list[Agent]:
    """Bind agents; those that are given twice are made once, so they are asked together."""
    given = {agent if isinstance(agent, str) else id(agent): agent for agent in agents}
    made = {key: bind(agent, game, num_players) for key, agent in given.items()}
    return [made[agent if isinstance(agent, str) else id(agent)] for agent in agents]


def name_of(agent: AgentLike) -> str:
    """Return an agent's name: the string, or the name of the agent or of its maker."""
    if isinstance(agent, str):
        return agent
    own = getattr(agent, "name", None)
    named = getattr(agent, "func", agent)  # of functools.partial, whom it calls
    return own if isinstance(own, str) else str(getattr(named, "__name__", type(agent).__name__))


def _call(make: Maker, who: str, game: Game, num_players: int, **arguments: Value) -> Any:
    """Call a maker; errors in its code become an AgentError that names the agent, with a traceback."""
    ours = _is_ours(make)
    try:
        return make(game, num_players, **arguments)
    except AgentError as error:
        if ours or who in str(error):
            raise
        raise AgentError(f"{who}: {error}", error.traceback) from error
    except (Exception, SystemExit) as error:
        if ours and isinstance(error, ModuleNotFoundError):
            hint = "those of arctic-env come with an extra, such as pip install 'arctic-env[all]'"
            raise AgentError(f"{who} needs the package {error.name}; {hint}") from error
        if ours and isinstance(error, ValueError | OSError | ImportError):  # which our agents refuse by
            raise AgentError(f"{who}: {error}") from error
        raise crashed(who, error) from error


def _checked(made: Any, who: str, game: Game, num_players: int) -> Agent:
    """Return it as an `Agent` if it is one, of either form, for this game and number of players."""
    if not isinstance(made, Agent):
        if isinstance(made, type) or not isinstance(made, Starts):
            wanted = "an agent is a subclass of Agent, or has start(seat, seed)"
            raise AgentError(f"{short_repr(who)} stands for {short_repr(made)}; {wanted}")
        for_game, for_number = getattr(made, "game", game), getattr(made, "num_players", num_players)
        if not isinstance(for_game, type(game)):  # the agent's own attribute
            for_game, for_number = game, num_players
        made = OneGameAgent(for_game, for_number, made)
    check_made_for(made, game, num_players)
    return made  # type: ignore[no-any-return]


# ------------------------------------------------------------------------------------------ makers


def known_agents() -> list[str]:
    """Return the names of all installed agents, sorted."""
    return sorted({point.name for point in _points()})


def _points() -> Iterable[EntryPoint]:
    return entry_points(group=GROUP)


def find_maker(name: str) -> Maker:
    """Return the maker of that name, an entry point or FILE.py:NAME; AgentError if none is there, or loads."""
    if (in_file := _IN_FILE.fullmatch(name)) is not None:
        module = _load_file(Path(in_file["file"]).absolute())
        make = getattr(module, in_file["name"], None)
        if make is None:
            there = vars(module).items()
            own = [key for key, value in there if getattr(value, "__module__", "") == module.__name__]
            raise AgentError(f"{in_file['file']} has no {unknown(in_file['name'], own)}")
        where = name
    else:
        point = next((point for point in _points() if point.name == name), None)
        if point is None and name.endswith(".py"):
            raise AgentError(f"{name}: a class or function of a file is written {name}:NAME")
        if point is None:
            raise AgentError(f"there is no agent {unknown(name, known_agents())}{hint_to_install()}")
        where = f"agent {short_repr(name)} is known, but {point.value}"
        try:
            make = point.load()
        except (Exception, SystemExit) as error:
            raise crashed(f"{where} does not load", error) from error
    _check_maker(make, where)
    return make  # type: ignore[no-any-return]


@cache
def _load_file(path: Path) -> Any:
    """Run a file as a module of its own, once; it may import from its folder."""
    if not path.is_file():
        raise AgentError(f"there is no file {path}")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    name = re.sub(r"\W", "_", str(path))  # one that pickle can import, so without dots
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)  # dataclasses look for it there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise crashed(f"{path} does not load", error) from error
    cloudpickle.register_pickle_by_value(module)  # no other process finds it by its name
    return module


def _check_maker(make: Any, where: str) -> None:
    if not callable(make):
        kind = type(make).__name__
        raise AgentError(f"{where} must be a class or function that makes the agent, not of type {kind}")
    try:
        taken = inspect.signature(make)
    except ValueError as error:
        raise AgentError(f"{where} must make an agent, and {short_repr(make)} of Python's own does not") from error
    try:
        taken.bind_partial("game", "num_players")
    except TypeError as error:
        raise AgentError(f"{where} must take the game and the number of players, not {taken}") from error


def _is_ours(make: Maker) -> bool:
    """Return whether a maker is this project's, whose errors need no traceback."""
    return str(getattr(make, "__module__", "")).partition(".")[0] in _OUR_PACKAGES


def _arguments(make: Maker) -> dict[str, inspect.Parameter]:
    """Return a maker's parameters by name beside game and number of players."""
    parameters = list(inspect.signature(make).parameters.values())
    return {
        each.name: each
        for i, each in enumerate(parameters)
        if each.kind is each.KEYWORD_ONLY or (each.kind is each.POSITIONAL_OR_KEYWORD and i >= 2)
    }


def needed_argument(make: Maker) -> str | None:
    """Return the name of the argument that a maker cannot do without, such as a path."""
    taken = _arguments(make).values()
    return next((each.name for each in taken if each.default is each.empty), None)


def _read_arguments(text: str, make: Maker, parsed: AgentText) -> dict[str, Value]:
    """Return the arguments that an agent string has for a maker, by name."""
    taken, written = _arguments(make), dict(parsed.options)
    if parsed.positional is not None:
        first = next((name for name, each in taken.items() if each.kind is not each.KEYWORD_ONLY), None)
        if first is None:
            raise AgentError(
                f"{short_repr(text)}: {parsed.name} takes nothing but options, KEY=VALUE, "
                f"not {short_repr(parsed.positional)}"
            )
        written = {first: parsed.positional, **written}
    for name, each in taken.items():
        if each.default is each.empty and name not in written:
            example = f"{parsed.name}:{name.upper()}"
            raise AgentError(f"{short_repr(text)}: {parsed.name} needs a {name}, as in {example}")
    parameters = inspect.signature(make).parameters.values()
    is_open = any(each.kind is each.VAR_KEYWORD for each in parameters)
    for key in written:
        if key not in taken and not is_open:
            raise AgentError(f"{short_repr(text)}: {parsed.name} has no option {unknown(key, taken)}")
    return {key: _read_argument(text, taken.get(key), value) for key, value in written.items()}


def _read_argument(text: str, parameter: inspect.Parameter | None, written: str) -> Value:
    """Return the value of an argument, of the type that its parameter says."""
    kind = _type_name(parameter) if parameter else ""
    if kind == "str":
        return written
    value = _parse_value(written)
    wanted, types = _TYPES.get(kind, ("", ()))
    if parameter and wanted and type(value) not in types:
        raise AgentError(f"{short_repr(text)}: {parameter.name} must be {wanted}, not {short_repr(value)}")
    return value


def _type_name(parameter: inspect.Parameter) -> str:
    """Return the name of a parameter's type; that of its default where it has no annotation."""
    if parameter.annotation is parameter.empty:
        return "" if parameter.default in (parameter.empty, None) else type(parameter.default).__name__
    return str(getattr(parameter.annotation, "__name__", parameter.annotation))


def options_of(make: Maker, game: Game) -> list[Option]:
    """Return the options of a maker: those of its signature, explained by the section Args of its docstring.

    A maker may have an attribute `ranges`, the allowed values by name of the option. One whose options depend on the
    game has an attribute `options`, a function of the game that lists them.
    """
    ranges: Mapping[str, str] = getattr(make, "ranges", {})
    meanings = {**meanings_of(getattr(make, "__init__", None)), **meanings_of(make)}
    own = [
        Option(
            name,
            _type_name(each) or "text or number",
            None if each.default is each.empty else each.default,
            meanings.get(name, ""),
            ranges.get(name, ""),
        )
        for name, each in _arguments(make).items()
    ]
    more: Callable[[Game], Sequence[Option]] | None = getattr(make, "options", None)
    return [*own, *(more(game) if more else ())]


def meanings_of(documented: Any) -> dict[str, str]:
    """Return a docstring's texts on arguments or attributes, by name."""
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", inspect.getdoc(documented) or "", re.MULTILINE)
    return {name: " ".join(meaning.split()) for name, meaning in entries}


# What an argument that is no text may be by the name of its type: in words, and the types of values.
_TYPES: dict[str, tuple[str, tuple[type, ...]]] = {
    "bool": ("true or false", (bool,)),
    "int": ("an integer", (int,)),
    "float": ("a number", (int, float)),
}
