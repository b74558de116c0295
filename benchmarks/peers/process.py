"""The other end of `worker.py`: one library's process, asked and waited for."""

import json
import os
import subprocess
import threading
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
_LIMIT = 600.0  # seconds for one answer; compiling takes the longest

# What libraries must not pick for themselves.
_ENVIRONMENT = {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}


class PeerError(Exception):
    """A library cannot be played; the text says why."""


class Process:
    """A library in a process of its own.

    Attributes:
        library: its name.
    """

    def __init__(self, library: str, python: Path, logs: Path) -> None:
        """Start it with a Python; what it prints goes to `logs`/LIBRARY.log."""
        self.library = library
        self._log = logs / f"{library}.log"
        logs.mkdir(parents=True, exist_ok=True)
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [python, "-m", "benchmarks.peers.worker", library],
                cwd=_ROOT,
                env=os.environ | _ENVIRONMENT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def ask(self, **question: Any) -> dict[str, Any]:
        """Put a question; the answer.

        Raises:
            PeerError: the library failed, died, or took too long.
        """
        if self._process.stdin is None or self._process.poll() is not None:
            raise PeerError(self._why())
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise PeerError(self._why()) from None
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """The next answer.

        Raises:
            PeerError: the library failed, died, or took too long.
        """
        timer = threading.Timer(_LIMIT, self._process.kill)
        timer.start()
        try:
            line = self._process.stdout.readline() if self._process.stdout else ""
        finally:
            timer.cancel()
        if not line:
            raise PeerError(self._why())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerError(answer["error"])
        return answer

    def _why(self) -> str:
        """The last words of a process that ended, or that it was stopped."""
        self._process.wait()
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"ended with code {self._process.returncode}"

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
