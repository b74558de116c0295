"""`arctic tournament --log`: what it writes, refuses and says."""

import re
import shlex
from pathlib import Path
from typing import Any, NoReturn

import pytest

from arctic_env import SettingsError
from arctic_env.arena import Settings, open_log, run_tournament
from arctic_env.cli import main
from arctic_env.errors import OutputError
from arctic_env.web.lobby import Games

WORDS = ["tournament", "--players", "random,random", "--games", "2", "--edition", "it"]


def test_a_log_is_written_refused_and_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "log")
    assert main([*WORDS, "--log", folder]) == 0
    log = open_log(folder)
    assert (log.about["parameters"], log.about["games"]) == ({"edition": "it"}, 2)
    capsys.readouterr()
    assert main([*WORDS, "--log", folder]) == 2
    refused = capsys.readouterr().err
    assert refused == f"arctic tournament: {folder} holds a log already: --overwrite replaces it\n"
    assert main([*WORDS, "--log", folder, "--resume"]) == 2
    assert "holds no unfinished log that could be resumed" in capsys.readouterr().err
    assert main([*WORDS, "--seed", "9", "--log", folder, "--overwrite"]) == 0
    assert open_log(folder).about["seed"] == 9
    capsys.readouterr()
    assert main(["replay", f"{folder}/records.jsonl"]) == 0
    assert "edition it" in capsys.readouterr().out


@pytest.mark.parametrize("flag", ["--resume", "--overwrite"])
def test_what_to_do_with_a_log_needs_a_log(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, flag]) == 2
    assert capsys.readouterr().err == f"arctic tournament: {flag} is about a log: --log DIR says which\n"


def test_both_at_once_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*WORDS, "--log", str(tmp_path / "log"), "--resume", "--overwrite"])
    assert "not allowed with argument" in capsys.readouterr().err


def test_who_interrupts_is_told_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    errors = {KeyboardInterrupt(): (130, ""), OutputError(28, "No space left", "log"): (2, "No space left")}
    hint = f"stopped; the same with --log '{tmp_path}/my log' --resume goes on\n"
    for error, (status, message) in errors.items():

        def stop(*arguments: Any, error: BaseException = error) -> NoReturn:
            raise error

        monkeypatch.setattr("arctic_env.arena.logs.writing.LogWriter.add", stop)
        assert main([*WORDS, "--log", str(tmp_path / "my log"), "--overwrite"]) == status
        said = capsys.readouterr().err
        assert hint in said
        assert message in said
    assert main([*WORDS, "--csv", str(tmp_path / "my log"), "--log", str(tmp_path / "other")]) == 2
    assert "stopped" not in capsys.readouterr().err


def test_what_is_about_a_log_or_stand_ins_is_refused_without(capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(players=["random", "greedy"], game="arctic", games=2)
    with pytest.raises(SettingsError, match="if_there='resume' is about a log: log says which"):
        run_tournament(settings, if_there="resume")
    assert main(["tournament", "--players", "random,greedy", "--stand-in-times", "2"]) == 2
    assert "--stand-in-times is about stand-ins: --stand-ins says which" in capsys.readouterr().err


def test_the_first_fault_is_told_named_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the end of the report, by the command that it names, and by the page's list of games."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").write_text(MINE)
    words = ["tournament", "--players", "my.py:Mine,random", "--games", "2", "--seed", "1"]
    assert main([*words, "--log", "my log"]) == 1
    told = capsys.readouterr().out
    found = re.search(
        r"^See the first: (arctic replay 'my log/records.jsonl' --game-index 0), then g (\d+)$", told, re.M
    )
    assert found
    assert re.search(r"illegal: answered 0 \(\w+ FM1\), which is not legal here; legal: \w", told)
    assert main([*shlex.split(found[1])[1:], "--every", "decision"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"forfeit: my.py:Mine in seat 0, decision {found[2]}: illegal"
    here = "seat 0 (my.py:Mine) answered illegally here and forfeits: random actions are played for it from now on"
    assert lines.count(here) == 1
    assert sum(line.startswith("seat ") for line in lines[: lines.index(here)]) == int(found[2])
    assert lines[-2].endswith(", but forfeited")
    games = Games(Path("my log/records.jsonl"))
    assert [row["forfeits"] for row in games.rows()] == [{0: "illegal"}, {1: "illegal"}]
    assert {each["agent"]: each["forfeits"] for each in games.standings()} == {"my.py:Mine": 2, "random": 0}


MINE = """
class Mine:
    def __init__(self, game, num_players):
        self.asked = 0

    def start(self, seat, seed):
        return Mine(None, 2)

    def act(self, view, mask):
        self.asked += 1
        return int((mask == 0).argmax() if self.asked == 4 else mask.argmax())
"""
