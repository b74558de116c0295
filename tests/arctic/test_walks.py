"""Random games keep their material, end, and survive their documents; also with the JIT off."""

import numpy as np
import pytest

import arctic_env
from arctic_env import Position
from tests.arctic.walks import SETTINGS, STRIDE, walk

pytestmark = pytest.mark.jitless

MOST_DECISIONS = 400  # of a game of four; the longest of 10,000 random ones had under 300


def material(position: Position) -> list[str]:
    """Every card that stands somewhere."""
    document = position.to_dict()
    cards = document["deck"] + document["reserve"] + document["river"]
    for seat in document["seats"]:
        cards += seat["hand"] + seat["penalty"] + [card.lstrip("*") for card in seat["pile"]]
    return sorted(cards)


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_random_games_keep_their_cards_and_end(players: int, edition: str) -> None:
    positions = list(walk(seed=11, players=players, edition=edition))
    assert len(positions) <= MOST_DECISIONS
    assert all(material(position) == material(positions[0]) for position in positions)
    assert len(set(material(positions[0]))) == 30 * players
    assert positions[-1].winners()
    assert positions[-1].legal() == []


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_documents_round_trip_to_the_last_byte(players: int, edition: str) -> None:
    game = arctic_env.game("arctic")
    for number, position in enumerate(walk(seed=12, players=players, edition=edition)):
        if number % (5 * STRIDE) == 0 or position.seat is None:
            again = game.position(position.to_dict())
            assert again == position
            assert hash(again) == hash(position)
            assert again.to_dict() == position.to_dict()


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_a_determinized_world_looks_the_same_to_its_seat(players: int, edition: str) -> None:
    for number, position in enumerate(walk(seed=13, players=players, edition=edition)):
        if number % (2 * STRIDE):
            continue
        for seat in range(players):
            view = position.view(seat)
            world = view.determinize(number)
            assert world.view(seat).states.tobytes() == view.states.tobytes()
            assert material(world) == material(position)
            if number % 10 == 0:
                assert (world.view(seat).observation() == view.observation()).all()


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_observations_stay_within_their_table(players: int, edition: str) -> None:
    table = arctic_env.game("arctic").observation(players)
    for number, position in enumerate(walk(seed=14, players=players, edition=edition)):
        if number % STRIDE:
            continue
        for seat in range(players):
            observation = position.view(seat).observation()
            assert (observation >= table.low).all()
            assert (observation <= table.high).all()


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_seats_of_batches_are_small_numbers_that_places_are_not_computed_in(players: int, edition: str) -> None:
    game = arctic_env.game("arctic")
    seats = np.arange(players, dtype=np.int8)
    seen = np.empty((players, game.observation(players).size), np.int8)
    for number, position in enumerate(walk(seed=15, players=players, edition=edition)):
        if number % (4 * STRIDE):
            continue
        game.batch.encode(np.repeat(position.states, players), seats, seen)
        for seat in range(players):
            assert (seen[seat] == position.view(seat).observation()).all()
