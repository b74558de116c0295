"""A: placing cards, with fox, moose and puffin (3.2, 3.3, 5.1 to 5.4, 7.1)."""

from tests.arctic.referee.material import main_animal
from tests.arctic.referee.table import FACE_DOWN, NO_VISIBLE_CARD_VALUE, Table


class Placing(Table):
    """The first part of a turn."""

    def _value(self) -> int:
        return self.turn.value + self.turn.modifier  # 3.5 moose

    def _placing_choices(self) -> list[str]:
        hand = self.hands[self.mover]
        if self.turn.swapped_card:
            return [f"for {card}" for card in self.river]
        if self.turn.placed >= self._value():
            return []  # 7.1: nothing is left to place
        options = self._options_before_placing() if self.turn.placed == 0 else []
        if not hand:
            return [*options, "done"] if options else []  # 7.1
        tucks = [f"tuck {card}" for card in hand] if self._may_tuck() else []
        return [f"place {card}" for card in hand] + tucks + options

    def _options_before_placing(self) -> list[str]:
        """Puffin and moose, before the first card is placed (5.3, 5.4)."""
        options = []
        if not self.turn.puffin_used:
            if self._has("puffin", "swap") and self.river:
                options += [f"swap {card}" for card in self.hands[self.mover]]
            if self._has("puffin", "takeback") and self._may_take_back():
                options.append("take back")
        if not self.turn.modifier and self._has("moose", "placement"):
            options.append("placement +1")
            if self._visible():  # 5.3: without one the value is 1, and 0 would leave no Visible card
                options.append("placement -1")
        return options

    def _may_take_back(self) -> bool:
        """A Visible card is there; after -1 not where no Visible card and value 0 would result (5.3, 5.4)."""
        if not self._visible():
            return False
        below = self.piles[self.mover][-2:-1]
        leaves_visible = bool(below) and not below[0].startswith(FACE_DOWN)
        return leaves_visible or NO_VISIBLE_CARD_VALUE + self.turn.modifier > 0

    def _may_tuck(self) -> bool:
        """Fox, once a turn, with a Visible card; in edition de only the last card placed (5.1, 5.2, 7.1)."""
        if self.holders["fox"] != self.mover or self.turn.fox_used or not self._visible():
            return False
        last = self.turn.placed + 1 == self._value() or len(self.hands[self.mover]) == 1
        return last or self.edition != "de"

    def _place(self, card: str) -> None:
        self.hands[self.mover].remove(card)
        self.piles[self.mover].append(card)
        self.turn.placed += 1
        self.knowledge.shown(card)

    def _tuck(self, card: str) -> None:
        """Fox: beneath the whole pile, or face down directly under the Visible card (3.5)."""
        pile = self.piles[self.mover]
        self.hands[self.mover].remove(card)
        self.turn.placed += 1
        self.turn.fox_used = True
        if self.faces["fox"] == "under":
            pile.insert(0, card)
            self.knowledge.shown(card)
        else:
            pile.insert(len(pile) - 1, FACE_DOWN + card)
            self.knowledge.placed_face_down(self.mover, len(pile) - 2)

    def _swap(self, card: str) -> None:
        self.turn.swapped_card = card

    def _swap_for(self, card: str) -> None:
        """Puffin: one hand card against one river card (3.5)."""
        given = self.turn.swapped_card
        assert given is not None
        self.hands[self.mover].remove(given)
        self.river.append(given)
        self.knowledge.shown(given)
        self.river.remove(card)
        self.hands[self.mover].append(card)
        self.knowledge.into_hand(self.mover, card)
        self.turn.swapped_card = None
        self.turn.puffin_used = True

    def _take_back(self) -> None:
        """Puffin: the Visible card into the hand; the value is then that of the new one, or 1 (3.5)."""
        card = self.piles[self.mover].pop()
        self.hands[self.mover].append(card)
        self.knowledge.into_hand(self.mover, card)
        self.turn.value = self._placement_value_now()
        self.turn.puffin_used = True

    def _change_placement(self, amount: str) -> None:
        self.turn.modifier = int(amount)

    def _pay_penalties(self) -> None:
        """For each card that could not be placed, one from the deck face down into the penalty zone (3.2)."""
        for _ in range(self._value() - self.turn.placed):
            card = self._from_deck()
            if card:  # 4.1: void when deck and reserve are empty
                self.penalties[self.mover].append(card)

    def _take_power(self) -> None:
        """The power card of the Visible card's main animal, from wherever it lies (3.3)."""
        visible = self._visible()
        if visible:
            self.holders[main_animal(visible)] = self.mover
