"""The mask of legal actions (rules 3 and 5)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import actions as act
from arctic_env.games.north_pole import equipment, material, plays, state
from arctic_env.games.north_pole.board import Land, igloo_sites, survey
from arctic_env.games.north_pole.cards import disc_places, side_of
from arctic_env.games.north_pole.material import N_COLOURS, N_SIDES, SLOTS
from arctic_env.games.north_pole.squares import CAMPS_OF_SIDES, POLE, lowest, without
from arctic_env.games.north_pole.state import NO_CARD, PACK_SLOT
from arctic_env.kernels.jit import njit

Mask = NDArray[np.int8]


@njit
def legal(states: NDArray[Any], i: int, mask: Mask) -> None:
    """Write 1 for each legal action and 0 for all others, int8[actions]; all 0 after the end."""
    s = states[i]
    for action in range(len(mask)):
        mask[action] = 0
    if s.decision == state.CARD:
        _allow_card(s, mask)
    elif s.decision == state.AIM:
        _allow_aims(s, mask)
    elif s.decision == state.CAMP:
        squares = camp_goals(s)
        while squares:
            square = lowest(squares)
            mask[act.CAMP_ACTION + act.CAMP_NUMBER[square]] = 1
            squares = without(squares, square)
    elif s.decision == state.END:
        _allow_equipment(s, mask)
        mask[act.HUSKY_ACTION] = may_use_husky(s)
        mask[act.END_ACTION] = 1
    elif s.decision == state.ROOM:
        _allow_equipment(s, mask)
        _allow_discards(s, mask)
        mask[act.HUSKY_ACTION] = equipment.holds_mask(s, material.HUSKY)


@njit
def camp_goals(s: Any) -> int:
    """Return the squares of the camp on the side of the seat (3.1)."""
    return int(CAMPS_OF_SIDES[side_of(s, int(s.seat))]) & ~int(s.holes)


@njit
def may_use_husky(s: Any) -> bool:
    """Return whether an extra card may be asked for after a card has been played: another can be played (6.7)."""
    return equipment.holds_mask(s, material.HUSKY) and plays.any_play(s, survey(s), 0)


@njit
def _allow_card(s: Any, mask: Mask) -> None:
    """Allow cards, equipment, new cards and the end of the turn (3.2, 3.7)."""
    land = survey(s)
    need = plays.declared(s)
    must_play = False
    if may_play_cards(s):
        must_play = _allow_plays(s, land, need, mask)
        mask[act.SNOWSHOES_ACTION] = equipment.may_declare(s, land, plays.SNOWSHOES_NEED)
        mask[act.PICKAXE_ACTION] = equipment.may_declare(s, land, plays.PICKAXE_NEED)
    else:
        _allow_discards(s, mask)
    if need:
        return
    _allow_equipment(s, mask)
    if not (must_play or s.extra):
        mask[act.END_ACTION if s.new_cards else act.NEW_CARDS_ACTION] = 1


@njit
def may_play_cards(s: Any) -> bool:
    """Return whether cards may be named: after new cards only once equipment has been discarded (6.2)."""
    return bool(not s.new_cards or s.discarded or s.extra)


@njit
def _allow_plays(s: Any, land: Land, need: int, mask: Mask) -> bool:
    """Allow each card that can be played with exactly that need, and each that a steal can take.

    Returns:
        Whether an own card can be played with an own pawn: if it needs nothing, some card must be played (3.2).
    """
    own, packed = plays.own_kinds(s), plays.packed_kind(s)
    by_pawns = plays.playable(s, land, own | packed, need, False)
    found = by_pawns | plays.playable(s, land, own | packed, need, True)
    if not found:
        return False
    side = side_of(s, int(s.seat))
    for slot in range(SLOTS):
        if s.sides[side, slot] != NO_CARD:
            _allow_slot(s, slot, int(s.sides[side, slot]) // N_COLOURS, found, mask)
    if packed:
        _allow_slot(s, PACK_SLOT, int(s.pack[s.seat]) // N_COLOURS, found, mask)
    return by_pawns & own != 0


@njit
def _allow_slot(s: Any, slot: int, kind: int, found: int, mask: Mask) -> None:
    if kind != material.STEAL:
        mask[act.PLAY_ACTION + slot] = found >> kind & 1
        return
    for taken in range(N_SIDES * SLOTS):
        card = int(s.sides[taken // SLOTS, taken % SLOTS])
        if card != NO_CARD and card // N_COLOURS != material.STEAL:
            mask[act.STEAL_ACTION + slot * act.N_TAKEN + taken] = found >> card // N_COLOURS & 1


@njit
def _allow_equipment(s: Any, mask: Mask) -> None:
    """Allow backpack, igloo and compass."""
    if equipment.may_pack(s):
        side = side_of(s, int(s.seat))
        for slot in range(SLOTS):
            mask[act.PACK_ACTION + slot] = s.sides[side, slot] != NO_CARD
    if equipment.holds_mask(s, material.IGLOO):
        sites = igloo_sites(s)
        while sites:
            square = lowest(sites)
            mask[act.IGLOO_ACTION + act.IGLOO_NUMBER[square]] = 1
            sites = without(sites, square)
    if equipment.holds_mask(s, material.COMPASS):
        for disc in range(disc_places(s)):
            mask[act.COMPASS_ACTION + act.COMPASS_NUMBER[disc]] = disc != s.disc


@njit
def _allow_discards(s: Any, mask: Mask) -> None:
    """Allow to discard each kind of equipment that the seat holds, the filled backpack too."""
    for kind in range(material.N_EQUIPMENT):
        mask[act.DISCARD_ACTION + kind] = equipment.holds_mask(s, kind)
    if s.pack[s.seat] != NO_CARD:
        mask[act.DISCARD_ACTION + material.BACKPACK] = 1


@njit
def _allow_aims(s: Any, mask: Mask) -> None:
    """Allow what the named card can do, with an own pawn or with a bear (3.2, 3.9)."""
    land = survey(s)
    kind, need = plays.card_kind(s), plays.declared(s)
    _allow_aims_of(s, land, kind, need, land.pawns, False, mask)
    _allow_aims_of(s, land, kind, need, int(s.bear_squares), True, mask)


@njit
def _allow_aims_of(s: Any, land: Land, kind: int, need: int, pieces: int, bear: bool, mask: Mask) -> None:
    while pieces:
        start = lowest(pieces)
        pieces = without(pieces, start)
        attacks = plays.may_attack(land, start, bear)
        if kind == material.SLING:
            if attacks:
                block = act.SLING_BEAR_ACTION if bear else act.SLING_ACTION
                _allow_goals(mask, block, act.SLING_NUMBER[start], plays.sling_goals(land, need, start))
            continue
        block = act.GO_BEAR_ACTION if bear else act.GO_ACTION
        _allow_goals(mask, block, act.MOVE_NUMBER[start], plays.goals(s, land, kind, need, start, attacks))
        if plays.enters_pole(s, land, kind, need, start):
            mask[block + act.MOVE_NUMBER[start, POLE]] = 1


@njit
def _allow_goals(mask: Mask, block: int, numbers: NDArray[np.int64], goals: int) -> None:
    while goals:
        goal = lowest(goals)
        goals = without(goals, goal)
        mask[block + numbers[goal]] = 1
