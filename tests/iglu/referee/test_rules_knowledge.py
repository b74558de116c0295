"""Views (3) and the notation (4)."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.iglu.referee.choosing import any_verb
from tests.iglu.referee.deals import deal, random_document
from tests.iglu.referee.iglu import Referee
from tests.iglu.referee.knowledge import unknown_faces
from tests.iglu.referee.order import VERBS, action_order, verb_of
from tests.iglu.referee.scenes import play, referee


def test_3_a_view_has_counts_and_nulls_for_what_is_unknown() -> None:
    game = referee("c3 c4 e6", kept=("melt", "harpoon, energy 1"), inuit=("c4",))
    play(game, "melt c3", "turn e6")
    view = game.view(0)
    assert view["tiles"] == {"c4": None}
    assert view["supply"] == {"fish": len(game.table.supply["fish"]), "foxes": 10, "bears": 4}
    assert view["melted"] == len(game.table.melted)
    assert [tribe["kept"] for tribe in view["seats"]] == [[], 2, 0]
    assert [tribe["kept"] for tribe in game.view(1)["seats"]] == [0, ["energy 1", "harpoon"], 0]
    for name in ("fish", "foxes", "bears", "glaciers", "gone", "shown", "turn", "seat", "first"):
        assert view.get(name) == game.document().get(name)


def test_3_a_turned_red_tile_is_seen_by_its_owner_alone() -> None:
    game = play(referee("c3", faces={"c3": "harpoon"}), "turn c3")
    assert game.view(0)["seats"][0]["kept"] == ["harpoon"]
    assert game.view(1)["seats"][0]["kept"] == 1


def test_3_a_tile_that_was_played_is_known_to_all() -> None:
    game = play(referee("c3 c4", kept=("melt",)), "melt c3")
    assert all(game.view(seat)["shown"][-1] == "melt" for seat in range(3))


def hidden_shuffled(game: Referee, seat: int, generator: random.Random) -> dict[str, Any]:
    """The document with all that the seat cannot know dealt anew; kept tiles stay red."""
    document = game.document()
    red = [face for other, tribe in enumerate(document["seats"]) if other != seat for face in tribe["kept"]]
    pool = list((unknown_faces(game.table, seat) - Counter(red)).elements())
    generator.shuffle(red)
    generator.shuffle(pool)
    for other, tribe in enumerate(document["seats"]):
        if other != seat:
            tribe["kept"] = [red.pop() for _ in tribe["kept"]]
    document["tiles"] = {square: pool.pop() for square in document["tiles"]}
    document["melted"] = [pool.pop() for _ in document["melted"]]
    generator.shuffle(document["supply"]["fish"])
    generator.shuffle(document["supply"]["foxes"])
    assert not pool
    return document


@pytest.mark.parametrize("seed", range(12))
def test_3_what_a_seat_cannot_know_changes_nothing_that_it_sees(seed: int) -> None:
    generator = random.Random(seed)
    game = Referee(random_document(generator))
    while game.seat is not None:
        for seat in range(game.table.players):
            other = Referee(hidden_shuffled(game, seat, generator))
            assert other.view(seat) == game.view(seat)
            if seat == game.seat:
                assert other.legal() == game.legal()
        game.play(any_verb(generator, game.legal()))


def test_4_texts_are_unique_and_in_the_promised_order() -> None:
    generator = random.Random(5)
    seen: set[str] = set()
    for seed in range(40):
        game = Referee(random_document(random.Random(seed)) if seed % 4 else deal(random.Random(seed), 2))
        while game.seat is not None:
            legal = game.legal()
            assert len(set(legal)) == len(legal)
            assert sorted(legal, key=action_order) == legal
            seen |= {verb_of(text) for text in legal}
            game.play(any_verb(generator, legal))
    assert seen == set(VERBS)


def test_4_an_empty_purse_still_decides_to_end_the_phase() -> None:
    game = play(referee("c3 c4"), "turn c3")
    while game.legal() != ["end phase"]:
        game.play(game.legal()[0])
    assert game.seat == 0


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("place c1", "turn a2"),
        ("turn h7", "melt a2"),
        ("step fish 1 h7 west", "step fish 2 a2 north"),
        ("drift d3 north", "drift d3 east"),
        ("walk c1 c2", "walk c2 c1"),
        ("harpoon", "no harpoon"),
        ("kayak c1 f6", "hunt fish 1 d4"),
        ("energy 2", "end phase"),
    ],
)
def test_4_order(earlier: str, later: str) -> None:
    assert action_order(earlier) < action_order(later)
