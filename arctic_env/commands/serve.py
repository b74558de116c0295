"""`arctic serve`: the page to play, watch, replay and think on."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from arctic_env.commands.options import Command, describe
from arctic_env.files import as_path
from arctic_env.validation import need, short_repr

_DESCRIPTION = """\
Open a page in the browser: play any game against agents or people, watch
agents, look at recorded games, ask for hints. It is served from this machine
and needs no network. Tables are saved after each decision, and are there
again when the page is served anew. Needs pip install 'arctic-env[web]'."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(
        parser,
        _DESCRIPTION,
        "arctic serve",
        "arctic serve games.jsonl              # recorded games",
        "arctic serve runs/study               # a tournament's log",
        "arctic serve --agent ppo:runs/quick   # play against your own policy",
        "arctic serve --host 192.168.1.20      # others in the network join",
    )
    parser.add_argument(
        "files", nargs="*", type=as_path, metavar="FILE", help="records (JSON Lines), logs' folders, or saved tables"
    )
    parser.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="AGENT",
        help="an agent that the page may use beside the installed ones, as one of a file; can be repeated",
    )
    parser.add_argument("--port", type=_port, default=8765, help="0 for any that is free; default: %(default)s")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="one address of this machine; default: %(default)s"
    )
    parser.add_argument(
        "--tables",
        type=as_path,
        default=Path("arctic-tables"),
        metavar="DIR",
        help="where tables are saved; default: %(default)s",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address only")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise ArgumentTypeError(f"a port is an integer from 0 to 65535, not {short_repr(text)}")
    return int(text)


def _run(arguments: Namespace) -> int:
    need("pages", "starlette", "uvicorn", extra="web")
    from arctic_env.web.lobby import Lobby
    from arctic_env.web.server import serve

    lobby = Lobby(arguments.files, arguments.agent, arguments.tables)
    serve(lobby, host=arguments.host, port=arguments.port, open_browser=not arguments.no_browser)
    sys.stdout.flush()
    os._exit(0)  # all is saved; Python would wait for agents that still think


serve_command = Command("serve", "play, watch and replay in the browser", _add_arguments, _run)
