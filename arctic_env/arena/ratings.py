"""OpenSkill ratings from a set of games.

A rating is updated game by game, so it depends on their order, while the agents stay what they are. The games
are therefore rated in several seeded random orders, and the ratings are averaged.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

_ORDERS = 8
_MOST_UPDATES = 40_000  # of all orders together, to keep rating within seconds; one order is always rated


@dataclass(frozen=True)
class Rating:
    """A Plackett-Luce rating: mean and standard deviation of an agent's skill; newcomers have 25 and 25/3."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class RatedGame:
    """A game as a rating sees it.

    Attributes:
        agents: The agent, by its number, in each seat.
        ranks: The rank of each seat, 0 for the best.
    """

    agents: tuple[int, ...]
    ranks: tuple[int, ...]


def can_rate() -> bool:
    """Return whether the openskill package is installed."""
    return importlib.util.find_spec("openskill") is not None


def rate(games: Sequence[RatedGame], agents: int, groups: Sequence[int] | None = None) -> list[Rating]:
    """Return the ratings of agents 0 to agents - 1, averaged over seeded orders of the games.

    Args:
        games: The games.
        agents: Number of agents.
        groups: The group of each game, from 0: games of a group are rated in succession, in the given
            order. By default games are shuffled one by one.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    orders = max(1, min(_ORDERS, _MOST_UPDATES // max(1, len(games))))
    numbers = np.arange(len(games)) if groups is None else np.asarray(groups)
    runs = [_rate_once(model, [games[i] for i in _order(seed, numbers)], agents) for seed in range(orders)]
    mus, sigmas = np.array(runs).mean(axis=0).T
    return [Rating(float(mu), float(sigma)) for mu, sigma in zip(mus, sigmas, strict=True)]


def _order(seed: int, groups: NDArray[np.int64]) -> list[int]:
    """Return the indices of the games with their groups shuffled."""
    places = np.random.default_rng(seed).permutation(groups.max(initial=-1) + 1)
    order: list[int] = places[groups].argsort(kind="stable").tolist()
    return order


def _rate_once(model: PlackettLuce, games: Sequence[RatedGame], agents: int) -> list[tuple[float, float]]:
    ratings = [(model.mu, model.sigma)] * agents
    for game in games:
        for agent, mine in _updated(model, game, ratings).items():
            mus, sigmas = zip(*mine, strict=True)
            ratings[agent] = (sum(mus) / len(mus), sum(sigmas) / len(sigmas))
    return ratings


def _updated(
    model: PlackettLuce, game: RatedGame, ratings: Sequence[tuple[float, float]]
) -> dict[int, list[tuple[float, float]]]:
    """Return the new ratings by agent, one for each of its seats in this game."""
    teams: list[list[Any]] = [[model.rating(*ratings[agent])] for agent in game.agents]
    rated = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
    updated: dict[int, list[tuple[float, float]]] = {}
    for agent, (player,) in zip(game.agents, rated, strict=True):
        updated.setdefault(agent, []).append((player.mu, player.sigma))
    return updated
