"""Section 2 of the rules: the deal."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import arctic_env
from tests.arctic.boards import Start, both
from tests.arctic.referee.material import ANIMALS, FACES
from tests.arctic.scenes import scene, seat
from tests.arctic.test_rules_material import CARDS, all_cards

pytestmark = pytest.mark.jitless
SEEDS = range(120)


def deal(seed: int, players: int) -> dict[str, Any]:
    return arctic_env.game("arctic").deal(seed=seed, num_players=players).to_dict()


def packs(document: dict[str, Any]) -> tuple[int, ...]:
    return tuple(sorted({CARDS.index(card) // 30 + 1 for card in all_cards(document)}))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_1_as_many_whole_packs_as_players_at_random(players: int) -> None:
    documents = [deal(seed, players) for seed in SEEDS]
    for document in documents:
        cards = all_cards(document)
        assert len(cards) == len(set(cards)) == 30 * players
        assert len(packs(document)) == players
    assert {packs(document) for document in documents} == set(combinations((1, 2, 3, 4), players))


def test_2_1_the_packs_are_shuffled_together() -> None:
    decks = [tuple(deal(seed, 2)["deck"]) for seed in range(20)]
    assert len(set(decks)) == 20
    top_packs = Counter(CARDS.index(deck[0]) // 30 for deck in decks)
    assert len(top_packs) > 1


@pytest.mark.parametrize(("players", "reserve", "deck"), [(2, 5, 43), (3, 10, 65), (4, 15, 87)])
def test_2_2_the_reserve_is_5_10_or_15_cards(players: int, reserve: int, deck: int) -> None:
    document = deal(0, players)
    assert len(document["reserve"]) == reserve
    assert len(document["deck"]) == deck  # 60 - 5 - 6 - 6, 90 - 10 - 9 - 6, 120 - 15 - 12 - 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_3_all_tokens_start_on_3(players: int) -> None:
    assert deal(3, players)["tokens"] == dict.fromkeys(ANIMALS, 3)


def test_2_3_each_power_card_shows_a_random_face() -> None:
    documents = [deal(seed, 2) for seed in SEEDS]
    for animal in ANIMALS:
        shown = Counter(document["faces"][animal] for document in documents)
        assert set(shown) == set(FACES[animal])
        assert min(shown.values()) > len(SEEDS) // 4  # 60 expected; 30 are 5 standard deviations away
    assert len({tuple(document["faces"].values()) for document in documents}) > 32  # faces are independent


def test_2_3_the_faces_stay_for_the_whole_game() -> None:
    position = arctic_env.game("arctic").deal(seed=5, num_players=2)
    faces = position.to_dict()["faces"]
    while position.seat is not None:
        position = position.play(position.legal()[-1])
        assert position.to_dict()["faces"] == faces


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_4_each_player_gets_one_totem_of_its_own(players: int) -> None:
    seen = set()
    for seed in SEEDS:
        totems = [each["totem"] for each in deal(seed, players)["seats"]]
        assert len(set(totems)) == players
        seen.add(totems[0])
    assert seen == set(ANIMALS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_4_a_random_player_starts(players: int) -> None:
    starters: Counter[int] = Counter()
    for seed in SEEDS:
        document = deal(seed, players)
        assert document["seat"] == document["first"]
        starters[document["first"]] += 1
    assert set(starters) == set(range(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_4_three_cards_each_and_six_in_the_river(players: int) -> None:
    document = deal(11, players)
    assert [len(each["hand"]) for each in document["seats"]] == [3] * players
    assert all(each["pile"] == each["penalty"] == [] for each in document["seats"])
    assert len(document["river"]) == 6
    assert document["holders"] == dict.fromkeys(ANIMALS)
    assert document["stage"] == "play"


def test_2_the_same_seed_is_the_same_deal_and_another_is_another() -> None:
    assert deal(7, 3) == deal(7, 3)
    assert deal(7, 3) != deal(8, 3)


@both
def test_2_3_a_document_may_leave_out_what_the_setup_fixes(start: Start) -> None:
    whole = scene(seat(pile="", hand="FM1"))
    short = {name: value for name, value in whole.items() if name not in ("edition", "holders", "tokens", "stage")}
    assert start(short).document == start(whole).document
    assert start(short).document["tokens"] == dict.fromkeys(ANIMALS, 3)
