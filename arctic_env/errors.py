"""The errors of the project.

Every error that the project raises on purpose is an `ArcticError`; its message says what was wrong and where.
Where Python has a fitting exception of its own the error is one of those too, so `except ValueError` works.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_HALF = 500  # letters of a message on each side of what is left out


class ArcticError(Exception):
    """The base of all errors of the project. User input in its message is shortened."""

    def __str__(self) -> str:
        text = self._message()
        return text if len(text) <= 2 * _HALF else f"{text[:_HALF]}...{text[-_HALF:]}"

    def _message(self) -> str:
        return super().__str__()


class PositionError(ArcticError, ValueError):
    """A position document that is not a possible position of its game.

    Attributes:
        field: Path of the offending field, such as `seats[1].hand[0]`; `document` for the whole.
        reason: The problem.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(field, reason)
        self.field = field
        self.reason = reason

    def _message(self) -> str:
        return f"{self.field}: {self.reason}"


class GameError(ArcticError, ValueError):
    """A game of an installed package that does not load; the message names its entry point and says why."""


class IllegalActionError(ArcticError, ValueError):
    """An action that is illegal for the deciding seat; the message says what was legal instead."""


class RecordError(ArcticError, ValueError):
    """A record that cannot be read, or whose actions do not lead to its result."""


class LogError(ArcticError, ValueError):
    """A log of games that is damaged, unfinished or of another version, or that would be overwritten."""


class UnfinishedLogError(LogError):
    """All games of a tournament were played, but the log could not be completed; resuming does that.

    Attributes:
        result: The `TournamentResult`.
    """

    def __init__(self, message: str, result: Any = None) -> None:
        super().__init__(message)
        self.result = result


class CheckpointError(ArcticError, ValueError):
    """A checkpoint that is damaged, or was made for other observations or actions."""


class OutputError(ArcticError, OSError):
    """A file that cannot be written; the message names it and says why."""

    def _message(self) -> str:
        return f"cannot write {self.filename}: {self.strerror}" if self.filename else super()._message()


class AgentError(ArcticError):
    """An agent that cannot be made, or that crashed, answered late or answered illegally.

    Attributes:
        traceback: The traceback in the agent's own code, as text; empty if there is none.
    """

    def __init__(self, message: str, traceback: str = "") -> None:
        super().__init__(message)
        self.traceback = traceback


class SettingsError(ArcticError, ValueError):
    """A setting that is unknown, of the wrong type or out of range."""
