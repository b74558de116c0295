"""What a seat has to decide in ARCTIC, for people: explanations, warnings, colours."""

from collections.abc import Mapping

from arctic_env.drawing.pages import count
from arctic_env.games.arctic.draw.contents import POWERS, card, order, phase, pile, turn, visible
from arctic_env.games.arctic.material import ANIMALS, HAND_LIMIT
from arctic_env.model.events import Seen
from arctic_env.validation import counted

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
        over = min(left, _in_sight(seen)) + len(hand) - HAND_LIMIT
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


def _in_sight(seen: Seen) -> int:
    """Return how many cards there are to draw from."""
    return len(seen["river"]) + count(seen["deck"]) + count(seen["reserve"])


def _cost(over: int) -> str:
    return f"more than {HAND_LIMIT} go into the penalty zone: {counted(over, 'point')} lost"
