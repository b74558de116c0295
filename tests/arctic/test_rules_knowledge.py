"""Section 6 of the rules: who knows what."""

from typing import Any

import pytest

from tests.arctic.boards import Board, EngineBoard, Start, both
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless

RIVER = "FM1 MO2 WP2 OB2 PF2 BM2"
SEVEN = "FW2 MW1 MP3 MB4 WO1 WP1 WB3"  # FW2 is placed, two cards are drawn, one is discarded
GIVE = held(bear="give")


def view(board: Board, observer: int) -> dict[str, Any]:
    assert isinstance(board, EngineBoard)
    return board.position.view(observer).to_dict()


# 6.1 and 6.2: public and private


def test_6_1_public_things_are_in_every_view() -> None:
    document = scene(
        seat(pile="FB5 MW1", hand="WO1 WP2", penalty="PB1"),
        seat(penalty="OB2 OF3"),
        holders={"fox": 1},
        tokens={"orca": 10},
    )
    board = EngineBoard(document)
    for observer in (0, 1):
        seen = view(board, observer)
        for name in ("river", "tokens", "faces", "holders", "first", "seat", "stage", "edition", "players"):
            assert seen[name] == document[name], name
        assert seen["deck"] == len(document["deck"])
        assert seen["reserve"] == 5
        assert seen["packs"] == [1, 2]
        assert seen["seats"][0]["pile"] == ["FB5", "MW1"]


def test_6_2_hand_zone_face_down_cards_and_totem_are_their_owners() -> None:
    document = scene(seat(pile="FB5", hand="WO1 WP2"), seat(pile="*OM4 MW1", hand="OB2", penalty="OF3 PB1"))
    board = EngineBoard(document)
    own, other = view(board, 1)["seats"][1], view(board, 0)["seats"][1]
    assert own == document["seats"][1]
    assert other == {"hand": 1, "pile": ["*", "MW1"], "penalty": 2, "totem": None}


@both
def test_6_1_a_card_taken_from_the_river_is_seen(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FW1"), players=3, river=RIVER)).play("place FW1", "right fox")
    board.play("take OB2")
    assert board.known(1, "OB2") == board.known(2, "OB2") == {"hand 0"}
    assert board.known(0, "OB2") == set()  # it is its own card


@both
def test_6_1_a_card_from_the_deck_is_not_seen(start: Start) -> None:
    document = scene(seat(pile="", hand="FW1"), river=RIVER, deck="MW1", **held(orca="deck"))
    board = start(document).play("place FW1", "right fox", "take deck")
    assert board.hand(0) == "MW1"
    assert board.known(1, "MW1") == set()


@both
def test_6_1_a_penalty_card_is_not_seen(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="FW1"), deck="MW1")).play("place FW1")
    assert board.penalty(0) == "MW1"
    assert board.known(1, "MW1") == set()


@both
def test_6_1_a_swapped_card_is_seen(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="MW1 WO1"), river=RIVER, **held(puffin="swap"))
    board = start(document).play("swap WO1", "for OB2")
    assert board.known(1, "OB2") == {"hand 0"}
    assert board.known(1, "WO1") == set()  # it lies open in the river


@both
def test_6_1_a_card_taken_back_is_seen(start: Start) -> None:
    document = scene(seat(pile="FB5 FO3", hand="MW1 WO1"), **held(puffin="takeback"))
    assert start(document).play("take back").known(1, "FO3") == {"hand 0"}


@both
def test_6_1_a_card_tucked_face_up_is_seen(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="MW1 WO1"), river=RIVER, **held(fox="under", puffin="swap"))
    board = start(document).play("swap WO1", "for OB2", "tuck OB2")
    assert board.pile(0) == "OB2 FB5"
    assert board.known(1, "OB2") == set()  # not among private cards any more
    if isinstance(board, EngineBoard):
        assert view(board, 1)["seats"][0]["pile"] == ["OB2", "FB5"]


def test_6_1_a_card_tucked_face_down_is_not_seen() -> None:
    document = scene(seat(pile="FB5", hand="MW1 WO1"), **held(fox="wild"))
    board = EngineBoard(document).play("tuck WO1")
    assert view(board, 1)["seats"][0]["pile"] == ["*", "FB5"]
    assert view(board, 0)["seats"][0]["pile"] == ["*WO1", "FB5"]


# 6.3: where a known card may be


def taken_and_discarded(start: Start, players: int = 3, **more: Any) -> Board:
    """Seat 0 takes OB2 and PF2 from the river and has one card to discard, of eight."""
    document = scene(seat(pile="FB5", hand=SEVEN), players=players, river="FM1 MO2 WP2 OB2 PF2 BM2", **more)
    return start(document).play("place FW2", "right fox", "take OB2", "take PF2")


@both
@pytest.mark.parametrize("card", ["OB2", "MW1"])
def test_6_3_after_a_discard_in_the_hand_or_the_zone(start: Start, card: str) -> None:
    board = taken_and_discarded(start)
    assert board.known(1, "OB2") == {"hand 0"}
    board.play(f"discard {card}")  # whichever it was
    assert board.known(1, "OB2") == board.known(2, "PF2") == {"hand 0", "penalty 0"}


@both
def test_6_3_a_card_taken_after_the_discard_is_in_the_hand(start: Start) -> None:
    players = [seat(pile="FB5", hand=SEVEN), seat(pile="MF5", hand="FO3")]
    board = start(scene(*players, river=RIVER, deck="OM4 OW5"))
    board.play("place FW2", "right fox", "take OB2", "take PF2", "discard MW1")
    board.play("place FO3", "right fox", "take FM1", "take MO2", "take WP2")
    board.play("place MP3", "place MB4", "place WB3", "place PF2", "right fox", "take BM2", "take OM4")
    assert board.seat == 1
    assert board.known(1, "OB2") == {"hand 0", "penalty 0"}
    assert board.known(1, "BM2") == board.known(1, "OM4") == {"hand 0"}
    assert board.known(0, "FM1") == {"hand 1"}


@both
def test_6_3_until_it_is_seen_again(start: Start) -> None:
    hands = [seat(pile="FB5", hand="FW1"), seat(pile="MF5", hand="WF4")]
    board = start(scene(*hands, river=RIVER)).play("place FW1", "right fox", "take PF2")
    assert board.known(1, "PF2") == {"hand 0"}
    board.play_turn()
    board.play("place PF2")
    assert board.known(1, "PF2") == set()


@both
def test_6_3_until_it_lies_open_in_the_river_again(start: Start) -> None:
    players = [seat(pile="FB5", hand="FW1 WO1"), seat(pile="MF5", hand="FO3")]
    board = start(scene(*players, river=RIVER, **held(puffin="swap"))).play("place FW1", "right fox", "take PF2")
    board.play("place FO3", "right fox", "take FM1", "take MO2", "take WP2")
    assert board.known(1, "PF2") == {"hand 0"}
    board.play("swap PF2", "for OB2")
    assert board.known(1, "PF2") == set()
    assert board.known(1, "OB2") == {"hand 0"}


@both
@pytest.mark.parametrize("tucked", ["OB2", "MW1"])
def test_6_3_after_a_card_was_placed_face_down_in_the_hand_or_face_down(start: Start, tucked: str) -> None:
    document = scene(seat(pile="FO3 FB5", hand="MW1 WO1"), river=RIVER, **held(puffin="swap", fox="wild"))
    board = start(document).play("swap WO1", "for OB2")
    assert board.known(1, "OB2") == {"hand 0"}
    board.play(f"tuck {tucked}")
    assert board.pile(0) == f"FO3 *{tucked} FB5"
    assert board.known(1, "OB2") == {"hand 0", "pile 0 1"}


@both
def test_6_3_wherever_a_card_went_face_down_since(start: Start) -> None:
    document = scene(
        seat(pile="FB5", hand="FM5 MW1 MP3 MB4 WO1 WP1 WB3"),
        seat(pile="MF5", hand="OM4"),
        river="FM1 MO2 WP2 OB2 PF2 BM2",
        faces={"fox": "wild"},
        holders={},
    )
    board = start(document).play("place FM5", "right fox")
    board.play("take OB2", "take PF2", "take FM1", "take MO2", "take BM2")
    board.play("discard MW1", "discard MP3", "discard MB4", "discard WO1")
    assert board.known(1, "OB2") == {"hand 0", "penalty 0"}
    board.play_turn()
    board.play("tuck WP1")
    assert board.known(1, "OB2") == {"hand 0", "penalty 0", "pile 0 1"}


def test_6_3_a_card_beneath_the_whole_pile_moves_known_places_up() -> None:
    document = scene(seat(pile="*OB2 FB5", hand="MW1 WO1"), **held(fox="under"))
    known = EngineBoard(document).position.to_dict()["known"]
    known["public"] = {card: ["hand 0", "pile 0 0"] for card in ("OB2", "MW1")}
    board = EngineBoard(document | {"known": known}).play("tuck WO1")
    assert board.pile(0) == "WO1 *OB2 FB5"
    assert board.known(1, "OB2") == board.known(1, "MW1") == {"hand 0", "pile 0 1"}


@both
def test_6_3_after_a_recover_in_the_hand_or_the_zone(start: Start) -> None:
    board = taken_and_discarded(start, players=2, **held(bear="recover"))
    board.play("discard OB2").play_turn()
    assert board.seat == 0
    assert board.known(1, "OB2") == {"hand 0", "penalty 0"}
    while "recover OB2" not in board.legal:
        board.play(board.legal[0])
    board.play("recover OB2")
    assert "hand 0" in board.known(1, "OB2") <= {"hand 0", "penalty 0"}


@both
def test_6_2_giver_and_receiver_know_the_given_card(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="FW1", penalty="MW1 OP1"), players=3, river=RIVER, **GIVE)
    board = start(document).play("place FW1", "right fox", "take FM1", "give MW1", "to 2")
    assert board.known(0, "MW1") == {"penalty 2"}
    assert board.known(1, "MW1") == set()  # a third seat has never seen it
    assert board.penalty(2) == "MW1"


@both
def test_6_3_after_a_give_third_seats_reckon_with_giver_and_receiver(start: Start) -> None:
    document = scene(seat(pile="FB5", hand=SEVEN, penalty="OP1"), players=3, river=RIVER, **GIVE)
    board = start(document).play("place FW2", "right fox", "take OB2", "take PF2", "discard OB2")
    assert board.known(1, "OB2") == {"hand 0", "penalty 0"}
    board.play("give OB2", "to 2")
    assert board.known(1, "OB2") == {"hand 0", "penalty 0", "penalty 2"}
    assert board.known(0, "OB2") == {"penalty 2"}
    assert board.known(2, "OB2") == set()  # it lies in its own zone


@both
def test_6_3_the_receiver_saw_that_another_card_was_given(start: Start) -> None:
    document = scene(seat(pile="FB5", hand=SEVEN, penalty="OP1"), players=3, river=RIVER, **GIVE)
    board = start(document).play("place FW2", "right fox", "take OB2", "take PF2", "discard MW1", "give OP1", "to 2")
    assert board.known(2, "OB2") == {"hand 0", "penalty 0"}
    assert board.known(1, "OB2") == {"hand 0", "penalty 0", "penalty 2"}


@both
def test_6_3_and_so_on_when_it_is_passed_on(start: Start) -> None:
    document = scene(
        seat(pile="FB5", hand=SEVEN, penalty="PB1"),
        seat(pile="MF5", hand="BF1", penalty="OP1"),
        players=4,
        river=RIVER,
        **GIVE,
    )
    board = start(document).play("place FW2", "right fox", "take OB2", "take PF2", "discard OB2")
    board.play("give OB2", "to 1", "place BF1", "right fox")
    board.play(board.offers("take")[0], "give OB2", "to 2")
    assert board.known(0, "OB2") == {"penalty 1", "penalty 2"}  # third in the second gift
    assert board.known(1, "OB2") == {"penalty 2"}
    assert board.known(2, "OB2") == set()
    assert board.known(3, "OB2") == {"hand 0", "penalty 0", "penalty 1", "penalty 2"}


@both
def test_6_3_who_took_part_in_every_gift_knows_that_another_card_did_not_travel(start: Start) -> None:
    document = scene(
        seat(pile="FB5", hand=SEVEN, penalty="PB1"),
        seat(pile="MF5", hand="BF1", penalty="OP1"),
        players=4,
        river=RIVER,
        **GIVE,
    )
    board = start(document).play("place FW2", "right fox", "take OB2", "take PF2", "discard MW1")
    board.play("give MW1", "to 1", "place BF1", "right fox")
    board.play(board.offers("take")[0], "give MW1", "to 2")
    assert board.known(1, "OB2") == {"hand 0", "penalty 0"}
    assert board.known(2, "OB2") == {"hand 0", "penalty 0", "penalty 1"}


def test_6_4_no_view_tells_the_order_of_the_deck_or_unused_totems() -> None:
    spare = scene(seat(pile="FB5", hand="FM1"))
    other = spare | {"deck": spare["deck"][::-1], "reserve": spare["reserve"][::-1]}
    swapped = spare | {"deck": [*spare["deck"][5:], *spare["reserve"]], "reserve": spare["deck"][:5]}
    for observer in (0, 1):
        views = [EngineBoard(each).position.view(observer).to_dict() for each in (spare, other, swapped)]
        assert views[0] == views[1] == views[2]


def test_5_10_card_backs_tell_nothing() -> None:
    of_pack_1 = scene(seat(pile="FB5", hand="FW2"), seat(pile="*OM4 MF5", hand="MW1", penalty="WO1"), river=RIVER)
    exchanged = {"OM4": "OW4", "MW1": "MO1", "WO1": "WP1"}  # each with one of pack 2
    exchanged |= {other: card for card, other in exchanged.items()}
    of_pack_2 = scene(seat(pile="FB5", hand="FW2"), seat(pile="*OW4 MF5", hand="MO1", penalty="WP1"), river=RIVER)
    for name in ("deck", "reserve"):
        of_pack_2[name] = [exchanged.get(card, card) for card in of_pack_1[name]]
    views = [EngineBoard(document).position.view(0).to_dict() for document in (of_pack_1, of_pack_2)]
    assert views[0] == views[1]
    assert views[0]["packs"] == [1, 2]  # only which packs are in play is public (6.1)


# 6.6: public history


def history(board: Board, who: int) -> dict[str, dict[str, int]]:
    counted: dict[str, dict[str, int]] = board.document["history"][who]
    return counted


@both
def test_6_6_moves_by_choice_are_counted(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FW1"), seat(), river=RIVER)).play("place FW1", "right walrus")
    assert history(board, 0) == {"right": {"walrus": 1}, "left": {"fox": 1}, "gained": {"walrus": 3, "fox": -2}}
    assert history(board, 1) == {}


@both
@pytest.mark.parametrize(
    ("fox", "walrus", "counted"),
    [
        (0, 3, {"forced_right": {"fox": 1}, "forced_left": {"walrus": 1}}),
        (3, 15, {"forced_right": {"fox": 1}, "forced_left": {"walrus": 1}}),
        (15, 15, {"forced_left": {"fox": 1, "walrus": 1}}),
    ],
)
def test_6_6_moves_by_force_are_counted_apart(
    start: Start, fox: int, walrus: int, counted: dict[str, dict[str, int]]
) -> None:
    board = start(scene(seat(pile="", hand="FW1"), tokens={"fox": fox, "walrus": walrus})).play("place FW1")
    assert history(board, 0) == counted


@both
@pytest.mark.parametrize(("action", "gained"), [("extra left", -1), ("extra right", 2)])
def test_6_6_moves_with_the_walrus_are_a_choice_too(start: Start, action: str, gained: int) -> None:
    document = scene(seat(pile="", hand="FW1"), tokens={"fox": 0}, **held(walrus="main"))
    board = start(document).play("place FW1", action)
    counted = history(board, 0)
    assert counted["forced_right"] == {"fox": 1}
    assert counted[action.replace(" ", "_")] == {"fox": 1}
    assert counted["gained"] == {"fox": gained}
    assert "extra_right" not in start(document).play("place FW1", "stay").document["history"][0]


@both
def test_6_6_what_is_left_in_the_river_is_counted(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FW2"), river=RIVER)).play("place FW2", "right fox", "take OB2")
    assert "passed_main" not in history(board, 0)  # one more is to be taken
    board.play("take FM1")
    assert history(board, 0)["passed_main"] == {"moose": 1, "walrus": 1, "puffin": 1, "bear": 1}
    assert history(board, 0)["passed_companion"] == {"fox": 1, "moose": 1, "orca": 1, "puffin": 1}


def test_6_6_public_history_is_in_every_view_and_observation() -> None:
    board = EngineBoard(scene(seat(pile="", hand="FW1"), seat(pile="", hand="MP3"), players=3, river=RIVER))
    board.play("place FW1", "right fox", "take OB2")
    while board.seat == 0:
        board.play_turn()
    document = board.position.to_dict()
    part = board.position.game.observation(3)["history"]
    for observer in range(3):
        seen = board.position.view(observer)
        assert seen.to_dict()["history"] == document["history"]
        assert seen.determinize(observer).to_dict()["history"] == document["history"]
        rows = seen.observation()[part.slice].reshape(part.shape)
        own = rows[-observer % 3]
        assert own[0].tolist() == [1, 0, 0, 0, 0, 0]  # the fox to the right
        assert own[1].tolist() == [0, 0, 1, 0, 0, 0]
        assert own[8].tolist() == [3, 0, -2, 0, 0, 0]
        assert rows.sum() == own.sum()
