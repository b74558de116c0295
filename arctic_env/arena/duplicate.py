"""The games of duplicate deals, and what comes out of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arctic_env.arena.match import play_many
from arctic_env.arena.places import Place, make_rows
from arctic_env.arena.result import Fault, GameResult
from arctic_env.arena.rows import Rows
from arctic_env.arena.seeds import make_seed
from arctic_env.arena.settings import Settings
from arctic_env.arena.strings import agent_for
from arctic_env.arena.table import Table
from arctic_env.model.registry import game as find_game
from arctic_env.records import Record

if TYPE_CHECKING:
    from arctic_env.arena.logs.parts import LogPart


@dataclass(frozen=True)
class Chunk:
    """What came out of some consecutive deals.

    Attributes:
        games: How many games they are.
        rows: One row for each seat of each game.
        faults: What agents did that they must not do, with the number of the game.
        records: A record of every game, if they are to be kept.
        log: The same games for a log, if there is one.
    """

    games: int
    rows: Rows
    faults: Sequence[tuple[int, Fault]]
    records: Sequence[Record]
    log: LogPart | None = None


class Dealer:
    """Plays deals of a tournament, with its own agents."""

    def __init__(self, settings: Settings, logged: bool = False) -> None:
        self.settings = settings
        self.logged = logged
        self.schedule = settings.schedule
        self.game = find_game(settings.game)
        self.agents = [agent_for(agent, self.game, settings.players) for agent in settings.agents]

    def play(self, deals: Sequence[int]) -> Chunk:
        """Play all games of these deals."""
        places = [place for deal in deals for place in self._places(deal)]
        tables = [self._table(place) for place in places]
        results = play_many(tables, limits=self.settings.limits)
        pairs = list(zip(places, results, strict=True))
        rows = np.concatenate([make_rows(place, result) for place, result in pairs])
        return Chunk(
            games=len(places),
            rows=rows,
            faults=[(place.game, fault) for place, result in pairs for fault in result.faults],
            records=[result.record() for result in results] if self.settings.keep_records else [],
            log=_log(places, results, rows) if self.logged else None,
        )

    def _places(self, deal: int) -> Iterator[Place]:
        game = deal * self.schedule.games_per_deal
        deal_seed = make_seed(self.settings.seed, deal)
        for line_up, seatings in enumerate(self.schedule.seatings):
            for seating, agents in enumerate(seatings):
                yield Place(deal, deal_seed, line_up, seating, game, agents)
                game += 1

    def _table(self, place: Place) -> Table:
        settings = self.settings
        start = self.game.deal(seed=place.deal_seed, num_players=settings.players, **settings.parameters)
        return Table(
            start,
            [self.agents[agent] for agent in place.agents],
            seed=make_seed(place.deal_seed, place.line_up, place.seating),
            names=[settings.names[agent] for agent in place.agents],
            deal_seed=place.deal_seed,
        )


def _log(places: Sequence[Place], results: Sequence[GameResult], rows: Rows) -> LogPart:
    from arctic_env.arena.logs.parts import make_part  # needs polars

    return make_part(places, results, rows)
