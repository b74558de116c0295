"""The learner's decisions in the order in which they were made, each linked to the next one of its seat.

The last decision of a seat in a game in progress is pending: its successor and its reward are known when the seat
decides again or the game ends. Until then it cannot be learnt from, and is kept for the next update. So no decision is
lost, no seat is valued when it is not to move, and each seat has its own trajectory, whenever the others move.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit

END, PENDING = -1, -2  # in the place of a successor

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Decisions:
    """Decisions of one update, and those that are kept for the next one.

    Attributes:
        size: Decisions of an update.
        count: Decisions held: of each array by decision the first `count` entries are in use.
        complete: The number of them with a known successor and reward.
        observations: int8[capacity, ...], what the critic saw.
        advice: int64[capacity], a teacher's actions; without a teacher the same as `actions`.
        values: float64[capacity], the critic's estimates.
        log_probs: float64[capacity], of the actions when they were chosen.
        rewards: float64[capacity], of the seat until its next decision.
        successors: int64[capacity], the next decision of the seat; END, or PENDING.
        last: int64[n * players], the pending decision of each seat, -1 without one.
        unassigned: float64[n, players], rewards of each seat since its last decision.
    """

    def __init__(self, n: int, players: int, size: int, shape: tuple[int, ...]) -> None:
        """Make room for n games and updates of `size` decisions, with observations of the critic of this shape."""
        capacity = size + n * (2 * players + 1)  # a step may add n decisions and complete n * players
        self.players, self.size = players, size
        self.count = self.complete = 0
        self.observations = np.empty((capacity, *shape), np.int8)
        self.legal = RaggedInts(capacity)
        self.actions, self.advice, self.successors = np.empty((3, capacity), np.int64)
        self.values, self.log_probs, self.rewards = np.empty((3, capacity))
        self.last = np.full(n * players, -1)
        self.unassigned = np.zeros((n, players))
        self._selected: Ints = np.empty(0, np.int64)

    @property
    def full(self) -> bool:
        """Whether there are enough for an update."""
        return self.complete >= self.size

    def add(
        self,
        rows: Ints,
        seats: NDArray[np.int8],
        observations: NDArray[np.int8],
        legal: tuple[Ints, Ints],
        actions: Ints,
        values: NDArray[np.floating[Any]],
        log_probs: NDArray[np.floating[Any]],
        advice: Ints | None = None,
    ) -> None:
        """Add a decision for each of these games and seats; it is the successor of the last one of the same seat.

        `legal` are the numbers of legal actions of each decision, int64[k], and the actions one after the other.
        """
        new = slice(self.count, self.count + len(rows))
        self.count = new.stop
        places, numbers = rows * self.players + seats, np.arange(new.start, new.stop)
        self._complete(places, numbers)
        self.last[places] = numbers
        self.observations[new], self.actions[new] = observations, actions
        self.advice[new] = actions if advice is None else advice
        self.legal.append(*legal)
        self.values[new], self.log_probs[new] = values, log_probs
        self.rewards[new], self.successors[new] = 0.0, PENDING

    def add_rewards(self, rewards: Floats) -> None:
        """Add the rewards of all seats in a step, float64[n, players]."""
        self.unassigned += rewards

    def end(self, rows: Ints) -> None:
        """End these games: all their pending decisions are followed by the end."""
        places = (rows[:, None] * self.players + np.arange(self.players)).ravel()
        self._complete(places, np.full(len(places), END))
        self.last[places] = -1
        self.unassigned[rows] = 0.0

    def _complete(self, places: Ints, successors: Ints) -> None:
        pending = self.last[places]
        known = pending >= 0
        decided = places[known]
        self.rewards[pending[known]] = self.unassigned.ravel()[decided]
        self.successors[pending[known]] = successors[known]
        self.unassigned.ravel()[decided] = 0.0
        self.complete += len(decided)

    def select(self) -> Ints:
        """Return the decisions of this update, the first complete ones; `drop_selected` keeps the others."""
        self._selected = np.flatnonzero(self.successors[: self.count] != PENDING)[: self.size]
        return self._selected

    def advantages(self, gamma: float, gae_lambda: float) -> Floats:
        """Return advantages by generalised advantage estimation, float64[count]; 0 for pending decisions."""
        advantages = np.zeros(self.count)
        estimate_advantages(self.rewards, self.values, self.successors, gamma, gae_lambda, advantages)
        return advantages

    def drop_selected(self) -> None:
        """Drop the decisions that `select` returned, and close up the others."""
        kept = np.setdiff1d(np.arange(self.count), self._selected, assume_unique=True)
        moved = np.full(self.count, -1)
        moved[kept] = np.arange(len(kept))
        for name in _BY_DECISION:
            array = getattr(self, name)
            array[: len(kept)] = array[kept]
        self.legal.keep(kept)
        successors = self.successors[: len(kept)]
        successors[successors >= 0] = moved[successors[successors >= 0]]
        self.last[self.last >= 0] = moved[self.last[self.last >= 0]]
        self.count, self.complete = len(kept), self.complete - len(self._selected)
        self._selected = np.empty(0, np.int64)

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the whole state between two updates, by name."""
        lengths, values = self.legal.take(np.arange(self.count))
        arrays = {name: getattr(self, name)[: self.count] for name in _BY_DECISION}
        legal = {"legal_lengths": lengths, "legal_actions": values}
        return {**arrays, **legal, "last": self.last, "unassigned": self.unassigned}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a saved state."""
        self.count = len(arrays["successors"])
        for name in _BY_DECISION:
            getattr(self, name)[: self.count] = arrays[name]
        self.legal.count = 0
        self.legal.append(arrays["legal_lengths"], arrays["legal_actions"])
        self.complete = int((arrays["successors"] != PENDING).sum())
        self.last[:] = arrays["last"]
        self.unassigned[:] = arrays["unassigned"]


_BY_DECISION = ("observations", "actions", "advice", "values", "log_probs", "rewards", "successors")


class RaggedInts:
    """Rows of integers, each of its own length, one after the other in one array.

    Of thousands of actions some twenty are legal in a decision: rows take a hundredth of the memory of masks, and need
    not be made again in every epoch. Row i goes from ends[i] to ends[i + 1].
    """

    def __init__(self, capacity: int) -> None:
        """Make room for that many rows."""
        self.count = 0
        self.ends = np.zeros(capacity + 1, np.int64)
        self.values = np.empty(4 * capacity, np.int32)  # it grows when that is too small

    def append(self, lengths: Ints, values: Ints) -> None:
        """Append rows of these lengths, int64[k], given one after the other in int64[...]."""
        first = int(self.ends[self.count])
        last = first + len(values)
        if last > len(self.values):
            self.values = np.concatenate([self.values, np.empty(last, np.int32)])
        self.values[first:last] = values
        self.ends[self.count + 1 : self.count + 1 + len(lengths)] = first + lengths.cumsum()
        self.count += len(lengths)

    def take(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return the lengths and values of these rows, as `append` takes them."""
        lengths = self.ends[rows + 1] - self.ends[rows]
        values = np.empty(lengths.sum(), np.int64)
        gather(self.values, self.ends, rows, values)
        return lengths, values

    def keep(self, rows: Ints) -> None:
        """Drop all rows but these, which close up."""
        kept = self.take(rows)
        self.count = 0
        self.append(*kept)


@njit
def gather(values: NDArray[np.int32], ends: Ints, rows: Ints, out: Ints) -> None:
    """Write these rows, one after the other."""
    at = 0
    for row in rows:
        for k in range(ends[row], ends[row + 1]):
            out[at] = values[k]
            at += 1


@njit
def estimate_advantages(
    rewards: Floats, values: Floats, successors: Ints, gamma: float, gae_lambda: float, advantages: Floats
) -> None:
    """Write advantages, float64[count], from the last decision to the first: each one's successor comes after it.

    The value of the successor stands for all later rewards; the unknown advantage of a pending one counts as 0.
    """
    for decision in range(len(advantages) - 1, -1, -1):
        successor = successors[decision]
        if successor == END:
            advantages[decision] = rewards[decision] - values[decision]
        elif successor == PENDING:
            advantages[decision] = 0.0
        else:
            error = rewards[decision] + gamma * values[successor] - values[decision]
            advantages[decision] = error + gamma * gae_lambda * advantages[successor]
