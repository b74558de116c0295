"""A person's terminal: colour, redrawing and line editing. Elsewhere, as in a pipe, there are plain lines."""

from __future__ import annotations

import os
import pydoc
import re
import shutil
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from io import TextIOWrapper

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
    """Return a text in colour.

    Args:
        text: The text.
        colours: Regular expression without groups -> its colour; where several fit, the first one counts.
    """
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
        readline.set_completer(lambda typed, number: [*_starting(typed, words), None][number])


def _starting(typed: str, words: list[str]) -> list[str]:
    return [word for word in words if word.lower().startswith(typed.lower())]
