r"""Agents as text, `random`, `planner:totem=1.2` or `ppo:runs/best`, for command lines and settings files.

    agents  = agent { "," agent }
    agent   = name [ ":" positional ] [ ":" options ]
    options = key "=" value { "," key "=" value }

The name is an entry point of the group "arctic.agents", so any installed package can add agents. It points to
a function: the positional, where there is one, is its positional argument, the options are its keyword
arguments, of the types that it says (bool, int, float or str, which is the value as it is written). Where it says
none, a value is `true`, `false`, an integer, a decimal number or else text. A positional may contain
colons (`ppo:C:\runs\best`), but no comma, and what follows its last colon must not look like an option.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from arctic_env.agents.guarded_calls import crashed
from arctic_env.agents.protocol import Agent, Seated
from arctic_env.errors import AgentError, ArcticError
from arctic_env.model.registry import hint_to_install
from arctic_env.validation import listed, short_repr, unknown

if TYPE_CHECKING:
    from arctic_env.model.game import Game

GROUP = "arctic.agents"

Value = bool | int | float | str
"""The value of an option."""

_OUR_PACKAGES = ("arctic_env", "arctic_agents", "arctic_training")
_OPTION = re.compile(r"[A-Za-z_]\w*=")
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True)
class AgentText:
    """An agent string taken apart.

    Attributes:
        name: Which agent.
        positional: The text after the name, such as a path; None without one.
        options: Keyword arguments, as they are written.
    """

    name: str
    positional: str | None
    options: dict[str, str]


def split_agents(text: str) -> list[str]:
    """The agent strings of a comma-separated list; a comma inside the options of an agent does not part."""
    parts: list[str] = []
    for part in (piece.strip() for piece in text.split(",")):
        if _OPTION.match(part) and parts and _has_options(parts[-1]):
            parts[-1] += "," + part
        else:
            parts.append(part)
    if not all(parts):
        raise AgentError(f"{short_repr(text)} has an empty place in its list of agents")
    return parts


def _has_options(text: str) -> bool:
    return _OPTION.match(text.rpartition(":")[2]) is not None


def parse_agent(text: str) -> AgentText:
    """Take an agent string apart; AgentError says what does not fit the grammar."""
    name, _, rest = text.strip().partition(":")
    if not name:
        raise AgentError(
            f"{short_repr(text)} names no agent; there are {listed(known_agents())}{hint_to_install()}"
        )
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


def known_agents() -> list[str]:
    """The names of all installed agents, sorted."""
    return sorted({point.name for point in _points()})


def _points() -> Iterable[EntryPoint]:
    return entry_points(group=GROUP)


def make_agent(text: str) -> Seated:
    """The agent that a string such as `random`, `planner:totem=1.2` or `ppo:PATH` describes.

    Raises:
        AgentError: The name is unknown, its package cannot be imported, or the agent refuses what it is
            given; the message says which, and what is known.
    """
    parsed = parse_agent(text)
    point = _find(parsed.name)
    make = _load(point)
    options = _read_arguments(text, make, parsed)
    positional = () if parsed.positional is None else (parsed.positional,)
    try:
        agent = make(*positional, **options)
    except (Exception, SystemExit) as error:
        if not _is_ours(point):
            raise crashed(short_repr(text), error) from error
        if isinstance(error, ModuleNotFoundError):
            hint = "it comes with an extra, such as pip install 'arctic-env[all]'"
            raise AgentError(f"{short_repr(text)} needs the package {error.name}; {hint}") from error
        if isinstance(error, (ValueError, OSError, ImportError)):  # which our agents refuse by
            raise AgentError(f"{short_repr(text)}: {error}") from error
        if isinstance(error, ArcticError):
            raise
        raise crashed(short_repr(text), error) from error
    if not isinstance(agent, Seated):
        raise AgentError(
            f"{short_repr(text)}: its entry point made a {type(agent).__name__}, which has no name and start"
        )
    return agent


def check_agent(agent: Seated, game: Game, players: int) -> None:
    """AgentError if it is no agent, such as the class of one, or cannot play this game with that many players."""
    if isinstance(agent, type) or not callable(getattr(agent, "start", None)):
        raise AgentError(
            f"an agent is an object with `start`, or a text such as 'greedy', not {short_repr(agent)}"
        )
    if isinstance(agent, Agent):
        try:
            agent.check(game, players)
        except ArcticError:
            raise
        except (Exception, SystemExit) as error:
            raise crashed(f"{agent.name}, asked whether it can play {game.name}", error) from error


def agent_for(agent: str | Seated, game: Game, players: int) -> Seated:
    """The agent that a text describes, or the one that is given, if it can play this game with that many players.

    Raises:
        AgentError: It cannot be made from its text, or it cannot play.
    """
    made = make_agent(agent) if isinstance(agent, str) else agent
    check_agent(made, game, players)
    return made


def _find(name: str) -> EntryPoint:
    for point in _points():
        if point.name == name:
            return point
    raise AgentError(f"there is no agent {unknown(name, known_agents())}{hint_to_install()}")


def _is_ours(point: EntryPoint) -> bool:
    """Whether what it names is this project's: its own agents say what is wrong without where in their code."""
    return point.module.partition(".")[0] in _OUR_PACKAGES


def _load(point: EntryPoint) -> Callable[..., Any]:
    where = f"agent {short_repr(point.name)} is known, but {point.value}"
    try:
        make: Callable[..., Any] = point.load()
    except (Exception, SystemExit) as error:
        raise crashed(f"{where} does not load", error) from error
    if not callable(make):
        raise AgentError(
            f"{where} must be a function that makes the agent, not of type {type(make).__name__}"
        )
    return make


def _read_arguments(text: str, make: Callable[..., Any], parsed: AgentText) -> dict[str, Value]:
    """The options for a function, if it takes them, and what stands before them."""
    parameters = inspect.signature(make).parameters.values()
    takes_positional = any(parameter.kind in _POSITIONAL for parameter in parameters)
    if parsed.positional is not None and not takes_positional:
        what = short_repr(parsed.positional)
        raise AgentError(
            f"{short_repr(text)}: {parsed.name} takes nothing but options, KEY=VALUE, not {what}"
        )
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return {key: _parse_value(value) for key, value in parsed.options.items()}
    for parameter in parameters:
        if parsed.positional is None and parameter.kind in _NEEDED and parameter.default is parameter.empty:
            example = f"{parsed.name}:{parameter.name.upper()}"
            raise AgentError(f"{short_repr(text)}: {parsed.name} needs a {parameter.name}, as in {example}")
    known = {
        parameter.name: parameter for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY
    }
    for key in parsed.options:
        if key not in known:
            raise AgentError(f"{short_repr(text)}: {parsed.name} has no option {unknown(key, known)}")
    return {key: _read_option(text, known[key], value) for key, value in parsed.options.items()}


def _read_option(text: str, parameter: inspect.Parameter, written: str) -> Value:
    """The value of an option, of the type that its parameter says."""
    annotation = parameter.annotation
    kind = getattr(annotation, "__name__", annotation)
    if kind == "str":
        return written
    value = _parse_value(written)
    wanted, types = _KINDS.get(kind, ("", ()))
    if wanted and type(value) not in types:
        raise AgentError(f"{short_repr(text)}: {parameter.name} must be {wanted}, not {short_repr(value)}")
    return value


# What an option that is no text may be by the name of its type: in words, and the types of values.
_KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "bool": ("true or false", (bool,)),
    "int": ("an integer", (int,)),
    "float": ("a number", (int, float)),
}
_NEEDED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_POSITIONAL = (*_NEEDED, inspect.Parameter.VAR_POSITIONAL)
