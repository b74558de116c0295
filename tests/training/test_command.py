import time
from pathlib import Path

import pytest

from arctic_agents.networks import checkpoints_of
from arctic_env.cli import main
from tests.training.test_run import TINY, UPDATE


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    shown = capsys.readouterr().out
    named = ("examples:", "--resume", "--set KEY=VALUE", "--config quick\n", "north_pole_4p, quick", "0.05 to 0.2")
    for words in named:
        assert words in shown


@pytest.mark.parametrize("config", ["{}", "{}.yaml", "configs/{}.yaml"])
@pytest.mark.parametrize(("words", "name"), [("train", "quick"), ("exploit random", "exploit")])
def test_settings_of_the_package_are_found_in_any_folder(
    words: str,
    name: str,
    config: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = [*words.split(), "--config", config.format(name)]
    assert main([*asked, "--steps", "0"]) == 2
    assert "steps must be greater than 0, not 0" in capsys.readouterr().err
    file = Path(config.format(name))
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine: 1")
    assert main([*asked, "--steps", "0"]) == 2
    assert "no setting 'mine'" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["train", "exploit greedy"])
def test_what_is_wrong_in_a_file_names_it(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("seed: -1")
    asked = [*command.split(), "--config", str(file)]
    assert main(asked) == 2
    assert f": {file}: seed must be greater than or equal to 0, not -1" in capsys.readouterr().err
    assert main([*asked, "--set", "games=0"]) == 2
    assert f": {file} with --set: seed must be " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "stepz=3"], "no setting 'stepz'"),
        (["--config", "nowhere.yaml"], "nowhere.yaml"),
        (["--resume", "nowhere"], "nowhere: there is no checkpoint"),
        (["--steps", "0"], "steps must be greater than 0, not 0"),
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


def test_each_evaluation_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evaluated = {**TINY, "steps": 2 * UPDATE, "evaluation": {"every": 1, "opponents": ["random"], "deals": 2}}
    sets = [word for key, value in evaluated.items() for word in ("--set", f"{key}={value}".replace("'", ""))]
    assert main(["train", *sets, "--out", str(tmp_path / "run")]) == 0
    captured = capsys.readouterr()
    told = [line for line in (captured.out + captured.err).splitlines() if "against random: ahead in " in line]
    assert [line.split(" against ")[0] for line in told] == [f"after {n * UPDATE} decisions" for n in (1, 2)]


@pytest.mark.parametrize("words", [["train"], ["exploit", "random"]], ids=lambda words: words[0])
def test_an_interrupted_run_says_how_to_go_on(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "my run"

    def interrupted(*arguments: object, **more: object) -> None:
        (run / "checkpoints").mkdir(parents=True, exist_ok=True)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("arctic_training.run.train", interrupted)
        assert main([*words, "--out", str(run)]) == 130
        remedy = "begin again with --overwrite"
        told = f"stopped; {run} has no checkpoint yet from which to go on: {remedy}\n"
        assert capsys.readouterr().err.startswith(told)
        (run / "checkpoints" / "000000000096").mkdir()
        (run / "checkpoints" / "000000000096" / "manifest.json").write_text("{}")
        assert main([*words, "--out", str(run)]) == 130
        assert f"arctic {words[0]} --resume '{run}'` goes on" in capsys.readouterr().err


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_within_a_destructor_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    def train(*arguments: object, **more: object) -> None:
        made = Interrupted()
        del made
        for _ in range(1000):
            time.sleep(0.01)
        pytest.fail("it goes on")

    monkeypatch.setattr("arctic_training.run.train", train)
    assert main(["train", "--out", str(tmp_path / "run")]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_run_that_was_stopped_before_its_first_checkpoint_can_only_be_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "checkpoints" / "unfinished").mkdir(parents=True)
    assert main(["train", "--out", str(tmp_path)]) == 2
    assert (
        f"{tmp_path} holds checkpoints of a run without a checkpoint: --overwrite replaces it"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("words", [["train"], ["exploit"]])
def test_to_go_on_and_to_replace_is_too_much(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--resume", str(tmp_path), "--overwrite"]) == 2
    assert "--overwrite replaces what is in a folder, --resume goes on with it" in capsys.readouterr().err
