"""Random play for a batch of games."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.masks import choose_many, make_streams
from arctic_env.kernels.random import MAX_SEED, STREAM_WORDS, check_seed
from arctic_env.kernels.threads import Threads
from arctic_env.model.copies import CopiedWhole
from arctic_env.validation import check_integer

_SMALLEST = 2**19  # bytes of masks a part: choosing is done before another thread has woken up for fewer


class _Shares(Threads):
    """Threads that take one part each.

    Attributes:
        size: bytes of a mask.
    """

    size = 1

    def parts(self, n: int) -> list[slice]:
        """N masks in even parts."""
        parts = max(1, min(self.count, n * self.size // _SMALLEST))
        return [slice(n * part // parts, n * (part + 1) // parts) for part in range(parts)]


class RandomActions(CopiedWhole):
    """Plays at random: called with n masks, it returns n legal actions, all that are legal being equally likely.

    >>> choose = arctic_env.RandomActions(1024, seed=0)
    >>> step = vec.step(choose(step.action_masks))

    Each place of the batch has its own chance, so results do not depend on the number of threads.
    """

    def __init__(self, n: int, seed: int = 0, threads: int | None = None) -> None:
        """Prepare the chance of n games.

        Args:
            n: how many masks there are in each call.
            seed: 0 to 2**63 - 1; all chance comes from it.
            threads: how many to use; None: one for each core that this process may use.

        Raises:
            ValueError: an argument is not as it must be.
        """
        generator = np.random.default_rng(check_seed(seed))
        self._streams = np.empty((check_integer("n", n), STREAM_WORDS), np.int64)
        make_streams(generator.integers(MAX_SEED, size=n, endpoint=True), self._streams)
        self._threads = _Shares(threads)

    def __call__(self, masks: NDArray[Any]) -> NDArray[np.int64]:
        """Actions, int64[n], a new array; -1 where nothing is legal, as in games that wait for their reset.

        Args:
            masks: int8[n, actions] of 0 and 1.

        Raises:
            ValueError: the masks are of another shape or type.
        """
        n = len(self._streams)
        if masks.ndim != 2 or len(masks) != n or masks.dtype != np.int8:
            raise ValueError(f"masks must be int8[{n}, actions], not {masks.dtype}{list(masks.shape)}")
        masks = np.ascontiguousarray(masks)  # as kernels take them
        self._threads.size = masks.shape[1]
        actions = np.empty(n, np.int64)
        self._threads.run(lambda part: choose_many(masks[part], self._streams[part], actions[part]), n)
        return actions
