"""What is told of an error in an agent's code: the error in a line, and where in that code it was raised.

An error may be made so that Python itself cannot tell it: what it holds is somebody else's, and that may fail, too.
"""

from __future__ import annotations

import sys
from traceback import TracebackException, format_tb

from arctic_env.errors import AgentError

_MOST_MESSAGE, _MOST_TRACEBACK = 500, 200_000  # letters
_CALLERS = ("arctic_env.arena.", "arctic_env.envs.", "importlib")  # modules that call agents, or load them


def message_of(error: BaseException) -> str:
    """Kind and text of an error in one line."""
    try:
        text = str(TracebackException(type(error), error, None))  # even where the error cannot make its text
        return printable(f"{type(error).__name__}: {' '.join(text.splitlines())}", _MOST_MESSAGE)
    except Exception:
        return "an error whose text cannot be made"


def traceback_of(error: BaseException) -> str:
    """The traceback from the agent's own call on; empty where the error was not raised in its code."""
    frames = error.__traceback__
    while frames and str(frames.tb_frame.f_globals.get("__name__")).startswith(_CALLERS):
        frames = frames.tb_next
    if frames is None:
        return ""
    try:
        text = "".join(TracebackException(type(error), error, frames).format())
    except Exception:
        text = "".join(["Traceback (most recent call last):\n", *format_tb(frames), message_of(error), "\n"])
    return sys.intern(printable(text, _MOST_TRACEBACK))  # once in memory, however often an agent fails so


def crashed(who: str, error: BaseException) -> AgentError:
    """The error to raise, from the one that somebody's code raised."""
    return AgentError(f"{who}: {message_of(error)}", traceback_of(error))


def printable(text: str, most: int) -> str:
    """The text in UTF-8's characters, its middle left out where it is too long."""
    if len(text) > most:
        text = f"{text[: most // 2]} [... {len(text) - most:,} letters ...] {text[-most // 2 :]}"
    return text.encode(errors="backslashreplace").decode()
