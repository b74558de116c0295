"""Duplicate tournaments: every deal in every seating, with the same result on any number of processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np

from arctic_env.arena.duplicate import Chunk, Dealer
from arctic_env.arena.result import Fault
from arctic_env.arena.rows import Rows
from arctic_env.arena.settings import Settings
from arctic_env.arena.standings import Pair, Standing, make_pairs, make_standings
from arctic_env.arena.strings import agent_for
from arctic_env.core.registry import game as find_game
from arctic_env.errors import ArcticError
from arctic_env.records import Record

_GAMES_AT_ONCE = 96  # about; enough for agents to be asked in batches, few enough for progress to move

OnProgress = Callable[[int], None]
"""Called with the number of games that have been played."""


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
        AgentError: An agent cannot be made or cannot play this, or committed a fault where the limits say to raise.
        ArcticError: A worker process died.
    """
    started = time.perf_counter()
    chunks: list[Chunk] = []
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


def _play_chunks(settings: Settings) -> Iterator[Chunk]:
    """Play all deals, in order. How they are cut into chunks does not depend on the number of workers."""
    size = max(1, _GAMES_AT_ONCE // settings.schedule.games_per_deal)
    chunks = [range(i, min(i + size, settings.deals)) for i in range(0, settings.deals, size)]
    game = find_game(settings.game)
    for agent in settings.agents:
        agent_for(agent, game, settings.players)  # better an error here than in a worker
    if settings.workers == 1:
        yield from map(Dealer(settings).play, chunks)
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


_dealer: Dealer | None = None


def _start_worker(settings: Settings) -> None:
    """Begin a worker process; one thread each, or several workers would slow each other down."""
    global _dealer
    os.environ["OMP_NUM_THREADS"] = "1"
    _dealer = Dealer(settings)


def _play_in_worker(deals: Sequence[int]) -> Chunk:
    assert _dealer is not None
    return _dealer.play(deals)
