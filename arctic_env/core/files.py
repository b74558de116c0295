"""Files that are written whole or not at all, whenever the program is killed."""

import os
import shutil
from pathlib import Path


def write_whole(path: Path, data: bytes, draft: Path | None = None) -> None:
    """Write a file, or leave what is there as it is.

    A link stays one, and who may read and write the file stays as it is.

    Args:
        path: the file.
        data: all that is to be in it.
        draft: what it is until it is complete, on the same disk; None: a hidden file beside it.
    """
    path = Path(os.path.realpath(path))
    draft = draft or path.with_name(f".{path.name}")
    try:
        write_through(draft, data)
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def reason(error: Exception) -> str:
    """Why a file that the message names already could not be read, without its name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def write_through(path: Path, data: bytes) -> None:
    """Write a file, and not return before it is on the disk."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
