"""The text board and the drawing: what must be seen in them, what must not, and that all of it fits."""

import copy
import itertools
import re
import sys
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np
import pytest

import arctic_env
from arctic_env.core.raster import svg_to_rgb
from arctic_env.games.arctic import draw
from arctic_env.games.arctic.draw import reading, words
from arctic_env.games.arctic.material import ANIMALS, CARD_TEXTS, FACES, LANDSCAPE
from tests.arctic.extents import SVG, boxes

Document = dict[str, Any]
LONG = 60


def document(piles: list[int], hand: int = 5, penalty: int = 2, seat: int | None = 0) -> Document:
    """A position drawn by hand, for as many seats as piles are given; the cards are dealt in id order."""
    cards = iter(CARD_TEXTS)
    players = len(piles)

    def take(size: int) -> list[str]:
        return list(itertools.islice(cards, size))

    seats = [
        {"hand": take(hand), "pile": take(pile), "penalty": take(penalty), "totem": totem}
        for pile, totem in zip(piles, ANIMALS, strict=False)
    ]
    return {
        "format": "arctic/position/1",
        "players": players,
        "edition": "it",
        "faces": {animal: faces[0] for animal, faces in zip(ANIMALS, FACES, strict=True)},
        "holders": dict.fromkeys(ANIMALS) | {"orca": players - 1},
        "tokens": {animal: int(LANDSCAPE[index]) for index, animal in enumerate(ANIMALS)},
        "river": take(6),
        "reserve": take(2),
        "deck": list(cards),
        "first": 1,
        "seat": seat,
        "seats": seats,
        "stage": "play" if seat is not None else "over",
    }


def view(position: Document, viewer: int) -> Document:
    """What a seat sees of a document made here, where nothing has been shown that is hidden again."""
    seen = copy.deepcopy(position) | {"format": "arctic/view/1", "viewer": viewer, "known": {}}
    for zone in ("deck", "reserve"):
        seen[zone] = len(position[zone])
    for seat, owner in enumerate(seen["seats"]):
        if seat != viewer:
            owner |= {"hand": len(owner["hand"]), "penalty": len(owner["penalty"]), "totem": None}
            owner["pile"] = ["*" if text.startswith("*") else text for text in owner["pile"]]
    return seen


DOCUMENTS = {
    "start": document([0, 0]),
    "two": document([30, 8]),
    "three": document([9, 1, 24], hand=7),
    "four": document([11, 12, 9, 14], penalty=7),
    "long": document([LONG, 3, 2], hand=13, penalty=3),
    "many penalties": document([4, 3], hand=1, penalty=40),
    "stacked": document([3, 3]) | {"tokens": dict.fromkeys(ANIMALS, 15)},
    "over": document([9, 9, 9, 9], seat=None),
}
VIEWS = {f"{name}, seat 1": view(position, 1) for name, position in DOCUMENTS.items()}
EVERY = pytest.mark.parametrize("shown", [*DOCUMENTS.values(), *VIEWS.values()], ids=[*DOCUMENTS, *VIEWS])


def parsed(shown: Document) -> Element:
    return ElementTree.fromstring(draw.svg(shown))


def marks(shown: Document, name: str) -> list[str]:
    """Values of a data attribute in the drawing, sorted."""
    return sorted(
        value for element in parsed(shown).iter() if (value := element.get(f"data-{name}")) is not None
    )


def in_sight(shown: Document) -> list[str]:
    """Cards that a picture of the document must show, sorted: all but those of deck and reserve."""
    found = list(shown["river"])
    for owner in shown["seats"]:
        for zone in ("hand", "pile", "penalty"):
            found += [] if isinstance(owner[zone], int) else [text.removeprefix("*") for text in owner[zone]]
    return sorted(text for text in found if text)


@EVERY
def test_drawing_shows_every_card_in_sight_once_and_no_other(shown: Document) -> None:
    assert marks(shown, "card") == in_sight(shown)


@EVERY
def test_text_board_fits_a_terminal_and_names_no_other_card(shown: Document) -> None:
    board = draw.text(shown)
    assert max(len(line) for line in board.splitlines()) <= 100
    assert len(board.splitlines()) <= 44
    assert board.isascii()
    assert set(re.findall(r"\b[FMWOPB]{2}[1-5]\b", board)) <= set(in_sight(shown))


def test_text_board_spells_out_hands_penalties_river_and_visible_cards() -> None:
    shown = document([3, 4, 0])
    board = draw.text(shown)
    spelled = [*shown["river"], *(shown["seats"][seat]["pile"][-1] for seat in (0, 1))]
    spelled += [text for owner in shown["seats"] for text in (*owner["hand"], *owner["penalty"])]
    assert all(text in board for text in spelled)
    top = reading.card(shown["seats"][1]["pile"][-1])
    assert f"{top.text} draw {top.draw} place {top.placement}" in board
    assert "none, place 1" in board


def test_text_board_shows_runs_and_wilds() -> None:
    shown = document([0, 0])
    shown["seats"][0]["pile"] = ["*FM1", "FW2", "FO3", "WO1", "OP1", "*OB2", "OF3", "*MW1"]
    assert "8   * FF W O*O*" in draw.text(shown)


@pytest.mark.parametrize(("index", "face"), [(index, face) for index in range(6) for face in (0, 1)])
def test_both_pictures_name_every_power_with_phase_effect_and_holder(index: int, face: int) -> None:
    animal, name = ANIMALS[index], FACES[index][face]
    shown = document([2, 2, 2])
    shown["faces"][animal] = name
    shown["holders"] = dict.fromkeys(ANIMALS) | {animal: 2}
    phase, effect = words.POWERS[animal, name]
    (line,) = (line for line in draw.text(shown).splitlines() if line.startswith(animal))
    assert re.fullmatch(rf"{animal} +{name} +{phase} +{effect} +seat 2", line)
    (card,) = (part for part in parsed(shown).iter() if part.get("data-power") == f"{animal} {name}")
    written = " ".join(element.text or "" for element in card.iter(f"{SVG}text"))
    assert written == f"{animal} {name} {phase} {effect} seat 2"


def test_effects_fit_two_lines_of_a_power_card() -> None:
    assert set(words.POWERS) == {(a, face) for a, faces in zip(ANIMALS, FACES, strict=True) for face in faces}
    assert all(len(effect) <= 36 for _, effect in words.POWERS.values())


def test_runs_are_marked_with_their_lengths() -> None:
    shown = document([0, 0])
    shown["seats"][0]["pile"] = [
        "OP1",
        "OB2",
        "FM1",
        "OF3",
        "OM4",
        "OW5",
        "*PB1",
        "OP2",
        "*WB3",
        "BF1",
        "BM2",
    ]
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
    assert reading.runs(reading.pile(pile.split())) == runs


def test_longest_runs_are_one_an_animal_and_no_single_cards() -> None:
    found = reading.runs(reading.pile(["FM1", "FW2", "WO1", "FO3", "FP4", "FB5", "OP1", "OB2", "PM3"]))
    assert {(run.animal, run.start, run.length) for run in reading.longest(found)} == {
        ("fox", 3, 3),
        ("orca", 6, 2),
    }


def test_tokens_stand_on_their_spaces() -> None:
    shown = document([1, 1]) | {"tokens": dict(zip(ANIMALS, (0, 0, 0, 0, 6, 15), strict=True))}
    spaces = {part.get("data-space"): part for part in parsed(shown).iter() if part.get("data-space")}
    assert list(spaces) == ["0", "1", "3", "6", "10", "15"]
    for value, standing in {"0": ANIMALS[:4], "6": ["puffin"], "15": ["bear"], "10": []}.items():
        assert {part.get("data-token") for part in spaces[value].iter()} - {None} == set(standing)
    assert "tokens     FMWO    .       .       P       .       B" in draw.text(shown)


def test_scores_are_drawn_as_given_and_unknown_ones_left_open() -> None:
    runs = dict(zip(ANIMALS, (3, 0, 15, 0, 1, 0), strict=True))
    known = {"runs": runs, "diversity": 3, "totem": 10, "penalty": -4, "total": 28}
    shown = view(document([4, 4]), 0) | {"scores": [known, known | {"totem": None, "total": None}]}
    assert "totem fox 10   runs F3 W15 P1   diversity 3   penalty -4   total 28" in draw.text(shown)
    assert "totem ?   runs F3 W15 P1   diversity 3   penalty -4   total ?" in draw.text(shown)
    assert marks(shown, "points") == sorted([f"{animal} {points}" for animal, points in runs.items()] * 2)


def test_winner_is_the_tied_seat_next_after_the_first() -> None:
    nothing = {"runs": dict.fromkeys(ANIMALS, 0), "diversity": 0, "totem": 0, "penalty": 0}
    shown = document([2, 2, 2], seat=None) | {"scores": [nothing | {"total": total} for total in (5, 3, 5)]}
    assert "game over, seat 2 wins" in draw.text(shown)
    assert "game over, seat 2 wins" in draw.svg(shown)


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
    assert f"seat 0 {phrase}" in draw.text(shown)
    assert f"seat 0 {phrase}" in draw.svg(shown)


def test_what_was_done_this_turn_is_said() -> None:
    done = {"decision": "place", "value": 3, "count": 1, "swapped": True, "taken_back": True, "placement": -1}
    shown = document([4, 4]) | {"turn": done}
    assert "swapped with the river, took the Visible card back, placement -1" in " ".join(
        draw.text(shown).split()
    )


def test_known_cards_of_others_are_drawn_where_they_are_certain_and_else_as_perhaps() -> None:
    known = {
        "BF1": ["hand 0"],
        "BM2": ["penalty 0"],
        "BW3": ["hand 0", "pile 0 1"],
        "BO4": ["hand 1", "hand 0"],
    }
    shown = view(document([3, 3]), 1) | {"known": known}
    board = draw.text(shown)
    assert "hand     5   BF1 ? ? ? ?" in board
    assert "penalty  2   BM2 ?" in board
    assert "perhaps  BO4 BW3" in board
    assert {"BF1", "BM2", "BO4", "BW3"} <= set(marks(shown, "card"))
    assert marks(shown, "perhaps") == ["BO4 BW3"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_cannot_know_changes_no_byte_of_its_pictures(players: int) -> None:
    generator = np.random.default_rng(players)
    position = arctic_env.game("arctic").deal(seed=players, players=players, edition="es")
    while position.seat is not None:
        if generator.random() < 0.1:
            viewer = int(generator.integers(players))
            seen = position.seen_by(viewer)
            other = seen.determinize(int(generator.integers(1 << 30)))
            assert draw.svg(other.view(viewer)) == draw.svg(seen.to_dict())
            assert draw.text(other.view(viewer)) == draw.text(seen.to_dict())
        legal = position.legal()
        position = position.play(legal[int(generator.integers(len(legal)))])


def test_hidden_cards_that_change_places_change_no_byte() -> None:
    game = arctic_env.game("arctic")
    start = game.deal(seed=3, players=3).to_dict()
    viewer = start["seat"]
    swapped = copy.deepcopy(start)
    one, other = (swapped["seats"][seat] for seat in range(3) if seat != viewer)
    one["hand"], swapped["deck"][:3] = swapped["deck"][:3], one["hand"]
    one["totem"], other["totem"] = other["totem"], one["totem"]
    pictures = {draw.svg(game.position(position).view(viewer)) for position in (start, swapped)}
    assert len(pictures) == 1
    assert draw.svg(start) != draw.svg(swapped)


def test_drawing_is_deterministic_and_alone() -> None:
    shown = DOCUMENTS["four"]
    drawn = draw.svg(shown)
    assert drawn == draw.svg(copy.deepcopy(shown))
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert set(re.findall(r'(?:href="|url\()(.)', drawn)) == {"#"}
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn))
    assert {name for pair in used for name in pair if name} <= set(re.findall(r' id="([^"]+)"', drawn))


def test_text_is_escaped() -> None:
    shown = document([1, 1]) | {"edition": "<&>"}
    assert any("edition <&>" in (element.text or "") for element in parsed(shown).iter(f"{SVG}text"))


def test_drawing_says_what_it_shows() -> None:
    root = parsed(document([3, 4]))
    assert root.findtext(f"{SVG}title") == "ARCTIC: seat 0 places cards"
    assert "seat 1: pile of 4, Visible card" in (root.findtext(f"{SVG}desc") or "")


def test_width_scales_the_drawing() -> None:
    root = ElementTree.fromstring(draw.svg(DOCUMENTS["two"], width=450))
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    assert float(root.attrib["width"]) == 450
    assert float(root.attrib["height"]) == pytest.approx(height * 450 / width)


@EVERY
def test_nothing_lies_outside_the_drawing(shown: Document) -> None:
    root = parsed(shown)
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    found = list(boxes(root))
    assert len(found) > 100
    for name, left, top, right, bottom in found:
        assert left >= 0, name
        assert top >= 0, name
        assert right <= width, name
        assert bottom <= height, name


@EVERY
def test_zones_of_a_seat_hold_their_cards(shown: Document) -> None:
    for zone in (part for part in parsed(shown).iter() if part.get("data-zone")):
        frame = next(zone.iter(f"{SVG}rect"))
        width, height = float(frame.attrib["width"]), float(frame.attrib["height"])
        for name, _, _, right, bottom in boxes(zone, own=False):
            assert right <= width, (zone.get("data-zone"), name)
            assert bottom <= height, (zone.get("data-zone"), name)


def test_pixels_are_those_of_the_drawing() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    drawn = draw.svg(DOCUMENTS["two"])
    pixels = svg_to_rgb(drawn)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (828, 900, 3)
    assert svg_to_rgb(drawn, width=300).shape == (276, 300, 3)
    without_text = re.sub(r"<text.*?</text>", "", drawn)
    assert (pixels != svg_to_rgb(without_text)).any(
        axis=2
    ).sum() > 5_000  # letters come without any system font


def test_missing_renderer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r'pip install "arctic-env\[render\]"'):
        svg_to_rgb("<svg/>")
