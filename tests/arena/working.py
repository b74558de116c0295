"""Work for workers in tests: functions that can be pickled by name."""

import os
import time
from collections.abc import Callable

from arctic_env.agents.guarded_calls import Late, deadline


def worker() -> Callable[[str], str]:
    """Begin work that does what it is told."""
    return do


def do(task: str) -> str:
    match task:
        case "slowly":
            time.sleep(0.3)
        case "endlessly":
            return until_late()
        case "fail":
            raise LookupError("not today")
        case "die":
            os._exit(7)
    return task.upper()


def until_late() -> str:
    try:
        with deadline(0.05):
            while True:
                time.sleep(0.001)
    except Late:
        return "LATE"


def unready() -> Callable[[str], str]:
    """Cannot begin."""
    raise LookupError("nothing to begin with")
