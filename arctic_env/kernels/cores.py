"""The number of cores to work on; `python -P` with this file prints it, also without numpy."""

import math
import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""A container's CPU quota on Linux: microseconds, or "max", and the period in microseconds."""


def available_cores() -> int:
    """Return the number of cores that this process may use, in a container at most its CPU quota."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = map(int, QUOTA.read_text().split())
    except (OSError, ValueError):  # no such file, or no quota
        return cores
    return max(1, min(cores, math.ceil(quota / period)))


if __name__ == "__main__":
    print(available_cores())
