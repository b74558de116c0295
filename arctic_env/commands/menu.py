"""The legal actions as a numbered menu, and what an answer means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import fill

import numpy as np
from numpy.typing import NDArray

from arctic_env.model.position import View

COLUMNS, GAP = 80, 2  # of a terminal; between two columns
_FEW = 12  # actions whose texts are written in full
_STAY = "\u00a0"  # a space at which no line is broken


@dataclass(frozen=True)
class Menu:
    """Actions in the order of their numbers, which begin at 1: their ids, their texts, and the same in words."""

    actions: list[int]
    texts: list[str]
    words: list[str]

    @staticmethod
    def of(view: View, mask: NDArray[np.int8]) -> Menu:
        """Return the menu of a view's legal actions: kind by kind, cards of an animal together."""
        table, order = view.game.actions, view.game.narration.order

        def key(action: int) -> tuple[int, tuple[int, ...]]:
            return table.block_of(action).start, order(view.action_text(action).rpartition(" ")[2])

        actions = sorted(np.flatnonzero(mask).tolist(), key=key)
        texts = [view.action_text(action) for action in actions]
        actions = [actions[i] for i in numbering(texts)]
        texts = [view.action_text(action) for action in actions]
        return Menu(actions, texts, [view.action_words(action) for action in actions])

    def in_words(self) -> str:
        """Return the menu with each action in words beside its text, in columns where they fit."""
        width = max(map(len, self.texts)) + GAP
        pairs = zip(self.texts, self.words, strict=True)
        return _numbered([words if words.startswith(text) else f"{text:<{width}}{words}" for text, words in pairs])

    def in_texts(self) -> str:
        """Return the menu with the texts alone; what all begin with stands above."""
        parts = [text.rpartition(" ") for text in self.texts]
        if len(parts) > _FEW and len({verb for verb, _, _ in parts}) == 1:
            return f"  {parts[0][0]}\n{_numbered([name for _, _, name in parts])}"
        return _numbered(self.texts)

    def in_lines(self) -> str:
        """Return the menu as running text: what several actions begin with stands once, before their numbers.

        Where the next ones begin alike but for the last word, such as a square, that word stands alone.
        """
        groups, verb = list[str](), ""
        for begun, members in groupby(enumerate(self.texts, start=1), lambda each: each[1].rpartition(" ")[0]):
            named = ", ".join(f"{number} {text.rpartition(' ')[2]}".replace(" ", _STAY) for number, text in members)
            before, (verb, _, last) = verb, begun.rpartition(" ")
            shown = last if verb and verb == before else begun
            groups.append(f"{shown.replace(' ', _STAY)}:{_STAY}{named}" if begun else named)
        text = fill("; ".join(groups), COLUMNS, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        return text.replace(_STAY, " ")

    def fitting(self, lines: int | None) -> str:
        """Return the first form of the menu, words first, that has at most so many lines, else the shortest."""
        forms = (self.in_words(), self.in_texts(), self.in_lines())
        fits = (form for form in forms if lines is None or form.count("\n") < lines)
        return next(fits, min(forms, key=lambda form: form.count("\n")))

    @property
    def fewest_lines(self) -> int:
        """The number of lines of its shortest form."""
        return self.fitting(0).count("\n") + 1


def numbering(texts: Sequence[str]) -> list[int]:
    """Return the indices of texts in the order of their numbers.

    A text that ends with a number, such as `play 2`, has that number if it is free, so that 2 means the same both ways.
    """
    order: dict[int, int] = {}
    for index, text in enumerate(texts):
        last = text.rpartition(" ")[2]
        if last.isdecimal() and 1 <= int(last) <= len(texts):
            order.setdefault(int(last), index)
    others = iter([index for index in range(len(texts)) if index not in order.values()])
    return [order[number] if number in order else next(others) for number in range(1, len(texts) + 1)]


def match_action(answer: str, texts: Sequence[str]) -> list[int]:
    """Return the indices in `texts` that match an answer.

    It may be a number from 1, a text or its beginning, or else what a text names, such as its card, or the beginning
    of that; in any case.
    """
    if answer.isdecimal() and len(answer) < 9 and 1 <= int(answer) <= len(texts):
        return [int(answer) - 1]
    lowered, answer = [text.lower() for text in texts], answer.lower()
    if answer in lowered:
        return [lowered.index(answer)]
    begun = [i for i, text in enumerate(lowered) if text.startswith(answer)]
    named = [i for i, text in enumerate(lowered) if text.endswith(f" {answer}")]
    return begun or named or [i for i, text in enumerate(lowered) if text.rpartition(" ")[2].startswith(answer)]


def in_columns(cells: Sequence[str]) -> str:
    """Arrange cells in lines of at most COLUMNS."""
    width = max(map(len, cells)) + GAP
    fitting = max(1, (COLUMNS + GAP) // width)
    rows = [cells[i : i + fitting] for i in range(0, len(cells), fitting)]
    return "\n".join("".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows)


def _numbered(cells: Sequence[str]) -> str:
    return in_columns([f"{number:>3}  {cell}" for number, cell in enumerate(cells, start=1)])
