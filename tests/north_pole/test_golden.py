"""Golden playthroughs and counts: what is written down is what the engine does, and the referee agrees.

The files are made anew by `python -m tests.remake_golden` and by nothing else.
"""

import pytest

from arctic_env.games.north_pole.actions import ACTIONS
from tests import remake_golden
from tests.north_pole import counts, playthrough
from tests.north_pole.boards import Start, both
from tests.north_pole.playthrough import FOLDER, actions_of, head_of, heads, start_of, text_of
from tests.north_pole.referee.deals import SETTINGS

LARGEST_FOLDER = 400_000  # bytes


def golden(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@both
@pytest.mark.parametrize("name", heads())
def test_a_golden_playthrough_is_played_as_it_is_written(start: Start, name: str) -> None:
    text = golden(name)
    assert head_of(text) == heads()[name]
    played = text_of(head_of(text), actions_of(text), start(start_of(head_of(text))))
    assert played.splitlines() == text.splitlines()


@both
def test_golden_counts(start: Start) -> None:
    written = (FOLDER / counts.FILE_NAME).read_text(encoding="utf-8")
    assert counts.text_of_counts(start).splitlines() == written.splitlines()


def test_there_are_no_other_golden_files() -> None:
    expected = {f"{name}.txt" for name in heads()} | {counts.FILE_NAME}
    assert {path.name for path in FOLDER.iterdir()} == expected


def test_the_golden_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LARGEST_FOLDER


def test_the_golden_playthroughs_cover_every_kind_of_action() -> None:
    used = {playthrough.verb_of(action) for name in heads() for action in actions_of(golden(name))}
    assert used == {block.name for block in ACTIONS.blocks}


def test_the_golden_playthroughs_cover_teams_and_numbers_of_players() -> None:
    starts = [start_of(head) for head in heads().values()]
    assert {(start["players"], start["teams"]) for start in starts} == set(SETTINGS)


def test_games_from_deals_are_won_and_others_end_after_the_last_turn() -> None:
    for name in heads():
        truncated = golden(name).endswith("winners []\n")
        assert not (truncated and name.startswith("deal")), name
    assert any(golden(name).endswith("winners []\n") for name in heads())


def test_the_command_would_change_nothing() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert remake_golden.make("north_pole") == written
