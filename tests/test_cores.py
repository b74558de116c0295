"""The cores that a process may use, with control groups of both versions of Linux."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arctic_env.kernels import cores
from tests.conftest import ROOT

PERIOD = "cpu.cfs_period_us"
QUOTA = "cpu.cfs_quota_us"


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        ("", {}, 8),
        ("0::/\n", {"cpu.max": "max 100000"}, 8),
        ("0::/\n", {"cpu.max": "200000 100000"}, 2),
        ("0::/\n", {"cpu.max": "150000 100000"}, 2),
        ("0::/\n", {"cpu.max": "1000 100000"}, 1),
        ("0::/\n", {"cpu.max": "9900000 100000"}, 8),
        ("0::/job/step\n", {"job/cpu.max": "300000 100000", "job/step/cpu.max": "max 100000"}, 3),
        ("0::/job/step\n", {"job/cpu.max": "900000 100000", "job/step/cpu.max": "100000 50000"}, 2),
        ("0::/not/seen/from/here\n", {"cpu.max": "400000 100000"}, 4),
        ("0::/job\n", {"other/cpu.max": "100000 100000"}, 8),
        ("3:cpu,cpuacct:/job\n0::/\n", {f"cpu/job/{QUOTA}": "250000", f"cpu/job/{PERIOD}": "100000"}, 3),
        ("3:cpuacct,cpu:/job\n", {f"cpu/{QUOTA}": "100000", f"cpu/{PERIOD}": "100000"}, 1),
        ("3:cpu:/\n", {f"cpu/{QUOTA}": "-1", f"cpu/{PERIOD}": "100000"}, 8),
        ("3:cpu,cpuacct:/job\n", {f"cpu,cpuacct/{QUOTA}": "250000", f"cpu,cpuacct/{PERIOD}": "100000"}, 3),
        ("1:name=systemd:/\n0::/job\n", {"unified/job/cpu.max": "200000 100000"}, 2),
        ("\n0::/\n", {"cpu.max": "200000 0"}, 8),
        ("3:cpuset:/job\n", {f"cpu/job/{QUOTA}": "100000", f"cpu/job/{PERIOD}": "100000"}, 8),
    ],
)
def test_quotas_of_processor_time(
    groups: str, files: dict[str, str], expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "groups").write_text(groups)
    for name, text in files.items():
        file = tmp_path / "tree" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n")
    monkeypatch.setattr(cores, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(cores, "TREE", tmp_path / "tree")
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    assert cores.available_cores() == expected


def test_systems_without_control_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "GROUPS", tmp_path / "none")
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert cores.available_cores() == 3


def test_make_counts_with_nothing_installed() -> None:
    file = ROOT / "arctic_env" / "kernels" / "cores.py"
    done = subprocess.run([sys.executable, "-I", "-S", file], capture_output=True, text=True, check=True)
    assert int(done.stdout) == cores.available_cores()
