"""Positions as JSON documents: reading. A refusal names its field (rule 6)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu import board, material, state
from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE, MOVE_TEXTS
from arctic_env.games.iglu.rules import settle
from arctic_env.games.iglu.setup import BLANK, inuit_placed, places, tribe_size
from arctic_env.games.iglu.squares import SQUARE_IDS, SQUARE_TEXTS, count, holds, only
from arctic_env.games.iglu.tiles import entered_square, keep, pushable, show
from arctic_env.games.iglu.write_document import may_be_asked, waiting_inuit
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.document import Document, check_counts, check_range, check_size, names_in, refuse, unpacked


def read_position(document: Any) -> NDArray[Any]:
    """Return the state that a document describes, at its next decision or its end: an array of one.

    Raises:
        PositionError: The document is not a position; the error names the field.
    """
    states = BLANK.copy()
    s = states[0]
    s.players = document["players"]
    s.variant = material.VARIANTS.index(document["variant"])
    s.half = material.HALVES.index(document["half"])
    s.first = check_range("first", document["first"], document["players"] - 1)
    s.stage = state.STAGES.index(document["stage"])
    _read_board(s, document)
    _read_supply(s, document["supply"])
    _read_seats(s, document["seats"])
    _read_gone(s, document)
    _check_tiles(s)
    _check_animals(s)
    _read_stage(s, document)
    _check_inuit(s)
    settle(states, 0)
    return states


def _read_board(s: Any, document: Document) -> None:
    """Read `tiles`, `glaciers`, `fish`, `foxes` and `bears`."""
    for text, face in document["tiles"].items():
        s.faces[SQUARE_IDS[text]] = material.FACE_IDS[face]
        s.tiles |= only(SQUARE_IDS[text])
    for index, text in enumerate(document["glaciers"]):
        if text in document["tiles"]:
            refuse(f"glaciers[{index}]", f"{text} has two tiles")
        s.glaciers |= only(SQUARE_IDS[text])
    board.find_islands(s)
    for name, first, home, where in (
        ("fish", material.FISH, board.sea(s), "in the sea"),
        ("foxes", material.FOX, board.ice(s), "on ice"),
    ):
        for text, values in document[name].items():
            if not holds(home, SQUARE_IDS[text]):
                refuse(f"{name}.{text}", f"{name} live {where}")
            for value in values:
                board.put_animal(s, first + value - 1, SQUARE_IDS[text])
    for text in document["bears"]:
        board.put_animal(s, material.BEAR, SQUARE_IDS[text])


def _read_supply(s: Any, supply: Document) -> None:
    """Read the order of fish and foxes, and the number of bears."""
    for values, first, stack in (
        (supply["fish"], material.FISH, s.fish_supply),
        (supply["foxes"], material.FOX, s.fox_supply),
    ):
        stack[: len(values)] = values[::-1]
        for value in values:
            s.supply[first + value - 1] += 1
    s.supply[material.BEAR] = supply["bears"]


def _read_gone(s: Any, document: Document) -> None:
    """Read `gone`, `shown` and `melted`, and count what lies face up."""
    s.revealed[material.GLACIER] = count(s.glaciers)
    for name, ids in (("gone", material.KIND_IDS), ("melted", material.FACE_IDS)):
        s[name][: len(document[name])] = [ids[text] for text in document[name]]
        s[f"{name}_size"] = len(document[name])
    for text in document["shown"]:
        show(s, material.FACE_IDS[text])


def _check_tiles(s: Any) -> None:
    """Check that each face occurs as often as in the tile table."""
    hidden = np.concatenate([s.faces[s.faces != state.NO_FACE], s.melted[: s.melted_size]])
    found = np.bincount(hidden, minlength=len(material.FACES)) + s.revealed
    found[: material.N_RED] += s.kept.sum(axis=0)
    check_counts("tiles", material.FACES, found, material.TILES)


def _check_animals(s: Any) -> None:
    """Check that each kind occurs as often as there are tokens of it."""
    gone = np.bincount(s.gone[: s.gone_size], minlength=len(material.KINDS))
    found = s.animals.sum(axis=1) + s.supply + s.hunted.sum(axis=0) + gone
    check_counts("supply", material.KINDS, found, material.TOKENS)


def _read_seats(s: Any, seats: list[Document]) -> None:
    check_size("seats", seats, int(s.players))
    for seat, owner in enumerate(seats):
        for square in owner["inuit"]:
            board.put_inuit(s, seat, SQUARE_IDS[square])
        for index, text in enumerate(owner["igloos"]):
            square = SQUARE_IDS[text]
            if not holds(board.ice(s), square):
                refuse(f"seats[{seat}].igloos[{index}]", f"{text} is sea, an igloo needs ice")
            if holds(board.igloo_squares(s), square):
                refuse(f"seats[{seat}].igloos[{index}]", f"{text} has two igloos")
            s.igloos[seat] |= only(square)
        for face in owner["kept"]:
            keep(s, seat, material.FACE_IDS[face])
        for kind in owner["hunted"]:
            s.hunted[seat, material.KIND_IDS[kind]] += 1


def _check_inuit(s: Any) -> None:
    """Check the number of Inuit, in setup by the order of placing; on sea they stand only to flee (2.6)."""
    players = int(s.players)
    size = tribe_size(players)
    total = sum(inuit_placed(s, seat) for seat in range(players))
    if s.stage == state.SETUP and total == players * size:
        refuse("stage", "all Inuit stand, so the setup is over")
    for seat in range(players):
        expected = size
        if s.stage == state.SETUP:
            expected = (total - (seat - int(s.first)) % players + players - 1) // players
        if inuit_placed(s, seat) != expected:
            refuse(f"seats[{seat}].inuit", f"there must be {expected} of {total}, not {inuit_placed(s, seat)}")
    if s.stage == state.SETUP and (int(s.first) + total) % players != s.seat:
        refuse("seat", f"with {total} Inuit placed, it is not seat {s.seat} that places the next")
    drowning = board.inuit_of_all(s) & ~board.ice(s)
    if s.decision == state.FLEEING:
        drowning &= ~only(s.square)
    for seat in range(players):
        if drowning & int(s.inuit_squares[seat]):
            [text, *_] = names_in(SQUARE_TEXTS, drowning & int(s.inuit_squares[seat]))
            refuse(f"seats[{seat}].inuit", f"{text} is sea")


def _read_stage(s: Any, document: Document) -> None:
    """Read the seat to decide, the mover and the decision."""
    turn = document.get("turn")
    if s.stage != state.PLAY and turn is not None:
        refuse("turn", "must be null or left out when the stage is not play")
    if s.stage == state.OVER:
        if document["seat"] is not None:
            refuse("seat", "must be null when the stage is over")
        s.mover, s.seat, s.decision = NOBODY, NOBODY, state.GAME_OVER
        return
    s.seat = check_range("seat", document["seat"], document["players"] - 1)
    s.mover = s.seat
    s.decision = state.PLACING if s.stage == state.SETUP else state.TURNING
    if s.stage == state.SETUP and not places(s):
        refuse("tiles", "there is no ice on the ring to place an Inuit on")
    if turn is not None:
        _read_turn(s, turn)


def _read_turn(s: Any, turn: Document) -> None:
    s.mover = check_range("turn.mover", turn["mover"], int(s.players) - 1)
    s.turned = turn["turned"]
    for name in turn["played"]:
        s.played[material.TYPES.index(name)] = 1
    s.points = check_range("turn.points", turn["points"], _most_points(s) if s.turned else 0)
    s.steps = turn["steps"]
    s.decision = state.STEPPING if s.steps else state.ACTING if s.turned else state.TURNING
    _read_drift(s, turn["drift"], turn["push"])
    _read_square(s, turn)
    if s.decision != state.ASKED and s.seat != s.mover:
        refuse("turn.mover", f"must be {s.seat}, the seat to decide, when nobody is asked for a harpoon")


def _most_points(s: Any) -> int:
    """Return the action points of a turn, with the highest revealed energy tile if the mover played energy (2.9)."""
    energy = [
        face - material.ENERGY_1 + 1 for face in range(material.ENERGY_1, material.ENERGY_3 + 1) if s.revealed[face]
    ]
    return material.ACTION_POINTS + (max(energy, default=0) if s.played[material.PLAY_ENERGY] else 0)


def _read_drift(s: Any, drift: bool, push: str | None) -> None:
    """Read a push that is still to be named, or one that waits for displaced animals."""
    for field, present in (("turn.drift", drift), ("turn.push", push is not None)):
        if present and s.decision != state.ACTING:
            refuse(field, "ice drifts only when the tile has just been turned and nothing else is due")
        if present:
            s.decision = state.DRIFTING
    if push is None:
        return
    s.push = MOVE_TEXTS.index(push) if push in MOVE_TEXTS else state.NONE
    if s.push == state.NONE or not holds(pushable(s, int(MOVE_DIRECTION[s.push])), int(MOVE_SQUARE[s.push])):
        refuse("turn.push", f"{push} is no legal push here")
    if not holds(board.fish_squares(s) | board.bears(s), entered_square(s, int(s.push))):
        refuse("turn.push", "no animal has to make room for it")
    s.decision = state.DISPLACING


def _read_square(s: Any, turn: Document) -> None:
    """Read the square of an attack or flight, and the seats concerned."""
    text, asked, waiting = turn["square"], turn["asked"], turn["waiting"]
    if text is None:
        if asked or waiting:
            refuse("turn.square", "must be a square where somebody is asked or waits")
        return
    s.square = SQUARE_IDS[text]
    if s.decision in (state.DRIFTING, state.DISPLACING):
        refuse("turn.square", "must be null while ice drifts")
    if bool(asked) == bool(waiting):
        refuse("turn.asked", "either somebody is asked or somebody waits where there is a square")
    if holds(board.ice(s), s.square) != holds(board.bears(s), s.square) or (
        asked and not holds(board.bears(s), s.square)
    ):
        refuse("turn.square", "must be a tile with the bear that attacks, or where a tile has melted")
    s.decision = state.ASKED if asked else state.FLEEING
    able = may_be_asked(unpacked(s))
    if asked and (s.seat != asked[0] or asked != able[-len(asked) :]):
        refuse(
            "turn.asked",
            f"must be {able}, the owners who may have a harpoon, or the last of them, the one to decide first",
        )
    expected = waiting_inuit(unpacked(s))
    if waiting != expected:
        refuse("turn.waiting", f"must be {expected}, the owners of the Inuit there that cannot hide")
