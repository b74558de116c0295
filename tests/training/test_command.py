from pathlib import Path

import pytest

from agents.policy.checkpoint import checkpoints_of
from arctic_env.cli import main
from tests.training.test_run import TINY, UPDATE


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    shown = capsys.readouterr().out
    for words in ("examples:", "--resume", "--set KEY=VALUE", "configs/quick.yaml", "0.05 to 0.2"):
        assert words in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "stepz=3"], "unknown setting stepz"),
        (["--config", "nowhere.yaml"], "nowhere.yaml"),
        (["--resume", "nowhere"], "nowhere: there is no checkpoint"),
        (["--steps", "0"], "steps must be more than 0, not 0"),
        (["--set", "opponents={nobody: 1}"], "no agent 'nobody'"),
        (["--set", "evaluation.opponents=[gredy]"], "no agent 'gredy'"),
    ],
)
def test_errors_are_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.startswith("arctic train: ")
    assert captured.err.count("\n") == 1


def test_a_run_is_begun_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    sets = [word for key, value in TINY.items() for word in ("--set", f"{key}={value}".replace("'", ""))]
    assert main(["train", *sets, "--steps", str(UPDATE)]) == 0
    assert f"trained on {UPDATE} decisions; to play with it: ppo:runs/train" in capsys.readouterr().out
    assert main(["train", *sets, "--steps", str(UPDATE)]) == 2
    assert "--overwrite replaces it" in capsys.readouterr().err
    assert main(["train", "--resume", "runs/train", "--steps", str(2 * UPDATE)]) == 0
    assert f"trained on {2 * UPDATE} decisions" in capsys.readouterr().out
    assert main(["train", "--resume", "runs/train", "--set", "seed=9"]) == 2
    assert "seed was 11, is 9" in capsys.readouterr().err
    (checkpoint, _) = checkpoints_of(Path("runs/train"))
    assert main(["train", "--resume", str(checkpoint)]) == 2
    assert f"{checkpoint} is a checkpoint; what goes on is a run" in capsys.readouterr().err
    assert not (checkpoint / "journal.jsonl").exists()


def test_an_interrupted_run_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.run.train", interrupted)
    assert main(["train", "--out", str(tmp_path / "mine")]) == 130
    assert f"arctic train --resume {tmp_path / 'mine'}" in capsys.readouterr().err
