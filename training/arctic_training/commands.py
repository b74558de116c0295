"""The commands `arctic train`, `exploit`, `curves`, `export` and `tune`; what they do is imported when they run."""

from __future__ import annotations

import json
import shlex
import sys
from _thread import interrupt_main
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from arctic_env.arena.analysis.summary import check_picture
from arctic_env.arena.progress import show_progress
from arctic_env.arena.statistics import Estimate
from arctic_env.commands import Command, options
from arctic_env.errors import SettingsError
from arctic_env.files import AllTried, as_path, tell, write_whole
from arctic_env.model.registry import games
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_training.tune import Tuning

RUNS = Path("runs")
_CONFIGS = sorted(path.stem for path in (Path(__file__).parent / "configs").glob("*.yaml"))

# ------------------------------------------------------------------------------------------------ runs


def _add_config(parser: ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--config",
        type=as_path,
        metavar="FILE",
        help=f"{what}, or the name of one that comes with the package: {', '.join(_CONFIGS)}",
    )


def _add_run_arguments(parser: ArgumentParser) -> None:
    """Add the arguments that say what is trained and where it is kept."""
    _add_config(parser, "YAML file of settings")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a setting; repeatable")
    parser.add_argument("--steps", type=int, metavar="N", help="decisions to learn from, as --set steps=N")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--out", type=as_path, metavar="DIR", help=f"folder of the run (default: {RUNS}/CONFIG)")
    place.add_argument("--resume", type=as_path, metavar="DIR", help="go on with the run in this folder")
    parser.add_argument("--overwrite", action="store_true", help="replace an earlier run in the folder")


def _folder_of(arguments: Namespace) -> Path:
    """Return the folder that is asked for; without a name and a file of settings that of the command's name."""
    if arguments.resume and arguments.overwrite:
        raise SettingsError("--overwrite replaces what is in a folder, --resume goes on with it: give only one")
    name = arguments.config.stem if arguments.config else arguments.command
    folder: Path = arguments.resume or arguments.out or RUNS / name
    return folder


def _document_of(arguments: Namespace, begun: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the settings that the command line asks for: those of its file, with its changes.

    Without a file they are those that a run was begun with, or the defaults with the first game.
    """
    from arctic_training.settings import apply_changes, read_document

    if arguments.config or begun is None:
        begun = {"game": games()[0], **(read_document(arguments.config) if arguments.config else {})}
    steps = [] if arguments.steps is None else [f"steps={arguments.steps}"]
    return apply_changes(begun, [*arguments.set, *steps])


@contextmanager
def _naming_the_file(arguments: Namespace) -> Iterator[None]:
    """Name the file of settings in errors of what it says, and that there are changes to it."""
    try:
        yield
    except SettingsError as error:
        if not arguments.config:
            raise
        changed = " with --set" if arguments.set else ""
        raise SettingsError(f"{arguments.config}{changed}: {error}") from error


@contextmanager
def _telling_how_to_go_on(command: str, folder: Path) -> Iterator[None]:
    """Tell whoever stops a command that trains a run how to go on with it.

    An interrupt within a destructor, such as one of the compiler, Python only shows: it is raised again, outside of it.
    """

    def raise_again(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(0.1, interrupt_main).start()
        else:
            show(unraisable)

    show, sys.unraisablehook = sys.unraisablehook, raise_again
    try:
        yield
    except KeyboardInterrupt:
        from arctic_agents.networks import checkpoints_of

        told = f"; {folder} has no checkpoint yet from which to go on: begin again with --overwrite"
        if checkpoints_of(folder):
            told = f"; `arctic {command} --resume {shlex.quote(str(folder))}` goes on from the last checkpoint"
        elif not folder.exists():
            told = ""
        print(f"stopped{told}", file=sys.stderr)
        raise
    finally:
        sys.unraisablehook = show


# ------------------------------------------------------------------------------------------------ train

_TRAIN = """\
Train a policy by self-play with PPO.

Many games are played at once. In each, the learner has one seat, which goes
round from game to game, and the other seats have opponents: the policy as it
stands, its past selves, or any agents, mixed as the settings say. It learns
from the decisions of all seats that the policy as it stands plays. A run is a
folder with checkpoints and a journal, one JSON line an update. A killed run
goes on from its last checkpoint."""

_TRAIN_EXAMPLES = """\
examples:
  arctic train --config quick
      about two minutes on two cores; the run is in runs/quick
  arctic tournament --players random,greedy,ppo:runs/quick
      see how good it is
  arctic train --config arctic_3p --set seed=7 --out runs/three
      a setting changed for once; values are YAML, as in
      --set 'opponents={latest: 0.8, greedy: 0.2}'
  arctic train --set game=iglu --set num_players=4
      another game; its network follows
  arctic train --resume runs/three --steps 20000000
      go on with it, for longer
  arctic train --config quick --set from=runs/quick --out runs/next
      a new run that begins with the weights of another

settings:
  The files of the package (training/arctic_training/configs) show those that
  matter; training/arctic_training/settings.py documents all of them. What a
  file does not name has its default, and a name that is not known is an error
  that lists those that are.

entropy (ppo.entropy) keeps the policy from settling on one action. In games
with hidden information it must not be 0, SB3's default: good play mixes there,
and what can be foreseen can be exploited. 0.05 to 0.2 is usual."""


def _add_train(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = _TRAIN, _TRAIN_EXAMPLES
    _add_run_arguments(parser)


def _train(arguments: Namespace) -> int:
    """Train, and say where the result is."""
    from arctic_training.run import resume, train
    from arctic_training.run_folder import settings_of
    from arctic_training.settings import make_settings

    folder = _folder_of(arguments)
    with _telling_how_to_go_on("train", folder):
        document = _document_of(arguments, settings_of(folder) if arguments.resume else None)
        with _naming_the_file(arguments):
            settings = make_settings(document)
        if arguments.resume:
            outcome = resume(folder, document)
        else:
            outcome = train(settings, folder, overwrite=arguments.overwrite)
    print(f"trained on {outcome.steps:,} decisions; to play with it: ppo:{outcome.run}")
    return 0


# ------------------------------------------------------------------------------------------------ exploit

_EXPLOIT = """\
Find out how much can be got out of an agent by training against it alone.

A policy is trained with PPO at tables where all other seats are the agent's,
which stays as it is. It begins with the weights that the setting `from` names,
or by imitating the agent; then it looks for what beats it. In the end it plays
fresh deals, from every seat, against the agent, and what it wins beyond its
fair share is reported with an interval and written to exploit.json in the
folder of the run. It is a lower bound: a longer training may find more."""

_EXPLOIT_EXAMPLES = """\
examples:
  arctic exploit planner --config exploit
      the run is in runs/exploit
  arctic exploit ppo:runs/quick --steps 500000 --out runs/against-quick
      any agent string will do
  arctic exploit greedy --set num_players=3 --deals 1000
      one exploiter among two of greedy
  arctic exploit ppo:runs/iglu_2p --set game=iglu
      an agent of another game than arctic
  arctic exploit champion --config exploit --set num_players=3 \\
    --set from=null
      another number of players, begun with random weights instead of its
      champion's
  arctic exploit --resume runs/exploit --steps 6000000
      go on, for longer, and measure anew

settings are those of `arctic train`, but for the opponents, which are the
agent. Unless `from` or imitation is set, the first fifth of the decisions is
learnt by imitation; --set imitation.steps=0 leaves it out."""


def _add_exploit(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = _EXPLOIT, _EXPLOIT_EXAMPLES
    parser.add_argument(
        "agent", nargs="?", metavar="AGENT", help=f"whom to exploit; not needed with --resume; {options.AGENTS_HELP}"
    )
    _add_run_arguments(parser)
    options.add_count(parser, "deals", 400, "fresh deals to measure on, for one seed the same ones each time")
    parser.add_argument(
        "--sample",
        action="store_true",
        help="the exploiter draws its actions, as in training, instead of playing the most probable",
    )
    options.add_count(parser, "workers", 1, "processes to measure on")


def _exploit(arguments: Namespace) -> int:
    """Train an exploiter, or go on with one, and say what it gets."""
    from arctic_training.exploit import measure_gain, write_gain

    folder = _folder_of(arguments)
    with _telling_how_to_go_on("exploit", folder):
        steps = _train_exploiter(arguments, folder)
    how = {"deterministic": not arguments.sample, "workers": arguments.workers}
    gain, _ = measure_gain(folder, arguments.deals, steps=steps, **how)
    with AllTried() as files:
        path = files(write_gain, folder, gain)
        print(gain)
        if path:
            print(f"written to {path}")
    return 0


def _train_exploiter(arguments: Namespace, folder: Path) -> int:
    """Train as the arguments say; return on how many decisions."""
    from arctic_training.exploit import agent_of, exploiter_document
    from arctic_training.run import resume, train
    from arctic_training.run_folder import settings_of
    from arctic_training.settings import make_settings

    if arguments.resume:
        agent = agent_of(folder)
        if arguments.agent not in (None, agent):
            raise SettingsError(f"{folder} exploits {agent}, not {arguments.agent}")
        begun = settings_of(folder)
        wanted = _document_of(arguments, begun)
        with _naming_the_file(arguments):
            wanted = exploiter_document(agent, wanted, begun) if arguments.config else wanted
            make_settings(wanted)
        return resume(folder, wanted).steps
    if arguments.agent is None:
        raise SettingsError("say which agent to exploit, as in `arctic exploit planner`")
    document = _document_of(arguments)
    with _naming_the_file(arguments):
        settings = make_settings(exploiter_document(arguments.agent, document))
    return train(settings, folder, overwrite=arguments.overwrite).steps


# ------------------------------------------------------------------------------------------------ curves

_CURVES = """\
Draw how runs of arctic train went, or are going: margins against the agents
that they are evaluated against, with 95 % intervals, the share of duplicate
deals in which they are ahead, ties half, and the entropy of the policy, over
the decisions learnt from. Several runs share one picture. It needs matplotlib."""


def _add_curves(parser: ArgumentParser) -> None:
    options.describe(
        parser,
        _CURVES,
        "arctic curves runs/arctic_2p",
        "arctic curves runs/arctic_2p runs/arctic_2p_further \\\n    --out compared.png",
    )
    parser.add_argument("runs", nargs="+", type=as_path, metavar="RUN", help="folder of a run")
    picture = "the picture, .png, .svg or .pdf; one that is there is replaced"
    options.add_path(parser, "--out", f"{picture}; default: curves.png in the folder of the last RUN")


def _curves(arguments: Namespace) -> int:
    """Draw, and say where the picture is."""
    from arctic_training.curves import draw_curves
    from arctic_training.run_folder import PICTURE

    out = arguments.out or arguments.runs[-1] / PICTURE
    check_picture(out)
    write_whole(out, draw_curves(arguments.runs, out.suffix))
    print(f"drawn into {out}")
    return 0


# ------------------------------------------------------------------------------------------------ export

_EXPORT = """\
Make the policy of a run the champion of its game and number of players: from
then on the agent string `champion` plays it. The weights are written into the
package, by default, without the state of the training, and with the command
and settings that trained them."""


def _add_export(parser: ArgumentParser) -> None:
    options.describe(
        parser,
        _EXPORT,
        "arctic export runs/arctic_2p --config arctic_2p --overwrite",
        "arctic export runs/quick --out champions",
    )
    parser.add_argument("source", type=as_path, metavar="PATH", help="a run of arctic train, or a checkpoint")
    _add_config(parser, "the file of settings that the run was begun with, for the note of its command")
    options.add_path(parser, "--out", "folder for champions (default: that of the package)", "DIR")
    parser.add_argument("--overwrite", action="store_true", help="replace a champion that is there")


def _export(arguments: Namespace) -> int:
    """Export, and say where it is."""
    from arctic_training.run import export_policy

    place = export_policy(arguments.source, arguments.config, arguments.out, overwrite=arguments.overwrite)
    also = "" if arguments.out else ", and so does champion"
    print(f"exported to {place}; ppo:{place} plays it{also}")
    return 0


# ------------------------------------------------------------------------------------------------ tune

TUNED = "tuned.json"

_TUNE = """\
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

_TUNE_EXAMPLES = """\
examples:
  arctic tune --num-players 2 --out runs/tune_2p
      all weights of the planner for two players
  arctic tune --generations 2 --deals 8 --population 8 --final-deals 20
      just to see it work
  arctic tune --num-players 2 --planner-options belief=true \\
    --weights rivals,totem --start runs/tune_2p/tuned.json \\
    --set rivals=0.7 --out runs/tune_2p_belief
      two weights of the planner that guesses totems, from weights tuned before
  arctic tune --game iglu --num-players 4 --generations 20
  arctic tune --game north_pole --teams true --out runs/tune_teams
      other rules; candidates play all seats of a team

what to spend time on:
  A generation plays population x deals x players games; of a game of teams,
  population x deals x teams. Many candidates that play few deals each find more
  than few that play many: noise averages out over all of them. 8,000 deals
  gained with four players, fewer with two nothing.

how to use the outcome:
  The agent planner:weights=runs/tune_2p/tuned.json plays it. Copied to
  agents/arctic_agents/GAME/tuned_PLAYERSp.json it is what the agent `tuned`
  plays."""


def _add_tune(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = _TUNE, _TUNE_EXAMPLES
    options.add_game(parser)
    options.add_num_players(parser)
    options.add_count(parser, "generations", 50, "how often candidates are drawn")
    options.add_count(parser, "population", 128, "candidates of a generation")
    options.add_count(parser, "deals", 4, "deals that each of them plays from every seat")
    options.add_count(
        parser, "opponent-every", 10, "generations after which the weights reached become the second opponent"
    )
    options.add_count(parser, "final-deals", 1000, "fresh deals of the final match against the planner as it is")
    parser.add_argument(
        "--spread",
        type=float,
        default=0.8,
        metavar="X",
        help="how far the first candidates are from the start: the standard deviation of each weight, in quarters of "
        "its value; default: %(default)s",
    )
    options.add_seed(parser)
    parser.add_argument("--weights", default="", metavar="NAMES", help="those to tune, comma-separated; default: all")
    parser.add_argument(
        "--planner-options",
        dest="options",
        type=_values,
        default={},
        metavar="KEY=VALUE,...",
        help="options of the planner that is tuned, but for weights, such as belief=true, over those of --start; "
        "`arctic agents planner` lists them",
    )
    options.add_path(parser, "--start", "a tuned.json, whose weights and options to start from")
    parser.add_argument(
        "--set", type=_values, default={}, metavar="NAME=X,...", help="weights to start from, over those of --start"
    )
    options.add_path(parser, "--out", f"folder; default: {RUNS}/tune_GAME_PLAYERSp", "DIR")
    parser.add_argument("--overwrite", action="store_true", help="begin anew, whatever is in the folder")


def _values(text: str) -> dict[str, bool | float]:
    """Return names with true, false or a number, as in belief=true,depth=2."""
    values = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if name in values:
            raise ArgumentTypeError(f"{short_repr(text)} names {name} twice")
        try:
            values[name] = json.loads(value)
        except ValueError as error:
            raise ArgumentTypeError(f"{short_repr(part)} is not NAME=VALUE with true, false or a number") from error
    return values


def _tune(arguments: Namespace) -> int:
    """Tune in a folder, going on with what is there unless it is to be overwritten, and say what has been gained."""
    from arctic_agents.planner import read_tuned, write_tuned
    from arctic_training.run_folder import JOURNAL, RunFolder
    from arctic_training.settings import read_settings
    from arctic_training.tune import TuneSettings, Tuning

    game, parameters = options.chosen_rules(arguments)
    num_players = options.chosen_num_players(arguments, game, parameters)
    tuned = read_tuned(arguments.start, game.name, num_players) if arguments.start else None
    given = {
        "num_players": num_players,
        "parameters": parameters,
        "spread": arguments.spread,
        "names": [name for name in arguments.weights.split(",") if name],
        "options": {**(tuned.options if tuned else {}), **arguments.options},
        "start": {**(tuned.weights if tuned else {}), **arguments.set},
    }
    others = {name: getattr(arguments, name) for name in TuneSettings.model_fields.keys() - given.keys()}
    settings = read_settings(TuneSettings, {**others, **given})
    path = arguments.out or RUNS / f"tune_{settings.game}_{settings.num_players}p"
    folder = RunFolder(path, JOURNAL, TUNED)
    with folder.locked():
        if arguments.overwrite:
            folder.clear()
        tuning = Tuning(settings, path)
        try:
            gain = _tune_and_check(tuning)
        except KeyboardInterrupt:
            print(f"stopped; the same command goes on from the journal in {path}", file=sys.stderr)
            raise
        with AllTried() as files:
            files(write_tuned, path / TUNED, settings.tuned(tuning.weights(), gain))
            print(f"margin over the planner: {gain:+.2f} points a game, {settings.final_deals:,} deals")
        print(f"weights: {path / TUNED}; planner:weights={path / TUNED} plays them")
    return 0


def _tune_and_check(tuning: Tuning) -> Estimate:
    """Run all generations, with a line for each, and the final match."""
    from arctic_training.tune import STEP

    with show_progress("tune", tuning.games, "games", begun=tuning.games_found) as progress:
        for generation in tuning.generations(progress.advance):
            best, mean = generation.margins.max(), generation.margins.mean()
            tell(
                f"generation {generation.number + 1}: margins of the candidates: {mean:+.2f} points a game on average, "
                f"{best:+.2f} at best; their weights vary by about {generation.spread * STEP:.0%}",
                sys.stdout,
            )
        return tuning.check(progress.advance)


TRAIN = Command("train", "train a policy by self-play", _add_train, _train)
EXPLOIT = Command("exploit", "train against one agent, and say what that gains", _add_exploit, _exploit)
CURVES = Command("curves", "draw the learning curves of runs", _add_curves, _curves)
EXPORT = Command("export", "make a trained policy the champion of its game", _add_export, _export)
TUNE = Command("tune", "tune the planner's weights by play", _add_tune, _tune)
