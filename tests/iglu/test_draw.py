"""The text board and the drawing: what must be seen in them and what must not."""

import copy
import random
import re
from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import arctic_env
from arctic_env import Position
from arctic_env.drawing.canvas import svg_to_rgb
from arctic_env.games.iglu.draw import contents, picture, text_board
from tests.arctic.extents import SVG, boxes
from tests.iglu.referee.deals import random_document
from tests.iglu.scenes import Document, position, seat
from tests.iglu.walks import SETTINGS, walk


def positions() -> list[Position]:
    """Positions of random games and odd ones, crowded and empty."""
    found = []
    for setting in SETTINGS[::3]:
        where = list(walk(41, *setting))
        found += [where[0], where[len(where) // 2], where[-1]]
    odd = [random_document(random.Random(seed)) for seed in range(8)]
    return found + [arctic_env.game("iglu").position(document) for document in odd]


POSITIONS = positions()
SHOWN = [{**where.to_dict(), "scores": where.scores()} for where in POSITIONS]
SHOWN += [where.view(0).to_dict() for where in POSITIONS]
EVERY = pytest.mark.parametrize("shown", SHOWN, ids=[f"{k}" for k in range(len(SHOWN))])


def parsed(shown: Document) -> Element:
    return ElementTree.fromstring(picture.svg(shown))


def marks(shown: Document, name: str) -> Counter[str]:
    """Values of a data attribute in the drawing."""
    return Counter(value for each in parsed(shown).iter() if (value := each.get(f"data-{name}")) is not None)


@EVERY
def test_text_boards_fit_a_terminal(shown: Document) -> None:
    board = text_board.text(shown)
    assert max(map(len, board.splitlines())) <= 80
    assert len(board.splitlines()) <= 40
    assert board.isascii()


@EVERY
def test_drawing_shows_all_that_the_document_says_and_no_more(shown: Document) -> None:
    faces = Counter(face for face in shown["tiles"].values() if face)
    assert marks(shown, "face") == faces
    assert sum(marks(shown, "square").values()) == 64
    grounds = marks(shown, "ground")
    assert (grounds["tile"], grounds["glacier"]) == (len(shown["tiles"]), len(shown["glaciers"]))
    kept = Counter()
    for owner in shown["seats"]:
        kept.update({"?": owner["kept"]} if isinstance(owner["kept"], int) else owner["kept"])
    assert marks(shown, "kept") == +kept
    igloos = sum(2 for _ in shown["seats"])
    assert sum(marks(shown, "igloo").values()) == igloos  # on the board or in hand


@EVERY
def test_nothing_lies_outside_the_drawing(shown: Document) -> None:
    root = parsed(shown)
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    for name, left, top, right, bottom in boxes(root):
        assert left >= 0, name
        assert top >= 0, name
        assert right <= width, name
        assert bottom <= height, name


@EVERY
def test_tokens_stay_on_their_squares(shown: Document) -> None:
    for square in (part for part in parsed(shown).iter() if part.get("data-square")):
        for token in square.iter(f"{SVG}g"):
            if token.get("data-animal") or token.get("data-inuit") or token.get("data-igloo"):
                for name, left, top, right, bottom in boxes(token):
                    assert min(left, top) >= 0, (square.get("data-square"), name)
                    assert max(right, bottom) <= 72, (square.get("data-square"), name)


def test_drawing_is_deterministic_and_alone() -> None:
    shown = SHOWN[1]
    drawn = picture.svg(shown)
    assert drawn == picture.svg(copy.deepcopy(shown))
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    used = set(re.findall(r'href="#([^"]+)"', drawn))
    assert used <= set(re.findall(r' id="([^"]+)"', drawn))


def crowded() -> Position:
    return position(
        seat(inuit="c2 c2 c3", igloos="c3", kept="melt", hunted="bear, fish 2, fish 2"),
        seat(inuit="c2"),
        tiles={"c2": "drift", "h7": "energy 2"},
        glaciers="c3",
        fish={"e5": [1, 1, 2]},
        foxes={"c2": [3]},
        bears="e5",
    )


def test_text_board_spells_squares_out() -> None:
    full, view = str(crowded()), str(crowded().view(1))
    assert ".drx3" in full
    assert ".x3" in view
    assert "~Bf112" in full
    assert "a2b" in full
    assert "*aa" in full
    assert "keeps melt; has hunted bear, 2 x fish 2" in full
    assert "keeps ?; has hunted bear, 2 x fish 2" in view


def test_the_longest_squares_keep_their_distance() -> None:
    """Four whole tribes by an igloo, and bears with most foxes on tiles that are turned over."""
    where = position(
        *(seat(inuit="c3 c3 c3", igloos=igloos) for igloos in ("c3", "d3", "", "")),
        players=4,
        tiles={"e4": "drift", "f4": "drift"},
        ice="f3 g3",
        glaciers="c3 d3",
        foxes={"e4": [1, 2, 3, 3], "f4": [1, 1, 2, 2, 3]},
        bears="e4 f4",
    )
    lines = str(where).splitlines()
    assert max(map(len, lines)) <= 80
    (rank_3,) = (index for index, line in enumerate(lines) if line.startswith("3 "))
    assert lines[rank_3 + 1].split() == ["*aa3b3c3d3", "*b"]
    assert lines[rank_3 - 2].split()[5:7] == [".drBx1233", ".drB5x=9"]
    heads = [line for line in lines if line.split() == list("abcdefgh")]
    assert [lines[rank_3 + 1].index(text) for text in ("*a", "*b")] == [heads[0].index(file) for file in "cd"]
    crowd = position(
        *(seat(inuit="c3 c3 c3", igloos=igloos) for igloos in ("c3", "d3", "", "")),
        players=4,
        tiles={"e4": "drift"},
        glaciers="c3 d3",
        foxes={"e4": [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]},
        bears="e4",
    )
    assert ".drB10x=20 ~" in str(crowd)
    assert max(map(len, str(crowd).splitlines())) <= 80


PHRASES = {
    "seat 0 turns a tile": [],
    "seat 0 has 3 action points left": ["turn h7"],
    "seat 0 chooses a corner for an Inuit of seat 1 on c2": ["melt c2"],
}


@pytest.mark.parametrize("phrase", PHRASES)
def test_the_decision_is_said_in_words(phrase: str) -> None:
    where = crowded()
    for action in PHRASES[phrase]:
        where = where.play(action)
    assert phrase in str(where)
    assert phrase in where.svg()


def test_other_decisions_are_said_in_words() -> None:
    start = {"stage": "play", "seat": 1}
    for turn, phrase in (
        ({"asked": [1], "square": "c2"}, "seat 1 may play a harpoon on c2"),
        ({"drift": True}, "seat 1 lets ice drift"),
        ({"push": "d3 north"}, "seat 1 makes room for the push d3 north"),
        ({"steps": 1}, "seat 1 moves animals, 1 step left"),
    ):
        assert contents.headline({**start, "turn": turn}) == phrase
    assert contents.headline({"stage": "setup", "seat": 0}) == "seat 0 places an Inuit on the ring"


def test_who_shares_the_win_is_said() -> None:
    over = {"stage": "over", "seat": None}
    assert contents.headline({**over, "winners": [1, 2]}) == "game over, seats 1 and 2 share the win"
    assert contents.headline({**over, "winners": [1]}) == "game over, seat 1 wins"


def test_a_push_and_an_attack_are_marked() -> None:
    where = crowded()
    pushed = position(seat(), ice="c3", glaciers="d2", fish={"d3": [1]}, turn={"drift": True}).play("drift c3 east")
    assert "makes room for the push c3 east" in pushed.svg()
    assert pushed.svg().count("#ffd166") > where.svg().count("#ffd166")
    assert where.play("melt c2").svg().count("#a3243b") == where.svg().count("#a3243b") + 1


def test_pixels_are_those_of_the_drawing() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    pixels = svg_to_rgb(crowded().svg(), width=462)
    assert pixels.shape == (379, 462, 3)
    assert len({tuple(colour) for colour in pixels.reshape(-1, 3)[::97].tolist()}) > 20
