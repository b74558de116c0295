"""`arctic tournament`: which agent is best, and how sure is that?"""

from __future__ import annotations

import shlex
import sys
import warnings
from argparse import ArgumentParser, Namespace
from importlib import import_module
from pathlib import Path

from arctic_env.agents.guarded_calls import Limits
from arctic_env.agents.specs import bind_all, split_agents
from arctic_env.arena.analysis import analyse, analysis_tables, draw_payoff_matrix, write_analysis
from arctic_env.arena.analysis.control_variates import stand_in_settings
from arctic_env.arena.analysis.summary import check_picture
from arctic_env.arena.logs.layout import RECORDS, UNFINISHED
from arctic_env.arena.progress import show_progress
from arctic_env.arena.report import TextTable, TournamentResult, print_report, print_table, speed_lines
from arctic_env.arena.results import ForfeitWarning, write_csv, write_parquet
from arctic_env.arena.settings import Settings
from arctic_env.arena.tournament import run_tournament
from arctic_env.commands import options
from arctic_env.errors import SettingsError, UnfinishedLogError
from arctic_env.files import AllTried, tell
from arctic_env.model.registry import game as find_game
from arctic_env.records import write_records

_DESCRIPTION = """\
Rank agents. Every deal is played by every line-up of agents in every seating,
so luck of the deal and of the seat is the same for all. With more agents than
seats the line-ups are all combinations; with fewer, all ways to fill the seats
that use every agent (random,greedy at 3 seats: random random greedy, and
random greedy greedy). --line-ups names others. In a game of teams each agent
plays all seats of its team: a line-up names one for each team.

The tables show each agent (wins per seat, rank, score, margin over the mean of
the others, OpenSkill rating), each pair (in how many deals the first scored
more) and, where it says more, each line-up. Intervals are 95 %, by deal. Below
stands for each pair whether the difference is real. docs/evaluation.md
explains all of it.

An agent that crashes, answers illegally or takes too long forfeits the game
and comes last; its first traceback is shown. If an agent forfeits all of its
games, the exit status is 1. The same seed gives the same tables with any
number of workers and any backend.

--log writes every game, decision by decision, into a folder (docs/logs.md). An
interrupted tournament goes on with --resume."""

_DEFAULT_TIME_LIMIT = 60.0
_STAND_IN_TIMES = 4


def _add_arguments(parser: ArgumentParser) -> None:
    options.describe(
        parser,
        _DESCRIPTION,
        "arctic tournament --players random,greedy",
        "arctic tournament --players greedy,planner,ppo:runs/quick --games 200",
        "arctic tournament --players random,greedy,planner --num-players 3 --workers 2",
        "arctic tournament --players greedy,planner:totem=1.2 --edition es --csv a.csv",
        "arctic tournament --players greedy,planner --num-players 4 --line-ups ABBB",
        "arctic tournament --players greedy,planner --game north_pole --teams true",
        "arctic tournament --players random,greedy,planner --analysis --json a.json",
        "arctic tournament --players random,planner --stand-ins random,greedy",
        "arctic tournament --players greedy,planner --games 20000 --log runs/study",
        "arctic tournament --players greedy,planner --workers 8 --backend ray",
    )
    _add_tables(parser)
    _add_running(parser)
    _add_analysis(parser)
    _add_log(parser)


def _add_tables(parser: ArgumentParser) -> None:
    """Add the options for agents, games and seats."""
    parser.add_argument(
        "--players", required=True, metavar="AGENTS", help=f"comma-separated list; {options.AGENTS_HELP}"
    )
    options.add_game(parser)
    options.add_num_players(parser)
    options.add_count(parser, "games", 400, "games for each line-up, on average, rounded up to whole deals")
    parser.add_argument(
        "--seatings",
        choices=("all", "rotations"),
        default="all",
        help="play each deal in all orders of a line-up, or in its rotations only; default: %(default)s",
    )
    parser.add_argument(
        "--line-ups",
        type=options.line_ups,
        default=(),
        metavar="TABLES",
        help="who sits together, in letters, A for the first agent: ABBB,AABB is one against three of the second, "
        "and two against two; default: all combinations",
    )
    options.add_seed(parser)


def _add_running(parser: ArgumentParser) -> None:
    """Add the options for workers and time limits."""
    options.add_count(parser, "workers", 1, "processes")
    parser.add_argument(
        "--backend",
        choices=("processes", "ray"),
        default="processes",
        help="processes of this machine, or Ray: that of RAY_ADDRESS, or one started here; default: %(default)s",
    )
    parser.add_argument(
        "--time-limit",
        type=options.seconds,
        default=_DEFAULT_TIME_LIMIT,
        metavar="S",
        help="seconds for one decision, or to start a game; 0 for no limit; default: %(default)s",
    )
    options.add_on_fault(parser)


def _add_analysis(parser: ArgumentParser) -> None:
    """Add the options for output files and the analysis."""
    options.add_path(parser, "--csv", "write one row for each seat of each game")
    options.add_path(parser, "--parquet", "the same rows as Parquet")
    options.add_path(parser, "--records", "write all games as records, JSON Lines")
    parser.add_argument(
        "--analysis",
        action="store_true",
        help="print paired differences, strengths, the payoff matrix, cycles and alpha-rank, too",
    )
    parser.add_argument(
        "--stand-ins",
        metavar="AGENTS",
        help="cheap agents, one for each of --players, that play the same deals and more: results without luck",
    )
    parser.add_argument(
        "--stand-in-times",
        type=options.at_least_one,
        metavar="N",
        help=f"how many more deals they play, for each deal; default: {_STAND_IN_TIMES}",
    )
    options.add_path(parser, "--json", "write tables and analysis as JSON")
    options.add_path(parser, "--picture", "draw the payoff matrix: .png, .svg or .pdf")


def _add_log(parser: ArgumentParser) -> None:
    options.add_path(parser, "--log", "write a log of all games and decisions; docs/logs.md explains it", "DIR")
    parser.set_defaults(if_there="refuse")
    there = parser.add_mutually_exclusive_group()
    for name, text in (
        ("resume", "go on with the unfinished log of the same tournament"),
        ("overwrite", "replace a log that is there; else it is refused"),
    ):
        there.add_argument(f"--{name}", action="store_const", dest="if_there", const=name, help=text)


def _run(arguments: Namespace) -> int:
    settings = _settings(arguments)
    if arguments.parquet:
        import_module("polars")  # better missed now than after all games
    if arguments.picture:
        check_picture(arguments.picture)
    options.check_outputs(arguments.csv, arguments.parquet, arguments.records, arguments.json, arguments.picture)
    stand_ins = _stand_ins(arguments, settings)
    if arguments.log is None and arguments.if_there != "refuse":
        raise SettingsError(f"--{arguments.if_there} is about a log: --log DIR says which")
    files = AllTried()
    try:
        with show_progress("tournament", settings.total, "games") as progress, warnings.catch_warnings():
            warnings.simplefilter("ignore", ForfeitWarning)  # the report has it
            result = run_tournament(settings, progress.advance, log=arguments.log, if_there=arguments.if_there)
    except UnfinishedLogError as error:  # costs no other file
        result = error.result
        files.failures.append(f"{error}; {_hint_to_resume(arguments.log)}")
    except (KeyboardInterrupt, OSError):
        if arguments.log and (arguments.log / UNFINISHED).is_dir():
            tell(f"stopped; {_hint_to_resume(arguments.log)}", sys.stderr)
        raise
    with files:
        _write_games(arguments, result, files)
        try:
            tables = _analyse(arguments, result, stand_ins, files)
        finally:
            print_report(result)
            _tell_where(arguments, result)
            tell("\n".join(speed_lines(result)), sys.stderr)
        for table in tables:
            print_table(table, sys.stdout)
        return _status(result)


def _tell_where(arguments: Namespace, result: TournamentResult) -> None:
    """Say which command shows the position of the first fault, if the games are in a file."""
    path = arguments.log / RECORDS if arguments.log else arguments.records
    if result.faults and path and path.exists():
        game, fault = result.faults[0]
        file = shlex.quote(str(path))
        print(f"See the first: arctic replay {file} --game-index {game}, then g {fault.decision}")


def _hint_to_resume(log: Path) -> str:
    return f"the same with --log {shlex.quote(str(log))} --resume goes on"


def _status(result: TournamentResult) -> int:
    """Return the exit status, 1 if an agent forfeited every game."""
    failed = [standing for standing in result.standings() if standing.forfeits == standing.seats]
    for standing in failed:
        print(
            f"arctic tournament: {standing.agent} forfeited all of its games ({standing.games:,}); "
            "the report says why, under Forfeits",
            file=sys.stderr,
        )
    return 1 if failed else 0


def _settings(arguments: Namespace) -> Settings:
    """Return the settings of the tournament."""
    game, parameters = options.chosen_rules(arguments)
    return Settings(
        players=options.agents_of(arguments),
        game=game.name,
        num_players=options.chosen_num_players(arguments, game, parameters),
        parameters=parameters,
        games=arguments.games,
        seatings=arguments.seatings,
        line_ups=arguments.line_ups,
        seed=arguments.seed,
        limits=Limits(seconds=arguments.time_limit or None, on_fault=arguments.on_fault),
        workers=arguments.workers,
        backend=arguments.backend,
        keep_records=arguments.records is not None,
    )


def _stand_ins(arguments: Namespace, settings: Settings) -> Settings | None:
    """Return the settings of the stand-ins' tournament, checked before the first game is played."""
    if arguments.stand_ins is None and arguments.stand_in_times is not None:
        raise SettingsError("--stand-in-times is about stand-ins: --stand-ins says which")
    if arguments.stand_ins is None:
        return None
    times = arguments.stand_in_times or _STAND_IN_TIMES
    theirs = stand_in_settings(settings, split_agents(arguments.stand_ins), times)
    bind_all(theirs.players, find_game(theirs.game), theirs.num_players)
    return theirs


def _analyse(
    arguments: Namespace, result: TournamentResult, stand_ins: Settings | None, files: AllTried
) -> list[TextTable]:
    """Write and draw the requested analysis; return the tables to print."""
    if not (arguments.analysis or stand_ins or arguments.json or arguments.picture):
        return []
    played = None
    if stand_ins:
        with show_progress("stand-ins", stand_ins.total, "games") as progress:
            played = run_tournament(stand_ins, progress.advance)
    analysis = analyse(result, played)
    if arguments.json:
        files(write_analysis, arguments.json, analysis)
    if arguments.picture:
        order = [strength.agent for strength in analysis.strengths]
        files(draw_payoff_matrix, arguments.picture, analysis.wins, order)
    return analysis_tables(analysis) if arguments.analysis or stand_ins else []


def _write_games(arguments: Namespace, result: TournamentResult, files: AllTried) -> None:
    names = result.settings.names
    if arguments.csv:
        files(write_csv, arguments.csv, result.rows, names)
    if arguments.parquet:
        files(write_parquet, arguments.parquet, result.rows, names)
    if arguments.records:
        files(write_records, arguments.records, result.records)


tournament_command = options.Command("tournament", "rank agents by duplicate games", _add_arguments, _run)
