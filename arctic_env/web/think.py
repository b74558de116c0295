"""Agents on the page: which may be named, and what they think of a decision, from the view of its seat alone."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.protocol import Agent, Explains
from arctic_env.agents.specs import AgentText, bind, known_agents, parse_agent
from arctic_env.errors import AgentError
from arctic_env.kernels.random import make_seeds
from arctic_env.model.game import Game
from arctic_env.model.position import View
from arctic_env.model.registry import agents_module, agents_package
from arctic_env.records import Record
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
    """Return an agent string that a request names; AgentError if the page may not use it, or it is none.

    Files and folders are read only if they were named on the command line, in `allowed`, and searches are bounded.
    """
    if not isinstance(text, str) or len(text) > 200:
        raise AgentError(f"an agent is written as a short text, not {short_repr(text)}")
    if text in allowed:
        return text
    parsed = parse_agent(text)
    if parsed.name not in known_agents():
        known = listed(known_agents())
        raise AgentError(f"{short_repr(text)}: name it with --agent when you start the server, or take one of {known}")
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


_JUDGING = 30.0  # seconds for all decisions of a game
_WORST = 10  # mistakes that are told
_WORLDS = 32  # played to their ends, for what each seat can expect


@runtime_checkable
class Looks(Protocol):
    """An agent that searches and says what it found, as `arctic_agents.search.result.Result`."""

    def look(self, view: View, seed: int = 0, *, ahead: bool = True) -> Any:
        """Search a decision, and if `ahead` say what would follow each action."""


@runtime_checkable
class HasProbabilities(Protocol):
    """An agent with a policy."""

    def probabilities(self, view: View) -> NDArray[np.float32]:
        """Return the probability of each action."""


@lru_cache(maxsize=32)
def agent_of(text: str, game: Game, num_players: int) -> Agent:
    """Return an agent; one that is asked again is not made again."""
    return bind(text, game, num_players)


def think(view: View, text: str, seed: int) -> dict[str, Any]:
    """Return what an agent thinks of the decision of a view's seat, with an empty text the usual adviser.

    `moves` are the best first, each with `text`, `words` and what the agent says of it; `outlook` is what each seat can
    expect; `beliefs` what the seat can guess of what is hidden. AgentError if the agent cannot be made, fails or has
    nothing to say.
    """
    text = text or advisers(view.game, view.players)[0]
    agent = agent_of(text, view.game, view.players)
    told: dict[str, Any] = {"agent": text, "moves": [], "note": ""}
    if isinstance(agent, Looks):
        told |= _searched(view, agent, seed)
    elif isinstance(agent, HasProbabilities):
        told["moves"] = _by_probability(view, agent.probabilities(view))
    elif isinstance(agent, Explains):
        told["note"] = agent.explain(view, seed)
    else:
        told["note"] = f"{text} would play {view.action_words(_choice(view, agent, seed))}"
    return told | {"outlook": outlook(view, seed), "beliefs": beliefs(view)}


def _choice(view: View, agent: Agent, seed: int) -> int:
    mask = view.mask()
    action = int(agent.start(view.seat, seed).act(view, mask.copy()))
    if not (0 <= action < len(mask) and mask[action]):
        raise AgentError(f"{action} is no legal action")
    return action


def _searched(view: View, agent: Looks, seed: int) -> dict[str, Any]:
    if int(view.mask().sum()) == 1:
        return {"note": "there is only one action"}
    result = agent.look(view, seed)
    scale = result.points or 1.0
    unit = "points ahead" if result.points else f"parts of {result.unit}"
    moves = []
    for move in result.moves:
        compared = move is not result.base and move.value is not None and bool(np.isfinite(move.error))
        moves.append(
            {
                "text": move.text,
                "words": view.action_words(move.action),
                "rollouts": move.rollouts,
                "value": None if move.value is None else scale * move.value,
                "difference": scale * move.difference if compared else None,
                "error": scale * move.error if compared else None,
                "probability": move.prior,
                "then": [{"words": words, "share": share} for _, words, share in move.then] or None,
            }
        )
    choice, base = (view.action_words(move.action) for move in (result.best, result.base))
    preferred = "I see no difference" if are_alike(result) else f"My choice: {choice}"
    note = f"{preferred}. {result.rollouts:,} rollouts; values in {unit}, differences to: {base}."
    if any(move["then"] for move in moves):
        note += " Then: what this seat itself would most often decide next."
    return {"moves": moves, "note": note}


def are_alike(result: Any) -> bool:
    """Return whether a search has found no difference at all between several actions."""
    found = [move.difference for move in result.moves if move is not result.base and move.value is not None]
    return bool(found) and bool(np.allclose(found, 0.0, atol=1e-6))  # of a network the last digits vary


def _by_probability(view: View, probabilities: NDArray[np.float32]) -> list[dict[str, Any]]:
    legal = np.flatnonzero(view.mask())
    order = legal[np.argsort(-probabilities[legal], kind="stable")].tolist()
    return [
        {
            "text": view.action_text(action),
            "words": view.action_words(action),
            "probability": float(probabilities[action]),
        }
        for action in order
    ]


def outlook(view: View, seed: int) -> dict[str, Any]:
    """Return what each seat can expect: points and wins in worlds that agree with the view, played to their ends."""
    from arctic_env.arena import GameSpec, play_many

    known = [each["agent"] for each in levels(view.game, view.players)]
    policy = "champion" if "champion" in known else "greedy"
    agents = [agent_of(policy, view.game, view.players)] * view.players
    seeds = make_seeds([seed], np.arange(_WORLDS)).tolist()
    specs = [GameSpec(view.determinize(each), agents, each) for each in seeds]
    results = play_many(specs)
    points = np.array([result.scores for result in results]).mean(axis=0)
    won = np.array([[result.ranks[seat] == 0 for seat in range(view.players)] for result in results], float)
    shares = (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).mean(axis=0)
    return {"policy": policy, "worlds": _WORLDS, "points": points.tolist(), "wins": shares.tolist()}


def beliefs(view: View) -> dict[str, Any] | None:
    """Return the probabilities that a game's agents give to what is hidden of others; None where there are none."""
    module = agents_module(view.game.name, "beliefs")
    return None if module is None else module.tell(view)


def find_mistakes(record: Record, text: str) -> dict[str, Any]:
    """Return the decisions of a game in which more was lost than in others, by an agent's judgement.

    `mistakes` are the worst first, each with the number of its `decision`, `loss` and the `best` action; `judged` is
    the number of decisions that there was time for; `unit` what a loss is. AgentError if the agent cannot judge
    actions.
    """
    start = record.start_position()
    agent = agent_of(text, start.game, start.players)
    if not isinstance(agent, Looks | HasProbabilities):
        raise AgentError(f"{text} judges no actions; take one that searches or has a policy, such as search")
    found, judged, until, unit = list[tuple[float, int, str]](), 0, time.monotonic() + _JUDGING, ""
    for number, (position, played) in enumerate(zip(record.positions(), record.actions, strict=False)):
        if position.seat is None or int(position.mask().sum()) < 2 or record.has_forfeited(position.seat, number):
            continue
        if time.monotonic() > until:
            break
        judged += 1
        loss, best, unit = _loss(position.view(position.seat), position.action_id(played), agent, number)
        if loss > 0:
            found.append((loss, number, best))
    worst = [
        {"decision": number, "loss": loss, "best": best} for loss, number, best in sorted(found)[: -_WORST - 1 : -1]
    ]
    return {"mistakes": worst, "judged": judged, "unit": unit}


def _loss(view: View, action: int, agent: Looks | HasProbabilities, seed: int) -> tuple[float, str, str]:
    """Return how much worse an action is than the best (0: not judged), the best in words, and the unit."""
    if isinstance(agent, Looks):
        result = agent.look(view, seed, ahead=False)
        values = {move.action: move.value for move in result.moves if move.value is not None}
        best = result.best.action
        loss = values[best] - values[action] if {best, action} <= set(values) else 0.0
        unit = "points" if result.points else f"parts of {result.unit}"
        return float(loss * (result.points or 1.0)), view.action_words(best), unit
    probabilities = agent.probabilities(view)
    best = int(probabilities.argmax())
    return float(probabilities[best] - probabilities[action]), view.action_words(best), "probability"
