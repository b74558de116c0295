"""`arctic play` and `arctic watch`: games that are shown while they are played."""

from __future__ import annotations

import secrets
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from arctic_env.commands.options import (
    AGENTS_HELP,
    HUMAN,
    Command,
    add_game,
    add_on_fault,
    add_record,
    add_seed,
    add_svg,
    agents_of,
    check_outputs,
    deal,
    describe,
    seconds,
    write_record,
)
from arctic_env.drawing.pages import COLUMNS
from arctic_env.errors import SettingsError
from arctic_env.files import AllTried, tell, write_whole
from arctic_env.model.events import UNSEEN
from arctic_env.validation import counted, short_repr

if TYPE_CHECKING:
    from arctic_env.agents.protocol import Agent
    from arctic_env.arena.match import Watch
    from arctic_env.arena.results import GameResult
    from arctic_env.model.game import Position, View


_INDENT = "  "


def action_lines(position: Position, action: int, names: Sequence[str], viewer: int | None = None) -> list[str]:
    """Return lines with the seat, its agent and the action, as the viewer's seat sees it; in full without a viewer."""
    assert position.seat is not None
    text, words = position.visible_text(action, viewer), position.action_words(action, viewer)
    told = words if UNSEEN in text or words.startswith(text) else f"{text}: {words}"
    return _wrapped(f"seat {position.seat} ({names[position.seat]}): {told}")


def event_lines(position: Position, action: int, viewer: int | None = None) -> list[str]:
    """Return lines that tell what an action causes, as the viewer's seat sees it; everything without a viewer."""
    return [line for event in position.events(action, viewer) for line in _wrapped(f"{_INDENT}{event.text}")]


def _wrapped(text: str) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent=_INDENT * 2)


@dataclass
class Show:
    """A printer of the boards and actions of a game.

    Attributes:
        names: The name in each seat.
        viewer: The seat whose view is shown; None shows everything.
        every: "turn" shows the board when the seat to decide changes, "decision" at each decision, "game"
            never.
        svg: Existing folder for a drawing of each board that is shown, 0000.svg and so on.
        pause: Called after each board.
        files: The block that writes drawings; after a failure there are no more.
        goes_on: Whether to continue for the files when the output is closed, as after `| head`.
    """

    names: tuple[str, ...]
    viewer: int | None = None
    every: str = "turn"
    svg: Path | None = None
    pause: Callable[[], None] = lambda: None
    files: AllTried = field(default_factory=AllTried)
    goes_on: bool = False
    _last_seat: int | None = field(default=None, init=False)
    _last: tuple[Position, int] | None = field(default=None, init=False)
    _drawings: int = field(default=0, init=False)

    def before(self, number: int, position: Position, action: int) -> None:
        """Show a position, if it is due, and the next action; fits `play(watch=...)`."""
        if self.every == "decision" or (self.every == "turn" and position.seat != self._last_seat):
            self.board(position)
        self._last_seat, self._last = position.seat, (position, action)
        lines = action_lines(position, action, self.names, self.viewer) + event_lines(position, action, self.viewer)
        self.say("\n".join(lines))

    def board(self, position: Position) -> None:
        """Draw a position where drawings are wanted, and print it."""
        if self.svg and not self.files.failures:
            path = self.svg / f"{self._drawings:04}.svg"
            drawing = position.svg(self.viewer, last=self._last, names=self.names)
            self.files(write_whole, path, drawing.encode())
            self._drawings += 1
        self.say(f"\n{position if self.viewer is None else position.view(self.viewer)}\n")
        self.pause()

    def say(self, text: str) -> None:
        """Print a text and flush it."""
        if self.goes_on:
            tell(text, sys.stdout)
        else:
            print(text, flush=True)


def _play(arguments: Namespace, start: Position, agents: Sequence[Agent], names: list[str], watch: Watch) -> GameResult:
    """Play a game with the options of both commands."""
    from arctic_env.arena import Limits, play

    limits, seed = Limits(on_fault=arguments.on_fault), arguments.seed
    return play(start, agents, seed=seed, names=names, deal_seed=seed, limits=limits, watch=watch)


def result_lines(result: GameResult) -> list[str]:
    """Return ranks, names and scores of seats or teams at the end of a game, best first, and faults."""
    from arctic_env.arena.results import first_tracebacks

    teams: dict[int, list[int]] = {}
    for seat, team in enumerate(result.final.teams().tolist()):
        teams.setdefault(team, []).append(seat)
    lines = [] if result.winners else ["Nobody has won: the rules end the game here."]
    for seats in sorted(teams.values(), key=lambda seats: result.ranks[seats[0]]):
        place = f"{result.ranks[seats[0]] // len(seats) + 1}. " if result.winners else ""
        names = " and ".join(f"seat {seat} ({result.agents[seat]})" for seat in seats)
        lines.append(f"{place}{names}: {counted(result.scores[seats[0]], 'point')}")
    if result.faults:
        lines.append("A forfeit is the last place whatever the points; from then on that seat plays at random.")
    return [*lines, *(f"forfeit: {fault}" for fault in result.faults), *first_tracebacks(result.faults)]


_ADVISER = "search"
_NEW_SEEDS = 1_000_000  # short enough to be typed again

_PLAY_DESCRIPTION = """\
Play against agents. You see the board from your seat, and nothing that is
hidden from it; of others' actions you are told what anybody at the table would
see. Choose by number, by text or by the beginning of a text."""


def _add_play_arguments(parser: ArgumentParser) -> None:
    describe(
        parser,
        _PLAY_DESCRIPTION,
        "arctic play",
        "arctic play --players human,greedy,planner --seed 7",
        "arctic play --players greedy,human --edition it --record game.jsonl",
        "arctic play --hint search:rollouts=400",
    )
    parser.add_argument(
        "--players",
        default="human,greedy",
        metavar="SEATS",
        help=f"comma-separated, one per seat; exactly one must be human; {AGENTS_HELP}; default: %(default)s",
    )
    add_game(parser)
    add_seed(parser, default=None)
    add_record(parser)
    add_on_fault(parser)
    parser.add_argument(
        "--hint",
        nargs="?",
        const=_ADVISER,
        metavar="AGENT",
        help=f"show what an agent that searches thinks of your decisions; {_ADVISER} if none is named",
    )


def _run_play(arguments: Namespace) -> int:
    from arctic_env.agents.specs import bind_all, split_agents
    from arctic_env.arena import StopGame
    from arctic_env.commands.human import Human, prepare_input

    names = split_agents(arguments.players)
    if names.count(HUMAN) != 1:
        raise SettingsError(f"--players must have {HUMAN!r} once, not {short_repr(arguments.players)}")
    viewer = names.index(HUMAN)
    arguments.seed = secrets.randbelow(_NEW_SEEDS) if arguments.seed is None else arguments.seed
    check_outputs(arguments.record)
    start = deal(arguments, len(names))
    prepare_input()
    human = Human(hint=_make_adviser(arguments.hint, start, arguments.seed))
    agents = bind_all([human if name == HUMAN else name for name in names], start.game, start.players)
    show = Show(tuple(names), viewer)

    def watch(number: int, position: Position, action: int) -> None:
        if position.seat != viewer:
            human.news += action_lines(position, action, show.names, viewer)
        human.news += event_lines(position, action, viewer)

    print(f"{start.game.title}, seed {arguments.seed}. You are seat {viewer}; ? explains, q leaves.\n")
    try:
        result = _play(arguments, start, agents, names, watch)
    except StopGame:
        print("\nYou have left the game.")
        return 0
    with show.files:
        show.files(write_record, arguments.record, result)
        print("\n".join(human.news))
        show.board(result.final)
        print("\n".join(result_lines(result)))
    return 1 if result.faults else 0


def _make_adviser(text: str | None, start: Position, seed: int) -> Callable[[View], str] | None:
    """Return a function from a view to advice, None without an agent; raise SettingsError if it explains nothing."""
    from arctic_env.agents.guarded_calls import message_of, traceback_of
    from arctic_env.agents.specs import bind
    from arctic_env.arena import Explains, make_seed, one_way_seed

    if text is None:
        return None
    agent = bind(text, start.game, start.players)
    if not isinstance(agent, Explains):
        raise SettingsError(f"--hint must be an agent that explains its choices, such as {_ADVISER}, not {text}")
    adviser_seed, numbers = one_way_seed(seed, start.players), count()  # the seats' own end before that

    def advise(view: View) -> str:
        try:
            return agent.explain(view, make_seed(adviser_seed, next(numbers)))
        except (Exception, SystemExit) as error:  # the person did nothing wrong and plays on
            return f"{traceback_of(error)}{text} cannot explain: {message_of(error)}"

    return advise


play_command = Command("play", "play against agents in the terminal", _add_play_arguments, _run_play)


_WATCH_DESCRIPTION = """\
Watch agents play one game. You see everything, what is hidden included, or
what one seat sees. If an agent forfeits the game, the exit status is 1."""


def _add_watch_arguments(parser: ArgumentParser) -> None:
    describe(
        parser,
        _WATCH_DESCRIPTION,
        "arctic watch",
        "arctic watch --players planner,greedy,random --seed 7 --delay 1",
        "arctic watch --players greedy,greedy --viewer 0 --every decision --svg boards",
    )
    parser.add_argument(
        "--players",
        default="greedy,greedy",
        metavar="AGENTS",
        help=f"who sits where, from seat 0; {AGENTS_HELP}; default: %(default)s",
    )
    add_game(parser)
    add_seed(parser)
    parser.add_argument("--viewer", type=int, metavar="SEAT", help="show only what this seat sees")
    parser.add_argument(
        "--every",
        choices=("turn", "decision"),
        default="turn",
        help="how often to show the board; default: %(default)s",
    )
    parser.add_argument(
        "--delay", type=seconds, default=0.0, metavar="S", help="seconds to wait after each board; default: 0"
    )
    add_svg(parser)
    add_record(parser)
    add_on_fault(parser)


def _run_watch(arguments: Namespace) -> int:
    from arctic_env.agents.specs import bind_all

    names = agents_of(arguments)
    if arguments.viewer is not None and arguments.viewer not in range(len(names)):
        raise SettingsError(f"--viewer must be a seat, 0 to {len(names) - 1}, not {arguments.viewer}")
    start = deal(arguments, len(names))
    agents = bind_all(names, start.game, start.players)
    check_outputs(arguments.record, folder=arguments.svg)
    show = Show(tuple(names), arguments.viewer, arguments.every, arguments.svg, lambda: time.sleep(arguments.delay))
    show.goes_on = bool(arguments.svg or arguments.record)
    with show.files:
        result = _play(arguments, start, agents, names, show.before)
        show.files(write_record, arguments.record, result)
        show.board(result.final)
        print("\n".join(result_lines(result)))
    return 1 if result.faults else 0


watch_command = Command("watch", "watch agents play a game", _add_watch_arguments, _run_watch)
