"""Positions and views as JSON documents: writing (rule 7)."""

from typing import Any

from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.material import CARD_TEXTS, COLOURS, MASKS, N_COLOURS, SIDES, SLOTS
from arctic_env.games.north_pole.squares import CENTRE, CORNERS, SQUARE_TEXTS
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.document import names_in, repeated, unpacked

FACE_DOWN = "face down"  # of the scoreboard's mask in a view

OWN_SLOTS: tuple[int | str, ...] = (*range(1, SLOTS + 1), "pack")  # as `turn.card` names them
TAKEN_SLOTS = tuple(f"{side}{slot}" for side in SIDES for slot in range(1, SLOTS + 1))
DECLARED = ("pickaxe", "snowshoes")  # sorted

_CARDS: list[int] = material.CARDS.tolist()
_ALL_MASKS: list[int] = material.ALL_MASKS.tolist()
_WORD = 32  # bits of one half of the stream's counter


def position_document(record: Any) -> dict[str, Any]:
    """Return the complete document of a record (a record)."""
    s = unpacked(record)
    return {
        **_table(s),
        "deck": _cards(s.deck[: s.deck_size][::-1]),
        **_piles(s),
        "stream": s.stream[0] << _WORD | s.stream[1],
        "masks": [MASKS[mask] for mask in s.masks[: s.masks_size][::-1]],
        "corners": {square: MASKS[mask] for square, mask in _corners(s).items()},
        "score": None if s.score == state.NO_MASK else MASKS[s.score],
        "leftover": sorted(repeated(MASKS, s.leftover)),
        **_in_the_open(s),
        **_course(s),
    }


def view_document(record: Any, _seat: int) -> dict[str, Any]:
    """Return the document of a seat's view: hidden masks are counts or null, and what a seat can conclude is added."""
    s = unpacked(record)
    cards, masks = unseen_cards(s), unseen_masks(s)
    lying = s.masks_size + len(_corners(s)) + (s.score != state.NO_MASK)
    return {
        **_table(s),
        "deck": s.deck_size,
        "top": COLOURS[s.deck[s.deck_size - 1] % N_COLOURS],
        **_piles(s),
        "stream": None,
        "masks": s.masks_size,
        "corners": dict.fromkeys(_corners(s)),
        "score": None if s.score == state.NO_MASK else FACE_DOWN,
        "leftover": sum(masks) - lying,
        **_in_the_open(s),
        **_course(s),
        "unseen": {
            "cards": {text: n for text, n in zip(CARD_TEXTS, cards, strict=True) if n},
            "masks": {text: n for text, n in zip(MASKS, masks, strict=True) if n},
        },
    }


def unseen_cards(s: Any) -> list[int]:
    """Return how many of each card of an unpacked state lie in the deck, by what lies open elsewhere."""
    left = _CARDS.copy()
    slots = [card for side in s.sides for card in side]
    for card in [*slots, *s.pack, *s.discard[: s.discard_size], *s.storm[: s.storm_size]]:
        if card != state.NO_CARD:
            left[card] -= 1
    return left


def unseen_masks(s: Any) -> list[int]:
    """Return how many ice masks of each kind lie face down, in whatever place."""
    seen = [sum(counts) for counts in zip(s.box, s.spent, strict=True)]
    for held in s.equipment:
        for mask, n in enumerate(held):
            seen[mask] += n
    seen[material.BACKPACK] += sum(card != state.NO_CARD for card in s.pack)
    seen[material.HOLE] += len(names_in(SQUARE_TEXTS, s.holes))
    seen[material.BEAR] += sum(bear != state.NOWHERE for bear in s.bears)
    seen[material.IGLOO] += sum(len(names_in(SQUARE_TEXTS, squares)) for squares in s.igloos)
    seen[material.SNOWSHOES] += s.snowshoes
    seen[material.PICKAXE] += s.pickaxe
    return [n - shown for n, shown in zip(_ALL_MASKS, seen, strict=True)]


def _cards(cards: list[int]) -> list[str | None]:
    return [None if card == state.NO_CARD else CARD_TEXTS[card] for card in cards]


def _squares(pieces: list[int]) -> list[str]:
    return [SQUARE_TEXTS[square] for square in pieces if square != state.NOWHERE]


def _table(s: Any) -> dict[str, Any]:
    """Return players, rules, the board and the cards on its sides."""
    return {
        "players": s.players,
        "teams": bool(s.teams),
        "turned": s.turned,
        "disc": SQUARE_TEXTS[CENTRE[s.disc]],
        "sides": {side: _cards(cards) for side, cards in zip(SIDES, s.sides, strict=True)},
    }


def _piles(s: Any) -> dict[str, Any]:
    return {"discard": _cards(s.discard[: s.discard_size]), "storm": _cards(s.storm[: s.storm_size])}


def _corners(s: Any) -> dict[str, int]:
    """Return the masks that lie on corners, by square."""
    masks = zip(CORNERS, s.corners, strict=True)
    return {SQUARE_TEXTS[square]: mask for square, mask in masks if mask != state.NO_MASK}


def _in_the_open(s: Any) -> dict[str, Any]:
    """Return masks that all have seen: out of the game, and as holes, bears and igloos on the board."""
    igloos = {square: seat for seat, squares in enumerate(s.igloos) for square in names_in(SQUARE_TEXTS, squares)}
    return {
        "box": sorted(repeated(MASKS, s.box)),
        "spent": sorted(repeated(MASKS, s.spent)),
        "holes": names_in(SQUARE_TEXTS, s.holes),
        "bears": _squares(s.bears),
        "igloos": dict(sorted(igloos.items())),
    }


def _course(s: Any) -> dict[str, Any]:
    """Return whose turn it is, the seats, and the state inside the turn."""
    return {
        "first": s.first,
        "seat": None if s.seat == NOBODY else s.seat,
        "turns": s.turns,
        "stage": state.STAGES[s.stage],
        "seats": [_seat(s, seat) for seat in range(s.players)],
        "turn": None if s.seat == NOBODY else _turn(s),
    }


def _seat(s: Any, seat: int) -> dict[str, Any]:
    return {
        "ship": s.ship[seat],
        "home": s.home[seat],
        "pawns": _squares(s.pawns[seat]),
        "equipment": sorted(repeated(MASKS, s.equipment[seat])),
        "pack": None if s.pack[seat] == state.NO_CARD else CARD_TEXTS[s.pack[seat]],
    }


def _turn(s: Any) -> dict[str, Any]:
    return {
        "decision": state.DECISIONS[s.decision],
        "card": None if s.card == state.NO_SLOT else OWN_SLOTS[s.card],
        "taken": None if s.taken == state.NOT_TAKEN else TAKEN_SLOTS[s.taken],
        "declared": [piece for piece in DECLARED if getattr(s, piece)],
        "new_cards": bool(s.new_cards),
        "discarded": bool(s.discarded),
        "played": bool(s.played),
        "extra": s.extra,
        "packed": bool(s.packed),
    }
