"""Plans for a turn: all that the seat may do until its end is tried on copies of its view.

A decision before the action opens the next one, until a card has been played. What a card does ends the plan; so does
what nobody can foresee: new cards, and an attack or a corner that reveals an ice mask. The best plans are then carried
on with equipment that may still be used: an igloo, the compass, the backpack, a husky with another card.
"""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.north_pole.value import DEEPEST, Bench, hand_worth, keep, value
from arctic_env.games.north_pole import actions as act
from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.board import holds, is_peace
from arctic_env.games.north_pole.cards import colour_of_storms, own_card, side_of
from arctic_env.games.north_pole.legal import legal
from arctic_env.games.north_pole.material import N_COLOURS, SLOTS
from arctic_env.games.north_pole.rules import apply
from arctic_env.games.north_pole.squares import CAMPS, CENTRE_SET, CORNER_NUMBER, NOWHERE, POLE, TO_CENTRE
from arctic_env.games.north_pole.state import HIDDEN_MASK, NO_CARD, NO_MASK
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.masks import list_set

CARRIED_ON = 6  # plans that are carried on with equipment
NO_REVEAL, FROM_STACK, FROM_TABLE = range(3)


@njit
def plan_turn(s: Any, w: Any, d: Any, bench: Bench) -> None:
    """Try all that the seat may do in this turn, and keep the best plans."""
    seat = int(s.seat)
    bench.tries[0] = s
    stand_in(bench.tries[0])
    _try_from(0, seat, NOBODY, w, d, bench)
    carried_on = 0
    while carried_on < CARRIED_ON:
        k = _best_to_carry_on(d)
        if k == NOBODY:
            break
        d.plan_done[k] = 1
        end = bench.ends[k]
        if end.seat == seat and end.decision == state.END and d.plan_chance[k] == 0.0:
            _use_after(k, seat, w, d, bench)
            carried_on += 1


@njit
def _best_to_carry_on(d: Any) -> int:
    """Return the best plan that has not been looked at, NOBODY if there is none."""
    best = NOBODY
    for k in range(d.plans):
        if d.plan_done[k] == 0 and (best == NOBODY or d.plan_value[k] > d.plan_value[best]):
            best = k
    return best


@njit
def _try_from(root: int, seat: int, first: int, w: Any, d: Any, bench: Bench) -> None:
    """Try all that may follow tries[root]; `first` is the plan's first action, NOBODY if it is still to come."""
    depth = root
    _open(depth, d, bench)
    while depth >= root:
        if d.tried[depth] == d.choices[depth]:
            depth -= 1
            continue
        action = int(bench.actions[depth, d.tried[depth]])
        d.tried[depth] += 1
        if depth == root:
            d.first = action if first == NOBODY else first
        if _try_action(depth, action, seat, w, d, bench):
            depth += 1
            _open(depth, d, bench)


@njit
def _try_action(depth: int, action: int, seat: int, w: Any, d: Any, bench: Bench) -> bool:
    """Try an action in tries[depth]; return whether tries[depth + 1] asks for more before the plan can be judged."""
    s = bench.tries[depth]
    source = reveals(s, action)
    if source == FROM_STACK:
        _try_masks(depth, action, seat, w, d, bench)
        return False
    bench.tries[depth + 1] = s
    after = bench.tries[depth + 1]
    if source == FROM_TABLE:
        lay_masks(after, int(d.likely))
    do(bench.tries, depth + 1, action)
    opens = after.seat == seat and after.decision < state.ROOM and action != act.NEW_CARDS_ACTION
    if opens and after.turns == s.turns and depth + 2 < len(d.tried):
        return True
    worth = judge(after, seat, w, d) + (w.fresh if action == act.NEW_CARDS_ACTION else 0.0)
    keep(d, bench.ends, after, worth, int(d.first), 0.0)
    return False


@njit
def judge(s: Any, seat: int, w: Any, d: Any) -> float:
    """Return the value of the end of a turn to the seat: of the position, and of the cards that are left."""
    worth = value(s, seat, w, d)
    return worth if s.seat == NOBODY else worth + hand_worth(s, seat, w)


@njit
def _try_masks(depth: int, action: int, seat: int, w: Any, d: Any, bench: Bench) -> None:
    """Try an attack with each ice mask that it may reveal, and keep one plan of all of them."""
    expected, shown, best = 0.0, 0.0, 0.0
    for mask in range(material.N_MASKS):
        if d.probability[mask] == 0.0:
            continue
        bench.tries[depth + 1] = bench.tries[depth]
        after = bench.tries[depth + 1]
        after.masks[after.masks_size - 1] = mask
        do(bench.tries, depth + 1, action)
        worth = judge(after, seat, w, d)
        expected += d.probability[mask] * worth
        if d.probability[mask] > best:
            best, shown = float(d.probability[mask]), worth
            bench.tries[depth + 2] = after
    keep(d, bench.ends, bench.tries[depth + 2], expected, int(d.first), expected - shown)


# ------------------------------------------------------------------------------------------------ what nobody knows


@njit
def stand_in(s: Any) -> None:
    """Lay any cards into the places of the deck that nobody knows, so that they can be drawn."""
    top = int(s.deck_size) - 1
    for k in range(top):
        s.deck[k] = 0
    s.deck[top] = colour_of_storms(s)  # the first card of that colour


@njit
def do(states: NDArray[Any], i: int, action: int) -> None:
    """Play a legal action in a copy of a view; the slots of cards that are drawn, which nobody knows, stay empty."""
    s = states[i]
    cards, sides = int(s.deck_size), s.sides.copy()
    side = side_of(s, int(s.seat))
    if s.decision == state.AIM:
        if s.card != state.PACK_SLOT:
            sides[side, s.card] = NO_CARD
        if s.taken != state.NOT_TAKEN:
            sides[s.taken // SLOTS, s.taken % SLOTS] = NO_CARD
    elif action == act.NEW_CARDS_ACTION:
        sides[side] = NO_CARD
    elif act.PACK_ACTION <= action < act.PACK_ACTION + SLOTS:
        sides[side, action - act.PACK_ACTION] = NO_CARD
    apply(states, i, action)
    if s.deck_size != cards:
        s.sides[:] = sides


@njit
def reveals(s: Any, action: int) -> int:
    """Return whether an action reveals an ice mask that nobody knows: NO_REVEAL, FROM_STACK or FROM_TABLE."""
    if not act.GO_ACTION <= action < act.HUSKY_ACTION:
        return NO_REVEAL
    if action >= act.SLING_ACTION:
        return FROM_STACK
    bear = action >= act.GO_BEAR_ACTION
    goal = int(act.MOVE_GOAL[action - (act.GO_BEAR_ACTION if bear else act.GO_ACTION)])
    if goal == POLE:
        return FROM_TABLE if s.score == HIDDEN_MASK and not bear else NO_REVEAL
    if CORNER_NUMBER[goal] != NOWHERE and s.corners[CORNER_NUMBER[goal]] == HIDDEN_MASK:
        return FROM_TABLE
    if is_peace(s) or holds(CAMPS, goal):
        return NO_REVEAL
    occupied = int(s.bear_squares)
    for seat in range(s.players):
        occupied |= int(s.pawn_squares[seat])
    return FROM_STACK if holds(occupied, goal) else NO_REVEAL


@njit
def lay_masks(s: Any, mask: int) -> None:
    """Let the hidden masks on the corners and the scoreboard be of a kind."""
    for k in range(material.CORNER_MASKS):
        if s.corners[k] != NO_MASK:
            s.corners[k] = mask
    if s.score != NO_MASK:
        s.score = mask


# ------------------------------------------------------------------------------------------------ what is tried


@njit
def _open(depth: int, d: Any, bench: Bench) -> None:
    """List what is to be tried in tries[depth]."""
    s, chosen = bench.tries[depth], bench.actions[depth]
    legal(bench.tries, depth, bench.mask)
    if s.decision == state.CARD:
        _leave_out(s, bench.mask)
    d.tried[depth], d.choices[depth] = 0, list_set(bench.mask, chosen)


@njit
def _leave_out(s: Any, mask: NDArray[Any]) -> None:
    """Take out of the mask what can wait until the card has been played, and cards of the same kind."""
    if not s.new_cards:
        for action in range(act.PACK_ACTION, act.PICKAXE_ACTION):
            mask[action] = 0
        if not _may_enter(s):
            for action in range(act.COMPASS_ACTION, act.DISCARD_ACTION):
                mask[action] = 0
    for slot in range(1, SLOTS):
        for other in range(slot):
            if _same_kind(own_card(s, slot), own_card(s, other)):
                mask[act.PLAY_ACTION + slot] = 0
                for taken in range(act.N_TAKEN):
                    mask[act.STEAL_ACTION + slot * act.N_TAKEN + taken] = 0
    for taken in range(1, act.N_TAKEN):
        side, slot = taken // SLOTS, taken % SLOTS
        for other in range(slot):
            if _same_kind(int(s.sides[side, slot]), int(s.sides[side, other])):
                for own in range(SLOTS + 1):
                    mask[act.STEAL_ACTION + own * act.N_TAKEN + taken] = 0


@njit
def _same_kind(card: int, other: int) -> bool:
    return card != NO_CARD and other != NO_CARD and card // N_COLOURS == other // N_COLOURS


@njit
def _may_enter(s: Any) -> bool:
    """Return whether a pawn is so near that the compass may let it into the Pole at once."""
    for square in s.pawns[s.seat]:
        if square != NOWHERE and (holds(CENTRE_SET, square) or TO_CENTRE[square] != NOWHERE):
            return True
    return False


# ------------------------------------------------------------------------------------------------ after the action


@njit
def _use_after(k: int, seat: int, w: Any, d: Any, bench: Bench) -> None:
    """Try equipment after the plan k, and keep each use as another plan."""
    bench.tries[0] = bench.ends[k]
    first = int(d.plan_first[k])
    legal(bench.tries, 0, bench.mask)
    uses = bench.actions[DEEPEST - 1]
    for number in range(list_set(bench.mask, uses)):
        action = int(uses[number])
        if action == act.END_ACTION:
            continue
        bench.tries[1] = bench.tries[0]
        do(bench.tries, 1, action)
        if action == act.HUSKY_ACTION:
            _try_from(1, seat, first, w, d, bench)
        else:
            keep(d, bench.ends, bench.tries[1], judge(bench.tries[1], seat, w, d), first, 0.0)
