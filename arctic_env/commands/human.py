"""A person at the table, typing in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import StopGame
from arctic_env.commands.menu import COLUMNS, Menu, match_action
from arctic_env.commands.options import HUMAN
from arctic_env.commands.rules import rules_of
from arctic_env.commands.show import board_text
from arctic_env.commands.terminal import QUIT, ask, clear, complete, highlight, is_terminal, page, paint, rows
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.model.position import View

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
    """A person, with the `name` and `start` of an agent.

    Attributes:
        hint: Returns advice on a decision from the person's view.
        hints: Whether to give that advice unasked.
        skip_forced: Whether an only legal action is played without asking.
        news: Events since the person was last asked, one line each; emptied when shown.
    """

    hint: Callable[[View, Menu], str]
    hints: bool = False
    skip_forced: bool = False
    news: list[str] = field(default_factory=list)
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
