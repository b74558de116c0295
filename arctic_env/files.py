"""Files that are written whole or not at all, whenever the program is killed, and words that cost no work."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, Self, TextIO, TypeVar

from arctic_env.errors import ArcticError, OutputError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")

_MOST_OF_A_NAME = 50  # letters, of up to four bytes each; file systems allow 255 bytes


def as_path(text: str) -> Path:
    """A path as people write it, with `~` for the home folder: shells leave that alone in `--log=~/x`."""
    return Path(os.path.expanduser(text))


@contextmanager
def whole(path: Path, draft: Path | None = None) -> Iterator[Path]:
    """Write a file, or leave what is there as it is: give the block a draft to write, put it in place at its end.

    A link stays one, and who may read and write the file stays as it is. What is no file is its own draft. To the
    file that a standard stream goes into, such as /dev/stdout, all is added, as by printing.

    Args:
        path: the file.
        draft: what it is until it is complete, on the same disk; None: a hidden file beside it.

    Raises:
        OutputError: it cannot be written.
    """
    with naming(path):
        if path.exists() and not path.is_file():
            yield path
            return
        if (number := _stream_of(path)) is not None:
            with TemporaryDirectory() as folder:
                yield (draft := Path(folder, "draft"))
                with draft.open("rb") as written, open(number, "wb", closefd=False) as stream:
                    shutil.copyfileobj(written, stream)
            return
        file = Path(os.path.realpath(path))
        draft = draft or draft_of(file)
        try:
            yield draft
            with draft.open("rb+") as written:
                os.fsync(written.fileno())
            _replace(file, draft)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def _stream_of(path: Path) -> int | None:
    """The number of the standard stream that goes into this file, under whatever name, if there is one."""
    for number in (1, 2):
        with suppress(OSError):  # neither need be there
            if os.path.samestat(path.stat(), os.fstat(number)):
                return number
    return None


def _replace(file: Path, draft: Path) -> None:
    """Put a draft in the place of a file, with its owner, where that is allowed, and its mode."""
    if file.exists():
        before, made = file.stat(), draft.stat()
        if (before.st_uid, before.st_gid) != (made.st_uid, made.st_gid):
            with suppress(OSError):
                shutil.chown(draft, before.st_uid, before.st_gid)
        shutil.copymode(file, draft)
    try:
        draft.replace(file)
    except OSError as error:
        if error.errno != errno.EBUSY:  # that of a file which is mounted by itself, as into a container
            raise
        shutil.copyfile(draft, file)
        draft.unlink()


def draft_of(file: Path) -> Path:
    """The hidden file that becomes a file once it is complete; each process has its own."""
    return file.with_name(f".{file.name[:_MOST_OF_A_NAME]}-{os.getpid()}")


def write_whole(path: Path, data: bytes, draft: Path | None = None) -> None:
    """Write all that is to be in a file; as `whole`."""
    with whole(path, draft) as draft:
        draft.write_bytes(data)


def write_through(path: Path, data: bytes) -> None:
    """Write a new file, and not return before it is on the disk; OutputError if it cannot be written."""
    with naming(path), path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def append(path: Path, text: str) -> None:
    """Add to a file; OutputError if it cannot be written, and the last line may be cut off then."""
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(text)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Make errors of the system name what could not be written, which that of a full disk does not."""
    try:
        yield
    except OSError as error:
        raise OutputError(error.errno, reason(error), str(path)) from error


def reason(error: Exception) -> str:
    """Why a file that the message names already could not be read or written, without its name."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


class AllTried:
    """A block that writes files, each of them whatever becomes of the others; at its end it is told which failed."""

    def __init__(self) -> None:
        self.failures: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __call__(
        self, write: Callable[_Arguments, _Result], *args: _Arguments.args, **options: _Arguments.kwargs
    ) -> _Result | None:
        """Call what writes a file; None where it fails."""
        try:
            return write(*args, **options)
        except (ArcticError, OSError) as error:
            self.failures.append(str(error))
            return None

    def __exit__(self, *_: object) -> None:
        if self.failures:
            raise ArcticError("; ".join(self.failures))


class Aside:
    """A stream, or none, for words on the way: what it cannot show, as when it was closed, costs no work."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        try:
            return self._file is not None and self._file.isatty()
        except (OSError, ValueError):
            return False

    def write(self, text: str) -> int:
        """Write a text."""
        with suppress(OSError, ValueError):
            if self._file is not None:
                self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Show what was written."""
        with suppress(OSError, ValueError):
            if self._file is not None:
                self._file.flush()


def tell(text: str, file: TextIO | None) -> None:
    """Print words on the way, at once; where that fails, or there is no such file, the work goes on without them."""
    print(text, file=Aside(file), flush=True)
