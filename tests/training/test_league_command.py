"""`arctic league`: it teaches, says in one line what is wrong, begins, stops and goes on."""

import json
from pathlib import Path

import pytest

from arctic_env.cli import main
from arctic_training.league import run as league_run
from tests.training.leagues import TINY, UPDATE, lines_of


def test_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["league", "--help"])
    shown = capsys.readouterr().out
    for words in ("examples:", "--resume", "--set from=runs/arctic_2p", "docs/league.md", "champion"):
        assert words in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "opponent=3"], "unknown setting opponent"),
        (["--config", "nowhere.yaml"], "nowhere.yaml"),
        (["--resume", "nowhere"], "nowhere: there is no league to go on with"),
        (["--set", "from=nowhere"], "nowhere: there is no checkpoint"),
        (["--set", "anchors={nobody: true}"], "no agent 'nobody'"),
    ],
)
def test_errors_are_one_line(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["league", *words, *(["--set", "games=6"] if "--resume" not in words else [])]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.startswith("arctic league: ")
    assert captured.err.count("\n") == 1
    assert not (tmp_path / "runs").exists()


def test_a_league_is_begun_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(league_run, "draw_if_possible", lambda *_: None)
    quick = {
        "steps": UPDATE,
        "evaluation": {"every": 0},
        "champion": {"finalists": 2, "deals": 1},
        "anchors": {},
    }
    (tmp_path / "tiny.yaml").write_text(json.dumps({**TINY, **quick}))
    assert main(["league", "--config", "tiny.yaml"]) == 0
    told = capsys.readouterr()
    assert f"learnt from {UPDATE} decisions; to play with the champion: ppo:runs/tiny/champion" in told.out
    assert "of the deals, mean margin" in told.out
    assert "training: 96 of 96 decisions" in told.err
    assert main(["league", "--config", "tiny.yaml"]) == 2
    assert "--overwrite replaces it" in capsys.readouterr().err
    assert main(["league", "--resume", "runs/tiny", "--steps", str(2 * UPDATE)]) == 0
    assert [line["steps"] for line in lines_of(Path("runs/tiny"))] == [UPDATE, 2 * UPDATE]
    assert main(["league", "--resume", "runs/tiny", "--set", "seed=9"]) == 2
    assert "seed was 3, is 9" in capsys.readouterr().err


def test_an_interrupted_league_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(league_run, "begin_league", interrupted)
    assert main(["league", "--out", str(tmp_path / "my league")]) == 130
    assert f"`arctic league --resume '{tmp_path}/my league'` goes on" in capsys.readouterr().err
