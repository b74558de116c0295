"""The referee of RACE TO THE NORTH POLE: the course of a turn. Numbers in brackets are paragraphs of the rules."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.north_pole.referee import effects
from tests.north_pole.referee.checking import faults
from tests.north_pole.referee.choices import aims, choices
from tests.north_pole.referee.table import Table, Turn


class RefusedError(Exception):
    """The action is not legal now."""


class Referee:
    """One game, changed in place by `play`; made from a position document.

    Raises:
        ValueError: The document is refused (7).
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        wrong = faults(document)
        if wrong:
            raise ValueError("; ".join(wrong))
        self.table = Table.read(document)
        self._legal: list[str] = []
        if self.table.seat is not None and self.table.turn in (None, Turn("camp")):
            effects.begin_turn(self.table)
        self._settle()

    def copy(self) -> "Referee":
        """A game that goes on by itself from here."""
        return deepcopy(self)

    @property
    def seat(self) -> int | None:
        """The seat to decide, None when the game is over."""
        return self.table.seat

    def legal(self) -> list[str]:
        """The legal actions as texts, sorted as texts; [] when the game is over."""
        return list(self._legal)

    def play(self, text: str) -> None:
        """Carry out one action, then everything up to the next decision.

        Raises:
            RefusedError: The action is not legal now.
        """
        if text not in self._legal:
            raise RefusedError(f"{text!r} is not one of {self._legal}")
        self._carry_out(text)
        self._settle()

    def scores(self) -> list[dict[str, int]]:
        """One dictionary a seat (3.10, 6.11)."""
        homes = [self.table.home_of(seat) for seat in range(self.table.players)]
        return [{"home": home, "total": home} for home in homes]

    def winners(self) -> list[int]:
        """The seats that have won, [] before the end and after a truncation (3.10)."""
        return [seat for seat in range(self.table.players) if self.table.has_won(seat)]

    def is_truncated(self) -> bool:
        """Whether the game has ended without winners (3.10)."""
        return self.seat is None and not self.winners()

    def document(self) -> dict[str, Any]:
        """The position document (7)."""
        return self.table.document()

    def view(self, seat: int) -> dict[str, Any]:
        """The document as each seat may know it: all know the same; what is hidden is a count or null (4, 6.12)."""
        document = self.document()
        hidden: dict[str, Any] = {name: len(document[name]) for name in ("deck", "masks", "leftover")}
        hidden |= {"corners": dict.fromkeys(document["corners"]), "score": int(document["score"] is not None)}
        return document | hidden | {"stream": None, "viewer": seat}

    # The course of a turn: what is due first is decided first

    def _settle(self) -> None:
        """Go on until a decision is due or the game is over; `end` as the only action is not asked (6.2)."""
        legal: list[str] = []
        while self.table.seat is not None and not legal:
            legal = sorted(choices(self.table))
            if legal in ([], ["end"]):
                legal = []
                self._go_on()
        self._legal = legal

    def _go_on(self) -> None:
        """Settle what is due and leaves no choice."""
        table, turn = self.table, self.table.now
        if turn.decision == "camp":
            turn.decision = "card"
        elif turn.decision == "room":
            effects.check_weather(table)
        elif turn.extra:  # lost (6.7)
            turn.extra = 0
            turn.decision = "end"
        else:
            effects.end_turn(table)

    def _carry_out(self, text: str) -> None:
        table, turn = self.table, self.table.now
        verb, *rest = text.split()
        if verb in ("go", "sling"):
            effects.carry_out(table, next(play for play in aims(table) if play.text == text))
        elif verb == "camp":
            table.hand.ship -= 1
            table.hand.pawns.append(rest[0])
            turn.decision = "card"
        elif verb in ("play", "steal"):
            turn.card = "pack" if rest[0] == "pack" else int(rest[0])
            turn.taken = rest[1] if verb == "steal" else None
            turn.decision = "aim"
        elif text == "new cards":
            self._new_cards()
        elif text == "end":
            effects.end_turn(table)
        elif verb == "discard":
            self._discard(rest[0])
        else:
            self._use(verb, rest)

    def _new_cards(self) -> None:
        """Discard all own cards and draw three (3.2)."""
        table = self.table
        cards = table.sides[table.own_side(table.acting)]
        table.discard += [card for card in cards if card is not None]
        cards[:] = [None, None, None]
        table.draw_cards(table.own_side(table.acting))
        table.now.new_cards = True

    def _discard(self, piece: str) -> None:
        """A fourth piece, or one for playing on after new cards; an empty backpack goes before the filled one (6.6)."""
        table, hand = self.table, self.table.hand
        if piece in hand.equipment:
            hand.equipment.remove(piece)
            table.spent.append(piece)
        else:
            assert hand.pack is not None
            table.discard.append(hand.pack)
            effects.empty_backpack(table)
        if table.now.decision == "card":
            table.now.discarded = True

    def _use(self, piece: str, rest: list[str]) -> None:
        """A piece of equipment, once (3.7)."""
        table, hand, turn = self.table, self.table.hand, self.table.now
        hand.equipment.remove("backpack" if piece == "pack" else piece)
        if piece == "pack":
            cards = table.sides[table.own_side(table.acting)]
            hand.pack, cards[int(rest[0]) - 1] = cards[int(rest[0]) - 1], None
            turn.packed = True
        elif piece == "igloo":
            table.igloos[rest[0]] = table.acting
        elif piece in ("snowshoes", "pickaxe"):
            turn.declared.append(piece)
        else:
            table.spent.append(piece)
            if piece == "compass":
                table.disc = rest[0]
            else:
                turn.extra += 1
                turn.decision = "room" if turn.decision == "room" else "card"
