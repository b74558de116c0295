"""The rules of a game for people at a terminal: what its README says of how it is played."""

import re
from importlib.resources import files
from textwrap import fill

from arctic_env.core.game import Game

_SECTION = re.compile(r"^## How it is played\n(.*?)(?=^## )", re.DOTALL | re.MULTILINE)


def rules_of(game: Game, columns: int) -> str:
    """The section of the README in the game's folder, in lines of so many columns but for tables.

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
        return plain
    items = re.split(r"\n(?=- )", plain)
    return "\n".join(
        fill(" ".join(item.split()), columns, subsequent_indent="  " * item.startswith("- "))
        for item in items
    )
