"""The rules of a game for a terminal, from the README of its folder."""

from __future__ import annotations

import re
from importlib.resources import files
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arctic_env.model.game import Game

_SECTION = re.compile(r"^## How it is played\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"\A\d{1,2} (?=[A-Z])|(?<![\w.,(])\d{1,2}\.\d{1,2} ")  # of paragraphs, for citing
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
