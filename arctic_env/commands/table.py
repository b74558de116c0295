"""Games that are shown while they are played or replayed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arctic_env.arena.results import first_tracebacks
from arctic_env.commands.narration import told
from arctic_env.files import AllTried, tell, write_whole

if TYPE_CHECKING:
    from arctic_env.arena.results import GameResult
    from arctic_env.model.position import Position


@dataclass
class Show:
    """Prints the boards and actions of a game.

    Attributes:
        names: The name in each seat.
        viewer: Through whose eyes; None shows everything.
        every: "turn" shows the board when the seat to decide changes, "decision" at each decision, "game"
            never.
        svg: Folder, which is there, for a drawing of each board that is shown, 0000.svg and so on.
        pause: Called after each board.
        files: Where drawings are tried; after one that failed there are no more.
        goes_on: Whether the game goes on, for the sake of files, when nobody looks on any more, as after `| head`.
    """

    names: tuple[str, ...]
    viewer: int | None = None
    every: str = "turn"
    svg: Path | None = None
    pause: Callable[[], None] = lambda: None
    files: AllTried = field(default_factory=AllTried)
    goes_on: bool = False
    _last_seat: int | None = field(default=None, init=False)
    _drawings: int = field(default=0, init=False)

    def before(self, number: int, position: Position, action: int) -> None:
        """Show a position, if it is due, and the action about to be played in it; fits `play(watch=...)`."""
        if self.every == "decision" or (self.every == "turn" and position.seat != self._last_seat):
            self.board(position)
        self._last_seat = position.seat
        self.say(self.line(position, action))

    def line(self, position: Position, action: int) -> str:
        """Who does what."""
        assert position.seat is not None
        return f"seat {position.seat} ({self.names[position.seat]}): {told(position, action, self.viewer)}"

    def board(self, position: Position) -> None:
        """Draw a position where drawings are wanted, and print it."""
        if self.svg and not self.files.failures:
            path = self.svg / f"{self._drawings:04}.svg"
            self.files(write_whole, path, position.svg(self.viewer).encode())
            self._drawings += 1
        self.say(f"\n{position if self.viewer is None else position.view(self.viewer)}\n")
        self.pause()

    def say(self, text: str) -> None:
        """Print a text at once."""
        if self.goes_on:
            tell(text, sys.stdout)
        else:
            print(text, flush=True)


def sleeper(delay: float) -> Callable[[], None]:
    """A pause of that many seconds."""
    return lambda: time.sleep(delay)


def result_lines(result: GameResult) -> list[str]:
    """Ranks, names and scores at the end of a game, best first, and what went wrong."""
    seats = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    lines = [
        f"{result.ranks[seat] + 1}. seat {seat} ({result.agents[seat]}): {result.scores[seat]} points"
        for seat in seats
    ]
    return [*lines, *(f"forfeit: {fault}" for fault in result.faults), *first_tracebacks(result.faults)]
