"""`arctic tune`."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from arctic_env.commands import Command
from arctic_env.files import AllTried, tell
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.arena.statistics import Estimate
    from arctic_training.tuning.run import Tuning
    from arctic_training.tuning.settings import Options, Settings

_RUNS = Path("runs")
TUNED = "tuned.json"

_DESCRIPTION = """\
Tune the planner's weights by play (CMA-ES). In each generation candidates are
drawn around the weights reached so far. Each plays a few duplicate deals, from
every seat, against the planner as it is and against the weights that had been
reached some generations ago; the distribution then moves to where the better
candidates are. A surface fitted to the margins of all of them says which
weights are best. At the end these play fresh deals against the planner as it
is, and the margin is shown with a 95 % interval.

The outcome is DIR/tuned.json, with the command that made it. The journal,
DIR/journal.jsonl, has a line for each generation: a tuning that was killed goes
on when the command is given again, and so does one that is given more
generations. The same seed gives the same weights."""

_EPILOG = """\
examples:
  arctic tune --players 2 --out runs/tune_2p
      all weights of ARCTIC's planner for two players
  arctic tune --players 2 --generations 2 --deals 8 --population 8 --check 20
      just to see it work
  arctic tune --players 2 --options belief=true --weights rivals,totem \\
    --start runs/tune_2p/tuned.json --set rivals=0.7 --out runs/tune_2p_belief
      two weights of the planner that guesses totems, from weights tuned before
  arctic tune --game iglu --players 4 --generations 20

what to spend time on:
  A generation plays population x deals x players games. Many candidates that
  play few deals each find more than few that play many: noise averages out over
  all of them. 8,000 deals gained with four players, fewer with two nothing.

how to use the outcome:
  Copy it to agents/arctic_agents/GAME/tuned_PLAYERSp.json: then it is what the agent `tuned`
  plays."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what `arctic tune` takes."""
    from arctic_env.commands.options import add_seed, at_least_one
    from arctic_env.files import as_path
    from arctic_env.model.registry import games

    parser.description, parser.epilog = _DESCRIPTION, _EPILOG
    parser.add_argument("--game", default=games()[0], choices=games(), help="default: %(default)s")
    for name, default, text in (
        ("players", 2, "seats at a table"),
        ("generations", 50, "how often candidates are drawn"),
        ("population", 128, "candidates of a generation"),
        ("deals", 4, "deals that each of them plays from every seat"),
        ("champion", 10, "generations after which the weights reached become an opponent"),
        ("check", 1000, "deals of the final match"),
    ):
        parser.add_argument(
            f"--{name}", type=at_least_one, default=default, metavar="N", help=f"{text}; default: {default}"
        )
    parser.add_argument(
        "--spread",
        type=float,
        default=0.8,
        metavar="X",
        help="of the first candidates; 1 is a quarter of a weight",
    )
    add_seed(parser)
    parser.add_argument(
        "--weights", default="", metavar="NAMES", help="comma-separated; default: all of them"
    )
    parser.add_argument(
        "--options", type=_options, default={}, metavar="KEY=VALUE,...", help="what else the planner is given"
    )
    parser.add_argument(
        "--start", type=as_path, metavar="FILE", help="a tuned.json to start from; default: the defaults"
    )
    parser.add_argument(
        "--set",
        type=_weights,
        default={},
        metavar="NAME=X,...",
        help="weights to start from, over those of --start",
    )
    parser.add_argument(
        "--out", type=as_path, metavar="DIR", help=f"folder; default: {_RUNS}/tune_GAME_PLAYERSp"
    )
    parser.add_argument("--overwrite", action="store_true", help="begin anew, whatever is in the folder")


def _options(text: str) -> "Options":
    values: Options = {}
    for key, value, part in _pairs(text):
        if value in ("true", "false"):
            values[key] = value == "true"
        elif value.isdecimal():
            values[key] = int(value)
        else:
            raise ArgumentTypeError(f"{short_repr(part)} is not KEY=VALUE with true, false or an integer")
    return values


def _weights(text: str) -> dict[str, float]:
    try:
        return {name: float(value) for name, value, _ in _pairs(text)}
    except ValueError as error:
        raise ArgumentTypeError(f"{short_repr(text)} is not NAME=NUMBER,...") from error


def _pairs(text: str) -> Iterator[tuple[str, str, str]]:
    """Name, value and both of each part of a list; ArgumentTypeError where a name comes twice."""
    names = set()
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name in names:
            raise ArgumentTypeError(f"{short_repr(text)} names {name} twice")
        names.add(name)
        yield name, value, part


def run(arguments: Namespace) -> int:
    """Tune, and say what has been gained."""
    from arctic_agents.weights import read_tuned
    from arctic_env.commands.options import check_outputs
    from arctic_training.claim import claimed

    start = read_tuned(arguments.start).weights if arguments.start else {}
    settings = _settings(arguments, {**start, **arguments.set})
    folder = arguments.out or _RUNS / f"tune_{settings.game}_{settings.players}p"
    check_outputs(folder=folder)
    with claimed(folder):
        _tune(settings, folder, arguments.overwrite)
    return 0


def _tune(settings: "Settings", folder: Path, overwrite: bool) -> None:
    """Tune in a folder, going on with what is there unless it is to be overwritten."""
    from arctic_agents.weights import write_tuned
    from arctic_env.commands.options import check_outputs
    from arctic_training.tuning.journal import JOURNAL
    from arctic_training.tuning.run import Tuning

    check_outputs(folder / JOURNAL, folder / TUNED)
    if overwrite:
        (folder / JOURNAL).unlink(missing_ok=True)
    tuning = Tuning(settings, folder)
    try:
        gain = _carry_out(tuning)
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from the journal in {folder}", file=sys.stderr)
        raise
    with AllTried() as files:
        files(write_tuned, folder / TUNED, settings.tuned(tuning.weights(), gain))
        print(f"margin over the planner: {gain:+.2f}, {settings.check:,} deals")
    print(f"weights: {folder / TUNED}")


def _carry_out(tuning: "Tuning") -> "Estimate":
    """All generations, with a line for each, and the final match."""
    from arctic_env.arena.progress import show_progress

    with show_progress("tune", tuning.games, "games", begun=tuning.games_found) as advance:
        for generation in tuning.generations(advance):
            best, mean = generation.margins.max(), generation.margins.mean()
            tell(
                f"generation {generation.number + 1}: margins {mean:+.2f} in the mean, {best:+.2f} at best, "
                f"spread {generation.spread:.2f}",
                sys.stdout,
            )
        return tuning.check(advance)


def _settings(arguments: Namespace, start: dict[str, float]) -> "Settings":
    from arctic_training.tuning.settings import Settings

    return Settings(
        game=arguments.game,
        players=arguments.players,
        seed=arguments.seed,
        generations=arguments.generations,
        population=arguments.population,
        deals=arguments.deals,
        spread=arguments.spread,
        champion=arguments.champion,
        check=arguments.check,
        names=tuple(name for name in arguments.weights.split(",") if name),
        options=arguments.options,
        start=start,
    )


command = Command("tune", "tune the planner's weights by play", add_arguments, run)
