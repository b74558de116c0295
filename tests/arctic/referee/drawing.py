"""C: drawing cards, with moose, orca and bear, then discarding (3.6, 3.7, 5.5, 5.7, 5.8, 7.3)."""

from tests.arctic.referee.material import HAND_LIMIT, RIVER_SIZE, companion, draw_value, main_animal
from tests.arctic.referee.table import Table


class Drawing(Table):
    """The third part of a turn, not played in the last turns."""

    def _drawing_choices(self) -> list[str]:
        """Sources until the draw value is reached; deck and zone may be declined (3.6, 5.7, 5.8, 7.3)."""
        visible = self._visible()
        if not visible or self.turn.drawn >= draw_value(visible) + self.turn.draw_modifier:
            return []
        sources = [f"take {card}" for card in self.river]
        if self._has("orca", "deck") and (self.deck or self.reserve):
            sources.append("take deck")
        if self._has("bear", "recover"):
            sources += [f"recover {card}" for card in self.penalties[self.mover]]
        if not sources:
            return []
        if not self.river:
            sources.append("done")
        if self.turn.drawn == 0 and not self.turn.draw_modifier and self._has("moose", "draw"):
            sources += ["draw +1", "draw -1"]  # 5.5
        return sources

    def _change_draw(self, amount: str) -> None:
        self.turn.draw_modifier = int(amount)

    def _take(self, what: str) -> None:
        """A river card, or with the orca the top card of the deck, into the hand (3.5, 3.6, 5.7)."""
        hand = self.hands[self.mover]
        self.turn.drawn += 1
        if what == "deck":
            card = self._from_deck()
            assert card is not None
            hand.append(card)
            return
        self.river.remove(what)
        hand.append(what)
        self.knowledge.into_hand(self.mover, what)
        if self._has("orca", "refill"):
            self._refill()

    def _recover(self, card: str) -> None:
        """Bear: a drawn card may come from the own penalty zone (3.5)."""
        self.turn.drawn += 1
        self.penalties[self.mover].remove(card)
        self.hands[self.mover].append(card)
        self.knowledge.recovered(self.mover)

    def _pass_over(self) -> None:
        """What lies in the river now, the mover has left there (6.6)."""
        for card in self.river:
            self._record("passed_main", main_animal(card))
            self._record("passed_companion", companion(card))

    def _refill(self) -> None:
        while len(self.river) < RIVER_SIZE:
            card = self._from_deck()
            if not card:
                break  # 4.1: the river stays short
            self.river.append(card)

    def _discard_choices(self) -> list[str]:
        """More than 7 cards in hand: down to 7 (3.7)."""
        hand = self.hands[self.mover]
        return [f"discard {card}" for card in hand] if len(hand) > HAND_LIMIT else []

    def _discard(self, card: str) -> None:
        self.hands[self.mover].remove(card)
        self.penalties[self.mover].append(card)
        self.knowledge.discarded(self.mover)

    def _give_choices(self) -> list[str]:
        """Bear, at the very end of C: a card of the own zone into another's (3.5, 5.8, 7.3)."""
        if self.turn.gift:
            return [f"to {seat}" for seat in range(self.players) if seat != self.mover]
        zone = self.penalties[self.mover]
        return [f"give {card}" for card in zone] + ["keep"] if zone and self._has("bear", "give") else []

    def _give(self, card: str) -> None:
        self.turn.gift = card
        if self.players == 2:  # 7: no decision with two players
            self._give_to(str(1 - self.mover))

    def _give_to(self, receiver: str) -> None:
        card = self.turn.gift
        assert card is not None
        self.penalties[self.mover].remove(card)
        self.penalties[int(receiver)].append(card)
        self.knowledge.given(self.mover, int(receiver), card)
        self._go_on()
