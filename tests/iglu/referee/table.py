"""The table: what lies where, what everybody may ask of it, and the turn that is being played."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.iglu.referee.board import CORNERS, SQUARES, neighbours
from tests.iglu.referee.turn import Turn


class Table:
    """One game, made from a position document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        document = deepcopy(dict(document))
        self.players: int = document["players"]
        self.variant: str = document["variant"]
        self.half: str = document["half"]
        self.first: int = document["first"]
        self.seat: int | None = document["seat"]
        self.stage: str = document["stage"]
        self.tiles: dict[str, str] = document["tiles"]
        self.glaciers: list[str] = document["glaciers"]
        self.fish: dict[str, list[int]] = document["fish"]
        self.foxes: dict[str, list[int]] = document["foxes"]
        self.bears: list[str] = document["bears"]
        self.supply: dict[str, Any] = document["supply"]
        seats = document["seats"]
        self.inuit: list[list[str]] = [seat["inuit"] for seat in seats]
        self.igloos: list[list[str]] = [seat["igloos"] for seat in seats]
        self.kept: list[list[str]] = [seat["kept"] for seat in seats]
        self.hunted: list[list[str]] = [seat["hunted"] for seat in seats]
        self.gone: list[str] = document["gone"]
        self.shown: list[str] = document["shown"]
        self.melted: list[str] = document["melted"]
        self.turn = Turn.of_document(document)

    def document(self) -> dict[str, Any]:
        """The position document, complete (6)."""
        document = {
            "format": "iglu/position/1",
            "players": self.players,
            "variant": self.variant,
            "half": self.half,
            "first": self.first,
            "seat": self.seat,
            "stage": self.stage,
            "tiles": dict(sorted(self.tiles.items())),
            "glaciers": sorted(self.glaciers),
            "fish": {square: sorted(values) for square, values in sorted(self.fish.items())},
            "foxes": {square: sorted(values) for square, values in sorted(self.foxes.items())},
            "bears": sorted(self.bears),
            "supply": deepcopy(self.supply),
            "seats": [self._tribe(seat) for seat in range(self.players)],
            "gone": list(self.gone),
            "shown": list(self.shown),
            "melted": list(self.melted),
        }
        if self.stage == "play" and not self.turn.at_start():
            document["turn"] = self.turn.to_document()
        return document

    def _tribe(self, seat: int) -> dict[str, Any]:
        lists = {"inuit": self.inuit, "igloos": self.igloos, "kept": self.kept, "hunted": self.hunted}
        return {name: sorted(values[seat]) for name, values in lists.items()}

    # The ground (1.1, 6): a square is a corner, ice or sea

    def is_ice(self, square: str) -> bool:
        return square in self.tiles or square in self.glaciers

    def is_sea(self, square: str) -> bool:
        return square not in CORNERS and not self.is_ice(square)

    def ice(self) -> list[str]:
        ice = {*self.tiles, *self.glaciers}
        return [square for square in SQUARES if square in ice]

    def sea(self) -> list[str]:
        land = {*CORNERS, *self.tiles, *self.glaciers}
        return [square for square in SQUARES if square not in land]

    def coast(self) -> set[str]:
        """All squares next to sea, whatever they are."""
        return {other for square in self.sea() for other in neighbours(square)}

    # What stands on it

    def owners(self, square: str) -> list[int]:
        """The seats that have Inuit on the square."""
        return [seat for seat, squares in enumerate(self.inuit) if square in squares]

    def builder(self, square: str) -> int | None:
        """The seat that has an igloo on the square."""
        for seat, squares in enumerate(self.igloos):
            if square in squares:
                return seat
        return None

    def occupied(self) -> set[str]:
        """The squares with an Inuit, an igloo or an animal."""
        return {*self.fish, *self.foxes, *self.bears}.union(*self.inuit, *self.igloos)

    def clockwise(self) -> list[int]:
        """All seats from the mover's left on, the mover last (2.6, 2.8)."""
        return [(self.turn.mover + step) % self.players for step in range(1, self.players + 1)]
