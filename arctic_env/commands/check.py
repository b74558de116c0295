"""`arctic check`: does a game keep what it promises?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from arctic_env.commands import Command
from arctic_env.commands.options import describe
from arctic_env.core.registry import games

_DESCRIPTION = """\
Run the conformance suite on a game: random games through every interface, checked for leaks,
wrong masks, lost copies and the other kinds of fault that environments are known for. Exits
with 1 when something is wrong."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(parser, _DESCRIPTION, "arctic check", "arctic check --game arctic")
    parser.add_argument("--game", default=games()[0], choices=games(), help="default: %(default)s")


def _run(arguments: Namespace) -> int:
    import arctic_env

    arctic_env.check(arguments.game)
    return 0


command = Command("check", "run the conformance suite on a game", _add_arguments, _run)
