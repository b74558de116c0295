"""`arctic play`: a person against agents, in the terminal."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from shlex import quote
from textwrap import fill

from arctic_env.agents.guarded_calls import OnFault, StopGame
from arctic_env.agents.protocol import Agent
from arctic_env.agents.specs import bind_all, split_agents
from arctic_env.arena import Limits, play
from arctic_env.arena.results import Fault, GameResult
from arctic_env.commands import options
from arctic_env.commands.human import Human, make_adviser
from arctic_env.commands.menu import COLUMNS
from arctic_env.commands.show import (
    Show,
    action_lines,
    clear,
    event_lines,
    highlight,
    ignore_hangups,
    is_terminal,
    prepare_input,
    result_lines,
)
from arctic_env.errors import RecordError, SettingsError
from arctic_env.kernels.random import make_seed
from arctic_env.model.position import Position
from arctic_env.model.registry import games
from arctic_env.records import Record, read_records, write_records
from arctic_env.validation import short_repr
from arctic_env.web.think import levels

_PLAYERS = "human,greedy"
_NEW_SEEDS = 1_000_000  # short enough to be typed again

_DESCRIPTION = """\
Play against agents. You see the board from your seat, and nothing that is
hidden from it; of others' actions you are told what anybody at the table would
see. Choose by number, by text, by the beginning of a text or by what it names.
Whoever leaves finds the game saved, and --resume goes on with it."""


def _add_arguments(parser: ArgumentParser) -> None:
    options.describe(
        parser,
        f"{_DESCRIPTION}\n\n{_levels()}",
        "arctic play",
        "arctic play --players human,greedy,planner --seed 7",
        "arctic play --players greedy,human --edition it --record game.jsonl",
        "arctic play --game iglu --skip-forced",
        "arctic play --hint search:rollouts=400",
        "arctic play --resume arctic-7.jsonl",
    )
    parser.add_argument(
        "--players",
        metavar="SEATS",
        help=f"comma-separated, one per seat; exactly one must be human; {options.AGENTS_HELP}; default: {_PLAYERS}",
    )
    options.add_game(parser)
    options.add_seed(parser, default=None)
    parser.add_argument("--skip-forced", action="store_true", help="play an only legal action without asking")
    parser.add_argument(
        "--hint",
        nargs="?",
        const="",
        metavar="AGENT",
        help="show what this agent thinks of each of your decisions; without an agent the one that the command "
        "`hint` asks: a search, with a trained policy if there is one",
    )
    options.add_path(parser, "--resume", "go on with a game that was left")
    saved = "where a game that you leave is saved; default: the file of --resume, else a new GAME-SEED.jsonl"
    options.add_path(parser, "--save", saved)
    options.add_record(parser)
    options.add_on_fault(parser)


def _levels() -> str:
    """Return the agents of each game by strength, for its least number of players."""
    lines = []
    for game in options.games_that_load():
        found = ", ".join(f"{each['agent']} {each['level']}" for each in levels(game, game.players[0]))
        lines.append(fill(f"levels of {game.name}: {found}", COLUMNS, subsequent_indent="  "))
    return "\n".join(lines)


@dataclass
class _Table:
    """A game of a person, with what was played before it was left, and since.

    `start` is its very beginning, and play goes on from `position`. The seed is None if the game was set up.
    """

    start: Position
    before: list[int]
    position: Position
    names: list[str]
    seed: int | None
    actions: list[int] = field(default_factory=list)

    @property
    def viewer(self) -> int:
        """The person's seat."""
        return self.names.index(options.HUMAN)

    @property
    def played(self) -> list[int]:
        """All actions from the very beginning."""
        return self.before + self.actions

    def moves(self) -> Iterator[tuple[Position, int]]:
        """Yield each action from the very beginning, with the position that it was played in."""
        position = self.start
        for action in self.played:
            yield position, action
            position = position.apply(action)

    def record(self, faults: Iterable[Fault] = ()) -> Record:
        """Return the record of what was played, with these faults since `position`."""
        record = Record.of(self.start, self.played, agents=self.names, seed=self.seed)
        return replace(record, forfeits=[fault.forfeit(len(self.before)) for fault in faults])


def _new_table(arguments: Namespace) -> _Table:
    players = arguments.players or _PLAYERS
    names = split_agents(players)
    if names.count(options.HUMAN) != 1:
        raise SettingsError(f"--players must have {options.HUMAN!r} once, not {short_repr(players)}")
    arguments.seed = secrets.randbelow(_NEW_SEEDS) if arguments.seed is None else arguments.seed
    start = options.deal(arguments, len(names))
    return _Table(start, [], start, names, arguments.seed)


def _saved_table(arguments: Namespace) -> _Table:
    """Return the table of --resume; RecordError without such a game, SettingsError for options that it has decided."""
    path = arguments.resume
    record = next(iter(read_records(path)), None)
    if record is None:
        raise RecordError(f"{path} holds no game")
    if list(record.agents).count(options.HUMAN) != 1:
        raise RecordError(
            f"{path}: agents: a game to go on with has {options.HUMAN!r} once, not {', '.join(record.agents)}"
        )
    given = [f"--{name}" for name in ("players", "seed") if getattr(arguments, name) is not None]
    given += ["--game"] if arguments.game not in (games()[0], record.game) else []
    given += [f"--{name}" for name in options.given_rules(arguments)]
    if given:
        raise SettingsError(f"--resume goes on with the game of {path}; leave out {', '.join(given)}")
    positions = list(record.positions())
    if positions[-1].seat is None:
        raise RecordError(f"{path}: this game is over; arctic replay shows it")
    actions = [before.action_id(text) for before, text in zip(positions, record.actions, strict=False)]
    return _Table(positions[0], actions, positions[-1], list(record.agents), record.seed)


def _run(arguments: Namespace) -> int:
    options.check_outputs(arguments.record, arguments.save)
    table = _saved_table(arguments) if arguments.resume else _new_table(arguments)
    seed = make_seed(table.seed or 0, len(table.before)) if table.before else table.seed or 0
    adviser = make_adviser(arguments.hint or None, table.start, seed)
    human = Human(adviser, arguments.hint is not None, arguments.skip_forced)
    agents = bind_all(
        [human if name == options.HUMAN else name for name in table.names], table.start.game, len(table.names)
    )
    prepare_input()
    dealt = "set up" if table.seed is None else f"seed {table.seed}"
    print(f"{table.start.game.title}, {dealt}. You are seat {table.viewer}; ? explains, q leaves.\n")
    try:
        result = _play(table, human, agents, seed, arguments.on_fault)
    except (StopGame, KeyboardInterrupt) as left:
        ignore_hangups()
        path = _save(table, arguments.save or arguments.resume)
        print("\nYou have left the game.")
        if path:
            print(f"It is saved: arctic play --resume {quote(str(path))}")
        if isinstance(left, KeyboardInterrupt):
            raise
        return 0
    show = Show(tuple(table.names), table.viewer)
    with show.files:
        if arguments.record:
            show.files(write_records, arguments.record, [table.record(result.faults)])
        if is_terminal():
            clear()
        show.board(result.final)
        print(highlight("\n".join(human.news), result.final.game.narration.colours))
        print("\n".join(["", *result_lines(result)]))
    return 1 if result.faults else 0


def _play(table: _Table, human: Human, agents: Sequence[Agent], seed: int, on_fault: OnFault) -> GameResult:
    """Play the game to its end; raise StopGame when the person leaves."""

    def watch(_number: int, position: Position, action: int) -> None:
        table.actions.append(action)
        human.news += _news(table, position, action, human.skip_forced)

    human.news += _last_news(table)
    limits = Limits(on_fault=on_fault)
    return play(table.position, agents, seed=seed, names=table.names, limits=limits, watch=watch)


def _news(table: _Table, position: Position, action: int, skips: bool = False) -> list[str]:
    """Return lines that tell the person of an action and what it caused."""
    if position.seat == table.viewer:
        forced = skips and len(position.legal()) == 1
        told = [f"you{' (the only choice)' * forced}: {position.action_words(action, table.viewer)}"]
    else:
        told = action_lines(position, action, table.names, table.viewer)
    return told + event_lines(position, action, table.viewer)


def _last_news(table: _Table) -> list[str]:
    """Return what happened last in a game that is gone on with: the person's last decision, and all after it."""
    news = list[str]()
    for position, action in table.moves():
        news = [] if position.seat == table.viewer else news
        news += _news(table, position, action)
    return news


def _save(table: _Table, path: Path | None) -> Path | None:
    """Save a game that the person has left; return the file, None if the person has not decided anything yet."""
    if not any(position.seat == table.viewer for position, _ in table.moves()):
        return None
    path = path or _free_path(table)
    write_records(path, [table.record()])
    return path


def _free_path(table: _Table) -> Path:
    """Return a name in the current folder that no file has, such as `arctic-7.jsonl`."""
    name = f"{table.start.game.name}-{'game' if table.seed is None else table.seed}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for path in (Path(f"{each}.jsonl") for each in names) if not path.exists())


play_command = options.Command("play", "play against agents in the terminal", _add_arguments, _run)
