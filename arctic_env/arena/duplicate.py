"""The games of duplicate deals, and the rows that come out of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.match import play_many
from arctic_env.arena.result import Fault, GameResult
from arctic_env.arena.rows import ROW, Rows
from arctic_env.arena.seeds import make_seed
from arctic_env.arena.settings import Settings
from arctic_env.arena.strings import agent_for
from arctic_env.arena.table import Table
from arctic_env.core.registry import game as find_game
from arctic_env.records import Record


@dataclass(frozen=True)
class Chunk:
    """What came out of some consecutive deals."""

    games: int
    rows: Rows
    faults: list[tuple[int, Fault]]
    records: list[Record]


class Dealer:
    """Plays deals of a tournament, with its own agents."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.schedule = settings.schedule
        self.game = find_game(settings.game)
        self.agents = [agent_for(agent, self.game, settings.players) for agent in settings.agents]

    def play(self, deals: Sequence[int]) -> Chunk:
        """Play all games of these deals."""
        places = [place for deal in deals for place in self._places(deal)]
        tables = [self._table(place) for place in places]
        results = play_many(tables, limits=self.settings.limits)
        pairs = list(zip(places, results, strict=True))
        return Chunk(
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
    """The scores that count, int64[seats]: a forfeiting seat has at most the lowest of the others."""
    settled = np.array(scores, np.int64)
    others = np.delete(settled, forfeited)
    if len(others):
        settled[forfeited] = np.minimum(settled[forfeited], others.min())
    return settled
