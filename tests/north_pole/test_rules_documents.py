"""Knowledge, notation and position documents (rules 4, 5, 6.12, 6.13, 7)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from arctic_env import PositionError
from tests.north_pole.boards import Document, Start, both
from tests.north_pole.scenes import AFTER_CARD, EXTRA, offers, play, scene, within_turn

pytestmark = pytest.mark.jitless


def rich(**fields: Any) -> Document:
    """Something in every field."""
    return scene(
        "b6 c1 f2",
        "g7 c1 d8",
        cards="march move, -, steal",
        sides={"N": "sling, dash ambush", "E": "swoop move"},
        equipment=("pickaxe, igloo", "snowshoes"),
        packs=(None, "gallop move red"),
        storm="march ambush",
        discard="sling, steal",
        masks="storm, husky, hole",
        corners={"a1": "igloo", "h8": "compass"},
        score="husky",
        holes="c6",
        bears="e7",
        igloos={"g7": 1},
        turned=1,
        disc="e4",
        home=(1,),
        **fields,
    )


# ------------------------------------------------------------------------------------------------ 4


@both
@pytest.mark.parametrize("seat", [0, 1])
def test_4_deck_stack_placed_and_left_over_masks_are_unknown_to_all(start: Start, seat: int) -> None:
    board = start(rich())
    document, view = board.document(), board.view(seat)
    for name in ("deck", "masks", "leftover"):
        assert view[name] == len(document[name])
    assert view["corners"] == {"a1": None, "h8": None}
    assert view["score"] not in ("husky", document["score"])
    assert view.get("stream") is None


@both
@pytest.mark.parametrize("seat", [0, 1])
def test_4_all_else_is_public(start: Start, seat: int) -> None:
    board = start(rich())
    document, view = board.document(), board.view(seat)
    hidden = {"format", "deck", "masks", "leftover", "corners", "score", "stream"}
    assert {name: view[name] for name in document.keys() - hidden} == {
        name: document[name] for name in document.keys() - hidden
    }


@both
def test_4_a_revealed_mask_is_known(start: Start) -> None:
    board = start(
        scene("b6", "b7 g7", cards="march ambush, march move", masks="snowshoes, storm", equipment=("igloo",))
    )
    play(board, "play 1", "go b6 b7")
    assert board.view(1)["seats"][0]["equipment"] == ["igloo", "snowshoes"]
    assert board.view(1)["masks"] == 1


@both
def test_6_12_packed_cards_and_discards_are_public(start: Start) -> None:
    view = start(rich()).view(0)
    assert view["seats"][1]["pack"] == "gallop move red"
    assert view["discard"] == ["sling blue", "steal blue"]


# ------------------------------------------------------------------------------------------------ 5


@both
def test_5_a_card_is_played_in_two_decisions_with_nothing_between(start: Start) -> None:
    board = start(scene("b6", "b2", cards="march move, sling, steal", equipment=("compass",), bears="f6"))
    assert board.legal()[3:] == ["play 1", "play 2", "steal 3 S1", "steal 3 S2"]
    play(board, "play 1")
    assert board.seat == 0
    assert {text.split()[0] for text in board.legal()} == {"go"}
    assert board.document()["turn"] == within_turn("aim", card=1)
    assert "go bear f6 f7" in board.legal()


@both
def test_5_texts_of_slings_packed_cards_and_steals(start: Start) -> None:
    document = scene("b6", "b2 f2", cards="steal", packs=("sling",), sides={"W": "-, sling"}, bears="f6")
    board = start(document)
    assert board.legal() == ["play pack", "steal 1 W2"]
    play(board, "play pack")
    assert board.legal() == ["sling b6 b2", "sling b6 f6", "sling bear f6 f2"]
    assert play(start(document), "steal 1 W2").document()["turn"] == within_turn("aim", card=1, taken="W2")


@both
def test_5_a_dash_of_two_squares_is_one_go(start: Start) -> None:
    board = play(start(scene("b6", cards="dash move")), "play 1", "go b6 b4")
    assert board.document()["seats"][0]["pawns"] == ["b4"]
    assert board.seat == 1


@both
def test_5_sides_are_those_of_the_upper_board_and_turn_with_it(start: Start) -> None:
    board = start(scene("b6", cards="steal", sides={"N": "march move"}, turned=1))
    assert board.document()["sides"]["E"][0] == "steal blue"  # in the south now
    assert board.legal() == ["steal 1 N1"]


@both
@pytest.mark.parametrize("text", ["play 2", "go b6 b5", "end", "new cards", "", "PLAY 1", "play 1 "])
def test_5_what_is_not_legal_is_refused(start: Start, text: str) -> None:
    board = start(scene("b6", cards="march move"))
    with pytest.raises(Exception, match="play 1"):
        board.play(text)
    assert board.legal() == ["play 1"]


@both
def test_5_texts_are_unique(start: Start) -> None:
    """Two pawns in a camp, two bears in another, are one action each."""
    board = play(start(scene("c1 c1", cards="march move", bears="a4 a4")), "play 1")
    assert len(set(board.legal())) == len(board.legal())
    assert "go c1 d1" in board.legal()
    assert "go bear a4 a5" in board.legal()


@both
def test_6_13_disc_and_compass_name_the_square_at_which_the_disc_points_now(start: Start) -> None:
    board = start(scene("b6", cards="march move", equipment=("compass",), storm="sling, gallop ambush", disc="d5"))
    play(board, "play 1", "go b6 b5")
    assert board.document()["disc"] == "d4"
    assert offers(board, "compass") == ["d5", "e4", "e5"]
    board = start(scene("d5 b2", cards="march move", players=4, teams=True, disc="d5"))
    assert "d5 pole" in offers(play(board, "play 1"), "go")


# ------------------------------------------------------------------------------------------------ 7


@both
@pytest.mark.parametrize("turn", [None, within_turn(), AFTER_CARD | {"packed": False}, EXTRA, {"new_cards": True}])
def test_7_a_document_comes_back(start: Start, turn: Document | None) -> None:
    board = start(rich(turn=turn))
    document = board.document()
    assert start(document).document() == document
    assert start(document).legal() == board.legal()
    expected = rich(turn=turn)
    for name in expected.keys() - {"turn"}:
        assert document[name] == expected[name], name
    assert document["turn"] == (
        within_turn("camp") if turn is None and expected["seats"][0]["ship"] else within_turn() | (turn or {})
    )


@both
def test_7_fields_of_sets_come_sorted(start: Start) -> None:
    document = rich(stream=2**64 - 1)
    for name in ("spent", "leftover", "box", "holes", "bears"):
        document[name].reverse()
    document["seats"][0]["pawns"].reverse()
    document["seats"][0]["equipment"].reverse()
    loaded = start(document).document()
    assert loaded == rich(stream=2**64 - 1)
    assert list(loaded["sides"]) == ["N", "E", "S", "W"]
    assert list(loaded["corners"]) == ["a1", "h8"]


@both
def test_7_the_turn_is_null_at_the_end_and_may_be_left_out_at_its_start(start: Start) -> None:
    document = rich(turn=None)
    del document["turn"]
    assert start(document).document()["turn"] == within_turn("card")
    board = start(scene("d4", cards="march move", home=(3,)))
    over = play(board, "play 1", "go d4 pole").document()
    assert over["turn"] is None
    again = start(over)
    assert (again.seat, again.winners(), again.document()) == (None, [0], over)


@both
def test_7_a_position_in_the_middle_of_a_card_plays_on(start: Start) -> None:
    turn = {"decision": "aim", "card": 1, "declared": ["snowshoes"]}
    board = start(scene("c2", cards="march move", turn=turn))
    assert board.legal() == ["go c2 c3"]
    turn = {"decision": "room", "played": True}
    board = start(scene("b6", equipment=("husky, compass, igloo, pickaxe",), turn=turn, storm="sling, sling"))
    assert "husky" in board.legal()
    play(board, "discard husky")
    assert board.document()["turned"] == 1


Change = Callable[[Document], Any]


def moved(masks: str, place: str) -> Change:
    """One mask goes from the spent ones to a place of masks."""

    def change(document: Document) -> None:
        document["spent"].remove(masks)
        document[place].append(masks)

    return change


def equip(*pieces: str) -> Change:
    def change(document: Document) -> None:
        for piece in pieces:
            source = next(name for name in ("spent", "box", "leftover", "masks") if piece in document[name])
            document[source].remove(piece)
            document["seats"][0]["equipment"].append(piece)

    return change


def storm_of(*cards: str) -> Change:
    def change(document: Document) -> None:
        for card in cards:
            document["deck"].remove(card)
            document["storm"].append(card)

    return change


REFUSED: dict[str, Change] = {
    "format": lambda document: document.update(format="north_pole/position/2"),
    "players": lambda document: document.update(players=5),
    "teams of two": lambda document: document.update(teams=True),
    "turned": lambda document: document.update(turned=4),
    "disc": lambda document: document.update(disc="c4"),
    "a side too few": lambda document: document["sides"].update(W=[]),
    "a card too few": lambda document: document["deck"].pop(),
    "a card too many": lambda document: document["deck"].append(document["deck"][0]),
    "another card": lambda document: document["deck"].__setitem__(0, "march move black"),
    "an empty deck": lambda document: document.update(deck=[], discard=document["discard"] + document["deck"]),
    "a mask too few": lambda document: document["spent"].pop(),
    "a mask too many": lambda document: document["spent"].append("husky"),
    "a pawn too few": lambda document: document["seats"][0]["pawns"].pop(),
    "a pawn too many": lambda document: document["seats"][1].update(ship=4),
    "a pawn nowhere": lambda document: document["seats"][0]["pawns"].__setitem__(0, "i9"),
    "four pieces of equipment": equip("husky", "snowshoes"),
    "a mask on an occupied corner": lambda document: document["seats"][0]["pawns"].__setitem__(0, "a1"),
    "a bear on a corner with a mask": lambda document: document.update(bears=["a1"]),
    "a pawn on a hole": lambda document: document["seats"][0]["pawns"].__setitem__(0, "c6"),
    "a bear on a hole": lambda document: document.update(bears=["c6"]),
    "a corner's mask on a hole": lambda document: document.update(holes=["a1"]),
    "two pawns on a square": lambda document: document["seats"][0]["pawns"].__setitem__(0, "g7"),
    "a pawn and a bear on a square": lambda document: document.update(bears=["b6"]),
    "a storm pile at the threshold": storm_of("sling red", "march ambush red"),
    "an igloo without its pawn": lambda document: document.update(igloos={"g7": 0}),
    "no corner": lambda document: document["corners"].update(b1=document["corners"].pop("a1")),
    "a seat that is none": lambda document: document.update(seat=2),
    "nobody's turn": lambda document: document.update(seat=None),
    "over in a turn": lambda document: document.update(stage="over"),
    "a turn too many": lambda document: document.update(turns=500),
    "no first": lambda document: document.update(first=2),
    "a seat too few": lambda document: document["seats"].pop(),
    "no decision": lambda document: document.update(turn=within_turn("sleep")),
    "a card that is not there": lambda document: document.update(turn=within_turn("aim", card=2)),
    "a card that can do nothing": lambda document: document.update(turn=within_turn("aim", card=3)),
    "room for three pieces": lambda document: document.update(turn=within_turn("room", played=True)),
    "an extra card before the first": lambda document: document.update(turn=within_turn(extra=1)),
    "the end before a card": lambda document: document.update(turn=within_turn("end")),
}


@both
@pytest.mark.parametrize("name", list(REFUSED))
def test_7_what_is_impossible_is_refused(start: Start, name: str) -> None:
    document = rich()
    start(copy.deepcopy(document))
    REFUSED[name](document)
    with pytest.raises((PositionError, ValueError)):
        start(document)


@both
def test_7_what_merely_cannot_be_reached_is_accepted(start: Start) -> None:
    board = start(scene("b6 b6 b6", "b6", cards="march move", masks="", bears="b6 b6"))
    assert board.legal() == ["play 1"]
    assert start(scene("a3 a3", "a3 a3", masks="husky", bears="a3 a3")).seat == 0
    assert start(scene("b6", corners={"a1": "storm", "h8": "bear"}, score="hole")).seat == 0
