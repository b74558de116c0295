"""Events of IGLU IGLU against the full states before and after, islands against the scores, and actions in words."""

from collections import Counter
from typing import Any

import pytest

from arctic_env import Position
from arctic_env.games.iglu.draw.contents import islands
from arctic_env.games.iglu.material import FACES, KINDS, VALUE
from arctic_env.games.iglu.squares import SQUARE_IDS, SQUARE_TEXTS
from arctic_env.model.events import Event
from tests.iglu.scenes import acting, play, position, seat
from tests.iglu.walks import SETTINGS, walk
from tests.telling import Told, listed_kinds, steps


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def field(where: Position, name: str) -> Any:
    return where.states[name][0]


def ice(where: Position) -> set[str]:
    squares = int(field(where, "tiles")) | int(field(where, "glaciers"))
    return {text for text, number in SQUARE_IDS.items() if squares >> number & 1}


def check_tile(told: Told, events: list[Event]) -> None:
    """The face that was told lay on that square, and the seat that turned it has it if it is kept."""
    assert bool(of_kind(events, "tile")) == told.text.startswith("turn ")
    for event in of_kind(events, "tile"):
        name = told.text.split()[1]
        assert (event.data["square"], event.seat) == (name, told.before.seat)
        assert event.data["face"] == FACES[field(told.before, "faces")[SQUARE_IDS[name]]]
        sizes = [int(field(where, "kept_size")[event.seat]) for where in (told.before, told.after)]
        assert event.data["kept"] == (sizes[1] > sizes[0])


def check_drift(told: Told, events: list[Event]) -> None:
    """The ice that moved is the ice that lay elsewhere before."""
    for event in of_kind(events, "drift"):
        assert ice(told.before) - ice(told.after) == {event.data["squares"][0]}
        assert ice(told.after) - ice(told.before) == {event.data["entered"]}
    pushed = told.text.startswith(("drift", "displace")) and ice(told.before) != ice(told.after)
    assert bool(of_kind(events, "drift")) == pushed


def check_animals(told: Told, events: list[Event]) -> None:
    for owner in range(told.before.players):
        more = field(told.after, "hunted")[owner] - field(told.before, "hunted")[owner]
        won = Counter({kind: int(n) for kind, n in zip(KINDS, more, strict=True) if n})
        hunts = [event for event in of_kind(events, "hunt") if event.seat == owner]
        assert Counter(text for event in hunts for text in event.data["animals"]) == won
        assert sum(event.data["points"] for event in hunts) == int(more @ VALUE)
    sizes = [int(field(where, "gone_size")) for where in (told.before, told.after)]
    lost = [KINDS[kind] for kind in field(told.after, "gone")[slice(*sizes)]]
    assert [text for event in of_kind(events, "gone") for text in event.data["animals"]] == lost


def check_islands(told: Told, events: list[Event]) -> None:
    """Islands that were told have the sizes that the state has; if there are more or fewer, it was told."""
    sizes = [
        dict(zip(SQUARE_TEXTS, field(where, "island").tolist(), strict=True)) for where in (told.before, told.after)
    ]
    for event in of_kind(events, "island"):
        for when, key in enumerate(("before", "after")):
            for island in event.data[key]:
                assert [sizes[when][name] for name in island["squares"]] == [len(island["squares"])] * len(
                    island["squares"]
                )
        assert event.data["change"] in ("split", "merged", "gone", "owner")
    numbers = [len(islands(where.to_dict())) for where in (told.before, told.after)]
    if numbers[0] != numbers[1] and field(told.before, "stage"):
        assert of_kind(events, "island")


def test_events_agree_with_the_full_states() -> None:
    kinds = set()
    for seed in range(6):
        for told in steps("iglu", seed, players=2 + seed % 3):
            events = told.before.events(told.action)
            for check in (check_tile, check_drift, check_animals, check_islands):
                check(told, events)
            kinds |= {event.kind for event in events}
            kinds |= {event.data["change"] for event in of_kind(events, "island")}
    rare = {"hide", "attack"}  # these have tests of their own
    assert kinds | rare == listed_kinds("iglu") | rare | {"split", "merged", "gone", "owner"}


@pytest.mark.parametrize("setting", SETTINGS)
def test_islands_add_up_to_the_scores(setting: Any) -> None:
    for where in list(walk(4, *setting))[::9]:
        total = [sum(points) for points in zip(*(island.points for island in islands(where.to_dict())), strict=True)]
        assert total == [score["islands"] for score in where.scores()]


def test_other_seats_see_only_the_frame_of_a_tile_that_is_kept() -> None:
    where = position(seat(), tiles={"c2": "energy 3"}, ice="g7")
    action = where.action_id("turn c2")
    assert where.events(action, viewer=0)[0].text == "c2 shows energy 3: seat 0 keeps the tile"
    event = where.events(action, viewer=1)[0]
    assert (event.text, event.data["face"]) == ("c2 shows a red frame: seat 0 keeps the tile", None)


def test_attack_hiding_and_fleeing_are_told() -> None:
    """A bear comes to an igloo's owner, who hides, and to another seat's Inuit, who has to flee."""
    where = position(
        seat(kept="animals"), seat(inuit="c2", igloos="c2"), seat(inuit="c2"), ice="c2 c3 g7", bears="b2", players=3
    )
    where = play(where, "animals")
    assert where.action_words(where.action_id("step bear b2 east")) == "the bear goes east from b2 to c2, attacking"
    events = where.events(where.action_id("step bear b2 east"))
    assert [event.text for event in events] == [
        "the bear attacks Inuit of seat 1 and seat 2 on c2",
        "Inuit of seat 1 hide in their igloo on c2",
        "from c2 1 Inuit must flee to corners",
    ]
    fleeing = play(where, "step bear b2 east")
    action = fleeing.action_id("corner a1")
    assert fleeing.action_words(action) == "an Inuit of seat 2 flees from c2 to corner a1"


def test_merging_and_splitting_islands_are_told() -> None:
    where = position(seat(inuit="c2"), seat(inuit="e2"), tiles={"c5": "drift"}, ice="c2 e2 g7 g8")
    where = play(where, "turn c5")
    assert where.action_words(where.action_id("drift c2 east")) == "push c2 east, into the sea at d2"
    events = where.events(where.action_id("drift c2 east"))
    assert [event.text for event in events] == [
        "the ice of c2 drifts east, into d2",
        "islands of 1 and 1 tiles merge: the island of 2 tiles at d2 (seats 0 and 1, 2 points each)",
    ]
    events = where.events(where.action_id("drift g7 west"))
    assert [event.data["change"] for event in of_kind(events, "island")] == ["split"]


def test_actions_in_words_have_their_prices() -> None:
    where = acting(
        seat(inuit="c2", kept="harpoon, energy 2"), ice="c2 c3 g7", foxes={"c2": [2]}, bears="c3", fish={"d2": [3]}
    )
    words = {text: where.action_words(where.action_id(text)) for text in where.legal()}
    assert words["walk c2 c3"] == "walk from c2 to c3 (1 action point and a harpoon for the bear)"
    assert words["hunt fox 2 c2"] == "hunt a fox of 2 on c2 (2 action points)"
    assert words["harpoon fish 3 d2"] == "harpoon a fish of 3 on d2 (a harpoon, no points)"
    assert words["igloo c2"] == "build an igloo on c2 (3 action points)"
    assert words["energy 2"] == "take 2 action points (energy tile)"
    assert words["end phase"] == "end the turn (3 action points unused)"


def test_a_drift_of_several_tiles_waits_for_animals_and_gives_points() -> None:
    where = position(
        seat(inuit="c2"),
        seat(inuit="d2"),
        seat(),
        tiles={"c5": "drift"},
        ice="c2 d2 e3 g8",
        fish={"e2": [1, 2]},
        players=3,
    )
    where = play(where, "turn c5")
    assert where.action_words(where.action_id("drift c2 east")) == "push c2 to d2 east, into the sea at e2"
    events = where.events(where.action_id("drift c2 east"))
    assert [event.text for event in events] == ["fish 1, fish 2 on e2 must make room first"]
    where = play(where, "drift c2 east")
    action = next(text for text in where.legal() if text.startswith("displace fish 1"))
    assert where.action_words(where.action_id(action)) == f"a fish of 1 makes room from e2 to {action.split()[-1]}"
    where = play(where, action)
    action = next(text for text in where.legal() if text.startswith("displace fish 2"))
    texts = [event.text for event in where.events(where.action_id(action))]
    assert texts == [
        "the ice of c2 to d2 drifts east, into e2",
        "islands of 2 and 1 tiles merge: the island of 3 tiles at d2 (seats 0 and 1, 3 points each)",
    ]
    told = play(where, action).view(0).explanation()
    assert "seat 1 has 3 points (3 as strongest on the island of 3 tiles at d2); seat 2 has 0 points." in told
