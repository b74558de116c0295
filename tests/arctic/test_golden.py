"""Golden playthroughs and counts: what is written down is what the engine does, and the referee agrees.

The files are made anew by `python -m tests.remake_golden` and by nothing else.
"""

from collections.abc import Iterator

import pytest

from tests import remake_golden
from tests.arctic import counts, playthrough
from tests.arctic.boards import Board, EngineBoard, Start, both
from tests.arctic.playthrough import FOLDER, actions_of, head_of, heads, start_of, text_of
from tests.arctic.referee.material import ANIMALS, CARDS, EDITIONS, FACES

LARGEST_FOLDER = 400_000  # bytes
KINDS = [
    "place", "tuck", "swap", "for", "take back", "placement +1", "placement -1",
    *[f"right {animal}" for animal in ANIMALS], "extra left", "extra right", "stay", "draw +1", "draw -1",
    "take", "take deck", "recover", "discard", "give", "keep", "to 0", "to 1", "to 2", "to 3", "done placing",
    "done drawing",
]  # fmt: skip


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
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in heads()} | {counts.FILE_NAME}


def test_the_golden_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LARGEST_FOLDER


def decisions() -> Iterator[tuple[Board, str]]:
    """Every decision of every golden playthrough: the board before it, and the action."""
    for name in heads():
        text = golden(name)
        board = EngineBoard(start_of(head_of(text)))
        for action in actions_of(text):
            yield board, action
            board.play(action)


def test_the_golden_playthroughs_cover_every_kind_of_action() -> None:
    assert {playthrough.kind(action, board.legal) for board, action in decisions()} == set(KINDS)


def test_the_golden_playthroughs_use_every_face_of_every_power_card() -> None:
    seen = set()
    for board, action in decisions():
        document = board.document
        animal = {
            "tuck": "fox", "placement": "moose", "draw": "moose", "extra": "walrus", "take deck": "orca",
            "swap": "puffin", "take back": "puffin", "recover": "bear", "give": "bear",
        }.get(action if action in ("take deck", "take back") else action.split()[0])  # fmt: skip
        if animal:
            seen.add((animal, document["faces"][animal]))
        refills = document["faces"]["orca"] == "refill" and document["holders"]["orca"] == document["seat"]
        if refills and action.removeprefix("take ") in CARDS:
            seen.add(("orca", "refill"))
    assert seen == {(animal, face) for animal in ANIMALS for face in FACES[animal]}


def test_the_golden_playthroughs_cover_all_editions_and_numbers_of_players() -> None:
    starts = [start_of(head) for head in heads().values()]
    assert {start["edition"] for start in starts} == set(EDITIONS)
    assert {start["players"] for start in starts} == {2, 3, 4}


def test_the_command_would_change_nothing() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert remake_golden.make("arctic") == written
