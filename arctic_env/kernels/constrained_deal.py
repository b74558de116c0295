"""Uniformly random ways to put items into slots of several kinds, where not every item may be in every kind.

This is what determinization needs: cards of which something is known have to be put back into hands, penalty zones and
piles, and every way to do so must be equally likely. Slots of a kind are alike, so it is enough to draw the kind of
each item's slot, a kind with many free slots being so much more likely.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import Floats, Ints, njit
from arctic_env.kernels.random import below, fraction

_TRIES = 256  # a try takes about a microsecond, counting all ways up to some hundredth of a second
_FIRST_ROOM = 1 << 10  # states that can be counted before more room is made
_HASH = 0x9E3779B1  # Knuth's multiplicative hash, on 31 bits so that nothing overflows
_HASH_BITS = 31
_HASH_MASK = (1 << _HASH_BITS) - 1
_LAYER_SHIFT = 11


@njit
def draw_kinds(stream: Ints, allowed: NDArray[np.bool_], capacity: Ints, kinds: Ints) -> bool:
    """Draw the kind of slot of each item, all ways to seat the items in single slots equally likely.

    `allowed` is bool[items, kinds], `capacity` has the slots of each kind, `kinds` is written, int64[items]. Return
    False if there is no way.
    """
    order, most = _narrowest_first(allowed, capacity)
    for _ in range(_TRIES):
        if _try(stream, allowed, capacity, order, most, kinds):
            return True
    return _draw_by_counting(stream, allowed, capacity, kinds)


# --------------------------------------------------------------------------------------- by rejection


@njit
def _narrowest_first(allowed: NDArray[np.bool_], capacity: Ints) -> tuple[Ints, Ints]:
    """Order items by the number of their slots, and count the slots that can be free at an item's turn, at most.

    Earlier items whose slots are all among the later one's have taken theirs from it.
    """
    n, n_kinds = allowed.shape
    width = np.zeros(n, np.int64)
    for item in range(n):
        for kind in range(n_kinds):
            width[item] += capacity[kind] * allowed[item, kind]
    order = np.argsort(width, kind="mergesort")
    most = np.empty(n, np.int64)
    for k in range(n):
        most[k] = width[order[k]]
        for earlier in order[:k]:
            most[k] -= not np.any(allowed[earlier] & ~allowed[order[k]])
    return order, most


@njit
def _try(stream: Ints, allowed: NDArray[np.bool_], capacity: Ints, order: Ints, most: Ints, kinds: Ints) -> bool:
    """Seat the items one after the other in random free slots; return False if the way is rejected.

    A way has probability product of 1 / (free slots) and is kept with the product of (free / most that can be
    free), so all kept ways are equally likely. Where the sets of slots are nested, every way is kept.
    """
    left = capacity.copy()
    for k in range(len(order)):
        item = order[k]
        free = 0
        for kind in range(len(left)):
            free += left[kind] * allowed[item, kind]
        if free <= 0 or below(stream, most[k]) >= free:
            return False
        nth = below(stream, free)
        for kind in range(len(left)):
            nth -= left[kind] * allowed[item, kind]
            if nth < 0:
                kinds[item] = kind
                left[kind] -= 1
                break
    return True


# --------------------------------------------------------------------------------------- by counting
#
# After the first k items only the number of slots taken of each kind matters, and only of kinds that later items may
# still take. These numbers, packed into one integer, are a state of layer k. Layers are found forwards, the ways to
# seat the rest are counted backwards, and the drawing goes forwards again.


class _Plan(NamedTuple):
    """The items in an order in which those that share kinds follow each other, and their slots."""

    order: Ints  # items
    allowed: NDArray[np.bool_]  # bool[items in order, kinds]
    capacity: Ints  # slots of each kind
    stride: Ints  # of each kind's digit in a packed state
    radix: Ints  # of each kind's digit
    last: Ints  # last place in the order that may take the kind


class _States(NamedTuple):
    """States by number, and a hash table to find them."""

    layer: Ints
    taken: Ints
    table: Ints


@njit
def _draw_by_counting(stream: Ints, allowed: NDArray[np.bool_], capacity: Ints, kinds: Ints) -> bool:
    """Draw with the exact number of ways; return False if there is none."""
    plan = _make_plan(allowed, capacity)
    room = _FIRST_ROOM
    states = _make_states(room)
    size = _find_states(plan, states)
    while size < 0:
        room *= 2
        states = _make_states(room)
        size = _find_states(plan, states)
    ways = _count_ways(plan, states, size)
    if ways[0] == 0:
        return False
    state = 0
    for item in plan.order:
        kinds[item], state = _draw_kind(stream, plan, states, ways, state)
    return True


@njit
def _make_plan(allowed: NDArray[np.bool_], capacity: Ints) -> _Plan:
    n, n_kinds = allowed.shape
    first = np.empty(n, np.int64)
    for item in range(n):
        first[item] = np.argmax(allowed[item])
    order = np.argsort(first, kind="mergesort")
    stride, radix, last = np.ones(n_kinds, np.int64), np.ones(n_kinds, np.int64), np.full(n_kinds, -1)
    for kind in range(n_kinds):
        radix[kind] = min(capacity[kind], allowed[:, kind].sum()) + 1
        if kind > 0:
            stride[kind] = stride[kind - 1] * radix[kind - 1]
        for k in range(n):
            if allowed[order[k], kind]:
                last[kind] = k
    return _Plan(order, allowed[order], capacity, stride, radix, last)


@njit
def _make_states(room: int) -> _States:
    return _States(np.empty(room, np.int64), np.empty(room, np.int64), np.full(2 * room, -1))


@njit
def _taken(plan: _Plan, packed: int, kind: int) -> int:
    """Return the slots of a kind that are taken in a packed state."""
    return int(packed // plan.stride[kind] % plan.radix[kind])


@njit
def _step(plan: _Plan, k: int, packed: int, kind: int) -> int:
    """Return the packed state after item k takes a slot of that kind, -1 if it cannot."""
    if not plan.allowed[k, kind] or _taken(plan, packed, kind) >= plan.capacity[kind]:
        return -1
    packed += plan.stride[kind]
    for other in range(len(plan.capacity)):
        if plan.last[other] <= k:  # nobody takes of it any more: forget how many are gone
            packed -= _taken(plan, packed, other) * plan.stride[other]
    return packed


@njit
def _find_states(plan: _Plan, states: _States) -> int:
    """Write all reachable states, layer by layer; return their number, -1 without enough room."""
    states.layer[0], states.taken[0] = 0, 0
    size = 1
    state = 0
    while state < size:
        k, packed = states.layer[state], states.taken[state]
        for kind in range(len(plan.capacity)):
            after = _step(plan, k, packed, kind) if k < len(plan.order) else -1
            if after >= 0 and _find(states, k + 1, after) < 0:
                if size == len(states.layer):
                    return -1
                states.layer[size], states.taken[size] = k + 1, after
                states.table[_slot(states, k + 1, after)] = size
                size += 1
        state += 1
    return size


@njit
def _count_ways(plan: _Plan, states: _States, size: int) -> Floats:
    """Return the number of ways to seat the remaining items in each state."""
    ways = np.zeros(size, np.float64)
    for state in range(size - 1, -1, -1):
        k, packed = states.layer[state], states.taken[state]
        if k == len(plan.order):
            ways[state] = 1.0
            continue
        for kind in range(len(plan.capacity)):
            after = _step(plan, k, packed, kind)
            if after >= 0:
                free = plan.capacity[kind] - _taken(plan, packed, kind)
                ways[state] += free * ways[_find(states, k + 1, after)]
    return ways


@njit
def _draw_kind(stream: Ints, plan: _Plan, states: _States, ways: Floats, state: int) -> tuple[int, int]:
    """Draw a kind for the next item, weighted by the ways it leaves; return it with the state after it."""
    k, packed = states.layer[state], states.taken[state]
    rest = fraction(stream) * ways[state]
    chosen, reached = -1, -1
    for kind in range(len(plan.capacity)):
        after = _step(plan, k, packed, kind)
        found = _find(states, k + 1, after) if after >= 0 else -1
        if found >= 0 and ways[found] > 0 and (rest >= 0 or chosen < 0):
            chosen, reached = kind, found
            rest -= (plan.capacity[kind] - _taken(plan, packed, kind)) * ways[found]
    return chosen, reached


@njit
def _slot(states: _States, k: int, packed: int) -> int:
    """Return the index of a state in the hash table, or the free index where it belongs."""
    mixed = ((packed ^ (packed >> _HASH_BITS) ^ (k << _LAYER_SHIFT)) & _HASH_MASK) * _HASH
    place = (mixed >> _LAYER_SHIFT) % len(states.table)
    while states.table[place] >= 0:
        state = states.table[place]
        if states.layer[state] == k and states.taken[state] == packed:
            break
        place = (place + 1) % len(states.table)
    return int(place)


@njit
def _find(states: _States, k: int, packed: int) -> int:
    """Return the number of a state, -1 if it is not in the table."""
    return int(states.table[_slot(states, k, packed)])
