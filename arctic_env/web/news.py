"""What an action did, in words, for one seat or for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arctic_env.model.game import Position, View

_MEMORY = "known"  # the part of a view that holds what the seat remembers, not what it sees
_FACE_DOWN, _UNSEEN = "*", "?"


def action_words(position: Position | View, action: int) -> str:
    """Return an action in words, for the seat that may play it."""
    return position.action_text(action)


def news_of(before: Position, action: int, after: Position, viewer: int | None) -> list[dict[str, Any]]:
    """Return what happened by an action as far as the viewer may know it; None may know everything."""
    return [{"seat": before.seat, "kind": "action", "text": _visible(before, action, after, viewer)}]


def _visible(before: Position, action: int, after: Position, viewer: int | None) -> str:
    text = before.action_text(action)
    verb, _, argument = text.rpartition(" ")
    block = before.game.actions.block_of(action)
    if viewer is None or viewer == before.seat or not block.arguments[action - block.start]:
        return text
    if argument not in _words(before.to_dict()):
        return text
    for position in (before, after):
        view = position.view(viewer).to_dict()
        if argument in _words({key: value for key, value in view.items() if key != _MEMORY}):
            return text
    return f"{verb} {_UNSEEN}"


def _words(document: Any) -> Iterator[str]:
    """Return all texts of a document, keys included, without the mark of face-down cards."""
    if isinstance(document, dict):
        yield from document
        document = document.values()
    elif isinstance(document, str):
        yield document.removeprefix(_FACE_DOWN)
        return
    elif not isinstance(document, list):
        return
    for part in document:
        yield from _words(part)


def picture(position: Position, viewer: int | None, names: Sequence[str], last: int | None) -> str:
    """Return the drawing for a viewer; None sees everything."""
    return position.svg(viewer)


def board(position: Position, viewer: int | None) -> str:
    """Return the text board for a viewer; None sees everything."""
    return str(position if viewer is None else position.view(viewer))
