"""The cores that a process may use, within the quota of a container."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arctic_env.kernels import cores
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("quota", "expected"),
    [("max 100000", 8), ("200000 100000", 2), ("150000 100000", 2), ("1000 100000", 1), ("9900000 100000", 8)],
)
def test_quotas_of_processor_time(quota: str, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cpu.max"
    file.write_text(f"{quota}\n")
    monkeypatch.setattr(cores, "QUOTA", file)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    assert cores.available_cores() == expected


def test_systems_without_control_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "QUOTA", tmp_path / "none")
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert cores.available_cores() == 3


def test_make_counts_with_nothing_installed() -> None:
    file = ROOT / "arctic_env" / "kernels" / "cores.py"
    done = subprocess.run([sys.executable, "-I", "-S", file], capture_output=True, text=True, check=True)
    assert int(done.stdout) == cores.available_cores()
