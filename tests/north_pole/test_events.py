"""Events of RACE TO THE NORTH POLE against the full states before and after, and actions in words."""

from collections import Counter
from typing import Any

import pytest

import arctic_env
from arctic_env import Position
from arctic_env.games.north_pole.draw.contents import own_side
from arctic_env.games.north_pole.material import CARD_TEXTS, MASKS, SIDES
from arctic_env.games.north_pole.state import NO_CARD
from arctic_env.model.events import Event
from tests.north_pole.comparing import SETTINGS
from tests.north_pole.scenes import scene
from tests.telling import Told, listed_kinds, steps


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def field(where: Position, name: str) -> Any:
    return where.states[name][0]


def revealed(told: Told) -> list[str]:
    """The masks that were turned up, as the full state before has them."""
    before, after = told.before, told.after
    size = int(field(before, "masks_size"))
    found = [int(field(before, "masks")[size - 1])] if field(after, "masks_size") < size else []
    found += [int(a) for a, b in zip(field(before, "corners"), field(after, "corners"), strict=True) if a != b]
    found += [int(field(before, "score"))] if field(before, "score") != field(after, "score") else []
    return [MASKS[mask] for mask in found]


def check_masks_and_storms(told: Told, events: list[Event]) -> None:
    assert [event.data["mask"] for event in of_kind(events, "mask")] == revealed(told)
    quarters = sum(event.data["quarters"] for event in of_kind(events, "storm"))
    assert (int(field(told.after, "turned")) - int(field(told.before, "turned")) - quarters) % 4 == 0
    causes = [event.data["cause"] for event in of_kind(events, "storm")]
    assert ("mask" in causes) == ("storm" in revealed(told))
    cleared = field(told.before, "storm_size") > 0 and not field(told.after, "storm_size")
    assert "weather" in causes or not cleared
    if "weather" in causes:
        assert not field(told.after, "storm_size")


def check_pawns(told: Told, events: list[Event]) -> None:
    """Pawns come to a ship by a hit or by a mask, and to the Pole with an event of their own."""
    ships = field(told.after, "ship").astype(int) - field(told.before, "ship")
    expected = Counter({seat: int(n) for seat, n in enumerate(ships) if n > 0})
    hits = Counter(event.data["victim"] for event in of_kind(events, "hit") if event.data["victim"] is not None)
    back = [event.seat for event in of_kind(events, "mask") if "the pawn goes back to its ship" in event.text]
    assert hits + Counter(back) == expected
    homes = field(told.after, "home").astype(int) - field(told.before, "home")
    assert [event.seat for event in of_kind(events, "home")] == [seat for seat, n in enumerate(homes) if n > 0]


def check_cards(told: Told, events: list[Event]) -> None:
    """Cards that were drawn: those of the deck's end, in their order, if it was not shuffled on the way."""
    refills = of_kind(events, "refill")
    sizes = [int(field(where, "deck_size")) for where in (told.before, told.after)]
    if not of_kind(events, "shuffle"):
        drawn = [CARD_TEXTS[card] for card in field(told.before, "deck")[sizes[1] : sizes[0]][::-1]]
        assert [card for event in refills for card in event.data["cards"]] == drawn
    assert bool(of_kind(events, "shuffle")) == (sizes[1] > sizes[0])
    for event in refills:
        assert event.seat == told.before.seat
        assert event.data["side"] == own_side(told.after.to_dict(), told.before.seat or 0)
        side = field(told.after, "sides")[SIDES.index(event.data["side"])]
        assert NO_CARD not in side.tolist()


def test_events_agree_with_the_full_states() -> None:
    kinds = set()
    for seed, (players, teams) in enumerate(SETTINGS, start=1):
        for told in steps("north_pole", seed, players, most=1500, teams=teams):
            events = told.before.events(told.action)
            for check in (check_masks_and_storms, check_pawns, check_cards):
                check(told, events)
            kinds |= {event.kind for event in events}
    assert kinds == listed_kinds("north_pole")


def board(**arguments: Any) -> Position:
    document = scene("b6 f2", "b7 g7", cards="march ambush, steal", **arguments)
    return arctic_env.game("north_pole").position(document)


@pytest.mark.parametrize(
    ("mask", "text"),
    [
        ("husky", "seat 0 reveals the ice mask for b7: husky, kept as equipment"),
        ("storm", "seat 0 reveals the ice mask for b7: storm, the board turns"),
        ("hole", "seat 0 reveals the ice mask for b7: hole, b7 is closed for good and the pawn goes back to its ship"),
        ("bear", "seat 0 reveals the ice mask for b7: bear, a bear takes b7 and the pawn goes back to its ship"),
    ],
)
def test_an_attack_and_its_ice_mask_are_told(mask: str, text: str) -> None:
    where = board(masks=f"{mask}, husky").play("play 1")
    action = where.action_id("go b6 b7")
    assert where.action_words(action) == "the pawn on b6 goes to b7 and hits seat 1's pawn"
    events = where.events(action)
    assert [event.text for event in events][:2] == ["seat 1's pawn on b7 goes back to its ship", text]
    if mask == "storm":
        assert of_kind(events, "storm")[0].text == "storm by the ice mask: the board makes a quarter turn clockwise"


def test_the_end_is_told() -> None:
    document = scene("d4", "b7", cards="march move", home=(3, 0), turn={"decision": "card"})
    where = arctic_env.game("north_pole").position(document).play("play 1")
    assert where.action_words(where.action_id("go d4 pole")) == "the pawn on d4 enters the Pole"
    events = where.events(where.action_id("go d4 pole"))
    assert [event.text for event in events] == [
        "seat 0 has 4 of 4 pawns at the Pole",
        "seat 0 has 4 points",
        "seat 1 has 0 points",
        "game over, seat 0 wins",
    ]


def test_seats_that_are_skipped_are_told() -> None:
    document = scene("a1 b6", "", "c6", "d8", cards="march move", players=4, teams=True, home=(1, 3, 2, 2))
    where = arctic_env.game("north_pole").position(document).play("play 1")
    told = [event for text in where.legal() for event in where.events(where.action_id(text)) if event.kind == "skip"]
    assert {event.seat for event in told} == {1}


def test_cards_in_words_name_their_slot_and_points() -> None:
    where = board(sides={"W": "gallop move"})
    words = {text: where.action_words(where.action_id(text)) for text in where.legal()}
    assert words["play 1"] == "play march ambush (2 storm points), card S1"
    assert words["steal 2 W1"] == "steal gallop move (2 storm points) from W1, with card S2"
