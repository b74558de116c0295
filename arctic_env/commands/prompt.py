"""Questions to a person at a terminal, whose answers can be edited where Python has readline."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper

QUIT = ("quit", "q")


def prepare_input() -> None:
    r"""Let a terminal's lines be edited, and bytes that are no text come as `\xff`, so that one can ask again."""
    if not isinstance(sys.stdin, TextIOWrapper):
        return
    sys.stdin.reconfigure(errors="backslashreplace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # Windows edits lines by itself
            import readline

            readline.set_completer_delims("")
            libedit = "libedit" in (readline.__doc__ or "")  # as on a Mac
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def ask(question: str) -> str:
    """The line that somebody types, with single spaces and in lower case; "quit" where input ends or cannot be read."""
    try:
        return " ".join(input(question).split()).lower()
    except (EOFError, OSError):
        print()
        return QUIT[0]
    except KeyboardInterrupt:
        print()
        raise


def complete(words: Iterable[str]) -> None:
    """Let the Tab key complete these words, where lines can be edited."""
    if readline := sys.modules.get("readline"):
        words = list(words)
        readline.set_completer(lambda typed, number: [*_starting(typed, words), None][number])


def _starting(typed: str, words: list[str]) -> list[str]:
    return [word for word in words if word.lower().startswith(typed.lower())]
