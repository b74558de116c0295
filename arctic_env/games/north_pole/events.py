"""What an action of RACE TO THE NORTH POLE caused, actions in words, and what a seat has to decide.

From documents alone, see `arctic_env.model.events`. All seats know the same here, so that they have the same events.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from arctic_env.drawing.pages import count
from arctic_env.games.north_pole.actions import ACTIONS
from arctic_env.games.north_pole.draw.contents import (
    CAMP_TEXTS,
    TURNS,
    colour,
    headline,
    named_slots,
    own_side,
    pawns_each,
    points,
    square,
    storm_points,
    threshold,
    top_colour,
    unseen_masks,
)
from arctic_env.games.north_pole.material import COLOURS, EQUIPMENT, QUARTERS, SIDES
from arctic_env.games.north_pole.squares import SQUARE_IDS
from arctic_env.model.events import Event, Narration, Seen
from arctic_env.validation import counted

_POLE = "pole"
_BOARD = ("go", "go bear", "sling", "sling bear")


# ------------------------------------------------------------------------------------------------ actions in words


def action_words(seen: Seen, action: str) -> str:
    """Return an action in words, with the card that it names."""
    verb, arguments = ACTIONS.read(action)
    match verb, arguments:
        case ("play", [slot]):
            return f"play {_card(_own_card(seen, slot))}, {_place(seen, slot)}"
        case ("steal", [slot, taken]):
            return f"steal {_card(seen['sides'][taken[0]][int(taken[1]) - 1])} from {taken}, with {_place(seen, slot)}"
        case ("go" | "go bear", [start, goal]):
            piece = "the bear" if verb == "go bear" else "the pawn"
            if goal == _POLE:
                return f"{piece} on {start} enters the Pole"
            target = _target(seen, goal)
            return f"{piece} on {start} goes to {goal}{f' and hits {target}' if target else ''}"
        case ("sling" | "sling bear", [start, goal]):
            piece = "the bear" if verb == "sling bear" else "the pawn"
            return f"{piece} on {start} hits {_target(seen, goal)} on {goal} from afar"
        case ("pack", [slot]):
            return f"put {_card(_own_card(seen, slot))}, {_place(seen, slot)}, into the backpack"
    return _words_without_cards(verb, "".join(arguments))


def _words_without_cards(verb: str, argument: str) -> str:
    return {
        "camp": f"a pawn goes from the ship to {argument} in the camp",
        "husky": "use the husky: play one more card",
        "snowshoes": "use snowshoes: the next card ignores cracks",
        "igloo": f"build an igloo on {argument}",
        "pickaxe": "use the pickaxe with the next card",
        "compass": f"use the compass: turn the disc to {argument}",
        "discard": f"discard the {argument}" if argument == "snowshoes" else f"discard a {argument}",
        "new cards": "discard the own cards and draw three",
        "end": "end the turn",
    }[verb]


def _own_card(seen: Seen, slot: str) -> str:
    """Return the card in a slot of the seat whose turn it is, or in its backpack."""
    seat = seen["seat"]
    if slot == "pack":
        return str(seen["seats"][seat]["pack"])
    return str(seen["sides"][own_side(seen, seat)][int(slot) - 1])


def _card(card: str) -> str:
    """Return the kind and the storm points of a card."""
    return f"{card.removesuffix(f' {colour(card)}')} ({counted(points(card), 'storm point')})"


def _place(seen: Seen, slot: str) -> str:
    """Return where a card is, as the picture names it."""
    return "from the backpack" if slot == "pack" else f"card {own_side(seen, seen['seat'])}{slot}"


def _target(seen: Seen, goal: str) -> str:
    """Return the piece that is attacked on a square; empty where none is (3.3, 3.4)."""
    if goal in CAMP_TEXTS or not count(seen["masks"]):
        return ""
    there = square(seen, goal)
    if there.pawns:
        return f"seat {next(iter(there.pawns))}'s pawn"
    return "a bear" if there.bears else ""


# ------------------------------------------------------------------------------------------------ events


def events(before: Seen, action: str, after: Seen) -> list[Event]:
    """Return what an action caused: attack, mask and pawns, then the weather, the cards and the game."""
    return [
        *_hits(before, action),
        *_mask(before, action, after),
        *_pawns(before, action, after),
        *_igloos(before, after),
        *_storms(before, action, after),
        *_cards(before, action, after),
        *_course(before, after),
    ]


def _hits(before: Seen, action: str) -> Iterator[Event]:
    """Tell of the piece that was attacked (3.4)."""
    verb, arguments = ACTIONS.read(action)
    target = _target(before, arguments[-1]) if verb in _BOARD and arguments[-1] != _POLE else ""
    if target:
        goal = arguments[-1]
        victim = next(iter(square(before, goal).pawns), None)
        fate = "is out of the game" if victim is None else "goes back to its ship"
        yield Event("hit", before["seat"], f"{target} on {goal} {fate}", {"square": goal, "victim": victim})


def _mask(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell the ice mask that was revealed (3.4, 3.8, 3.9)."""
    revealed = Counter(unseen_masks(before)) - Counter(unseen_masks(after))
    for kind in revealed:
        seat, (verb, arguments) = before["seat"], ACTIONS.read(action)
        finder = arguments[0] if verb.startswith("sling") else arguments[-1]
        found = _found(kind, finder, "bear" in verb)
        place = "on the scoreboard" if finder == _POLE else f"for {finder}"
        told = f"seat {seat} reveals the ice mask {place}: {kind}, {found}"
        yield Event("mask", seat, told, {"mask": kind, "square": None if finder == _POLE else finder})
    if count(before["masks"]) and not count(after["masks"]):
        yield Event("peace", None, "that was the last ice mask of the stack: nobody attacks any more")


def _found(kind: str, finder: str, bear: bool) -> str:
    """Return what an ice mask does to the piece that found it."""
    if kind in EQUIPMENT:
        return "kept as equipment"
    if kind == "storm":
        return "the board turns"
    piece = "the bear is out of the game" if bear else "the pawn goes back to its ship"
    if finder == _POLE:
        return piece
    if kind == "hole":
        return f"{finder} is closed for good and {piece}"
    return "which has no effect on a bear" if bear else f"a bear takes {finder} and {piece}"


def _pawns(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of pawns that have reached the Pole, or of a bear that ends there."""
    for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        if now["home"] > was["home"]:
            told = f"seat {seat} has {now['home']} of {counted(pawns_each(after), 'pawn')} at the Pole"
            yield Event("home", seat, told, {"home": now["home"]})
    verb, arguments = ACTIONS.read(action)
    if verb == "go bear" and arguments[-1] == _POLE:
        yield Event("bear", before["seat"], "the bear is out of the game")


def _igloos(before: Seen, after: Seen) -> Iterator[Event]:
    """Tell of igloos that are gone, since they were broken or their pawns have left (3.7)."""
    for name, owner in before["igloos"].items():
        if name not in after["igloos"]:
            yield Event("igloo", owner, f"seat {owner}'s igloo on {name} is gone", {"square": name})


def _storms(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of storms: of a mask, and of the weather if the storm pile has enough points (3.6, 3.9)."""
    storm = top_colour(before)
    causes = ["mask"] if (unseen_masks(before).get("storm", 0) > unseen_masks(after).get("storm", 0)) else []
    in_play = ACTIONS.read(action)[0] in _BOARD or before["turn"]["decision"] == "room"
    causes += ["weather"] if in_play and not after["storm"] else []
    for cause in causes:
        why = "the ice mask" if cause == "mask" else "the storm pile, which is discarded"
        data = {"cause": cause, "colour": storm, "quarters": int(QUARTERS[COLOURS.index(storm)])}
        yield Event("storm", None, f"storm by {why}: the board makes {TURNS[storm]}", data)


def _cards(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of cards that were drawn (3.6) and of a deck that was shuffled anew."""
    drawn = _drawn(before, action, after)
    if drawn:
        side, new = drawn[0][0][0], [card for _, card in drawn]
        told = f"seat {before['seat']} draws {', '.join(new)} (side {side})"
        yield Event("refill", before["seat"], told, {"side": side, "cards": new})
    if count(after["deck"]) > count(before["deck"]):
        yield Event("shuffle", None, f"the discards are the new deck of {count(after['deck'])} cards")


def _drawn(before: Seen, action: str, after: Seen) -> list[tuple[str, str]]:
    """Return slots that were filled, all of one side, with their cards."""
    emptied = _emptied(before, action)
    slots = [
        (f"{side}{k + 1}", before["sides"][side][k], card)
        for side in SIDES
        for k, card in enumerate(after["sides"][side])
    ]
    return [(slot, new) for slot, old, new in slots if new and (new != old or slot in emptied)]


def _emptied(before: Seen, action: str) -> set[str]:
    """Return the slots from which the action takes a card, such as `W2`."""
    verb, arguments = ACTIONS.read(action)
    if verb in _BOARD:
        return named_slots(before)
    own = own_side(before, before["seat"])
    return {f"{own}{slot}" for slot in ("123" if verb == "new cards" else arguments[0] if verb == "pack" else "")}


def _course(before: Seen, after: Seen) -> Iterator[Event]:
    """Tell of seats that are skipped (6.11), and of the end (3.10)."""
    seat, players = after["seat"], after["players"]
    if seat is not None and seat != before["seat"]:
        skipped = before["seat"]
        while (skipped := (skipped + 1) % players) != seat:
            yield Event("skip", skipped, f"seat {skipped} is skipped: its pawns are all home and no bear is there")
    if after["stage"] != "over":
        return
    for owner, score in enumerate(after["scores"]):
        yield Event("points", owner, f"seat {owner} has {counted(score['total'], 'point')}", dict(score))
    yield Event("end", None, headline(after), {"winners": list(after["winners"])})


def marks(before: Seen, action: str, after: Seen) -> list[str]:
    """Return what a drawing marks: squares with an arrow for what has moved, and cards that were named or drawn."""
    verb, arguments = ACTIONS.read(action)
    named = [text for text in arguments if text in SQUARE_IDS]
    found = [f"square {name}" for name in named]
    if len(named) == 2:
        found.append(f"arrow {' '.join(named)}")
    own = own_side(before, before["seat"])
    cards = [slot if len(slot) == 2 else f"{own}{slot}" for slot in arguments if verb in ("play", "steal", "pack")]
    drawn = [slot for slot, _ in _drawn(before, action, after)]
    return [*found, *(f"card {slot}" for slot in dict.fromkeys([*cards, *drawn]))]


# ---------------------------------------------------------------------------------- what a seat has to decide


TEXT_COLOURS: Mapping[str, str] = {
    r"^ +[a-h1-8](?: +[a-h1-8])+ *$": "",  # the names of columns
    r"\bred\b": "red",
    r"\bblue\b": "blue",
    r"\bpurple\b": "magenta",
    r"@": "yellow",
    r"-{4}|\|": "red",
    r"\bbears?\b|(?<=[.:@])B\b": "red",
    **{
        rf"(?<=[.:@^])\*?{letter}{{1,2}}\d?(?=  |$)|\bseat {seat}\b": colour
        for seat, (letter, colour) in enumerate(zip("abcd", ("green", "magenta", "yellow", "cyan"), strict=True))
    },
}

_EXPLANATIONS: Mapping[str, str] = {
    "camp": "Before anything else a pawn leaves the ship: choose its square in the camp that lies before you now.",
    "card": "Name the card that you play; what it does with which pawn comes next. march goes one step straight, "
    "swoop one diagonally, gallop in any direction, dash one or two straight on; with ambush the step may "
    "end on somebody else's pawn, which goes back to its ship. sling hits from afar. steal plays a card "
    "of any side. The Pole is entered from the open centre square, @.",
    "aim": "Choose the pawn, or the bear, and where it goes. Ice masks (?) on corners are taken by who ends a "
    "step there.",
    "room": "You have a fourth piece of equipment and may keep three: use one or discard one.",
    "end": "Your card is played. You may use equipment before the turn ends; with a husky you play one more card.",
}


def explain(seen: Seen) -> str:
    """Return what the seat to decide decides."""
    turn = seen["turn"]
    lines = [_EXPLANATIONS[turn["decision"]]]
    if turn["decision"] == "card" and turn["new_cards"] and not turn["discarded"]:
        lines.append("You took new cards: to play one of them you must first discard a piece of equipment.")
    if turn["decision"] in ("card", "aim"):
        lines.append(
            f"Storm: {storm_points(seen)} of {threshold(seen)} points. The card that reaches them turns the board "
            f"{TURNS[top_colour(seen)]}, with all pawns, camps and cards, but not the players."
        )
    return "\n".join(lines)


def warn(seen: Seen) -> str:
    """Return whether the card that is being played brings the storm."""
    turn = seen["turn"]
    if turn["decision"] != "aim":
        return ""
    places = named_slots(seen)
    cards = [seen["sides"][place[0]][int(place[1]) - 1] for place in places]
    cards += [seen["seats"][seen["seat"]]["pack"]] if turn["card"] == "pack" else []
    if storm_points(seen) + sum(map(points, cards)) < threshold(seen):
        return ""
    return f"this card brings the storm: after it the board makes {TURNS[top_colour(seen)]}."


NARRATION = Narration(action_words, events, marks, explain, warn, colours=TEXT_COLOURS)
