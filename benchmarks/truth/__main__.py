r"""Truth sets: decisions whose candidates were valued in many worlds, and how far agents fall short of the best.

    python -m benchmarks.truth make --game arctic --num-players 2 --agents champion --continuation champion \
        --out benchmarks/truth/arctic_2p.npz                     # goes on where it was stopped
    python -m benchmarks.truth score benchmarks/truth/arctic_2p.npz champion search search:policy=champion
    python -m benchmarks.truth remake benchmarks/truth/arctic_2p.npz --out runs/arctic_2p.npz   # for a new champion
    python -m benchmarks.truth show benchmarks/truth/*.npz       # what is in sets, and the commands that made them

The decisions are from games of the agents, equally many from each tenth of a game, forced ones left out. All legal
actions up to --candidates are valued in the same worlds, which agree with the view of the seat that decides, by
playing on to the end with the continuation in all seats. Regret is what an agent's choice is worth less than the best
candidate; the best is chosen by one half of the worlds and valued by the other, in both directions and many splits.
± is a standard error over decisions. Bias and sd are those of a search's estimated differences, over two seeds.
"""

import argparse
import sys
from dataclasses import fields, replace
from pathlib import Path

import arctic_env
from arctic_env.errors import ArcticError
from arctic_env.files import as_path
from benchmarks.measuring import machine
from benchmarks.truth.scores import score, table
from benchmarks.truth.sets import Plan, load, make


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = _arguments()
    try:
        arguments.run(arguments)
    except (ArcticError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _make(arguments: argparse.Namespace) -> None:
    plan = Plan(**{field.name: getattr(arguments, field.name) for field in fields(Plan)})
    make(plan, arguments.out, _tell)


def _remake(arguments: argparse.Namespace) -> None:
    make(load(arguments.set).plan, arguments.out, _tell)


def _score(arguments: argparse.Namespace) -> None:
    made = load(arguments.set)
    if arguments.decisions:
        made = replace(made, done=min(made.done, arguments.decisions))
    scores = score(made, arguments.agents, arguments.seeds, _tell)
    print(f"{machine()}\n{arguments.set}, {made.done} decisions, {made.plan.worlds} worlds\n\n{table(scores)}")


def _show(arguments: argparse.Namespace) -> None:
    for path in arguments.sets:
        made = load(path)
        used = (made.candidates >= 0).sum(axis=1)
        print(f"{path}: {made.done} of {made.plan.decisions} decisions, {used.mean():.1f} candidates in the mean")
        print(f"  {made.plan.command} --out {path}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.truth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    making = commands.add_parser("make", help="make a set, or go on with one")
    making.set_defaults(run=_make)
    add = making.add_argument
    add("--game", default="arctic", choices=sorted(arctic_env.games()), help="default: %(default)s")
    add("--num-players", type=int, default=2, metavar="P", help="default: %(default)s")
    add("--agents", default="planner", metavar="NAMES", help="whose games decisions are from; default: %(default)s")
    add("--continuation", default="planner", metavar="AGENT", help="who plays on in all seats; default: %(default)s")
    add("--decisions", type=int, default=100, metavar="N", help="default: %(default)s")
    add("--games", type=int, default=40, metavar="N", help="that they are from; default: %(default)s")
    add("--worlds", type=int, default=128, metavar="N", help="for each decision; default: %(default)s")
    add("--candidates", type=int, default=10, metavar="N", help="of a decision, at the most; default: %(default)s")
    add("--believed", action="store_true", help="worlds are as likely as what others did makes them")
    add("--seed", type=int, default=1, metavar="S", help="default: %(default)s")
    add("--out", type=as_path, required=True, metavar="FILE", help="the set, .npz")
    again = commands.add_parser("remake", help="make a set again, as another was made")
    again.set_defaults(run=_remake)
    again.add_argument("set", type=as_path, metavar="SET")
    again.add_argument("--out", type=as_path, required=True, metavar="FILE", help="the new set")
    scoring = commands.add_parser("score", help="regret of agents")
    scoring.set_defaults(run=_score)
    scoring.add_argument("set", type=as_path, metavar="SET")
    scoring.add_argument(
        "agents", nargs="+", metavar="AGENT", help="agent strings; the others are compared with the first"
    )
    scoring.add_argument("--seeds", type=int, default=2, metavar="N", help="of each agent; default: %(default)s")
    scoring.add_argument("--decisions", type=int, default=0, metavar="N", help="the first ones alone; default: all")
    showing = commands.add_parser("show", help="tell what is in sets")
    showing.set_defaults(run=_show)
    showing.add_argument("sets", nargs="+", type=Path, metavar="SET")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
