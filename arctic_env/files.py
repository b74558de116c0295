"""Files that are written whole or not at all, whenever the program is killed, and messages that cost no work."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ParamSpec, Self, TextIO, TypeVar

from arctic_env.errors import ArcticError, OutputError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_MOST_OF_A_NAME = 50  # letters, of up to four bytes each; file systems allow 255 bytes


def as_path(text: str) -> Path:
    """Return a path as people write it, with `~` for the home folder: shells leave that alone in `--log=~/x`."""
    return Path(os.path.expanduser(text))


@contextmanager
def whole(path: Path, draft: Path | None = None) -> Iterator[Path]:
    """Write a file or leave it unchanged: give the block a draft to write, and put it in place at its end.

    A link stays a link, and the mode of a file stays the same. A device, such as /dev/null, is its own draft.

    The draft is on the same disk, by default a hidden file beside it. OutputError if the file cannot be written.
    """
    with naming(path):
        if path.exists() and not path.is_file():
            yield path
            return
        file = Path(os.path.realpath(path))
        draft = draft or file.with_name(f".{file.name[:_MOST_OF_A_NAME]}-{os.getpid()}")
        try:
            yield draft
            with draft.open("rb+") as written:
                os.fsync(written.fileno())
            if file.exists():
                shutil.copymode(file, draft)
            draft.replace(file)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def write_whole(path: Path, data: bytes, draft: Path | None = None) -> None:
    """Write the complete contents of a file; as `whole`."""
    with whole(path, draft) as draft:
        draft.write_bytes(data)


def write_json(path: Path, document: object, draft: Path | None = None) -> None:
    """Write a JSON document, as `write_whole` writes."""
    write_whole(path, (json.dumps(document, indent=1, allow_nan=False) + "\n").encode(), draft)


def write_through(path: Path, data: bytes) -> None:
    """Write a new file, and return when it is on the disk; raise OutputError if it cannot be written."""
    with naming(path), path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def append(path: Path, text: str) -> None:
    """Append to a file; raise OutputError if it cannot be written, and the last line may be cut off then."""
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(text)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in errors of the system, which that of a full disk does not."""
    try:
        yield
    except OSError as error:
        raise OutputError(error.errno, reason(error), str(path)) from error


def reason(error: Exception) -> str:
    """Return why a file that the message names already could not be read or written, without its name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


class AllTried:
    """A block that tries to write all files, even if some fail; an error at its end names all failures."""

    def __init__(self) -> None:
        self.failures: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __call__(
        self, write: Callable[_Arguments, _Result], *args: _Arguments.args, **options: _Arguments.kwargs
    ) -> _Result | None:
        """Call a function that writes a file; return None if it fails."""
        try:
            return write(*args, **options)
        except (ArcticError, OSError) as error:
            self.failures.append(str(error))
            return None

    def __exit__(self, *_: object) -> None:
        if self.failures:
            raise ArcticError("; ".join(self.failures))


def tell(text: str, file: TextIO | None) -> None:
    """Print a message at once; if that fails, as on a closed stream, the work continues without it."""
    with suppress(OSError, ValueError):
        print(text, file=file, flush=True)
