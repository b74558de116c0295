"""B: moving tokens, with the walrus (3.4, 5.1, 5.6, 7.2)."""

from tests.arctic.referee.material import LANDSCAPE, LEFT_END, RIGHT_END, companion, main_animal
from tests.arctic.referee.table import Table


class Moving(Table):
    """The second part of a turn."""

    def _pair(self) -> list[str]:
        """Main and companion animal of the Visible card (3.4)."""
        visible = self._visible()
        return [main_animal(visible), companion(visible)] if visible else []

    def _at_end(self, animal: str) -> bool:
        return self.tokens[animal] in (LEFT_END, RIGHT_END)

    def _push(self, animal: str, direction: int, forced: bool = False) -> None:
        self.turn.pushed[animal] = direction
        self._move("forced_" if forced else "", animal, direction)

    def _move(self, how: str, animal: str, direction: int) -> None:
        """Moves a token by one space, for all to see (6.6)."""
        before = LANDSCAPE[self.tokens[animal]]
        self.tokens[animal] += direction
        self._record(how + ("right" if direction > 0 else "left"), animal)
        if how != "forced_":
            self._record("gained", animal, LANDSCAPE[self.tokens[animal]] - before)

    def _moving_choices(self) -> list[str]:
        """Neither token at an end: the player chooses which one goes right (3.4)."""
        pair = self._pair()
        return [] if any(map(self._at_end, pair)) else [f"right {animal}" for animal in pair]

    def _choose_right(self, chosen: str) -> None:
        for animal in self._pair():
            self._push(animal, 1 if animal == chosen else -1)
        self._go_on()

    def _forced_moves(self) -> None:
        """A token at an end goes inward, a partner that is at none the opposite way (3.4)."""
        pair = self._pair()
        ends = [animal for animal in pair if self._at_end(animal)]
        inward = {animal: 1 if self.tokens[animal] == LEFT_END else -1 for animal in ends}
        for animal in pair:
            self._push(animal, inward[animal] if animal in ends else -inward[ends[0]], forced=True)

    def _extra_choices(self) -> list[str]:
        """Walrus: one further space for one of the two tokens, never past an end (3.5, 5.1, 5.6)."""
        pair = self._pair()
        if self.holders["walrus"] != self.mover or not pair:
            return []
        animal = pair[0] if self.faces["walrus"] == "main" else pair[1]
        directions = [self.turn.pushed[animal]] if self.edition == "it" else [-1, 1]
        possible = [step for step in directions if LEFT_END <= self.tokens[animal] + step <= RIGHT_END]
        texts = {-1: "extra left", 1: "extra right"}
        return [texts[step] for step in possible] + ["stay"] if possible else []

    def _extra(self, direction: str) -> None:
        pair = self._pair()
        animal = pair[0] if self.faces["walrus"] == "main" else pair[1]
        self._move("extra_", animal, 1 if direction == "right" else -1)
        self._go_on()
