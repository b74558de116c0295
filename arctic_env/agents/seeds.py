"""Random streams, and random legal actions, that do not depend on who is asked together with whom.

Every game at a table has a seed, every seat of it a seed made from that, and every decision of the seat a
seed made from that and the number of decisions the seat has made. Whatever is random in an answer is drawn
from the seed of its own decision, so a game is the same alone, in a batch, and in any number of processes.

Agents see the seeds of their decisions. These must not lead back to the deal, where all that is hidden could be read:
whatever an agent gets goes through `one_way_seed` first; `make_seeds` alone can be undone.
"""

import hashlib

import numpy as np
from numpy.typing import ArrayLike, NDArray

# splitmix64: its increment, and the two multipliers and three shifts of its output function.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_SIGN_BIT = np.uint64(1)
_SPARE_BITS = np.uint64(11)  # of 64 bits a float64 holds 53
_UNIT = 2.0**-53


def mix(*parts: ArrayLike) -> NDArray[np.uint64]:
    """Hash integers of at least 0 into 64 bits, element by element; the parts are broadcast together."""
    arrays = np.broadcast_arrays(*(np.asarray(part).astype(np.uint64) for part in parts))
    words = np.zeros(arrays[0].shape, np.uint64)
    with np.errstate(over="ignore"):
        for array in arrays:
            words = _scramble(words + _STEP + array)
    return words


def _scramble(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    words = (words ^ (words >> _SHIFTS[0])) * _FIRST
    words = (words ^ (words >> _SHIFTS[1])) * _SECOND
    return words ^ (words >> _SHIFTS[2])


def make_seeds(*parts: ArrayLike) -> NDArray[np.int64]:
    """As `mix`, but within 0 to MAX_SEED and of the type that games take."""
    return (mix(*parts) >> _SIGN_BIT).astype(np.int64)


def make_seed(*parts: int) -> int:
    """One seed of 0 to MAX_SEED from integers of at least 0."""
    return int(make_seeds(*parts))


def one_way_seed(*parts: int) -> int:
    """As `make_seed`, but the parts cannot be found from the seed other than by trying them all."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> int(_SIGN_BIT)


def uniforms(*parts: ArrayLike) -> NDArray[np.float64]:
    """Numbers in [0, 1) hashed from integers, element by element; the parts are broadcast together."""
    return (mix(*parts) >> _SPARE_BITS).astype(np.float64) * _UNIT


def legal_pairs(masks: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Row and action id of every 1 in masks of 0 and 1, int8[n, A]; two int64[pairs], by row, then id."""
    # Looking for nonzero booleans in one dimension is ten times as fast as for bytes in two.
    flat = np.flatnonzero(masks.view(np.bool_))
    rows, actions = np.divmod(flat, masks.shape[1])
    return rows, actions


def choose_uniformly(masks: NDArray[np.int8], seeds: ArrayLike) -> NDArray[np.int64]:
    """A random legal action, all equally likely, for each row of int8[n, A] from its seed; int64[n]."""
    rows, actions = legal_pairs(masks)
    counts = np.bincount(rows, minlength=len(masks))
    firsts = np.cumsum(counts) - counts
    nth = np.floor(uniforms(seeds) * counts).astype(np.int64)
    chosen: NDArray[np.int64] = actions[firsts + nth]
    return chosen
