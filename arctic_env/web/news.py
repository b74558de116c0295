"""What an action did, in words, for one seat or for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arctic_env.model.position import Position

News = list[dict[str, Any]]
"""What a viewer is told of an action: `kind`, `seat`, `text`; the action first, then what it caused."""


def news_of(before: Position, action: int, viewer: int | None) -> News:
    """Return what happens by an action as far as the viewer may know it; None may know everything."""
    told = {"kind": "action", "seat": before.seat, "text": before.action_words(action, viewer)}
    caused = [{"kind": each.kind, "seat": each.seat, "text": each.text} for each in before.events(action, viewer)]
    return [told, *caused]


def picture(
    position: Position, viewer: int | None, last: tuple[Position, int] | None = None, agents: Sequence[str] = ()
) -> str:
    """Return the drawing for a viewer, with the last action marked; None sees everything."""
    return position.svg(viewer, last=last, names=[agent.partition(":")[0] for agent in agents])


def board(position: Position, viewer: int | None) -> str:
    """Return the text board for a viewer; None sees everything."""
    return str(position if viewer is None else position.view(viewer))
