"""Section 4, but for the scores of a pile: how the game ends and who wins (4.1, 4.4, 5.9, 6.5)."""

from typing import Any

import pytest

from tests.arctic.boards import Board, EngineBoard, Start, both
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless

RIVER = "FM1 MO2 WP2 OB2 PF2 BM2"
RESERVE = "MW1 MP3 OP1 PB1 BF1"
DRAWS_TWO = seat(pile="", hand="FW2 OW4")  # FW2 is placed


def draw_two(start: Start, **more: object) -> Board:
    """Seat 0 places FW2 and takes FM1 and MO2."""
    document = scene(DRAWS_TWO, river=RIVER, **more)  # type: ignore[arg-type]
    return start(document).play("place FW2", "right fox", "take FM1", "take MO2")


@both
def test_4_1_a_deck_that_runs_out_exactly_is_not_yet_the_end(start: Start) -> None:
    board = draw_two(start, deck="FO3 FP4", deck_size=2, reserve=RESERVE)
    assert board.stage == "play"
    assert board.deck == ""
    assert board.document["reserve"] == RESERVE.split()
    assert len(board.river.split()) == 6


@both
def test_4_1_a_card_needed_by_a_refill_brings_the_reserve(start: Start) -> None:
    board = draw_two(start, deck="FO3", deck_size=1, reserve=RESERVE)
    assert board.stage == "finish"
    assert board.river == "FO3 MW1 WP2 OB2 PF2 BM2"
    assert board.deck == "MP3 OP1 PB1 BF1"
    assert board.document["reserve"] == []


@both
def test_4_1_a_card_needed_by_an_orca_refill_brings_the_reserve(start: Start) -> None:
    document = scene(DRAWS_TWO, river=RIVER, deck_size=0, reserve=RESERVE, **held(orca="refill"))
    board = start(document).play("place FW2", "right fox", "take FM1")
    assert board.stage == "finish"
    assert board.legal[0] == "take MW1"


@both
def test_4_1_a_card_needed_by_a_penalty_brings_the_reserve(start: Start) -> None:
    document = scene(seat(pile="FO3", hand="FW2"), deck="FP4", deck_size=1, reserve=RESERVE)
    board = start(document).play("place FW2")
    assert board.penalty(0) == "FP4 MW1"
    assert board.stage == "finish"
    assert board.deck == "MP3 OP1 PB1 BF1"


@both
def test_4_1_a_deck_that_a_penalty_empties_exactly_is_not_yet_the_end(start: Start) -> None:
    document = scene(seat(pile="FP4", hand="FW2"), deck="FO3", deck_size=1, reserve=RESERVE)
    board = start(document).play("place FW2")
    assert board.penalty(0) == "FO3"
    assert board.stage == "play"


@both
def test_4_1_a_card_needed_by_orca_deck_brings_the_reserve(start: Start) -> None:
    document = scene(DRAWS_TWO, river=RIVER, deck="FO3", deck_size=1, reserve=RESERVE, **held(orca="deck"))
    board = start(document).play("place FW2", "right fox", "take deck")
    assert board.stage == "play"  # the last card, none is missing yet
    board.play("take deck")
    assert board.stage == "finish"
    assert board.hand(0) == "FO3 MW1 OW4"


@both
def test_4_1_the_round_is_finished_with_whole_turns(start: Start) -> None:
    document = scene(DRAWS_TWO, seat(pile="MF5", hand="FO3"), river=RIVER, deck_size=0, reserve=RESERVE)
    board = start(document).play("place FW2", "right fox", "take FM1", "take MO2")
    assert board.stage == "finish"
    assert board.seat == 1
    board.play("place FO3", "right fox")
    assert len(board.offers("take")) == 6
    board.play_turn()
    assert len(board.hand(1).split()) == 3
    assert board.stage == "last"
    assert board.seat == 0


@both
@pytest.mark.parametrize(
    ("first", "mover", "finishing"), [(0, 0, [1, 2]), (0, 1, [2]), (1, 2, [0]), (2, 0, [1]), (1, 1, [2, 0])]
)
def test_4_1_the_round_is_finished_up_to_the_player_before_the_starting_player(
    start: Start, first: int, mover: int, finishing: list[int]
) -> None:
    hands = {"FB5": "FW2", "MF5": "FO3", "WM5": "FP4"}
    document = scene(
        *[seat(pile=pile, hand=hand) for pile, hand in hands.items()], players=3, first=first, mover=mover, deck_size=0
    )
    board = start(document)
    order = []
    while board.seat is not None:
        order.append((board.stage, board.seat))
        board.play_turn()
    last_turns = [("last", (first + step) % 3) for step in range(3)]
    assert order == [("play", mover), *[("finish", each) for each in finishing], *last_turns]


@both
@pytest.mark.parametrize(("first", "mover"), [(0, 1), (1, 0)])
def test_4_1_in_the_last_players_turn_the_last_turns_follow_at_once(start: Start, first: int, mover: int) -> None:
    players = [seat(pile="FB5", hand="FW2"), seat(pile="MF5", hand="FO3")]
    board = start(scene(*players, first=first, mover=mover, deck_size=0)).play_turn()
    assert board.stage == "last"
    assert board.seat == first


@both
def test_4_1_deck_and_reserve_both_empty_the_river_stays_short(start: Start) -> None:
    board = draw_two(start, stage="finish", deck="FO3", deck_size=1)
    assert board.river == "FO3 WP2 OB2 PF2 BM2"
    assert board.deck == ""


@both
@pytest.mark.parametrize("stage", ["finish", "last"])
def test_4_1_deck_and_reserve_both_empty_penalties_are_void(start: Start, stage: str) -> None:
    document = scene(seat(pile="FM1", hand="MW1"), stage=stage, deck="FO3", deck_size=1)
    board = start(document).play("place MW1")  # four missing, one there
    assert board.penalty(0) == "FO3"
    assert board.deck == ""


@both
def test_4_1_a_deck_that_runs_out_again_changes_nothing(start: Start) -> None:
    board = draw_two(start, stage="finish", deck_size=0)
    assert board.stage == "finish"
    assert board.seat == 1


LAST: dict[str, Any] = {"stage": "last", "river": RIVER, "deck": "WO1 WB3 OF3"}


@both
def test_5_9_the_last_turns_have_no_c(start: Start) -> None:
    board = start(scene(seat(pile="FB5", hand="FW2 MW1"), **LAST)).play("place FW2", "right fox")
    assert board.seat == 1
    assert board.hand(0) == "MW1"
    assert board.river == RIVER


@both
def test_5_9_penalties_as_usual(start: Start) -> None:
    board = start(scene(seat(pile="FO3", hand="FW2"), **LAST)).play("place FW2")
    assert board.penalty(0) == "WO1 WB3"


@both
def test_5_9_the_power_is_taken(start: Start) -> None:
    board = start(scene(seat(pile="FB5", hand="FW2"), holders={"fox": 1}, **LAST)).play("place FW2")
    assert board.holder("fox") == 0


@both
def test_5_9_the_walrus_works(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="FW2"), **held(walrus="main"), **LAST)
    board = start(document).play("place FW2", "right fox")
    assert board.legal == ["extra left", "extra right", "stay"]
    board.play("extra right")
    assert board.token("fox") == 10
    assert board.seat == 1


@both
def test_5_9_the_powers_of_a_work(start: Start) -> None:
    faces = {"fox": "wild", "moose": "placement", "puffin": "swap"}
    holders = dict.fromkeys(("fox", "moose", "puffin"), 0)
    board = start(scene(seat(pile="FB5", hand="FW2"), faces=faces, holders=holders, **LAST))
    assert board.legal == ["place FW2", "tuck FW2", "swap FW2", "placement +1", "placement -1"]


@both
def test_5_8_give_is_not_available_in_the_last_turn(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="FW2", penalty="PM3"), **held(bear="give"), **LAST)
    assert start(document).play("place FW2", "right fox").seat == 1


@both
def test_4_1_after_the_last_last_turn_the_game_is_over(start: Start) -> None:
    players = [seat(pile="FB5", hand="FW2"), seat(pile="MF5", hand="FO3")]
    board = start(scene(*players, mover=0, **LAST)).play("place FW2", "right fox")
    assert board.winners() == []
    board.play("place FO3", "right fox")
    assert board.stage == "over"
    assert board.seat is None
    assert board.legal == []
    assert board.winners() != []
    assert board.refuses("place FW2")


@both
def test_5_9_a_last_turn_without_any_decision_is_played_on_loading(start: Start) -> None:
    players = [seat(pile="FB5 FM1", hand=""), seat(pile="OP5", hand="")]
    tokens = {"fox": 0, "moose": 3, "orca": 15}
    board = start(scene(*players, stage="last", tokens=tokens, deck="WO1 WB3"))
    assert board.stage == "over"
    assert len(board.penalty(0).split()) == 5
    assert len(board.penalty(1).split()) == 1
    assert (board.token("fox"), board.token("orca")) == (1, 10)


# Who wins


@both
def test_4_4_most_points_win(start: Start) -> None:
    players = [
        seat(pile="FW1 FW2 FO3 FB5", hand="FP4", totem="walrus"),  # five foxes, 10 points
        seat(pile="MW1 MO2 MF5", hand="MB3", totem="puffin"),  # four mooses, 6 points
    ]
    document = scene(*players, first=1, mover=1, stage="last")
    board = start(document).play("place MB3", "right moose", "place FP4")
    board.play("right fox")
    assert board.scores()[0]["runs"]["fox"] == 10
    assert board.scores()[1]["runs"]["moose"] == 6
    assert board.winners() == [0]


@both
@pytest.mark.parametrize("first", [0, 1])
def test_4_4_a_tie_goes_to_the_earliest_from_the_starting_player(start: Start, first: int) -> None:
    players = [
        seat(pile="FO3 FM5", hand="FB5", totem="walrus"),  # three foxes, 3 points, and 3 for the totem
        seat(pile="MO2 MF5", hand="MB4", totem="puffin"),  # three mooses
    ]
    board = start(scene(*players, first=first, mover=first, stage="last"))
    for number in (first, 1 - first):
        board.play(f"place {('FB5', 'MB4')[number]}", "right bear")
    assert [score["total"] for score in board.scores()] == [6, 6]
    assert board.winners() == [first]


@both
def test_4_4_a_tie_of_three_goes_round_from_the_starting_player(start: Start) -> None:
    places = [
        seat(pile="MF5", hand="BF1", totem="walrus"),
        seat(pile="OP5", hand="MB4", totem="orca"),
        seat(pile="PB5", hand="FM1", totem="puffin"),
    ]
    board = start(scene(*places, players=3, first=2, mover=2, stage="last"))
    board.play("place FM1", "right fox", "place BF1", "right fox", "place MB4", "right bear")
    assert [score["total"] for score in board.scores()] == [3, 3, 3]  # the totems alone
    assert board.winners() == [2]


@both
def test_4_4_a_tie_of_the_others_goes_to_the_next_after_the_starting_player(start: Start) -> None:
    places = [
        seat(pile="MF5", hand="BF1", totem="walrus"),
        seat(pile="OP5", hand="MB4", totem="orca"),
        seat(pile="PB5", hand="FM1", totem="moose"),
    ]
    board = start(scene(*places, players=3, first=2, mover=2, stage="last"))
    board.play("place FM1", "right fox", "place BF1", "right fox", "place MB4", "right bear")
    assert [score["total"] for score in board.scores()] == [3, 3, 0]
    assert board.winners() == [0]


def test_6_5_totems_wilds_and_penalty_zones_are_laid_open_at_the_end() -> None:
    places = [
        seat(pile="FB5", hand="FW2", penalty="PM3", totem="fox"),
        seat(pile="*WO1 MF5", hand="FO3", penalty="WB3", totem="bear"),
    ]
    board = EngineBoard(scene(*places, stage="last")).play("place FW2", "right fox")
    before = board.position.view(0).to_dict()["seats"][1]  # type: ignore[attr-defined]
    assert before["totem"] is None
    assert before["pile"] == ["*", "MF5"]
    assert before["penalty"] == 1
    board.play("place FO3", "right fox")
    after = board.position.view(0).to_dict()["seats"][1]  # type: ignore[attr-defined]
    assert after["totem"] == "bear"
    assert after["pile"] == ["*WO1", "MF5", "FO3"]
    assert after["penalty"] == ["WB3"]


def test_6_5_a_view_carries_only_the_score_that_its_seat_can_add_up() -> None:
    places = [seat(pile="FB5", hand="FW2", totem="fox"), seat(pile="MF5", penalty="WB3", totem="bear")]
    position = EngineBoard(scene(*places)).position
    own, other = position.view(0).to_dict()["scores"]
    assert own == position.scores()[0]
    assert other["totem"] is None
    assert other["total"] is None
    assert other["penalty"] == -1
