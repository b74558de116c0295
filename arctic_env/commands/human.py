"""A person at the table, typing in a terminal."""

from __future__ import annotations

import pydoc
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from io import TextIOWrapper
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import StopGame
from arctic_env.commands.options import HUMAN
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.model.game import Game, View

QUIT = ("quit", "q")


def prepare_input() -> None:
    r"""Enable line editing at a terminal, and decode invalid bytes as `\xff`, so that the question can be repeated."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # Windows edits lines by itself
            import readline

            readline.set_completer_delims("")
            libedit = "libedit" in (readline.__doc__ or "")  # as on a Mac
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def ask(question: str) -> str:
    """Return the typed line, with single spaces and in lower case; "quit" at the end of input."""
    try:
        return " ".join(input(question).split()).lower()
    except EOFError:
        print()
        return QUIT[0]
    except KeyboardInterrupt:
        print()
        raise


def complete(words: Iterable[str]) -> None:
    """Let the Tab key complete these words, if lines can be edited."""
    if readline := sys.modules.get("readline"):
        words = list(words)
        readline.set_completer(lambda typed, number: [*_starting(typed, words), None][number])


def _starting(typed: str, words: list[str]) -> list[str]:
    return [word for word in words if word.lower().startswith(typed.lower())]


_SECTION = re.compile(r"^## How it is played\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)
_GAP = 2  # between two columns of a table


def rules_of(game: Game, columns: int) -> str:
    """Return the rules section of the game's README, wrapped to this many columns.

    Returns "" for a game without one.
    """
    page = files("arctic_env.games").joinpath(game.name, "README.md")
    found = _SECTION.search(page.read_text(encoding="utf-8")) if page.is_file() else None
    paragraphs = found[1].strip().split("\n\n") if found else []
    return "\n\n".join(_wrapped(paragraph, columns) for paragraph in paragraphs)


def _wrapped(paragraph: str, columns: int) -> str:
    """Wrap a paragraph, list or table."""
    plain = re.sub(r"[*`]", "", paragraph)
    if plain.startswith("|"):
        return _table(plain, columns)
    items = re.split(r"\n(?=- )", plain)
    return "\n".join(
        fill(" ".join(item.split()), columns, subsequent_indent="  " * item.startswith("- ")) for item in items
    )


def _table(source: str, columns: int) -> str:
    """Align a Markdown table in columns; the last one is wrapped to the remaining width."""
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in source.splitlines()]
    widths = [max(map(len, column)) + _GAP for column in zip(*[head, *body], strict=True)]
    indent = " " * sum(widths[:-1])
    line = ["-" * len(cell) for cell in head]
    return "\n".join(
        fill("".join(map(str.ljust, cells, widths)), columns, subsequent_indent=indent) for cells in (head, line, *body)
    )


COLUMNS, GAP = 80, 2  # of a terminal; between two columns

_WORDS = ("board", "rules", "help", "quit")
_HELP = """\
Type the number of an action, its text, or the beginning of its text if that is
enough to tell it apart.
  board     show the board again
  rules     show how the game is played, and what the letters mean
  help, ?   show this
  quit, q   leave the game
There is no way to take an action back: it may have shown you what you could not
know before."""


@dataclass
class Human:
    """A person, with the `name` and `start` of an agent.

    Attributes:
        news: Events since the person was last asked, one line each; emptied when shown.
        hint: Returns advice on a decision from the person's view; None for no advice.
    """

    news: list[str] = field(default_factory=list)
    hint: Callable[[View], str] | None = None
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
        actions = [int(action) for action in np.flatnonzero(mask)]
        texts = [view.action_text(action) for action in actions]
        if self.human.news:
            print("\n".join([*self.human.news, ""]))
            self.human.news.clear()
        self._show(view, texts)
        if self.human.hint and len(texts) > 1:
            print(self.human.hint(view))
        complete([*texts, *_WORDS])
        while True:
            answer = ask("> ")
            if answer in QUIT:
                raise StopGame
            if answer in ("help", "?"):
                print(_HELP)
            elif answer == "rules":
                _page(rules_of(view.game, COLUMNS) or f"there is no page of rules for {view.game.title}")
            elif answer == "board":
                self._show(view, texts)
            elif answer and (chosen := self._choose(answer, texts)) is not None:
                return actions[chosen]

    def _choose(self, answer: str, texts: Sequence[str]) -> int | None:
        matches = match_action(answer, texts)
        if len(matches) == 1:
            return matches[0]
        if matches:
            print(f"{short_repr(answer)} may be {', '.join(texts[i] for i in matches)}.")
        else:
            print(f"{short_repr(answer)} is not one of the actions 1 to {len(texts)}; try help.")
        return None

    def _show(self, view: View, texts: Sequence[str]) -> None:
        print(f"{view}\n\nYour move (seat {view.seat}):")
        print(in_columns([f"{number:>3}  {text}" for number, text in enumerate(texts, start=1)]))


def _page(text: str) -> None:
    """Print a text, page by page on a terminal too small for it."""
    if text.count("\n") < shutil.get_terminal_size().lines - 1:
        print(text)
    else:
        pydoc.pager(f"{text}\n")  # prints it where output is no terminal


def in_columns(cells: Sequence[str]) -> str:
    """Arrange cells in lines of at most COLUMNS."""
    width = max(map(len, cells)) + GAP
    fitting = max(1, (COLUMNS + GAP) // width)
    rows = [cells[i : i + fitting] for i in range(0, len(cells), fitting)]
    return "\n".join("".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows)


def match_action(answer: str, texts: Sequence[str]) -> list[int]:
    """Return the indices in `texts` that match an answer: a number from 1, or a text or its start in any case."""
    if answer.isdecimal():
        return [i for i in range(len(texts)) if str(i + 1) == answer]
    lowered = [text.lower() for text in texts]
    if answer.lower() in lowered:
        return [lowered.index(answer.lower())]
    return [i for i, text in enumerate(lowered) if text.startswith(answer.lower())]
