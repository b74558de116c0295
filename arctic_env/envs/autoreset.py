"""What happens to games that end, in the words of Gymnasium."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from arctic_env.envs.start import RESET_MASK, option
from arctic_env.kernels.batch import DISABLED, NEXT_STEP, SAME_STEP
from arctic_env.validation import listed, short_repr

AUTORESET = {
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


def find_autoreset(mode: Any) -> AutoresetMode:
    """Gymnasium's mode of that name, such as "SAME_STEP", or value, such as "SameStep".

    Raises:
        ValueError: there is none.
    """
    if isinstance(mode, AutoresetMode):
        return mode
    for each in AutoresetMode:
        if isinstance(mode, str) and mode.upper() in (each.name, each.value.upper()):
            return each
    raise ValueError(
        f"autoreset_mode must be one of {listed(AutoresetMode.__members__)}, not {short_repr(mode)}"
    )


def rows_to_reset(options: Mapping[str, Any] | None, n: int) -> NDArray[np.int64]:
    """The places that the options of `reset` choose, int64[k]; all of them if they say nothing.

    Raises:
        ValueError: the mask is not bool[n].
    """
    given = option(options, RESET_MASK)
    if given is None:
        return np.arange(n)
    chosen = np.asarray(given)
    if chosen.shape != (n,) or chosen.dtype != np.bool_:
        raise ValueError(f"{RESET_MASK} must be bool[{n}], not {chosen.dtype} of shape {chosen.shape}")
    return np.flatnonzero(chosen)
