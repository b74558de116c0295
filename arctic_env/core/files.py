"""Files that are written whole or not at all, whenever the program is killed."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, draft: Path | None = None) -> None:
    """Write a file, or leave what is there as it is.

    Args:
        path: the file.
        data: all that is to be in it.
        draft: what it is until it is complete, on the same disk; None: a hidden file beside it.
    """
    draft = draft or path.with_name(f".{path.name}")
    write_through(draft, data)
    draft.replace(path)


def write_through(path: Path, data: bytes) -> None:
    """Write a file, and not return before it is on the disk."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
