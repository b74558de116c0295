"""The referee of ARCTIC: the course of a turn. Numbers in brackets are paragraphs of the rules."""

from collections.abc import Mapping
from typing import Any

from tests.arctic.referee.drawing import Drawing
from tests.arctic.referee.material import ACTION_ORDER
from tests.arctic.referee.moving import Moving
from tests.arctic.referee.placing import Placing
from tests.arctic.referee.table import Turn


class RefusedError(Exception):
    """The action is not legal now."""


class Referee(Placing, Moving, Drawing):
    """One game, changed in place by `play`; made from a position document at the start of a turn."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        super().__init__(document)
        self._legal: list[str] = []
        self._settle()

    def legal(self) -> list[str]:
        """The legal actions as texts, in the order of action ids."""
        return list(self._legal)

    def play(self, text: str) -> None:
        """Carries out one action, then everything up to the next decision.

        Raises:
            RefusedError: the action is not legal now.
        """
        if text not in self._legal:
            raise RefusedError(f"{text!r} is not one of {self._legal}")
        verb, _, argument = text.partition(" ")
        actions = {
            "place": self._place, "tuck": self._tuck, "swap": self._swap, "for": self._swap_for,
            "placement": self._change_placement, "right": self._choose_right, "extra": self._extra,
            "draw": self._change_draw, "take": self._take, "recover": self._recover, "discard": self._discard,
            "give": self._give, "to": self._give_to,
        }  # fmt: skip
        if text == "take back":
            self._take_back()
        elif verb in ("done", "stay", "keep"):
            self._go_on()
        else:
            actions[verb](argument)
        self._settle()

    # The course of a turn: legal choices of the phase; where there are none, the game goes on by itself (7)

    def _settle(self) -> None:
        self._legal = []
        while self.stage != "over":
            self._legal = sorted(self._choices(), key=ACTION_ORDER.__getitem__)
            if self._legal:
                break
            self._go_on()

    def _choices(self) -> list[str]:
        choices = {
            "place": self._placing_choices, "move": self._moving_choices, "extra": self._extra_choices,
            "draw": self._drawing_choices, "discard": self._discard_choices, "give": self._give_choices,
        }  # fmt: skip
        return choices[self.turn.phase]()

    def _go_on(self) -> None:
        """Ends the phase: what happens without a decision, then the next one (3, 7)."""
        if self.turn.phase == "place":
            self._pay_penalties()
            self._take_power()
            self.turn.phase = "move"
        elif self.turn.phase == "move":
            if not self.turn.pushed:
                self._forced_moves()
            self.turn.phase = "extra"
        elif self.turn.phase == "extra" and self.stage != "last":
            self.turn.phase = "draw"
        elif self.turn.phase == "draw":
            self._pass_over()
            self._refill()  # 3.6, 5.7
            self.turn.phase = "discard"
        elif self.turn.phase == "discard":
            self.turn.phase = "give"
        else:  # after C, or after B in the last turns (4.1, 5.9)
            self._end_turn()

    def _end_turn(self) -> None:
        following = (self.mover + 1) % self.players
        if following == self.first:  # 4.1: the round is finished
            self.stage = {"play": "play", "finish": "last", "last": "over"}[self.stage]
        self.mover = following
        self.turn = Turn(self._placement_value_now())
