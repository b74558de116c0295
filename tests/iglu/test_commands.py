"""The command line plays IGLU IGLU as any game, and tells all that the table sees."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from arctic_env.cli import main
from arctic_env.records import read_records
from tests.iglu.walks import walk


def test_every_action_is_seen_by_all() -> None:
    for seed in (1, 2):
        positions = list(walk(seed, 3, "standard", "down"))
        for position, after in pairwise(positions):
            for action in position.mask().nonzero()[0].tolist():
                if position.apply(action) == after:
                    text = position.action_text(action)
                    assert [position.visible_text(action, viewer) for viewer in (0, 1, 2, None)] == [text] * 4
                    break


def test_games_are_watched_recorded_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    words = ["watch", "--game", "iglu", "--variant", "serious", "--half", "up", "--players", "random,greedy"]
    assert main([*words, "--seed", "3", "--record", str(file)]) == 0
    assert "variant serious, half up" in capsys.readouterr().out
    [record] = read_records(file)
    assert (record.game, record.parameters) == ("iglu", {"variant": "serious", "half": "up"})
    assert record.replay().winners() == list(record.winners)
    assert main(["replay", str(file), "--svg", str(tmp_path / "boards")]) == 0
    assert any((tmp_path / "boards").iterdir())


def test_tournaments_take_the_game_and_refuse_rules_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "--game", "iglu", "--players", "random,greedy", "--games", "2"]) == 0
    assert "iglu, 2 players, variant standard, half down" in capsys.readouterr().out
    assert main(["tournament", "--game", "iglu", "--players", "random,greedy", "--edition", "it"]) == 2
    assert "iglu has no rule parameter edition" in capsys.readouterr().err


def test_records_hold_positions_that_json_can_write(tmp_path: Path) -> None:
    for position in list(walk(5, 2, "standard", "up"))[::40]:
        assert json.loads(json.dumps(position.to_dict())) == position.to_dict()


def test_the_face_of_a_turned_tile_and_what_ice_does_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Watched from a seat: what it may see of a tile is told, and all own actions too."""
    assert main(["watch", "--game", "iglu", "--players", "greedy,random", "--seed", "2", "--viewer", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("seat 0 (greedy): turn ") for line in lines)
    assert any(line.endswith(" shows a red frame: seat 1 keeps the tile") for line in lines)
    assert any(line.endswith(" shows 2 fish: fish of 1, 2 appear") for line in lines)
    assert max(map(len, lines)) <= 80
