"""What a seat may know (3)."""

from collections import Counter
from typing import Any

from tests.iglu.referee.material import TILES
from tests.iglu.referee.table import Table


def view(table: Table, seat: int) -> dict[str, Any]:
    """The document with what the seat may not know as a count or null (3, 6)."""
    document = table.document()
    document["tiles"] = dict.fromkeys(document["tiles"])
    document["supply"] |= {name: len(document["supply"][name]) for name in ("fish", "foxes")}
    document["melted"] = len(document["melted"])
    for other, tribe in enumerate(document["seats"]):
        if other != seat:
            tribe["kept"] = len(tribe["kept"])
    return document


def unknown_faces(table: Table, seat: int) -> Counter[str]:
    """Faces that may lie on the board, be melted or be kept by others: the table less what the seat knows (6)."""
    known = Counter([*table.shown, *table.kept[seat], *["glacier"] * len(table.glaciers)])
    return Counter(TILES) - known
