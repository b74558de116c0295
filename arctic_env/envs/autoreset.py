"""What happens to games that end, in the words of Gymnasium."""

from typing import Any

from gymnasium.vector import AutoresetMode

from arctic_env.core.batch import DISABLED, NEXT_STEP, SAME_STEP

AUTORESET = {
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.DISABLED: DISABLED,
}
RESET_MASK = "reset_mask"  # the option of `reset` that says which games to reset


def find_autoreset(mode: Any) -> AutoresetMode:
    """Gymnasium's mode of that name.

    Raises:
        ValueError: there is none.
    """
    if isinstance(mode, AutoresetMode):
        return mode
    names = [each.name for each in AutoresetMode]
    if not isinstance(mode, str) or mode.upper() not in names:
        raise ValueError(f"autoreset must be one of {', '.join(names)}, not {mode!r}")
    return AutoresetMode[mode.upper()]
