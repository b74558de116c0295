"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from arctic_env.files import write_whole
from tests.conftest import full_disk


@pytest.mark.parametrize("before", [None, b"before"])
def test_a_full_disk_leaves_what_was_there_and_nothing_else(before: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "file"
    if before is not None:
        path.write_bytes(before)
    with full_disk(after=10), pytest.raises(OSError, match="too large"):
        write_whole(path, b"x" * 100)
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if before is None else [before])


@pytest.mark.skipif(os.name != "posix", reason="links as Unix has them")
@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one(there: bool, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    path, link = tmp_path / "elsewhere" / "file", tmp_path / "link"
    link.symlink_to(Path("elsewhere") / "file")
    if there:
        path.write_bytes(b"before")
    write_whole(link, b"after")
    assert link.is_symlink()
    assert path.read_bytes() == b"after"
    assert sorted(tmp_path.rglob("*")) == [path.parent, path, link]


@pytest.mark.skipif(os.name != "posix", reason="permissions as Unix has them")
def test_who_may_read_a_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    path.chmod(0o640)
    write_whole(path, b"after")
    assert path.stat().st_mode & 0o777 == 0o640
