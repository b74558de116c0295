"""What a seat is told about the actions of others: no more than anybody at the table sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arctic_env.model.position import Position

_UNSEEN = "?"
_MEMORY = "known"  # the part of a view that holds what the seat remembers, not what it sees
_FACE_DOWN = "*"


def told(before: Position, action: int, viewer: int | None) -> str:
    """The text of an action as the viewer's seat may hear it; with no viewer, in full.

    The last word is replaced by a question mark when it is an argument that names something, such as a card, that
    stands in the full position but that the viewer sees neither before nor after the action.
    """
    text = before.action_text(action)
    verb, _, argument = text.rpartition(" ")
    if viewer is None or viewer == before.seat or not _has_argument(before, action):
        return text
    if not _stands_in(before, argument):
        return text
    after = before.apply(action)
    seen = any(argument in _seen_words(position, viewer) for position in (before, after))
    return text if seen else f"{verb} {_UNSEEN}"


def _has_argument(position: Position, action: int) -> bool:
    block = position.game.actions.block_of(action)
    return bool(block.arguments[action - block.start])


def _stands_in(position: Position, word: str) -> bool:
    return word in set(_words(position.to_dict()))


def _seen_words(position: Position, viewer: int) -> set[str]:
    view = position.view(viewer).to_dict()
    return set(_words({key: value for key, value in view.items() if key != _MEMORY}))


def _words(document: Any) -> Iterator[str]:
    """All texts of a document, keys included, without the mark of face-down cards."""
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
