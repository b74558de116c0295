"""Positions and views as JSON documents: writing (rule 6)."""

from typing import Any

from arctic_env.games.iglu import material, state
from arctic_env.games.iglu.actions import MOVE_TEXTS
from arctic_env.games.iglu.squares import N_SQUARES, SQUARE_TEXTS
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.document import names_in, repeated, unpacked

_VALUES: list[int] = material.VALUE.tolist()


def position_document(record: Any) -> dict[str, Any]:
    """Return the complete document of a record (a record)."""
    s = unpacked(record)
    return {
        **_table(s),
        "supply": {
            "fish": s.fish_supply[: _left(s, material.FISH, material.FISH_STOP)][::-1],
            "foxes": s.fox_supply[: _left(s, material.FOX, material.FOX_STOP)][::-1],
            "bears": s.supply[material.BEAR],
        },
        "seats": [_seat(s, seat, _kept(s, seat)) for seat in range(s.players)],
        **_gone(s),
        "melted": [material.FACES[face] for face in s.melted[: s.melted_size]],
        **_turn(s),
    }


def view_document(record: Any, seat: int) -> dict[str, Any]:
    """Return the document of a seat's view: faces of tiles are null, other hidden lists are counts."""
    s = unpacked(record)
    kept = [_kept(s, other) if other == seat else s.kept_size[other] for other in range(s.players)]
    return {
        **_table(s),
        "supply": {
            "fish": _left(s, material.FISH, material.FISH_STOP),
            "foxes": _left(s, material.FOX, material.FOX_STOP),
            "bears": s.supply[material.BEAR],
        },
        "seats": [_seat(s, other, kept[other]) for other in range(s.players)],
        **_gone(s),
        "melted": s.melted_size,
        **_turn(s),
    }


def _left(s: Any, first: int, stop: int) -> int:
    """Return the number of fish or foxes in the supply."""
    return sum(s.supply[first:stop])


def _table(s: Any) -> dict[str, Any]:
    """Return players, rules and the contents of the board."""
    return {
        "players": s.players,
        "variant": material.VARIANTS[s.variant],
        "half": material.HALVES[s.half],
        "first": s.first,
        "seat": None if s.seat == NOBODY else s.seat,
        "stage": state.STAGES[s.stage],
        "tiles": {
            SQUARE_TEXTS[square]: None if s.faces[square] == state.NO_FACE else material.FACES[s.faces[square]]
            for square in range(N_SQUARES)
            if s.tiles >> square & 1
        },
        "glaciers": names_in(SQUARE_TEXTS, s.glaciers),
        "fish": _values(s, material.FISH, material.FISH_STOP),
        "foxes": _values(s, material.FOX, material.FOX_STOP),
        "bears": names_in(SQUARE_TEXTS, s.animal_squares[material.BEAR]),
    }


def _values(s: Any, first: int, stop: int) -> dict[str, list[int]]:
    """Return fish or foxes: the values on each square that has some."""
    anywhere = s.animal_squares[first] | s.animal_squares[first + 1] | s.animal_squares[stop - 1]
    return {
        text: [_VALUES[kind] for kind in range(first, stop) for _ in range(s.animals[kind][square])]
        for square, text in enumerate(SQUARE_TEXTS)
        if anywhere >> square & 1
    }


def _kept(s: Any, seat: int) -> list[str]:
    return repeated(material.RED_FACES, s.kept[seat])


def _seat(s: Any, seat: int, kept: list[str] | int) -> dict[str, Any]:
    return {
        "inuit": repeated(SQUARE_TEXTS, s.inuit[seat]),
        "igloos": names_in(SQUARE_TEXTS, s.igloos[seat]),
        "kept": kept,
        "hunted": repeated(material.KINDS, s.hunted[seat]),
    }


def _gone(s: Any) -> dict[str, Any]:
    """Return tiles and tokens that are out of the game and were seen by all."""
    return {
        "gone": [material.KINDS[kind] for kind in s.gone[: s.gone_size]],
        "shown": [material.FACES[face] for face in s.shown[: s.shown_size]],
    }


def _turn(s: Any) -> dict[str, Any]:
    """Return the field `turn`, left out where nothing has happened in a turn."""
    if s.stage != state.PLAY or not (s.turned or s.steps or s.square != state.NONE or any(s.played)):
        return {}
    turn = {
        "mover": s.mover,
        "turned": bool(s.turned),
        "points": s.points,
        "played": [name for name, played in zip(material.TYPES, s.played, strict=True) if played],
        "drift": s.decision == state.DRIFTING,
        "push": MOVE_TEXTS[s.push] if s.decision == state.DISPLACING else None,
        "steps": s.steps,
        "asked": asked_seats(s),
        "waiting": waiting_inuit(s),
        "square": None if s.square == state.NONE else SQUARE_TEXTS[s.square],
    }
    return {"turn": turn}


def in_order(s: Any) -> list[int]:
    """Return the seats clockwise from the mover's left, the mover last (2.8)."""
    return [(s.mover + 1 + k) % s.players for k in range(s.players)]


def may_be_asked(s: Any) -> list[int]:
    """Return the owners of Inuit on the square who may have a harpoon to play, in order (2.8)."""
    return [
        seat
        for seat in in_order(s)
        if s.inuit[seat][s.square] and s.kept_size[seat] and not (seat == s.mover and s.played[material.PLAY_HARPOON])
    ]


def asked_seats(s: Any) -> list[int]:
    """Return the seats that are still to be asked for a harpoon, the next one first (2.8)."""
    if s.decision != state.ASKED:
        return []
    seats = may_be_asked(s)
    return seats[seats.index(s.seat) :]


def waiting_inuit(s: Any) -> list[int]:
    """Return the owners of the Inuit that still have to flee, the next one first (2.6)."""
    if s.decision != state.FLEEING:
        return []
    cannot_hide = (seat for seat in in_order(s) if not s.igloos[seat] >> s.square & 1)
    return [seat for seat in cannot_hide for _ in range(s.inuit[seat][s.square])]
