"""The rules of a game for people at a terminal: what its README says of how it is played."""

import re
from importlib.resources import files
from textwrap import fill

from arctic_env.model.game import Game

_SECTION = re.compile(r"^## How it is played\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)
_GAP = 2  # between two columns of a table


def rules_of(game: Game, columns: int) -> str:
    """The section of the README in the game's folder, in lines of so many columns.

    Returns "" for a game without one.
    """
    page = files("arctic_env.games").joinpath(game.name, "README.md")
    found = _SECTION.search(page.read_text(encoding="utf-8")) if page.is_file() else None
    paragraphs = found[1].strip().split("\n\n") if found else []
    return "\n\n".join(_wrapped(paragraph, columns) for paragraph in paragraphs)


def _wrapped(paragraph: str, columns: int) -> str:
    """A paragraph, list or table; lines that belong together are joined first."""
    plain = re.sub(r"[*`]", "", paragraph)
    if plain.startswith("|"):
        return _table(plain, columns)
    items = re.split(r"\n(?=- )", plain)
    return "\n".join(
        fill(" ".join(item.split()), columns, subsequent_indent="  " * item.startswith("- "))
        for item in items
    )


def _table(source: str, columns: int) -> str:
    """A Markdown table as aligned columns, of which the last one has what room is left."""
    head, _, *body = [[cell.strip() for cell in line.strip("|").split("|")] for line in source.splitlines()]
    widths = [max(map(len, column)) + _GAP for column in zip(*[head, *body], strict=True)]
    indent = " " * sum(widths[:-1])
    line = ["-" * len(cell) for cell in head]
    return "\n".join(
        fill("".join(map(str.ljust, cells, widths)), columns, subsequent_indent=indent)
        for cells in (head, line, *body)
    )
