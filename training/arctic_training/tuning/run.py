"""Tuning by CMA-ES: draw candidates, let them play, move to where the better ones are.

Play is noisy: a deal says little about a candidate, and only what many of them have in common can be trusted. So there
are many candidates that play few deals each. All of these deals differ: what some deals favour is no noise to
candidates that share them, and would be taken for what all deals favour. The outcome is no candidate, the best one
being the luckiest too, nor the mean of the last distribution, which wanders, but the top of a surface that is fitted to
the margins of all candidates (see `surface`). In a model of this with 29 weights and a point to be gained, the mean of
16 candidates with 40 deals gains 0.1 of it in 25,600 deals, that of 128 with 4 deals 0.6, and the surface 0.8; 0.7 in
8,192 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cmaes
import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, make_seed, make_seeds
from arctic_env.arena.statistics import Estimate, estimate_mean
from arctic_env.errors import SettingsError
from arctic_env.validation import is_integer, short_repr
from arctic_training.tuning.contest import margins
from arctic_training.tuning.journal import Journal
from arctic_training.tuning.settings import Settings
from arctic_training.tuning.space import Space, Vector
from arctic_training.tuning.surface import highest

_TUNING, _CHECKING = range(2)  # streams of deals
_AT_ONCE = 50  # deals of the final match that are played together
_MOST_MARGIN = 10_000  # and weight: no game brings as much
_CLOSE = 1e-9  # how near candidates that are drawn again come to those in the journal

OnProgress = Callable[[int], None]
"""Called, as games are played, with how many have been, those of the journal included."""


@dataclass(frozen=True)
class Generation:
    """What came of one generation.

    Attributes:
        number: From 0.
        margins: float64[candidates], in the mean over the deals.
        spread: Standard deviation of the candidates, in steps, in the mean over the weights.
    """

    number: int
    margins: NDArray[np.float64]
    spread: float


class Tuning:
    """A tuning in a folder; one that was killed goes on from its last whole generation.

    Attributes:
        settings: What it is to do.
        space: The weights.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.space = Space(settings)
        self._journal = Journal(folder, settings)
        self._optimizer = cmaes.CMA(
            mean=np.zeros(len(self.space.names)),
            sigma=settings.spread,
            bounds=self.space.bounds,
            seed=make_seed(settings.seed) % 2**32,  # which numpy's older generators take
            population_size=settings.population,
        )
        self._points: list[list[Vector]] = []
        self._margins: list[NDArray[np.float64]] = []
        self._plain = settings.plain_planner()
        self._opponents = [self._plain]

    @property
    def games(self) -> int:
        """Games of all generations and the final match."""
        return self.settings.generations * self._games_each + self.settings.check * self.settings.players

    @property
    def games_found(self) -> int:
        """Those of the generations in the journal, which are not played again."""
        return len(self._journal.generations) * self._games_each

    @property
    def _games_each(self) -> int:
        return self.settings.population * self.settings.deals * self.settings.players

    def weights(self) -> dict[str, float]:
        """The weights that have been reached."""
        return self.space.weights(self._reached())

    def _reached(self) -> Vector:
        """The top of the surface by all generations so far."""
        low, high = self.space.bounds.T
        return np.clip(highest(np.array(self._points), np.array(self._margins)), low, high)

    def generations(self, on_progress: OnProgress) -> Iterator[Generation]:
        """Run all generations that are asked for; those in the journal take no time."""
        for number in range(self.settings.generations):
            points = [self._optimizer.ask() for _ in range(self.settings.population)]
            found = self._found(number, points)
            new = found is None
            if found is None:
                found = self._play(number, points)
                self._journal.write(
                    {"generation": number, "margins": found.tolist(), "first": points[0].tolist()}
                )
            self._optimizer.tell(
                [(point, -margin) for point, margin in zip(points, found.tolist(), strict=True)]
            )
            self._points.append(points)
            self._margins.append(found)
            if (number + 1) % self.settings.champion == 0:
                self._opponents = [self._plain, self._agent(self._reached())]
            if new:
                on_progress((number + 1) * self._games_each)
            yield Generation(number, found, float(np.std(points, axis=0).mean()))

    def check(self, on_progress: OnProgress) -> Estimate:
        """The margin of what has been reached against the planner as it is, over deals that nobody has seen."""
        tuned, seeds = self._agent(self._reached()), self._seeds(_CHECKING, 0, self.settings.check)
        parts = []
        for first in range(0, len(seeds), _AT_ONCE):
            parts.append(self._contest([tuned], [self._plain], seeds[None, first : first + _AT_ONCE])[0])
            done = sum(map(len, parts)) * self.settings.players
            on_progress(self.settings.generations * self._games_each + done)
        return estimate_mean(np.concatenate(parts))

    def _found(self, number: int, points: list[Vector]) -> NDArray[np.float64] | None:
        """The margins that the journal has, None if it does not go so far."""
        if number >= len(self._journal.generations):
            return None
        entry, where = self._journal.generations[number], self._journal.where(number)
        remedy = "without this line and those after it the tuning plays them anew"
        try:
            written, found, first = entry["generation"], _numbers(entry["margins"]), _numbers(entry["first"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise SettingsError(
                f"{where}: generation {number} cannot be read: {error!r}; {remedy}"
            ) from error
        if not is_integer(written) or written != number:
            raise SettingsError(
                f"{where}: the generation must be {number}, not {short_repr(written)}; {remedy}"
            )
        for name, numbers in (("margins", found), ("first", first)):
            if not (np.abs(numbers) <= _MOST_MARGIN).all():  # nor is NaN
                raise SettingsError(f"{where}: {name} must be numbers of at most {_MOST_MARGIN:,}; {remedy}")
        fits = found.shape == (len(points),) and first.shape == points[0].shape
        if not fits or not np.allclose(first, points[0], rtol=0, atol=_CLOSE):
            raise SettingsError(
                f"{where}: generation {number} drew other candidates than this version of the program; {remedy}"
            )
        return found

    def _play(self, number: int, points: list[Vector]) -> NDArray[np.float64]:
        candidates = [self._agent(point) for point in points]
        seeds = self._seeds(_TUNING, number, len(points) * self.settings.deals).reshape(len(points), -1)
        mean: NDArray[np.float64] = self._contest(candidates, self._opponents, seeds).mean(axis=1)
        return mean

    def _contest(
        self, mine: list[Agent], others: list[Agent], seeds: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        return margins(self.settings.game, self.settings.players, mine, others, seeds)

    def _agent(self, point: Vector) -> Any:
        return self.settings.planner(**self.space.weights(point))

    def _seeds(self, stream: int, number: int, n: int) -> NDArray[np.int64]:
        return make_seeds(self.settings.seed, stream, number, np.arange(n))


def _numbers(values: object) -> NDArray[np.float64]:
    """Numbers of a journal; TypeError for texts, truth values and nothing at all."""
    found = np.array(values)
    truths = any(isinstance(value, bool) for value in np.array(values, object).flat)  # 1 and 0 among numbers
    if found.dtype.kind not in "if" or truths:
        raise TypeError(f"{short_repr(values)} are not numbers")
    return found.astype(np.float64)
