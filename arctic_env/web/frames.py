"""Pictures and news of a game for a viewer; a recorded game as pictures that share their parts, also as one HTML file.

Neighbouring pictures differ little, and all of them repeat the same elements. So each is written as changes to the one
before it, in numbers of parts. Parts are sorted, and of each is written what it adds to the beginning of the last one.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from arctic_env.errors import SettingsError
from arctic_env.model.events import seen_text
from arctic_env.model.position import Position, View
from arctic_env.records import Record

_PARTS = re.compile(r"(?<=>)(?=.)", re.DOTALL)  # an element's beginning, its end, or a text with what follows
_ALIKE = 4  # parts in a row by which two pictures are found to agree again

Splice = tuple[int, int, list[int]]
"""Parts to keep since the last change, parts to leave out, numbers of parts to put in."""


def pack(record: Record, viewer: int | None = None) -> dict[str, Any]:
    """Return a game for the page: everything that a viewer, a seat or None for all, may see of it, and nothing else.

    `parts` and `frames` give the pictures, one more than there are actions; of each action `seats` has who played it,
    `choices` the number of legal actions if the viewer may know it, and `news` what happened; `points` are those of
    each picture; `winners` are those after forfeits, and `forfeits` the record's. RecordError if an action does not
    fit, SettingsError if there is no such seat.
    """
    from arctic_env.arena.match import winners_of

    if viewer is not None and viewer not in range(len(record.agents)):
        raise SettingsError(f"the viewer must be a seat, 0 to {len(record.agents) - 1}, not {viewer}")
    positions = list(record.positions())
    actions = [position.action_id(text) for position, text in zip(positions, record.actions, strict=False)]
    before = [None, *zip(positions, actions, strict=False)]
    drawn = [picture(one, viewer, last, record.agents) for one, last in zip(positions, before, strict=True)]
    parts, frames = _share(drawn)
    final = positions[-1]
    return {
        "title": final.game.title,
        "game": record.game,
        "agents": list(record.agents),
        "viewer": viewer,
        "parts": parts,
        "frames": frames,
        "seats": [position.seat for position in positions[:-1]],
        "choices": [_choices(position, viewer) for position in positions[:-1]],
        "news": [
            [
                *([each["kind"], each["seat"], each["text"]] for each in news_of(before, action, after, viewer)),
                *(["forfeit", seat, text] for seat, text in record.forfeit_texts(number).items()),
            ]
            for number, ((before, after), action) in enumerate(zip(pairwise(positions), actions, strict=True))
        ],
        "points": [_points(position, viewer) for position in positions],
        "winners": winners_of(record, final),
        "forfeits": list(record.forfeits),
    }


def _choices(position: Position, viewer: int | None) -> int | None:
    """Return the number of legal actions; None where the viewer may not know it."""
    return int(position.mask().sum()) if viewer in (None, position.seat) else None


def _points(position: Position, viewer: int | None) -> list[int | None]:
    scores = position.scores() if viewer is None else position.view(viewer).scores()
    return [each.get("total") for each in scores]


def _share(drawings: Sequence[str]) -> tuple[list[tuple[int, str]], list[list[Splice]]]:
    """Return all parts of the drawings, sorted, and each drawing as changes to the one before."""
    split = [_PARTS.split(drawing) for drawing in drawings]
    parts = sorted({part for drawing in split for part in drawing})
    numbers = {part: number for number, part in enumerate(parts)}
    numbered = [[numbers[part] for part in drawing] for drawing in split]
    shared = [len(_common(one, other)) for one, other in pairwise(["", *parts])]
    written = [(length, part[length:]) for length, part in zip(shared, parts, strict=True)]
    return written, [changes(one, other) for one, other in pairwise([[], *numbered])]


def _common(one: str, other: str) -> str:
    length = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[:length]


def changes(old: Sequence[int], new: Sequence[int]) -> list[Splice]:
    """Return splices that make the new sequence of the old one; short where they have long parts in common."""
    places: dict[tuple[int, ...], list[int]] = {}
    for k in range(len(old) - _ALIKE + 1):
        places.setdefault(tuple(old[k : k + _ALIKE]), []).append(k)
    found: list[Splice] = []
    at = kept = i = j = 0  # `at`: where the last change ended in the old sequence
    while j < len(new):
        if i < len(old) and old[i] == new[j]:
            i, j = i + 1, j + 1
            continue
        kept = i - at
        to, goal = _meet(places, new, i, j, len(old))
        found.append((kept, to - i, list(new[j:goal])))
        at = i = to
        j = goal
    if i < len(old):
        found.append((i - at, len(old) - i, []))
    return found


def _meet(places: dict[tuple[int, ...], list[int]], new: Sequence[int], i: int, j: int, end: int) -> tuple[int, int]:
    """Return where old and new agree again, next to these places; at their ends if nowhere."""
    best, nearest = (end, len(new)), end - i + len(new) - j
    for goal in range(j, len(new) - _ALIKE + 1):
        if goal - j >= nearest:
            break
        known = places.get(tuple(new[goal : goal + _ALIKE]), [])
        first = bisect_left(known, i)
        if first < len(known) and known[first] - i + goal - j < nearest:
            best, nearest = (known[first], goal), known[first] - i + goal - j
    return best


def html_of(packed: dict[str, Any]) -> str:
    """Return one HTML file with a game, its pictures and the page's script and styles."""
    folder = files("arctic_env.web").joinpath("pages")
    page, css, script = (folder.joinpath(f"page.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js"))
    text = json.dumps(packed, separators=(",", ":"), ensure_ascii=False).encode()
    data = b64encode(gzip.compress(text, mtime=0)).decode()  # a file that is the same for the same game
    page = page.replace('<link rel="stylesheet" href="/page.css">', f"<style>\n{css}</style>")
    page = page.replace('<script type="module" src="/page.js"></script>\n', "")
    inside = f'<script type="application/gzip" id="replay">{data}</script>\n<script type="module">\n{script}</script>\n'
    return page.replace('href="/"', "").replace("</body>", f"{inside}</body>")


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
