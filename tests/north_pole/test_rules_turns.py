"""Weather, the deck, the end of turn and game, and teams (rules 3.6, 3.10, 6.11)."""

from collections import Counter

import pytest

from tests.north_pole.boards import Start, both
from tests.north_pole.scenes import AFTER_CARD, offers, play, scene, within_turn

pytestmark = pytest.mark.jitless

INCREMENT = 0x9E3779B97F4A7C15


def splitmix(counter: int) -> int:
    """The number at this counter (7)."""
    word = (counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
    return word ^ (word >> 31)


# ------------------------------------------------------------------------------------------------ 3.6


@both
def test_3_6_at_the_threshold_the_board_turns_and_the_storm_pile_is_discarded(start: Start) -> None:
    storm = "sling blue, gallop ambush red"
    board = start(scene("b6", cards="march move purple", storm=storm, discard="steal blue", top="blue"))
    document = play(board, "play 1", "go b6 b5").document()
    assert document["turned"] == 1
    assert document["storm"] == []
    assert document["discard"] == ["steal blue", "sling blue", "gallop ambush red", "march move purple"]


@both
def test_3_6_points_are_added_right_after_each_action(start: Start) -> None:
    cards = "march move blue, swoop move blue"
    board = start(scene("b6", cards=cards, storm="sling, dash move, swoop move", equipment=("husky",)))
    play(board, "play 1", "go b6 b5")
    assert (board.document()["turned"], board.document()["storm"]) == (1, [])
    assert board.seat == 1  # the cards now in the south are others
    board = start(scene("b6", cards=cards, storm="sling, dash move", equipment=("husky",)))
    play(board, "play 1", "go b6 b5", "husky")
    assert board.document()["turned"] == 0
    assert play(board, "play 2", "go b5 a6").document()["turned"] == 1


@both
def test_3_6_the_next_card_begins_a_new_pile(start: Start) -> None:
    board = start(scene("b6", "b2", cards="march move", storm="sling, gallop ambush", sides={"W": "march move red"}))
    play(board, "play 1", "go b6 b5", "camp a3", "play 1", "go b2 b1")
    assert board.document()["storm"] == ["march move red"]


@both
def test_3_6_at_the_end_of_turn_cards_are_drawn_up_to_three(start: Start) -> None:
    deck = "dash move red, gallop move blue, swoop move purple"
    board = start(scene("b6", cards="march move, sling blue", deck=deck))
    document = play(board, "play 1", "go b6 b5").document()
    assert document["sides"]["S"] == ["dash move red", "sling blue", "gallop move blue"]
    assert document["deck"][0] == "swoop move purple"
    assert document["turns"] == 8


@both
def test_3_6_storms_never_take_the_top_card(start: Start) -> None:
    board = start(
        scene(
            "b6",
            cards="march move",
            storm="sling, gallop ambush",
            deck="dash move red",
            sides={"W": "sling, sling, sling"},
        )
    )
    document = play(board, "play 1", "go b6 b5").document()
    assert document["turned"] == 3
    assert document["deck"][0] == "dash move red"  # three cards lay in the south already: none was drawn


@both
def test_3_6_the_deck_is_rebuilt_as_soon_as_its_last_card_is_taken(start: Start) -> None:
    """From the discards alone, by splitmix64 and Fisher-Yates from the last place down."""
    storm = "swoop move blue, swoop move red"
    board = start(
        scene("b6", cards="march move blue, sling blue, sling red", deck="dash move red", rest="discard", storm=storm)
    )
    before = board.document()
    document = play(board, "play 1", "go b6 b5").document()
    pile = list(before["discard"])
    counter = before["stream"]
    for i in range(len(pile) - 1, 0, -1):
        counter = (counter + INCREMENT) % 2**64
        j = splitmix(counter) % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    assert document["sides"]["S"][0] == "dash move red"
    assert document["deck"] == pile
    assert document["stream"] == counter
    assert document["discard"] == []
    assert document["storm"] == ["swoop move blue", "swoop move red", "march move blue"]


@both
def test_3_6_a_deck_rebuilt_while_new_cards_are_drawn_holds_the_discarded_ones(start: Start) -> None:
    document = scene("", cards="march move blue", deck="dash move red", rest="discard", equipment=("husky",))
    board = play(start(document), "new cards")
    after = board.document()
    assert after["sides"]["S"][0] == "dash move red"
    assert after["discard"] == []
    cards = Counter([*after["deck"], *after["sides"]["S"][1:]])
    assert cards == Counter([*document["discard"], "march move blue"])


@both
def test_3_6_a_deck_rebuilt_by_the_draw_after_a_storm_holds_the_storm_pile(start: Start) -> None:
    document = scene("b6", cards="march move blue", storm="sling, gallop ambush", deck="dash move red", rest="discard")
    after = play(start(document), "play 1", "go b6 b5").document()
    assert after["turned"] == 3
    assert after["discard"] == after["storm"] == []
    assert len(after["deck"]) == len(document["discard"]) + 3 - 2


# ------------------------------------------------------------------------------------------------ 3.10


@both
def test_3_10_the_first_with_all_pawns_at_the_pole_wins_at_once(start: Start) -> None:
    equipment = ("husky, compass",)
    board = start(scene("d4", cards="march move, march move", home=(3, 2), equipment=equipment))
    play(board, "play 1", "go d4 pole")
    document = board.document()
    assert board.seat is None
    assert board.legal() == []
    assert (document["stage"], document["seat"], document["turn"]) == ("over", None, None)
    assert board.winners() == [0]
    assert board.scores() == [{"home": 4, "total": 4}, {"home": 2, "total": 2}]


@both
def test_3_10_a_team_wins_with_six_pawns(start: Start) -> None:
    board = start(scene("d4", "b7", "", cards="march move", home=(2, 1, 3, 0), players=4, teams=True))
    assert board.scores() == [{"home": n, "total": n} for n in (5, 1, 5, 1)]
    play(board, "play 1", "go d4 pole")
    assert board.winners() == [0, 2]
    assert board.scores() == [{"home": n, "total": n} for n in (6, 1, 6, 1)]


@both
def test_3_10_one_partner_s_pawns_alone_do_not_win(start: Start) -> None:
    board = start(scene("d4", "b7", "b6", cards="march move", home=(2,), players=4, teams=True))
    assert play(board, "play 1", "go d4 pole").seat == 1
    assert board.winners() == []


@both
def test_3_10_a_partner_s_pawns_block_and_are_neither_attacked_nor_moved(start: Start) -> None:
    board = start(scene("b6", "b5 f6", "b7 f7", cards="march ambush, sling", players=4, teams=True))
    play(board, "play 1")
    assert board.legal() == ["go b6 a6", "go b6 b5", "go b6 c6"]
    board = start(scene("b6", "b2", "b4", cards="march ambush, sling", players=4, teams=True))
    assert "play 2" not in board.legal()


@both
def test_3_10_without_teams_four_play_for_themselves(start: Start) -> None:
    board = start(scene("b6", "b5", "b7", cards="march ambush", players=4))
    assert offers(play(board, "play 1"), "go") == ["b6 a6", "b6 b5", "b6 b7", "b6 c6"]


@both
def test_3_10_a_seat_whose_pawns_are_all_home_plays_cards_for_bears_only(start: Start) -> None:
    arguments = {"cards": "march move, sling, dash ambush"}
    board = start(scene("", "b5", "b7", home=(3,), bears="g6", players=4, teams=True, turn=None, **arguments))  # type: ignore[arg-type]
    assert board.legal() == ["new cards", "play 1", "play 3"]
    assert set(offers(play(board, "play 1"), "go")) == {"bear g6 f6", "bear g6 g5", "bear g6 g7", "bear g6 h6"}


@both
def test_3_10_a_game_of_500_turns_is_truncated_without_winners(start: Start) -> None:
    board = start(scene("b6", cards="march move", home=(1,), turns=499))
    play(board, "play 1", "go b6 b5")
    document = board.document()
    assert (board.seat, board.legal(), board.winners(), board.is_truncated()) == (None, [], [], True)
    assert (document["stage"], document["turns"], document["turn"]) == ("over", 500, None)
    assert board.scores()[0] == {"home": 1, "total": 1}
    assert play(start(scene("b6", cards="march move", turns=498)), "play 1", "go b6 b5").seat == 1


# ------------------------------------------------------------------------------------------------ 6.11


@both
def test_6_11_a_seat_all_home_is_skipped_while_no_bear_is_on_the_board(start: Start) -> None:
    arguments = {"home": (0, 3), "players": 4, "teams": True, "sides": {"W": "sling blue, -, -"}}
    board = start(scene("b6", "", "b7", cards="march move", **arguments))  # type: ignore[arg-type]
    play(board, "play 1", "go b6 b5")
    document = board.document()
    assert board.seat == 2
    assert document["turns"] == 8
    assert document["sides"]["W"] == ["sling blue", None, None]
    board = start(scene("b6", "", "b7", cards="march move", bears="g6", **arguments))  # type: ignore[arg-type]
    assert play(board, "play 1", "go b6 b5").seat == 1


@both
def test_6_11_a_document_at_the_start_of_a_skipped_turn_plays_on(start: Start) -> None:
    for turn in (None, within_turn("camp")):
        board = start(scene("b6", "", "b7", seat=1, home=(0, 3), players=4, teams=True, turn=turn))
        assert board.seat == 2
        assert board.document()["turns"] == 7
    board = start(scene("b6", "", "b7", seat=1, home=(0, 3), players=4, teams=True, turn=within_turn("card")))
    assert (board.seat, board.legal()) == (1, ["new cards"])


@both
def test_6_11_the_last_bear_goes_in_the_turn_of_a_seat_that_is_all_home(start: Start) -> None:
    board = start(scene("", "b5", "b7", home=(3,), cards="march move", bears="d4", players=4, teams=True))
    play(board, "play 1", "go bear d4 pole")
    assert board.seat == 1
    assert board.document()["turns"] == 8  # this turn counted
    assert None not in board.document()["sides"]["S"]


@both
def test_6_11_a_win_comes_before_mask_weather_and_refill(start: Start) -> None:
    board = start(scene("d4", cards="march move", home=(3,), score="compass", storm="sling, gallop ambush"))
    document = play(board, "play 1", "go d4 pole").document()
    assert document["score"] == "compass"
    assert document["seats"][0]["equipment"] == []
    assert (document["turned"], len(document["storm"])) == (0, 3)
    assert document["sides"]["S"] == [None] * 3
    assert document["turns"] == 7


@both
def test_6_11_the_500th_turn_ends_with_its_phase_4(start: Start) -> None:
    board = start(scene("b6", cards="march move", deck="dash move red", equipment=("compass",), turns=499))
    play(board, "play 1", "go b6 b5")
    assert board.legal() == ["compass d5", "compass e4", "compass e5", "end"]
    document = play(board, "end").document()
    assert document["sides"]["S"][0] == "dash move red"
    assert None not in document["sides"]["S"]
    assert document["stage"] == "over"


@both
def test_6_11_a_win_in_the_500th_turn_is_a_win(start: Start) -> None:
    board = start(scene("d4", cards="march move", home=(3,), turns=499))
    assert not board.is_truncated()
    assert play(board, "play 1", "go d4 pole").winners() == [0]
    assert not board.is_truncated()


@both
def test_3_10_a_document_at_the_end_of_an_action_plays_on(start: Start) -> None:
    board = start(scene("b6", cards="march move", turn=AFTER_CARD))
    assert board.seat == 1  # nothing could be used
    assert board.document()["turn"] == within_turn("camp")
