"""Section 1 of the rules: animals, landscape, cards and their notation, power cards."""

from collections import Counter
from typing import Any

import pytest

import arctic_env
from arctic_env.errors import PositionError
from tests.arctic.boards import EngineBoard, RefereeBoard, Start, both
from tests.arctic.referee import material
from tests.arctic.scenes import scene, seat

pytestmark = pytest.mark.jitless

# Written out by hand from 1.3, in id order: a string a pack.
PACKS = (
    "FM1 FW2 FO3 FP4 FB5  MW1 MO2 MP3 MB4 MF5  WO1 WP2 WB3 WF4 WM5 "
    "OP1 OB2 OF3 OM4 OW5  PB1 PF2 PM3 PW4 PO5  BF1 BM2 BW3 BO4 BP5",
    "FW1 FO2 FP3 FB4 FM5  MO1 MP2 MB3 MF4 MW5  WP1 WB2 WF3 WM4 WO5 "
    "OB1 OF2 OM3 OW4 OP5  PF1 PM2 PW3 PO4 PB5  BM1 BW2 BO3 BP4 BF5",
    "FO1 FP2 FB3 FM4 FW5  MP1 MB2 MF3 MW4 MO5  WB1 WF2 WM3 WO4 WP5 "
    "OF1 OM2 OW3 OP4 OB5  PM1 PW2 PO3 PB4 PF5  BW1 BO2 BP3 BF4 BM5",
    "FP1 FB2 FM3 FW4 FO5  MB1 MF2 MW3 MO4 MP5  WF1 WM2 WO3 WP4 WB5 "
    "OM1 OW2 OP3 OB4 OF5  PW1 PO2 PB3 PF4 PM5  BO1 BP2 BF3 BM4 BW5",
)
CARDS = [card for pack in PACKS for card in pack.split()]


def all_cards(document: dict[str, Any]) -> list[str]:
    cards: list[str] = document["deck"] + document["reserve"] + document["river"]
    for each in document["seats"]:
        cards += each["hand"] + each["penalty"] + [card.removeprefix("*") for card in each["pile"]]
    return cards


@both
def test_1_1_six_animals_in_this_order_everywhere(start: Start) -> None:
    board = start(scene())
    animals = ["fox", "moose", "walrus", "orca", "puffin", "bear"]
    assert list(board.document["tokens"]) == animals
    assert list(board.document["faces"]) == animals
    assert list(board.document["holders"]) == animals
    assert list(board.scores()[0]["runs"]) == animals


@both
@pytest.mark.parametrize(("here", "left", "right"), [(1, 0, 3), (3, 1, 6), (6, 3, 10), (10, 6, 15)])
def test_1_2_the_landscape_has_six_spaces_worth_0_1_3_6_10_15(start: Start, here: int, left: int, right: int) -> None:
    document = scene(seat(pile="", hand="FM1"), tokens={"fox": here, "moose": here})
    board = start(document).play("place FM1", "right fox")
    assert (board.token("fox"), board.token("moose")) == (right, left)


@pytest.mark.parametrize("value", [2, -1, 16, 5])
def test_1_2_a_token_stands_on_a_space(value: int) -> None:
    with pytest.raises(PositionError, match="tokens"):
        EngineBoard(scene(tokens={"fox": value}))


def test_1_3_a_game_of_four_has_the_120_cards() -> None:
    cards = all_cards(arctic_env.game("arctic").deal(seed=1, num_players=4).to_dict())
    assert sorted(cards) == sorted(CARDS)
    assert len(set(cards)) == 120


def test_1_3_the_referee_has_the_same_cards() -> None:
    assert CARDS == material.CARDS


def test_1_3_each_pack_has_each_draw_value_and_each_ordered_pair_once() -> None:
    for pack in range(4):
        cards = CARDS[30 * pack : 30 * pack + 30]
        assert set(Counter((card[0], card[2]) for card in cards).values()) == {1}
        assert len({card[:2] for card in cards}) == 30
        assert all(card[0] != card[1] for card in cards)


@both
@pytest.mark.parametrize(("card", "value"), [("FM1", 5), ("FW2", 4), ("FO3", 3), ("FP4", 2), ("FB5", 1)])
def test_1_3_the_placement_value_is_6_less_the_draw_value(start: Start, card: str, value: int) -> None:
    board = start(scene(seat(pile=card, hand="MW1 MO2 MP3 MB4 MF5 PO5")))
    placed = 0
    while board.offers("place"):
        board.play(board.legal[0])
        placed += 1
    assert placed == value


@both
@pytest.mark.parametrize(("card", "value"), [("FM1", 1), ("FW2", 2), ("FO3", 3), ("FP4", 4), ("FB5", 5)])
def test_1_3_the_draw_value_is_on_the_card(start: Start, card: str, value: int) -> None:
    board = start(scene(seat(pile="", hand=card)))
    board.play(f"place {card}", "right fox")
    taken = 0
    while board.seat == 0:
        board.play(board.offers("take")[0])
        taken += 1
    assert taken == value


@pytest.mark.parametrize(("card", "number"), [("FM1", 0), ("FW2", 1), ("MW1", 5), ("BP5", 29), ("FW1", 30)])
def test_1_4_the_card_id_follows_from_pack_main_and_draw(card: str, number: int) -> None:
    assert CARDS.index(card) == number
    position = EngineBoard(scene(seat(pile="", hand=card))).position
    assert position.action_id(f"place {card}") == number
    assert position.action_text(number) == f"place {card}"


@pytest.mark.parametrize("card", ["FF1", "FM2", "FM6", "FM0", "XM1", "fm1", "FM", ""])
def test_1_4_other_texts_are_no_cards(card: str) -> None:
    document = scene(seat(hand="FM1 FW2"))
    document["seats"][0]["hand"] = [card, "FW2"]
    with pytest.raises(PositionError, match="hand"):
        EngineBoard(document)


@both
@pytest.mark.parametrize("animal", material.ANIMALS)
def test_1_5_each_animal_has_a_power_card_with_two_faces(start: Start, animal: str) -> None:
    for face in material.FACES[animal]:
        assert start(scene(faces={animal: face})).document["faces"][animal] == face


@pytest.mark.parametrize("animal", material.ANIMALS)
def test_1_5_other_faces_are_refused(animal: str) -> None:
    with pytest.raises(PositionError, match="faces"):
        EngineBoard(scene(faces={animal: "flip"}))


def test_1_5_the_totems_are_the_six_animals() -> None:
    for totem in material.ANIMALS:
        assert RefereeBoard(scene(seat(totem=totem))).scores()[0]["totem"] == 3
        assert EngineBoard(scene(seat(totem=totem))).scores()[0]["totem"] == 3
