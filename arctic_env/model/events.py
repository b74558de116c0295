"""What an action caused, for people: events as the seats see them, and actions in words.

Both are made from documents and from an action's text as a seat sees it, and from nothing else. So an event of a seat
cannot tell what the seat does not know. A game has its functions in `events.py` of its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arctic_env.model.document import Document

if TYPE_CHECKING:
    from arctic_env.model.position import View

UNSEEN = "?"  # stands in an action's text for what a seat does not see
_MEMORY = "known"  # the part of a view that holds what the seat remembers, not what it sees
_FACE_DOWN = "*"

Seen = Mapping[str, Any]
"""A position or view as the pictures get it: its document with the fields `scores` and `winners`."""


@dataclass(frozen=True)
class Event:
    """Something that an action caused beyond what its own text says.

    Attributes:
        kind: What it is, one word, such as "penalty" or "drift"; the game's README lists them.
        seat: The seat that it happens to, or that causes it; None for what concerns all.
        text: The same in plain English, without a full stop.
        data: The same as plain JSON values.
    """

    kind: str
    seat: int | None
    text: str
    data: Document = field(default_factory=dict)


def added(before: int | list[str], after: int | list[str]) -> list[str]:
    """Return what a list has more than an earlier one, in order; nothing if the document only counts."""
    if isinstance(before, int) or isinstance(after, int):
        return []
    left, more = list(before), []
    for text in after:
        if text in left:
            left.remove(text)
        else:
            more.append(text)
    return more


@dataclass(frozen=True)
class Narration:
    """How a game is told to people. A game without one has plain notation and no events.

    Attributes:
        action_words: (position or view before, text of the action) -> the action in words, at most 70 letters or so.
        events: (before, text of the action, after) -> what the action caused, in order. In the text of an action
            UNSEEN stands for a card that the seat does not see.
        marks: (before, text of the action, after) -> what a drawing of the position after marks, see
            `arctic_env.drawing.pages`.
        explain: View -> what its seat has to decide and what the choice leads to, for somebody new to the game; one
            or more lines, not wrapped.
        warn: View -> what the seat should know before it decides, such as points that it would lose; mostly empty.
        order: What an action names, its last word -> its place among the actions of its kind, where people choose.
        colours: Regular expressions, without groups, of the text board and of all other texts -> the colour in a
            terminal: red, green, yellow, blue, magenta, cyan, or "" for none.
    """

    action_words: Callable[[Seen, str], str] = lambda _seen, action: action
    events: Callable[[Seen, str, Seen], list[Event]] = lambda _before, _action, _after: []
    marks: Callable[[Seen, str, Seen], list[str]] = lambda _before, _action, _after: []
    explain: Callable[[Seen], str] = lambda _seen: ""
    warn: Callable[[Seen], str] = lambda _seen: ""
    order: Callable[[str], tuple[int, ...]] = lambda _name: ()
    colours: Mapping[str, str] = field(default_factory=dict)

    def last_action(self, before: Seen, action: str, after: Seen) -> Document:
        """Return the field `last` of documents for drawings: an action that has just been played."""
        return {
            "seat": before["seat"],
            "words": self.action_words(before, action),
            "events": [event.text for event in self.events(before, action, after)],
            "marks": self.marks(before, action, after),
        }


def events_of(before: View, action: int, after: View) -> list[Event]:
    """Return what an action caused, as far as the seat of the two views can know it.

    Args:
        before: The view before the action.
        action: The id of the action; what the seat cannot see of it is left out.
        after: The view of the same seat after the action.
    """
    return before.game.narration.events(before.pictured, seen_text(before, action, after), after.pictured)


def seen_text(before: View, action: int, after: View) -> str:
    """Return the text of an action as the seat of the two views sees it.

    A last word that names something, such as a card, is UNSEEN if the seat sees it neither before nor after.
    """
    text = before.action_text(action)
    verb, _, argument = text.rpartition(" ")
    block = before.game.actions.block_of(action)
    if before.to_move or not block.arguments[action - block.start]:
        return text
    for view in (before, after):
        if argument in _names({key: value for key, value in view.pictured.items() if key != _MEMORY}):
            return text
    # Every possible world names all that is in the game; other words, such as "left", are no secret.
    return f"{verb} {UNSEEN}" if argument in _names(before.determinize(0).to_dict()) else text


def _names(document: Any) -> Iterator[str]:
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
        yield from _names(part)
