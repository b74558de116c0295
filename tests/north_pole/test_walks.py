"""Random games keep their material, end, and survive their documents; also with the JIT off."""

from collections import Counter

import pytest

import arctic_env
from arctic_env import Position
from arctic_env.games.north_pole.material import ALL_MASKS, CARD_TEXTS, CARDS, MASKS
from tests.north_pole.walks import SETTINGS, SLOW, walk

pytestmark = pytest.mark.jitless

ALL_CARDS = Counter(dict(zip(CARD_TEXTS, CARDS.tolist(), strict=True)))
EVERY_MASK = Counter(dict(zip(MASKS, ALL_MASKS.tolist(), strict=True)))


def cards(position: Position) -> Counter[str]:
    """Every card that is somewhere."""
    document = position.to_dict()
    found = Counter(card for side in document["sides"].values() for card in side if card is not None)
    for pile in ("deck", "discard", "storm"):
        found.update(document[pile])
    found.update(seat["pack"] for seat in document["seats"] if seat["pack"] is not None)
    return found


def masks(position: Position) -> Counter[str]:
    """Every ice mask that is somewhere."""
    document = position.to_dict()
    found = Counter({"hole": len(document["holes"]), "bear": len(document["bears"])})
    found["igloo"] += len(document["igloos"])
    for pile in ("masks", "leftover", "box", "spent"):
        found.update(document[pile])
    found.update(document["corners"].values())
    found.update([document["score"]] if document["score"] else [])
    found.update(document["turn"]["declared"] if document["turn"] else [])
    for seat in document["seats"]:
        found.update(seat["equipment"])
        found["backpack"] += seat["pack"] is not None
    return found


def pawns(position: Position) -> list[int]:
    """The pawns of each seat."""
    return [seat["ship"] + seat["home"] + len(seat["pawns"]) for seat in position.to_dict()["seats"]]


@pytest.mark.parametrize("seed", [21, 22, 23])
@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_random_games_keep_their_material_and_end(players: int, teams: bool, seed: int) -> None:
    positions = list(walk(seed, players, teams))
    for position in positions[:: 10 if SLOW else 3]:
        assert cards(position) == ALL_CARDS
        assert masks(position) == EVERY_MASK
        assert pawns(position) == pawns(positions[0])
        assert position.legal() != ["end"]
    if not SLOW:
        assert positions[-1].seat is None
        assert positions[-1].legal() == []
        assert bool(positions[-1].winners()) != positions[-1].truncated
        assert positions[-1].truncated == (positions[-1].to_dict()["turns"] == 500)


@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_documents_round_trip_to_the_last_byte(players: int, teams: bool) -> None:
    game = arctic_env.game("north_pole")
    for number, position in enumerate(walk(25, players, teams)):
        if number % 10 == 0 or position.seat is None:
            again = game.position(position.to_dict())
            assert again == position
            assert hash(again) == hash(position)
            assert again.to_dict() == position.to_dict()


@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_a_determinized_world_looks_the_same_to_its_seat(players: int, teams: bool) -> None:
    for number, position in enumerate(walk(25, players, teams)):
        if number % 5:
            continue
        for seat in range(players):
            view = position.view(seat)
            world = view.determinize(number)
            assert world.view(seat).states.tobytes() == view.states.tobytes()
            assert view.mask().tolist() == (position.mask() if seat == position.seat else 0 * position.mask()).tolist()
            assert cards(world) == ALL_CARDS
            assert masks(world) == EVERY_MASK


@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_observations_stay_within_their_table(players: int, teams: bool) -> None:
    table = arctic_env.game("north_pole").observation(players)
    for number, position in enumerate(walk(26, players, teams, most=400)):
        if number % 4:
            continue
        for seat in range(players):
            observation = position.view(seat).observation()
            assert (observation >= table.low).all()
            assert (observation <= table.high).all()
