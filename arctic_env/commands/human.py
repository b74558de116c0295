"""A person at the table, typing in a terminal: questions, an agent's advice, and the rules of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count
from textwrap import fill, wrap
from threading import Timer
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import StopGame, message_of, traceback_of
from arctic_env.agents.protocol import Agent, Explains
from arctic_env.agents.specs import bind
from arctic_env.commands.menu import COLUMNS, Menu, match_action
from arctic_env.commands.options import HUMAN
from arctic_env.commands.show import QUIT, ask, board_text, clear, complete, highlight, is_terminal, page, paint, rows
from arctic_env.kernels.cache import compiling_since
from arctic_env.kernels.random import make_seed, one_way_seed
from arctic_env.model.game import Game
from arctic_env.model.position import Position, View
from arctic_env.validation import counted, short_repr
from arctic_env.web.think import HasProbabilities, Looks, advisers, are_alike

_WORDS = ("board", "hint", "rules", "help", "quit")
_HELP = """\
Type the number of an action, its text, the beginning of its text, or only what
it names, such as a card, if that is enough to tell it apart.
  board     show the whole board again; Enter alone: without what has happened
  hint      ask an agent
  rules     show how the game is played, and what the letters mean
  ?         explain this decision, with the actions in words
  help      show this
  quit, q   leave the game and save it
An action cannot be taken back here; the page can (`arctic serve`), until an
action has shown something or another seat has decided."""


@dataclass
class Human:
    """A person, with the `name` and `start` of an agent."""

    hint: Callable[[View, Menu], str]  # returns advice on a decision from the person's view
    hints: bool = False  # whether to give that advice unasked
    skip_forced: bool = False  # whether an only legal action is played without asking
    news: list[str] = field(default_factory=list)  # since the person was last asked, one line each; emptied when shown
    name: str = HUMAN

    def __reduce__(self) -> str:
        raise TypeError("a person at a terminal cannot be copied or pickled")

    def start(self, seat: int, seed: int) -> _Typist:
        """Return a player that asks the person."""
        return _Typist(self)


@dataclass(frozen=True)
class _Typist:
    human: Human

    def act(self, view: View, mask: NDArray[np.int8]) -> int:
        """Show the view and ask until the answer is an action; raise StopGame when the person leaves."""
        menu = Menu.of(view, mask)
        if self.human.skip_forced and len(menu.actions) == 1:
            return menu.actions[0]
        self._show(view, menu, [*self.human.news])
        self.human.news.clear()
        if self.human.hints and len(menu.actions) > 1:
            print(self.human.hint(view, menu))
        complete([*menu.texts, *_WORDS])
        while True:
            answer = ask("> ")
            if answer in QUIT:
                raise StopGame
            if answer not in menu.texts and self._obeys(answer, view, menu):
                continue
            if (chosen := self._choose(answer, menu)) is not None:
                return menu.actions[chosen]

    def _obeys(self, answer: str, view: View, menu: Menu) -> bool:
        """Do what a command says; return False if it is none."""
        if answer == "?":
            page(_explanation(view, menu))
        elif answer == "help":
            page(_HELP)
        elif answer == "rules":
            page(rules_of(view.game, COLUMNS) or f"there is no page of rules for {view.game.title}")
        elif answer == "hint":
            print(self.human.hint(view, menu))
        elif answer == "board":
            _print_decision(view, menu, [], None)
        elif not answer and is_terminal():
            self._show(view, menu, [])
        else:
            return not answer
        return True

    def _show(self, view: View, menu: Menu, news: list[str]) -> None:
        """Show board, news and menu, on a terminal in place of what it shows now."""
        if is_terminal():
            clear()
        _print_decision(view, menu, news, rows())

    def _choose(self, answer: str, menu: Menu) -> int | None:
        matches = match_action(answer, menu.texts)
        if len(matches) == 1:
            return matches[0]
        if matches:
            print(f"{short_repr(answer)} may be {', '.join(menu.texts[i] for i in matches)}.")
        else:
            print(f"{short_repr(answer)} is not one of the actions 1 to {len(menu.texts)}; try help.")
        return None


def _print_decision(view: View, menu: Menu, news: list[str], lines: int | None) -> None:
    """Print board, news and menu in at most so many lines, if that is possible; None: as it is clearest."""
    colours = view.game.narration.colours
    warning = view.warning()
    told = [*news, *([fill(f"Mind: {warning}", COLUMNS)] if warning else [])]
    left = None if lines is None else lines - len("\n".join(told).splitlines()) - 2  # for the question and the answer
    board = board_text(view, None if left is None else left - menu.fewest_lines)
    choices = menu.fitting(None if left is None else left - board.count("\n") - 1)
    gap = [] if lines is not None else [""]
    shown = "\n".join([*gap, board, *gap, *told, *(gap if told else [])])
    asked = f"Your move (seat {view.seat}):"
    if news and lines is not None and f"{shown}\n{choices}".count("\n") + 3 > lines:
        asked += "  (Enter: the board without what has happened)"
    print(highlight(shown, colours))
    print(paint(asked, "bold"))
    print(highlight(choices, colours))


def _explanation(view: View, menu: Menu) -> str:
    """Return what is to be decided, and the actions in words."""
    explained = "\n".join(fill(line, COLUMNS) for line in view.explanation().splitlines())
    parts = [explained, highlight(menu.in_words(), view.game.narration.colours), "Type help to see what you can type."]
    return "\n\n".join(part for part in parts if part)


# ------------------------------------------------------------------------------------------------ advice

_MOST = 6  # actions that are listed
_PATIENCE = 2.0  # seconds after which it is said what takes so long
_INDENT = " " * 5  # of what stands below an action
_MANY_POINTS = 10  # where one digit behind the point is enough
_WITH_LINES = 3  # of these, those of which it is told how the game goes on


def make_adviser(text: str | None, start: Position, seed: int) -> Callable[[View, Menu], str]:
    """Return a function from a view and its menu to advice, of an agent or (None) of the usual one, made if needed."""
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


# ------------------------------------------------------------------------------------------------ rules

_SECTION = re.compile(r"^## How it is played\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"\A\d{1,2} (?=[A-Z])|(?<![\w.,(])\d{1,2}\.\d{1,2} ")  # of paragraphs, for citing
_GAP = 2  # between two columns of a table


def rules_of(game: Game, columns: int) -> str:
    """Return the rules section of the game's README, wrapped to this many columns; "" for a game without one."""
    page = files("arctic_env.games").joinpath(game.name, "README.md")
    found = _SECTION.search(page.read_text(encoding="utf-8")) if page.is_file() else None
    paragraphs = found[1].strip().split("\n\n") if found else []
    return "\n\n".join(_wrapped(paragraph, columns) for paragraph in paragraphs)


def _wrapped(paragraph: str, columns: int) -> str:
    """Wrap a paragraph, list or table."""
    plain = _plain(paragraph)
    if paragraph.startswith("|"):
        return _table(plain, columns)
    items = re.split(r"\n(?=- )", plain)
    return "\n".join(
        fill(" ".join(item.split()), columns, subsequent_indent="  " * item.startswith("- ")) for item in items
    )


def _plain(paragraph: str) -> str:
    """Return a paragraph without Markdown, but for its tables, and without numbers for citing; code stays as it is."""
    parts = paragraph.split("`")
    parts[::2] = [_NUMBER.sub("", part.replace("*", "")) for part in parts[::2]]
    return "".join(parts)


def _table(source: str, columns: int) -> str:
    """Align a Markdown table in columns; the last one is wrapped to the remaining width."""
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in source.splitlines()]
    widths = [max(map(len, column)) + _GAP for column in zip(*[head, *body], strict=True)]
    indent = " " * sum(widths[:-1])
    line = ["-" * len(cell) for cell in head]
    return "\n".join(
        fill("".join(map(str.ljust, cells, widths)), columns, subsequent_indent=indent) for cells in (head, line, *body)
    )
