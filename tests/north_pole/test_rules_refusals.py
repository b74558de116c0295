"""Position documents (rule 7): refusals by field, the JSON Schema, and fuzzing: refused, or played on."""

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
from tests.north_pole.boards import Document
from tests.north_pole.referee.checking import faults
from tests.north_pole.referee.choosing import Chooser
from tests.north_pole.referee.deals import SETTINGS, random_document
from tests.north_pole.referee.north_pole import Referee
from tests.north_pole.scenes import EXTRA, scene, within_turn

GAME = arctic_env.game("north_pole")
STEPS = 60  # decisions of a game that is played on


def document(**fields: Any) -> Document:
    """Something in every field, two players, seat 0 about to name a card; its own side is E."""
    made = scene(
        "b6 c1 f2",
        "g7 c1 d8",
        cards="march move, -, steal",
        sides={"N": "sling, dash ambush", "S": "swoop move"},
        equipment=("pickaxe, igloo", "snowshoes"),
        packs=(None, "gallop move red"),
        storm="march ambush",
        discard="sling, steal",
        masks="storm, husky, hole",
        corners={"a1": "igloo", "h8": "compass"},
        score="husky",
        holes="c6",
        bears="e7",
        igloos={"g7": 1},
        turned=1,
        disc="e4",
        home=(1,),
    )
    return made | fields


Change = Callable[[Document], Any]


def put(path: str, value: Any) -> Change:
    """A change of the document: set what lies at a path of names and numbers."""

    def change(target: Any) -> None:
        *way, last = path.split(".")
        for step in way:
            target = target[int(step) if step.isdecimal() else step]
        target[int(last) if last.isdecimal() else last] = value

    return change


def drop(name: str) -> Change:
    return lambda target: target.pop(name)


def turn(decision: str = "card", **fields: Any) -> Change:
    return put("turn", within_turn(decision, **fields))


def moved(item: str, source: str, *way: Any) -> Change:
    """A card or mask goes from one list to another."""

    def change(made: Any) -> None:
        made[source].remove(item)
        for step in way:
            made = made[step]
        made.append(item)

    return change


def both_of(*changes: Change) -> Change:
    def change(made: Document) -> None:
        for each in changes:
            each(made)

    return change


def two_more_pieces(seat: int) -> Change:
    return both_of(*(moved(piece, "spent", "seats", seat, "equipment") for piece in ("backpack", "pickaxe")))


STORM_OF_NINE = both_of(moved("sling red", "deck", "storm"), moved("gallop ambush red", "deck", "storm"))

REFUSALS: list[tuple[str, Change]] = [
    ("format", put("format", "north_pole/position/2")),
    ("format", drop("format")),
    ("players", put("players", 1)),
    ("players", put("players", True)),
    ("teams", put("teams", 1)),
    ("teams", put("teams", True)),  # two players have no team game
    ("turned", put("turned", -1)),
    ("disc", put("disc", "c4")),
    ("disc", put("disc", None)),
    ("sides", put("sides", [])),
    ("sides.W", lambda made: made["sides"].pop("W")),
    ("sides.X", put("sides.X", [None, None, None])),
    ("sides.W", put("sides.W", [None, None])),
    ("sides.N[0]", put("sides.N.0", "sling green")),
    ("sides.N[1]", put("sides.N.1", 3)),
    ("deck", put("deck", [])),
    ("deck", lambda made: made["deck"].pop()),
    ("deck", lambda made: made["deck"].append("steal red")),
    ("deck", put("sides.N.0", "sling red")),
    ("deck[0]", put("deck.0", None)),
    ("deck[1]", put("deck.1", "march")),
    ("discard[1]", put("discard.1", "steal blue red")),
    ("storm", put("storm", ["march move red"] * 23)),
    ("storm", STORM_OF_NINE),
    ("storm", both_of(STORM_OF_NINE, put("turn", within_turn("end", played=True)))),
    (
        "storm",
        both_of(STORM_OF_NINE, moved("march move red", "deck", "storm"), two_more_pieces(0), turn("room", played=True)),
    ),
    ("stream", put("stream", 2**64)),
    ("stream", put("stream", 1.0)),
    ("masks", put("masks", ["husky"] * 11)),
    ("masks", lambda made: made["masks"].pop()),
    ("masks", lambda made: made["spent"].append("husky")),
    ("masks[1]", put("masks.1", "seal")),
    ("corners.b1", put("corners.b1", "husky")),
    ("corners.a1", put("corners.a1", None)),
    ("corners.a1", put("seats.0.pawns.0", "a1")),
    ("corners.h8", put("bears", ["h8"])),
    ("corners.a1", put("holes", ["a1"])),
    ("score", put("score", "seal")),
    ("masks", put("score", "bear")),
    ("leftover[0]", put("leftover.0", "fox")),
    ("box[0]", put("box.0", "storm")),  # a hazard is never dealt
    ("spent", put("spent", "husky")),
    ("holes[1]", put("holes", ["c6", "c6"])),
    ("holes", put("holes", ["c6", "d6", "e6", "f6"])),
    ("bears", put("bears", ["e7", "e6", "e5"])),
    ("bears[0]", put("bears.0", "e9")),
    ("bears[0]", put("bears.0", "c6")),  # a hole
    ("bears[0]", put("bears.0", "b6")),  # a pawn
    ("seats[0].pawns[0]", put("seats.0.pawns.0", "c6")),
    ("seats[1].pawns[2]", put("seats.1.pawns.2", "b6")),
    ("igloos.g7", put("igloos.g7", 0)),
    ("igloos.g7", put("igloos.g7", 2)),
    ("igloos.c1", put("igloos", {"c1": 0})),  # a camp
    ("igloos.d4", both_of(put("seats.0.pawns.0", "d4"), put("igloos", {"d4": 0}))),
    ("igloos.i1", put("igloos", {"i1": 0})),
    ("first", put("first", 2)),
    ("seat", put("seat", None)),
    ("seat", put("seat", 2)),
    ("seat", both_of(put("stage", "over"), put("turns", 500))),
    ("turns", put("turns", 501)),
    ("turns", put("turns", 500)),
    ("stage", put("stage", "setup")),
    ("stage", both_of(put("stage", "over"), put("seat", None), put("turn", None))),
    ("stage", both_of(put("seats.0.pawns", []), put("seats.0.home", 4))),
    ("turn", both_of(put("stage", "over"), put("turns", 500), put("seat", None))),
    ("seats", lambda made: made["seats"].pop()),
    ("seats", lambda made: made["seats"].append(made["seats"][0])),
    ("seats[0].pawns", put("seats.0.home", 0)),
    ("seats[0].pawns", lambda made: made["seats"][0]["pawns"].append("b7")),
    ("seats[0].ship", put("seats.0.ship", 5)),
    ("seats[0].equipment[0]", put("seats.0.equipment.0", "bear")),
    ("seats[0].equipment", two_more_pieces(0)),
    ("seats[1].equipment", two_more_pieces(1)),  # with a filled backpack
    ("seats[1].pack", put("seats.1.pack", "backpack")),
    ("seats[0].spare", put("seats.0.spare", [])),
    ("surplus", put("surplus", 1)),
    ("turn", put("turn", 7)),
    ("turn.extra", lambda made: made["turn"].pop("extra")),
    ("turn.mood", turn(mood=1)),
    ("turn.decision", turn("sleep")),
    ("turn.decision", turn("camp", packed=False, new_cards=True)),
    ("turn.decision", turn("room", played=True)),  # only two pieces
    ("turn.card", turn(card=1)),
    ("turn.card", turn("aim")),
    ("turn.card", turn("aim", card=0)),
    ("turn.card", turn("aim", card="deck")),
    ("turn.card", turn("aim", card=True)),
    ("turn.card", turn("aim", card=2)),  # an empty place
    ("turn.card", turn("aim", card=3)),  # a steal without what it takes
    ("turn.card", turn("aim", card="pack")),
    ("turn.taken", turn(taken="N1")),
    ("turn.taken", turn("aim", card=3, taken="E3")),  # another steal
    ("turn.taken", turn("aim", card=3, taken="N3")),
    ("turn.taken", turn("aim", card=3, taken="X1")),
    ("turn.taken", turn("aim", card=1, taken="N1")),
    ("turn.declared[0]", turn(declared=["husky"])),
    ("turn.declared[1]", turn(declared=["snowshoes", "snowshoes"])),
    ("turn.declared", turn("end", played=True, declared=["snowshoes"])),
    ("turn.declared", both_of(turn(), moved("snowshoes", "box", "turn", "declared"))),
    ("turn.declared", turn(new_cards=True, declared=["snowshoes"])),
    ("turn.new_cards", turn(new_cards=1)),
    ("turn.discarded", turn(discarded=True)),
    ("turn.discarded", turn("end", played=True, new_cards=True)),
    ("turn.discarded", turn("aim", card=1, new_cards=True)),
    ("turn.played", turn(played=True)),
    ("turn.played", turn("end")),
    ("turn.extra", turn(extra=1)),
    ("turn.extra", turn(extra=-1)),
    ("turn.extra", turn("end", played=True, extra=1)),
    ("turn.packed", turn(packed=True)),
]


@pytest.mark.parametrize(("field", "change"), REFUSALS, ids=[f"{k}-{field}" for k, (field, _) in enumerate(REFUSALS)])
def test_7_a_bad_document_is_refused_by_field(field: str, change: Change) -> None:
    made = document()
    assert GAME.position(made).seat == 0
    change(made)
    with pytest.raises(PositionError) as refusal:
        GAME.position(made)
    assert refusal.value.field == field
    assert isinstance(refusal.value, ArcticError)
    assert "None" not in str(refusal.value)


@pytest.mark.parametrize("nonsense", [None, 3, "position", [], [1], {}, {"format": 1}])
def test_7_what_is_no_position_at_all_is_refused(nonsense: Any) -> None:
    with pytest.raises(PositionError):
        GAME.position(nonsense)


MESSAGES: list[tuple[str, Change]] = [
    (
        "deck: there must be 5 of march move red in all places together, not 4",
        lambda made: made["deck"].remove("march move red"),
    ),
    ("seats[0].pawns: on ship, board and at the Pole must be 4 pawns, not 5", put("seats.0.ship", 1)),
    ("igloos.g7: seat 0 has no pawn there; its pawns are on b6, c1, f2", put("igloos.g7", 0)),
    ("turn.card: `play 2` is not legal here with what is declared", turn("aim", card=2)),
    ("turns: must be 0 to 499, not 500", put("turns", 500)),
]


@pytest.mark.parametrize(("message", "change"), MESSAGES)
def test_7_a_refusal_says_what_would_be_right(message: str, change: Change) -> None:
    made = document()
    change(made)
    with pytest.raises(PositionError) as refusal:
        GAME.position(made)
    assert str(refusal.value) == message


def test_7_a_fourth_piece_and_a_storm_above_its_threshold_wait_for_room() -> None:
    made = document()
    both_of(two_more_pieces(0), STORM_OF_NINE, turn("room", played=True))(made)
    made["seats"][0]["equipment"].sort()
    where = GAME.position(made)
    assert where.to_dict() == made
    assert where.play("discard igloo").to_dict()["storm"] == []


def test_7_steals_may_lie_on_the_storm_pile_though_none_gets_there() -> None:
    made = document()
    for steal in [card for card in made["deck"] if card.startswith("steal")]:
        moved(steal, "deck", "storm")(made)
    where = GAME.position(made)
    assert where.to_dict() == made
    assert len(made["storm"]) > 8


def test_7_a_game_that_was_won_keeps_its_last_card_on_the_storm_pile() -> None:
    start = scene("d4", cards="march move", home=(3,), storm="gallop ambush, gallop ambush, march move")
    won = GAME.position(start).play("play 1").play("go d4 pole")
    assert won.to_dict()["stage"] == "over"
    assert len(won.to_dict()["storm"]) == 4
    assert GAME.position(won.to_dict()) == won


@pytest.mark.parametrize("players", [2, 3, 4])
def test_7_the_last_turn_ends_the_game_and_its_document_loads(players: int) -> None:
    where = GAME.position(scene("b2", players=players, cards="march move", turns=499)).play("play 1").play("go b2 b3")
    assert (where.seat, where.winners(), where.to_dict()["turns"]) == (None, [], 500)
    assert GAME.position(where.to_dict()) == where


# ------------------------------------------------------------------------------------------------ schema


def walk(position: Position, seed: int, style: str, most: int = STEPS) -> list[Position]:
    """A position and those that a random player comes to."""
    chooser, found = Chooser(random.Random(seed), style), [position]
    while found[-1].seat is not None and len(found) <= most:
        found.append(found[-1].play(chooser.choose(found[-1].legal(), found[-1].to_dict()["disc"])))
    return found


def deal(seed: int, players: int, teams: bool) -> Position:
    return GAME.deal(seed=seed, num_players=players, teams=teams)


@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_7_the_schema_accepts_what_is_written(players: int, teams: bool) -> None:
    checker = jsonschema.Draft202012Validator(GAME.language.schema())
    for where in walk(deal(5, players, teams), 5, "race", 400)[::10]:
        made = json.loads(json.dumps(where.to_dict()))
        checker.validate(made)
        assert faults(made) == []
        assert GAME.position(made) == where


def test_7_the_schema_is_one_and_refuses_what_has_the_wrong_form() -> None:
    schema = GAME.language.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    checker.validate(document())
    for name in schema["required"]:
        assert not checker.is_valid({key: value for key, value in document().items() if key != name})
    wrong: list[Document] = [{"surplus": 1}, {"corners": {"c1": "husky"}}, {"holes": ["c6", "c6"]}, {"deck": []}]
    wrong += [{"turn": within_turn("aim", card=4)}, {"stream": -1}, {"score": "seal"}]
    for fields in wrong:
        assert not checker.is_valid(document() | fields)


# ------------------------------------------------------------------------------------------------ fuzzing

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.floats(allow_nan=True),
    st.sampled_from(
        ["c2", "d4", "a1", "husky", "hole", "sling red", "steal blue", "play", "over", "room", "pack", "W2", ""]
    ),
    st.lists(st.sampled_from(["c2", "c3", "husky", "snowshoes", "bear", "sling red"]), max_size=4),
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
def sound_positions(players: int, teams: bool) -> list[Position]:
    """Positions of random games, to be damaged."""
    found = [
        where
        for seed, style in enumerate(("race", "rare"))
        for where in walk(deal(seed, players, teams), seed, style, 200)
    ]
    return found[::7]


def sound(draw: st.DrawFn) -> Document:
    """A position out of a random game, or an odd one."""
    if draw(st.booleans()):
        return random_document(random.Random(draw(st.integers(0, 10_000))))
    return draw(st.sampled_from(sound_positions(*draw(st.sampled_from(SETTINGS))))).to_dict()


@st.composite
def damaged(draw: st.DrawFn) -> Document:
    """A position with one to three random changes, those out of the long lists of cards more seldom."""
    made = sound(draw)
    for _ in range(draw(st.integers(1, 3))):
        ways = [path for path in places(made)[1:] if path[0] not in ("deck", "discard") or path[-1] in (0, "deck")]
        path, other = draw(st.sampled_from(ways)), draw(st.sampled_from(ways))
        holder, key = at(made, path[:-1]), path[-1]
        kind = draw(st.sampled_from(["replace", "remove", "swap", "swap", "move"]))
        apart = other[: len(path)] != path and path[: len(other)] != other
        if kind == "replace":
            holder[key] = draw(VALUES)
        elif kind == "remove":
            del holder[key]
        elif kind == "swap" and apart:
            other_holder = at(made, other[:-1])
            holder[key], other_holder[other[-1]] = other_holder[other[-1]], holder[key]
        elif kind == "move" and apart and isinstance(at(made, other), list) and isinstance(holder, list):
            at(made, other).insert(0, holder.pop(key))
    return made


@st.composite
def odd_turns(draw: st.DrawFn) -> Document:
    """A position whose turn is another one."""
    made = sound(draw)
    assume(made["stage"] == "play")
    made["turn"] = within_turn(
        draw(st.sampled_from(["camp", "card", "card", "aim", "room", "end"])),
        card=draw(st.sampled_from([None, None, 1, 2, 3, "pack"])),
        taken=draw(st.sampled_from([None, None, None, "N1", "W2", "S3"])),
        new_cards=draw(st.booleans()),
        discarded=draw(st.booleans()),
        played=draw(st.booleans()),
        extra=draw(st.sampled_from([0, 0, 1, 2])),
        packed=draw(st.booleans()),
    )
    return made


SCHEMA = jsonschema.Draft202012Validator(GAME.language.schema())


@settings(max_examples=150)
@given(st.one_of(damaged(), odd_turns()), st.integers(0, 1000))
def test_7_a_document_is_refused_or_plays_on(made: Document, seed: int) -> None:
    try:
        where = GAME.position(made)
    except PositionError:
        return
    assert SCHEMA.is_valid(json.loads(json.dumps(made)))
    assert Referee({"turn": None} | copy.deepcopy(made)).document() == where.to_dict()
    table = GAME.observation(where.players)
    for decisions, position in enumerate(walk(where, seed, "rare")):
        assert position.seat is None or position.legal()
        if decisions % 5 == 0:
            assert GAME.position(position.to_dict()) == position
        if decisions % 20 == 0:
            view = position.view(decisions // 20 % position.players)
            assert view.determinize(seed).view(view.seat).states.tobytes() == view.states.tobytes()
            seen = view.observation()
            assert ((table.low <= seen) & (seen <= table.high)).all()


def test_7_a_seat_of_a_team_is_skipped_only_where_its_turn_begins() -> None:
    at_start = scene("", "b6", "c3", "e6", players=4, teams=True, home=(3,), packs=("sling",), turn=None)
    assert GAME.position(at_start).seat == 1
    within = at_start | {"turn": within_turn(packed=True)}
    assert GAME.position(within).to_dict() == within


def test_7_an_extra_card_may_be_due_in_a_document() -> None:
    made = document(turn=within_turn() | EXTRA)
    assert GAME.position(made).to_dict() == made


def test_7_a_husky_that_is_used_where_many_extra_cards_are_due_loads_again() -> None:
    equipment = ("husky, husky, compass, igloo", "")
    made = scene("b6 c3", "g7", cards="march move, march move", equipment=equipment)
    where = GAME.position(made | {"turn": within_turn("room", played=True, extra=6)}).play("husky")
    assert where.to_dict()["turn"]["extra"] == 7
    assert GAME.position(where.to_dict()) == where
    assert where.view(0).observation().max() <= GAME.observation(2).high.max()
    with pytest.raises(PositionError, match=r"turn\.extra: must be at most 6, not 7"):
        GAME.position(made | {"turn": within_turn("room", played=True, extra=7)})
