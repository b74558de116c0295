"""A seat's knowledge, and worlds that agree with it (rule 3).

A view is a state in which everything the seat cannot know holds its blank value: faces of tiles on the board and of
melted ones, others' kept tiles, the order of the supplies. `determinize` fills the blanks again, each possible world
being equally likely, so that the view of the result is the view that it came from.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.material import N_FACES, N_RED, N_TILES, TILES
from arctic_env.games.iglu.setup import fish_left, foxes_left, shuffle_supplies
from arctic_env.games.iglu.squares import N_SQUARES, lowest, without_lowest
from arctic_env.games.iglu.state import NO_FACE, NO_VALUE
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import below, make_stream, shuffle


@njit
def view(states: NDArray[Any], i: int, seat: int, out: NDArray[Any], j: int) -> None:
    """Write the seat's view of states[i] into out[j] (3)."""
    out[j] = states[i]
    s = out[j]
    for square in range(N_SQUARES):
        s.faces[square] = NO_FACE
    for k in range(s.melted_size):
        s.melted[k] = NO_FACE
    for k in range(fish_left(s)):
        s.fish_supply[k] = NO_VALUE
    for k in range(foxes_left(s)):
        s.fox_supply[k] = NO_VALUE
    for other in range(s.players):
        if other != seat:
            for face in range(N_RED):
                s.kept[other, face] = 0


@njit
def unseen_tiles(s: Any, seat: int, face: int) -> int:
    """Return the number of tiles of a face unseen by the seat: all but those shown, face up, or kept by itself."""
    own = int(s.kept[seat, face]) if face < N_RED else 0
    return int(TILES[face]) - int(s.revealed[face]) - own


@njit
def determinize(views: NDArray[Any], j: int, seat: int, seed: int, out: NDArray[Any], i: int) -> None:
    """Write into out[i] a state whose view by `seat` is views[j], all equally likely.

    Others' kept tiles are any of those with the red frame; the faces on the board and the melted ones are any of the
    rest. The supplies come in any order.
    """
    out[i] = views[j]
    s = out[i]
    stream = make_stream(seed)
    pool = np.empty(N_TILES, np.uint8)
    n_red, n = _list_unseen(s, seat, pool)
    shuffle(stream, pool, n_red)
    taken = _deal_kept(s, seat, pool)
    _shuffle_from(stream, pool, taken, n)
    left = int(s.tiles)
    while left:
        s.faces[lowest(left)] = pool[taken]
        taken += 1
        left = without_lowest(left)
    for k in range(s.melted_size):
        s.melted[k] = pool[taken]
        taken += 1
    shuffle_supplies(s, stream)


@njit
def _list_unseen(s: Any, seat: int, pool: NDArray[np.uint8]) -> tuple[int, int]:
    """List the unseen tiles, those with the red frame first; return the number of these and of all."""
    n, n_red = 0, 0
    for face in range(N_FACES):
        for _ in range(unseen_tiles(s, seat, face)):
            pool[n] = face
            n += 1
        if face < N_RED:
            n_red = n
    return n_red, n


@njit
def _deal_kept(s: Any, seat: int, pool: NDArray[np.uint8]) -> int:
    """Give the first tiles of the pool to the other seats as kept ones; return their number."""
    taken = 0
    for other in range(s.players):
        if other != seat:
            for _ in range(s.kept_size[other]):
                s.kept[other, pool[taken]] += 1
                taken += 1
    return taken


@njit
def _shuffle_from(stream: NDArray[np.int64], items: NDArray[np.uint8], start: int, stop: int) -> None:
    """Shuffle the items from `start` up to the one before `stop`."""
    for i in range(stop - 1, start, -1):
        j = start + below(stream, i - start + 1)
        items[i], items[j] = items[j], items[i]
