"""What a seat has to decide in IGLU IGLU, for people: explanations and colours of the text board."""

from collections.abc import Mapping
from typing import Any

from arctic_env.games.iglu.islands import Island, islands
from arctic_env.games.iglu.material import IGLOO_COST, KAYAK_COST, WALK_COST
from arctic_env.model.events import Seen
from arctic_env.validation import counted

TEXT_COLOURS: Mapping[str, str] = {
    r"^ +a +b +c .*$": "",  # the letters of the files
    r"~": "blue",
    r"#": "cyan",
    r"\bbears?\b|B(?=[fx\d\s*a-d]|$)": "red",
    r"\bfoxe?s?\b": "yellow",
    r"\bfish\b": "blue",
    **{
        rf"(?:(?<=[.#+~])|(?<=  ))\*?{letter}{{1,2}}\d?(?=  |$)|\bseat {seat}\b": colour
        for seat, (letter, colour) in enumerate(zip("abcd", ("green", "magenta", "yellow", "cyan"), strict=True))
    },
}

_PRICES = (
    f"walk to the next tile or a corner {WALK_COST}, kayak over the sea {KAYAK_COST}, build an igloo {IGLOO_COST}, "
    "hunt a fox on your tile or a fish beside it as much as it is worth"
)


def explain(seen: Seen) -> str:
    """Return what the seat to decide decides, with prices, and where the points come from."""
    totals = [counted(score["total"], "point") for score in seen["scores"]]
    points = [f"seat {seat} has {total}{points_from(seen, seat)}" for seat, total in enumerate(totals)]
    told = "; ".join(points)
    return f"{_explained(seen)}\nIf the game ended now, {told}. Islands count in the end alone, as they are then."


def points_from(seen: Seen, seat: int) -> str:
    """Return what a seat's points come from: ` (3 by animals, 9 alone on the island of 3 tiles at c2: 3 x 3)`."""
    animals = seen["scores"][seat]["animals"]
    parts = [f"{animals} by animals"] if animals else []
    for island in islands(seen):
        if island.points[seat]:
            parts.append(
                f"{island.points[seat]:,} {_place(island, seat)} on {island.text}{_product(seen, island, seat)}"
            )
    return f" ({', '.join(parts)})" if parts else ""


def _place(island: Island, seat: int) -> str:
    if sum(map(bool, island.strengths)) == 1:
        return "alone"
    return "as strongest" if seat in island.owners else "as second strongest"


def _product(seen: Seen, island: Island, seat: int) -> str:
    """Return how the points of somebody alone come about, where that is not by a table."""
    size = len(island.squares)
    is_square = seen["variant"] == "standard" and size > 1 and island.points[seat] == size * size
    return f": {size} x {size}" if is_square else ""


def _explained(seen: Seen) -> str:
    turn: Mapping[str, Any] = seen.get("turn") or {}
    if seen["stage"] == "setup":
        return (
            "Place one of your Inuit on a tile of the ring, the border of the ice. Several may share a tile. From "
            "there they hunt what is near, and in the end they count on the island where they stand."
        )
    if turn.get("asked"):
        return (
            f"A bear attacks {turn['square']}, where you have Inuit. A harpoon, if you keep one, kills it and you "
            "win it. Otherwise your Inuit hide in an igloo of yours there, or flee to a corner."
        )
    if turn.get("waiting"):
        return f"An Inuit of seat {turn['waiting'][0]} must leave {turn['square']}. Choose the corner that it goes to."
    if turn.get("drift"):
        return (
            "The tile that you turned was a drift tile: it is gone, and you push ice. Name a tile and a "
            "direction: it moves one square into the sea with the unbroken line of tiles before it, and all that "
            "stands on them moves along. Islands can be joined or parted this way."
        )
    if turn.get("push"):
        return f"Fish or a bear are where the ice drifts to (push {turn['push']}). Choose where each of them goes."
    if turn.get("steps"):
        return (
            f"Animals tile: {counted(turn['steps'], 'step')} left for animals of your choice. Fish swim, foxes run "
            "on ice, bears go anywhere; a bear eats where it arrives and attacks Inuit there."
        )
    if not turn.get("turned"):
        return (
            "Turn a face-down tile beside the sea that has nothing on it. Fish and bears make it sea, a glacier "
            "brings a fox and stays, drift lets you push ice; other tiles you keep in secret and play later. Then "
            "you have three action points. A kept melt or animals tile may be played before."
        )
    left = counted(turn["points"], "action point")
    return f"{left} left: {_PRICES}. Kept tiles cost nothing. What is left over is lost."
