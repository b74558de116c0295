"""What has happened so far in a turn; all of it is public."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Turn:
    """The state inside the turn of one seat."""

    mover: int  # whose turn it is; another seat decides when it is asked for a harpoon
    turned: bool = False  # a tile has been turned, so what follows are the action points
    points: int = 0  # action points left
    played: list[str] = field(default_factory=list)  # types of the mover's tiles played this turn (2.5)
    drift: bool = False  # a push is still to be named (2.4)
    push: str | None = None  # a push waits until the entered square is free: `d3 north` (2.4)
    steps: int = 0  # steps of animals left (2.7)
    asked: list[int] = field(default_factory=list)  # seats still to be asked for a harpoon (2.8)
    waiting: list[int] = field(default_factory=list)  # owners of the Inuit that wait for a corner (2.6, 2.8)
    square: str | None = None  # where they are asked or wait

    @classmethod
    def of_document(cls, document: Mapping[str, Any]) -> "Turn":
        """The turn that the field `turn` tells of; at the start of a turn it may be missing (6)."""
        if document.get("turn") is None:
            return cls(mover=document["first"] if document["seat"] is None else document["seat"])
        fields = dict(document["turn"])
        lists = {name: list(fields[name]) for name in ("played", "asked", "waiting")}
        return cls(**(fields | lists))

    def to_document(self) -> dict[str, Any]:
        return asdict(self) | {"played": sorted(self.played)}

    def at_start(self) -> bool:
        return self == Turn(mover=self.mover)
