"""The study of training settings, on runs of a second."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arctic_env import cli
from arctic_env.errors import SettingsError
from benchmarks import study
from benchmarks.measuring import around
from benchmarks.study import TABLE, StudyResult, StudyRun, do, finished, main, read_study, table
from tests.conftest import ROOT

TINY = """
num_players: [2]
seeds: [1, 2]
base:
  game: arctic
  steps: 64
  games: 8
  network: {kind: mlp, width: 8}
  ppo: {rollout: 8, batch: 32}
  evaluation: {every: 100, opponents: [random], deals: 2}
variants:
  base: []
  no entropy: [ppo.entropy=0, ppo.final_entropy=0]
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "study.yaml"
    path.write_text(text)
    return path


def test_every_variant_is_run_with_every_seed(tmp_path: Path) -> None:
    runs = read_study(write(tmp_path, TINY))
    assert [(run.variant, run.seed, run.settings["ppo"].get("entropy")) for run in runs] == [
        ("base", 1, None),
        ("base", 2, None),
        ("no entropy", 1, 0),
        ("no entropy", 2, 0),
    ]
    assert {run.settings["threads"] for run in runs} == {1}
    assert len({run.folder(tmp_path) for run in runs}) == 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds", "seed", "seeds is missing.*no setting 'seed'"),
        ("ppo.entropy=0,", "ppo.entropie=0,", "no entropy: ppo: no setting 'entropie'"),
        ("base: []", "base: 3", "variants.base must be a list, not 3"),
        ("num_players: [2]", "num_players: [7]", "base: "),
        ("num_players: [2]", "num_players: 2", "num_players must be a list, not 2"),
        ("seeds: [1, 2]", "seeds: []", r"seeds must not be empty, not \[\]"),
    ],
)
def test_a_wrong_study_is_refused_by_name(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_study(write(tmp_path, TINY.replace(old, new)))


def test_the_studies_that_come_along_can_be_read() -> None:
    assert read_study(ROOT / "configs/studies/ppo.yaml")


def test_a_run_is_done_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = read_study(write(tmp_path, TINY))[0]
    assert finished(run, tmp_path) is None

    def in_this_process(command: list[Any], **streams: object) -> None:
        python, option, module, *words = map(str, command)
        assert (python, option, module) == (sys.executable, "-m", "arctic_env.cli")
        assert cli.main(words) == 0

    monkeypatch.setattr(study.subprocess, "run", in_this_process)
    result = do(run, tmp_path)
    assert list(result.margins) == ["random"]
    monkeypatch.setattr(study.subprocess, "run", None)
    assert do(run, tmp_path) == result
    other = replace(run, settings={**run.settings, "games": 4})
    with pytest.raises(SettingsError, match="2p/base/1 holds a run with other settings"):
        do(other, tmp_path)


def test_the_command_refuses_before_anything_is_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = write(tmp_path, TINY), tmp_path / "out"
    (tmp_path / "bare.md").write_text("")
    for options, told in (
        (["--markdown", str(tmp_path / "none.md")], "No such file"),
        (["--markdown", str(tmp_path / "bare.md")], "lacks the lines <!-- study: begin -->"),
    ):
        monkeypatch.setattr(sys, "argv", ["study", str(file), "--out", str(out), *options])
        assert main() == 2
        assert told in capsys.readouterr().err
    assert not out.exists()


def test_the_place_for_the_table_is_there() -> None:
    assert around(ROOT / "docs/settings.md", TABLE)


def test_the_table_compares_seed_by_seed() -> None:
    results = [
        StudyResult(StudyRun(name, 2, seed, {}), 1000, {"greedy": 1.0, "planner": margin}, 0.5)
        for name, margins in {"base": (-3.0, -1.0), "other": (-2.0, -2.0)}.items()
        for seed, margin in enumerate(margins)
    ]
    assert table(results).splitlines()[2:] == [
        "| 2 | base | +1.0 [+1.0, +1.0] | -2.0 [-3.0, -1.0] | 0 of 2 | 2.0 |",
        "| 2 | other | +1.0 [+1.0, +1.0] | -2.0 [-2.0, -2.0] | 1 of 2 | 2.0 |",
    ]
