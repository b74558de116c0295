"""The study of training settings, on runs of a second."""

from pathlib import Path

import pytest

from arctic_env.errors import SettingsError
from benchmarks import study
from benchmarks.study import Result, Run, do, finished, read_study, table
from training.settings import Settings

TINY = """
players: [2]
seeds: [1, 2]
base:
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
    assert [(run.variant, run.settings.seed, run.settings.ppo.entropy) for run in runs] == [
        ("base", 1, 0.05),
        ("base", 2, 0.05),
        ("no entropy", 1, 0.0),
        ("no entropy", 2, 0.0),
    ]
    assert {run.settings.threads for run in runs} == {1}
    assert len({run.folder(tmp_path) for run in runs}) == 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds", "seed", "a study has base, players, seeds, variants"),
        ("ppo.entropy=0,", "ppo.entropie=0,", "no entropy: unknown setting ppo.entropie"),
        ("base: []", "base: 3", "base: must be a list of changes"),
        ("players: [2]", "players: [7]", "base: game, players"),
    ],
)
def test_a_wrong_study_is_refused_by_name(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_study(write(tmp_path, TINY.replace(old, new)))


def test_the_studies_that_come_along_can_be_read() -> None:
    assert read_study(Path(__file__).parents[1] / "configs/studies/ppo.yaml")


def test_a_run_is_done_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = read_study(write(tmp_path, TINY))[0]
    assert finished(run, tmp_path) is None
    result = do(run, tmp_path)
    assert list(result.margins) == ["random"]
    monkeypatch.setattr(study, "train", None)
    assert do(run, tmp_path) == result


def test_the_table_compares_seed_by_seed() -> None:
    results = [
        Result(Run(name, Settings(seed=seed, steps=1000)), {"greedy": 1.0, "planner": margin}, 0.5)
        for name, margins in {"base": (-3.0, -1.0), "other": (-2.0, -2.0)}.items()
        for seed, margin in enumerate(margins)
    ]
    assert table(results).splitlines()[2:] == [
        "| 2 | base | +1.0 [+1.0, +1.0] | -2.0 [-3.0, -1.0] | 0 of 2 | 2.0 |",
        "| 2 | other | +1.0 [+1.0, +1.0] | -2.0 [-2.0, -2.0] | 1 of 2 | 2.0 |",
    ]
