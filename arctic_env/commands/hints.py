"""What an agent thinks of a person's decision, in lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from textwrap import wrap
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from arctic_env.commands.menu import COLUMNS
from arctic_env.kernels.cache import compiling_since
from arctic_env.validation import counted

if TYPE_CHECKING:
    from arctic_env.agents.protocol import Agent
    from arctic_env.commands.menu import Menu
    from arctic_env.model.position import Position, View

_MOST = 6  # actions that are listed
_PATIENCE = 2.0  # seconds after which it is said what takes so long
_INDENT = " " * 5  # of what stands below an action
_MANY_POINTS = 10  # where one digit behind the point is enough
_WITH_LINES = 3  # of these, those of which it is told how the game goes on


def make_adviser(text: str | None, start: Position, seed: int) -> Callable[[View, Menu], str]:
    """Return a function from a view and its menu to advice.

    Args:
        text: The agent that is asked, made at once; None for the usual one, made when it is first asked.
        start: The position that is played from.
        seed: The seed of the game.
    """
    from arctic_env.agents.guarded_calls import message_of, traceback_of
    from arctic_env.agents.specs import bind
    from arctic_env.arena import make_seed, one_way_seed
    from arctic_env.web.think import advisers

    name = advisers(start.game, start.players)[0] if text is None else text
    adviser_seed, numbers = one_way_seed(seed, start.players), count()  # the seats' own end before that

    @cache
    def agent() -> Agent:
        return bind(name, start.game, start.players)

    def advise(view: View, menu: Menu) -> str:
        if len(menu.actions) > 1:
            print(f"{name} thinks ...", flush=True)
        began = monotonic()
        waits = Timer(_PATIENCE, lambda: _say_why(began))
        waits.start()
        try:
            told = advice(view, menu, agent(), name, make_seed(adviser_seed, next(numbers)))
            return f"{told}\n  ({monotonic() - began:.1f} s)" if len(menu.actions) > 1 else told
        except (Exception, SystemExit) as error:  # the person did nothing wrong and plays on
            return f"{traceback_of(error)}{name} cannot explain: {message_of(error)}"
        finally:
            waits.cancel()

    if text is not None:
        agent()
    return advise


def _say_why(began: float) -> None:
    if why := compiling_since(began):
        print(f"  {why} ...", flush=True)


def advice(view: View, menu: Menu, agent: Agent, name: str, seed: int) -> str:
    """Return what an agent thinks of a decision: values by a search, probabilities by a policy, or its choice."""
    from arctic_env.agents.protocol import Explains
    from arctic_env.web.think import HasProbabilities, Looks

    if len(menu.actions) == 1:
        return "There is only one action."
    if isinstance(agent, Looks):
        return _searched(menu, agent.look(view, seed), name)
    if isinstance(agent, HasProbabilities):
        probabilities = agent.probabilities(view)
        order = sorted(menu.actions, key=lambda action: -float(probabilities[action]))
        rows = [(action, f"{probabilities[action]:.0%}") for action in order]
        return "\n".join([f"{name} would play, with these probabilities:", *_lines(menu, rows)])
    if isinstance(agent, Explains):
        return agent.explain(view, seed)
    action = int(agent.start(view.seat, seed).act(view, view.mask()))
    return "\n".join([f"{name} would play", *_lines(menu, [(action, "")])])


def _searched(menu: Menu, result: Any, name: str) -> str:
    """Return the result of a search: in points where its values can be told in points."""
    from arctic_env.web.think import are_alike

    scale, unit = (1.0, result.unit) if result.points is None else (result.points, "points")
    digits = 1 if scale >= _MANY_POINTS else 2
    rows = []
    for move in result.moves:
        error = f" +-{move.error * scale:.{digits}f}" if np.isfinite(move.error) and move is not result.base else ""
        value = "not tried" if move.value is None else f"{round(move.value * scale, digits) + 0.0:+.{digits}f}{error}"
        rows.append((move.action, value))
    rollouts = counted(result.rollouts, "rollout")
    what = "points ahead at the end" if result.points is not None else f"values, 1 is {unit}"
    lines = _lines(menu, rows)
    for number, move in reversed([*enumerate(result.moves[:_WITH_LINES], start=1)]):
        if move.then:
            then = ", ".join(f"{later.text} {later.share:.0%}" for later in move.then)
            lines[number:number] = wrap(f"then: {then}", COLUMNS, initial_indent=_INDENT, subsequent_indent=_INDENT)
    if are_alike(result):
        return "\n".join([f"{name} sees no difference, by {rollouts}, {what}:", *lines])
    base = 1 + list(menu.actions).index(result.base.action)
    legend = f"(+-: standard error of the difference to {base}; then: what you would most often do next, and how often)"
    return "\n".join([f"{name} prefers, by {rollouts}, {what}:", *lines, *wrap(legend, COLUMNS)])


def _lines(menu: Menu, rows: Sequence[tuple[int, str]]) -> list[str]:
    """Return lines with number, value and words of the first actions."""
    numbers = {action: number for number, action in enumerate(menu.actions)}
    width = max(len(value) for _, value in rows[:_MOST])
    return [
        f"{numbers[action] + 1:>3}  {value:<{width}}{'  ' * bool(width)}{menu.words[numbers[action]]}"
        for action, value in rows[:_MOST]
    ]
