"""The table: what lies where, what everybody may ask of it, and the turn that is being played."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Self

from tests.arctic.referee.knowledge import Knowledge, Place
from tests.arctic.referee.material import ANIMALS, LANDSCAPE, by_id, placement_value
from tests.arctic.referee.scoring import best_runs, letters_of, points

FACE_DOWN = "*"
NO_VISIBLE_CARD_VALUE = 1  # 3.2
MOST_COUNTED = 99

History = list[dict[str, Counter[str]]]  # by seat and what was counted, the animals (6.6)


@dataclass
class Turn:
    """What has happened so far in the turn of one seat."""

    value: int  # placement value without the moose (3.2)
    phase: str = "place"
    placed: int = 0
    modifier: int = 0  # moose placement
    fox_used: bool = False
    puffin_used: bool = False
    swapped_card: str | None = None  # swap chosen, river card still to be named
    pushed: dict[str, int] = field(default_factory=dict)  # direction of each token that moved
    drawn: int = 0
    draw_modifier: int = 0  # moose draw
    gift: str | None = None  # give chosen, receiver still to be named


class Table(ABC):
    """One game, changed in place by `play`; made from a position document at the start of a turn."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        if "turn" in document or "known" in document:
            raise ValueError("the referee starts at the start of a turn, with nothing known")
        self.players: int = document["players"]
        self.edition: str = document.get("edition", "de")
        self.faces: dict[str, str] = dict(document["faces"])
        self.holders: dict[str, int | None] = dict(document.get("holders") or dict.fromkeys(ANIMALS))
        tokens = document.get("tokens") or dict.fromkeys(ANIMALS, 3)
        self.tokens = {animal: LANDSCAPE.index(tokens[animal]) for animal in ANIMALS}  # spaces from the left
        self.deck: list[str] = list(document["deck"])
        self.reserve: list[str] = list(document["reserve"])
        self.river: list[str] = list(document["river"])
        self.first: int = document["first"]
        self.hands: list[list[str]] = [list(seat["hand"]) for seat in document["seats"]]
        self.piles: list[list[str]] = [list(seat["pile"]) for seat in document["seats"]]
        self.penalties: list[list[str]] = [list(seat["penalty"]) for seat in document["seats"]]
        self.totems: list[str] = [seat["totem"] for seat in document["seats"]]
        self.stage: str = document.get("stage", "play")
        self.mover: int = document["seat"] if self.stage != "over" else self.first
        self.knowledge = Knowledge(self.players)
        told = document.get("history") or [{} for _ in range(self.players)]
        self.history: History = [{what: Counter(counts) for what, counts in seat.items()} for seat in told]
        self.turn = Turn(self._placement_value_now())

    def copy(self) -> Self:
        """A game that goes on by itself from here."""
        twin = copy(self)
        twin.faces, twin.holders, twin.tokens = dict(self.faces), dict(self.holders), dict(self.tokens)
        twin.deck, twin.reserve, twin.river = list(self.deck), list(self.reserve), list(self.river)
        twin.hands = [list(cards) for cards in self.hands]
        twin.piles = [list(cards) for cards in self.piles]
        twin.penalties = [list(cards) for cards in self.penalties]
        twin.knowledge = self.knowledge.copy()
        twin.history = [{what: Counter(counts) for what, counts in seat.items()} for seat in self.history]
        twin.turn = copy(self.turn)
        twin.turn.pushed = dict(self.turn.pushed)
        return twin

    @property
    def seat(self) -> int | None:
        """The seat to decide, None when the game is over."""
        return None if self.stage == "over" else self.mover

    def scores(self) -> list[dict[str, Any]]:
        """One dictionary a seat, as if the game ended now (4.2, 4.3)."""
        return [self._score(seat) for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seat with most points, of tied ones the earliest in turn order; [] before the end (4.4)."""
        if self.stage != "over":
            return []
        totals = [score["total"] for score in self.scores()]
        order = [(self.first + step) % self.players for step in range(self.players)]
        return [next(seat for seat in order if totals[seat] == max(totals))]

    def to_document(self) -> dict[str, Any]:
        """The position document without `turn` and `known`."""
        return {
            "format": "arctic/position/1",
            "players": self.players,
            "edition": self.edition,
            "faces": dict(self.faces),
            "holders": dict(self.holders),
            "tokens": {animal: LANDSCAPE[self.tokens[animal]] for animal in ANIMALS},
            "deck": list(self.deck),
            "reserve": list(self.reserve),
            "river": by_id(self.river),
            "first": self.first,
            "seat": self.seat,
            "seats": [
                {"hand": by_id(hand), "pile": list(pile), "penalty": by_id(penalty), "totem": totem}
                for hand, pile, penalty, totem in zip(self.hands, self.piles, self.penalties, self.totems, strict=True)
            ],
            "stage": self.stage,
            "history": [
                {what: counts for what in counted if (counts := {k: n for k, n in counted[what].items() if n})}
                for counted in self.history
            ],
        }

    def known(self, observer: int) -> dict[str, set[str]]:
        """Places where the observer must reckon with each card that it has seen go to another seat (6.3)."""
        hidden = {"hand"} if self.stage == "over" else {"hand", "penalty", "pile"}  # 6.5
        known = {
            card: {str(place) for place in places if place.zone in hidden}
            for card, places in self.knowledge.observers[observer].items()
        }
        truth = self.private_places()
        return {card: places for card, places in known.items() if truth[card].zone in hidden}

    def private_places(self) -> dict[str, Place]:
        """The true place of every card that lies in somebody's private cards (6.2)."""
        places = {}
        for seat in range(self.players):
            places.update({card: Place("hand", seat) for card in self.hands[seat]})
            places.update({card: Place("penalty", seat) for card in self.penalties[seat]})
            for index, card in enumerate(self.piles[seat]):
                if card.startswith(FACE_DOWN):
                    places[card[1:]] = Place("pile", seat, index)
        return places

    def _score(self, seat: int) -> dict[str, Any]:
        runs, diversity = points(best_runs(letters_of(self.piles[seat])))
        totem = LANDSCAPE[self.tokens[self.totems[seat]]]
        penalty = -len(self.penalties[seat])
        return {
            "runs": dict(zip(ANIMALS, runs, strict=True)),
            "diversity": diversity,
            "totem": totem,
            "penalty": penalty,
            "total": sum(runs) + diversity + totem + penalty,
        }

    # What the phases share

    @abstractmethod
    def _go_on(self) -> None:
        """Ends the phase."""

    def _record(self, what: str, animal: str, much: int = 1) -> None:
        """Counts what everybody sees the mover do (6.6)."""
        counts = self.history[self.mover].setdefault(what, Counter())
        counts[animal] = max(-MOST_COUNTED, min(counts[animal] + much, MOST_COUNTED))

    def _visible(self) -> str | None:
        """The Visible card: the face-up card on top of the mover's pile (3.1)."""
        pile = self.piles[self.mover]
        return pile[-1] if pile and not pile[-1].startswith(FACE_DOWN) else None

    def _has(self, animal: str, face: str) -> bool:
        """The mover holds the animal's power card, and it shows this face (3.5)."""
        return self.holders[animal] == self.mover and self.faces[animal] == face

    def _from_deck(self) -> str | None:
        """A card from the deck; when it is empty, the reserve becomes the deck, once (4.1)."""
        if not self.deck and self.reserve:
            self.deck, self.reserve = self.reserve, []
            self.stage = "finish"
        return self.deck.pop(0) if self.deck else None

    def _placement_value_now(self) -> int:
        """The Visible card's placement value, or 1 without one (3.2)."""
        visible = self._visible()
        return placement_value(visible) if visible else NO_VISIBLE_CARD_VALUE
