"""What a seat has to decide in RACE TO THE NORTH POLE, for people: explanations, warnings, colours of texts."""

from collections.abc import Mapping

from arctic_env.games.north_pole.draw.contents import TURNS, named_slots, points, storm_points, threshold, top_colour
from arctic_env.model.events import Seen

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
