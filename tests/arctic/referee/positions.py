"""Random positions at odd corners of the rules: short decks, many powers, wild cards, late stages."""

import random
from typing import Any

from tests.arctic.referee.material import (
    ANIMALS,
    EDITIONS,
    FACES,
    HAND_LIMIT,
    LANDSCAPE,
    PACKS,
    RESERVE_PER_OPPONENT,
    RIVER_SIZE,
    by_id,
    cards_of_pack,
)

STAGES = ("play", "play", "finish", "last")
SHARE_OF_WILDS = 0.15
LARGEST_PENALTY_ZONE = 4
SHARE_WITHOUT_PILE = 0.1  # of the seats that have a hand; seat 0 always has a pile
SHARE_OF_CROWDED_HANDS = 0.2
LARGEST_HAND = 13  # of the seat to decide, and of all in the last turns
COUNTED = ("right", "left", "forced_right", "forced_left", "extra_right", "extra_left", "passed_main",
           "passed_companion")  # fmt: skip


def random_document(generator: random.Random) -> dict[str, Any]:
    """A position document at the start of a turn that loading accepts, though play may never lead to it."""
    players = generator.choice((2, 3, 4))
    stage = generator.choice(STAGES)
    packs = generator.sample(PACKS, players)
    cards = [card for pack in packs for card in cards_of_pack(pack)]
    generator.shuffle(cards)

    def some(most: int) -> list[str]:
        return [cards.pop() for _ in range(min(generator.randint(0, most), len(cards)))]

    reserve = [cards.pop() for _ in range(RESERVE_PER_OPPONENT * (players - 1))] if stage == "play" else []
    totems = generator.sample(ANIMALS, players)
    mover = generator.randrange(players)
    seats: list[dict[str, Any]] = []
    for number, totem in enumerate(totems):
        crowded = (number == mover or stage == "last") and generator.random() < SHARE_OF_CROWDED_HANDS
        hand = some(LARGEST_HAND if crowded else HAND_LIMIT)
        pile = [] if number and hand and generator.random() < SHARE_WITHOUT_PILE else [cards.pop()]
        seats.append({"hand": by_id(hand), "pile": pile, "penalty": [], "totem": totem})
    river = some(RIVER_SIZE) if generator.random() < 0.5 else [cards.pop() for _ in range(RIVER_SIZE)]
    deck = some(generator.choice((0, 2, 8, 40)))
    for seat in seats:
        seat["penalty"] = by_id(some(LARGEST_PENALTY_ZONE))
    for card in cards:  # what is left lies under the Visible cards
        pile = generator.choice([seat["pile"] for seat in seats if seat["pile"]])
        pile.insert(0, f"*{card}" if generator.random() < SHARE_OF_WILDS else card)
    return {
        "format": "arctic/position/1",
        "players": players,
        "edition": generator.choice(EDITIONS),
        "faces": {animal: generator.choice(FACES[animal]) for animal in ANIMALS},
        "holders": {animal: generator.choice((None, *range(players))) for animal in ANIMALS},
        "tokens": {animal: generator.choice(LANDSCAPE) for animal in ANIMALS},
        "deck": deck,
        "reserve": reserve,
        "river": by_id(river),
        "first": generator.randrange(players),
        "seat": mover,
        "seats": seats,
        "stage": stage,
        "history": [
            {what: {animal: generator.randint(0, 99) for animal in ANIMALS} for what in COUNTED}
            | {"gained": {animal: generator.randint(-99, 99) for animal in ANIMALS}}
            for _ in totems
        ],
    }
