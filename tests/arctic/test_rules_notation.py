"""Section 7 of the rules: decisions in order, and their notation; each action by its text and by its id."""

import random

import pytest

import arctic_env
from arctic_env.errors import IllegalActionError
from tests.arctic.boards import Board, EngineBoard, Start, both
from tests.arctic.referee.material import ACTION_ORDER, CARDS
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless

RIVER = "FM1 MO2 WP2 OB2 PF2 BM2"
POWERS_OF_A = held(fox="under", moose="placement", puffin="takeback")


# 7: what is a decision and what is not


@both
def test_7_a_single_card_is_placed_by_a_decision(start: Start) -> None:
    assert start(scene(seat(pile="", hand="FM1"))).legal == ["place FM1"]


@both
def test_7_a_single_card_is_taken_by_a_decision(start: Start) -> None:
    document = scene(seat(pile="", hand="FB5"), river="MO2", stage="finish", deck_size=0)
    assert start(document).play("place FB5", "right fox").legal == ["take MO2"]


@both
def test_7_each_discard_is_a_decision(start: Start) -> None:
    board = start(scene(seat(pile="FB5", hand="FW2 MW1 MP3 MB4 WO1 WP1 WB3"), river=RIVER))
    board.play("place FW2", "right fox", "take OB2", "take PF2")
    assert len(board.offers("discard")) == len(board.legal) == 8


@both
def test_7_power_penalties_refills_and_forced_moves_are_no_decisions(start: Start) -> None:
    document = scene(seat(pile="FW2", hand="FW1"), tokens={"fox": 0}, river=RIVER, deck="MW1 MP3 OP1 PB1 BF1")
    board = start(document).play("place FW1")  # three penalties, the fox power, fox right and walrus left
    assert board.penalty(0) == "MW1 MP3 OP1"
    assert board.holder("fox") == 0
    assert (board.token("fox"), board.token("walrus")) == (1, 1)
    assert board.legal == [f"take {card}" for card in RIVER.split()]
    board.play("take FM1")
    assert board.river == "MO2 WP2 OB2 PB1 PF2 BM2"
    assert board.seat == 1


@both
def test_7_the_receiver_with_two_players_is_no_decision(start: Start) -> None:
    document = scene(seat(pile="", hand="FW1", penalty="OP1"), river=RIVER, **held(bear="give"))
    board = start(document).play("place FW1", "right fox", "take FM1", "give OP1")
    assert board.seat == 1


# 7.1: A


@both
def test_7_1_the_choices_before_the_first_card_in_the_order_of_ids(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4", hand="WO1 MW1"), edition="es", **POWERS_OF_A))
    assert board.legal == [
        "place MW1", "place WO1", "tuck MW1", "tuck WO1", "take back", "placement +1", "placement -1",
    ]  # fmt: skip


@both
def test_7_1_the_choices_with_a_swap(start: Start) -> None:
    powers = held(puffin="swap")
    board = start(scene(seat(pile="FB5", hand="WO1 MW1"), **powers))
    assert board.legal == ["place MW1", "place WO1", "swap MW1", "swap WO1"]


@both
def test_7_1_swap_is_followed_by_for_alone(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="WO1 MW1"), river=RIVER, **held(puffin="swap", moose="placement"))
    board = start(document).play("swap WO1")
    assert board.legal == [f"for {card}" for card in RIVER.split()]
    assert board.refuses("for WO1")
    assert board.refuses("place MW1")


@both
def test_7_1_going_on_to_place_declines_the_options(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4", hand="WO1 MW1"), edition="de", **POWERS_OF_A)).play("place WO1")
    assert board.legal == ["place MW1", "tuck MW1"]


@both
def test_7_1_done_with_an_empty_hand_declines_the_options_that_are_left(start: Start) -> None:
    document = scene(seat(pile="FB5 FP4", hand=""), deck="WO1 OP1 PB1", **POWERS_OF_A)
    board = start(document)
    assert board.legal == ["take back", "placement +1", "placement -1", "done"]
    board.play("done")
    assert board.penalty(0) == "WO1 OP1"
    assert board.legal == ["right fox", "right puffin"]


@both
def test_7_1_done_after_an_option(start: Start) -> None:
    document = scene(seat(pile="FB5 FP4", hand=""), deck="WO1 OP1 PB1", **POWERS_OF_A)
    board = start(document).play("placement +1")
    assert board.legal == ["take back", "done"]
    board.play("done")
    assert board.penalty(0) == "WO1 OP1 PB1"


@both
def test_7_1_with_the_last_option_used_a_ends_by_itself(start: Start) -> None:
    powers = held(moose="placement")
    board = start(scene(seat(pile="FP4", hand=""), deck="WO1 OP1 PB1", **powers))
    assert board.legal == ["placement +1", "placement -1", "done"]
    board.play("placement +1")
    assert board.penalty(0) == "WO1 OP1 PB1"
    assert board.legal == ["right fox", "right puffin"]


@both
def test_7_1_with_an_empty_hand_and_no_option_a_ends_by_itself(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand=""), deck="WO1 OP1 PB1", holders={"fox": 0}))
    assert board.penalty(0) == "WO1 OP1"
    assert board.legal == ["right fox", "right puffin"]


@both
def test_7_1_minus_one_with_an_empty_hand(start: Start) -> None:
    powers = held(moose="placement")
    board = start(scene(seat(pile="FP4", hand=""), deck="WO1 OP1 PB1", **powers)).play("placement -1")
    assert board.penalty(0) == "WO1"


@both
def test_7_1_done_is_not_offered_with_a_card_in_hand(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4", hand="MW1"), deck="WO1", **POWERS_OF_A))
    assert "done" not in board.legal
    assert "done" not in board.play("placement +1").legal


@both
def test_7_1_when_nothing_is_left_to_place_a_ends_at_once(start: Start) -> None:
    board = start(scene(seat(pile="FB5", hand="MW1 WO1"), edition="es", holders={"fox": 0})).play("place MW1")
    assert board.legal == ["right moose", "right walrus"]  # no tuck beyond the value


@both
def test_7_1_the_hand_emptied_by_placing_leaves_no_decision(start: Start) -> None:
    board = start(scene(seat(pile="FO3", hand="MW1"), deck="WO1 OP1", **POWERS_OF_A)).play("place MW1")
    assert board.penalty(0) == "WO1 OP1"
    assert board.legal == ["right moose", "right walrus"]


# 7.2: B


@both
def test_7_2_right_is_offered_for_both_only_if_neither_is_at_an_end(start: Start) -> None:
    free = start(scene(seat(pile="", hand="FM1"))).play("place FM1")
    assert free.legal == ["right fox", "right moose"]
    assert free.refuses("right orca")
    bound = start(scene(seat(pile="", hand="FM1"), tokens={"moose": 15})).play("place FM1")
    assert bound.offers("right") == []


@both
def test_7_2_extra_left_extra_right_stay(start: Start) -> None:
    document = scene(seat(pile="", hand="FM1"), **held(walrus="main"))
    board = start(document).play("place FM1", "right fox")
    assert board.legal == ["extra left", "extra right", "stay"]


# 7.3: C


@both
def test_7_3_the_choices_before_the_first_card_in_the_order_of_ids(start: Start) -> None:
    document = scene(
        seat(pile="", hand="FW1", penalty="MP3 PB1"),
        river="BM2 FM1 OB2",
        **held(moose="draw", orca="deck", bear="recover"),
    )
    board = start(document).play("place FW1", "right fox")
    assert board.legal == [
        "take FM1", "recover MP3", "take OB2", "recover PB1", "take BM2", "draw +1", "draw -1", "take deck",
    ]  # fmt: skip


@both
def test_7_3_then_discard_then_give_or_keep_then_to(start: Start) -> None:
    document = scene(
        seat(pile="FB5", hand="FW2 MW1 MP3 MB4 WO1 WP1 WB3", penalty="OP1"), players=3, river=RIVER, **held(bear="give")
    )
    board = start(document).play("place FW2", "right fox", "take OB2", "take PF2")
    assert {text.split()[0] for text in board.legal} == {"discard"}
    board.play("discard WB3")
    assert board.legal == ["give WB3", "give OP1", "keep"]
    board.play("give WB3")
    assert board.legal == ["to 1", "to 2"]
    assert board.refuses("keep")


# Texts and ids


def test_7_the_legal_actions_come_in_the_order_of_their_ids_and_once_each() -> None:
    generator = random.Random(5)
    position = arctic_env.game("arctic").deal(seed=5, num_players=4, edition="es")
    while position.seat is not None:
        legal = position.legal()
        numbers = [position.action_id(text) for text in legal]
        assert numbers == sorted(set(numbers))
        assert [position.action_text(number) for number in numbers] == legal
        assert sorted(legal, key=ACTION_ORDER.__getitem__) == legal
        position = position.play(generator.choice(legal))


def test_7_the_action_ids_are_those_of_the_table() -> None:
    position = EngineBoard(scene()).position
    verbs = {"place": 0, "take": 0, "recover": 0, "discard": 0, "give": 0, "for": 0, "tuck": 120, "swap": 240}
    for verb, start in verbs.items():
        assert [position.action_id(f"{verb} {card}") for card in CARDS] == list(range(start, start + 120))
    rest = [
        "take back", "placement +1", "placement -1", "done", "right fox", "right moose", "right walrus",
        "right orca", "right puffin", "right bear", "extra left", "extra right", "stay", "draw +1", "draw -1",
        "take deck", "keep", "to 0", "to 1", "to 2", "to 3",
    ]  # fmt: skip
    assert [position.action_id(text) for text in rest] == list(range(360, 381))
    assert arctic_env.game("arctic").actions.size == 381


@pytest.mark.parametrize(
    "text", ["", "place", "place XX1", "PLACE FM1", "place fm1", "place FM1 ", "to 4", "draw 1", "take  deck"]
)
def test_7_other_texts_are_refused_and_nothing_happens(text: str) -> None:
    board = EngineBoard(scene(seat(pile="", hand="FM1")))
    assert board.refuses(text)
    assert board.legal == ["place FM1"]


def test_7_a_refusal_says_what_was_legal() -> None:
    position = EngineBoard(scene(seat(pile="", hand="FM1 MW1"))).position
    with pytest.raises(IllegalActionError, match=r"place FM1.*place MW1"):
        position.play("place WO1")


@both
def test_7_an_action_of_another_decision_is_refused(start: Start) -> None:
    board: Board = start(scene(seat(pile="", hand="FM1 MW1"), river="MO2 WP2"))
    for text in ("take MO2", "right fox", "discard FM1", "stay", "done", "keep", "to 1", "take deck", "swap FM1"):
        assert board.refuses(text)
