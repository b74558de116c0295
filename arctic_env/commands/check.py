"""`arctic check`: does a game keep what it promises?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from arctic_env.commands import Command
from arctic_env.commands.options import add_seed, at_least_one, describe
from arctic_env.model.registry import games

_DESCRIPTION = """\
Run the conformance suite on a game: random games through every interface,
checked for leaks, wrong masks, lost copies and the other kinds of fault that
environments are known for. Exits with 1 when something is wrong."""


def _add_arguments(parser: ArgumentParser) -> None:
    describe(parser, _DESCRIPTION, "arctic check", "arctic check --game arctic --games 10 --seed 100")
    parser.add_argument("--game", default=games()[0], choices=games(), help="default: %(default)s")
    parser.add_argument(
        "--games",
        type=at_least_one,
        default=2,
        metavar="N",
        help="random games for each number of players and set of rule parameters; default: %(default)s",
    )
    add_seed(parser)


def _run(arguments: Namespace) -> int:
    from arctic_env.conformance import check

    report = check(arguments.game, games=arguments.games, seed=arguments.seed)
    print(report)
    return 0 if report.ok else 1


command = Command("check", "run the conformance suite on a game", _add_arguments, _run)
