"""What seats know (rule 6), and worlds drawn from it."""

import itertools
import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env import Position, View
from tests.arctic.scenes import scene, seat
from tests.arctic.walks import SETTINGS, walk


def place_of(document: dict[str, Any], card: str) -> str | None:
    """The private place where a card lies, in the words of `known`."""
    for number, owner in enumerate(document["seats"]):
        for zone in ("hand", "penalty"):
            if card in owner[zone]:
                return f"{zone} {number}"
        if f"*{card}" in owner["pile"]:
            return f"pile {number} {owner['pile'].index(f'*{card}')}"
    return None


def gets(view: View) -> tuple[bytes, bytes, str, str, str]:
    """All that a seat gets of a position."""
    return view.observation().tobytes(), view.mask().tobytes(), str(view.to_dict()), str(view), view.svg()


@pytest.mark.parametrize(("players", "edition"), SETTINGS[::4])
def test_6_permuting_what_a_seat_cannot_know_changes_no_byte_of_what_it_gets(players: int, edition: str) -> None:
    changed = 0
    for number, position in enumerate(walk(seed=21, players=players, edition=edition)):
        if number % 18 == 0 or position.seat is None:
            for observer in range(players):
                world = position.view(observer).determinize(number)
                assert gets(world.view(observer)) == gets(position.view(observer))
                changed += world != position
    assert changed > 10


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_6_3_what_is_known_is_true_and_holds_in_every_world(players: int, edition: str) -> None:
    facts = 0
    for position in list(walk(seed=22, players=players, edition=edition))[::4]:
        truth = position.to_dict()
        for observer in range(players):
            view = position.view(observer)
            world = view.determinize(5).to_dict()
            for card, places in view.to_dict()["known"].items():
                facts += 1
                assert place_of(truth, card) in places
                assert place_of(world, card) in places
    assert facts > 100


def test_6_4_the_order_of_the_deck_differs_between_worlds() -> None:
    view = arctic_env.game("arctic").deal(seed=1, num_players=3).view(0)
    decks = {tuple(view.determinize(seed).to_dict()["deck"]) for seed in range(20)}
    assert len(decks) == 20


def test_the_same_seed_gives_the_same_world() -> None:
    view = arctic_env.game("arctic").deal(seed=1, num_players=3).view(0)
    assert view.determinize(8) == view.determinize(8) != view.determinize(9)


# ------------------------------------------------------------------------------------------------ exact frequencies

SAMPLES = 2500
SIGMAS = 4.5  # two-sided chance below 1e-5 for each of the worlds; the seeds are fixed besides


def tiny(known: dict[str, list[str]], totems: tuple[str, str] = ("fox", "bear")) -> Position:
    """Near the end: seat 1 has two cards in hand, two in the penalty zone, one face down; two are in the deck."""
    document = scene(
        seat(hand="BF5", pile="FM1", totem=totems[0]),
        seat(hand="MO2 MP3", pile="WO1 *WP2 WB3", penalty="OB2 OF3", totem=totems[1]),
        stage="finish",
        deck="PF2 PM3",
        deck_size=2,
        river="",
        faces={"fox": "wild"},
    )
    document["known"] = {"public": known, "private": [{}, {}]}
    return arctic_env.game("arctic").position(document)


def hidden(position: Position) -> tuple[Any, ...]:
    """The hidden part of a world of `tiny` as seat 0 sees it."""
    document = position.to_dict()
    other, deck = document["seats"][1], document["deck"]
    down = next(card for card in other["pile"] if card.startswith("*"))
    return frozenset(other["hand"]), frozenset(other["penalty"]), down[1:], tuple(deck), other["totem"]


def possible_worlds(position: Position, known: dict[str, list[str]]) -> Counter[tuple[Any, ...]]:
    """Every way to lay the unknown cards that agrees with what is known, and the totem, each equally likely."""
    slots = ["hand 1", "hand 1", "penalty 1", "penalty 1", "pile 1 DOWN", "deck", "deck"]
    document = position.to_dict()
    down = next(k for k, card in enumerate(document["seats"][1]["pile"]) if card.startswith("*"))
    slots[4] = f"pile 1 {down}"
    cards = [*document["seats"][1]["hand"], *document["seats"][1]["penalty"]]
    cards += [document["seats"][1]["pile"][down][1:], *document["deck"]]
    totems = [animal for animal in document["faces"] if animal != document["seats"][0]["totem"]]
    worlds: Counter[tuple[Any, ...]] = Counter()
    for order in itertools.permutations(cards):
        if all(slot in known.get(card, slots) for slot, card in zip(slots, order, strict=True)):
            laid = (frozenset(order[:2]), frozenset(order[2:4]), order[4], tuple(order[5:]))
            for totem in totems:
                worlds[(*laid, totem)] += 1
    return worlds


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"MO2": ["hand 1"]},
        {"MO2": ["hand 1", "penalty 1"]},
        {"MO2": ["hand 1", "penalty 1"], "MP3": ["hand 1"], "OB2": ["hand 1", "penalty 1"]},
        {"MO2": ["hand 1", "pile 1 DOWN"], "OB2": ["hand 1", "penalty 1"], "WP2": ["penalty 1", "pile 1 DOWN"]},
        {"MO2": ["hand 1"], "OB2": ["hand 1", "penalty 1", "pile 1 DOWN"], "WP2": ["hand 1", "pile 1 DOWN"]},
    ],
)
def test_worlds_of_a_tiny_deal_come_up_as_often_as_they_should(known: dict[str, list[str]]) -> None:
    pile = tiny({}).to_dict()["seats"][1]["pile"]
    down = next(k for k, card in enumerate(pile) if card.startswith("*"))
    known = {card: [place.replace("DOWN", str(down)) for place in places] for card, places in known.items()}
    position = tiny(known)
    expected = possible_worlds(position, known)
    view = position.view(0)
    seen = Counter(hidden(view.determinize(seed)) for seed in range(SAMPLES))
    assert set(seen) <= set(expected)
    # The worlds are many: compare the frequency of each fact and pair of facts instead.
    shares, counts = fact_counts(expected), fact_counts(seen)
    total = sum(expected.values())
    for fact, number in shares.items():
        share = number / total
        deviation = math.sqrt(SAMPLES * share * (1 - share))
        assert abs(counts[fact] - SAMPLES * share) <= SIGMAS * deviation + 1e-9, fact


def fact_counts(worlds: Counter[tuple[Any, ...]]) -> Counter[tuple[str, str]]:
    """How many of the worlds have each fact."""
    counts: Counter[tuple[str, str]] = Counter()
    for world, number in worlds.items():
        for fact in facts(world):
            counts[fact] += number
    return counts


def facts(world: tuple[Any, ...]) -> set[tuple[str, str]]:
    """Single facts and pairs of facts of a world."""
    hand, penalty, down, deck, totem = world
    single = [f"{card} in hand" for card in hand] + [f"{card} in penalty" for card in penalty]
    single += [f"{down} down", f"{deck[0]} on top", f"{deck[1]} below", totem]
    return set(itertools.combinations(sorted(single), 2)) | {(fact, "") for fact in single}


def test_6_3_worlds_after_gifts_agree_with_giver_receiver_and_bystander() -> None:
    """Three players, bear give: the giver and the receiver know the card, the third seat only where it may be."""
    document = scene(
        seat(hand="MO2 MP3", pile="WO1", penalty="OB2 OF3"),
        seat(hand="BF5", pile="FM1", penalty="PF2"),
        seat(hand="BM2", pile="PB1", penalty=""),
        players=3,
        faces={"bear": "give"},
        holders={"bear": 0},
        mover=0,
    )
    document["turn"] = after_drawing(decision="give")
    document["known"] = {"public": {"OB2": ["penalty 0"], "MO2": ["hand 0", "penalty 0"]}, "private": [{}, {}, {}]}
    position = arctic_env.game("arctic").position(document).play("give OF3").play("to 1")
    giver, receiver, third = (position.view(observer).to_dict()["known"] for observer in range(3))
    assert giver["OF3"] == ["penalty 1"]
    assert "OF3" not in receiver
    assert receiver["OB2"] == ["penalty 0"]
    assert third["OB2"] == ["penalty 0", "penalty 1"]
    assert third["MO2"] == ["hand 0", "penalty 0", "penalty 1"]
    assert "OF3" not in third
    worlds = [position.view(2).determinize(seed).to_dict() for seed in range(300)]
    zones = Counter(place_of(world, "OB2") for world in worlds)
    # Zone 0 keeps one card, zone 1 has two; OB2 takes one of these three slots.
    assert abs(zones["penalty 1"] - 200) < 5 * math.sqrt(300 * 2 / 9)
    assert zones["penalty 0"] + zones["penalty 1"] == 300


def test_6_3_what_goes_down_after_the_hand_was_empty_is_another_card() -> None:
    """Seat 1 takes OB2 openly, tucks one of two cards, places the other: OB2 lies there, whatever it tucks later."""
    document = scene(
        seat(hand="BF5", pile="FM1"),
        seat(hand="OB2 MP3", pile="WO1 WB3"),
        mover=1,
        edition="es",
        faces={"fox": "wild"},
        holders={"fox": 1},
    )
    document["known"] = {"public": {"OB2": ["hand 1"]}, "private": [{}, {}]}
    position = arctic_env.game("arctic").position(document).play("tuck OB2")
    assert position.view(0).to_dict()["known"]["OB2"] == ["hand 1", "pile 1 1"]
    position = position.play("place MP3")
    assert position.view(0).to_dict()["known"]["OB2"] == ["pile 1 1"]
    while position.seat == 1:
        position = position.play(position.legal()[0])
    while position.seat == 0:
        position = position.play(position.legal()[0])
    tuck = next(text for text in position.legal() if text.startswith("tuck"))
    position = position.play(tuck)
    assert position.view(0).to_dict()["known"]["OB2"] == ["pile 1 1"]
    assert arctic_env.game("arctic").position(position.to_dict()) == position


@pytest.mark.bounds
@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_every_world_is_a_position_and_plays_to_its_end(players: int, edition: str) -> None:
    game = arctic_env.game("arctic")
    chance = random.Random(7)
    for number, position in enumerate(walk(seed=23, players=players, edition=edition)):
        pending = position.to_dict()["turn"] and position.to_dict()["turn"]["card"]
        if pending or number % 25 == 0:
            for observer in range(players):
                world = position.view(observer).determinize(number)
                assert game.position(world.to_dict()) == world
                while world.seat is not None:
                    world = world.play(chance.choice(world.legal()))


@pytest.mark.parametrize("observer", [1, 2])
def test_a_pending_gift_is_any_card_of_the_zone_in_worlds_of_others(observer: int) -> None:
    document = scene(
        seat(hand="MO2 MP3", pile="WO1", penalty="OB2 OF3 BM2"), players=3, faces={"bear": "give"}, holders={"bear": 0}
    )
    document["turn"] = after_drawing(decision="give")
    position = arctic_env.game("arctic").position(document).play("give OF3")
    assert position.view(observer).to_dict()["turn"]["card"] is None
    named = Counter(position.view(observer).determinize(seed).to_dict()["turn"]["card"] for seed in range(300))
    assert len(named) > 3  # not one of the three alone: the zone's cards are unknown too
    for seed in range(20):
        world = position.view(observer).determinize(seed)
        document = world.to_dict()
        assert document["turn"]["card"] in document["seats"][0]["penalty"]
        after = world.play(f"to {observer}").to_dict()
        assert document["turn"]["card"] in after["seats"][observer]["penalty"]


def after_drawing(decision: str) -> dict[str, Any]:
    """The turn of a seat whose Visible card has the draw value 1, all drawn."""
    return {
        "decision": decision,
        "value": 1,
        "count": 1,
        "swapped": False,
        "taken_back": False,
        "placement": 0,
        "tucked": False,
        "pushed": ["left", "right"],
        "draw": 0,
        "card": None,
    }


def test_a_view_hides_and_a_view_of_the_end_lays_open() -> None:
    positions = list(walk(seed=3, players=4, edition="es"))
    early = positions[0].view(1).to_dict()
    assert [owner["hand"] for owner in early["seats"]].count(3) == 3
    assert [owner["totem"] for owner in early["seats"]].count(None) == 3
    assert isinstance(early["deck"], int)
    late, truth = positions[-1].view(1).to_dict(), positions[-1].to_dict()
    for number in range(4):
        for zone in ("penalty", "pile", "totem"):
            assert late["seats"][number][zone] == truth["seats"][number][zone]
    assert [entry["total"] for entry in late["scores"]] == [entry["total"] for entry in positions[-1].scores()]


def test_loops_agree_with_single_views_and_worlds() -> None:
    game = arctic_env.game("arctic")
    positions = list(walk(seed=4, players=3, edition="it"))
    states = np.concatenate([position.states for position in positions])
    observers = np.arange(len(states)).astype(np.int8) % 3
    seeds = np.arange(len(states), dtype=np.int64)
    views, worlds = np.zeros_like(states), np.zeros_like(states)
    game.batch.view(states, observers, views)
    game.batch.determinize(views, observers, seeds, worlds)
    for i, position in enumerate(positions):
        view = position.view(int(observers[i]))
        assert views[i : i + 1].tobytes() == view.states.tobytes()
        assert worlds[i : i + 1].tobytes() == view.determinize(i).states.tobytes()


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_worlds_after_the_end_are_positions_like_others(players: int, edition: str) -> None:
    for seed in range(4):
        *_, end = walk(seed, players, edition)
        for observer in range(players):
            world = end.view(observer).determinize(seed)
            again = arctic_env.game("arctic").position(world.to_dict())
            assert again == world
            assert again.view(observer).to_dict() == end.view(observer).to_dict()
