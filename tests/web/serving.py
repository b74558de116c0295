"""A page served as by the command line, for tests that ask it over the network."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.conftest import PYTHONPATH

Wish = dict[str, Any]


@dataclass
class Served:
    """A running server.

    Attributes:
        base: Its address.
        token: The token in the address that it printed.
        process: The process.
        tables: Where it saves tables.
    """

    base: str
    token: str
    process: subprocess.Popen[str]
    tables: Path

    @property
    def host(self) -> str:
        return self.base.removeprefix("http://")

    @property
    def port(self) -> int:
        return int(self.host.rpartition(":")[2])

    def visitor(self) -> httpx.Client:
        """Somebody who has nothing but the address."""
        return httpx.Client(base_url=self.base, timeout=60)

    @contextmanager
    def owner(self) -> Iterator[httpx.Client]:
        """Who opened the address that was printed."""
        with self.visitor() as client:
            assert client.get("/", params={"token": self.token}).status_code == 200
            yield client


@contextmanager
def serving(tables: Path, *arguments: str | Path, port: int = 0) -> Iterator[Served]:
    words = ["serve", "--no-browser", "--port", port, "--tables", tables, *arguments]
    command = [sys.executable, "-W", "error", "-m", "arctic_env.cli", *map(str, words)]
    variables = os.environ | {"PYTHONPATH": PYTHONPATH, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=variables, text=True) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            base, _, token = process.stdout.readline().strip().partition("/?token=")
            assert base.startswith("http://127.0.0.1:")
            yield Served(base, token, process, tables)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)


def sit_down(client: httpx.Client, game: str, seats: Sequence[str], own: Sequence[int] = (0,), **more: Any) -> Wish:
    """Make a table; return `key`, `path` and `links`."""
    answer = client.post("/api/tables", json={"game": game, "seats": list(seats), "own": list(own), "seed": 5, **more})
    assert answer.status_code == 200, answer.text
    made: Wish = answer.json()
    return made
