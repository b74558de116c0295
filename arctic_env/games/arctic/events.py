"""What an action of ARCTIC caused, actions in words, and what a seat has to decide, from documents alone.

See `arctic_env.model.events`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from arctic_env.drawing.pages import count, result
from arctic_env.games.arctic.draw.contents import POWERS, Card, card, order, phase, pile, turn, visible
from arctic_env.games.arctic.material import ANIMALS, HAND_LIMIT, LANDSCAPE
from arctic_env.games.arctic.state import STAGES
from arctic_env.model.events import UNSEEN, Event, Narration, Seen, added
from arctic_env.validation import counted

_SPACES: list[int] = LANDSCAPE.tolist()
_STEPS = {"right": 1, "left": -1}

# ------------------------------------------------------------------------------------------------ actions in words


def action_words(seen: Seen, action: str) -> str:
    """Return an action in words."""
    verb, _, argument = action.rpartition(" ")
    turn = seen["turn"]
    match verb:
        case "right":
            return _push_words(seen, argument)
        case "extra":
            animal = _walrus_animal(seen)
            return f"{animal} one more space {argument} to {_moved(seen['tokens'][animal], argument)} (walrus power)"
        case "placement" | "draw":
            changed = counted(turn["value"] + int(argument), "card")
            return f"{'place' if verb == 'placement' else 'draw'} {changed} instead of {turn['value']} (moose power)"
        case "to":
            return f"give {_named(turn['card'])} to seat {argument}"
        case "take" if argument not in ("back", "deck"):
            return f"take {_named(argument)} from the river"
        case "for":
            return f"take {_named(argument)} for {_named(turn['card']) if turn['card'] else 'a hand card'}"
    return _words_of_card(seen, verb, argument) if verb in _OF_CARDS else _plain_words(seen, action)


_OF_CARDS = ("place", "tuck", "swap", "recover", "discard", "give")


def _words_of_card(seen: Seen, verb: str, argument: str) -> str:
    """Return the words of an action on a card in hand or in the penalty zone."""
    name = _named(argument)
    if verb == "tuck":
        return f"tuck {name} {'as any animal' if seen['faces']['fox'] == 'wild' else 'beneath the pile'} (fox power)"
    if verb == "give":
        return f"give {name} {'to seat ' + str(1 - seen['seat']) if seen['players'] == 2 else 'away'} (bear power)"
    return {
        "place": f"place {name}",
        "swap": f"offer {name} to the river (puffin power)",
        "recover": f"take {name} back from the penalties (bear power)",
        "discard": f"discard {name} to the penalties",
    }[verb]


def _plain_words(seen: Seen, action: str) -> str:
    """Return the words of an action that names nothing."""
    turn = seen["turn"]
    if action == "take back":
        return f"take {_named(_top(seen, seen['seat']).text)} back into the hand (puffin power)"
    if action == "stay":
        animal = _walrus_animal(seen)
        return f"leave {animal} on {seen['tokens'][animal]}"
    if action == "done" and turn["decision"] == "place":
        return f"place no card ({turn['value'] - turn['count']} missing)"
    return {
        "done": "draw no more",
        "take deck": "take the top card of the deck (orca power)",
        "keep": "give no card away",
    }[action]


def _named(text: str | None) -> str:
    """Return a card with its animals, `FM1 (fox with moose)`."""
    if text is None or text == UNSEEN:
        return "a card"
    shown = card(text)
    return f"{text} ({shown.main} with {shown.companion})"


def _top(seen: Seen, seat: int) -> Card:
    """Return the Visible card of a seat that has one."""
    top = visible(pile(seen["seats"][seat]["pile"]))
    assert top is not None
    return top


def _moved(space: int, direction: str) -> int:
    """Return the value of the next space."""
    return _SPACES[_SPACES.index(space) + _STEPS[direction]]


def _push_words(seen: Seen, animal: str) -> str:
    top, tokens = _top(seen, seen["seat"]), seen["tokens"]
    partner = top.companion if animal == top.main else top.main
    return f"{animal} right to {_moved(tokens[animal], 'right')}, {partner} left to {_moved(tokens[partner], 'left')}"


def _walrus_animal(seen: Seen) -> str:
    top = _top(seen, seen["seat"])
    return top.main if seen["faces"]["walrus"] == "main" else top.companion


# ------------------------------------------------------------------------------------------------ events


def events(before: Seen, action: str, after: Seen) -> list[Event]:
    """Return what an action caused: first with cards and tokens, seat by seat, then with the river and the game."""
    told = [*_cards_named(before, action, after)]
    seat, players = before["seat"], before["players"]
    tokens = dict(before["tokens"])
    _follow(tokens, before, after, seat, ("right", "left", "extra_right", "extra_left"))
    for owner in [(seat + k) % players for k in range(players)]:
        told += _penalties(before, action, after, owner)
        told += _powers(before, after, owner)
        told += _forced_push(tokens, before, after, owner)
    told += _river(before, action, after)
    return [*told, *_course(before, after)]


def _cards_named(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell which card went where, as far as the action does not say so itself."""
    seat = before["seat"]
    verb, _, argument = action.rpartition(" ")
    if action == "take deck":
        drawn = added(before["seats"][seat]["hand"], after["seats"][seat]["hand"])
        if drawn:
            yield Event("draw", seat, f"seat {seat} draws {_named(drawn[0])} from the deck", {"card": drawn[0]})
    elif verb == "for":
        (offered,) = set(after["river"]) - set(before["river"])
        yield Event("swap", seat, f"seat {seat} puts {_named(offered)} into the river", {"card": offered})
    elif (receiver := _receiver(before, action)) is not None:
        zones = [seen["seats"][receiver]["penalty"] for seen in (before, after)]
        named: str | None = before["turn"]["card"] if verb == "to" else argument.replace(UNSEEN, "") or None
        given = next(iter(added(*zones)), named)
        told = f"seat {seat} gives seat {receiver} {_named(given) if given else 'a penalty card'}"
        yield Event("gift", seat, told, {"to": receiver, "card": given})


def _receiver(before: Seen, action: str) -> int | None:
    """Return the seat that gets a penalty card by this action."""
    verb, _, argument = action.rpartition(" ")
    if verb == "to":
        return int(argument)
    return 1 - int(before["seat"]) if verb == "give" and before["players"] == 2 else None


def _penalties(before: Seen, action: str, after: Seen, owner: int) -> Iterator[Event]:
    """Tell of penalties for missing cards (3.2): all that came into the zone but for what the action put there."""
    verb, _, argument = action.rpartition(" ")
    zones = [seen["seats"][owner]["penalty"] for seen in (before, after)]
    receiver = _receiver(before, action)
    by_action = (owner == receiver) - (owner == before["seat"] and (receiver is not None or verb == "recover"))
    by_action += owner == before["seat"] and verb == "discard"
    paid = count(zones[1]) - count(zones[0]) - by_action
    if paid > 0:
        cards = [text for text in added(*zones) if text != argument]
        told = f"seat {owner} pays {counted(paid, 'penalty card')} for missing cards"
        names = f": {', '.join(map(_named, cards))}" if cards else ""
        yield Event("penalty", owner, told + names, {"number": paid, "cards": cards})


def _powers(before: Seen, after: Seen, owner: int) -> Iterator[Event]:
    """Tell of power cards that the seat has taken (3.3)."""
    for animal in ANIMALS:
        previous, holder = before["holders"][animal], after["holders"][animal]
        if holder == owner != previous:
            face = after["faces"][animal]
            source = "the table" if previous is None else f"seat {previous}"
            told = f"seat {owner} takes the {animal} power from {source}: {POWERS[animal, face][1]}"
            yield Event("power", owner, told, {"animal": animal, "face": face, "from": previous})


def _follow(
    tokens: dict[str, int], before: Seen, after: Seen, seat: int, rows: tuple[str, ...]
) -> list[dict[str, Any]]:
    """Move tokens as the public history (6.6) says that the seat moved them; return the moves."""
    moves: list[dict[str, Any]] = []
    for row in rows:
        was, now = (seen["history"][seat].get(row, {}) for seen in (before, after))
        direction = row.rpartition("_")[2]
        for animal in now:
            for _ in range(now[animal] - was.get(animal, 0)):
                start, tokens[animal] = tokens[animal], _moved(tokens[animal], direction)
                moves.append({"animal": animal, "direction": direction, "from": start, "to": tokens[animal]})
    return moves


def _forced_push(tokens: dict[str, int], before: Seen, after: Seen, owner: int) -> Iterator[Event]:
    """Tell of tokens that had to move (3.4)."""
    moves = _follow(tokens, before, after, owner, ("forced_right", "forced_left"))
    if moves:
        parts = [f"{move['animal']} {move['direction']} from {move['from']} to {move['to']}" for move in moves]
        yield Event("push", owner, f"seat {owner} has to push {', '.join(parts)}", {"moves": moves})


def _river(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of new cards in the river (3.6)."""
    cards = [text for text in after["river"] if text not in before["river"]]
    if cards and not action.startswith("for "):
        yield Event("refill", None, f"the river is refilled: {', '.join(map(_named, cards))}", {"cards": cards})


def _course(before: Seen, after: Seen) -> Iterator[Event]:
    """Tell of the stages of the end (4.1), and at the end of what is laid open (6.5) and points (4.2)."""
    stages = STAGES[STAGES.index(before["stage"]) + 1 : STAGES.index(after["stage"]) + 1]
    if "finish" in stages:
        yield Event("reserve", None, "the deck was empty, the reserve is in play: after this round comes a last one")
    if "last" in stages:
        yield Event("last turns", None, "the last turns begin: cards are placed and tokens moved, but no cards drawn")
    if "over" not in stages:
        return
    for seat, owner in enumerate(after["seats"]):
        totem, value = owner["totem"], after["tokens"][owner["totem"]]
        wilds = [held.card.text for held in pile(owner["pile"]) if held.face_down and held.card]
        data = {"totem": totem, "value": value, "wilds": wilds, "penalty": owner["penalty"]}
        yield Event("totem", seat, f"seat {seat} opens its totem: {totem}, on {value}", data)
    for seat, score in enumerate(after["scores"]):
        yield Event("points", seat, f"seat {seat} has {counted(score['total'], 'point')}: {_sum(score)}", dict(score))
    yield Event("end", None, result(after), {"winners": list(after["winners"])})


def _sum(score: Mapping[str, Any]) -> str:
    """Return a score as a sum of what it is made of."""
    parts = [f"{animal} {points}" for animal, points in score["runs"].items() if points]
    return ", ".join([*parts, *(f"{name} {score[name]}" for name in ("diversity", "totem", "penalty"))])


def marks(before: Seen, action: str, after: Seen) -> list[str]:
    """Return what a drawing marks: cards, tokens and powers that have moved, and penalty zones that have grown."""
    found = [f"card {argument}" for argument in action.split()[1:]]
    found += [f"card {text}" for text in after["river"] if text not in before["river"]]
    for animal in ANIMALS:
        found += [f"token {animal}"] * (before["tokens"][animal] != after["tokens"][animal])
        found += [f"power {animal}"] * (before["holders"][animal] != after["holders"][animal])
    zones = zip(before["seats"], after["seats"], strict=True)
    grown = [seat for seat, (was, now) in enumerate(zones) if count(now["penalty"]) > count(was["penalty"])]
    return [*found, *(f"zone penalty {seat}" for seat in grown)]


# ---------------------------------------------------------------------------------- what a seat has to decide


TEXT_COLOURS: Mapping[str, str] = {
    rf"\b{letter}[FMWOPB][1-5]\b|\b{animal}\b": colour
    for animal, letter, colour in zip(
        ANIMALS, "FMWOPB", ("yellow", "green", "magenta", "blue", "red", "cyan"), strict=True
    )
}

_EXPLANATIONS: Mapping[str, str] = {
    "place": "Step A: put cards from your hand on your pile. The last one becomes your Visible card: in this turn "
    "its two animals move on the landscape and its draw value says how many cards you draw, in your "
    "next turn its placement value says how many you place. You take the power card of its main animal. "
    "Cards of one animal on top of each other make a run, which scores.",
    "swap": "Puffin power: choose the card of the river that you take for the one that you offered.",
    "move": "Step B: one of the two animals of your Visible card goes a space to the right, the other one to the "
    "left. The further right the token of your totem stands at the end, the more it scores; nobody else "
    "knows which it is.",
    "extra": "Walrus power: that token may go one more space.",
    "draw": "Step C: take cards from the river, one after the other. Think of your next turn: you must place as "
    "many as your Visible card's placement value says, and each missing card costs a point.",
    "discard": "You hold more than seven cards. Choose one to go into your penalty zone, where it costs a point.",
    "give": "Bear power: one card of your penalty zone may go into another player's, which moves its point as well.",
    "receiver": "Bear power: choose who gets the card into the penalty zone.",
}


def explain(seen: Seen) -> str:
    """Return what the seat to decide decides, what is left to do, and the powers that it may use now."""
    now, seat = turn(seen), seen["seat"]
    lines = [_EXPLANATIONS[now["decision"]]]
    left = (now.get("value") or 0) - now.get("count", 0)
    if now["decision"] == "place" and left > 0:
        lines.append(f"You still place {counted(left, 'card')}; each one that you lack costs a point.")
    if now["decision"] == "draw" and left > 0:
        lines.append(f"You still draw {counted(left, 'card')}.")
    holders: Mapping[str, int | None] = seen.get("holders", {})
    for animal in ANIMALS:
        step, effect = POWERS[animal, seen["faces"][animal]]
        if holders.get(animal) == seat and step == phase(seen):
            lines.append(f"You have the {animal} power in this step: {effect}.")
    return "\n".join(lines)


def warn(seen: Seen) -> str:
    """Return which draws lead above the hand limit, where each card costs a point."""
    now, seat = turn(seen), seen["seat"]
    hand = seen["seats"][seat]["hand"]
    left = (now.get("value") or 0) - now.get("count", 0)
    if seen["stage"] == "last" or isinstance(hand, int):
        return ""
    if now["decision"] == "draw":
        in_sight = len(seen["river"]) + count(seen["deck"]) + count(seen["reserve"])
        over = min(left, in_sight) + len(hand) - HAND_LIMIT
        if over > 0:
            return f"with {counted(left, 'more card')} you hold {HAND_LIMIT + over}; {_cost(over)}."
    if now["decision"] == "place" and left == 1:
        over_by = {text: len(hand) - 1 + card(text).draw - HAND_LIMIT for text in sorted(hand, key=order)}
        costly = [f"{text} ({HAND_LIMIT + over})" for text, over in over_by.items() if over > 0]
        if costly:
            return f"your last card says how many you draw, and more than {HAND_LIMIT} in hand cost a point each: " + (
                f"after {', '.join(costly)}."
            )
    if now["decision"] in ("move", "extra"):
        top = visible(pile(seen["seats"][seat]["pile"]))
        over = len(hand) + top.draw - HAND_LIMIT if top else 0
        return f"you will draw {top.draw} and hold {HAND_LIMIT + over}; {_cost(over)}." if top and over > 0 else ""
    return ""


def _cost(over: int) -> str:
    return f"more than {HAND_LIMIT} go into the penalty zone: {counted(over, 'point')} lost"


NARRATION = Narration(action_words, events, marks, explain, warn, order, TEXT_COLOURS)
