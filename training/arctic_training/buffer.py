"""The learner's decisions in the order in which they were made, each linked to the next one of its seat.

A seat of a game is a place. Of every place the last decision of a game in progress waits: what it led to is known
when the seat decides again or the game ends. Until then it cannot be learnt from, and is kept for the next update. So
nothing is lost, no seat that is not to move has to be valued, and each place has its own trajectory, whenever the
others move.

Legal actions are kept as lists of different lengths: of thousands of actions some twenty are legal in a decision, so
lists take a hundredth of the memory of masks, and need not be looked for again in every epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit

END, WAITING = -1, -2  # instead of a successor

Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]


class Decisions:
    """Decisions of one update, and those that are kept for the next one.

    Attributes:
        size: decisions of an update.
        count: decisions held.
        complete: of them, those of which is known what they led to.
        observations: int8[room, ...], what the critic saw; the first `count` entries are in use, as in all others.
        legal: the legal actions of each.
        actions: int64[room].
        advice: int64[room], what a teacher would have done; without a teacher the same as `actions`.
        values: float64[room], what the critic said.
        log_chances: float64[room], of the action when it was chosen.
        rewards: float64[room], paid to the seat until its next decision.
        following: int64[room], the next decision of the seat; END, or WAITING.
        last: int64[n * players], the waiting decision of each place, -1 without one.
        paid: float64[n, players], paid to each place since its last decision.
    """

    def __init__(self, n: int, players: int, size: int, seen: tuple[int, ...]) -> None:
        """Make room for n games.

        Args:
            n: games.
            players: seats of each.
            size: decisions of an update.
            seen: shape of what the critic sees.
        """
        room = size + n * (2 * players + 1)  # a step may bring n decisions and complete n * players
        self.players, self.size = players, size
        self.count = self.complete = 0
        self.observations = np.empty((room, *seen), np.int8)
        self.legal = Lists(room)
        self.actions, self.advice = np.empty((2, room), np.int64)
        self.values, self.log_chances, self.rewards = (np.empty(room) for _ in range(3))
        self.following = np.empty(room, np.int64)
        self.last = np.full(n * players, -1)
        self.paid = np.zeros((n, players))
        self._taken: Rows = np.empty(0, np.int64)

    @property
    def full(self) -> bool:
        """Whether there are enough for an update."""
        return self.complete >= self.size

    def add(
        self,
        rows: Rows,
        seats: NDArray[np.int8],
        observations: NDArray[np.int8],
        legal: tuple[Rows, Rows],
        actions: Rows,
        values: NDArray[np.floating[Any]],
        log_chances: NDArray[np.floating[Any]],
        advice: Rows | None = None,
    ) -> None:
        """Add a decision for each of these games and seats; the last ones of the same places lead to them.

        `legal` are how many actions are legal in each decision, int64[k], and the actions one after the other.
        """
        new = slice(self.count, self.count + len(rows))
        self.count = new.stop
        places = rows * self.players + seats
        self._complete(places, np.arange(new.start, new.stop))
        self.last[places] = np.arange(new.start, new.stop)
        self.observations[new], self.actions[new] = observations, actions
        self.advice[new] = actions if advice is None else advice
        self.legal.add(*legal)
        self.values[new], self.log_chances[new] = values, log_chances
        self.rewards[new], self.following[new] = 0.0, WAITING

    def pay(self, amounts: Numbers) -> None:
        """Note what each seat was paid in a step, float64[n, players]."""
        self.paid += amounts

    def end(self, rows: Rows) -> None:
        """These games are over: all their waiting decisions led to the end."""
        places = (rows[:, None] * self.players + np.arange(self.players)).ravel()
        self._complete(places, np.full(len(places), END))
        self.last[places] = -1
        self.paid[rows] = 0.0

    def _complete(self, places: Rows, following: Rows) -> None:
        before = self.last[places]
        known = before >= 0
        decided = places[known]
        self.rewards[before[known]] = self.paid.ravel()[decided]
        self.following[before[known]] = following[known]
        self.paid.ravel()[decided] = 0.0
        self.complete += len(decided)

    def take(self) -> Rows:
        """The decisions of this update: the first complete ones; the others are kept by `keep_rest`."""
        self._taken = np.flatnonzero(self.following[: self.count] != WAITING)[: self.size]
        return self._taken

    def advantages(self, gamma: float, gae_lambda: float) -> Numbers:
        """Advantages by generalised advantage estimation, float64[count]; 0 for those that wait."""
        advantages = np.zeros(self.count)
        estimate(self.rewards, self.values, self.following, gamma, gae_lambda, advantages)
        return advantages

    def keep_rest(self) -> None:
        """Forget the decisions that `take` returned, and close up the others."""
        kept = np.setdiff1d(np.arange(self.count), self._taken, assume_unique=True)
        moved = np.full(self.count, -1)
        moved[kept] = np.arange(len(kept))
        for array in self._by_decision():
            array[: len(kept)] = array[kept]
        self.legal.keep(kept)
        following = self.following[: len(kept)]
        following[following >= 0] = moved[following[following >= 0]]
        self.last[self.last >= 0] = moved[self.last[self.last >= 0]]
        self.count, self.complete = len(kept), self.complete - len(self._taken)
        self._taken = np.empty(0, np.int64)

    def _by_decision(self) -> tuple[NDArray[Any], ...]:
        return tuple(getattr(self, name) for name in _BY_DECISION)

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, by name; between two updates."""
        arrays = {name: getattr(self, name)[: self.count] for name in _BY_DECISION}
        return {**arrays, **self.legal.save(_LEGAL), "last": self.last, "paid": self.paid}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        self.count = len(arrays["following"])
        for name in _BY_DECISION:
            getattr(self, name)[: self.count] = arrays[name]
        self.legal.restore(_LEGAL, arrays)
        self.complete = int((arrays["following"] != WAITING).sum())
        self.last[:] = arrays["last"]
        self.paid[:] = arrays["paid"]


_LEGAL = "legal"
_BY_DECISION = ("observations", "actions", "advice", "values", "log_chances", "rewards", "following")


@njit
def estimate(
    rewards: Numbers, values: Numbers, following: Rows, gamma: float, gae_lambda: float, advantages: Numbers
) -> None:
    """Write advantages, float64[count], from the last decision to the first: each one's successor comes after it.

    The value of the decision that follows stands for all that comes later; where that one waits, its own advantage,
    which is not known, counts as 0.
    """
    for decision in range(len(advantages) - 1, -1, -1):
        after = following[decision]
        if after == END:
            advantages[decision] = rewards[decision] - values[decision]
        elif after == WAITING:
            advantages[decision] = 0.0
        else:
            surprise = rewards[decision] + gamma * values[after] - values[decision]
            advantages[decision] = surprise + gamma * gae_lambda * advantages[after]


_TO_BEGIN_WITH = 4  # numbers for which there is room, for each list; more room is made when it is needed

Whole = NDArray[np.int64]


class Lists:
    """Some lists, known by their places 0, 1, and so on.

    Attributes:
        count: lists held.
        ends: int64[room + 1]; list i goes from ends[i] to ends[i + 1].
        numbers: int32[...], the lists, and room for more.
    """

    def __init__(self, room: int) -> None:
        """Make room for so many lists."""
        self.count = 0
        self.ends = np.zeros(room + 1, np.int64)
        self.numbers = np.empty(_TO_BEGIN_WITH * room, np.int32)

    def add(self, lengths: Whole, numbers: Whole) -> None:
        """Add lists of these lengths, int64[k], one after the other in int64[...]."""
        first = int(self.ends[self.count])
        last = first + len(numbers)
        if last > len(self.numbers):
            self.numbers = np.concatenate([self.numbers, np.empty(last, np.int32)])
        self.numbers[first:last] = numbers
        self.ends[self.count + 1 : self.count + 1 + len(lengths)] = first + lengths.cumsum()
        self.count += len(lengths)

    def take(self, places: Whole) -> tuple[Whole, Whole]:
        """The lists in these places, as `add` is handed them."""
        lengths = self.ends[places + 1] - self.ends[places]
        numbers = np.empty(lengths.sum(), np.int64)
        gather(self.numbers, self.ends, places, numbers)
        return lengths, numbers

    def keep(self, places: Whole) -> None:
        """Forget all lists but these, which close up."""
        kept = self.take(places)
        self.count = 0
        self.add(*kept)

    def save(self, name: str) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, under that name."""
        lengths, numbers = self.take(np.arange(self.count))
        return {f"{name}.lengths": lengths, f"{name}.numbers": numbers}

    def restore(self, name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        self.count = 0
        self.add(arrays[f"{name}.lengths"], arrays[f"{name}.numbers"])


@njit
def gather(numbers: NDArray[np.int32], ends: Whole, places: Whole, out: Whole) -> None:
    """Write the lists in these places, one after the other."""
    at = 0
    for place in places:
        for k in range(ends[place], ends[place + 1]):
            out[at] = numbers[k]
            at += 1
