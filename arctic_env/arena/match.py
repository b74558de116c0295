"""The game loop: every match in this project is played here.

Many games are played in lock-step: at each step every agent is asked once for all the seats it has to decide
for. The agents get what the seat may know and nothing else. A game goes the same alone or among others, as
long as its agents draw their randomness from the seeds they are given (see `arctic_env.kernels.random`).

An agent that crashes, answers illegally or answers late forfeits the game (or ends the match, with
on_fault="raise"). To the others the game stays worth playing: random actions are played in its seat from then
on, and it comes last whatever they lead to. A game that takes too many decisions is stopped and stands as it
is.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.batched import BatchedAgents
from arctic_env.agents.guarded_calls import (
    LATE_ENOUGH,
    NO_LIMITS,
    Limits,
    Problem,
    Questions,
    ask,
    ask_for_player,
    traceback_of,
)
from arctic_env.agents.protocol import Agent, Player, SeatPlayer, check_made_for
from arctic_env.agents.specs import AgentLike, bind, name_of
from arctic_env.arena.results import Fault, GameResult
from arctic_env.errors import AgentError, SettingsError
from arctic_env.kernels.jit import NOBODY
from arctic_env.kernels.random import check_seed, one_way_seed
from arctic_env.model.position import Position
from arctic_env.records import Record
from arctic_env.validation import counted

Watch = Callable[[int, Position, int], None]
"""Called with the number of the game, the position and the action about to be played in it."""


@dataclass(frozen=True)
class GameSpec:
    """A game to be played from a position, with an agent for each seat; the same one may take several.

    Agents are agent strings, makers, or agents that were made for this game and number of players. Names are given if
    their own do not tell them apart. All randomness of players comes from the seed (0 to MAX_SEED); `deal_seed` is the
    one that dealt `start`, for the record.
    """

    start: Position
    agents: Sequence[AgentLike]
    seed: int = 0
    names: Sequence[str] = field(default=())
    deal_seed: int | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if len(self.agents) != self.start.players:
            raise SettingsError(f"{counted(len(self.agents), 'agent')} for {self.start.players} seats")
        if self.names and len(self.names) != len(self.agents):
            raise SettingsError(f"{len(self.names)} names for {len(self.agents)} agents")

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of the agent in each seat."""
        return tuple(self.names) or tuple(name_of(agent) for agent in self.agents)


def play(
    start: Position,
    agents: Sequence[AgentLike],
    *,
    seed: int = 0,
    names: Sequence[str] = (),
    deal_seed: int | None = None,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> GameResult:
    """Play one game to its end; `GameSpec` says what most arguments mean, and `watch` is called before each action.

    Raise AgentError if an agent cannot play this game, or committed a fault with `Limits(on_fault="raise")`; StopGame
    if a player left the table.
    """
    return play_many([GameSpec(start, agents, seed, names, deal_seed)], limits=limits, watch=watch)[0]


def play_many(specs: Sequence[GameSpec], *, limits: Limits = NO_LIMITS, watch: Watch | None = None) -> list[GameResult]:
    """Play games of one kind to their ends, in lock-step; return results in the order of the specs."""
    if not specs:
        return []
    match = _Match(specs, limits, watch)
    while match.step():
        pass
    return match.results()


class _Match:
    """Games in progress; arrays are indexed by game and seat."""

    def __init__(self, specs: Sequence[GameSpec], limits: Limits, watch: Watch | None) -> None:
        self.specs = specs
        self.limits = limits
        self.watch = watch
        self.game = specs[0].start.game
        if any(spec.start.game is not self.game for spec in specs):
            raise SettingsError("games that are played together must be of one kind")
        self.states = np.concatenate([spec.start.states for spec in specs])
        size = (len(specs), max(self.game.players))
        self.seconds = np.zeros(size)
        self.faults: list[list[Fault]] = [[] for _ in specs]
        self.log: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
        self.late: Counter[int] = Counter()  # late answers by the id of whoever was seated
        agents: dict[tuple[Any, int], Agent] = {}  # what is given for several seats is asked together
        keys = [
            [(agent if isinstance(agent, str) else id(agent), spec.start.players) for agent in spec.agents]
            for spec in specs
        ]
        for spec, own in zip(specs, keys, strict=True):
            for agent, key in zip(spec.agents, own, strict=True):
                if key not in agents:
                    agents[key] = _bound(agent, spec.start)
        self.batched = BatchedAgents(self.game, list(agents.values()), *size)
        numbers = {key: number for number, key in enumerate(agents)}
        self._seat_all([[numbers[key] for key in own] for own in keys])

    def _seat_all(self, numbers: Sequence[Sequence[int]]) -> None:
        """Give every seat of every game its player."""
        batched = self.batched
        seated = np.full(batched.seated.shape, NOBODY)
        for game, own in enumerate(numbers):
            seated[game, : len(own)] = own
        seeds = [[one_way_seed(spec.seed, seat) for seat in range(seated.shape[1])] for spec in self.specs]
        batched.begin(np.arange(len(seated)), seated, np.array(seeds))
        for game, own in enumerate(numbers):
            for seat, number in enumerate(own):
                agent, seed = batched.agents[number], int(batched.seeds[game, seat])
                player, problem = ask_for_player(agent, seat, seed, self.limits, self._patience(agent))
                if problem:
                    self.late[id(agent)] += problem.kind == "late"
                    self._fault(game, seat, problem)
                elif not isinstance(player, SeatPlayer):
                    batched.keep(game, seat, player)

    def _patience(self, agent: Agent) -> int:
        """Return how often it may still be late in these games."""
        return LATE_ENOUGH - self.late[id(agent)]

    def step(self) -> bool:
        """Play one decision in each game in progress; return False if there is none."""
        seats = np.empty(len(self.states), np.int8)
        self.game.batch.seats(self.states, seats)
        live = np.flatnonzero((seats >= 0) & (len(self.log) < self.limits.decisions))
        if not len(live):
            return False
        played = self.states[live]
        masks = np.empty((len(live), self.game.actions.size), np.int8)
        self.game.batch.legal(played, masks)
        actions = self.batched.decide(live, played, seats[live], masks, ask=self._ask)
        if self.watch:
            for number, action in zip(live.tolist(), actions.tolist(), strict=True):
                self.watch(number, self._position(number), action)
        self.game.batch.apply(played, actions)
        self.states[live] = played
        self.log.append((live, actions))
        return True

    def _ask(
        self, agent: Agent, questions: Questions, player: Player | None, games: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return an action for each question, keep time, and let agents with faults forfeit."""
        answers = ask(agent, questions, self.limits, self._patience(agent), player)
        self.late[id(agent)] += answers.late
        self.seconds[games, questions.seats] += answers.seconds
        for row, problem in answers.problems.items():
            self._fault(int(games[row]), int(questions.seats[row]), problem)
        return answers.actions

    def _fault(self, number: int, seat: int, problem: Problem) -> None:
        label, error = self.specs[number].labels[seat], problem.error
        where = traceback_of(error) if error else ""
        fault = Fault(label, seat, len(self.log), problem.kind, problem.message, where)
        if self.limits.on_fault == "raise":
            raise AgentError(str(fault), where) from error
        self.faults[number].append(fault)
        self.batched.seated[number, seat] = NOBODY

    def _position(self, number: int) -> Position:
        return Position(self.game, self.states[number : number + 1].copy())

    def results(self) -> list[GameResult]:
        """Return the results, in the order of the specs."""
        scores = np.empty(self.seconds.shape, np.int32)
        ranks = np.empty(self.seconds.shape, np.int8)
        self.game.batch.scores(self.states, scores)
        self.game.batch.ranks(self.states, ranks)
        logs = _split_log(self.log, len(self.specs))
        return [self._result(i, scores[i], ranks[i], logs[i]) for i in range(len(self.specs))]

    def _result(self, number: int, scores: NDArray[Any], ranks: NDArray[Any], actions: tuple[int, ...]) -> GameResult:
        spec = self.specs[number]
        final = self._position(number)
        players = spec.start.players
        faults = tuple(self.faults[number])
        forfeited = [fault.seat for fault in faults]
        settled = rank_with_forfeits(ranks[:players].tolist(), forfeited, final.teams().tolist())
        return GameResult(
            agents=spec.labels,
            start=spec.start,
            final=final,
            actions=actions,
            scores=tuple(scores[:players].tolist()),
            ranks=settled,
            winners=tuple(seat for seat in range(players) if settled[seat] == 0),
            finished=final.seat is None and not final.truncated,
            faults=faults,
            decisions=tuple(self.batched.decisions[number, :players].tolist()),
            seconds=tuple(self.seconds[number, :players].tolist()),
            seed=spec.deal_seed,
        )


def _bound(agent: AgentLike, start: Position) -> Agent:
    """Return the agent for this game; one that is made already serves as it is."""
    if not isinstance(agent, Agent):
        return bind(agent, start.game, start.players)
    check_made_for(agent, start.game, start.players)
    return agent


def rank_with_forfeits(ranks: Sequence[int], forfeited: Sequence[int], teams: Sequence[int]) -> tuple[int, ...]:
    """Return ranks with the teams of forfeited seats last, the first to forfeit at the very end; equals stay equal.

    Where nobody won, as in a game that its rules truncated, all that did not forfeit are equal. If nobody forfeited,
    nobody comes first: all share rank 1.
    """
    nobody_won = min(ranks) > 0
    keys = [(-1, 0 if nobody_won else rank) for rank in ranks]
    lost = dict.fromkeys(teams[seat] for seat in forfeited)
    for order, team in enumerate(lost):
        for seat in range(len(teams)):
            if teams[seat] == team:
                keys[seat] = (len(lost) - order, 0)
    first = int(nobody_won and not lost)
    return tuple(first + sum(other < key for other in keys) for key in keys)


def winners_of(record: Record, final: Position) -> list[int]:
    """Return the seats that have won a recorded game whose last position that is, after forfeits."""
    if final.seat is not None or not record.forfeits:
        return final.winners()
    forfeited = [one["seat"] for one in record.forfeits]
    ranks = rank_with_forfeits(final.ranks().tolist(), forfeited, final.teams().tolist())
    return [seat for seat, rank in enumerate(ranks) if rank == 0]


def _split_log(log: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]], games: int) -> list[tuple[int, ...]]:
    """Return the actions of each game, in order."""
    if not log:
        return [()] * games
    numbers, actions = (np.concatenate(parts) for parts in zip(*log, strict=True))
    order = np.argsort(numbers, kind="stable")
    ends = np.cumsum(np.bincount(numbers, minlength=games))[:-1]
    return [tuple(part.tolist()) for part in np.split(actions[order], ends)]
