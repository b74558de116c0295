"""Tuning of a planner's weights by CMA-ES: draw candidates, let them play, move to where the better ones are.

Play is noisy: a deal says little about a candidate, and only what many of them have in common can be trusted. So there
are many candidates that play few deals each. All of these deals differ: what some deals favour is no noise to
candidates that share them, and would be taken for what all deals favour. The outcome is no candidate, the best one
being the luckiest too, nor the mean of the last distribution, which wanders, but the top of a quadratic surface that is
fitted to the margins of all candidates (`highest`). In a model of this with 29 weights and a point to be gained, the
mean of 16 candidates with 40 deals gains 0.1 of it in 25,600 deals, that of 128 with 4 deals 0.6, and the surface 0.8;
0.7 in 8,192 deals.
"""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Self

import cmaes
import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arctic_agents.planner import Tuned, shares
from arctic_agents.planner import make as make_planner
from arctic_env.agents.specs import options_of
from arctic_env.arena import Agent, GameSpec, Limits, play_many
from arctic_env.arena.statistics import Estimate, estimate_mean
from arctic_env.errors import AgentError, SettingsError
from arctic_env.files import append, write_whole
from arctic_env.kernels.random import MAX_SEED, make_seed, make_seeds
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value, option_words
from arctic_env.validation import unknown
from arctic_training.run_folder import JOURNAL, read_lines
from arctic_training.settings import Count, Number, RuleParameters, StrictModel, to_document

STEP = 0.25  # of a weight's value, by which it is moved
SMALLEST_STEP = 0.05  # points, for weights near 0
REACH = 3.0  # steps from the start that a weight can go
DECIMALS = 4  # of weights: more would tell nothing

# The surface of margins: what is believed of a weight until play tells otherwise.
SLOPE = 0.2  # points a step: how far from 0 the slope is
BEND = 0.3  # points a step and step: how much the slope falls from one step to the next
BEND_SPREAD = 0.2  # how far from that it may be
FURTHEST = 2.0  # steps: beyond, the surface says nothing

_FITS = 3  # of the surface; the first takes all differences for noise
_TUNING, _CHECKING = range(2)  # streams of deals
_AT_ONCE = 50  # deals of the final match that are played together
_CLOSE = 1e-9  # how near candidates that are drawn again come to those in the journal

Vector = NDArray[np.float64]
Options = dict[str, Any]  # true, false or integers, as the planner of the game says
OnProgress = Callable[[int], None]
"""Called, as games are played, with how many have been, those of the journal included."""


class TuneSettings(StrictModel):
    """Settings of a tuning: the planner, its weights, and the amount of play.

    Attributes:
        parameters: Rule parameters; those that are not given have their defaults.
        seed: Candidates, deals and all randomness come from it.
        population: Candidates of a generation; with fewer than 4, better ones cannot be told from worse ones.
        deals: Deals that each of them plays, from every seat; in a game of teams, as every team.
        spread: Standard deviation of the first candidates around the start, in steps (see `Space`).
        opponent_every: Generations after which the weights reached so far become an opponent, in place of earlier ones.
        final_deals: Deals of the final match against the planner as it is, at least 2 for an interval.
        names: The weights to tune; none for all.
        options: The planner's other options, such as {"belief": True}.
        start: Weights to start from, by name; those that are not named have their defaults.
    """

    game: str
    num_players: int = 2
    parameters: RuleParameters = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 0
    generations: Count = 50
    population: Annotated[int, Field(ge=4)] = 128
    deals: Count = 4
    spread: Annotated[Number, Field(gt=0, le=1)] = 0.8
    opponent_every: Count = 10
    final_deals: Annotated[int, Field(ge=2)] = 1000
    names: Annotated[tuple[str, ...], Field(strict=False)] = ()
    options: Options = Field(default_factory=dict)
    start: dict[str, Number] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_planner(self) -> Self:
        find_game(self.game).options(self.num_players, **self.parameters)
        try:
            known = asdict(make_planner(find_game(self.game), self.num_players).weights)
            for name in (*self.names, *self.start):
                if name not in known:
                    raise ValueError(f"the planner has no weight {unknown(name, known)}")
            self._check_options(known)
            self.planner(**self.start)
        except AgentError as error:
            raise ValueError(str(error)) from error
        if len(set(self.names)) < len(self.names):
            raise ValueError(f"a weight is named twice: {', '.join(self.names)}")
        return self

    def _check_options(self, weights: Iterable[str]) -> None:
        """Raise a ValueError if an option is none of the planner, or one of its weights, which tuning sets itself."""
        known = {each.name for each in options_of(make_planner, find_game(self.game))} - {"weights", *weights}
        for name in self.options:
            if name in weights:
                fixed = f"--set {name}=X starts it there, and it stays there if --weights names only others"
                raise ValueError(f"{name} is a weight of the planner, none of its other options: {fixed}")
            if name not in known:
                raise ValueError(f"the planner has no option {unknown(name, sorted(known))}, besides its weights")

    def planner(self, **weights: float) -> Any:
        """Return the game's planner with these weights and the options of the settings; it has `weights`."""
        options: dict[str, Any] = {**weights, **self.options}
        return make_planner(find_game(self.game), self.num_players, **options)

    def plain_planner(self) -> Agent:
        """Return the game's planner as it is, which the tuned one has to beat."""
        made: Agent = make_planner(find_game(self.game), self.num_players)
        return made

    def tuned(self, weights: dict[str, float], gain: Estimate) -> Tuned:
        """Return the tuned weights for their file, with their margin over the planner as it is."""
        found = {"margin": gain.value, "low": gain.low, "high": gain.high}
        gained = {**{name: round(value, 3) for name, value in found.items()}, "deals": self.final_deals}
        return Tuned(self.game, self.num_players, weights, self.options, self.command(), self.start, gained)

    def command(self) -> str:
        """Return the command that runs this tuning."""
        words = ["arctic", "tune", "--game", self.game]
        numbers = (
            "num_players",
            "seed",
            "generations",
            "population",
            "deals",
            "spread",
            "opponent_every",
            "final_deals",
        )
        for name in numbers:
            words += [f"--{name.replace('_', '-')}", str(getattr(self, name))]
        words += option_words(self.parameters)
        if self.names:
            words += ["--weights", ",".join(self.names)]
        if self.options:
            texts = (f"{key}={json.dumps(value)}" for key, value in self.options.items())
            words += ["--planner-options", ",".join(texts)]
        if self.start:
            words += ["--set", ",".join(f"{name}={value}" for name, value in self.start.items())]
        return shlex.join(words)


_FIXED = [name for name in TuneSettings.model_fields if name not in ("generations", "final_deals")]  # in a folder


class Space:
    """The weights to be tuned as points of a space in which all directions are about equally long.

    At the origin they have the values `start`, float64[n]; `steps`, float64[n], are a step of each, and `bounds`,
    float64[n, 2], the least and the greatest coordinates.
    """

    def __init__(self, settings: TuneSettings) -> None:
        weights = settings.planner(**settings.start).weights
        self._all = asdict(weights)
        self.names = settings.names or tuple(self._all)
        self.start: Vector = np.array([self._all[name] for name in self.names])
        self.steps: Vector = np.maximum(STEP * np.abs(self.start), SMALLEST_STEP)
        low, high = np.full(len(self.names), -REACH), np.full(len(self.names), REACH)
        for i in np.flatnonzero(np.isin(self.names, shares(weights))):
            low[i] = max(low[i], -self.start[i] / self.steps[i])
            high[i] = min(high[i], (1.0 - self.start[i]) / self.steps[i])
        self.bounds: Vector = np.stack([low, high], axis=1)

    def weights(self, point: Vector) -> dict[str, float]:
        """Return all weights of the planner at a point, float64[n]; those that are not tuned stay as they start."""
        values: list[Any] = (self.start + self.steps * point).round(DECIMALS).tolist()
        return {**self._all, **dict(zip(self.names, values, strict=True))}


def highest(points: Vector, margins: Vector) -> Vector:
    """Return where margins are highest, float64[weights]: the top of a quadratic surface fitted to those of all.

    Points are float64[generations, candidates, weights], in steps from the start, margins float64[generations,
    candidates]. Each generation has a level of its own, since opponents change. A weight that shows no effect stays
    where it started.
    """
    n = points.shape[-1]
    columns = np.concatenate([points, -0.5 * points**2], axis=-1)
    expected = np.concatenate([np.zeros(n), np.full(n, BEND)])
    precision = np.concatenate([np.full(n, SLOPE**-2), np.full(n, BEND_SPREAD**-2)])
    columns = _centred(columns).reshape(-1, 2 * n)
    surprise = _centred(margins[..., None]).reshape(-1) - columns @ expected
    found = np.zeros(2 * n)
    for _ in range(_FITS):
        noise = max(float((surprise - columns @ found).var()), np.finfo(float).tiny)
        found = np.linalg.solve(columns.T @ columns / noise + np.diag(precision), columns.T @ surprise / noise)
    slopes, bends = np.split(found + expected, 2)
    top: Vector = np.clip(slopes / np.maximum(bends, BEND / 2), -FURTHEST, FURTHEST)
    return top


def _centred(values: Vector) -> Vector:
    """Return values less the mean of their generation, float64[generations, candidates, ...]."""
    centred: Vector = values - values.mean(axis=1, keepdims=True)
    return centred


def margins(
    game: str,
    num_players: int,
    candidates: Sequence[Agent],
    opponents: Sequence[Agent],
    seeds: NDArray[np.int64],
    **parameters: Value,
) -> NDArray[np.float64]:
    """Let each candidate play its deals from every seat, against one of the opponents in all other seats.

    In a game of teams it plays them as every team, in all seats of the team. The opponents take the deals of a
    candidate, of the seeds int64[candidates, deals], in turn. Return the candidate's score minus the mean of the
    others', in the mean over seats or teams, float64[candidates, deals]. Raise AgentError if somebody crashed or
    answered illegally.
    """
    teams = np.array(find_game(game).teams(num_players, **parameters))
    own = teams == np.unique(teams)[:, None]
    tables = []
    for candidate, own_seeds in zip(candidates, seeds.tolist(), strict=True):
        for deal, seed in enumerate(own_seeds):
            start = find_game(game).deal(seed=seed, num_players=num_players, **parameters)
            opponent = opponents[deal % len(opponents)]
            for team, mine in enumerate(own.tolist()):
                agents = [candidate if its else opponent for its in mine]
                tables.append(GameSpec(start, agents, make_seed(seed, team)))
    results = play_many(tables, limits=Limits(on_fault="raise"))
    scores = np.array([result.scores for result in results], np.float64)
    scores = scores.reshape(*seeds.shape, *own.shape)
    gained, others = (scores.sum(axis=-1, where=seats) / seats.sum(axis=-1) for seats in (own, ~own))
    mean: NDArray[np.float64] = (gained - others).mean(axis=-1)
    return mean


@dataclass(frozen=True)
class Generation:
    """The result of one generation: the candidates' mean margins over the deals, float64[candidates].

    `spread` is the standard deviation of the candidates, in steps, in the mean over the weights.
    """

    number: int
    margins: Vector
    spread: float


class Tuning:
    """A tuning in a folder; one that was killed goes on from its last whole generation.

    The journal there has the settings in its first line, then a line for each generation; all else follows from it.
    """

    def __init__(self, settings: TuneSettings, folder: Path) -> None:
        """Open the journal of a tuning, or begin one.

        Raise SettingsError if the folder holds a tuning of other settings, TrainingError if its journal cannot be read.
        """
        self.settings = settings
        self.space = Space(settings)
        self._path = folder / JOURNAL
        mine, lines = to_document(settings), read_lines(self._path)
        if changed := [name for name in _FIXED if lines and lines[0].get(name) != mine[name]]:
            what = "; ".join(f"{name} was {lines[0].get(name)}, is {mine[name]}" for name in changed)
            raise SettingsError(f"{folder} holds another tuning ({what}); give another --out, or --overwrite")
        self._found_before = lines[1 : 1 + settings.generations]
        write_whole(self._path, "".join(json.dumps(line) + "\n" for line in [mine, *lines[1:]]).encode())
        self._optimizer = cmaes.CMA(
            mean=np.zeros(len(self.space.names)),
            sigma=settings.spread,
            bounds=self.space.bounds,
            seed=make_seed(settings.seed) % 2**32,  # which numpy's older generators take
            population_size=settings.population,
        )
        self._points: list[list[Vector]] = []
        self._margins: list[Vector] = []
        self._teams = len(set(find_game(settings.game).teams(settings.num_players, **settings.parameters)))
        self._plain = settings.plain_planner()
        self._opponents = [self._plain]

    @property
    def games(self) -> int:
        """Return the games of all generations and the final match."""
        return self.settings.generations * self._games_each + self.settings.final_deals * self._teams

    @property
    def games_found(self) -> int:
        """Return those of the generations in the journal, which are not played again."""
        return len(self._found_before) * self._games_each

    @property
    def _games_each(self) -> int:
        return self.settings.population * self.settings.deals * self._teams

    def weights(self) -> dict[str, float]:
        """Return the weights that have been reached."""
        return self.space.weights(self._reached())

    def _reached(self) -> Vector:
        """Return the top of the surface by all generations so far."""
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
                entry = {"generation": number, "margins": found.tolist(), "first": points[0].tolist()}
                append(self._path, json.dumps(entry) + "\n")
            self._optimizer.tell([(point, -margin) for point, margin in zip(points, found.tolist(), strict=True)])
            self._points.append(points)
            self._margins.append(found)
            if (number + 1) % self.settings.opponent_every == 0:
                self._opponents = [self._plain, self._agent(self._reached())]
            if new:
                on_progress((number + 1) * self._games_each)
            yield Generation(number, found, float(np.std(points, axis=0).mean()))

    def check(self, on_progress: OnProgress) -> Estimate:
        """Return the margin of what has been reached against the planner as it is, over deals that nobody has seen."""
        tuned, seeds = self._agent(self._reached()), self._seeds(_CHECKING, 0, self.settings.final_deals)
        parts = []
        for first in range(0, len(seeds), _AT_ONCE):
            parts.append(self._contest([tuned], [self._plain], seeds[None, first : first + _AT_ONCE])[0])
            done = sum(map(len, parts)) * self._teams
            on_progress(self.settings.generations * self._games_each + done)
        return estimate_mean(np.concatenate(parts))

    def _found(self, number: int, points: list[Vector]) -> Vector | None:
        """Return the margins that the journal has, None if it does not go so far."""
        if number >= len(self._found_before):
            return None
        line = self._found_before[number]
        try:
            found, first = (np.array(line[name], np.float64) for name in ("margins", "first"))
            fits = line["generation"] == number and found.shape == (len(points),) and np.isfinite(found).all()
            fits = fits and np.allclose(first, points[0], rtol=0, atol=_CLOSE)
        except (KeyError, TypeError, ValueError):
            fits = False
        if not fits:
            raise SettingsError(
                f"{self._path}, line {number + 2}: not the candidates that this version of the program draws in "
                f"generation {number}; without this line and those after it the tuning plays them anew"
            )
        return found

    def _play(self, number: int, points: list[Vector]) -> Vector:
        candidates = [self._agent(point) for point in points]
        seeds = self._seeds(_TUNING, number, len(points) * self.settings.deals).reshape(len(points), -1)
        mean: Vector = self._contest(candidates, self._opponents, seeds).mean(axis=1)
        return mean

    def _contest(self, mine: list[Agent], others: list[Agent], seeds: NDArray[np.int64]) -> Vector:
        settings = self.settings
        return margins(settings.game, settings.num_players, mine, others, seeds, **settings.parameters)

    def _agent(self, point: Vector) -> Any:
        return self.settings.planner(**self.space.weights(point))

    def _seeds(self, stream: int, number: int, n: int) -> NDArray[np.int64]:
        return make_seeds(self.settings.seed, stream, number, np.arange(n))
