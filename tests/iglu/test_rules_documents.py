"""Position documents (rule 6): refusals by name, the JSON Schema, and fuzzing: refused, or played to its end."""

import copy
import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import hypothesis.strategies as st
import jsonschema
import pytest
from hypothesis import assume, given, settings

import arctic_env
from arctic_env import ArcticError, Position, PositionError
from tests.iglu.scenes import Document, position, scene, seat, within_turn
from tests.iglu.walks import SETTINGS, walk

GAME = arctic_env.game("iglu")


def document() -> Document:
    """Two players at the start of a turn."""
    return scene(
        seat(inuit="c2 c3", igloos="c3", kept="melt", hunted="fish 1"),
        seat(inuit="c2"),
        ice="c2 c3 g7",
        glaciers="d7",
        fish={"e5": [1, 2]},
        foxes={"d7": [2]},
        bears="c2",
        melted="drift",
        gone="fox 1",
    )


def turn(**fields: Any) -> Callable[[Document], None]:
    return put("turn", within_turn(0) | fields)


def put(path: str, value: Any) -> Callable[[Document], None]:
    """A change of the document: set what lies at a path of names and numbers."""

    def change(target: Any) -> None:
        *way, last = path.split(".")
        for step in way:
            target = target[int(step) if step.isdecimal() else step]
        target[int(last) if last.isdecimal() else last] = value

    return change


def drop(name: str) -> Callable[[Document], None]:
    return lambda target: target.pop(name)


def replace(old: str, new: str) -> Callable[[Document], None]:
    """Change all texts and keys."""

    def change(made: Document) -> None:
        changed = json.loads(json.dumps(made).replace(f'"{old}"', f'"{new}"'))
        made.clear()
        made.update(changed)

    return change


REFUSALS = [
    ("format", put("format", "iglu/position/2")),
    ("format", drop("format")),
    ("players", put("players", 5)),
    ("players", put("players", True)),
    ("variant", put("variant", "casual")),
    ("half", put("half", 0.5)),
    ("half", drop("half")),
    ("first", put("first", 2)),
    ("seat", put("seat", None)),
    ("seat", put("seat", 2)),
    ("seat", put("stage", "over")),
    ("stage", put("stage", "end")),
    ("tiles", put("tiles", [])),
    ("tiles", lambda made: made["tiles"].pop("g7")),
    ("tiles.a1", replace("g7", "a1")),
    ("tiles.i9", replace("g7", "i9")),
    ("tiles.g7", put("tiles.g7", "seal")),
    ("tiles.g7", put("tiles.g7", None)),
    ("glaciers[0]", replace("d7", "h8")),
    ("glaciers[1]", put("glaciers", ["d7", "g7"])),
    ("glaciers[1]", put("glaciers", ["d7", "d7"])),
    ("fish.c2", replace("e5", "c2")),  # a fish on ice
    ("fish.a1", replace("e5", "a1")),
    ("fish.e5", put("fish.e5", [])),
    ("fish.e5[1]", put("fish.e5", [1, 4])),
    ("supply", put("fish.e5", [1, 1])),
    ("foxes.e5", lambda made: made["foxes"].update(e5=made["foxes"].pop("d7"))),  # a fox on sea
    ("bears[1]", put("bears", ["c2", "c2"])),  # two bears on a square
    ("bears[0]", put("bears", ["a8"])),
    ("supply.bears", put("supply.bears", 5)),
    ("supply", put("supply.bears", 2)),
    ("supply", lambda made: made["supply"]["fish"].pop()),
    ("supply.foxes[0]", put("supply.foxes.0", 0)),
    ("supply.eggs", put("supply.eggs", 0)),
    ("seats", lambda made: made["seats"].pop()),
    ("seats[0].inuit", lambda made: made["seats"][0]["inuit"].pop()),
    ("seats[0].inuit", lambda made: made["seats"][0]["inuit"].append("c2")),
    ("seats[1].inuit", put("seats.1.inuit.0", "e5")),  # Inuit on sea
    ("seats[0].inuit[0]", put("seats.0.inuit.0", "c9")),
    ("seats[0].igloos[0]", put("seats.0.igloos", ["e5"])),  # an igloo on sea
    ("seats[0].igloos[0]", put("seats.0.igloos", ["a1"])),  # and on a corner
    ("seats[1].igloos[0]", put("seats.1.igloos", ["c3"])),  # two igloos on a square
    ("seats[0].igloos", put("seats.0.igloos", ["c2", "c3", "g7"])),
    ("seats[0].kept[0]", put("seats.0.kept", ["drift"])),
    ("tiles", put("seats.0.kept", ["melt", "melt"])),
    ("seats[0].hunted[0]", put("seats.0.hunted", ["seal"])),
    ("supply", put("seats.0.hunted", ["bear"])),
    ("seats[0].spare", put("seats.0.spare", [])),
    ("gone[0]", put("gone.0", "fish")),
    ("shown[0]", put("shown.0", "fish 4")),
    ("tiles", put("melted", [])),
    ("surplus", put("surplus", 1)),
    ("turn", put("turn", 7)),
    ("turn.extra", turn(extra=1)),
    ("turn.mover", turn(mover=2)),
    ("turn.mover", turn(mover=1)),
    ("turn.turned", turn(turned=1)),
    ("turn.points", turn(points=7)),
    ("turn.points", turn(turned=False)),
    ("turn.points", turn(points=4)),
    ("turn.points", turn(points=6, played=["animals", "harpoon", "melt"])),
    ("turn.points", turn(points=7, played=["energy"])),
    ("turn.played[0]", turn(played=["igloo"])),
    ("turn.played[1]", turn(played=["melt", "melt"])),
    ("turn.steps", turn(steps=4)),
    ("turn.drift", turn(drift=True, turned=False, points=0)),
    ("turn.drift", turn(drift=True, steps=1)),
    ("turn.push", turn(push="c3")),
    ("turn.push", turn(push="c3 north", drift=True)),
    ("turn.push", turn(push="e5 north")),
    ("turn.push", turn(push="c3 north")),
    ("turn.square", turn(asked=[0])),
    ("turn.square", turn(waiting=[0])),
    ("turn.waiting", turn(square="e5", waiting=[0])),
    ("turn.square", turn(square="a1", asked=[0])),
    ("turn.square", turn(square="c2", waiting=[1, 0], drift=True)),
    ("turn.asked", turn(square="c2")),
    ("turn.asked", turn(square="c2", asked=[0], waiting=[1])),
    ("turn.asked", turn(square="c2", asked=[1])),
    ("turn.asked", turn(square="c2", asked=[0, 1])),
    ("turn.asked", turn(square="c2", asked=[0], played=["harpoon"])),
    ("turn.waiting", turn(square="c2", waiting=[0, 1])),
    ("turn.waiting", turn(square="c2", waiting=[1])),
    ("turn.waiting[0]", turn(square="c2", waiting=[4])),
]  # fmt: skip


@pytest.mark.parametrize(("field", "change"), REFUSALS, ids=[f"{k}-{field}" for k, (field, _) in enumerate(REFUSALS)])
def test_6_a_bad_document_is_refused_by_field(field: str, change: Callable[[Document], Any]) -> None:
    made = document()
    assert GAME.position(made).seat == 0
    change(made)
    with pytest.raises(PositionError) as refusal:
        GAME.position(made)
    assert refusal.value.field == field
    assert isinstance(refusal.value, ArcticError)
    assert str(refusal.value)


@pytest.mark.parametrize("nonsense", [None, 3, "position", [], [1], {}, {"format": 1}])
def test_6_what_is_no_position_at_all_is_refused(nonsense: Any) -> None:
    with pytest.raises(PositionError):
        GAME.position(nonsense)


def placed(n: int, players: int = 2) -> Document:
    """A deal after n Inuit have been placed."""
    where = GAME.deal(seed=6, num_players=players)
    for _ in range(n):
        where = where.play("place c1")
    return where.to_dict()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("n", range(6))
def test_6_in_setup_the_inuit_placed_follow_from_first_and_seat(n: int, players: int) -> None:
    made = placed(n, players)
    assert GAME.position(made).to_dict() == made
    for field in ("first", "seat"):
        with pytest.raises(PositionError):
            GAME.position(made | {field: (made[field] + 1) % players})
    more = copy.deepcopy(made)
    more["seats"][made["seat"]]["inuit"].append("c1")
    with pytest.raises(PositionError):
        GAME.position(more)


def test_6_setup_is_over_when_all_stand_and_needs_ice_on_the_ring() -> None:
    made = placed(10)
    with pytest.raises(PositionError, match="the setup is over"):
        GAME.position(made | {"stage": "setup"})
    bare = scene(seat(), ice="e5") | {"stage": "setup"}
    for owner in bare["seats"]:
        owner["inuit"] = []
    with pytest.raises(PositionError, match="no ice on the ring"):
        GAME.position(bare)
    assert GAME.position(bare | {"tiles": {**bare["tiles"], "h7": bare["shown"].pop()}}).legal() == ["place h7"]


def test_6_lists_may_come_unsorted_and_go_out_sorted() -> None:
    made = document()
    shuffled = copy.deepcopy(made)
    for owner in shuffled["seats"]:
        owner["inuit"].reverse()
    shuffled["fish"]["e5"].reverse()
    assert GAME.position(shuffled) == GAME.position(made)
    assert GAME.position(shuffled).to_dict() == made


def test_6_turn_may_be_left_out_or_null_at_the_start_of_a_turn() -> None:
    made = document()
    begun = within_turn(0, turned=False, points=0)
    assert GAME.position(made | {"turn": None}) == GAME.position(made) == GAME.position(made | {"turn": begun})
    assert "turn" not in GAME.position(made | {"turn": begun}).to_dict()


def test_6_a_start_of_a_turn_without_a_tile_to_turn_is_the_end() -> None:
    where = position(seat(inuit="c2"), ice="c2")
    made = where.to_dict()
    assert (made["seat"], made["stage"], "turn" in made) == (None, "over", False)
    assert GAME.position(made) == where
    with pytest.raises(PositionError, match="must be null or left out"):
        GAME.position(made | {"turn": within_turn(0)})


# ------------------------------------------------------------------------------------------------ schema


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_6_the_schema_accepts_what_is_written(players: int, variant: str, half: str) -> None:
    checker = jsonschema.Draft202012Validator(GAME.language.schema())
    for number, where in enumerate(walk(31, players, variant, half)):
        if number % 25 == 0 or where.seat is None:
            checker.validate(json.loads(json.dumps(where.to_dict())))


def test_6_the_schema_is_one_and_refuses_what_has_the_wrong_form() -> None:
    schema = GAME.language.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    checker.validate(document())
    for name in schema["required"]:
        assert not checker.is_valid({key: value for key, value in document().items() if key != name})
    for wrong in ({"surplus": 1}, {"tiles": {"a1": "melt"}}, {"bears": ["c2", "c2"]}, {"fish": {"e5": []}}):
        assert not checker.is_valid(document() | wrong)


def test_6_points_above_three_need_the_energy_that_adds_them() -> None:
    for most in (1, 2, 3):
        higher = [f"energy {value}" for value in range(most + 1, 4) for _ in range(2)]
        made = scene(seat(inuit="c3", kept=", ".join(higher)), glaciers="c3")
        made["turn"] = within_turn(0, points=3 + most, played=["energy"])
        assert GAME.position(made).to_dict() == made
        made["turn"]["points"] += 1
        with pytest.raises(PositionError, match=f"must be 0 to {3 + most}, not {4 + most}"):
            GAME.position(made)


@pytest.mark.parametrize("points", [3, 4, 6, 7])
def test_6_the_schema_knows_that_only_energy_gives_more_than_three_points(points: int) -> None:
    checker = jsonschema.Draft202012Validator(GAME.language.schema())
    plain = document() | {"turn": within_turn(0, points=points, played=["melt"])}
    energetic = document() | {"turn": within_turn(0, points=points, played=["melt", "energy"])}
    assert checker.is_valid(plain) == (points <= 3)
    assert checker.is_valid(energetic) == (points <= 6)


# ------------------------------------------------------------------------------------------------ fuzzing

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.floats(allow_nan=True),
    st.sampled_from(
        ["c2", "a1", "e5", "h7", "melt", "fish 1", "fox 2", "bear", "harpoon", "play", "over", "c2 north", ""]
    ),
    st.lists(st.sampled_from(["c2", "c3", "melt", "fish 1", "bear"]), max_size=4),
    st.lists(st.integers(0, 3), max_size=3),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for key, item in inner for way in places(item, (*path, key)))]


def at(made: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        made = made[key]
    return made


@cache
def sound_positions(players: int, variant: str, half: str) -> list[Position]:
    """Positions of two random games, to be damaged."""
    return [where for seed in (1, 2) for where in walk(seed, players, variant, half)]


@st.composite
def damaged(draw: st.DrawFn) -> Document:
    """A position out of a random game with one to three random changes."""
    positions = sound_positions(*draw(st.sampled_from(SETTINGS)))
    made = draw(st.sampled_from(positions)).to_dict()
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(made)[1:]))
        holder, key = at(made, path[:-1]), path[-1]
        kind = draw(st.sampled_from(["replace", "remove", "swap", "swap", "move"]))
        other = draw(st.sampled_from(places(made)[1:]))
        if kind == "replace":
            holder[key] = draw(VALUES)
        elif kind == "remove":
            del holder[key]
        elif kind == "swap" and other[: len(path)] != path and path[: len(other)] != other:
            other_holder = at(made, other[:-1])
            holder[key], other_holder[other[-1]] = other_holder[other[-1]], holder[key]
        elif (
            kind == "move"
            and isinstance(at(made, other), list)
            and isinstance(holder, list)
            and other[: len(path)] != path
        ):
            at(made, other).insert(0, holder.pop(key))
    return made


SCHEMA = jsonschema.Draft202012Validator(GAME.language.schema())


@settings(max_examples=150)
@given(damaged(), st.integers(0, 1000))
def test_6_a_document_is_refused_or_plays_to_its_end(made: Document, seed: int) -> None:
    try:
        where = GAME.position(made)
    except PositionError:
        return
    assert SCHEMA.is_valid(json.loads(json.dumps(made)))
    assert GAME.position(where.to_dict()) == where
    chance = random.Random(seed)
    decisions = 0
    while where.seat is not None:
        where = where.play(chance.choice(where.legal()))
        decisions += 1
        assert decisions < 1000
        if decisions % 7 == 0:
            assert GAME.position(where.to_dict()) == where
        if decisions % 40 == 0:
            for observer in range(where.players):
                view = where.view(observer)
                assert view.determinize(decisions).view(observer).states.tobytes() == view.states.tobytes()
    assert where.winners()


@st.composite
def odd_turns(draw: st.DrawFn) -> Document:
    """A position out of a random game whose turn is another one."""
    positions = sound_positions(*draw(st.sampled_from(SETTINGS)))
    made = draw(st.sampled_from(positions)).to_dict()
    assume(made["stage"] == "play")
    made["turn"] = within_turn(
        made["seat"],
        turned=draw(st.sampled_from([True, True, False])),
        points=draw(st.integers(0, 6)),
        played=draw(st.lists(st.sampled_from(["animals", "energy", "harpoon", "melt"]), unique=True)),
        steps=draw(st.sampled_from([0, 0, 1, 2, 3])),
    )
    return made


@settings(max_examples=100)
@given(odd_turns(), st.integers(0, 1000))
def test_6_whatever_follows_an_odd_turn_loads_again_and_is_observed(made: Document, seed: int) -> None:
    try:
        where = GAME.position(made)
    except PositionError:
        return
    assert SCHEMA.is_valid(made)
    table = GAME.observation(where.players)
    chance = random.Random(seed)
    for _ in range(12):
        assert GAME.position(where.to_dict()) == where
        if where.seat is None:
            break
        seen = where.view(where.seat).observation()
        assert ((table.low <= seen) & (seen <= table.high)).all()
        energy = [text for text in where.legal() if text.startswith("energy")]
        where = where.play(chance.choice(energy or where.legal()))
