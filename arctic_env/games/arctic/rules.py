"""The course of a turn: its decisions and their effects (rules 3, 4.1 and 7).

Each decision has a kind. After an action the state moves through the kinds in the order of a turn until one of
them really leaves something to decide; everything between happens by itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic import state, turn_steps, zones
from arctic_env.games.arctic.material import N_CARDS
from arctic_env.kernels.jit import NOBODY, njit

TWO_PLAYERS = 2


@njit
def settle(states: NDArray[Any], i: int) -> None:
    """Play everything that is forced, up to the next decision or the end of the game."""
    s = states[i]
    while not decision_is_due(s):
        finish_decision(s)


@njit
def decision_is_due(s: Any) -> bool:
    """Return whether the seat has something to decide at this point of its turn."""
    if s.decision == state.PLACING:
        return turn_steps.placing_is_due(s)
    if s.decision == state.EXTRA:
        return turn_steps.extra_is_due(s)
    if s.decision == state.DRAWING:
        return turn_steps.drawing_is_due(s)
    if s.decision == state.DISCARDING:
        return turn_steps.discarding_is_due(s)
    if s.decision == state.GIVING:
        return turn_steps.giving_is_due(s)
    return True  # SWAPPING, MOVING and RECEIVER are entered only when due; GAME_OVER stays


@njit
def finish_decision(s: Any) -> None:
    """Finish this kind of decision: play its consequences and go on to the next kind."""
    if s.decision == state.PLACING:
        turn_steps.end_placing(s)
        if zones.visible_card(s, int(s.seat)) == state.NO_CARD:
            end_turn(s)  # neither card nor hand, as only a loaded position has it: B and C have nothing to go by
        else:
            s.decision = state.EXTRA if turn_steps.push_if_forced(s) else state.MOVING
    elif s.decision == state.EXTRA:
        if s.stage == state.LAST:
            end_turn(s)  # no C in the last turns (5.9)
        else:
            turn_steps.begin_drawing(s)
            s.decision = state.DRAWING
    elif s.decision == state.DRAWING:
        turn_steps.end_drawing(s)
        s.decision = state.DISCARDING
    elif s.decision == state.DISCARDING:
        s.decision = state.GIVING
    else:
        end_turn(s)


@njit
def end_turn(s: Any) -> None:
    """Pass the turn to the next seat; begin the last turns or end the game when the round is complete (4.1)."""
    s.seat = (s.seat + 1) % s.players
    if s.seat == s.first and s.stage == state.LAST:
        s.stage = state.OVER
    elif s.seat == s.first and s.stage == state.FINISH:
        s.stage = state.LAST
    turn_steps.begin_placing(s)
    s.decision = state.PLACING
    if s.stage == state.OVER:
        s.seat = NOBODY
        s.value = 0
        s.decision = state.GAME_OVER
        zones.remember_hands_alone(s)


@njit
def legal(states: NDArray[Any], i: int, mask: NDArray[np.int8]) -> None:
    """Write 1 for each legal action and 0 for all others, int8[actions]; all 0 after the end."""
    s = states[i]
    for action in range(len(mask)):
        mask[action] = 0
    if s.decision == state.PLACING:
        _legal_placing(s, mask)
    elif s.decision == state.SWAPPING:
        _allow_cards(s, state.RIVER, mask, act.CARD_ACTION)
    elif s.decision == state.MOVING:
        mask[act.RIGHT_ACTION + turn_steps.main_animal(s)] = 1
        mask[act.RIGHT_ACTION + turn_steps.companion_animal(s)] = 1
    elif s.decision == state.EXTRA:
        mask[act.EXTRA_LEFT] = turn_steps.may_move_extra(s, turn_steps.LEFT)
        mask[act.EXTRA_RIGHT] = turn_steps.may_move_extra(s, turn_steps.RIGHT)
        mask[act.STAY_ACTION] = 1
    elif s.decision == state.DRAWING:
        _legal_drawing(s, mask)
    elif s.decision == state.DISCARDING:
        _allow_cards(s, state.HAND + s.seat, mask, act.CARD_ACTION)
    elif s.decision == state.GIVING:
        _allow_cards(s, state.PENALTY + s.seat, mask, act.CARD_ACTION)
        mask[act.KEEP_ACTION] = 1
    elif s.decision == state.RECEIVER:
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
    hand = state.HAND + s.seat
    _allow_cards(s, hand, mask, act.CARD_ACTION)
    if turn_steps.may_tuck(s):
        _allow_cards(s, hand, mask, act.TUCK_ACTION)
    if s.count > 0:
        return
    if turn_steps.may_swap(s):
        _allow_cards(s, hand, mask, act.SWAP_ACTION)
    mask[act.TAKE_BACK_ACTION] = turn_steps.may_take_back(s)
    mask[act.PLACEMENT_UP] = turn_steps.may_change_placement(s, 1)
    mask[act.PLACEMENT_DOWN] = turn_steps.may_change_placement(s, -1)
    mask[act.DONE_ACTION] = s.hand_size[s.seat] == 0 and turn_steps.any_option(s)


@njit
def _legal_drawing(s: Any, mask: NDArray[np.int8]) -> None:
    _allow_cards(s, state.RIVER, mask, act.CARD_ACTION)
    if turn_steps.may_recover(s):
        _allow_cards(s, state.PENALTY + s.seat, mask, act.CARD_ACTION)
    mask[act.TAKE_DECK_ACTION] = turn_steps.may_take_deck(s)
    mask[act.DRAW_UP] = turn_steps.may_change_draw(s)
    mask[act.DRAW_DOWN] = turn_steps.may_change_draw(s)
    mask[act.DONE_ACTION] = s.river_size == 0  # deck and zone alone may be left (7.3)


@njit
def apply(states: NDArray[Any], i: int, action: int) -> None:
    """Play a legal action, and all that is forced after it. The caller has checked that it is legal."""
    s = states[i]
    if s.decision == state.PLACING:
        _apply_placing(s, action)
    elif s.decision == state.SWAPPING:
        zones.swap_with_river(s, int(s.seat), int(s.held), action - act.CARD_ACTION)
        s.held = state.NO_CARD
        s.swapped = 1
        s.decision = state.PLACING
    elif s.decision == state.MOVING:
        turn_steps.push_right(s, action - act.RIGHT_ACTION)
        s.decision = state.EXTRA
    elif s.decision == state.EXTRA:
        if action != act.STAY_ACTION:
            turn_steps.move_extra(s, turn_steps.LEFT if action == act.EXTRA_LEFT else turn_steps.RIGHT)
        finish_decision(s)
    elif s.decision == state.DRAWING:
        _apply_drawing(s, action)
    elif s.decision == state.DISCARDING:
        zones.discard(s, int(s.seat), action - act.CARD_ACTION)
    elif s.decision == state.GIVING:
        _apply_giving(s, action)
    elif s.decision == state.RECEIVER:
        turn_steps.hand_over(s, action - act.TO_ACTION)
        end_turn(s)
    settle(states, i)


@njit
def _apply_placing(s: Any, action: int) -> None:
    if action < act.TUCK_ACTION:
        turn_steps.place(s, action - act.CARD_ACTION)
    elif action < act.SWAP_ACTION:
        turn_steps.tuck(s, action - act.TUCK_ACTION)
    elif action < act.TAKE_BACK_ACTION:
        s.held = action - act.SWAP_ACTION
        s.decision = state.SWAPPING
    elif action == act.TAKE_BACK_ACTION:
        turn_steps.use_take_back(s)
    elif action == act.PLACEMENT_UP:
        turn_steps.change_placement(s, 1)
    elif action == act.PLACEMENT_DOWN:
        turn_steps.change_placement(s, -1)
    else:
        finish_decision(s)  # done


@njit
def _apply_drawing(s: Any, action: int) -> None:
    if action < act.TUCK_ACTION:
        turn_steps.take(s, action - act.CARD_ACTION)
    elif action == act.TAKE_DECK_ACTION:
        turn_steps.take_deck(s)
    elif action == act.DRAW_UP:
        turn_steps.change_draw(s, 1)
    elif action == act.DRAW_DOWN:
        turn_steps.change_draw(s, -1)
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
        turn_steps.hand_over(s, 1 - int(s.seat))
        end_turn(s)
    else:
        s.decision = state.RECEIVER
