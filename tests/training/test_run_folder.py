"""Two processes never work in one folder: they would mix journals, and remove each other's checkpoints."""

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arctic_env.cli import main
from arctic_env.errors import SettingsError
from arctic_training.run import resume, train
from arctic_training.run_folder import LOCK, RunFolder
from tests.conftest import ROOT
from tests.training.test_run import silent, tiny, train_tiny

HOLD = """
import sys
from pathlib import Path
from arctic_training.run_folder import RunFolder
with RunFolder(Path(sys.argv[1])).locked():
    print("held", flush=True)
    sys.stdin.read()
"""
REFUSED = "another process is at work in"


@contextmanager
def held(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that works in a folder."""
    command = [sys.executable, "-c", HOLD, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        try:
            yield other
        finally:
            other.kill()


def no_locks(code: int) -> Callable[[int, int], None]:
    """What a file system says that has none, or none left."""

    def flock(file: int, operation: int) -> None:
        raise OSError(code, os.strerror(code))

    return flock


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_run_that_another_process_works_on_is_left_alone(tmp_path: Path) -> None:
    run = tmp_path / "run"
    train_tiny(run)
    with held(run):
        before = files(run)
        with pytest.raises(SettingsError, match=REFUSED):
            resume(run, show=silent)
        with pytest.raises(SettingsError, match=REFUSED):
            train(tiny(), run, overwrite=True, show=silent)
        assert files(run) == before


def test_a_tuning_that_another_process_works_on_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with held(tmp_path):
        assert main(["tune", "--generations", "1", "--overwrite", "--out", str(tmp_path)]) == 2
    assert re.search(REFUSED, capsys.readouterr().err)
    assert [path.name for path in tmp_path.iterdir()] == [LOCK]


def test_who_was_killed_holds_nothing(tmp_path: Path) -> None:
    with held(tmp_path) as other:
        other.kill()
        other.wait()
        with RunFolder(tmp_path).locked():
            assert (tmp_path / LOCK).exists()


@pytest.mark.filterwarnings("ignore:flock not supported")
def test_where_there_are_no_locks_what_a_crash_left_can_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is all that there is then, and nobody can tell whether a process of another machine is still there."""
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", no_locks(errno.ENOSYS))
    (tmp_path / LOCK).touch()
    remedy = re.escape(
        f"at work in {tmp_path}: stop it, or let it end, first; if there is none, remove {tmp_path / LOCK}"
    )
    with pytest.raises(SettingsError, match=remedy), RunFolder(tmp_path).locked():
        pass
    (tmp_path / LOCK).unlink()
    with RunFolder(tmp_path).locked(), pytest.raises(SettingsError, match=REFUSED), RunFolder(tmp_path).locked():
        pass
    assert not (tmp_path / LOCK).exists()


def test_what_cannot_be_locked_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", no_locks(errno.ENOLCK))
    told = re.escape(f"cannot work in {tmp_path}: {os.strerror(errno.ENOLCK)}")
    with pytest.raises(SettingsError, match=told), RunFolder(tmp_path).locked():
        pass


def test_a_file_is_no_folder_to_work_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run"
    file.write_text("kept")
    assert main(["train", "--config", str(ROOT / "configs" / "quick.yaml"), "--out", str(file)]) == 2
    assert f"cannot work in {file}: File exists" in capsys.readouterr().err
    assert file.read_text() == "kept"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "run"
    told = re.escape(f"cannot work in {folder}: {os.strerror(errno.ENOTDIR)}")
    with pytest.raises(SettingsError, match=told), RunFolder(folder).locked():
        pass
    for name, why in (("x" * 300, os.strerror(errno.ENAMETOOLONG)), ("a\0b", "embedded null byte")):
        told = re.escape(f"cannot work in {tmp_path / name}: {why}")
        with pytest.raises(SettingsError, match=told), RunFolder(tmp_path / name).locked():
            pass


def test_what_fails_within_lets_go(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), RunFolder(tmp_path).locked():
        _ = 1 / 0
    with RunFolder(tmp_path).locked(), pytest.raises(SettingsError, match=REFUSED), RunFolder(tmp_path).locked():
        pass


def test_a_folder_that_was_made_for_nothing_is_removed_and_another_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with RunFolder(folder).locked():
        assert (folder / LOCK).exists()
    assert not folder.exists()
    folder.mkdir()
    with RunFolder(folder).locked():
        pass
    assert folder.exists()
