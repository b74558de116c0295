"""Duplicate tournaments: every deal in every seating, with the same result on any number of processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.agent import Agent
from arctic_env.arena.match import NO_LIMITS, Limits, Table, play_many
from arctic_env.arena.result import Fault, GameResult
from arctic_env.arena.rows import ROW, Rows
from arctic_env.arena.schedule import Schedule, Seatings, make_schedule
from arctic_env.arena.seeds import make_seed
from arctic_env.arena.standings import Pair, Standing, make_pairs, make_standings
from arctic_env.arena.strings import make_agent
from arctic_env.core.game import check_seed
from arctic_env.core.registry import game as find_game
from arctic_env.errors import ArcticError, SettingsError
from arctic_env.records import Record

_GAMES_AT_ONCE = 96  # about; enough for agents to be asked in batches, few enough for progress to move

OnProgress = Callable[[int], None]
"""Called with the number of games that have been played."""


@dataclass(frozen=True)
class Settings:
    """What is played.

    Attributes:
        agents: Agent strings, or agents, which then have to be picklable to be played on several workers.
        game: Name of the game.
        players: Seats at a table.
        parameters: Rule parameters.
        games: Games for each line-up, rounded up to whole deals.
        seatings: "all" orders of a line-up, or its "rotations".
        seed: Deals and all chance come from it.
        limits: What agents must keep to.
        workers: Processes to play on; 1 plays in this one.
        keep_records: Whether the result holds a record of every game.
    """

    agents: Sequence[str | Agent]
    game: str = "arctic"
    players: int = 2
    parameters: dict[str, str] = field(default_factory=dict)
    games: int = 400
    seatings: Seatings = "all"
    seed: int = 0
    limits: Limits = NO_LIMITS
    workers: int = 1
    keep_records: bool = False

    def __post_init__(self) -> None:
        check_seed(self.seed)
        for name in ("games", "workers"):
            if getattr(self, name) < 1:
                raise SettingsError(f"{name} must be at least 1, not {getattr(self, name)}")

    @property
    def schedule(self) -> Schedule:
        """The games of every deal."""
        return make_schedule(len(self.agents), self.players, self.seatings)

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return self.schedule.deals_for(self.games)

    @property
    def total(self) -> int:
        """How many games are played."""
        return self.deals * self.schedule.games_per_deal

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each agent; the second of the same name is called name#2, and so on."""
        names: list[str] = []
        plain = [agent if isinstance(agent, str) else agent.name for agent in self.agents]
        for i, name in enumerate(plain):
            copies = plain[:i].count(name)
            names.append(f"{name}#{copies + 1}" if copies else name)
        return tuple(names)


@dataclass(frozen=True)
class TournamentResult:
    """What came out.

    Attributes:
        settings: What was played.
        rows: One row for each seat of each game, see `arctic_env.arena.rows`.
        faults: What agents did that they must not do, with the number of the game.
        records: A record of every game, if they were to be kept.
        seconds: How long it took.
    """

    settings: Settings
    rows: Rows
    faults: tuple[tuple[int, Fault], ...]
    records: tuple[Record, ...]
    seconds: float

    def standings(self) -> list[Standing]:
        """How each agent did, best first."""
        return make_standings(self.rows, self.settings.names)

    def pairs(self) -> list[Pair]:
        """Each agent against each other by duplicate deals."""
        return make_pairs(self.rows, self.settings.names)


def run_tournament(settings: Settings, on_progress: OnProgress | None = None) -> TournamentResult:
    """Play a tournament.

    Raises:
        AgentError: An agent cannot be made, or committed a fault where the limits say to raise.
        SettingsError: The settings do not fit the game.
        ArcticError: A worker process died.
    """
    started = time.perf_counter()
    chunks: list[_Chunk] = []
    done = 0
    for chunk in _play_chunks(settings):
        chunks.append(chunk)
        done += chunk.games
        if on_progress:
            on_progress(done)
    return TournamentResult(
        settings,
        np.concatenate([chunk.rows for chunk in chunks]),
        tuple(fault for chunk in chunks for fault in chunk.faults),
        tuple(record for chunk in chunks for record in chunk.records),
        time.perf_counter() - started,
    )


@dataclass(frozen=True)
class _Chunk:
    """What came out of some consecutive deals."""

    games: int
    rows: Rows
    faults: list[tuple[int, Fault]]
    records: list[Record]


def _play_chunks(settings: Settings) -> Iterator[_Chunk]:
    """Play all deals, in order. How they are cut into chunks does not depend on the number of workers."""
    size = max(1, _GAMES_AT_ONCE // settings.schedule.games_per_deal)
    chunks = [range(i, min(i + size, settings.deals)) for i in range(0, settings.deals, size)]
    _check(settings)
    if settings.workers == 1:
        yield from map(_Worker(settings).play, chunks)
        return
    with ProcessPoolExecutor(
        min(settings.workers, len(chunks)), get_context("spawn"), _start_worker, (settings,)
    ) as pool:
        try:
            yield from pool.map(_play_in_worker, chunks)
        except BrokenProcessPool as error:
            raise ArcticError(
                f"a worker process died while playing {', '.join(settings.names)}; see why with one worker"
            ) from error


def _check(settings: Settings) -> None:
    """Try rules and agents, so that wrong settings are an error here and not in a worker."""
    try:
        find_game(settings.game).options(settings.players, **settings.parameters)
    except ValueError as error:
        raise SettingsError(str(error)) from error
    for agent in settings.agents:
        if isinstance(agent, str):
            make_agent(agent)


class _Worker:
    """Plays deals of a tournament, with its own agents."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.schedule = settings.schedule
        self.game = find_game(settings.game)
        self.agents = [make_agent(agent) if isinstance(agent, str) else agent for agent in settings.agents]

    def play(self, deals: Sequence[int]) -> _Chunk:
        """Play all games of these deals."""
        places = [place for deal in deals for place in self._places(deal)]
        tables = [self._table(place) for place in places]
        results = play_many(tables, limits=self.settings.limits)
        pairs = list(zip(places, results, strict=True))
        return _Chunk(
            games=len(places),
            rows=np.concatenate([_rows(place, result) for place, result in pairs]),
            faults=[(place.game, fault) for place, result in pairs for fault in result.faults],
            records=[result.record() for result in results] if self.settings.keep_records else [],
        )

    def _places(self, deal: int) -> Iterator[_Place]:
        game = deal * self.schedule.games_per_deal
        deal_seed = make_seed(self.settings.seed, deal)
        for line_up, seatings in enumerate(self.schedule.seatings):
            for seating, agents in enumerate(seatings):
                yield _Place(deal, deal_seed, line_up, seating, game, agents)
                game += 1

    def _table(self, place: _Place) -> Table:
        settings = self.settings
        start = self.game.deal(seed=place.deal_seed, players=settings.players, **settings.parameters)
        return Table(
            start,
            [self.agents[agent] for agent in place.agents],
            seed=make_seed(place.deal_seed, place.line_up, place.seating),
            names=[settings.names[agent] for agent in place.agents],
            deal_seed=place.deal_seed,
        )


@dataclass(frozen=True)
class _Place:
    """Where a game stands in the tournament, and the agent in each seat."""

    deal: int
    deal_seed: int
    line_up: int
    seating: int
    game: int
    agents: tuple[int, ...]


def _rows(place: _Place, result: GameResult) -> Rows:
    """The rows of one game, one for each seat."""
    forfeited = [fault.seat for fault in result.faults]
    scores = settle(result.scores, forfeited)
    rows = np.zeros(len(scores), ROW)
    for name in ("deal", "deal_seed", "line_up", "seating", "game"):
        rows[name] = getattr(place, name)
    rows["seat"] = np.arange(len(scores))
    rows["agent"] = place.agents
    rows["score"] = scores
    rows["margin"] = (len(scores) * scores - scores.sum()) / (len(scores) - 1)
    rows["rank"] = result.ranks
    rows["win"] = (rows["rank"] == 0) / len(result.winners)
    rows["forfeit"][forfeited] = True
    rows["finished"] = result.finished
    rows["decisions"] = result.decisions
    rows["seconds"] = result.seconds
    return rows


def settle(scores: Sequence[int], forfeited: Sequence[int]) -> NDArray[np.int64]:
    """The scores that count, int64[seats]: a seat that forfeited has no more than the lowest of the others."""
    settled = np.array(scores, np.int64)
    others = np.delete(settled, forfeited)
    if len(others):
        settled[forfeited] = np.minimum(settled[forfeited], others.min())
    return settled


_worker: _Worker | None = None


def _start_worker(settings: Settings) -> None:
    """Begin a worker process; one thread each, or several workers would slow each other down."""
    global _worker
    os.environ["OMP_NUM_THREADS"] = "1"
    _worker = _Worker(settings)


def _play_in_worker(deals: Sequence[int]) -> _Chunk:
    assert _worker is not None
    return _worker.play(deals)
