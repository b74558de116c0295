"""Events of ARCTIC against the full states before and after, and actions in words."""

from collections import Counter
from itertools import zip_longest

import arctic_env
from arctic_env.games.arctic import state
from arctic_env.games.arctic.material import ANIMALS, CARD_TEXTS, LANDSCAPE
from arctic_env.model.events import Event
from tests.arctic.scenes import held, scene, seat
from tests.arctic.walks import EDITIONS
from tests.telling import Told, listed_kinds, steps

DIRECTIONS = {"right": 1, "left": -1}


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def moved(told: Told, source: int, target: int) -> list[str]:
    """The cards that have gone from one place of the state to another."""
    was, now = told.before.states["place"][0], told.after.states["place"][0]
    return [text for text, one, other in zip(CARD_TEXTS, was, now, strict=True) if (one, other) == (source, target)]


def check_cards(told: Told, events: list[Event]) -> None:
    """Penalties, cards drawn from the deck, gifts and refills are moves of cards between places."""
    players = told.before.players
    for owner in range(players):
        paid = moved(told, state.STACK, state.PENALTY + owner)
        penalties = [event for event in of_kind(events, "penalty") if event.seat == owner]
        assert sorted(card for event in penalties for card in event.data["cards"]) == sorted(paid)
        assert sum(event.data["number"] for event in penalties) == len(paid)
        swapped = [event.data["card"] for event in of_kind(events, "swap") if event.seat == owner]
        assert swapped == moved(told, state.HAND + owner, state.RIVER)
        drawn = [event.data["card"] for event in of_kind(events, "draw") if event.seat == owner]
        assert drawn == moved(told, state.STACK, state.HAND + owner)
        for receiver in range(players):
            given = [e.data["card"] for e in of_kind(events, "gift") if (e.seat, e.data["to"]) == (owner, receiver)]
            if owner != receiver:
                assert given == moved(told, state.PENALTY + owner, state.PENALTY + receiver)
    filled = [card for event in of_kind(events, "refill") for card in event.data["cards"]]
    assert filled == moved(told, state.STACK, state.RIVER)


def check_powers(told: Told, events: list[Event]) -> None:
    was, now = told.before.states["holders"][0].tolist(), told.after.states["holders"][0].tolist()
    changed = {(animal, one, other) for animal, one, other in zip(ANIMALS, was, now, strict=True) if one != other}
    taken = {
        (e.data["animal"], -1 if e.data["from"] is None else e.data["from"], e.seat)
        for e in events
        if e.kind == "power"
    }
    assert taken == changed


def check_tokens(told: Told, events: list[Event]) -> None:
    """What moved beside the tokens that the action names was pushed by force."""
    spaces = dict(zip(ANIMALS, told.before.states["tokens"][0].tolist(), strict=True))
    verb = told.text.split()[0]
    if verb in ("right", "extra"):
        for part in told.before.action_words(told.action).split(", "):
            animal = part.split()[0]
            spaces[animal] += DIRECTIONS["right" if " right to " in part else "left"]
            assert part.removesuffix(" (walrus power)").endswith(f" {LANDSCAPE[spaces[animal]]}")
    for event in of_kind(events, "push"):
        assert len(event.data["moves"]) == 2
        for move in event.data["moves"]:
            assert move["from"] == LANDSCAPE[spaces[move["animal"]]]
            spaces[move["animal"]] += DIRECTIONS[move["direction"]]
            assert move["to"] == LANDSCAPE[spaces[move["animal"]]]
    assert list(spaces.values()) == told.after.states["tokens"][0].tolist()


def check_end(told: Told, events: list[Event]) -> None:
    stages = [state.STAGES[int(position.states["stage"][0])] for position in (told.before, told.after)]
    began = state.STAGES[state.STAGES.index(stages[0]) + 1 : state.STAGES.index(stages[1]) + 1]
    assert [e.kind for e in events if e.kind in ("reserve", "last turns", "end")] == [
        {"finish": "reserve", "last": "last turns", "over": "end"}[stage] for stage in began
    ]
    if told.after.seat is None:
        totems = [ANIMALS[totem] for totem in told.after.states["totems"][0][: told.after.players]]
        assert [event.data["totem"] for event in of_kind(events, "totem")] == totems
        assert [event.data for event in of_kind(events, "points")] == told.after.scores()
        assert of_kind(events, "end")[0].data == {"winners": told.after.winners()}


def test_events_agree_with_the_full_states() -> None:
    kinds = set()
    for seed, edition in enumerate(EDITIONS * 3):
        for told in steps("arctic", seed, players=2 + seed % 3, edition=edition):
            events = told.before.events(told.action)
            for check in (check_cards, check_powers, check_tokens, check_end):
                check(told, events)
            kinds |= {event.kind for event in events}
    assert kinds == listed_kinds("arctic")


def test_seats_are_told_the_same_but_for_cards_that_they_do_not_see() -> None:
    blind: Counter[str] = Counter()
    for seed in (3, 5):
        for told in steps("arctic", seed, players=3, edition="es"):
            everything = [event for event in told.before.events(told.action) if event.kind != "draw"]
            for viewer in range(3):
                events = [event for event in told.before.events(told.action, viewer) if event.kind != "draw"]
                for full, seen in zip_longest(everything, events):
                    assert (full.kind, full.seat) == (seen.kind, seen.seat)
                    same = full.data == seen.data
                    own = viewer in (full.seat, full.data.get("to"))
                    assert same or (full.kind in ("penalty", "gift") and not own)
                    blind[full.kind] += not same
    assert blind["penalty"] > 5


def test_8_1_and_3_4_a_missing_card_a_power_and_a_forced_push() -> None:
    document = scene(
        seat(hand="OP5", pile="OM4", penalty=""), tokens={"orca": 15, "puffin": 6}, holders={"orca": 1},
        faces={"orca": "deck"}, deck="WO1",
    )  # fmt: skip
    position = arctic_env.game("arctic").position(document)
    events = position.events(position.action_id("place OP5"))
    assert [event.text for event in events] == [
        "seat 0 pays 1 penalty card for missing cards: WO1 (walrus with orca)",
        "seat 0 takes the orca power from seat 1: draw blind from the deck too",
        "seat 0 has to push puffin right from 6 to 10, orca left from 15 to 10",
    ]
    assert position.events(position.action_id("place OP5"), viewer=1)[0] == Event(
        "penalty", 0, "seat 0 pays 1 penalty card for missing cards", {"number": 1, "cards": []}
    )


def test_actions_in_words() -> None:
    powers = held(fox="wild", moose="placement", walrus="main", puffin="swap", bear="give", orca="deck")
    document = scene(seat(hand="OP5 MW1 BF1", pile="WB3", penalty="FM1"), edition="es", **powers)
    position = arctic_env.game("arctic").position(document)

    def words(text: str, viewer: int | None = None) -> str:
        return position.action_words(position.action_id(text), viewer)

    assert words("place OP5") == "place OP5 (orca with puffin)"
    assert words("tuck OP5") == "tuck OP5 (orca with puffin) as any animal (fox power)"
    assert words("tuck OP5", viewer=1) == "tuck a card as any animal (fox power)"
    assert words("placement +1") == "place 4 cards instead of 3 (moose power)"
    assert words("swap MW1") == "offer MW1 (moose with walrus) to the river (puffin power)"
    for text in ("place OP5", "place MW1", "place BF1"):
        position = position.play(text)
    assert words("right bear") == "bear right to 6, fox left to 1"
    position = position.play("right bear")
    assert words("extra left") == "bear one more space left to 3 (walrus power)"
    assert words("stay") == "leave bear on 6"
