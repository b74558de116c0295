"""The course of a game: decisions, their effects and the next decision (rules 3 and 6)."""

from typing import Any

from numpy.typing import NDArray

from arctic_env.games.north_pole import actions as act
from arctic_env.games.north_pole import board, effects, equipment, material, plays, state
from arctic_env.games.north_pole.cards import refill, renew, side_of
from arctic_env.games.north_pole.legal import camp_goals, may_play_cards, may_use_husky
from arctic_env.kernels.jit import NOBODY, njit


@njit
def begin_turn(s: Any, seat: int) -> None:
    """Begin the turn of a seat; one that has nothing to do in it is skipped (3.1, 6.11)."""
    while s.teams and not effects.pawns_away(s, seat) and s.bear_squares == 0:
        seat = (seat + 1) % int(s.players)
    s.seat = seat
    s.decision = state.CAMP if s.ship[seat] > 0 and camp_goals(s) else state.CARD


@njit
def finish_turn(s: Any) -> None:
    """Draw up to three cards and give the turn to the next seat (3.6); after too many turns the game ends (3.10)."""
    refill(s, side_of(s, int(s.seat)))
    clear_turn(s)
    s.turns += 1
    if s.turns == material.MAX_TURNS:
        end(s)
    else:
        begin_turn(s, (int(s.seat) + 1) % int(s.players))


@njit
def clear_turn(s: Any) -> None:
    """Blank what belongs to one turn."""
    s.new_cards, s.discarded, s.played, s.extra, s.packed = 0, 0, 0, 0, 0


@njit
def end(s: Any) -> None:
    """End the game."""
    clear_turn(s)
    s.stage, s.decision, s.seat = state.OVER, state.GAME_OVER, NOBODY


@njit
def go_on(s: Any) -> None:
    """Go on to the next decision in the turn; where nothing but `end` is left, to the next turn (6.2)."""
    if s.snowshoes or s.pickaxe:
        return
    if s.extra and not plays.any_play(s, board.survey(s), 0):
        s.extra = 0  # an extra card that cannot be played is lost (3.7, 6.7)
    if s.extra or not s.played:
        s.decision = state.CARD
        if s.new_cards and not s.extra and not _may_do_more(s):
            finish_turn(s)
    else:
        s.decision = state.END
        if not (equipment.may_use_any(s) or may_use_husky(s)):
            finish_turn(s)


@njit
def _may_do_more(s: Any) -> bool:
    """Return whether a seat that has used new cards has another choice than the end of its turn."""
    if equipment.may_use_any(s):
        return True
    if not may_play_cards(s):
        return equipment.pieces_held(s) > 0
    land = board.survey(s)
    if plays.any_play(s, land, 0):
        return True
    return equipment.may_declare(s, land, plays.SNOWSHOES_NEED) or equipment.may_declare(s, land, plays.PICKAXE_NEED)


@njit
def settle(states: NDArray[Any], i: int) -> None:
    """Bring a loaded position to its next decision, or to the end of the game."""
    s = states[i]
    if s.decision == state.CAMP:
        begin_turn(s, int(s.seat))
    elif s.decision == state.CARD or s.decision == state.END:
        go_on(s)
    elif s.decision == state.ROOM:
        _after_mask(s)


@njit
def apply(states: NDArray[Any], i: int, action: int) -> None:
    """Play a legal action, and all that is forced after it. The caller has checked that it is legal."""
    s = states[i]
    if s.decision == state.AIM:
        _play_card(s, action)
    elif s.decision == state.CAMP:
        s.ship[s.seat] -= 1
        board.put_pawn(s, int(s.seat), int(act.CAMP_SQUARE[action - act.CAMP_ACTION]))
        go_on(s)
    elif action < act.GO_ACTION:
        _name_card(s, action)
    elif action == act.END_ACTION:
        finish_turn(s)
    else:
        _use(s, action)
        if s.decision == state.ROOM:
            _after_mask(s)
        else:
            go_on(s)


@njit
def _name_card(s: Any, action: int) -> None:
    """Name a card; what it does is the next decision (5)."""
    s.decision = state.AIM
    if action < act.STEAL_ACTION:
        s.card = action - act.PLAY_ACTION
    else:
        s.card, s.taken = divmod(action - act.STEAL_ACTION, act.N_TAKEN)


@njit
def _play_card(s: Any, action: int) -> None:
    """Do what the named card does (3.3 to 3.9)."""
    if action >= act.SLING_ACTION:
        bear = action >= act.SLING_BEAR_ACTION
        number = action - (act.SLING_BEAR_ACTION if bear else act.SLING_ACTION)
        effects.sling(s, int(act.SLING_START[number]), int(act.SLING_GOAL[number]), bear)
    else:
        bear = action >= act.GO_BEAR_ACTION
        number = action - (act.GO_BEAR_ACTION if bear else act.GO_ACTION)
        effects.move(s, int(act.MOVE_START[number]), int(act.MOVE_GOAL[number]), bear)
        if not bear and effects.has_won(s, int(s.seat)):
            end(s)  # before mask, weather and refill (6.11)
            return
    _after_mask(s)


@njit
def _after_mask(s: Any) -> None:
    """Ask for room if there is a fourth piece; otherwise check the weather and go on (3.6, 3.7)."""
    if equipment.has_too_many(s):
        s.decision = state.ROOM
        return
    effects.check_weather(s)
    s.decision = state.END
    go_on(s)


@njit
def _use(s: Any, action: int) -> None:
    """Use or discard equipment, or take new cards (3.2, 3.7)."""
    if action == act.NEW_CARDS_ACTION:
        renew(s)
        s.new_cards = 1
    elif action >= act.DISCARD_ACTION:
        equipment.discard(s, action - act.DISCARD_ACTION)
        if s.decision == state.CARD:
            s.discarded = 1
    elif action >= act.COMPASS_ACTION:
        equipment.spend(s, material.COMPASS)
        s.disc = act.COMPASS_DISC[action - act.COMPASS_ACTION]
    elif action == act.PICKAXE_ACTION:
        equipment.declare(s, material.PICKAXE)
    elif action >= act.IGLOO_ACTION:
        equipment.build(s, int(act.IGLOO_SQUARE[action - act.IGLOO_ACTION]))
    elif action >= act.PACK_ACTION:
        equipment.pack(s, action - act.PACK_ACTION)
    elif action == act.SNOWSHOES_ACTION:
        equipment.declare(s, material.SNOWSHOES)
    else:
        equipment.spend(s, material.HUSKY)
        s.extra += 1
