"""The text board and the drawing: what must be seen in them and what must not."""

import copy
import re

import numpy as np
import pytest

import arctic_env
from arctic_env.games.arctic.draw import contents, picture, text_board
from arctic_env.games.arctic.material import ANIMALS, FACES
from tests.arctic.extents import SVG
from tests.arctic.pictures import EVERY, Document, document, in_sight, marks, parsed, view


@EVERY
def test_drawing_shows_every_card_in_sight_once_and_no_other(shown: Document) -> None:
    assert marks(shown, "card") == in_sight(shown)


@EVERY
def test_text_board_fits_a_terminal_and_names_no_other_card(shown: Document) -> None:
    board = text_board.text(shown)
    assert max(len(line) for line in board.splitlines()) <= 80
    assert len(board.splitlines()) <= 40
    assert board.isascii()
    assert set(re.findall(r"\b[FMWOPB]{2}[1-5]\b", board)) <= set(in_sight(shown))


@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (3, "it"), (4, "es")])
def test_text_boards_of_whole_games_fit_a_terminal(players: int, edition: str) -> None:
    generator = np.random.default_rng(players)
    position = arctic_env.game("arctic").deal(seed=players, num_players=players, edition=edition)
    while position.seat is not None:
        for shown in (position, position.view(0)):
            lines = str(shown).splitlines()
            assert len(lines) <= 40
            assert max(len(line) for line in lines) <= 80
        legal = position.legal()
        position = position.play(legal[int(generator.integers(len(legal)))])


def test_text_board_spells_out_hands_penalties_river_and_visible_cards() -> None:
    shown = document([3, 4, 0])
    board = text_board.text(shown)
    spelled = [*shown["river"], *(shown["seats"][seat]["pile"][-1] for seat in (0, 1))]
    spelled += [text for owner in shown["seats"] for text in (*owner["hand"], *owner["penalty"])]
    assert all(text in board for text in spelled)
    top = contents.card(shown["seats"][1]["pile"][-1])
    assert f"{top.text} draw {top.draw} place {top.placement}" in board
    assert "none, place 1" in board


def test_text_board_shows_runs_and_wilds() -> None:
    shown = document([0, 0])
    shown["seats"][0]["pile"] = ["*FM1", "FW2", "FO3", "WO1", "OP1", "*OB2", "OF3", "*MW1"]
    assert "pile      8  * FF W O*O*" in text_board.text(shown)


@pytest.mark.parametrize(("index", "face"), [(index, face) for index in range(6) for face in (0, 1)])
def test_both_pictures_name_every_power_with_phase_effect_and_holder(index: int, face: int) -> None:
    animal, name = ANIMALS[index], FACES[index][face]
    shown = document([2, 2, 2])
    shown["faces"][animal] = name
    shown["holders"] = dict.fromkeys(ANIMALS) | {animal: 2}
    phase, effect = contents.POWERS[animal, name]
    (line,) = (line for line in text_board.text(shown).splitlines() if line.startswith(animal))
    assert re.fullmatch(rf"{animal} +{name} +{phase} +{effect} +seat 2", line)
    (card,) = (part for part in parsed(shown).iter() if part.get("data-power") == f"{animal} {name}")
    written = " ".join(element.text or "" for element in card.iter(f"{SVG}text"))
    assert written == f"{animal} {name} {phase} {effect} seat 2"


def test_effects_fit_two_lines_of_a_power_card() -> None:
    assert set(contents.POWERS) == {(a, face) for a, faces in zip(ANIMALS, FACES, strict=True) for face in faces}
    assert all(len(effect) <= 36 for _, effect in contents.POWERS.values())


def test_runs_are_marked_with_their_lengths() -> None:
    shown = document([0, 0])
    shown["seats"][0]["pile"] = ["OP1", "OB2", "FM1", "OF3", "OM4", "OW5", "*PB1", "OP2", "*WB3", "BF1", "BM2"]
    assert marks(shown, "run") == ["bear 2", "orca 2", "orca 4+1"]
    labels = [element.text for element in parsed(shown).iter(f"{SVG}text")]
    assert labels.count("4+1") == 1


@pytest.mark.parametrize(
    ("pile", "runs"),
    [
        ("", []),
        ("*FM1", []),
        ("FM1 FW2 FO3", [("fox", 0, 3, 0)]),
        ("FM1 *OB2 FO3", [("fox", 0, 3, 1)]),
        ("FM1 * * FO3 WO1", [("fox", 0, 4, 2), ("walrus", 4, 5, 0)]),
        ("*FM1 FW2 *FO3 WO1 *", [("fox", 1, 2, 0), ("walrus", 3, 4, 0)]),
        ("FM1 WO1 FW2 FO3", [("fox", 0, 1, 0), ("walrus", 1, 2, 0), ("fox", 2, 4, 0)]),
    ],
)
def test_runs_of_a_pile(pile: str, runs: list[tuple[str, int, int, int]]) -> None:
    assert contents.runs(contents.pile(pile.split())) == runs


def test_longest_runs_are_one_an_animal_and_no_single_cards() -> None:
    found = contents.runs(contents.pile(["FM1", "FW2", "WO1", "FO3", "FP4", "FB5", "OP1", "OB2", "PM3"]))
    assert {(run.animal, run.start, run.length) for run in contents.longest(found)} == {("fox", 3, 3), ("orca", 6, 2)}


def test_tokens_stand_on_their_spaces() -> None:
    shown = document([1, 1]) | {"tokens": dict(zip(ANIMALS, (0, 0, 0, 0, 6, 15), strict=True))}
    spaces = {part.get("data-space"): part for part in parsed(shown).iter() if part.get("data-space")}
    assert list(spaces) == ["0", "1", "3", "6", "10", "15"]
    for value, standing in {"0": ANIMALS[:4], "6": ["puffin"], "15": ["bear"], "10": []}.items():
        assert {part.get("data-token") for part in spaces[value].iter()} - {None} == set(standing)
    assert "tokens     FMWO    .       .       P       .       B" in text_board.text(shown)


def test_scores_are_drawn_as_given_and_unknown_ones_left_open() -> None:
    runs = dict(zip(ANIMALS, (3, 0, 15, 0, 1, 0), strict=True))
    known = {"runs": runs, "diversity": 3, "totem": 10, "penalty": -4, "total": 28}
    shown = view(document([4, 4]), 0) | {"scores": [known, known | {"totem": None, "total": None}]}
    board = text_board.text(shown)
    for total, totem in (("28", "totem fox 10"), ("?", "totem ?")):
        assert re.search(rf"^[> ] seat \d(  first)?  total {re.escape(total)}  -", board, re.MULTILINE)
        assert f"{totem}  runs F3 W15 P1  diversity 3  penalty -4" in board
    assert marks(shown, "points") == sorted([f"{animal} {points}" for animal, points in runs.items()] * 2)


def test_the_winner_is_named() -> None:
    shown = document([2, 2, 2], seat=None) | {"winners": [2]}
    assert "game over, seat 2 wins" in text_board.text(shown)
    assert "game over, seat 2 wins" in picture.svg(shown)


TURNS = {
    "places card 3 of 5": {"decision": "place", "value": 5, "count": 2},
    "swaps FM1 for a river card": {"decision": "swap", "card": "FM1"},
    "swaps a card for a river card": {"decision": "swap", "card": None},
    "chooses which token goes right": {"decision": "move"},
    "may move a token once more": {"decision": "extra"},
    "draws card 1 of 4": {"decision": "draw", "value": 4, "count": 0},
    "discards down to seven": {"decision": "discard"},
    "may give a penalty card away": {"decision": "give"},
    "chooses who receives FM1": {"decision": "receiver", "card": "FM1"},
}


@pytest.mark.parametrize("phrase", TURNS)
def test_decision_is_said_in_words(phrase: str) -> None:
    shown = document([4, 4]) | {"turn": TURNS[phrase]}
    assert f"seat 0 {phrase}" in text_board.text(shown)
    assert f"seat 0 {phrase}" in picture.svg(shown)


def test_what_was_done_this_turn_is_said() -> None:
    done = {"decision": "place", "value": 3, "count": 1, "swapped": True, "taken_back": True, "placement": -1}
    shown = document([4, 4]) | {"turn": done}
    told = " ".join(text_board.text(shown).split())
    assert "swapped with the river, took the Visible card back, placement -1" in told


def test_known_cards_of_others_are_drawn_where_they_are_certain_and_else_as_perhaps() -> None:
    known = {"BF1": ["hand 0"], "BM2": ["penalty 0"], "BW3": ["hand 0", "pile 0 1"], "BO4": ["hand 1", "hand 0"]}
    shown = view(document([3, 3]), 1) | {"known": known}
    board = text_board.text(shown)
    assert "hand      5  BF1 ? ? ? ?" in board
    assert "penalty   2  BM2 ?" in board
    assert "perhaps      BO4 BW3" in board
    assert {"BF1", "BM2", "BO4", "BW3"} <= set(marks(shown, "card"))
    assert marks(shown, "perhaps") == ["BO4 BW3"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_cannot_know_changes_no_byte_of_its_pictures(players: int) -> None:
    generator = np.random.default_rng(players)
    position = arctic_env.game("arctic").deal(seed=players, num_players=players, edition="es")
    while position.seat is not None:
        if generator.random() < 0.1:
            viewer = int(generator.integers(players))
            seen = position.view(viewer)
            other = seen.determinize(int(generator.integers(1 << 30)))
            assert picture.svg(other.view(viewer).to_dict()) == picture.svg(seen.to_dict())
            assert text_board.text(other.view(viewer).to_dict()) == text_board.text(seen.to_dict())
        legal = position.legal()
        position = position.play(legal[int(generator.integers(len(legal)))])


def test_hidden_cards_that_change_places_change_no_byte() -> None:
    game = arctic_env.game("arctic")
    start = game.deal(seed=3, num_players=3).to_dict()
    viewer = start["seat"]
    swapped = copy.deepcopy(start)
    one, other = (swapped["seats"][seat] for seat in range(3) if seat != viewer)
    one["hand"], swapped["deck"][:3] = swapped["deck"][:3], one["hand"]
    one["totem"], other["totem"] = other["totem"], one["totem"]
    pictures = {picture.svg(game.position(position).view(viewer).to_dict()) for position in (start, swapped)}
    assert len(pictures) == 1
    assert picture.svg(start) != picture.svg(swapped)
