"""What makes a position document impossible (6). Types and missing fields are not looked at."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.iglu.referee.board import CORNERS, RING
from tests.iglu.referee.material import IGLOOS, TILES, all_animals, inuit_of_each, is_red
from tests.iglu.referee.table import Table

Document = Mapping[str, Any]


def faults(document: Document) -> list[str]:
    """What is wrong, in words; [] for a document that is accepted."""
    wrong = _head(document)
    if wrong:
        return wrong
    table = Table(document)
    return [*_ground(table), *_animals(table), *_tribes(table), *_material(table), *_setup(table)]


def _head(document: Document) -> list[str]:
    players, seat, stage = document["players"], document["seat"], document["stage"]
    checks = {
        "format": document["format"] == "iglu/position/1",
        "players": players in (2, 3, 4),
        "variant": document["variant"] in ("standard", "serious"),
        "half": document["half"] in ("down", "up"),
        "stage": stage in ("setup", "play", "over"),
        "seats: one for each player": len(document["seats"]) == players,
        "first: no seat": document["first"] in range(players),
        "seat: null at the end, and only there": (seat is None) == (stage == "over"),
        "seat: no seat": seat is None or seat in range(players),
    }
    return [what for what, right in checks.items() if not right]


def _ground(table: Table) -> list[str]:
    ice = [*table.tiles, *table.glaciers]
    return _twice("tiles, glaciers", ice) + [f"ice on corner {place}" for place in CORNERS if place in ice]


def _animals(table: Table) -> list[str]:
    places = [*table.fish.items(), *table.foxes.items()]
    wrong = [f"no animal listed on {place}" for place, values in places if not values]
    wrong += [f"fish not on sea: {place}" for place in table.fish if not table.is_sea(place)]
    wrong += [f"foxes not on ice: {place}" for place in table.foxes if not table.is_ice(place)]
    wrong += [f"bear on corner {place}" for place in table.bears if place in CORNERS]
    return wrong + _twice("bears", table.bears)


def _tribes(table: Table) -> list[str]:
    """Inuit stand on ice or corners, igloos on ice; Inuit that wait for a corner may stand on sea (2.6)."""
    wrong = _twice("igloos", [place for places in table.igloos for place in places])
    for seat, (inuit, igloos) in enumerate(zip(table.inuit, table.igloos, strict=True)):
        on_sea = {place for place in inuit if table.is_sea(place)}
        if seat in table.turn.waiting:
            on_sea.discard(table.turn.square or "")
        wrong += [f"Inuit of seat {seat} on sea: {place}" for place in sorted(on_sea)]
        wrong += [f"igloo of seat {seat} not on ice: {place}" for place in igloos if not table.is_ice(place)]
        wrong += [f"too many igloos of seat {seat}"] * (len(igloos) > IGLOOS)
        wrong += [f"seat {seat} keeps {face}" for face in table.kept[seat] if not is_red(face)]
        if table.stage != "setup" and len(inuit) != inuit_of_each(table.players):
            wrong.append(f"{len(inuit)} Inuit of seat {seat}")
    return wrong


def _material(table: Table) -> list[str]:
    """Every tile and every animal is in exactly one place (1.2, 1.3)."""
    wrong = []
    if all_faces(table) != Counter(TILES):
        wrong.append("the tiles are not those of the table")
    if animals_of(table) != all_animals():
        wrong.append("the animals are not those of the game")
    return wrong


def all_faces(table: Table) -> Counter[str]:
    """All tiles of the document, wherever they are."""
    kept = [face for faces in table.kept for face in faces]
    glaciers = ["glacier"] * len(table.glaciers)
    return Counter([*table.tiles.values(), *glaciers, *table.shown, *table.melted, *kept])


def animals_of(table: Table) -> Counter[str]:
    """All animals of the document, wherever they are."""
    animals = Counter(table.gone) + Counter(bear=len(table.bears) + table.supply["bears"])
    for hunted in table.hunted:
        animals.update(hunted)
    for name, places, supply in (("fish", table.fish, "fish"), ("fox", table.foxes, "foxes")):
        for values in [*places.values(), table.supply[supply]]:
            animals.update(f"{name} {points}" for points in values)
    return animals


def _setup(table: Table) -> list[str]:
    """During setup the Inuit placed follow from `first` and `seat`, and one is still to be placed (2.1, 6)."""
    if table.stage != "setup":
        return []
    placed = sum(len(inuit) for inuit in table.inuit)
    right = [(placed - _turn_of(table, seat) + table.players - 1) // table.players for seat in range(table.players)]
    wrong = []
    if [len(inuit) for inuit in table.inuit] != right or _turn_of(table, table.seat or 0) != placed % table.players:
        wrong.append("the Inuit placed do not follow from first and seat")
    if placed >= table.players * inuit_of_each(table.players):
        wrong.append("all Inuit stand: setup is over")
    if not any(table.is_ice(place) for place in RING):
        wrong.append("setup without ice on the ring")
    return wrong


def _turn_of(table: Table, seat: int) -> int:
    """The place of a seat in turn order from the starting player on, 0 for that one."""
    return (seat - table.first) % table.players


def _twice(what: str, places: Iterable[str]) -> list[str]:
    return [f"{what}: {place} stands twice" for place, count in Counter(places).items() if count > 1]
