"""Agents as levels for people, and which agent strings the page may name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

from arctic_env.agents.specs import AgentText, known_agents, parse_agent
from arctic_env.errors import AgentError
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_module, agents_package
from arctic_env.validation import listed, short_repr

MOST_ROLLOUTS = 5000  # of a search, for one decision
MOST_SECONDS = 10.0

_PLAIN_VALUE = re.compile(r"[\w.+-]*")  # no path
_FILES = {"weights": "", "folder": "", "policy": "champion"}  # options that name files, and what they may be here


def levels(game: Game, num_players: int) -> list[dict[str, str]]:
    """Return the agents that a person may choose by their strength: `agent` and `level`, the easiest first."""
    found = [("greedy", "easy")]
    package = agents_package(game.name)
    if package is not None and agents_module(game.name, "planner") is not None:
        found.append(("planner", "hard"))
    trained = package is not None and files(package).joinpath(f"champion_{num_players}p").is_dir()
    if trained:
        found.append(("champion", "harder"))
    if package is not None and agents_module(game.name, "heuristics") is not None:
        found.append(("search:policy=champion" if trained else "search", "hardest"))
    return [{"agent": agent, "level": level} for agent, level in found]


def advisers(game: Game, num_players: int) -> list[str]:
    """Return the agents that can be asked for hints, the usual one first: search, with the champion if there is one."""
    trained = any(each["agent"] == "champion" for each in levels(game, num_players))
    return ["search:policy=champion", "champion", "search", "planner"] if trained else ["search", "planner"]


def check_agent(text: object, allowed: Sequence[str] = ()) -> str:
    """Return an agent string that a request names, if the page may use it.

    Files and folders are read only if they were named on the command line, and searches are bounded.

    Args:
        text: The string.
        allowed: Strings from the command line.

    Raises:
        AgentError: It may not be used here, or is no agent string.
    """
    if not isinstance(text, str) or len(text) > 200:
        raise AgentError(f"an agent is written as a short text, not {short_repr(text)}")
    if text in allowed:
        return text
    parsed = parse_agent(text)
    if parsed.name not in known_agents():
        raise AgentError(
            f"{short_repr(text)}: name it with --agent when you start the server, or take one of "
            f"{listed(known_agents())}"
        )
    plain = all(
        _PLAIN_VALUE.fullmatch(value) and value == _FILES.get(name, value) for name, value in parsed.options.items()
    )
    if parsed.positional is not None or not plain:
        raise AgentError(f"{short_repr(text)} names a file: name the agent with --agent when you start the server")
    _check_budget(text, parsed)
    return text


def _check_budget(text: str, parsed: AgentText) -> None:
    most: Mapping[str, float] = {"rollouts": MOST_ROLLOUTS, "seconds": MOST_SECONDS, "threads": 1, "candidates": 64}
    for name, limit in most.items():
        try:
            value = float(parsed.options.get(name, 0))
        except ValueError:
            continue  # the agent says what is wrong
        if not value <= limit:
            raise AgentError(f"{short_repr(text)}: {name} can be at most {limit:g} here")
