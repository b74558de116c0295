"""Masks, hazards and bears (rules 3.8, 3.9, 6.10)."""

import pytest

from tests.north_pole.boards import Board, Document, Start, both
from tests.north_pole.scenes import EXTRA, offers, play, scene

pytestmark = pytest.mark.jitless


def spent(board: Board, kind: str) -> int:
    """How many masks of a kind are out of the game."""
    masks: list[str] = board.document()["spent"]
    return masks.count(kind)


def attacked(start: Start, mask: str, card: str = "march ambush", **arguments: object) -> Board:
    """Seat 0 attacks b7 from b6, with its pawn or with the bear there, and reveals that mask."""
    is_bear = "bears" in arguments
    document = scene(
        "f2" if is_bear else "b6 f2",
        "b7 g7",
        cards=f"{card}, march move",
        masks=f"{mask}, husky",
        **{"equipment": ("igloo",), **arguments},  # type: ignore[arg-type]
    )
    bear = "bear " if is_bear else ""
    return play(start(document), "play 1", f"{'sling' if card == 'sling' else 'go'} {bear}b6 b7")


def pawns(document: Document) -> list[list[str]]:
    return [seat["pawns"] for seat in document["seats"]]


def ships(document: Document) -> list[int]:
    return [seat["ship"] for seat in document["seats"]]


# ------------------------------------------------------------------------------------------------ 3.8


@both
@pytest.mark.parametrize(("corner", "near"), [("a1", "b1"), ("a8", "b8"), ("h1", "g1"), ("h8", "g8")])
def test_3_8_a_corner_s_mask_goes_to_the_first_pawn_that_ends_a_step_there(
    start: Start, corner: str, near: str
) -> None:
    board = start(scene(near, cards="march move, march move", corners={corner: "snowshoes"}, equipment=("husky",)))
    play(board, "play 1", f"go {near} {corner}", "husky")
    document = board.document()
    assert document["corners"] == {}
    assert document["seats"][0]["equipment"] == ["snowshoes"]
    assert "husky" in document["masks"]  # the stack is not touched


@both
def test_3_8_a_dash_may_end_on_a_corner(start: Start) -> None:
    board = start(scene("a3", cards="dash move", corners={"a1": "compass"}))
    assert play(board, "play 1", "go a3 a1").document()["seats"][0]["equipment"] == ["compass"]


@both
def test_3_8_the_scoreboard_s_mask_goes_to_the_first_at_the_pole(start: Start) -> None:
    board = start(scene("d4 b2", cards="march move, march move", score="compass"))
    document = play(board, "play 1", "go d4 pole").document()
    assert document["score"] is None
    assert document["seats"][0]["equipment"] == ["compass"]
    assert document["seats"][0]["home"] == 1


@both
def test_3_8_a_corner_s_mask_can_be_the_fourth_piece(start: Start) -> None:
    held = ("igloo, pickaxe, snowshoes",)
    board = start(scene("b1", cards="march move", corners={"a1": "compass"}, equipment=held))
    play(board, "play 1", "go b1 a1")
    assert board.document()["turn"]["decision"] == "room"
    assert "compass e5" in board.legal()


# ------------------------------------------------------------------------------------------------ 3.9, storm


@both
@pytest.mark.parametrize("card", ["march ambush", "sling"])
def test_3_9_a_storm_mask_turns_the_board_and_the_storm_pile_stays(start: Start, card: str) -> None:
    board = attacked(start, "storm", card, top="purple")
    document = board.document()
    assert (document["turned"], document["disc"]) == (2, "e5")
    assert [text.rsplit(" ", 1)[0] for text in document["storm"]] == [card]
    assert spent(board, "storm") == 3
    assert document["deck"][0].endswith("purple")
    assert pawns(document) == [["b6" if card == "sling" else "b7", "f2"], ["g7"]]


@both
def test_3_9_a_storm_mask_and_the_weather_turn_the_board_twice_by_the_same_card(start: Start) -> None:
    board = attacked(start, "storm", storm="sling, march ambush", top="red")
    document = board.document()
    assert document["turned"] == (3 + 3) % 4
    assert document["storm"] == []
    assert len(document["discard"]) == 3
    assert document["deck"][0].endswith("red")


@both
def test_3_9_after_a_storm_mask_other_cards_are_the_own_ones(start: Start) -> None:
    """Clockwise the east side of the upper board comes to the south."""
    board = attacked(start, "storm", equipment=("husky",), sides={"E": "-, dash move"}, top="blue")
    assert board.legal() == ["end", "husky"]
    assert play(board, "husky").legal() == ["play 2"]
    assert attacked(start, "storm", equipment=("husky",), top="blue").seat == 1  # nothing to play


@both
def test_3_9_a_storm_in_the_middle_of_an_attack_comes_before_phase_4(start: Start) -> None:
    board = attacked(start, "storm", equipment=(), top="blue")
    document = board.document()
    assert board.seat == 1
    assert None not in document["sides"]["E"]
    assert document["sides"]["S"] == [None, "march move blue", None]


# ------------------------------------------------------------------------------------------------ 3.9, hole


@both
def test_3_9_a_hole_takes_the_pawn_that_drew_it_and_closes_the_square(start: Start) -> None:
    document = attacked(start, "hole").document()
    assert document["holes"] == ["b7"]
    assert pawns(document) == [["f2"], ["g7"]]
    assert ships(document) == [3, 3]


@both
def test_3_9_a_hole_drawn_for_a_sling_opens_under_the_pawn_that_slung(start: Start) -> None:
    document = attacked(start, "hole", "sling").document()
    assert document["holes"] == ["b6"]
    assert pawns(document) == [["f2"], ["g7"]]


@both
def test_3_9_a_bear_that_reveals_a_hole_is_removed_and_the_square_closed(start: Start) -> None:
    board = attacked(start, "hole", bears="b6")
    document = board.document()
    assert (document["holes"], document["bears"]) == (["b7"], [])
    assert spent(board, "bear") == 2
    assert ships(document) == [3, 3]


@both
def test_3_9_a_hole_on_a_corner_acts_at_once(start: Start) -> None:
    document = play(start(scene("b1", cards="march move", corners={"a1": "hole"})), "play 1", "go b1 a1").document()
    assert (document["holes"], document["corners"], pawns(document)[0]) == (["a1"], {}, [])


# ------------------------------------------------------------------------------------------------ 3.9, bear


@both
@pytest.mark.parametrize(("card", "place"), [("march ambush", "b7"), ("sling", "b6")])
def test_3_9_a_bear_takes_the_place_of_the_pawn_that_drew_it(start: Start, card: str, place: str) -> None:
    document = attacked(start, "bear", card).document()
    assert document["bears"] == [place]
    assert pawns(document) == [["f2"], ["g7"]]
    assert ships(document) == [3, 3]


@both
def test_3_9_a_bear_mask_revealed_by_a_bear_is_discarded(start: Start) -> None:
    board = attacked(start, "bear", bears="b6")
    assert board.document()["bears"] == ["b7"]
    assert spent(board, "bear") == 1
    assert pawns(board.document()) == [["f2"], ["g7"]]


@both
@pytest.mark.parametrize("seat", [0, 1])
def test_3_9_anyone_may_use_a_card_for_the_bear(start: Start, seat: int) -> None:
    board = start(scene("f2", "g7", cards="march move", bears="b6", seat=seat))
    play(board, "play 1")
    assert offers(board, "go bear") == ["b6 a6", "b6 b5", "b6 b7", "b6 c6"]
    assert play(board, "go bear b6 b5").document()["bears"] == ["b5"]


@both
def test_3_9_a_bear_attacks_others_pawns_and_never_the_acting_player_s(start: Start) -> None:
    document = scene("b5", "b7", cards="march ambush, sling", bears="b6")
    board = play(start(document), "play 1")
    assert offers(board, "go bear") == ["b6 a6", "b6 b7", "b6 c6"]
    board = play(start(document), "play 2")
    assert board.legal() == ["sling b5 b6", "sling bear b6 b7"]


@both
@pytest.mark.parametrize(("card", "place"), [("march ambush", "b7"), ("sling", "b6")])
def test_3_9_the_player_acting_for_a_bear_reveals_a_mask(start: Start, card: str, place: str) -> None:
    document = attacked(start, "snowshoes", card, bears="b6").document()
    assert document["bears"] == [place]
    assert document["seats"][0]["equipment"] == ["igloo", "snowshoes"]
    assert ships(document)[1] == 3


@both
@pytest.mark.parametrize("card", ["march ambush", "sling"])
def test_3_9_attacking_a_bear_removes_it_and_reveals_a_mask(start: Start, card: str) -> None:
    board = start(scene("b6", cards=card, bears="b7", masks="snowshoes, husky"))
    play(board, "play 1", f"{'sling' if card == 'sling' else 'go'} b6 b7")
    document = board.document()
    assert document["bears"] == []
    assert spent(board, "bear") == 2
    assert document["seats"][0]["equipment"] == ["snowshoes"]
    assert pawns(document)[0] == ["b6" if card == "sling" else "b7"]


@both
def test_3_9_a_bear_is_removed_at_the_pole_and_takes_no_mask(start: Start) -> None:
    board = start(scene("b6", cards="march move", bears="d4", score="compass"))
    play(board, "play 1", "go bear d4 pole")
    document = board.document()
    assert (document["bears"], document["score"]) == ([], "compass")
    assert document["seats"][0] == {"ship": 3, "home": 0, "pawns": ["b6"], "equipment": [], "pack": None}
    assert spent(board, "bear") == 2
    assert "go bear e4 pole" not in play(start(scene("b6", cards="march move", bears="e4")), "play 1").legal()


@both
def test_3_9_a_bear_on_a_corner_collects_the_mask_for_the_acting_player(start: Start) -> None:
    board = start(scene("b6", cards="march move", bears="b1", corners={"a1": "compass"}))
    play(board, "play 1", "go bear b1 a1")
    document = board.document()
    assert (document["bears"], document["corners"]) == (["a1"], {})
    assert document["seats"][0]["equipment"] == ["compass"]


@both
def test_3_9_snowshoes_and_pickaxe_apply_to_a_bear(start: Start) -> None:
    held = ("snowshoes, pickaxe",)
    board = start(scene("b6", cards="march move", bears="c2 e5", equipment=held))
    assert board.legal() == ["pickaxe", "play 1", "snowshoes"]
    play(board, "snowshoes", "play 1")
    assert board.legal() == ["go bear c2 c3", "go bear e5 f5"]
    board = play(start(scene("b6", cards="march move", bears="c2 e5", equipment=held)), "pickaxe", "play 1")
    assert board.legal() == ["go bear e5 pole"]


@both
def test_3_9_a_bear_drawn_by_an_extra_card(start: Start) -> None:
    board = start(scene("b6", "b7", cards="march ambush", masks="bear, husky", turn=EXTRA))
    document = play(board, "play 1", "go b6 b7").document()
    assert document["bears"] == ["b7"]
    assert board.seat == 1


@both
@pytest.mark.parametrize("mask", ["hole", "bear"])
def test_3_9_a_hazard_on_the_scoreboard_sends_the_pawn_back_to_its_ship(start: Start, mask: str) -> None:
    board = start(scene("d4 b2", cards="march move", score=mask))
    before = spent(board, mask)
    document = play(board, "play 1", "go d4 pole").document()
    assert (document["score"], document["holes"], document["bears"]) == (None, [], [])
    assert (ships(document)[0], document["seats"][0]["home"]) == (3, 0)
    assert spent(board, mask) == before + 1


@both
def test_3_9_a_storm_on_the_scoreboard_or_a_corner_turns_the_board(start: Start) -> None:
    board = play(start(scene("d4 b2", cards="march move", score="storm", top="red")), "play 1", "go d4 pole")
    assert (board.document()["turned"], board.document()["seats"][0]["home"]) == (3, 1)
    board = play(start(scene("b1", cards="march move", corners={"a1": "storm"}, top="red")), "play 1", "go b1 a1")
    assert (board.document()["turned"], pawns(board.document())[0]) == (3, ["a1"])


@both
def test_3_9_a_bear_on_a_corner_takes_the_pawn_s_place_or_is_discarded_by_a_bear(start: Start) -> None:
    board = play(start(scene("b1", cards="march move", corners={"a1": "bear"})), "play 1", "go b1 a1")
    assert (board.document()["bears"], pawns(board.document())[0]) == (["a1"], [])
    board = start(scene("f2", cards="march move", corners={"a1": "bear"}, bears="b1"))
    assert play(board, "play 1", "go bear b1 a1").document()["bears"] == ["a1"]
    assert spent(board, "bear") == 1


# ------------------------------------------------------------------------------------------------ 6.10


@both
def test_6_10_no_igloo_is_built_for_a_bear(start: Start) -> None:
    assert offers(start(scene("b6", cards="march move", bears="b4", equipment=("igloo",))), "igloo") == ["b6"]


@both
def test_6_10_a_bear_breaks_an_igloo_only_with_a_pickaxe(start: Start) -> None:
    document = scene("f2", "b7", cards="march ambush", bears="b6", igloos={"b7": 1}, equipment=("pickaxe",))
    assert "b6 b7" not in offers(play(start(document), "play 1"), "go bear")
    board = play(start(document), "pickaxe", "play 1")
    assert board.legal() == ["go bear b6 b7"]
    assert play(board, "go bear b6 b7").document()["igloos"] == {}


@both
def test_6_10_bears_attack_bears(start: Start) -> None:
    board = start(scene("f2", cards="march ambush", bears="b6 b7", masks="compass, husky"))
    document = play(board, "play 1", "go bear b6 b7").document()
    assert document["bears"] == ["b7"]
    assert spent(board, "bear") == 1
    assert document["seats"][0]["equipment"] == ["compass"]


@both
def test_6_10_in_the_team_game_a_bear_attacks_no_partner_s_pawn(start: Start) -> None:
    board = start(scene("f2", "b5", "b7", cards="march ambush", bears="b6", players=4, teams=True))
    assert offers(play(board, "play 1"), "go bear") == ["b6 a6", "b6 b5", "b6 c6"]


@both
def test_6_10_a_hole_revealed_by_a_bear_closes_its_square(start: Start) -> None:
    document = attacked(start, "hole", "sling", bears="b6").document()
    assert (document["holes"], document["bears"]) == (["b6"], [])
