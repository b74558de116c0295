"""What each seat may know of the private cards of others, from what everybody sees (6.1 to 6.4)."""

from typing import NamedTuple


class Place(NamedTuple):
    """Where a private card may be; `height` counts a pile's cards from the bottom, 0 in hand and penalty."""

    zone: str
    seat: int
    height: int = 0

    def __str__(self) -> str:
        return f"pile {self.seat} {self.height}" if self.zone == "pile" else f"{self.zone} {self.seat}"


Places = dict[str, set[Place]]


class Knowledge:
    """For each observer the possible places of each card that it has seen go into another's private cards.

    Cards that an observer has never seen go there are not listed: it knows nothing of them. The model follows
    the words of 6.3 and draws no conclusions from counts (a hand that was empty for a moment, say).
    """

    def __init__(self, players: int) -> None:
        self.observers: list[Places] = [{} for _ in range(players)]

    def copy(self) -> "Knowledge":
        twin = Knowledge(len(self.observers))
        twin.observers = [{card: set(places) for card, places in seen.items()} for seen in self.observers]
        return twin

    def _others(self, *seats: int) -> list[Places]:
        return [seen for seat, seen in enumerate(self.observers) if seat not in seats]

    def shown(self, card: str) -> None:
        """The card lies open now: placed face up, tucked face up, or put into the river by a swap (6.1)."""
        for seen in self.observers:
            seen.pop(card, None)

    def into_hand(self, seat: int, card: str) -> None:
        """Everybody saw the card come into the hand: from the river, by a swap or taken back (6.1, 6.3)."""
        for seen in self._others(seat):
            seen[card] = {Place("hand", seat)}

    def discarded(self, seat: int) -> None:
        """A hand card of the seat went face down into its penalty zone (6.3)."""
        self._spread(Place("hand", seat), Place("penalty", seat), seat)

    def recovered(self, seat: int) -> None:
        """A card of the seat's penalty zone went into its hand, unseen (6.2, 6.3)."""
        self._spread(Place("penalty", seat), Place("hand", seat), seat)

    def placed_face_down(self, seat: int, height: int) -> None:
        """A hand card of the seat went face down into its pile (6.3)."""
        self._spread(Place("hand", seat), Place("pile", seat, height), seat)

    def given(self, giver: int, receiver: int, card: str) -> None:
        """A card went from one penalty zone into another: both know which, third seats do not (6.2, 6.3)."""
        self._spread(Place("penalty", giver), Place("penalty", receiver), giver, receiver)
        self.observers[giver][card] = {Place("penalty", receiver)}
        self.observers[receiver].pop(card, None)

    def _spread(self, here: Place, there: Place, *knowing: int) -> None:
        for seen in self._others(*knowing):
            for places in seen.values():
                if here in places:
                    places.add(there)
