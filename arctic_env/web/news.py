"""What an action did, in words, for one seat or for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from arctic_env.model.events import seen_text
from arctic_env.model.position import Position, View

News = list[dict[str, Any]]
"""What a viewer is told of an action: `kind`, `seat`, `text`; the action first, then what it caused."""


@lru_cache(maxsize=64)
def seen_by(position: Position, viewer: int | None) -> View | Position:
    """Return what a viewer sees; words, pictures and boards share it. None sees everything."""
    return position if viewer is None else position.view(viewer)


def news_of(before: Position, action: int, after: Position, viewer: int | None) -> News:
    """Return what happened by an action as far as the viewer may know it; None may know everything."""
    narration, seen, then = before.game.narration, seen_by(before, viewer), seen_by(after, viewer)
    text = before.action_text(action)
    if isinstance(seen, View) and isinstance(then, View):
        text = seen_text(seen, action, then)
    told = {"kind": "action", "seat": before.seat, "text": narration.action_words(seen.pictured, text)}
    caused = narration.events(seen.pictured, text, then.pictured)
    return [told, *({"kind": each.kind, "seat": each.seat, "text": each.text} for each in caused)]


def picture(
    position: Position, viewer: int | None, last: tuple[Position, int] | None = None, agents: Sequence[str] = ()
) -> str:
    """Return the drawing for a viewer, with the last action marked; None sees everything."""
    shown, names = seen_by(position, viewer), [agent.partition(":")[0] for agent in agents]
    if isinstance(shown, Position):
        return shown.svg(last=last, names=names)
    before = seen_by(last[0], viewer) if last else None
    return shown.svg(last=(before, last[1]) if last and isinstance(before, View) else None, names=names)
