"""What a search has tried for one decision, and what it found, for people."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arctic_agents.search.heuristics import States, taken
from arctic_env.kernels.jit import Floats, Ints
from arctic_env.kernels.rewards import MARGIN, RANK, SCORE, WIN
from arctic_env.model.position import Position

if TYPE_CHECKING:
    from arctic_agents.search.agent import SearchAgent
    from arctic_env.model.position import View

_FEWEST = 2  # worlds that a standard error needs
_FOLLOWED = 20  # worlds, the first of the search
_LONGEST = 3  # decisions of a line
_RARE = 0.25  # of the worlds: a decision that is rarer ends a line before it, but for its first
_UNITS = {WIN: "a win", RANK: "the first place", MARGIN: "a margin of {points}", SCORE: "{points}"}
"""The meaning of a value of 1, by payoff."""


@dataclass
class Tried:
    """A decision, and what was tried for it."""

    view: States  # an array of one record of the game's dtype
    seat: int  # who decides
    seed: int  # of all randomness
    actions: Ints  # int64[candidates], the one that is played without search first
    priors: Floats | None = None  # float64[candidates], their probabilities by the policy; None without one
    stages: int = 1  # into how many the rollouts are shared out; after each but the last the worse half is dropped
    # float64[candidates, worlds], what the deciding seat got, NaN where a candidate was not tried
    values: Floats = field(init=False)
    left: Ints = field(init=False)  # the candidates that were not dropped, by number

    def __post_init__(self) -> None:
        self.values = np.zeros((len(self.actions), 0))
        self.left = np.arange(len(self.actions))

    @property
    def counts(self) -> Ints:
        """Rollouts of each candidate, int64[candidates]."""
        return np.asarray(np.isfinite(self.values).sum(axis=1), np.int64)

    @property
    def means(self) -> Floats:
        """Mean value of each candidate over its worlds, float64[candidates]; 0 without rollouts."""
        return np.asarray(np.nansum(self.values, axis=1) / np.maximum(self.counts, 1), np.float64)

    def differences(self, base: int = 0) -> tuple[Floats, Floats]:
        """Compare each candidate with the one of that number, in the worlds that both were tried in.

        Return mean differences and their standard errors, float64[candidates] both, infinite errors for under two
        worlds.
        """
        differences = self.values - self.values[base]
        n = np.isfinite(differences).sum(axis=1)
        means = np.nansum(differences, axis=1) / np.maximum(n, 1)
        squares = np.nansum((differences - means[:, None]) ** 2, axis=1)
        errors = np.sqrt(squares / np.maximum(n - 1, 1) / np.maximum(n, 1))
        return means, np.where(n < _FEWEST, np.inf, errors)

    def add(self, values: Floats) -> None:
        """Add what those that are left got in new worlds, float64[left, worlds]."""
        columns = np.full((len(self.actions), values.shape[1]), np.nan)
        columns[self.left] = values
        self.values = np.concatenate([self.values, columns], axis=1)

    def halve(self, keep_first: bool = False) -> None:
        """Drop the worse half of the candidates that are left, the first one only if that is not to be kept."""
        order = self.left[np.argsort(-self.means[self.left], kind="stable")]
        kept = order[: -(-len(order) // 2)]
        if keep_first and 0 not in kept:
            kept[-1] = 0
        self.left = np.sort(kept)

    def best(self, caution: float) -> int:
        """Return the number of the candidate to play: the best of those that were not dropped.

        It must be better than the first one by more than `caution` standard errors.
        """
        counts = self.counts[self.left]
        rest = self.left[counts == counts.max()]
        best = int(rest[self.means[rest].argmax()])
        means, errors = self.differences()
        return best if not caution or means[best] > caution * errors[best] else 0


class Later(NamedTuple):
    """A later decision of the seat: the action, the same in words, and the share of worlds that came to those."""

    text: str
    words: str
    share: float


@dataclass(frozen=True)
class Move:
    """An action that was tried.

    Attributes:
        action: Its id.
        text: Its text.
        rollouts: How often it was tried.
        value: What it brought the deciding seat in the mean, in the unit of the result; None without rollouts.
        difference: How much more than the result's base, in the mean over the worlds that both were tried in.
        error: Standard error of the difference; infinite with fewer than two such worlds.
        prior: Its probability by the policy; None without one.
        then: What the seat would most often decide next, where it has a choice, with the cards and spaces that the
            action most often means there.
    """

    action: int
    text: str
    rollouts: int
    value: float | None
    difference: float
    error: float
    prior: float | None
    then: tuple[Later, ...] = ()


@dataclass(frozen=True)
class Result:
    """The result of a search.

    Attributes:
        seat: Who decides.
        moves: All candidates, the one to play first; then those that were dropped last, by value.
        reference: The one that is played without search: the policy's most probable one, or the planner's.
        base: What differences are to: the reference; where it was dropped before the end, the choice.
        unit: What a value of 1 is, in words.
        points: What a value of 1 is in points ahead or in points; None where values are wins or ranks.
    """

    seat: int
    moves: tuple[Move, ...]
    reference: Move
    base: Move
    unit: str
    points: float | None = None

    @property
    def best(self) -> Move:
        """The choice."""
        return self.moves[0]

    @property
    def rollouts(self) -> int:
        """How many were made."""
        return sum(move.rollouts for move in self.moves)

    def __str__(self) -> str:
        """Format the result as lines of text."""
        width = max(len("action"), *(len(move.text) for move in self.moves))
        prior = "" if self.reference.prior is None else "   prior"
        lines = [
            f"{self.rollouts:,} rollouts; a value of 1 is {self.unit}; differences are to {self.base.text}",
            f"  {'action':<{width}} rollouts   value  difference   error{prior}   then",
        ]
        lines += [self._line(move, width) for move in self.moves]
        return "\n".join(lines)

    def _line(self, move: Move, width: int) -> str:
        value = "" if move.value is None else f"{move.value:+.3f}"
        difference = "" if move is self.base or move.value is None else f"{move.difference:+.3f}"
        error = f"{move.error:.3f}" if difference and np.isfinite(move.error) else ""
        prior = "" if move.prior is None else f"{move.prior:>8.3f}"
        then = ", ".join(f"{later.text} {later.share:.0%}" for later in move.then)
        numbers = f"{move.rollouts:>8,} {value:>7} {difference:>11} {error:>7}{prior}"
        return f"  {move.text:<{width}} {numbers}   {then}".rstrip()


def unit_of(kind: int, unit: float) -> str:
    """Describe in words the value 1 of a payoff."""
    number = f"{unit:,.0f}" if unit.is_integer() else f"{unit:,}"
    return _UNITS[kind].format(points=f"{number} {'point' if unit == 1 else 'points'}")


def summarise(view: View, tried: Tried, agent: SearchAgent, *, ahead: bool) -> Result:
    """Summarise what was tried for the decision of a view's seat, and if `ahead` what would follow each action."""
    counts, means, best = tried.counts, tried.means, tried.best(agent.options.caution)
    base = 0 if counts[0] == counts[best] else best
    differences, errors = tried.differences(base)
    moves = [
        Move(
            action=int(action),
            text=view.action_text(int(action)),
            rollouts=int(counts[k]),
            value=float(means[k]) if counts[k] else None,
            difference=float(differences[k]),
            error=float(errors[k]),
            prior=None if tried.priors is None else float(tried.priors[k]),
            then=follow(agent, tried, int(action)) if ahead else (),
        )
        for k, action in enumerate(tried.actions)
    ]
    order = [best, *(k for k in np.lexsort((-means, -counts)).tolist() if k != best)]
    units = unit_of(agent.kind, agent.unit), agent.unit if agent.kind in (MARGIN, SCORE) else None
    return Result(view.seat, tuple(moves[k] for k in order), moves[0], moves[base], *units)


def follow(agent: SearchAgent, tried: Tried, action: int) -> tuple[Later, ...]:
    """Return what the seat would most often decide after an action, as rollouts do; the first of equals."""
    states, seats, actions, chance = agent.begin([(tried, np.array([action]), np.arange(_FOLLOWED))])
    line: list[Later] = []
    while len(line) < _LONGEST:
        agent.play_on((states, seats, actions, chance), turns=0)
        rows = np.flatnonzero(states["seat"] == tried.seat)
        if not len(rows):
            break
        chosen = agent.choices(taken(states, rows), seats[rows], chance[rows])
        best = int(np.bincount(chosen).argmax())
        rows = rows[chosen == best]
        views = [Position(agent.game, taken(states, rows[k : k + 1])).view(tried.seat) for k in range(len(rows))]
        told = [(view.action_text(best), view.action_words(best)) for view in views]
        usual, times = Counter(told).most_common(1)[0]  # a card or a space may be another one in each world
        if line and times < _RARE * _FOLLOWED:
            break
        line.append(Later(*usual, times / _FOLLOWED))
        rows = rows[[each == usual for each in told]]
        states, seats, actions, chance = taken(states, rows), seats[rows], np.full(times, best), chance[rows]
    return tuple(line)
