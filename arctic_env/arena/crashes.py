"""What is told of an error in an agent's code: the error in a line, and where in that code it was raised."""

from __future__ import annotations

from traceback import TracebackException

from arctic_env.errors import AgentError

_MOST_MESSAGE, _MOST_TRACEBACK = 500, 10_000  # letters
_CALLERS = ("arctic_env.arena.", "arctic_env.envs.", "importlib")  # modules that call agents, or load them


def message_of(error: BaseException) -> str:
    """Kind and text of an error in one line."""
    text = str(TracebackException(type(error), error, None))  # even where the error cannot make its text
    return _printable(f"{type(error).__name__}: {' '.join(text.splitlines())}", _MOST_MESSAGE)


def traceback_of(error: BaseException) -> str:
    """The traceback from the agent's own call on; empty where the error was not raised in its code."""
    frames = error.__traceback__
    while frames and frames.tb_frame.f_globals.get("__name__", "").startswith(_CALLERS):
        frames = frames.tb_next
    if frames is None:
        return ""
    return _printable("".join(TracebackException(type(error), error, frames).format()), _MOST_TRACEBACK)


def crashed(who: str, error: BaseException) -> AgentError:
    """The error to raise, from the one that somebody's code raised."""
    return AgentError(f"{who}: {message_of(error)}", traceback_of(error))


def _printable(text: str, most: int) -> str:
    """The text in UTF-8's characters, its middle left out where it is too long."""
    if len(text) > most:
        text = f"{text[: most // 2]} [... {len(text) - most:,} letters ...] {text[-most // 2 :]}"
    return text.encode(errors="backslashreplace").decode()
