"""What seats know (rule 3), and worlds drawn from it."""

import itertools
import math
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env import Position, View
from tests.iglu.scenes import TILES, position, seat
from tests.iglu.walks import SETTINGS, walk

Document = dict[str, Any]


def gets(view: View) -> tuple[bytes, bytes, str, str, str]:
    """All that a seat gets of a position."""
    return view.observation().tobytes(), view.mask().tobytes(), str(view.to_dict()), str(view), view.svg()


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS[::5])
def test_3_permuting_what_a_seat_cannot_know_changes_no_byte_of_what_it_gets(
    players: int, variant: str, half: str
) -> None:
    changed = 0
    for number, where in enumerate(walk(21, players, variant, half)):
        if number % 24 == 0 or where.seat is None:
            for observer in range(players):
                world = where.view(observer).determinize(number)
                assert gets(world.view(observer)) == gets(where.view(observer))
                changed += world != where
    assert changed > 10


def secret() -> Position:
    """Two seats with kept tiles, few tiles on the board, one melted, few animals in the supply."""
    return position(
        seat(inuit="c2", kept="harpoon"),
        seat(inuit="c2", kept="melt, energy 1"),
        tiles={"c2": "fish 1", "g7": "animals"},
        melted="drift",
    )


def test_3_a_view_hides_faces_others_tiles_melted_ones_and_the_order_of_supplies() -> None:
    full, view = secret().to_dict(), secret().view(0).to_dict()
    assert view["tiles"] == {"c2": None, "g7": None}
    assert view["melted"] == 1
    assert view["supply"] == {"fish": 28, "foxes": 10, "bears": 4}
    assert [owner["kept"] for owner in view["seats"]] == [["harpoon"], 2]
    hidden = {"format", "tiles", "melted", "supply", "seats"}
    assert {name: view[name] for name in full if name not in hidden} == {
        name: value for name, value in full.items() if name not in hidden
    }
    assert view["scores"] == secret().scores()
    for other in (0, 1):
        assert {k: v for k, v in view["seats"][other].items() if k != "kept"} == {
            k: v for k, v in full["seats"][other].items() if k != "kept"
        }


def test_3_the_end_lays_nothing_open() -> None:
    where = list(walk(3, 4, "standard", "up"))[-1]
    view = where.view(1).to_dict()
    assert set(view["tiles"].values()) <= {None}
    assert all(isinstance(owner["kept"], int) for k, owner in enumerate(view["seats"]) if k != 1)
    assert isinstance(view["melted"], int)


def test_3_the_observation_counts_unseen_tiles_and_animals_of_the_supply() -> None:
    parts = arctic_env.game("iglu").observation(2).split(secret().view(0).observation())
    assert parts["kept"].tolist() == [0, 0, 0, 0, 1, 0]
    assert parts["kept_size"].tolist() == [1, 2]
    unseen = Counter(["fish 1", "animals", "drift", "melt", "energy 1"])
    faces = ("animals", "energy 1", "energy 2", "energy 3", "harpoon", "melt", "fish 1", "fish 2", "fish 3")
    assert dict(zip(faces, parts["unseen"].tolist(), strict=False)) == {face: unseen[face] for face in faces}
    assert parts["supply"].tolist() == [4, 8, 12, 8, 3, 4, 3]


# ------------------------------------------------------------------------------------------------ exact frequencies

SAMPLES = 4000
SIGMAS = 4.5  # two-sided chance below 1e-5 for each fact; the seeds are fixed besides


def hidden(world: Position) -> tuple[str, ...]:
    """What seat 0 does not know in a world of `secret`: two faces, the melted tile, the kept tiles of seat 1."""
    document = world.to_dict()
    kept = document["seats"][1]["kept"]
    return (document["tiles"]["c2"], document["tiles"]["g7"], *document["melted"], "+".join(kept))


def possible_worlds() -> Counter[tuple[str, ...]]:
    """Every way to lay the five unseen tiles, of which those that are kept have the red frame."""
    red = {"animals", "melt", "energy 1"}
    worlds: Counter[tuple[str, ...]] = Counter()
    for order in itertools.permutations(["fish 1", "animals", "drift", "melt", "energy 1"]):
        if set(order[3:]) <= red:
            worlds[(*order[:3], "+".join(sorted(order[3:])))] += 1
    return worlds


def test_3_worlds_of_a_tiny_position_come_up_as_often_as_they_should() -> None:
    expected = possible_worlds()
    view = secret().view(0)
    seen = Counter(hidden(view.determinize(seed)) for seed in range(SAMPLES))
    assert set(seen) == set(expected)
    total = sum(expected.values())
    for world, number in expected.items():
        share = number / total
        assert abs(seen[world] - SAMPLES * share) <= SIGMAS * math.sqrt(SAMPLES * share * (1 - share)), world


def test_3_supplies_come_in_any_order() -> None:
    where = position(
        seat(hunted=", ".join(["fish 1"] * 7 + ["fish 2"] * 11 + ["fish 3"] * 7)), ice="c2", foxes={"c2": [1, 1, 1]}
    )
    view = where.view(1)
    fish = Counter(tuple(view.determinize(seed).to_dict()["supply"]["fish"]) for seed in range(SAMPLES))
    assert set(fish) == set(itertools.permutations([1, 2, 3]))
    assert all(abs(n - SAMPLES / 6) <= SIGMAS * math.sqrt(SAMPLES * 5 / 36) for n in fish.values())


@pytest.mark.bounds
@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_3_every_world_is_a_position_and_plays_to_its_end(players: int, variant: str, half: str) -> None:
    game = arctic_env.game("iglu")
    chance = random.Random(7)
    for number, where in enumerate(walk(23, players, variant, half)):
        if number % 60 == 0:
            for observer in range(players):
                world = where.view(observer).determinize(number)
                assert game.position(world.to_dict()) == world
                while world.seat is not None:
                    world = world.play(chance.choice(world.legal()))


def test_3_a_turned_red_tile_is_known_to_be_kept_and_no_more() -> None:
    where = position(seat(), seat(), tiles={"c2": "melt", "g7": "fish 1", "h7": "harpoon"}, melted="")
    view = where.play("turn c2").view(1).to_dict()
    assert view["seats"][0]["kept"] == 1
    assert "c2" not in view["tiles"]
    faces = {where.play("turn c2").view(1).determinize(seed).to_dict()["seats"][0]["kept"][0] for seed in range(60)}
    assert faces == {"melt", "harpoon"}


def test_3_loops_agree_with_single_views_and_worlds() -> None:
    game = arctic_env.game("iglu")
    positions = list(walk(4, 3, "serious", "up"))
    states = np.concatenate([where.states for where in positions])
    observers = np.arange(len(states)).astype(np.int8) % 3
    seeds = np.arange(len(states), dtype=np.int64)
    views, worlds = np.zeros_like(states), np.zeros_like(states)
    game.batch.view(states, observers, views)
    game.batch.determinize(views, observers, seeds, worlds)
    for i, where in enumerate(positions):
        view = where.view(int(observers[i]))
        assert views[i : i + 1].tobytes() == view.states.tobytes()
        assert worlds[i : i + 1].tobytes() == view.determinize(i).states.tobytes()


def test_3_the_pool_is_the_table_less_what_the_seat_has_seen() -> None:
    where = list(walk(8, 3, "standard", "down"))[120]
    document = where.to_dict()
    parts = arctic_env.game("iglu").observation(3).split(where.view(2).observation())
    seen = Counter(document["shown"]) + Counter(document["seats"][2]["kept"])
    seen["glacier"] += len(document["glaciers"])
    assert int(parts["unseen"].sum()) == sum(TILES.values()) - sum(seen.values())
