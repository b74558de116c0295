"""Duplicate tournaments: every deal in every seating, with the same result on any number of processes."""

from __future__ import annotations

import pickle
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arctic_env.agents.guarded_calls import Late, deadline, message_of, traceback_of
from arctic_env.agents.protocol import Agent, OneGameAgent, first_decision
from arctic_env.agents.specs import bind, bind_all
from arctic_env.arena.backends import WorkerDied, find_backend, to_bytes
from arctic_env.arena.logs.layout import IfThere
from arctic_env.arena.match import GameSpec, play_many
from arctic_env.arena.report import TournamentResult
from arctic_env.arena.results import Fault, ForfeitWarning, GameIndex, GameResult, Rows, join_teams, make_rows
from arctic_env.arena.settings import Settings
from arctic_env.errors import AgentError, ArcticError, SettingsError, UnfinishedLogError
from arctic_env.kernels.random import make_seed
from arctic_env.model.registry import game as find_game
from arctic_env.records import Record
from arctic_env.validation import counted, need

if TYPE_CHECKING:
    from arctic_env.arena.logs.writing import LogPart, TournamentLog


@dataclass(frozen=True)
class Chunk:
    """The results of some consecutive deals.

    Rows are one for each seat of each game, also in a game of teams; faults come with the numbers of their games,
    records only if they are kept, and the log if there is one.
    """

    games: int
    rows: Rows
    faults: Sequence[tuple[int, Fault]]
    records: Sequence[Record]
    log: LogPart | None = None


class TournamentWorker:
    """A worker that plays deals of a tournament with its own agents."""

    def __init__(self, settings: Settings, logged: bool = False) -> None:
        self.settings = settings
        self.logged = logged
        self.names = settings.names
        self.tables = [  # the games of each deal: line-up, seating, and the agent in each seat
            (line_up, seating, tuple(agents[team] for team in settings.teams))
            for line_up, seatings in enumerate(settings.schedule.seatings)
            for seating, agents in enumerate(seatings)
        ]
        self.game = find_game(settings.game)
        self.agents = bind_all(settings.players, self.game, settings.num_players)
        for agent, given in zip(self.agents, settings.players, strict=True):
            if agent is not given and not isinstance(agent, OneGameAgent):
                _decide_untimed(agent)

    def __call__(self, deals: Sequence[int]) -> Chunk:
        """Play all games of these deals."""
        indices = [index for deal in deals for index in self._indices(deal)]
        results = play_many([self._spec(index) for index in indices], limits=self.settings.limits)
        pairs = list(zip(indices, results, strict=True))
        rows = np.concatenate([make_rows(index, result) for index, result in pairs])
        return Chunk(
            games=len(indices),
            rows=rows,
            faults=[(index.game, fault) for index, result in pairs for fault in result.faults],
            records=[result.record() for result in results] if self.settings.keep_records else [],
            log=self._log_part(indices, results, rows) if self.logged else None,
        )

    @staticmethod
    def _log_part(indices: Sequence[GameIndex], results: Sequence[GameResult], rows: Rows) -> LogPart:
        from arctic_env.arena.logs.writing import make_part  # needs polars

        return make_part(indices, results, rows)

    def _indices(self, deal: int) -> Iterator[GameIndex]:
        deal_seed = make_seed(self.settings.seed, deal)
        for game, (line_up, seating, seated) in enumerate(self.tables, start=deal * len(self.tables)):
            yield GameIndex(deal, deal_seed, line_up, seating, game, seated)

    def _spec(self, index: GameIndex) -> GameSpec:
        settings = self.settings
        start = self.game.deal(seed=index.deal_seed, num_players=settings.num_players, **settings.parameters)
        return GameSpec(
            start,
            [self.agents[agent] for agent in index.agents],
            seed=make_seed(index.deal_seed, index.line_up, index.seating),
            names=[self.names[agent] for agent in index.agents],
            deal_seed=index.deal_seed,
        )


def _decide_untimed(agent: Agent) -> None:
    """Let an agent compile before it is timed; its errors here are ignored, as they recur in the games."""
    try:
        with deadline(_MOST_COMPILING):
            first_decision(agent)
    except (Exception, SystemExit, Late):
        pass


_MOST_COMPILING = 600.0  # seconds for a decision that is not timed; an endless agent needs an end all the same
_GAMES_AT_ONCE = 96  # about; enough for agents to be asked in batches, few enough for progress to move

OnProgress = Callable[[int], None]
"""Called with the number of games played so far."""


def run_tournament(
    settings: Settings,
    on_progress: OnProgress | None = None,
    *,
    log: str | Path | None = None,
    if_there: IfThere = "refuse",
) -> TournamentResult:
    """Play a tournament.

    `on_progress` is called with the number of games played, now and then. `log` is a folder for a log of all games, see
    `arctic_env.arena.logs`; `if_there` says what to do with an existing one: "refuse", "overwrite", or "resume" an
    unfinished one.

    Warns:
        ForfeitWarning: An agent crashed, answered illegally or was late; once for each such agent.

    Raises:
        AgentError: An agent cannot be made or cannot play this, or committed a fault with `Limits(on_fault="raise")`.
        LogError: The log's folder holds something that must not be replaced, or nothing that can be resumed.
        UnfinishedLogError: The log cannot be completed, as on a full disk; its `result` holds the games.
        SettingsError: The backend, or what logs need, is not installed; or if_there is given without a log.
        ArcticError: A worker process died.
    """
    if log is None and if_there != "refuse":
        raise SettingsError(f"if_there={if_there!r} is about a log: log says which")
    need("tournaments", "scipy")  # for their intervals; better missed now than after all games
    started = time.perf_counter()
    game = find_game(settings.game)
    for agent in settings.players:
        bind(agent, game, settings.num_players)  # better an error here than in a worker
    if not settings.in_this_process:
        find_backend(settings.backend)
        _check_portable(settings)
    opened = closing(_open_log(settings, Path(log), if_there)) if log is not None else nullcontext()
    with opened as writing:
        restored = [Chunk(*part) for part in writing.restored()] if writing else []
        played = _play(settings, restored, writing, on_progress)
        chunks = [*restored, *played]
        result = TournamentResult(
            settings,
            join_teams(np.concatenate([chunk.rows for chunk in chunks]), settings.teams),
            tuple(fault for chunk in chunks for fault in chunk.faults),
            tuple(record for chunk in chunks for record in chunk.records),
            time.perf_counter() - started,
            sum(chunk.games for chunk in played),
        )
        if writing:
            try:
                writing.finish()
            except (ArcticError, OSError) as error:
                raise UnfinishedLogError(str(error), result) from error
    forfeited = dict.fromkeys((fault.agent, game) for game, fault in result.faults)
    for agent, games in Counter(agent for agent, _ in forfeited).items():
        warnings.warn(f"{agent} forfeited {counted(games, 'game')}, see result.faults", ForfeitWarning, stacklevel=2)
    return result


def _check_portable(settings: Settings) -> None:
    """Raise AgentError if an agent cannot be sent to a worker."""
    for name, agent in zip(settings.names, settings.players, strict=True):
        try:
            pickle.loads(to_bytes(agent))
        except Exception as error:  # whatever an agent's own methods raise
            raise AgentError(
                f"the agent {name} cannot be sent to a worker process ({message_of(error)}); "
                "with workers=1 on the backend processes it stays in this one",
                traceback_of(error),
            ) from error


def _play(
    settings: Settings, restored: Sequence[Chunk], writing: TournamentLog | None, on_progress: OnProgress | None
) -> list[Chunk]:
    """Play the deals that are not in the log; return the results kept in memory."""
    chunks, done = [], sum(chunk.games for chunk in restored)
    with closing(_play_chunks(settings, len(restored), writing is not None)) as played:
        for chunk in played:
            if writing and chunk.log:
                writing.add(chunk.log)
            chunks.append(replace(chunk, log=None))
            done += chunk.games
            if on_progress:
                on_progress(done)
    return chunks


def _open_log(settings: Settings, folder: Path, if_there: IfThere) -> TournamentLog:
    need("logs", "polars", "filelock")
    from arctic_env.arena.logs.writing import TournamentLog

    return TournamentLog(settings, folder, if_there)


def _play_chunks(settings: Settings, done: int, logged: bool) -> Generator[Chunk, None, None]:
    """Play all deals but those of finished chunks, in order; the number of workers does not affect the chunks."""
    size = max(1, _GAMES_AT_ONCE // settings.schedule.games_per_deal)
    chunks = [range(i, min(i + size, settings.deals)) for i in range(0, settings.deals, size)]
    if not chunks[done:]:
        return
    start = partial(TournamentWorker, settings, logged)
    if settings.in_this_process:
        yield from map(start(), chunks[done:])
        return
    try:
        yield from find_backend(settings.backend)(start, chunks[done:], settings.workers)
    except WorkerDied as error:
        raise ArcticError(
            f"a worker process died while playing {', '.join(settings.names)}; see why with one worker"
        ) from error
