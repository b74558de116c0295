"""Section 3 B: moving tokens, and the walrus (3.4, 5.1, 5.6, 7.2, 8.4)."""

import pytest

from tests.arctic.boards import Board, Start, both
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless


def place_one(start: Start, card: str, tokens: dict[str, int], **more: object) -> Board:
    """A turn of seat 0 up to phase B with this Visible card."""
    return start(scene(seat(pile="", hand=card), tokens=tokens, **more)).play(f"place {card}")  # type: ignore[arg-type]


@both
@pytest.mark.parametrize(("chosen", "fox", "moose"), [("fox", 6, 3), ("moose", 1, 10)])
def test_3_4_neither_at_an_end_you_choose_which_goes_right(start: Start, chosen: str, fox: int, moose: int) -> None:
    board = place_one(start, "FM1", {"fox": 3, "moose": 6})
    assert board.legal == ["right fox", "right moose"]
    board.play(f"right {chosen}")
    assert (board.token("fox"), board.token("moose")) == (fox, moose)


@both
def test_3_4_a_token_may_be_pushed_to_an_end(start: Start) -> None:
    board = place_one(start, "FM1", {"fox": 10, "moose": 1}).play("right fox")
    assert (board.token("fox"), board.token("moose")) == (15, 0)


@both
def test_3_4_other_tokens_stay(start: Start) -> None:
    board = place_one(start, "FM1", {"walrus": 0, "bear": 15}).play("right fox")
    assert [board.token(animal) for animal in ("walrus", "orca", "puffin", "bear")] == [0, 3, 3, 15]


@both
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"fox": 0, "moose": 6}, {"fox": 1, "moose": 3}),
        ({"fox": 15, "moose": 6}, {"fox": 10, "moose": 10}),
        ({"fox": 3, "moose": 0}, {"fox": 1, "moose": 1}),
        ({"fox": 3, "moose": 15}, {"fox": 6, "moose": 10}),
        ({"fox": 0, "moose": 1}, {"fox": 1, "moose": 0}),
        ({"fox": 10, "moose": 15}, {"fox": 15, "moose": 10}),
    ],
)
def test_3_4_exactly_one_at_an_end_goes_inward_and_the_other_the_opposite_way(
    start: Start, before: dict[str, int], after: dict[str, int]
) -> None:
    board = place_one(start, "FM1", before)
    assert board.offers("right") == []  # forced
    assert {animal: board.token(animal) for animal in ("fox", "moose")} == after


@both
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"fox": 0, "moose": 0}, {"fox": 1, "moose": 1}),
        ({"fox": 15, "moose": 15}, {"fox": 10, "moose": 10}),
        ({"fox": 0, "moose": 15}, {"fox": 1, "moose": 10}),
        ({"fox": 15, "moose": 0}, {"fox": 10, "moose": 1}),
    ],
)
def test_3_4_both_at_an_end_go_inward(start: Start, before: dict[str, int], after: dict[str, int]) -> None:
    board = place_one(start, "FM1", before)
    assert board.offers("right") == []
    assert {animal: board.token(animal) for animal in ("fox", "moose")} == after


@both
def test_8_4_the_three_token_cases(start: Start) -> None:
    neither = place_one(start, "WO1", {"walrus": 3, "orca": 3})
    assert neither.legal == ["right walrus", "right orca"]
    neither.play("right orca")
    assert (neither.token("walrus"), neither.token("orca")) == (1, 6)
    one = place_one(start, "WO1", {"walrus": 0, "orca": 3})
    assert (one.token("walrus"), one.token("orca")) == (1, 1)
    two = place_one(start, "WO1", {"walrus": 0, "orca": 15})
    assert (two.token("walrus"), two.token("orca")) == (1, 10)


@both
def test_3_4_the_choice_is_offered_in_the_order_of_animals(start: Start) -> None:
    assert place_one(start, "BF1", {}).legal == ["right fox", "right bear"]  # 1.1, not main before companion


MAIN = held(walrus="main")
COMPANION = held(walrus="companion")


@both
@pytest.mark.parametrize("edition", ["de", "es"])
@pytest.mark.parametrize(("extra", "fox"), [("extra right", 10), ("extra left", 3), ("stay", 6)])
def test_5_1_walrus_in_de_and_es_one_extra_space_in_either_direction(
    start: Start, edition: str, extra: str, fox: int
) -> None:
    board = place_one(start, "FM1", {"fox": 3}, edition=edition, **MAIN).play("right fox")
    assert board.legal == ["extra left", "extra right", "stay"]
    board.play(extra)
    assert (board.token("fox"), board.token("moose")) == (fox, 1)


@both
@pytest.mark.parametrize(("chosen", "extra", "fox"), [("fox", "extra right", 10), ("moose", "extra left", 0)])
def test_5_1_walrus_in_it_only_in_the_direction_in_which_the_token_has_just_moved(
    start: Start, chosen: str, extra: str, fox: int
) -> None:
    board = place_one(start, "FM1", {"fox": 3}, edition="it", **MAIN).play(f"right {chosen}")
    assert board.legal == [extra, "stay"]
    assert board.play(extra).token("fox") == fox


@both
def test_5_1_walrus_in_it_where_the_move_was_forced(start: Start) -> None:
    board = place_one(start, "FM1", {"fox": 15}, edition="it", **MAIN)
    assert board.legal == ["extra left", "stay"]
    assert board.play("extra left").token("fox") == 6
    board = place_one(start, "FM1", {"fox": 3, "moose": 15}, edition="it", **MAIN)  # the fox was pushed right
    assert board.legal == ["extra right", "stay"]


@both
@pytest.mark.parametrize(("here", "chosen"), [(10, "fox"), (1, "moose")])
def test_5_1_walrus_in_it_never_past_an_end(start: Start, here: int, chosen: str) -> None:
    board = place_one(start, "FM1", {"fox": here, "moose": 3}, edition="it", **MAIN).play(f"right {chosen}")
    assert board.token("fox") in (0, 15)
    assert board.offers("extra") == board.offers("stay") == []  # the token cannot move: no decision (7.2)


@both
@pytest.mark.parametrize("edition", ["de", "es"])
@pytest.mark.parametrize(
    ("here", "chosen", "legal"), [(10, "fox", ["extra left", "stay"]), (1, "moose", ["extra right", "stay"])]
)
def test_5_1_walrus_in_de_and_es_never_past_an_end(
    start: Start, edition: str, here: int, chosen: str, legal: list[str]
) -> None:
    board = place_one(start, "FM1", {"fox": here, "moose": 3}, edition=edition, **MAIN)
    assert board.play(f"right {chosen}").legal == legal


@both
@pytest.mark.parametrize("edition", ["de", "es", "it"])
@pytest.mark.parametrize(
    ("here", "chosen", "extra", "end"), [(6, "fox", "extra right", 15), (3, "moose", "extra left", 0)]
)
def test_5_1_walrus_may_bring_the_token_to_an_end(
    start: Start, edition: str, here: int, chosen: str, extra: str, end: int
) -> None:
    board = place_one(start, "FM1", {"fox": here}, edition=edition, **MAIN)
    assert board.play(f"right {chosen}", extra).token("fox") == end


@both
def test_3_5_walrus_main_moves_the_main_animals_token(start: Start) -> None:
    board = place_one(start, "FM1", {}, **MAIN).play("right fox", "extra right")
    assert (board.token("fox"), board.token("moose")) == (10, 1)


@both
def test_3_5_walrus_companion_moves_the_companions_token(start: Start) -> None:
    board = place_one(start, "FM1", {}, **COMPANION).play("right fox", "extra left")
    assert (board.token("fox"), board.token("moose")) == (6, 0)
    board = place_one(start, "FM1", {}, edition="it", **COMPANION).play("right fox")
    assert board.legal == ["extra left", "stay"]  # the moose has gone left


@both
def test_5_6_walrus_after_both_normal_moves(start: Start) -> None:
    board = place_one(start, "FM1", {"fox": 0, "moose": 15}, **MAIN)  # forced moves come before the choice
    assert (board.token("fox"), board.token("moose")) == (1, 10)
    assert board.legal == ["extra left", "extra right", "stay"]
    assert board.play("extra left").token("fox") == 0


@both
def test_3_5_walrus_once_a_turn(start: Start) -> None:
    board = place_one(start, "FM1", {}, **MAIN).play("right fox", "extra left")
    assert board.offers("extra") == board.offers("stay") == []


@both
def test_3_5_walrus_of_another_seat_is_not_yours(start: Start) -> None:
    board = place_one(start, "FM1", {}, **held(1, walrus="main")).play("right fox")
    assert board.offers("extra") == []


@both
def test_5_3_after_a_value_of_0_the_tokens_move_again(start: Start) -> None:
    powers = held(moose="placement")
    board = start(scene(seat(pile="WM5", hand="FM1"), tokens={"walrus": 15}, **powers)).play("placement -1")
    assert (board.token("walrus"), board.token("moose")) == (10, 6)
