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
from arctic_env.games.north_pole.draw import contents, picture, text_board
from tests.arctic.extents import boxes
from tests.north_pole.boards import Document
from tests.north_pole.referee.board import cracked_edges, side_before
from tests.north_pole.referee.choosing import Chooser
from tests.north_pole.referee.deals import SETTINGS, random_document
from tests.north_pole.scenes import SEAT_SIDES, scene, within_turn

GAME = arctic_env.game("north_pole")
SQUARE = 54  # side of a square in the drawing
CENTRE = ("d4", "d5", "e4", "e5")


def crowded() -> Position:
    """As many on a square as there can be, four pieces of equipment, and the storm at its threshold."""
    document = scene(
        "c1 c1 c1",
        "c1 c1 c1",
        "c1 c1 c1",
        "c1 c1 h4",
        players=4,
        teams=True,
        turned=3,
        cards="steal, dash ambush",
        equipment=("husky, snowshoes, pickaxe, compass", "igloo"),
        packs=(None, "sling"),
        storm="gallop ambush, march ambush, march ambush, gallop ambush, march ambush",
        corners={"a1": "igloo", "h8": "bear"},
        score="hole",
        holes="e5 b7",
        bears="c1",
        turn={"decision": "room", "played": True},
    )
    return GAME.position(document)


def peace() -> Position:
    """Several on the centre and in an igloo, a stolen card named."""
    document = scene(
        "c3 b3 d4 d4",
        "f6 d4 c3",
        cards="steal, dash ambush",
        sides={"W": "sling, -, march move"},
        equipment=("husky",),
        masks="",
        holes="e5 b7",
        bears="d4 g5",
        igloos={"c3": 0, "f6": 1},
        turn={"decision": "aim", "card": 1, "taken": "W3"},
    )
    return GAME.position(document)


def positions() -> list[Position]:
    """Positions of random games and odd ones, crowded and empty."""
    found = [crowded(), peace()]
    for players, teams in SETTINGS:
        chooser = Chooser(random.Random(players), "race")
        game = [GAME.deal(seed=41, num_players=players, teams=teams)]
        while game[-1].seat is not None:
            game.append(game[-1].play(chooser.choose(game[-1].legal(), game[-1].to_dict()["disc"])))
        found += [game[0], game[len(game) // 2], game[-1]]
    return found + [GAME.position(random_document(random.Random(seed))) for seed in range(10)]


POSITIONS = positions()
SHOWN = [{**where.to_dict(), "scores": where.scores(), "winners": where.winners()} for where in POSITIONS]
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
    assert max(map(len, board.splitlines())) <= 100
    assert len(board.splitlines()) <= 60
    assert board.isascii()


@EVERY
def test_drawing_shows_all_that_the_document_says_and_no_more(shown: Document) -> None:
    assert sum(marks(shown, "square").values()) == 64
    pawns = Counter(
        f"{owner['pawns'].count(name)} {seat}"
        for seat, owner in enumerate(shown["seats"])
        for name in set(owner["pawns"])
    )
    assert marks(shown, "pawns") == pawns
    assert marks(shown, "bears") == Counter(str(n) for n in Counter(shown["bears"]).values())
    assert marks(shown, "igloo") == Counter(map(str, shown["igloos"].values()))
    assert marks(shown, "ground")["hole"] == len(shown["holes"])
    lying = ["?" if mask is None else mask for mask in shown["corners"].values()]
    lying += ["?"] if shown["score"] == "face down" else [shown["score"]] if shown["score"] else []
    lying += ["?"] if shown["masks"] else []
    assert marks(shown, "mask") == Counter(lying)
    cards = [f"{side}{k + 1} {card or '-'}" for side in "NESW" for k, card in enumerate(shown["sides"][side])]
    assert marks(shown, "card") == Counter(cards)
    packed = [f"{seat} {owner['pack']}" for seat, owner in enumerate(shown["seats"]) if owner["pack"]]
    assert marks(shown, "packed") == Counter(packed)
    assert marks(shown, "home") == Counter(f"{owner['home']} {seat}" for seat, owner in enumerate(shown["seats"]))
    assert marks(shown, "ship") == Counter(f"{owner['ship']} {seat}" for seat, owner in enumerate(shown["seats"]))
    assert sum(marks(shown, "piece").values()) == sum(
        len(owner["equipment"]) + (owner["pack"] is not None) for owner in shown["seats"]
    )


@EVERY
def test_a_crack_is_seen_through_each_window_above_one(shown: Document) -> None:
    assert marks(shown, "window") == {"cracked": 8, "whole": 8}
    cracked = {
        frozenset(title.split()[1:3])
        for group in parsed(shown).iter()
        if group.get("data-window") == "cracked"
        for title in [(group[0].text or "").replace(",", "")]
    }
    assert cracked == set(cracked_edges(shown["turned"]))


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
    for square in (part for part in parsed(shown).iter() if part.get("data-tokens")):
        for name, left, top, right, bottom in boxes(square, own=False):
            assert min(left, top) >= 0, (square.get("data-tokens"), name)
            assert max(right, bottom) <= SQUARE, (square.get("data-tokens"), name)


@EVERY
def test_seats_find_their_cards_before_them(shown: Document) -> None:
    """Seats sit at fixed places; the sides of the upper board are where the storms have turned them."""
    for seat, place in enumerate(SEAT_SIDES[shown["players"]]):
        assert contents.own_side(shown, seat) == side_before(place, shown["turned"])


def test_the_board_lies_as_storms_have_turned_it() -> None:
    corners = {0: "a8 h8 a1 h1", 1: "a1 a8 h1 h8", 2: "h1 a1 h8 a8", 3: "h8 h1 a8 a1"}
    for turned, texts in corners.items():
        rows = contents.rows({"turned": turned})
        assert [rows[0][0], rows[0][7], rows[7][0], rows[7][7]] == texts.split()
        assert {rows[row][column] for row in (3, 4) for column in (3, 4)} == set(CENTRE)


def test_drawing_is_deterministic_and_alone() -> None:
    shown = SHOWN[1]
    drawn = picture.svg(shown)
    assert drawn == picture.svg(copy.deepcopy(shown))
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    used = set(re.findall(r'href="#([^"]+)"', drawn))
    assert used <= set(re.findall(r' id="([^"]+)"', drawn))


def test_a_view_does_not_tell_what_lies_face_down() -> None:
    where = GAME.position(scene("b6", masks="storm, hole", corners={"a1": "igloo", "h8": "bear"}, score="compass"))
    assert "?igl" in str(where)
    assert "?igl" not in str(where.view(0))
    assert marks(where.view(0).to_dict(), "mask") == {"?": 4}
    assert set(marks(where.to_dict(), "mask")) == {"igloo", "bear", "compass", "?"}


def test_text_board_spells_squares_out() -> None:
    full, view = str(crowded()), str(crowded().view(1))
    assert "^a3b3c3d2B" in full
    assert ".?bea" in full
    assert ".?bea" not in view
    assert "^a3b3c3d2B" in view
    assert ".*aab" in str(peace())
    assert "> seat 0, a" in str(peace())
    assert "W, seat 0" in full


def test_text_board_shows_cracks_and_the_open_side() -> None:
    lines = str(GAME.position(scene("b2", disc="e5"))).splitlines()
    (rank_5,) = (line for line in lines if line.startswith("5  "))
    assert rank_5.split() == ["5", "^", ".", ".", "|:", "@", "|.", ".", "^"]
    (rank_2,) = (index for index, line in enumerate(lines) if line.startswith("2  "))
    assert lines[rank_2 - 1].strip() == "----"  # between c2 and c3


HEADLINES = {
    "seat 0 moves a pawn from the ship to the camp": within_turn("camp"),
    "seat 0 names a card": within_turn(),
    "seat 0 names an extra card": within_turn(played=True, extra=1),
    "seat 0 may discard a piece of equipment to play on": within_turn(new_cards=True),
    "seat 0 plays march move blue, card S1": within_turn("aim", card=1),
    "seat 0 plays sling red from the backpack": within_turn("aim", card="pack"),
    "seat 0 plays dash move blue, stolen from N2": within_turn("aim", card=2, taken="N2"),
    "seat 0 makes room for a fourth piece of equipment": within_turn("room", played=True),
    "seat 0 may use equipment before the turn ends": within_turn("end", played=True),
}


@pytest.mark.parametrize("headline", HEADLINES)
def test_the_decision_is_said_in_words(headline: str) -> None:
    document = scene("b6", cards="march move, steal", sides={"N": "-, dash move"}, packs=("sling red",))
    assert contents.headline(document | {"turn": HEADLINES[headline]}) == headline


def test_what_has_happened_in_the_turn_is_said() -> None:
    turn = within_turn(declared=["pickaxe"], new_cards=True, discarded=True, extra=2, packed=True)
    assert contents.remarks({"turn": turn}) == (
        "pickaxe declared, new cards taken, equipment discarded for them, 2 extra cards due, "
        "backpack filled in this turn"
    )
    assert contents.remarks({"turn": None}) == ""


def test_who_has_won_is_said() -> None:
    over = {"stage": "over", "seat": None, "turns": 70}
    assert contents.headline({**over, "winners": [1, 3]}) == "game over, seats 1 and 3 share the win"
    assert contents.headline({**over, "winners": [1]}) == "game over, seat 1 wins"
    assert contents.headline({**over, "winners": [], "turns": 500}) == "game over, nobody wins"


def test_cards_that_are_played_are_marked() -> None:
    assert contents.named_slots(peace().to_dict()) == {"S1", "W3"}
    assert contents.named_slots(crowded().to_dict()) == set()
    assert peace().svg().count("#ffd166") > crowded().svg().count("#ffd166")


def test_pixels_are_those_of_the_drawing() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    pixels = svg_to_rgb(crowded().svg(), width=462)
    assert pixels.shape[1:] == (462, 3)
    assert len({tuple(colour) for colour in pixels.reshape(-1, 3)[::97].tolist()}) > 20
