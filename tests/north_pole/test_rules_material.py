"""Board, cards and tokens (rules 1 and 2)."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import arctic_env
from tests.north_pole.boards import BOARDS, Document, Start, both
from tests.north_pole.referee import deals
from tests.north_pole.scenes import CARDS, MASKS, goals, offers, play, scene

pytestmark = pytest.mark.jitless

SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678"]
CAMPS = {"S": "c1 d1 e1 f1", "W": "a3 a4 a5 a6", "N": "c8 d8 e8 f8", "E": "h3 h4 h5 h6"}
CRACKS = {  # by quarter turns of the upper board
    0: "c2-c3 d3-d4 f3-g3 e5-f5 c6-c7 d5-d6 c5-d5 c4-d4",
    1: "f3-g3 e4-f4 f6-f7 d5-d6 b3-c3 c4-d4 d3-d4 e3-e4",
}


def engine_deal(seed: int, players: int, teams: bool) -> Document:
    rules: dict[str, Any] = {"teams": teams}
    return arctic_env.game("north_pole").deal(seed=seed, num_players=players, **rules).to_dict()


def referee_deal(seed: int, players: int, teams: bool) -> Document:
    return deals.deal(random.Random(seed), players, teams)


Deal = Callable[[int, int, bool], Document]
DEALS: dict[str, Deal] = {"referee": referee_deal, "engine": engine_deal}
dealt = pytest.mark.parametrize("deal", [DEALS[name] for name in BOARDS], ids=list(BOARDS))
settings = pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])


def stopped(start: Start, card: str, turned: int = 0) -> set[str]:
    """The steps that a card cannot do on an empty board, each once."""
    steps = set()
    for square in SQUARES:
        reached = goals(start, card, square, turned=turned)
        for other in SQUARES:
            apart = abs(ord(square[0]) - ord(other[0])), abs(int(square[1]) - int(other[1]))
            if sorted(apart) == ([0, 1] if "march" in card else [1, 1]) and other not in reached:
                steps.add("-".join(sorted((square, other))))
    return steps


# ------------------------------------------------------------------------------------------------ 1


@both
@pytest.mark.parametrize("seat", range(4))
def test_1_1_camps_are_the_four_middle_squares_of_each_edge(start: Start, seat: int) -> None:
    board = start(scene(players=4, seat=seat, turn=None))
    assert offers(board, "camp") == CAMPS["SWNE"[seat]].split()


@both
@pytest.mark.parametrize("square", ["d4", "d5", "e4", "e5"])
def test_1_1_the_pole_is_one_step_from_each_centre_square(start: Start, square: str) -> None:
    assert "pole" in goals(start, "march move", square, disc=square)
    assert "pole" in goals(start, "swoop move", square, disc=square)


@both
def test_1_1_no_other_square_is_next_to_the_pole(start: Start) -> None:
    reached = [square for square in SQUARES if "pole" in goals(start, "gallop move", square, disc="e5")]
    assert reached == ["e5"]


@both
def test_1_2_the_pole_is_entered_only_where_the_disc_points(start: Start) -> None:
    for square in ("d5", "e4", "e5"):
        assert "pole" not in goals(start, "gallop move", square, disc="d4")


@both
@pytest.mark.parametrize(("disc", "open_squares"), [("d4", ["d4", "e5"]), ("d5", ["d5", "e4"])])
def test_1_2_in_the_team_game_two_opposite_ones_are_open(start: Start, disc: str, open_squares: list[str]) -> None:
    reached = [
        square
        for square in ("d4", "d5", "e4", "e5")
        if "pole" in goals(start, "gallop move", square, disc=disc, players=4, teams=True)
    ]
    assert reached == open_squares


@both
@pytest.mark.parametrize(("top", "disc"), [("blue", "e4"), ("red", "d5"), ("purple", "e5")])
def test_1_2_the_disc_keeps_its_direction_when_the_board_turns(start: Start, top: str, disc: str) -> None:
    board = start(scene("b2", "g7", cards="march move", storm="sling, gallop ambush", top=top, disc="d4"))
    play(board, "play 1", "go b2 b3")
    assert board.document()["disc"] == disc  # the upper board's square that now lies in the south-west


@both
@pytest.mark.parametrize(("top", "disc"), [("blue", "d5"), ("red", "d5"), ("purple", "d4")])
def test_1_2_the_disc_of_the_team_game_too(start: Start, top: str, disc: str) -> None:
    storm = "sling, sling, gallop ambush"
    board = start(scene("b2", cards="march move", storm=storm, top=top, players=4, teams=True))
    play(board, "play 1", "go b2 b3")
    assert board.document()["disc"] == disc


@both
@pytest.mark.parametrize(
    ("top", "side", "slots"), [("blue", "W", ["2"]), ("red", "E", ["3"]), ("purple", "S", ["1", "2"])]
)
def test_1_3_cards_and_camp_that_come_to_a_player_are_the_player_s(
    start: Start, top: str, side: str, slots: list[str]
) -> None:
    """Seat 1 sits in the north; a turn clockwise brings the west side of the upper board there."""
    sides = {"N": "dash move, dash move", "W": "-, swoop move", "E": "-, -, gallop move"}
    cards = "march move, march move, march move"
    board = start(scene("b2", "b7", cards=cards, sides=sides, storm="sling, gallop ambush", top=top))
    play(board, "play 3", "go b2 b3")
    assert board.seat == 1
    assert offers(board, "camp") == CAMPS[side].split()
    play(board, f"camp {CAMPS[side][:2]}")
    assert offers(board, "play") == slots


@both
def test_1_3_squares_pawns_masks_holes_and_cards_turn_with_the_upper_board(start: Start) -> None:
    sides = {"N": "dash move, dash move", "W": "-, swoop move", "E": "-, -, gallop move"}
    things: dict[str, Any] = {"holes": "e7", "bears": "g3", "igloos": {"g7": 1}, "corners": {"a8": "husky"}}
    board = start(scene("b2", "g7", cards="march move", sides=sides, storm="sling, gallop ambush", **things))
    before = board.document()
    document = play(board, "play 1", "go b2 b3").document()
    assert document["turned"] == 1
    for name in ("holes", "bears", "igloos", "corners"):
        assert document[name] == before[name]
    assert [seat["pawns"] for seat in document["seats"]] == [["b3"], ["g7"]]
    assert [document["sides"][side] for side in "NWS"] == [before["sides"]["N"], before["sides"]["W"], [None] * 3]
    assert None not in document["sides"]["E"]  # that now lies in the south


@both
@pytest.mark.parametrize("turned", [0, 1])
def test_1_4_cracks_lie_on_the_lower_board_and_are_seen_through_windows(start: Start, turned: int) -> None:
    assert stopped(start, "march move", turned) == set(CRACKS[turned].split())


@both
def test_1_4_a_diagonal_step_is_stopped_where_both_ways_round_are_cracked(start: Start) -> None:
    assert stopped(start, "swoop move") == {"c3-d4", "c4-d5", "c5-d4", "c6-d5"}


@both
def test_1_4_four_turns_show_each_window_over_each_crack(start: Start) -> None:
    seen = [stopped(start, "march move", turned) for turned in range(4)]
    assert len(set().union(*seen)) == 16
    assert all(len(cracks) == 8 for cracks in seen)


@both
@pytest.mark.parametrize(("players", "sides"), [(2, "SN"), (3, "SWN"), (4, "SWNE")])
def test_1_5_seats_sit_and_act_clockwise(start: Start, players: int, sides: str) -> None:
    board = start(scene("b2", cards="march move", players=players))
    play(board, "play 1", "go b2 b3")
    for seat in range(1, players):
        assert board.seat == seat
        camp = CAMPS[sides[seat]].split()
        assert offers(board, "camp") == camp
        play(board, f"camp {camp[0]}", "new cards")  # without equipment the turn ends
    assert board.seat == 0


@dealt
@settings
def test_1_5_a_deal_starts_unturned_with_a_random_player_and_disc(deal: Deal, players: int, teams: bool) -> None:
    documents = [deal(seed, players, teams) for seed in range(60)]
    assert {document["turned"] for document in documents} == {0}
    assert {document["first"] for document in documents} == set(range(players))
    assert all(document["seat"] == document["first"] for document in documents)
    assert {document["disc"] for document in documents} == set(("d4", "d5") if teams else ("d4", "d5", "e4", "e5"))


# ------------------------------------------------------------------------------------------------ 2

STEPS = {
    "march": "a6 b5 b7 c6",
    "swoop": "a5 a7 c5 c7",
    "gallop": "a5 a6 a7 b5 b7 c5 c6 c7",
    "dash": "a6 b4 b5 b7 b8 c6 d6",
}


@both
@pytest.mark.parametrize("name", list(STEPS))
@pytest.mark.parametrize("form", ["move", "ambush"])
def test_2_1_steps_of_each_kind(start: Start, name: str, form: str) -> None:
    assert goals(start, f"{name} {form}", "b6") == STEPS[name].split()


@both
@pytest.mark.parametrize("name", list(STEPS))
def test_2_1_only_an_ambush_attacks(start: Start, name: str) -> None:
    enemy = "c5" if name in ("swoop", "gallop") else "b5"
    assert enemy in goals(start, f"{name} ambush", "b6", enemy)
    assert enemy not in goals(start, f"{name} move", "b6", enemy)


POINTS = {
    "march move": 1, "march ambush": 2, "swoop move": 1, "swoop ambush": 2, "gallop move": 2, "gallop ambush": 3,
    "dash move": 2, "dash ambush": 3, "sling": 4,
}  # fmt: skip


@both
@pytest.mark.parametrize("kind", list(POINTS))
def test_2_1_storm_points(start: Start, kind: str) -> None:
    """Two players have a storm at 8 points."""
    for missing in (POINTS[kind], POINTS[kind] + 1):
        storm = ", ".join(["swoop move"] * (8 - missing))
        board = start(scene("b6", "b2", cards=kind, storm=storm, top="purple"))
        play(board, "play 1", "sling b6 b2" if kind == "sling" else f"go b6 {STEPS[kind.split()[0]][:2]}")
        assert board.document()["turned"] == (2 if missing == POINTS[kind] else 0)
        assert len(board.document()["storm"]) == (0 if missing == POINTS[kind] else 9 - missing)


@dealt
@settings
def test_2_1_there_are_a_hundred_cards(deal: Deal, players: int, teams: bool) -> None:
    document = deal(3, players, teams)
    cards = [card for side in document["sides"].values() for card in side] + document["deck"]
    assert Counter(cards) == CARDS
    assert document["discard"] == document["storm"] == []


@both
@pytest.mark.parametrize(("top", "quarters"), [("blue", 1), ("red", 3), ("purple", 2)])
def test_2_2_the_top_card_s_colour_tells_how_far_the_board_turns(start: Start, top: str, quarters: int) -> None:
    board = start(scene("b2", cards="march move", storm="sling, gallop ambush", top=top, turned=1))
    play(board, "play 1", "go b2 b3")
    assert board.document()["turned"] == (1 + quarters) % 4


@dealt
@settings
def test_2_3_masks_of_a_deal(deal: Deal, players: int, teams: bool) -> None:
    second_pieces: set[str] = set()
    for seed in range(20):
        document = deal(seed, players, teams)
        placed = [*document["corners"].values(), document["score"]]
        held = [sorted(seat["equipment"]) for seat in document["seats"]]
        assert sorted(document["corners"]) == ["a1", "a8", "h1", "h8"]
        assert not set(placed) & {"storm", "hole", "bear"}
        assert (len(document["masks"]), len(document["leftover"])) == (10, 3)
        assert all("husky" in pieces and len(pieces) == 2 for pieces in held)
        seconds = [next(piece for piece in [*pieces, "husky"] if piece != "husky") for pieces in held]
        assert len(set(seconds)) == players  # one brown one of each
        second_pieces.update(seconds)
        assert len(document["box"]) == 8 - 2 * players
        every = [
            *placed,
            *document["masks"],
            *document["leftover"],
            *document["box"],
            *(piece for pieces in held for piece in pieces),
        ]
        assert Counter(every) == MASKS
        assert document["spent"] == []
    assert second_pieces == {"snowshoes", "backpack", "igloo", "pickaxe"}


@dealt
@settings
def test_2_4_pawns_and_cards_of_a_deal(deal: Deal, players: int, teams: bool) -> None:
    document = deal(5, players, teams)
    pawns = 3 if teams else {2: 4, 3: 3, 4: 2}[players]
    assert [(seat["ship"], seat["home"], seat["pawns"]) for seat in document["seats"]] == [(pawns, 0, [])] * players
    assert all(len(side) == 3 and None not in side for side in document["sides"].values())
    assert len(document["deck"]) == 88


@both
@pytest.mark.parametrize(("players", "threshold"), [(2, 8), (3, 10), (4, 12)])
def test_2_4_storm_thresholds(start: Start, players: int, threshold: int) -> None:
    for points in (threshold - 1, threshold):
        storm = ", ".join(["swoop move"] * (points - 1))
        board = start(scene("b6", cards="march move", storm=storm, top="red", players=players))
        play(board, "play 1", "go b6 b5")
        assert board.document()["turned"] == (3 if points == threshold else 0)


@both
def test_2_4_draws_fill_the_lowest_empty_slot(start: Start) -> None:
    deck = "dash move red, gallop move blue, swoop move purple"
    board = start(scene("b6", cards="-, march move, sling blue", deck=deck))
    play(board, "play 2", "go b6 b5")
    assert board.document()["sides"]["S"] == ["dash move red", "gallop move blue", "sling blue"]
    assert board.document()["deck"][0] == "swoop move purple"
    assert board.document()["sides"]["W"] == [None, None, None]  # nobody sits there
