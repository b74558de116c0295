"""What an action of IGLU IGLU caused, actions in words, and what a seat has to decide, from documents alone.

See `arctic_env.model.events`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arctic_env.drawing.pages import count, numbered, result
from arctic_env.games.iglu import material
from arctic_env.games.iglu.actions import ACTIONS
from arctic_env.games.iglu.draw.contents import Island, islands, square
from arctic_env.games.iglu.material import IGLOO_COST, KAYAK_COST, WALK_COST
from arctic_env.games.iglu.squares import DIRECTIONS, NEIGHBOUR, SQUARE_IDS, SQUARE_TEXTS
from arctic_env.model.events import Event, Narration, Seen, added
from arctic_env.validation import counted

_FREE = "a harpoon, no points"


def _turn(seen: Seen) -> Mapping[str, Any]:
    return seen.get("turn") or {}


def _next(name: str, direction: str) -> str:
    """Return the square that is adjacent in a direction."""
    return SQUARE_TEXTS[int(NEIGHBOUR[SQUARE_IDS[name], DIRECTIONS.index(direction)])]


def _line(seen: Seen, start: str, direction: str) -> tuple[list[str], str]:
    """Return the tiles that a push moves, from the first on, and the sea square that the last one enters."""
    line, name = [], start
    while name in seen["tiles"] or name in seen["glaciers"]:
        line.append(name)
        name = _next(name, direction)
    return line, name


def _push(seen: Seen, action: str) -> tuple[str, str] | None:
    """Return the start and direction of the push that the action makes or makes room for."""
    verb, arguments = ACTIONS.read(action)
    if verb.startswith("displace"):
        arguments = _turn(seen)["push"].split()
    elif verb != "drift":
        return None
    return arguments[0], arguments[1]


# ------------------------------------------------------------------------------------------------ actions in words


def action_words(seen: Seen, action: str) -> str:
    """Return an action in words, with its price."""
    verb, arguments = ACTIONS.read(action)
    match verb, arguments:
        case ("walk", [start, goal]):
            return f"walk from {start} to {goal} ({_price(seen, material.WALK_COST, goal)})"
        case ("kayak", [start, goal]):
            return f"kayak from {start} to {goal} ({_price(seen, material.KAYAK_COST, goal)})"
        case ("igloo", [name]):
            return f"build an igloo on {name} ({_points(material.IGLOO_COST)})"
        case ("hunt fish" | "hunt fox" | "harpoon fish" | "harpoon fox", [value, name]):
            how, animal = verb.split()
            return f"{how} a {animal} of {value} on {name} ({_points(int(value)) if how == 'hunt' else _FREE})"
        case ("harpoon bear", [name]):
            return f"harpoon the bear on {name} ({_FREE})"
        case ("end phase", []):
            left = _turn(seen).get("points", 0)
            return f"end the turn ({_points(left)} unused)" if left else "end the turn"
    return _words_before_points(seen, verb, arguments)


def _points(number: int) -> str:
    return counted(number, "action point")


def _price(seen: Seen, cost: int, goal: str) -> str:
    """Return what it costs to enter a square; a bear there has to be harpooned."""
    return f"{_points(cost)} and a harpoon for the bear" if goal in seen["bears"] else _points(cost)


def _words_before_points(seen: Seen, verb: str, arguments: Sequence[str]) -> str:
    """Return the words of actions that cost no action points."""
    turn = _turn(seen)
    match verb, arguments:
        case ("drift", [name, direction]):
            line, entered = _line(seen, name, direction)
            tiles = name if len(line) == 1 else f"{name} to {line[-1]}"
            return f"push {tiles} {direction}, into the sea at {entered}"
        case ("displace fish" | "displace bear", [*value, name]):
            entered = _line(seen, *turn["push"].split())[1]
            eats = ", eating fish" if verb == "displace bear" and name in seen["fish"] else ""
            return f"{_animal(verb.split()[1], value)} makes room from {entered} to {name}{eats}"
        case ("step fish" | "step fox" | "step bear", [*value, name, direction]):
            goal = _next(name, direction)
            attacks = ", attacking" if verb == "step bear" and square(seen, goal).inuit else ""
            return f"{_animal(verb.split()[1], value)} goes {direction} from {name} to {goal}{attacks}"
        case ("corner", [name]):
            return f"an Inuit of seat {turn['waiting'][0]} flees from {turn['square']} to corner {name}"
        case ("energy", [value]):
            return f"take {_points(int(value))} (energy tile)"
    where = f" on {arguments[0]}" if arguments else f" on {turn.get('square')}"
    return {
        "place": f"place an Inuit{where}",
        "turn": f"turn the tile{where}",
        "melt": f"melt the tile{where} (melt tile)",
        "animals": "move animals, three steps (animals tile)",
        "harpoon": f"harpoon the bear{where}",
        "no harpoon": f"play no harpoon against the bear{where}",
    }[verb]


def _animal(animal: str, value: Sequence[str]) -> str:
    return f"a {animal} of {value[0]}" if value else f"the {animal}"


# ------------------------------------------------------------------------------------------------ events


def events(before: Seen, action: str, after: Seen) -> list[Event]:
    """Return what an action caused: the tile or the ice, then animals, Inuit, islands and the game."""
    return [
        *_turned(before, action, after),
        *_drifted(before, action, after),
        *_animals(before, action, after),
        *_inuit(before, action, after),
        *_islands(before, action, after),
        *_course(before, after),
    ]


def _turned(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell the face of the tile that was turned (2.3), as far as it is seen."""
    verb, arguments = ACTIONS.read(action)
    if verb != "turn":
        return
    seat, name = before["seat"], arguments[0]
    kept = count(after["seats"][seat]["kept"]) > count(before["seats"][seat]["kept"])
    if kept:
        face = next(iter(added(before["seats"][seat]["kept"], after["seats"][seat]["kept"])), None)
        what = f"seat {seat} keeps the tile"
    else:
        face = "glacier" if name in after["glaciers"] else after["shown"][-1]
        what = _uncovered(after, face, name)
    shown = face or "a red frame"
    if shown.startswith("fish "):  # elsewhere a number after "fish" is what one is worth
        shown = f"{shown.split()[1]} fish"
    told = f"{name} shows {shown}: {what}"
    yield Event("tile", seat, told, {"square": name, "face": face, "kept": kept})


def _uncovered(after: Seen, face: str, name: str) -> str:
    """Return what a tile does that all see."""
    if face == "glacier":
        foxes = after["foxes"].get(name)
        return f"a fox of {foxes[0]} appears" if foxes else "but no fox is left"
    if face == "drift":
        return "ice drifts now" if _turn(after).get("drift") else "but no ice can be pushed"
    if face == "bear":
        return "a bear appears" if name in after["bears"] else "but no bear is left"
    values = [str(value) for value in after["fish"].get(name, [])]
    if len(values) == 1:
        return f"a fish of {values[0]} appears"
    return f"fish of {', '.join(values)} appear" if values else "but no fish is left"


def _drifted(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of ice that has moved, or waits until animals have made room (2.4)."""
    push = _push(before, action)
    if push is None:
        return
    line, entered = _line(before, *push)
    data = {"squares": line, "direction": push[1], "entered": entered}
    tiles = line[0] if len(line) == 1 else f"{line[0]} to {line[-1]}"
    if not _turn(after).get("push"):
        yield Event("drift", before["seat"], f"the ice of {tiles} drifts {push[1]}, into {entered}", data)
    elif action.startswith("drift"):
        animals = [text for text, n in square(before, entered).animals.items() for _ in range(n)]
        yield Event(
            "room",
            before["seat"],
            f"{numbered(Counter(animals))} on {entered} must make room first",
            {**data, "animals": animals},
        )


def _animals(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of animals that were hunted or have left the game (2.6, 2.8, 2.9)."""
    for seat, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        hunted = added(was["hunted"], now["hunted"])
        if hunted:
            points = sum(int(material.VALUE[material.KIND_IDS[text]]) for text in hunted)
            told = f"seat {seat} wins {numbered(Counter(hunted))}: {counted(points, 'point')}"
            yield Event("hunt", seat, told, {"animals": hunted, "points": points})
    lost = after["gone"][len(before["gone"]) :]
    if lost:
        how = (
            "out of the game, with the ice"
            if ACTIONS.read(action)[0] == "melt"
            else "out of the game, eaten by the bear"
        )
        yield Event("gone", None, f"{numbered(Counter(lost))}: {how}", {"animals": lost})


def _inuit(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of attacks, of Inuit that hide and of those that have to flee (2.6, 2.8)."""
    verb, arguments = ACTIONS.read(action)
    name = _next(*arguments) if verb == "step bear" else _turn(before).get("square")
    owners = square(before, name).inuit if name else {}
    if verb == "step bear" and owners:
        seats = " and ".join(f"seat {seat}" for seat in owners)
        told = f"the bear attacks Inuit of {seats} on {name}"
        yield Event("attack", before["seat"], told, {"square": name, "seats": list(owners)})
    settled = verb in ("step bear", "no harpoon") and not _turn(after).get("asked")
    for seat in owners if settled else ():
        if square(before, str(name)).igloo == seat:
            yield Event("hide", seat, f"Inuit of seat {seat} hide in their igloo on {name}", {"square": name})
    waiting = _turn(after).get("waiting", [])
    if waiting and not _turn(before).get("waiting"):
        name = _turn(after)["square"]
        told = f"from {name} {counted(len(waiting), 'Inuit').removesuffix('s')} must flee to corners"
        yield Event("flee", None, told, {"square": name, "seats": waiting})


def _course(before: Seen, after: Seen) -> Iterator[Event]:
    """Tell of the beginning after the setup, and of the end (2.1, 2.2, 2.11)."""
    if before["stage"] == "setup" and after["stage"] != "setup":
        yield Event("start", after["seat"], f"all Inuit are on the ice, seat {after['first']} begins")
    if after["stage"] != "over":
        return
    for seat, score in enumerate(after["scores"]):
        told = f"seat {seat} has {counted(score['total'], 'point')}{points_from(after, seat)}"
        yield Event("points", seat, told, dict(score))
    yield Event("end", None, f"no tile can be turned: {result(after)}", {"winners": list(after["winners"])})


# ------------------------------------------------------------------------------------------------ islands


def _islands(before: Seen, action: str, after: Seen) -> Iterator[Event]:
    """Tell of islands that merge, split, vanish or change owners (2.10)."""
    if before["stage"] == "setup":
        return
    moved = _moves(before, action, after)
    ice = {*after["tiles"], *after["glaciers"]}
    old = islands(before)
    new = islands(after)
    where = {name: island for island in new for name in island.squares}
    came: dict[Island, list[Island]] = {island: [] for island in new}
    for island in old:
        goals = {moved.get(name, name) for name in island.squares} & ice
        parts = sorted({where[name] for name in goals})
        for part in parts:
            came[part].append(island)
        if not parts:
            yield Event("island", None, f"{island.text} is gone", _data("gone", [island], []))
        if len(parts) > 1:
            told = f"{island.text} splits: {'; '.join(map(_owned, parts))}"
            yield Event("island", None, told, _data("split", [island], parts))
    split = [part for part in new if any(len(_parts(island, came)) > 1 for island in came[part])]
    for island, sources in came.items():
        whole = [source for source in sources if len(_parts(source, came)) == 1]  # others have split
        if len(whole) > 1:
            sizes = " and ".join(str(len(source.squares)) for source in whole)
            told = f"islands of {sizes} tiles merge: {_owned(island)}"
            yield Event("island", None, told, _data("merged", whole, [island]))
        elif sources and island not in split and island.owners != sources[0].owners:
            yield Event(
                "island", None, f"{island.text} passes to {island.ownership}", _data("owner", sources, [island])
            )


def _parts(island: Island, came: Mapping[Island, list[Island]]) -> list[Island]:
    return [part for part, sources in came.items() if island in sources]


def _moves(before: Seen, action: str, after: Seen) -> dict[str, str]:
    """Return where drifting tiles have gone."""
    push = _push(before, action)
    if push is None or _turn(after).get("push"):
        return {}
    return {name: _next(name, push[1]) for name in _line(before, *push)[0]}


def _owned(island: Island) -> str:
    return f"{island.text} ({island.ownership})"


def _data(change: str, old: Sequence[Island], new: Sequence[Island]) -> dict[str, Any]:
    return {"change": change, "before": [_island(each) for each in old], "after": [_island(each) for each in new]}


def _island(island: Island) -> dict[str, Any]:
    return {"squares": list(island.squares), "owners": island.owners, "points": list(island.points)}


def marks(before: Seen, action: str, after: Seen) -> list[str]:
    """Return what a drawing marks: the squares of the action, and an arrow where something has moved."""
    verb, arguments = ACTIONS.read(action)
    named = [text for text in arguments if text in SQUARE_IDS]
    way = []
    if push := _push(before, action):
        line, entered = _line(before, *push)
        waits = bool(_turn(after).get("push"))  # the drawing shows the push itself
        way = [entered, named[0]] if verb != "drift" else [] if waits else [line[0], entered]
        named += [entered] if waits else [line[0], *(_next(name, push[1]) for name in line)]
    elif verb.startswith("step"):
        way = [named[0], _next(named[0], arguments[-1])]
    elif verb in ("walk", "kayak"):
        way = named
    elif verb in ("corner", "harpoon", "no harpoon"):
        way = [_turn(before)["square"], *named]
    arrow = [f"arrow {' '.join(way)}"] if len(way) == 2 else []
    return [f"square {name}" for name in dict.fromkeys([*named, *way])] + arrow


# ---------------------------------------------------------------------------------- what a seat has to decide


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


NARRATION = Narration(action_words, events, marks, explain, colours=TEXT_COLOURS)
