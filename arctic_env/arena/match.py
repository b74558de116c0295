"""The game loop: every match in this project is played here.

Many games are played in lock-step: at each step every agent is asked once for all the seats it has to decide
for. The agents get what the seat may know and nothing else. A game goes the same alone or among others, as
long as its agents draw their chance from the seeds they are given (see `arctic_env.agents.seeds`).

An agent that crashes, answers illegally or answers late forfeits the game (or ends the match, with
on_fault="raise"). To the others the game stays worth playing: random actions are played in its seat from then
on, and it comes last whatever they lead to. A game that takes too many decisions is stopped and stands as it
is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import (
    LATE_ENOUGH,
    NO_ANSWER,
    NO_LIMITS,
    Answers,
    Limits,
    Problem,
    Questions,
    ask_agent,
    ask_for_player,
    ask_player,
    traceback_of,
    warm_up,
)
from arctic_env.agents.protocol import Agent, Player, Seated, SeatPlayer, States
from arctic_env.agents.seeds import choose_uniformly, make_seeds, one_way_seed
from arctic_env.agents.specs import check_agent
from arctic_env.arena.results import Fault, GameResult
from arctic_env.errors import AgentError, SettingsError
from arctic_env.kernels.random import check_seed
from arctic_env.model.game import Position, View
from arctic_env.validation import short_repr

Watch = Callable[[int, Position, int], None]
"""Called with the number of the game, the position and the action about to be played in it."""

_ALONE = -1  # a player that is asked for itself
_FORFEITED = -2


@dataclass(frozen=True)
class Table:
    """A game to be played; AgentError where an agent cannot play it.

    Attributes:
        start: The position to play from.
        agents: Who plays, one a seat; the same agent may take several.
        seed: The chance of all players comes from it (0 to MAX_SEED).
        names: What to call them, where their own names do not tell them apart.
        deal_seed: The seed that dealt `start`, for the record.
    """

    start: Position
    agents: Sequence[Seated]
    seed: int = 0
    names: Sequence[str] = field(default=())
    deal_seed: int | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if len(self.agents) != self.start.players:
            raise SettingsError(f"{len(self.agents)} agents for {self.start.players} seats")
        if self.names and len(self.names) != len(self.agents):
            raise SettingsError(f"{len(self.names)} names for {len(self.agents)} agents")
        for agent in self.agents:
            check_agent(agent, self.start.game, self.start.players)
        for label in self.labels:
            if not isinstance(label, str):
                raise SettingsError(f"the name of an agent must be a text, not {short_repr(label)}")

    @property
    def labels(self) -> tuple[str, ...]:
        """What to call the agent in each seat."""
        return tuple(self.names) or tuple(agent.name for agent in self.agents)


def play(
    start: Position,
    agents: Sequence[Seated],
    *,
    seed: int = 0,
    names: Sequence[str] = (),
    deal_seed: int | None = None,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> GameResult:
    """Play one game to its end.

    Args:
        start: The position to play from.
        agents: Who plays, one a seat.
        seed: The chance of all players comes from it.
        names: What to call them, where their own names do not tell them apart.
        deal_seed: The seed that dealt `start`, for the record.
        limits: What agents must keep to.
        watch: Called before each action.

    Raises:
        AgentError: An agent cannot play this game, or committed a fault with `Limits(on_fault="raise")`.
        StopGame: A player left the table.
    """
    return play_many([Table(start, agents, seed, names, deal_seed)], limits=limits, watch=watch)[0]


def play_many(
    tables: Sequence[Table], *, limits: Limits = NO_LIMITS, watch: Watch | None = None
) -> list[GameResult]:
    """Play games of one kind to their ends, in lock-step; results in the order of the tables."""
    if not tables:
        return []
    match = _Match(tables, limits, watch)
    while match.step():
        pass
    return match.results()


class _Match:
    """Games in progress; arrays are indexed by game and seat."""

    def __init__(self, tables: Sequence[Table], limits: Limits, watch: Watch | None) -> None:
        self.tables = tables
        self.limits = limits
        self.watch = watch
        self.game = tables[0].start.game
        if any(table.start.game is not self.game for table in tables):
            raise SettingsError("games that are played together must be of one kind")
        self.states = np.concatenate([table.start.states for table in tables])
        size = (len(tables), max(self.game.players))
        self.decisions = np.zeros(size, np.int64)
        self.seconds = np.zeros(size)
        self.faults: list[list[Fault]] = [[] for _ in tables]
        self.log: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        self.seeds = np.array(
            [[one_way_seed(table.seed, seat) for seat in range(size[1])] for table in tables]
        )
        self.groups = np.full(size, _FORFEITED)
        self.agents: list[Agent] = []
        self.players: dict[tuple[int, int], Player] = {}
        self.late: Counter[int] = Counter()  # late answers by the id of whoever was seated
        self._seat_all()

    def _seat_all(self) -> None:
        warm: set[int] = set()
        for number, table in enumerate(self.tables):
            for seat, agent in enumerate(table.agents):
                problem = None
                if isinstance(agent, Agent) and id(agent) not in warm:
                    warm.add(id(agent))
                    problem = warm_up(agent, self.game, table.start.players, self.limits)
                problem = problem or self._start(agent, number, seat)
                if problem:
                    self._fault(number, seat, problem)

    def _start(self, agent: Seated, number: int, seat: int) -> Problem | None:
        """Give a seat its player; what went wrong, if anything."""
        seed, patience = int(self.seeds[number, seat]), self._patience(agent)
        player, problem = ask_for_player(agent, self.game, seat, seed, self.limits, patience)
        if problem is None:
            self.groups[number, seat] = self._group(player, number, seat)
        else:
            self.late[id(agent)] += problem.kind == "late"
        return problem

    def _patience(self, agent: Seated) -> int:
        """How often it may still be late in these games."""
        return LATE_ENOUGH - self.late[id(agent)]

    def _group(self, player: Player, number: int, seat: int) -> int:
        """Players of agents without memory are asked together, by agent."""
        if not isinstance(player, SeatPlayer):
            self.players[number, seat] = player
            return _ALONE
        for group, agent in enumerate(self.agents):
            if agent is player.agent:
                return group
        self.agents.append(player.agent)
        return len(self.agents) - 1

    def step(self) -> bool:
        """One decision in each game that goes on; False when there is none."""
        seats = np.empty(len(self.states), np.int8)
        self.game.batch.seats(self.states, seats)
        live = np.flatnonzero((seats >= 0) & (len(self.log) < self.limits.decisions))
        if not len(live):
            return False
        played = self.states[live]
        questions = self._questions(played, live, seats[live])
        actions = self._answer(live, questions)
        if self.watch:
            for number, action in zip(live.tolist(), actions.tolist(), strict=True):
                self.watch(number, self._position(number), action)
        self.game.batch.apply(played, actions)
        self.states[live] = played
        self.log.append((live, actions))
        return True

    def _questions(self, states: States, live: NDArray[np.int64], seats: NDArray[np.int8]) -> Questions:
        views = np.empty_like(states)
        masks = np.empty((len(live), self.game.actions.size), np.int8)
        self.game.batch.view(states, seats, views)
        self.game.batch.legal(states, masks)
        seeds = make_seeds(self.seeds[live, seats], self.decisions[live, seats])
        return Questions(views, seats, masks, seeds)

    def _answer(self, live: NDArray[np.int64], questions: Questions) -> NDArray[np.int64]:
        """A legal action for each question, int64[n]; forfeits what is not answered well."""
        actions = np.full(len(questions), NO_ANSWER, np.int64)
        groups = self.groups[live, questions.seats]
        for group in np.unique(groups[groups >= 0]).tolist():
            rows = np.flatnonzero(groups == group)
            agent = self.agents[group]
            patience = self._patience(agent)
            answers = ask_agent(agent, self.game, questions[rows], self.limits, patience)
            self.late[id(agent)] += answers.late
            self._take(live, questions, rows, answers, actions)
        for row in np.flatnonzero(groups == _ALONE).tolist():
            seat = int(questions.seats[row])
            view = View(self.game, questions.views[row : row + 1].copy(), seat)
            player = self.players[int(live[row]), seat]
            owner = self.tables[int(live[row])].agents[seat]
            patience = self._patience(owner)
            answers = ask_player(owner, player, view, questions.masks[row], self.limits, patience)
            self.late[id(owner)] += answers.late
            self._take(live, questions, np.array([row]), answers, actions)
        forfeited = np.flatnonzero(actions == NO_ANSWER)
        if len(forfeited):
            actions[forfeited] = choose_uniformly(questions.masks[forfeited], questions.seeds[forfeited])
        return actions

    def _take(
        self,
        live: NDArray[np.int64],
        questions: Questions,
        rows: NDArray[np.int64],
        answers: Answers,
        actions: NDArray[np.int64],
    ) -> None:
        """Enter answers into `actions`, keep count and time, and deal with problems."""
        numbers, seats = live[rows], questions.seats[rows]
        self.seconds[numbers, seats] += answers.seconds
        self.decisions[numbers, seats] += 1
        for i, problem in answers.problems.items():
            self._fault(int(numbers[i]), int(seats[i]), problem)
        actions[rows] = answers.actions

    def _fault(self, number: int, seat: int, problem: Problem) -> None:
        label, error = self.tables[number].labels[seat], problem.error
        where = traceback_of(error) if error else ""
        fault = Fault(label, seat, len(self.log), problem.kind, problem.message, where)
        if self.limits.on_fault == "raise":
            raise AgentError(str(fault), where) from error
        self.faults[number].append(fault)
        self.groups[number, seat] = _FORFEITED

    def _position(self, number: int) -> Position:
        return Position(self.game, self.states[number : number + 1].copy())

    def results(self) -> list[GameResult]:
        """What came out, in the order of the tables."""
        scores = np.empty(self.decisions.shape, np.int32)
        ranks = np.empty(self.decisions.shape, np.int8)
        self.game.batch.scores(self.states, scores)
        self.game.batch.ranks(self.states, ranks)
        logs = _split_log(self.log, len(self.tables))
        return [self._result(i, scores[i], ranks[i], logs[i]) for i in range(len(self.tables))]

    def _result(
        self, number: int, scores: NDArray[Any], ranks: NDArray[Any], actions: tuple[int, ...]
    ) -> GameResult:
        table = self.tables[number]
        final = self._position(number)
        players = table.start.players
        faults = tuple(self.faults[number])
        settled = rank_with_forfeits(ranks[:players].tolist(), [fault.seat for fault in faults])
        return GameResult(
            agents=table.labels,
            start=table.start,
            final=final,
            actions=actions,
            scores=tuple(scores[:players].tolist()),
            ranks=settled,
            winners=tuple(seat for seat in range(players) if settled[seat] == 0),
            finished=final.seat is None,
            faults=faults,
            decisions=tuple(self.decisions[number, :players].tolist()),
            seconds=tuple(self.seconds[number, :players].tolist()),
            seed=table.deal_seed,
        )


def rank_with_forfeits(ranks: Sequence[int], forfeited: Sequence[int]) -> tuple[int, ...]:
    """Ranks with the forfeited seats last, the first to forfeit at the very end; equals stay equal."""
    keys = [(-1, rank) for rank in ranks]
    for order, seat in enumerate(forfeited):
        keys[seat] = (len(forfeited) - order, 0)
    return tuple(sum(other < key for other in keys) for key in keys)


def _split_log(
    log: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]], games: int
) -> list[tuple[int, ...]]:
    """The actions of each game, in order."""
    if not log:
        return [()] * games
    numbers, actions = (np.concatenate(parts) for parts in zip(*log, strict=True))
    order = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers, minlength=games))[:-1]
    return [tuple(part.tolist()) for part in np.split(actions[order], ends)]
