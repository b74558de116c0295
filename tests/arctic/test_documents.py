"""Position documents: refusals by name, the JSON Schema, and fuzzing: a document is refused or plays to its end."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import hypothesis.strategies as st
import jsonschema
import pytest
from hypothesis import given, settings

import arctic_env
from arctic_env import ArcticError, Position, PositionError
from tests.arctic.referee.positions import random_document
from tests.arctic.scenes import scene, seat
from tests.arctic.walks import SETTINGS, walk

Document = dict[str, Any]
GAME = arctic_env.game("arctic")
CARDS = [f"{main}{other}{draw}" for main in "FMWOPB" for other in "FMWOPB" if main != other for draw in range(1, 6)]


def document() -> Document:
    """Two players at the start of a turn; seat 0 has FM1 as its Visible card."""
    return scene(seat(hand="FW2 MO2", pile="*BF5 FM1", penalty="OB2"), seat(hand="MP3", pile="WO1"))


def turn(**changes: Any) -> Document:
    begin = {
        "decision": "place",
        "value": 5,
        "count": 0,
        "swapped": False,
        "taken_back": False,
        "placement": 0,
        "tucked": False,
        "pushed": None,
        "draw": 0,
        "card": None,
    }
    return begin | changes


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


def move_card(
    source: Callable[[Document], list[str]], target: Callable[[Document], list[str]], n: int
) -> Callable[[Document], None]:
    """Move the last n cards of one list to another."""

    def change(made: Document) -> None:
        for _ in range(n):
            target(made).append(source(made).pop())

    return change


def deck(made: Document) -> list[str]:
    cards: list[str] = made["deck"]
    return cards


def hand_of(number: int) -> Callable[[Document], list[str]]:
    return lambda made: made["seats"][number]["hand"]


REFUSALS = [
    ("format", put("format", "arctic/position/2")),
    ("format", drop("format")),
    ("players", put("players", 5)),
    ("players", put("players", True)),
    ("players", put("players", 3.0)),
    ("edition", put("edition", "fr")),
    ("faces", drop("faces")),
    ("faces.fox", put("faces.fox", "swap")),
    ("faces.seal", put("faces.seal", "swap")),
    ("holders.fox", put("holders.fox", 2)),
    ("holders.fox", put("holders.fox", -1)),
    ("tokens.fox", put("tokens.fox", 2)),
    ("tokens.fox", put("tokens.fox", 16)),
    ("tokens.fox", put("tokens.fox", "3")),
    ("deck[0]", put("deck.0", "FF1")),
    ("deck[0]", put("deck.0", None)),
    ("deck", put("deck", "FM1")),
    ("reserve", put("reserve", [])),
    ("seats[0].pile[1]", put("river.0", "FM1")),
    ("first", put("first", 2)),
    ("seat", put("seat", None)),
    ("seat", put("seat", 2)),
    ("seats", lambda made: made["seats"].pop()),
    ("seats[0].totem", put("seats.0.totem", None)),
    ("seats[0].totem", put("seats.0.totem", "seal")),
    ("seats[0].spare", put("seats.0.spare", [])),
    ("seats[0].hand[0]", put("seats.0.hand.0", "*FW2")),
    ("stage", put("stage", "end")),
    ("reserve", put("stage", "last")),
    ("surplus", put("surplus", 1)),
    ("seats[1].hand", move_card(deck, hand_of(1), 7)),
    ("seats[0].hand", move_card(deck, hand_of(0), 12)),
    ("river", lambda made: made["river"].append(made["deck"].pop())),
    ("seats[1].pile[0]", put("seats.1.pile.0", "*WO1")),
    ("deck", lambda made: made["deck"].pop()),
    ("players", put("deck.0", "FP1")),
    ("turn.decision", put("turn", turn(decision="over"))),
    ("turn.value", put("turn", turn(value=4))),
    ("turn.value", put("turn", turn(decision="draw", value=2, pushed=["left", "right"]))),
    ("turn.count", put("turn", turn(count=6))),
    ("turn.swapped", put("turn", turn(swapped=0))),
    ("turn.placement", put("turn", turn(placement=2))),
    ("turn.pushed", put("turn", turn(pushed=["left", "right"]))),
    ("turn.pushed", put("turn", turn(decision="draw", value=1, pushed=None))),
    ("turn.pushed[0]", put("turn", turn(decision="draw", value=1, pushed=["up", "left"]))),
    ("turn.draw", put("turn", turn(draw=1))),
    ("turn.card", put("turn", turn(card="FW2"))),
    ("turn.card", put("turn", turn(decision="swap", card="FW2"))),
    ("turn.card", put("turn", turn(decision="swap", card="OB2"))),
    ("turn.card", put("turn", turn(decision="receiver", value=1, pushed=["left", "right"], card="OB2"))),
    ("turn.extra", put("turn", turn(extra=1))),
    ("turn", put("turn", 7)),
    ("known", put("known", {"public": {}})),
    ("known.private", put("known", {"public": {}})),
    ("known.private", put("known", {"public": {}, "private": []})),
    ("known.public.FM9", put("known", {"public": {"FM9": ["hand 0"]}, "private": [{}, {}]})),
    ("known.public.FW2", put("known", {"public": {"FW2": []}, "private": [{}, {}]})),
    ("known.public.FW2", put("known", {"public": {"FW2": ["hand 1"]}, "private": [{}, {}]})),
    ("known.public.FM1", put("known", {"public": {"FM1": ["hand 0"]}, "private": [{}, {}]})),
    ("known.public.FW2[0]", put("known", {"public": {"FW2": ["hand 9"]}, "private": [{}, {}]})),
    ("known.public.FW2[0]", put("known", {"public": {"FW2": ["hand 0 1"]}, "private": [{}, {}]})),
    ("known.public.FW2[0]", put("known", {"public": {"FW2": ["hand 00"]}, "private": [{}, {}]})),
    ("known.public.OB2[0]", put("known", {"public": {"OB2": ["penalty 00"]}, "private": [{}, {}]})),
    ("known.public.BF5[0]", put("known", {"public": {"BF5": ["pile 0 00"]}, "private": [{}, {}]})),
    ("known.public.BF5[0]", put("known", {"public": {"BF5": ["pile 0 " + "9" * 5000]}, "private": [{}, {}]})),
    ("known.public.FW2[1]", put("known", {"public": {"FW2": ["hand 0", "hand 0"]}, "private": [{}, {}]})),
    ("known.public.FW2[1]", put("known", {"public": {"FW2": ["hand 0", "pile 0 1"]}, "private": [{}, {}]})),
    ("known.public.OB2", put("known", {"public": {"OB2": ["penalty 0", "penalty 1"]}, "private": [{}, {}]})),
    ("known.private[1].OB2", put("known", {"public": {}, "private": [{}, {"OB2": ["penalty 0"]}]})),
    ("history", put("history", {})),
    ("history", put("history", [{}])),
    ("history", put("history", [{}, {}, {}])),
    ("history[1]", put("history", [{}, 3])),
    ("history[0].up", put("history", [{"up": {"fox": 1}}, {}])),
    ("history[0].right", put("history", [{"right": 1}, {}])),
    ("history[0].right.seal", put("history", [{"right": {"seal": 1}}, {}])),
    ("history[0].right.fox", put("history", [{"right": {"fox": -1}}, {}])),
    ("history[1].passed_main.bear", put("history", [{}, {"passed_main": {"bear": 100}}])),
    ("history[1].gained.bear", put("history", [{}, {"gained": {"bear": -100}}])),
    ("history[0].left.fox", put("history", [{"left": {"fox": 1.0}}, {}])),
    ("history[0].left.fox", put("history", [{"left": {"fox": True}}, {}])),
]  # fmt: skip


@pytest.mark.parametrize(("field", "change"), REFUSALS, ids=[f"{k}-{field}" for k, (field, _) in enumerate(REFUSALS)])
def test_a_bad_document_is_refused_by_field(field: str, change: Callable[[Document], Any]) -> None:
    made = document()
    assert GAME.position(made).seat == 0
    change(made)
    with pytest.raises(PositionError) as refusal:
        GAME.position(made)
    # A missing field of an object is named itself; the object may be named where the whole is wrong.
    assert refusal.value.field in (field, f"{field}.private")
    assert isinstance(refusal.value, ArcticError)
    assert str(refusal.value)


@pytest.mark.parametrize("nonsense", [None, 3, "position", [], [1], {}, {"format": 1}])
def test_what_is_no_position_at_all_is_refused(nonsense: Any) -> None:
    with pytest.raises(PositionError):
        GAME.position(nonsense)


def test_a_seat_to_decide_without_card_and_hand_is_refused() -> None:
    made = scene(seat(hand="", pile=""), seat())
    with pytest.raises(PositionError, match="neither a Visible card nor a hand"):
        GAME.position(made)


def test_a_waiting_seat_without_card_and_hand_pays_and_passes_on() -> None:
    made = scene(seat(hand="FW2", pile="FM1"), seat(hand="", pile="", penalty=""), seat(), players=3)
    position = GAME.position(made)
    while position.seat == 0:
        position = position.play(position.legal()[0])
    assert position.seat == 2
    assert len(position.to_dict()["seats"][1]["penalty"]) == 1


GIVE = {"faces": {"bear": "give"}, "holders": {"bear": 0}}


@pytest.mark.parametrize(
    ("stage", "hands", "at", "refused"),
    [
        ("play", (13, 7), {}, None),
        ("play", (14, 7), {}, "seats[0].hand"),
        ("play", (7, 8), {}, "seats[1].hand"),
        ("last", (13, 13), {}, None),
        ("last", (7, 14), {}, "seats[1].hand"),
        ("last", (7, 20), {"first": 1}, None),  # seat 1 has had its last turn
        ("play", (7, 7), {"turn": turn(decision="give", value=1, pushed=["left", "right"])}, None),
        ("play", (14, 7), {"turn": turn(decision="give", value=1, pushed=["left", "right"])}, "seats[0].hand"),
        ("play", (14, 7), {"turn": turn(taken_back=True)}, None),
        ("play", (15, 7), {"turn": turn(taken_back=True)}, "seats[0].hand"),
        ("play", (14, 7), {"turn": turn(decision="discard", value=1, count=1, pushed=["left", "right"])}, None),
        ("play", (15, 7), {"turn": turn(decision="draw", value=1, count=1, pushed=["left", "right"])}, "seats[0].hand"),
    ],
)  # fmt: skip
def test_as_many_cards_as_a_hand_can_hold(
    stage: str, hands: tuple[int, int], at: Document, refused: str | None
) -> None:
    made = document() | at | {"stage": stage}
    made["faces"] |= GIVE["faces"]
    made["holders"] |= GIVE["holders"]
    if stage != "play":
        made["deck"] += made["reserve"]
        made["reserve"] = []
    for number, size in enumerate(hands):
        move_card(deck, hand_of(number), size - len(hand_of(number)(made)))(made)
    if refused is None:
        play_to_the_end(GAME.position(made), random.Random(1), every=1)
        return
    with pytest.raises(PositionError) as refusal:
        GAME.position(made)
    assert refusal.value.field == refused


def test_a_hand_at_give_may_hold_thirteen_cards() -> None:
    made = document() | {"turn": turn(decision="give", value=1, pushed=["left", "right"])}
    made["faces"] |= GIVE["faces"]
    made["holders"] |= GIVE["holders"]
    move_card(deck, hand_of(0), 13 - len(hand_of(0)(made)))(made)
    position = GAME.position(made)
    assert "keep" in position.legal()
    assert GAME.position(position.to_dict()) == position


@pytest.mark.parametrize("seed", range(3))
def test_full_hands_play_to_the_end_and_load_again_at_every_step(seed: int) -> None:
    """Thirteen cards as the turn begins, one taken back, and six drawn."""
    for fields in ({"moose": "placement", "puffin": "takeback"}, {"moose": "draw", "puffin": "takeback"}):
        made = document()
        made["faces"] |= fields
        made["holders"] |= dict.fromkeys(fields, 0)
        move_card(deck, hand_of(0), 11)(made)
        position = GAME.position(made)
        for text in ("take back", "placement -1"):
            position = position.play(text) if text in position.legal() else position
            assert GAME.position(position.to_dict()) == position
        play_to_the_end(position, random.Random(seed), every=1)


def test_what_may_be_left_out_at_the_start_of_a_turn() -> None:
    made = scene(seat(), seat(), edition="de")
    full = GAME.position(made)
    for name in ("edition", "holders", "tokens", "stage"):
        made.pop(name)
    assert GAME.position(made) == full
    assert {"turn", "known", "history"} <= set(full.to_dict())
    assert full.to_dict()["history"] == [{}, {}]


def test_a_history_round_trips_and_counts_on_up_to_the_most() -> None:
    made = scene(seat(hand="FW2", pile="WO1"), seat(), tokens={"fox": 10})
    made["history"] = [
        {"right": {"fox": 99, "moose": 2}, "gained": {"fox": 97, "walrus": -98}},
        {"passed_main": {"orca": 5}},
    ]
    position = GAME.position(made)
    assert position.to_dict()["history"] == made["history"]
    assert GAME.position(position.to_dict()) == position
    played = position.play("place FW2").play("right fox")
    assert played.to_dict()["history"][0] == {
        "right": {"fox": 99, "moose": 2},
        "left": {"walrus": 1},
        "gained": {"fox": 99, "walrus": -99},
    }
    assert GAME.position(played.to_dict()) == played


def test_a_face_down_card_may_be_on_top_after_a_takeback() -> None:
    made = document()
    made["faces"]["puffin"], made["holders"]["puffin"] = "takeback", 0
    position = GAME.position(made).play("take back")
    assert position.to_dict()["seats"][0]["pile"][-1] == "*BF5"
    assert GAME.position(position.to_dict()) == position


def test_the_end_round_trips_and_has_no_turn() -> None:
    end = list(walk(seed=5, players=2, edition="de"))[-1]
    made = end.to_dict()
    assert made["turn"] is None
    assert GAME.position(made) == end
    for field, value in (("seat", 0), ("turn", turn())):
        with pytest.raises(PositionError, match="must be null"):
            GAME.position(made | {field: value})


# ------------------------------------------------------------------------------------------------ schema


@pytest.mark.parametrize(("players", "edition"), SETTINGS)
def test_the_schema_accepts_what_is_written(players: int, edition: str) -> None:
    checker = jsonschema.Draft202012Validator(GAME.language.schema())
    for number, position in enumerate(walk(seed=31, players=players, edition=edition)):
        if number % 7 == 0 or position.seat is None:
            checker.validate(json.loads(json.dumps(position.to_dict())))


def test_the_schema_is_one_and_refuses_what_has_the_wrong_form() -> None:
    schema = GAME.language.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    checker.validate(document())
    for name in ("format", "players", "faces", "deck", "river", "seats"):
        assert not checker.is_valid({key: value for key, value in document().items() if key != name})
    assert not checker.is_valid(document() | {"surplus": 1})
    assert not checker.is_valid(document() | {"tokens": dict.fromkeys(document()["tokens"], 2)})


# ------------------------------------------------------------------------------------------------ fuzzing

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.floats(allow_nan=True),
    st.sampled_from(
        [*CARDS, "*FM1", "fox", "wild", "play", "finish", "last", "over", "hand 1", "penalty 0", "pile 1 0", ""]
    ),
    st.lists(st.sampled_from(CARDS), max_size=4),
    st.dictionaries(st.sampled_from(["fox", "moose", "FM1"]), st.integers(0, 3), max_size=2),
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
def sound_positions(players: int, edition: str) -> list[Position]:
    """Positions of two random games, to be damaged."""
    return [position for seed in (0, 1) for position in walk(seed, players, edition)]


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
            target = at(made, other)
            target.insert(0, holder.pop(key))
    return made


def play_to_the_end(position: Position, chance: random.Random, every: int = 40) -> Position:
    """Play at random; of so many positions each is loaded again, and each is drawn anew from what seats know."""
    decisions = 0
    while position.seat is not None:
        position = position.play(chance.choice(position.legal()))
        decisions += 1
        assert decisions < 1000
        if decisions % every == 0:
            assert GAME.position(position.to_dict()) == position
        if decisions % 40 == 0:
            for observer in range(position.players):
                view = position.view(observer)
                assert view.determinize(decisions).view(observer).states.tobytes() == view.states.tobytes()
    return position


SCHEMA = jsonschema.Draft202012Validator(GAME.language.schema())


def test_odd_positions_load_again_at_every_step() -> None:
    """Full hands, short decks, late stages."""
    chance = random.Random(4)
    made = [random_document(chance) for _ in range(400)]
    crowded = [each for each in made if max(len(owner["hand"]) for owner in each["seats"]) > 10]
    assert len(crowded) > 15
    for each in crowded:
        play_to_the_end(GAME.position(each), chance, every=1)


@settings(max_examples=150)
@given(damaged(), st.integers(0, 1000))
def test_a_document_is_refused_or_plays_to_its_end(made: Document, seed: int) -> None:
    try:
        position = GAME.position(made)
    except PositionError:
        return
    assert SCHEMA.is_valid(json.loads(json.dumps(made)))
    assert GAME.position(position.to_dict()) == position
    end = play_to_the_end(position, random.Random(seed), every=7)
    assert len(end.winners()) == 1
    assert sum(len(entry["runs"]) for entry in end.scores()) == 6 * end.players
