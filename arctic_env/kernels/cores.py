"""How many cores there are to work on; `python -P` with this file prints it, also without numpy."""

import math
import os
from collections.abc import Iterator
from pathlib import Path

GROUPS = Path("/proc/self/cgroup")
"""What control groups this process is in, on Linux."""
TREE = Path("/sys/fs/cgroup")
"""Where all control groups are, those of version 1 in a folder for each thing that they limit."""


def available_cores() -> int:
    """The cores that this process may use; in a container no more than its quota of processor time is worth."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min([cores, *map(math.ceil, _quotas())])


def _quotas() -> Iterator[float]:
    """The quotas of this process's control groups and of those around them, in cores."""
    try:
        groups = GROUPS.read_text().splitlines()
    except (OSError, ValueError):  # not Linux, or names that are no text
        return
    for group in groups:
        _, limited, path = (*group.split(":", 2), "", "", "")[:3]
        if limited and "cpu" not in limited.split(","):
            continue
        for name in (
            ("cpu", limited) if limited else ("", "unified")
        ):  # "unified" where both versions are in use
            top = TREE / name
            inner = top / path.lstrip("/")  # which a container may not see: then its own group is at the top
            for folder in (inner, *inner.parents[: len(inner.parts) - len(top.parts)]):
                yield from _quota(folder, "cpu.max")
                yield from _quota(folder, "cpu.cfs_quota_us", "cpu.cfs_period_us")


def _quota(folder: Path, *names: str) -> Iterator[float]:
    try:
        quota, period = map(int, " ".join((folder / name).read_text() for name in names).split())
    except (OSError, ValueError):  # no such file, or the word "max"
        return
    if quota > 0 and period > 0:
        yield quota / period


if __name__ == "__main__":
    print(available_cores())
