"""What lies where, and the state inside a turn; both as a document (7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from tests.north_pole.referee.board import CAMP_SQUARES, disc_turned, side_before
from tests.north_pole.referee.material import QUARTERS, SEATED, colour_of, pawns_each

Document = Mapping[str, Any]
Card = str | None
_INCREMENT, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # splitmix64
_64_BITS = 2**64 - 1


@dataclass
class Turn:
    """What has happened in the turn, and what is due."""

    decision: str = "camp"
    card: int | str | None = None
    taken: str | None = None
    declared: list[str] = field(default_factory=list)
    new_cards: bool = False
    discarded: bool = False
    played: bool = False
    extra: int = 0
    packed: bool = False


@dataclass
class Seat:
    """A player's things; an igloo that is built and a filled backpack are not in `equipment`."""

    ship: int
    home: int
    pawns: list[str]
    equipment: list[str]
    pack: Card

    @property
    def pieces(self) -> list[str]:
        """The equipment held; a filled backpack counts as one (3.7)."""
        return self.equipment + ["backpack"] * (self.pack is not None)


@dataclass
class Table:
    """A position; the fields are those of the document."""

    players: int
    teams: bool
    turned: int
    disc: str
    sides: dict[str, list[Card]]
    deck: list[str]
    discard: list[str]
    storm: list[str]
    stream: int
    masks: list[str]
    corners: dict[str, str]
    score: str | None
    leftover: list[str]
    box: list[str]
    spent: list[str]
    holes: list[str]
    bears: list[str]
    igloos: dict[str, int]
    first: int
    seat: int | None
    turns: int
    stage: str
    seats: list[Seat]
    turn: Turn | None

    @classmethod
    def read(cls, document: Document) -> "Table":
        """The position of a document; nothing is shared with it."""
        values = {each.name: _copied(document.get(each.name)) for each in fields(cls)}
        values["seats"] = [Seat(**_copied(seat)) for seat in document["seats"]]
        values["turn"] = Turn(**values["turn"]) if values["turn"] is not None else None
        return cls(**values)

    def document(self) -> dict[str, Any]:
        """The document of the position, sorted (7)."""
        document = {"format": "north_pole/position/1", **_copied(vars(self))}
        for name in ("leftover", "box", "spent", "holes", "bears"):
            document[name].sort()
        for seat in document["seats"]:
            seat["pawns"].sort()
            seat["equipment"].sort()
        document["sides"] = {side: document["sides"][side] for side in "NESW"}
        for name in ("corners", "igloos"):
            document[name] = dict(sorted(document[name].items()))
        if document["turn"] is not None:
            document["turn"]["declared"].sort()
        return document

    # Seats

    @property
    def acting(self) -> int:
        """The seat whose turn it is; only asked for while there is one."""
        assert self.seat is not None
        return self.seat

    @property
    def hand(self) -> Seat:
        """The things of the acting seat."""
        return self.seats[self.acting]

    @property
    def now(self) -> Turn:
        """The state inside the turn; only asked for while there is one."""
        assert self.turn is not None
        return self.turn

    def friends(self, seat: int) -> tuple[int, ...]:
        """The seat, and its partner in the team game (3.10)."""
        return (seat, (seat + 2) % 4) if self.teams else (seat,)

    def own_side(self, seat: int) -> str:
        """The side of the upper board that now lies at the player (1.3)."""
        return side_before(SEATED[self.players][seat], self.turned)

    def home_of(self, seat: int) -> int:
        """Pawns at the Pole; in the team game the team's sum (3.10)."""
        return sum(self.seats[friend].home for friend in self.friends(seat))

    def has_won(self, seat: int) -> bool:
        return self.home_of(seat) == pawns_each(self.players, self.teams) * len(self.friends(seat))

    def is_all_home(self, seat: int) -> bool:
        return self.seats[seat].home == pawns_each(self.players, self.teams)

    # Squares

    @property
    def is_peace(self) -> bool:
        """The last mask has been revealed (3.4)."""
        return not self.masks

    def owners(self, square: str) -> list[int]:
        """The seats of the pawns on a square."""
        return [number for number, seat in enumerate(self.seats) for pawn in seat.pawns if pawn == square]

    def is_occupied(self, square: str) -> bool:
        return square in self.bears or bool(self.owners(square))

    def blocks(self, square: str) -> bool:
        """No step enters without an attack: a hole, or a pawn or bear outside camps before peace (3.3, 3.4)."""
        shared = square in CAMP_SQUARES or self.is_peace
        return square in self.holes or (not shared and self.is_occupied(square))

    def take_pawn(self, seat: int, square: str) -> None:
        """Take a pawn off its square; its igloo goes (3.7, 6.4)."""
        self.seats[seat].pawns.remove(square)
        if self.igloos.get(square) == seat:
            del self.igloos[square]
            self.spent.append("igloo")

    def send_to_ship(self, seat: int, square: str) -> None:
        self.take_pawn(seat, square)
        self.seats[seat].ship += 1

    def remove_bear(self, square: str) -> None:
        self.bears.remove(square)
        self.spent.append("bear")

    # Weather and deck

    def turn_board(self) -> None:
        """A storm of the top card's colour, which stays where it is (2.2, 3.6)."""
        quarters = QUARTERS[colour_of(self.deck[0])]
        self.turned = (self.turned + quarters) % 4
        self.disc = disc_turned(self.disc, quarters, self.teams)

    def draw_cards(self, side: str) -> None:
        """Fill the empty slots, the lowest first; the deck is rebuilt as soon as its last card is taken (2.4, 3.6)."""
        for slot, card in enumerate(self.sides[side]):
            if card is None:
                self.sides[side][slot] = self.deck.pop(0)
                if not self.deck:
                    self._rebuild_deck()

    def _rebuild_deck(self) -> None:
        """Fisher-Yates from the last place down over the discards, oldest first (7)."""
        for i in range(len(self.discard) - 1, 0, -1):
            j = self._draw_number() % (i + 1)
            self.discard[i], self.discard[j] = self.discard[j], self.discard[i]
        self.deck, self.discard = self.discard, []

    def _draw_number(self) -> int:
        """The next number of splitmix64 (7)."""
        self.stream = (self.stream + _INCREMENT) & _64_BITS
        word = self.stream
        word = (word ^ (word >> 30)) * _FIRST & _64_BITS
        word = (word ^ (word >> 27)) * _SECOND & _64_BITS
        return word ^ (word >> 31)


def _copied(value: Any) -> Any:
    """A copy that shares nothing; a seat and a turn become dictionaries."""
    if isinstance(value, list):
        return value.copy() if not value or isinstance(value[0], str) else [_copied(each) for each in value]
    if isinstance(value, Seat | Turn):
        value = vars(value)
    return {name: _copied(each) for name, each in value.items()} if isinstance(value, dict) else value
