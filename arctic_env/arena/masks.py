"""Legal actions of many decisions at once."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arctic_env.arena.seeds import uniforms


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
