"""What a seat at a table is sent. All of it is made from the view of that seat, so nothing hidden can be in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from arctic_env.model.position import Position, View
from arctic_env.validation import listed
from arctic_env.web.frames import picture, seen_by
from arctic_env.web.tables import HUMAN, Table
from arctic_env.web.think import advisers

_TOLD = 60  # actions whose news are sent
_TAG = re.compile(r'(<g\b[^>]*?\bdata-(?:action|card|square|token)="([^"]*)"[^>]*?)>')
_TITLE = re.compile(r"<title>(.*?)</title>")


def state_of(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return the state of a table for a seat, or for somebody who may see everything (None)."""
    position = table.position
    seen = seen_by(position, viewer)
    asked = position.seat is not None and (viewer is None or viewer == position.seat)
    actions = actions_of(seen) if asked else []
    last = (table.positions[-2], table.actions[-1]) if table.actions else None
    svg = picture(position, viewer, last, table.seats)
    headline = _TITLE.search(svg)
    why_no_undo = "you watch" if viewer is None else table.why_no_undo(viewer)
    return {
        "table": table.key,
        "opened": table.opened,
        "game": table.game.name,
        "title": table.game.title,
        "decision": table.decision,
        "played": len(table.actions),
        "viewer": viewer,
        "seat": position.seat,
        "over": table.over,
        "busy": table.busy,
        "svg": mark_targets(svg, [each["text"] for each in actions]),
        "headline": _headline(table, headline[1].partition(": ")[2] if headline else ""),
        "board": str(seen),
        "actions": actions,
        "explanation": seen.explanation() if isinstance(seen, View) else "",
        "warning": seen.warning() if isinstance(seen, View) else "",
        "news": _news(table, viewer),
        "seats": _seats(table, seen),
        "undo": not why_no_undo,
        "why_no_undo": why_no_undo,
        "skip_forced": table.skip_forced,
        "people": table.people,
        "advisers": advisers(table.game, len(table.seats)),
    }


def actions_of(seen: View | Position) -> list[dict[str, str]]:
    """Return the legal actions, `text` in notation and `words`."""
    found = seen.mask().nonzero()[0].tolist()
    return [{"text": seen.action_text(action), "words": seen.action_words(action)} for action in found]


def _headline(table: Table, headline: str) -> str:
    """Return the headline of the picture, which knows the board alone, with who wins after forfeits."""
    if not (table.over and table.forfeits):
        return headline
    lost = listed(f"seat {one['seat']}" for one in table.forfeits)
    winners = [seat for seat, rank in enumerate(table.ranks()) if rank == 0]
    won = listed(f"seat {seat}" for seat in winners) or "nobody"
    joined = "and" if winners == table.position.winners() else "but"
    return f"{headline} on the board, {joined} {lost} forfeited; the winner is {won}"


def _seats(table: Table, seen: View | Position) -> list[dict[str, Any]]:
    """Return who sits where, with points and place as far as the viewer may know them."""
    ranks = table.ranks() if table.over else None
    return [
        {
            "agent": agent,
            "is_person": agent == HUMAN,
            "points": scores.get("total"),
            "rank": None if ranks is None else ranks[seat],
            "won": ranks is not None and ranks[seat] == 0,
            "failed": table.has_failed(seat),
        }
        for seat, (agent, scores) in enumerate(zip(table.seats, seen.scores(), strict=True))
    ]


def _news(table: Table, viewer: int | None) -> list[dict[str, Any]]:
    numbers = range(max(0, len(table.actions) - _TOLD), len(table.actions))
    return [
        {"key": f"{number}.{part}", **each}
        for number in numbers
        for part, each in enumerate([*table.forfeit_news(number), *table.news(number, viewer)])
    ]


def mark_targets(svg: str, texts: Iterable[str]) -> str:
    """Mark the groups of a drawing that legal actions name, such as a card or a square, with `data-target`.

    The word by which an action names it is the value, or the first word of its value, of `data-card` and the like.
    """
    words = {word for text in texts for word in text.split()[1:]}

    def mark(match: re.Match[str]) -> str:
        word = next((word for word in match[2].split() if word in words), None)
        return match[0] if word is None else f'{match[1]} data-target="{word}">'

    return _TAG.sub(mark, svg) if words else svg
