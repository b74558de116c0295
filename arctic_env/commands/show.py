"""What happens in a game, as lines of text: boards, actions, what they cause, and results.

At a person's terminal there are colour, redrawing and line editing. Elsewhere, as in a pipe, there are plain lines.
"""

from __future__ import annotations

import os
import pydoc
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from textwrap import wrap

from arctic_env.arena.results import GameResult, first_tracebacks
from arctic_env.drawing.pages import COLUMNS
from arctic_env.files import AllTried, tell, write_whole
from arctic_env.model.events import UNSEEN
from arctic_env.model.position import Position, View
from arctic_env.validation import counted

QUIT = ("quit", "q")

_CODES = {"": "", "bold": "1", "dim": "2"} | {
    name: str(30 + number) for number, name in enumerate(("", "red", "green", "yellow", "blue", "magenta", "cyan"))
}
_CLEAR = "\x1b[H\x1b[2J"


def is_terminal() -> bool:
    """Return whether a person types and reads at a terminal that can be redrawn."""
    return sys.stdin.isatty() and _can_draw()


def _can_draw() -> bool:
    """Return whether standard output is a terminal that knows escape sequences, as old ones of Windows do not."""
    known = "WT_SESSION" in os.environ if os.name == "nt" else os.environ.get("TERM", "dumb") != "dumb"
    return sys.stdout.isatty() and known


def has_colour() -> bool:
    """Return whether to write in colour: at a terminal, unless NO_COLOR is set (no-color.org)."""
    return _can_draw() and not os.environ.get("NO_COLOR")


def paint(text: str, style: str) -> str:
    """Return a text in a style, "bold", "dim" or a colour; as it is without colour."""
    code = _CODES[style]
    return f"\x1b[{code}m{text}\x1b[0m" if code and text and has_colour() else text


def highlight(text: str, colours: Mapping[str, str]) -> str:
    """Return a text in colour: regular expressions without groups -> colours, of which the first that fits counts."""
    if not (colours and has_colour()):
        return text
    styles = list(colours.values())
    pattern = "|".join(f"({each})" for each in colours)
    return re.sub(pattern, lambda found: paint(found[0], styles[(found.lastindex or 1) - 1]), text, flags=re.MULTILINE)


def clear() -> None:
    """Empty the screen, where that is possible."""
    if _can_draw():
        print(_CLEAR, end="")


def rows() -> int | None:
    """Return the number of lines of the screen; None where nobody looks at one."""
    return shutil.get_terminal_size().lines if is_terminal() else None


def page(text: str) -> None:
    """Print a text, page by page on a terminal too small for it."""
    if text.count("\n") < shutil.get_terminal_size().lines - 1:
        print(text)
    else:
        pydoc.pager(f"{text}\n")  # prints it where output is no terminal


# ------------------------------------------------------------------------------------------------ questions


def prepare_input() -> None:
    r"""Enable line editing at a terminal, and decode invalid bytes as `\xff`, so that the question can be repeated."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        hangup = getattr(signal, "SIGHUP", None)  # its window was closed: leave as after Ctrl-C
        if hangup and signal.getsignal(hangup) is signal.SIG_DFL:
            signal.signal(hangup, signal.default_int_handler)
        with suppress(ImportError):  # Windows edits lines by itself
            import readline

            readline.set_completer_delims("")
            libedit = "libedit" in (readline.__doc__ or "")  # as on a Mac
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def ignore_hangups() -> None:
    """Let nothing that the closed window still sends interrupt what is being saved."""
    if hangup := getattr(signal, "SIGHUP", None):
        signal.signal(hangup, signal.SIG_IGN)


def ask(question: str) -> str:
    """Return the typed line, with single spaces and in lower case; "quit" at the end of input."""
    try:
        return " ".join(input(question).split()).lower()
    except (EOFError, OSError):  # the end of input, or of the terminal
        with suppress(OSError):
            print()
        return QUIT[0]
    except KeyboardInterrupt:
        with suppress(OSError):
            print()
        raise


def complete(words: Iterable[str]) -> None:
    """Let the Tab key complete these words, if lines can be edited."""
    if readline := sys.modules.get("readline"):
        words = list(words)

        def starting(typed: str, number: int) -> str | None:
            return [*(word for word in words if word.lower().startswith(typed.lower())), None][number]

        readline.set_completer(starting)


# ------------------------------------------------------------------------------------------------ games

_INDENT = "  "


def action_lines(position: Position, action: int, names: Sequence[str], viewer: int | None = None) -> list[str]:
    """Return lines with the seat, its agent and the action, as the viewer's seat sees it; in full without a viewer."""
    assert position.seat is not None
    text, words = position.visible_text(action, viewer), position.action_words(action, viewer)
    told = words if UNSEEN in text or words.startswith(text) else f"{text}: {words}"
    return _wrapped(f"seat {position.seat} ({names[position.seat]}): {told}")


def event_lines(position: Position, action: int, viewer: int | None = None) -> list[str]:
    """Return lines that tell what an action causes, as the viewer's seat sees it; everything without a viewer."""
    return [line for event in position.events(action, viewer) for line in _wrapped(f"{_INDENT}{event.text}")]


def _wrapped(text: str) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent=_INDENT * 2)


def board_text(position: Position | View, lines: int | None = None) -> str:
    """Return the text board; a smaller one, if the game has it, where there are fewer lines than it takes."""
    language, whole = position.game.language, str(position)
    if lines is None or whole.count("\n") < lines or language.small_text is None:
        return whole
    return language.small_text(position.pictured)


@dataclass
class Show:
    """A printer of the boards and actions of a game."""

    names: tuple[str, ...]
    viewer: int | None = None  # the seat whose view is shown; None shows everything
    every: str = "turn"  # "turn" shows the board when the seat to decide changes, "decision" at each, "game" never
    svg: Path | None = None  # existing folder for a drawing of each board that is shown, 0000.svg and so on
    pause: Callable[[], None] = lambda: None  # called after each board
    files: AllTried = field(default_factory=AllTried)  # the block that writes drawings, until one fails
    goes_on: bool = False  # for the files, when the output is closed, as after `| head`
    below: bool = False  # whether a board takes the place of what the screen shows, and what led to it is below
    told: list[str] = field(default_factory=list, init=False)  # for below the next board
    last: tuple[Position, int] | None = field(default=None, init=False)  # what was played, which drawings mark
    _last_seat: int | None = field(default=None, init=False)
    _drawings: int = field(default=0, init=False)

    def before(self, number: int, position: Position, action: int) -> None:
        """Show a position, if it is due, and the next action; fits `play(watch=...)`."""
        if self.every == "decision" or (self.every == "turn" and position.seat != self._last_seat):
            self.board(position)
        self._last_seat, self.last = position.seat, (position, action)
        lines = action_lines(position, action, self.names, self.viewer) + event_lines(position, action, self.viewer)
        if self.below:
            self.told += lines
        else:
            self.say(highlight("\n".join(lines), position.game.narration.colours))

    def board(self, position: Position) -> None:
        """Draw a position where drawings are wanted, and print it."""
        if self.svg and not self.files.failures:
            path = self.svg / f"{self._drawings:04}.svg"
            drawing = position.svg(self.viewer, last=self.last, names=self.names)
            self.files(write_whole, path, drawing.encode())
            self._drawings += 1
        seen, lines = position if self.viewer is None else position.view(self.viewer), rows()
        if self.below:
            clear()
            board = board_text(seen, None if lines is None else lines - len(self.told) - 1)
            text = "\n".join([board, *self.told])
            self.told.clear()
        else:
            text = f"\n{board_text(seen)}\n"
        self.say(highlight(text, position.game.narration.colours))
        self.pause()

    def say(self, text: str) -> None:
        """Print a text and flush it."""
        if self.goes_on:
            tell(text, sys.stdout)
        else:
            print(text, flush=True)


def result_lines(result: GameResult) -> list[str]:
    """Return ranks, names and scores of seats or teams at the end of a game, best first, and faults."""
    teams: dict[int, list[int]] = {}
    for seat, team in enumerate(result.final.teams().tolist()):
        teams.setdefault(team, []).append(seat)
    lines = [] if result.winners else ["Nobody has won: the rules end the game here."]
    for seats in sorted(teams.values(), key=lambda seats: result.ranks[seats[0]]):
        place = f"{result.ranks[seats[0]] // len(seats) + 1}. " if result.winners else ""
        names = " and ".join(f"seat {seat} ({result.agents[seat]})" for seat in seats)
        lines.append(f"{place}{names}: {counted(result.scores[seats[0]], 'point')}")
    if result.faults:
        lines.append("A forfeit is the last place whatever the points; from then on that seat plays at random.")
    return [*lines, *(f"forfeit: {fault}" for fault in result.faults), *first_tracebacks(result.faults)]
