"""Random games keep their material, end, and survive their documents; also with the JIT off."""

from collections import Counter

import pytest

import arctic_env
from arctic_env import Position
from arctic_env.games.iglu import board
from arctic_env.games.iglu.squares import flood
from tests.iglu.scenes import BEARS, FISH, FOXES, TILES
from tests.iglu.walks import SETTINGS, walk

pytestmark = pytest.mark.jitless

MOST_DECISIONS = 800


def tiles(position: Position) -> Counter[str]:
    """Every tile that is somewhere."""
    document = position.to_dict()
    kept = [face for owner in document["seats"] for face in owner["kept"]]
    faces = [*document["tiles"].values(), *["glacier"] * len(document["glaciers"]), *kept]
    return Counter([*faces, *document["shown"], *document["melted"]])


def animals(position: Position) -> Counter[str]:
    """Every animal that is somewhere."""
    document = position.to_dict()
    found = Counter({"bear": document["supply"]["bears"] + len(document["bears"])})
    for field, name in (("fish", "fish"), ("foxes", "fox")):
        found.update(f"{name} {value}" for values in document[field].values() for value in values)
        found.update(f"{name} {value}" for value in document["supply"][field])
    found.update(animal for owner in document["seats"] for animal in owner["hunted"])
    found.update(document["gone"])
    return found


ANIMALS = Counter({"bear": BEARS})
ANIMALS.update({f"fish {value}": number for value, number in FISH.items()})
ANIMALS.update({f"fox {value}": number for value, number in FOXES.items()})


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_random_games_keep_their_material_and_end(players: int, variant: str, half: str) -> None:
    positions = list(walk(11, players, variant, half))
    assert len(positions) <= MOST_DECISIONS
    assert all(tiles(position) == Counter(TILES) for position in positions)
    assert all(animals(position) == ANIMALS for position in positions)
    assert positions[-1].winners()
    assert positions[-1].legal() == []


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_documents_round_trip_to_the_last_byte(players: int, variant: str, half: str) -> None:
    game = arctic_env.game("iglu")
    for number, position in enumerate(walk(12, players, variant, half)):
        if number % 5 == 0 or position.seat is None:
            again = game.position(position.to_dict())
            assert again == position
            assert hash(again) == hash(position)
            assert again.to_dict() == position.to_dict()


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_a_determinized_world_looks_the_same_to_its_seat(players: int, variant: str, half: str) -> None:
    for number, position in enumerate(walk(13, players, variant, half)):
        if number % 4:
            continue
        for seat in range(players):
            view = position.view(seat)
            world = view.determinize(number)
            assert world.view(seat).states.tobytes() == view.states.tobytes()
            assert tiles(world) == Counter(TILES)
            assert animals(world) == ANIMALS


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_observations_stay_within_their_table_and_tell_the_islands(players: int, variant: str, half: str) -> None:
    table = arctic_env.game("iglu").observation(players)
    for number, position in enumerate(walk(14, players, variant, half)):
        if number % 4:
            continue
        for seat in range(players):
            observation = position.view(seat).observation()
            assert (observation >= table.low).all()
            assert (observation <= table.high).all()
        ice = int(board.ice(position.states[0]))
        island = table.split(observation)["island"].ravel()
        for square in range(64):
            connected = flood(1 << square, ice) if ice >> square & 1 else 0
            assert island[square] == connected.bit_count()
