"""The course of a turn: what may be decided, and what a decision does (rules 3, 4.1 and 7).

Each decision has a kind. After an action the state moves through the kinds in the order of a turn until one of
them really leaves something to decide; everything between happens by itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import N_CARDS
from arctic_env.games.arctic.state import (
    DISCARDING,
    DRAWING,
    EXTRA,
    FINISH,
    GAME_OVER,
    GIVING,
    HAND,
    LAST,
    MOVING,
    NO_CARD,
    NOBODY,
    OVER,
    PENALTY,
    PLACING,
    RECEIVER,
    RIVER,
    SWAPPING,
)
from arctic_env.games.arctic.turn_steps import (
    LEFT,
    RIGHT,
    any_option,
    begin_drawing,
    begin_placing,
    change_draw,
    change_placement,
    companion_animal,
    discarding_is_due,
    drawing_is_due,
    end_placing,
    extra_is_due,
    giving_is_due,
    hand_over,
    main_animal,
    may_change_draw,
    may_change_placement,
    may_move_extra,
    may_recover,
    may_swap,
    may_take_back,
    may_take_deck,
    may_tuck,
    move_extra,
    place,
    placing_is_due,
    push_if_forced,
    push_right,
    take,
    take_deck,
    tuck,
    use_take_back,
)
from arctic_env.games.arctic.zones import (
    discard,
    refill_river,
    remember_hands_alone,
    swap_with_river,
    visible_card,
)
from arctic_env.kernels.jit import njit

TWO_PLAYERS = 2


# ------------------------------------------------------------------------------------------------ the order of a turn


@njit
def settle(states: NDArray[Any], i: int) -> None:
    """Play everything that is forced, up to the next decision or the end of the game."""
    s = states[i]
    while not decision_is_due(s):
        finish_decision(s)


@njit
def decision_is_due(s: Any) -> bool:
    """Whether the seat has something to decide at this point of its turn."""
    if s.decision == PLACING:
        return placing_is_due(s)
    if s.decision == EXTRA:
        return extra_is_due(s)
    if s.decision == DRAWING:
        return drawing_is_due(s)
    if s.decision == DISCARDING:
        return discarding_is_due(s)
    if s.decision == GIVING:
        return giving_is_due(s)
    return True  # SWAPPING, MOVING and RECEIVER are entered only when due; GAME_OVER stays


@njit
def finish_decision(s: Any) -> None:
    """Nothing is left to decide here: do what follows and go on to the next kind of decision."""
    if s.decision == PLACING:
        end_placing(s)
        if visible_card(s, int(s.seat)) == NO_CARD:
            end_turn(
                s
            )  # neither card nor hand, as only a loaded position has it: B and C have nothing to go by
        else:
            s.decision = EXTRA if push_if_forced(s) else MOVING
    elif s.decision == EXTRA:
        if s.stage == LAST:
            end_turn(s)  # no C in the last turns (5.9)
        else:
            begin_drawing(s)
            s.decision = DRAWING
    elif s.decision == DRAWING:
        refill_river(s)
        s.decision = DISCARDING
    elif s.decision == DISCARDING:
        s.decision = GIVING
    else:
        end_turn(s)


@njit
def end_turn(s: Any) -> None:
    """The next seat's turn; the last turns and the end come when the round is full (4.1)."""
    s.seat = (s.seat + 1) % s.players
    if s.seat == s.first and s.stage == LAST:
        s.stage = OVER
    elif s.seat == s.first and s.stage == FINISH:
        s.stage = LAST
    begin_placing(s)
    s.decision = PLACING
    if s.stage == OVER:
        s.seat = NOBODY
        s.value = 0
        s.decision = GAME_OVER
        remember_hands_alone(s)


# ------------------------------------------------------------------------------------------------ legal actions


@njit
def legal(states: NDArray[Any], i: int, mask: NDArray[np.int8]) -> None:
    """Write 1 for each legal action and 0 for all others, int8[actions]; all 0 after the end."""
    s = states[i]
    for action in range(len(mask)):
        mask[action] = 0
    if s.decision == PLACING:
        _legal_placing(s, mask)
    elif s.decision == SWAPPING:
        _allow_cards(s, RIVER, mask, act.CARD_ACTION)
    elif s.decision == MOVING:
        mask[act.RIGHT_ACTION + main_animal(s)] = 1
        mask[act.RIGHT_ACTION + companion_animal(s)] = 1
    elif s.decision == EXTRA:
        mask[act.EXTRA_LEFT] = may_move_extra(s, LEFT)
        mask[act.EXTRA_RIGHT] = may_move_extra(s, RIGHT)
        mask[act.STAY_ACTION] = 1
    elif s.decision == DRAWING:
        _legal_drawing(s, mask)
    elif s.decision == DISCARDING:
        _allow_cards(s, HAND + s.seat, mask, act.CARD_ACTION)
    elif s.decision == GIVING:
        _allow_cards(s, PENALTY + s.seat, mask, act.CARD_ACTION)
        mask[act.KEEP_ACTION] = 1
    elif s.decision == RECEIVER:
        for seat in range(s.players):
            mask[act.TO_ACTION + seat] = seat != s.seat


@njit
def _allow_cards(s: Any, place: int, mask: NDArray[np.int8], start: int) -> None:
    """Allow the cards of one place, in the block that begins at `start`."""
    narrow = np.uint8(place)  # bytes are compared 32 at a time, numbers of 8 bytes 4
    for card in range(N_CARDS):
        mask[start + card] |= s.place[card] == narrow


@njit
def _legal_placing(s: Any, mask: NDArray[np.int8]) -> None:
    hand = HAND + s.seat
    _allow_cards(s, hand, mask, act.CARD_ACTION)
    if may_tuck(s):
        _allow_cards(s, hand, mask, act.TUCK_ACTION)
    if s.count > 0:
        return
    if may_swap(s):
        _allow_cards(s, hand, mask, act.SWAP_ACTION)
    mask[act.TAKE_BACK_ACTION] = may_take_back(s)
    mask[act.PLACEMENT_UP] = may_change_placement(s, 1)
    mask[act.PLACEMENT_DOWN] = may_change_placement(s, -1)
    mask[act.DONE_ACTION] = s.hand_size[s.seat] == 0 and any_option(s)


@njit
def _legal_drawing(s: Any, mask: NDArray[np.int8]) -> None:
    _allow_cards(s, RIVER, mask, act.CARD_ACTION)
    if may_recover(s):
        _allow_cards(s, PENALTY + s.seat, mask, act.CARD_ACTION)
    mask[act.TAKE_DECK_ACTION] = may_take_deck(s)
    mask[act.DRAW_UP] = may_change_draw(s)
    mask[act.DRAW_DOWN] = may_change_draw(s)
    mask[act.DONE_ACTION] = s.river_size == 0  # deck and zone alone may be left (7.3)


# ------------------------------------------------------------------------------------------------ actions


@njit
def apply(states: NDArray[Any], i: int, action: int) -> None:
    """Play a legal action, and all that is forced after it. The caller has checked that it is legal."""
    s = states[i]
    if s.decision == PLACING:
        _apply_placing(s, action)
    elif s.decision == SWAPPING:
        swap_with_river(s, int(s.seat), int(s.held), action - act.CARD_ACTION)
        s.held = NO_CARD
        s.swapped = 1
        s.decision = PLACING
    elif s.decision == MOVING:
        push_right(s, action - act.RIGHT_ACTION)
        s.decision = EXTRA
    elif s.decision == EXTRA:
        if action != act.STAY_ACTION:
            move_extra(s, LEFT if action == act.EXTRA_LEFT else RIGHT)
        finish_decision(s)
    elif s.decision == DRAWING:
        _apply_drawing(s, action)
    elif s.decision == DISCARDING:
        discard(s, int(s.seat), action - act.CARD_ACTION)
    elif s.decision == GIVING:
        _apply_giving(s, action)
    elif s.decision == RECEIVER:
        hand_over(s, action - act.TO_ACTION)
        end_turn(s)
    settle(states, i)


@njit
def _apply_placing(s: Any, action: int) -> None:
    if action < act.TUCK_ACTION:
        place(s, action - act.CARD_ACTION)
    elif action < act.SWAP_ACTION:
        tuck(s, action - act.TUCK_ACTION)
    elif action < act.TAKE_BACK_ACTION:
        s.held = action - act.SWAP_ACTION
        s.decision = SWAPPING
    elif action == act.TAKE_BACK_ACTION:
        use_take_back(s)
    elif action == act.PLACEMENT_UP:
        change_placement(s, 1)
    elif action == act.PLACEMENT_DOWN:
        change_placement(s, -1)
    else:
        finish_decision(s)  # done


@njit
def _apply_drawing(s: Any, action: int) -> None:
    if action < act.TUCK_ACTION:
        take(s, action - act.CARD_ACTION)
    elif action == act.TAKE_DECK_ACTION:
        take_deck(s)
    elif action == act.DRAW_UP:
        change_draw(s, 1)
    elif action == act.DRAW_DOWN:
        change_draw(s, -1)
    else:
        finish_decision(s)  # done


@njit
def _apply_giving(s: Any, action: int) -> None:
    """Give or keep; with two players the receiver is the other one (7)."""
    if action == act.KEEP_ACTION:
        end_turn(s)
        return
    s.held = action - act.CARD_ACTION
    if s.players == TWO_PLAYERS:
        hand_over(s, 1 - int(s.seat))
        end_turn(s)
    else:
        s.decision = RECEIVER
