"""The referee of IGLU IGLU: the course of a turn. Numbers in brackets are paragraphs of the rules."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from tests.iglu.referee import (
    animals,
    drifting,
    hunting,
    keeping,
    knowledge,
    melting,
    moving,
    placing,
    reactions,
    scoring,
    turning,
)
from tests.iglu.referee.checking import faults
from tests.iglu.referee.order import action_order
from tests.iglu.referee.table import Table
from tests.iglu.referee.turn import Turn


class RefusedError(Exception):
    """The action is not legal now."""


class Referee:
    """One game, changed in place by `play`; made from a position document.

    Raises:
        ValueError: the document is refused (6).
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        wrong = faults(document)
        if wrong:
            raise ValueError("; ".join(wrong))
        self.table = Table(document)
        self._legal: list[str] = []
        self._settle()

    def copy(self) -> "Referee":
        """A game that goes on by itself from here."""
        return deepcopy(self)

    @property
    def seat(self) -> int | None:
        """The seat to decide, None when the game is over."""
        return self.table.seat

    def legal(self) -> list[str]:
        """The legal actions as texts, in the order of `order.py`; [] when the game is over."""
        return list(self._legal)

    def play(self, text: str) -> None:
        """Carries out one action, then everything up to the next decision.

        Raises:
            RefusedError: the action is not legal now.
        """
        if text not in self._legal:
            raise RefusedError(f"{text!r} is not one of {self._legal}")
        self._carry_out(text)
        self._settle()

    def scores(self) -> list[dict[str, int]]:
        """One dictionary a seat, as if the game ended now."""
        return scoring.scores(self.table)

    def winners(self) -> list[int]:
        """The seats with most points, [] before the end."""
        return scoring.winners(self.table)

    def document(self) -> dict[str, Any]:
        """The position document, with `turn` inside a turn."""
        return self.table.document()

    def view(self, seat: int) -> dict[str, Any]:
        """The document as that seat may know it."""
        return knowledge.view(self.table, seat)

    # The course of a turn: what is due first is decided first

    def _settle(self) -> None:
        """Goes on until a decision is due or the game is over."""
        choices: list[str] = []
        while self.table.seat is not None and not choices:
            choices = self._choices()
            if not choices:
                self._go_on()
        self._legal = sorted(choices, key=action_order)

    def _choices(self) -> list[str]:
        """The choices in what is due now, and the seat to decide; [] where it settles itself."""
        table, turn = self.table, self.table.turn
        if table.stage == "setup":
            return placing.choices(table)
        if turn.asked:  # 2.8
            table.seat = turn.asked[0]
            return reactions.answers(table)
        table.seat = turn.mover
        if turn.waiting:  # 2.6, 2.8
            return reactions.corner_choices()
        if turn.drift:  # 2.4
            return drifting.choices(table)
        if turn.push:
            return drifting.displacements(table)
        if turn.steps:  # 2.7
            return animals.step_choices(table)
        return self._action_points() if turn.turned else self._before_turning()

    def _before_turning(self) -> list[str]:
        """Melt and move animals; with no tile to turn the game ends before any can be played (2.2, 2.5)."""
        turns = turning.choices(self.table)
        return turns + melting.choices(self.table) + animals.choices(self.table) if turns else []

    def _action_points(self) -> list[str]:
        """All kept tiles and what points buy; the end is always a decision (2.5, 2.9, 4)."""
        offers: tuple[Callable[[Table], list[str]], ...] = (
            moving.walking_choices, moving.kayak_choices, hunting.hunting_choices, hunting.igloo_choices,
            hunting.harpoon_choices, keeping.energy_choices, melting.choices, animals.choices,
        )  # fmt: skip
        return [text for offer in offers for text in offer(self.table)] + ["end phase"]

    def _go_on(self) -> None:
        """Settles what is due and leaves no choice."""
        table, turn = self.table, self.table.turn
        if turn.drift:  # no push is legal: nothing happens (2.4)
            turn.drift = False
        elif turn.push:  # the entered square is free (2.4)
            drifting.move_ice(table)
        elif turn.steps:  # none is legal any more (2.7)
            turn.steps = 0
        else:  # no tile can be turned (2.2)
            table.stage = "over"
            table.seat = None

    def _carry_out(self, text: str) -> None:
        table = self.table
        verb, *rest = text.split()
        if text == "harpoon":
            reactions.harpoon(table)
        elif text == "no harpoon":
            reactions.no_harpoon(table)
        elif text == "animals":
            animals.play_animals(table)
        elif text == "end phase":
            self._end_turn()
        elif verb == "step":
            animals.step(table, rest[:-2], rest[-2], rest[-1])
        elif verb == "displace":
            drifting.displace(table, rest[:-1], rest[-1])
        elif verb in ("hunt", "harpoon"):
            hunter = hunting.hunt_with_points if verb == "hunt" else hunting.hunt_with_harpoon
            hunter(table, " ".join(rest[:-1]), rest[-1])
        elif verb == "energy":
            keeping.play_energy(table, int(rest[0]))
        elif verb in ("drift", "walk", "kayak"):
            {"drift": drifting.choose_push, "walk": moving.walk, "kayak": moving.kayak}[verb](table, *rest)
        else:
            {
                "place": placing.place, "turn": turning.turn_tile, "melt": melting.melt,
                "corner": reactions.go_to_corner, "igloo": hunting.build_igloo,
            }[verb](table, rest[0])  # fmt: skip

    def _end_turn(self) -> None:
        """Unused points are lost; the next seat clockwise is the mover (1.2, 2.9)."""
        self.table.turn = Turn(mover=(self.table.turn.mover + 1) % self.table.players)
