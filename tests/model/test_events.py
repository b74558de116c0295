"""Events and actions in words, of all games: told to a seat, they are made of what it knows."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import arctic_env
from arctic_env import IllegalActionError
from arctic_env.model.events import Event, events_of
from tests.telling import GAMES, Told, listed_kinds, steps

CARD = re.compile(r"\b[FMWOPB]{2}[1-5]\b")
LONGEST = 70  # letters of an action in words


def games(most: int = 10_000) -> Iterator[Told]:
    for number, (name, parameters) in enumerate(GAMES):
        for seed in (0, 1) if most > 100 else (0,):
            yield from steps(name, seed + number, players=2 + (seed + number) % 3, most=most, **parameters)


def test_words_of_legal_actions_are_distinct_and_short() -> None:
    longest = ""
    for told in games():
        assert told.before.seat is not None
        view = told.before.view(told.before.seat)
        words = [view.action_words(int(action)) for action in view.mask().nonzero()[0]]
        assert len(set(words)) == len(words), words
        longest = max([longest, *words], key=len)
        assert told.before.action_words(told.action) in words
    assert 50 < len(longest) <= LONGEST, longest


def test_events_are_plain_json_and_one_line_of_a_kind_that_the_readme_lists() -> None:
    listed = {name: listed_kinds(name) for name, _ in GAMES}
    for told in games():
        for event in told.before.events(told.action):
            assert json.loads(json.dumps(event.data)) == event.data
            assert event.text
            assert "\n" not in event.text
            assert not event.text.endswith(".")
            assert event.seat is None or 0 <= event.seat < told.before.players
            assert event.kind in listed[told.before.game.name]


def test_events_of_views_are_those_of_positions() -> None:
    for told in games(most=60):
        for viewer in range(told.before.players):
            views = told.before.view(viewer), told.after.view(viewer)
            assert events_of(views[0], told.action, views[1]) == told.before.events(told.action, viewer)


def test_all_seats_know_the_same_in_the_third_game() -> None:
    for told in steps("north_pole", seed=2, players=3, most=300):
        for viewer in range(3):
            assert told.before.events(told.action, viewer) == told.before.events(told.action)


def test_events_and_words_of_a_seat_name_no_card_that_it_does_not_see() -> None:
    named = hidden = 0
    for edition in ("de", "es", "it"):
        for told in list(steps("arctic", seed=5, players=3, edition=edition))[::2]:
            for viewer in range(3):
                seen = CARD.findall(json.dumps(_seen(told, viewer)))
                events = told.before.events(told.action, viewer)
                words = told.before.action_words(told.action, viewer)
                for card in CARD.findall(" ".join([words, *map(_all_of, events)])):
                    named += 1
                    assert card in seen, (told.text, viewer, events)
                hidden += "?" in told.before.visible_text(told.action, viewer)
    assert named > 500
    assert hidden > 10


def _seen(told: Told, viewer: int) -> list[dict[str, Any]]:
    """What a seat sees before and after, without what it remembers; of its own action all."""
    documents = [dict(position.view(viewer).to_dict(), known=None) for position in (told.before, told.after)]
    return [*documents, {"own": told.text if told.before.seat == viewer else None}]


def _all_of(event: Event) -> str:
    return f"{event.text} {json.dumps(event.data)}"


def _swapped(value: Any, one: str, other: str) -> Any:
    """Return a document with two names swapped."""
    names = {one: other, other: one, f"*{one}": f"*{other}", f"*{other}": f"*{one}"}
    return json.loads(re.sub(r'"([^"]+)"', lambda found: f'"{names.get(found[1], found[1])}"', json.dumps(value)))


@pytest.mark.parametrize("edition", ["de", "es", "it"])
def test_swapping_two_cards_that_a_seat_does_not_see_changes_none_of_its_events(edition: str) -> None:
    chance, changed, verbs = random.Random(3), 0, set()
    for told in list(steps("arctic", seed=6, players=3, edition=edition))[::2]:
        document = told.before.to_dict()
        cards = sorted({*CARD.findall(json.dumps(document))})
        remembered = json.dumps(document["known"])
        for viewer in range(3):
            seen = json.dumps(_seen(told, viewer))
            unseen = [card for card in cards if card not in seen and card not in remembered]
            if len(unseen) < 2 or told.after.seat is None:
                continue
            pair = chance.sample(unseen, 2)
            if told.before.seat != viewer and "?" in told.before.visible_text(told.action, viewer):
                pair = [told.text.split()[1], next(card for card in unseen if card not in told.text)]
            if any(card in remembered for card in pair):
                continue
            other = told.before.game.position(_swapped(document, *pair))
            text = told.text
            for old, new in (pair, reversed(pair)):
                if told.text.endswith(old):
                    text = told.text.replace(old, new)
                    verbs.add(text.split()[0])
            assert other.view(viewer) == told.before.view(viewer)
            action = other.action_id(text)
            assert other.events(action, viewer) == told.before.events(told.action, viewer)
            assert other.action_words(action, viewer) == told.before.action_words(told.action, viewer)
            changed += other != told.before
    assert changed > 50
    assert verbs & {"discard", "tuck", "recover", "give"}


def test_swapping_two_tiles_that_a_seat_does_not_see_changes_none_of_its_events() -> None:
    chance, changed, kept = random.Random(3), 0, 0
    for told in [told for seed in range(2) for told in steps("iglu", seed, players=3)][::2]:
        document = told.before.to_dict()
        untouched = [name for name in document["tiles"] if name in told.after.to_dict()["tiles"]]
        if told.text.startswith(("drift", "displace")) or len(untouched) < 2:
            continue
        one, other = chance.sample(untouched, 2)
        names = {one: document["tiles"][other], other: document["tiles"][one]}
        if told.text.startswith("turn") and len(told.after.to_dict()["shown"]) == len(document["shown"]):
            red = [name for name in untouched if document["tiles"][name] in ("melt", "harpoon", "animals")]
            turned = told.text.split()[1]
            if red and turned not in told.after.to_dict()["glaciers"]:
                names = {turned: document["tiles"][red[0]], red[0]: document["tiles"][turned]}
                kept += 1
        world = told.before.game.position({**document, "tiles": {**document["tiles"], **names}})
        for viewer in {0, 1, 2} - ({told.before.seat} if told.text.startswith("turn") else set()):
            assert world.events(told.action, viewer) == told.before.events(told.action, viewer)
        changed += world != told.before
    assert changed > 100
    assert kept > 3


def test_actions_that_are_not_legal_have_no_events() -> None:
    position = arctic_env.game("arctic").deal(seed=7, num_players=3)
    with pytest.raises(IllegalActionError):
        position.events(position.action_id("keep"))
    with pytest.raises(ValueError, match="seat must be 0 to 2, not 5"):
        position.events(position.action_id(position.legal()[0]), viewer=5)
