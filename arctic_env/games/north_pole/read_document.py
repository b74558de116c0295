"""Positions as JSON documents: reading. A refusal names its field (rule 7)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.actions import ACTIONS, N_TAKEN, PLAY_ACTION, STEAL_ACTION
from arctic_env.games.north_pole.board import put_bear, put_pawn
from arctic_env.games.north_pole.cards import card_to_discard, card_to_storm, disc_places
from arctic_env.games.north_pole.effects import has_won
from arctic_env.games.north_pole.legal import legal
from arctic_env.games.north_pole.material import CARD_IDS, CARD_TEXTS, MASK_IDS, MASKS, SIDES
from arctic_env.games.north_pole.rules import settle
from arctic_env.games.north_pole.setup import BLANK, pawns_each
from arctic_env.games.north_pole.squares import (
    CAMPS,
    CENTRE,
    CENTRE_SET,
    CORNERS,
    SQUARE_IDS,
    SQUARE_TEXTS,
    holds,
    only,
)
from arctic_env.games.north_pole.write_document import OWN_SLOTS, TAKEN_SLOTS, unseen_cards, unseen_masks
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.document import Document, check_counts, check_range, check_size, names_in, refuse, unpacked

_WORD = 32  # bits of one half of the stream's counter


def read_position(document: Any) -> NDArray[Any]:
    """Return the state that a document describes, at its next decision or its end: an array of one.

    Raises:
        PositionError: The document is not a position; the error names the field.
    """
    states = BLANK.copy()
    s = states[0]
    _read_table(s, document)
    _read_seats(s, document["seats"])
    _read_cards(s, document)
    _read_masks(s, document)
    _read_board(s, document)
    _read_stage(s, document)
    if s.stage == state.PLAY:
        _read_turn(states, document.get("turn"))
    _check_material(s, document)
    _check_equipment(s)
    _check_storm(s)
    settle(states, 0)
    return states


def _read_table(s: Any, document: Document) -> None:
    """Read players, rules and the numbers of the game, but for the seat."""
    s.players, s.teams, s.turned = document["players"], document["teams"], document["turned"]
    if s.teams and s.players != material.TEAM_PLAYERS:
        refuse("teams", f"must be false with {s.players} players: a team game has {material.TEAM_PLAYERS}")
    texts = [SQUARE_TEXTS[square] for square in CENTRE[: disc_places(s)]]
    if document["disc"] not in texts:
        refuse("disc", f"must be {' or '.join(texts)} in the team game, not {document['disc']}")
    s.disc = texts.index(document["disc"])
    s.first = check_range("first", document["first"], document["players"] - 1)
    s.turns = document["turns"]
    s.stream[:] = divmod(document["stream"], 1 << _WORD)


def _read_seats(s: Any, seats: list[Document]) -> None:
    """Read `seats`, with as many pawns as each player has (2.4)."""
    check_size("seats", seats, int(s.players))
    for seat, owner in enumerate(seats):
        s.ship[seat], s.home[seat] = owner["ship"], owner["home"]
        for text in owner["pawns"]:
            put_pawn(s, seat, SQUARE_IDS[text])
        found, expected = owner["ship"] + owner["home"] + len(owner["pawns"]), pawns_each(s)
        if found != expected:
            refuse(f"seats[{seat}].pawns", f"on ship, board and at the Pole must be {expected} pawns, not {found}")
        for text in owner["equipment"]:
            s.equipment[seat, MASK_IDS[text]] += 1
        s.pack[seat] = _card(owner["pack"])


def _card(text: str | None) -> int:
    return state.NO_CARD if text is None else CARD_IDS[text]


def _read_cards(s: Any, document: Document) -> None:
    for side, name in enumerate(SIDES):
        s.sides[side] = [_card(text) for text in document["sides"][name]]
    deck = document["deck"]
    s.deck[: len(deck)] = [CARD_IDS[text] for text in reversed(deck)]
    s.deck_size = len(deck)
    s.unseen = np.bincount(s.deck[: len(deck)], minlength=material.N_CARDS)
    for text in document["discard"]:
        card_to_discard(s, CARD_IDS[text])
    if len(document["storm"]) > material.MAX_STORM:
        refuse("storm", f"must have at most {material.MAX_STORM} items, not {len(document['storm'])}")
    for text in document["storm"]:
        card_to_storm(s, CARD_IDS[text])


def _read_masks(s: Any, document: Document) -> None:
    masks = document["masks"]
    s.masks[: len(masks)] = [MASK_IDS[text] for text in reversed(masks)]
    s.masks_size = len(masks)
    for corner, square in enumerate(CORNERS):
        if SQUARE_TEXTS[square] in document["corners"]:
            s.corners[corner] = MASK_IDS[document["corners"][SQUARE_TEXTS[square]]]
    if document["score"] is not None:
        s.score = MASK_IDS[document["score"]]
    for name in ("leftover", "box", "spent"):
        for text in document[name]:
            s[name][MASK_IDS[text]] += 1


# ------------------------------------------------------------------------------------------------ the board


def _read_board(s: Any, document: Document) -> None:
    """Read `holes`, `bears` and `igloos`, and check who shares a square (3.2 to 3.4, 3.7)."""
    for text in document["holes"]:
        s.holes |= only(SQUARE_IDS[text])
    for text in document["bears"]:
        put_bear(s, SQUARE_IDS[text])
    for text in document["corners"]:
        if text in document["holes"]:
            refuse(f"corners.{text}", "must be left out: the square is a hole")
    standing: set[str] = set()
    for field, text in _pieces(document):
        if text in document["holes"]:
            refuse(field, f"{text} is a hole")
        if text in document["corners"]:
            refuse(f"corners.{text}", "must be left out: who stands on the corner has taken the mask")
        if text in standing and document["masks"] and not holds(CAMPS, SQUARE_IDS[text]):
            refuse(field, f"{text} is occupied; while there are masks to reveal, pieces share squares in camps alone")
        standing.add(text)
    for text, seat in document["igloos"].items():
        _read_igloo(s, f"igloos.{text}", SQUARE_IDS[text], seat)


def _pieces(document: Document) -> Iterator[tuple[str, str]]:
    """Return the field and the square of each pawn and bear."""
    for seat, owner in enumerate(document["seats"]):
        for index, text in enumerate(owner["pawns"]):
            yield f"seats[{seat}].pawns[{index}]", text
    for index, text in enumerate(document["bears"]):
        yield f"bears[{index}]", text


def _read_igloo(s: Any, field: str, square: int, seat: int) -> None:
    check_range(field, seat, int(s.players) - 1)
    if holds(CAMPS | CENTRE_SET, square):
        refuse(field, "igloos are built neither in camps nor on the four centre squares")
    if not holds(s.pawn_squares[seat], square):
        on = ", ".join(names_in(SQUARE_TEXTS, s.pawn_squares[seat])) or "the ship or at the Pole"
        refuse(field, f"seat {seat} has no pawn there; its pawns are on {on}")
    s.igloos[seat] |= only(square)


# ------------------------------------------------------------------------------------------------ stage


def _read_stage(s: Any, document: Document) -> None:
    """Read `stage` and `seat`: a game is over when somebody has won, or after the last turn (3.10)."""
    s.stage = state.STAGES.index(document["stage"])
    winners = [seat for seat in range(s.players) if has_won(s, seat)]
    if s.stage == state.PLAY:
        if winners:
            refuse("stage", f"must be over: all pawns of seat {winners[0]} are at the Pole")
        check_range("turns", document["turns"], material.MAX_TURNS - 1)
        s.seat = check_range("seat", document["seat"], document["players"] - 1)
        return
    if not winners and s.turns != material.MAX_TURNS:
        refuse("stage", f"must be play: nobody has all pawns at the Pole, and {s.turns} turns are not the last ones")
    for name in ("seat", "turn"):
        if document.get(name) is not None:
            refuse(name, "must be null when the stage is over")
    s.seat, s.decision = NOBODY, state.GAME_OVER


# ------------------------------------------------------------------------------------------------ material


def _check_material(s: Any, document: Document) -> None:
    """Check that each card and each ice mask occurs as often as in the game (2.1, 2.3)."""
    plain = unpacked(s)
    deck = np.bincount(s.deck[: s.deck_size], minlength=material.N_CARDS)
    check_counts("deck", CARD_TEXTS, material.CARDS + deck - unseen_cards(plain), material.CARDS)
    face_down = [*document["masks"], *document["corners"].values(), *document["leftover"]]
    face_down += [] if document["score"] is None else [document["score"]]
    hidden = np.array([face_down.count(text) for text in MASKS])
    check_counts("masks", MASKS, material.ALL_MASKS + hidden - unseen_masks(plain), material.ALL_MASKS)


def _check_equipment(s: Any) -> None:
    """Check that nobody holds too much; a fourth piece is there only while room is to be made (3.7)."""
    for seat in range(s.players):
        held = int(s.equipment[seat].sum()) + int(s.pack[seat] != state.NO_CARD)
        makes_room = seat == s.seat and s.decision == state.ROOM
        most = material.MAX_EQUIPMENT + makes_room
        if held > most:
            refuse(
                f"seats[{seat}].equipment", f"there must be at most {most} pieces with a filled backpack, not {held}"
            )
        if makes_room and held < most:
            refuse("turn.decision", f"room is made for a fourth piece, and seat {seat} has {held}")


def _check_storm(s: Any) -> None:
    """Check that the storm pile waits for its threshold, but where the weather of its last card is still due (3.6)."""
    due = s.decision in (state.ROOM, state.GAME_OVER)
    last = int(s.storm[s.storm_size - 1]) if due and s.storm_size else state.NO_CARD
    points = int(s.storm_points) - (0 if last == state.NO_CARD else int(material.POINTS[last // material.N_COLOURS]))
    most = int(material.THRESHOLD[s.players]) - 1
    if points > most:
        which = "before its last card" if due else "in all"
        refuse("storm", f"must have at most {most} points {which}, not {points}: a storm has discarded it by then")


def _read_turn(states: NDArray[Any], turn: Document | None) -> None:
    """Read the turn of a state whose other fields are read; null is the start of a turn."""
    s = states[0]
    s.decision = state.CAMP
    if turn is None:
        return
    _check_order(turn)
    if turn["packed"] and s.pack[s.seat] == state.NO_CARD:
        refuse("turn.packed", f"must be false: the backpack of seat {s.seat} is not filled")
    huskies = int(material.ALL_MASKS[material.HUSKY])
    if turn["extra"] > huskies + s.spent[material.HUSKY]:  # those not spent yet may add to it
        refuse("turn.extra", f"must be at most {huskies + s.spent[material.HUSKY]}, not {turn['extra']}")
    for name in ("new_cards", "discarded", "played", "extra", "packed"):
        s[name] = turn[name]
    for piece in turn["declared"]:
        s[piece] = 1
    s.decision = state.CARD
    if turn["decision"] == "aim":
        _read_card(states, turn)
    elif turn["declared"] and not _legal(states).any():
        refuse("turn.declared", "no card can be played with exactly that")
    s.decision = state.DECISIONS.index(turn["decision"])


def _check_order(turn: Document) -> None:
    """Refuse fields that do not go together, whatever the position (3.2, 3.7, 6.2)."""
    decision, played, extra = turn["decision"], turn["played"], turn["extra"]
    names_cards = decision in ("card", "aim")
    waits_for_discard = turn["new_cards"] and not turn["discarded"]
    has_begun = any(value for name, value in turn.items() if name != "decision")
    refusals = (
        ("turn.card", "must be null but at aim", turn["card"] is not None and decision != "aim"),
        ("turn.card", "must be the slot of a card at aim, not null", turn["card"] is None and decision == "aim"),
        ("turn.taken", "must be null but at aim", turn["taken"] is not None and decision != "aim"),
        ("turn.declared", "must be empty but at card and aim", turn["declared"] and not names_cards),
        ("turn.discarded", "must be false without new cards", turn["discarded"] and not turn["new_cards"]),
        ("turn.extra", "must be 0 before a card has been played", extra and not played),
        ("turn.extra", "must be 0 at end", extra and decision == "end"),
        ("turn.played", f"must be true at {decision}", not played and decision in ("room", "end")),
        ("turn.played", f"must be false at {decision} without an extra card", played and not extra and names_cards),
        ("turn.discarded", "must be true where a card has been played after new cards", played and waits_for_discard),
        ("turn.discarded", "must be true for playing on after new cards", waits_for_discard and decision == "aim"),
        ("turn.declared", "must be empty until a piece has been discarded", waits_for_discard and turn["declared"]),
        ("turn.decision", "camp comes before all else in a turn", decision == "camp" and has_begun),
    )
    for field, reason, wrong in refusals:
        if wrong:
            refuse(field, reason)


def _legal(states: NDArray[Any]) -> NDArray[np.int8]:
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(states, 0, mask)
    return mask


def _read_card(states: NDArray[Any], turn: Document) -> None:
    """Read the card that was named, which must be one that can be named here."""
    own = OWN_SLOTS.index(turn["card"])
    taken = state.NOT_TAKEN if turn["taken"] is None else TAKEN_SLOTS.index(turn["taken"])
    action = PLAY_ACTION + own if taken == state.NOT_TAKEN else STEAL_ACTION + own * N_TAKEN + taken
    if not _legal(states)[action]:
        field = "turn.card" if taken == state.NOT_TAKEN else "turn.taken"
        refuse(field, f"`{ACTIONS.texts[action]}` is not legal here with what is declared")
    states[0].card, states[0].taken = own, taken
