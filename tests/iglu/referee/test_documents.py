"""Position documents (6): what they hold, what is refused, what comes back."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.iglu.referee.checking import faults
from tests.iglu.referee.choosing import any_verb
from tests.iglu.referee.deals import deal, random_document
from tests.iglu.referee.iglu import Referee
from tests.iglu.referee.scenes import play, referee, scene

Document = dict[str, Any]


@pytest.mark.parametrize("seed", range(8))
def test_6_every_document_of_a_game_loads_as_the_same_position(seed: int) -> None:
    generator = random.Random(seed)
    game = Referee(deal(generator, 2 + seed % 3) if seed % 2 else random_document(generator))
    while game.seat is not None:
        again = Referee(game.document())
        assert (again.document(), again.legal(), again.seat) == (game.document(), game.legal(), game.seat)
        game.play(any_verb(generator, game.legal()))
    assert Referee(game.document()).winners() == game.winners()


def test_6_the_turn_is_left_out_at_its_start_during_setup_and_at_the_end() -> None:
    game = Referee(deal(random.Random(1), 3))
    while game.document()["stage"] == "setup":
        assert "turn" not in game.document()
        game.play("place c1")
    assert "turn" not in game.document()
    play(game, game.legal()[0])
    assert game.document()["turn"]["mover"] == game.document()["first"]
    assert "turn" not in referee("c3", inuit=("c3",)).document()


def test_6_lists_come_sorted_but_for_supplies_gone_shown_and_melted() -> None:
    document = scene(
        "c4 c3", glaciers="e5 d5", fish={"f5": [3, 1]}, bears="g7 f7", inuit=("c4 c3",), kept=("melt, animals",)
    )
    document["supply"]["fish"].reverse()
    document["shown"].reverse()
    loaded = Referee(document).document()
    assert loaded["glaciers"] == ["d5", "e5"]
    assert loaded["fish"] == {"f5": [1, 3]}
    assert loaded["bears"] == ["f7", "g7"]
    assert loaded["seats"][0]["inuit"] == ["c3", "c4", "h8"]
    assert loaded["seats"][0]["kept"] == ["animals", "melt"]
    assert loaded["supply"] == document["supply"]
    assert loaded["shown"] == document["shown"]


def test_6_seat_is_the_asked_one_and_the_turn_tells_the_mover() -> None:
    game = referee("c3 c5", inuit=("", "c3"), bears="b3", kept=("animals", "melt"))
    play(game, "animals", "step bear b3 east")
    document = game.document()
    assert (document["seat"], document["turn"]["mover"], document["turn"]["asked"]) == (1, 0, [1])


def edit(change: Callable[[Document], object]) -> Document:
    document = scene("c3 c4 b1", fish={"d3": [2]}, foxes={"c3": [1]}, inuit=("c3",), igloos=("c3", "c4"), bears="c4")
    assert faults(document) == []
    change(document)
    return document


REFUSED: dict[str, Callable[[Document], object]] = {
    "format": lambda document: document.update(format="iglu/position/2"),
    "players": lambda document: document.update(players=5),
    "variant": lambda document: document.update(variant="hard"),
    "half": lambda document: document.update(half="none"),
    "seat: null": lambda document: document.update(seat=None),
    "stands twice": lambda document: document["bears"].append("c4"),
    "tiles are not": lambda document: document["shown"].pop(),
    "animals are not": lambda document: document["gone"].append("bear"),
    "fish not on sea: c3": lambda document: document["fish"].update(c3=document["fish"].pop("d3")),
    "foxes not on ice: d4": lambda document: document["foxes"].update(d4=document["foxes"].pop("c3")),
    "on sea: d4": lambda document: document["seats"][0]["inuit"].__setitem__(0, "d4"),
    "igloo of seat 0 not on ice: d4": lambda document: document["seats"][0].update(igloos=["d4"]),
    "igloo of seat 0 not on ice: a1": lambda document: document["seats"][0].update(igloos=["a1"]),
    "igloos: c3": lambda document: document["seats"][1].update(igloos=["c3"]),
    "too many igloos": lambda document: document["seats"][0].update(igloos=["c3", "b1", "c4"]),
    "4 Inuit": lambda document: document["seats"][2]["inuit"].append("a1"),
    "bear on corner": lambda document: document.update(bears=["a1"]),
    "ice on corner": lambda document: document["tiles"].update(a1=document["tiles"].pop("b1")),
    "keeps": lambda document: document["seats"][0].update(kept=[document["shown"].pop(0)]),
    "no animal": lambda document: document["fish"].update(d4=[]),
}  # fmt: skip


@pytest.mark.parametrize("message", REFUSED)
def test_6_impossible_documents_are_refused(message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Referee(edit(REFUSED[message]))


def test_6_in_setup_the_inuit_follow_from_first_and_seat() -> None:
    game = play(Referee(deal(random.Random(4), 3)), "place c1", "place c1")
    document = game.document()
    assert faults(document) == []
    assert faults(document | {"seat": document["first"]})
    assert faults(document | {"first": document["seat"]})
    swapped = document | {"seats": document["seats"][::-1]}
    assert faults(swapped) or swapped["seats"] == document["seats"]


def test_6_in_setup_the_ring_has_ice() -> None:
    document = scene("c3", seat=0, stage="setup")
    for tribe in document["seats"]:
        tribe["inuit"] = []
    assert faults(document) == ["setup without ice on the ring"]


def test_6_the_example_of_the_readme_loads() -> None:
    text = Path(__file__).with_name("README.md").read_text()
    document = json.loads(text.split("```json")[1].split("```")[0])
    game = Referee(document)
    assert game.document() == document
    assert (game.seat, game.legal()) == (1, ["harpoon", "no harpoon"])


def test_6_in_setup_somebody_is_still_to_place() -> None:
    game = Referee(deal(random.Random(4), 3))
    while game.document()["stage"] == "setup":
        game.play("place c1")
    assert faults(game.document() | {"stage": "setup"}) == ["all Inuit stand: setup is over"]


def test_6_a_document_with_nothing_to_turn_is_a_finished_game() -> None:
    game = referee("c3", inuit=("c3",))
    assert game.document()["stage"] == "over"
    assert game.document()["seat"] is None


def test_a_copy_goes_on_by_itself() -> None:
    game = Referee(deal(random.Random(3), 3))
    before = game.document(), game.legal()
    twin = game.copy()
    while twin.seat is not None:
        twin.play(twin.legal()[0])
    assert (game.document(), game.legal()) == before
