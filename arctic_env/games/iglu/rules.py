"""The course of a game: decisions, their effects and the next decision (rules 2 and 4).

Each decision has a kind. An action that sets something off (an attack, a flight, steps, a drift) leads to the kinds
of decision that settle it; then the turn goes on where it was.
"""

from typing import Any

from numpy.typing import NDArray

from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu import effects, state, tiles
from arctic_env.games.iglu.material import ACTION_POINTS, BEAR, ENERGY_1, FISH, FOX, KAYAK_COST, WALK_COST
from arctic_env.games.iglu.setup import place
from arctic_env.kernels.jit import NOBODY, njit


@njit
def begin_turn(s: Any, seat: int) -> None:
    """Begin the turn of a seat; end the game if it has no tile to turn (2.2)."""
    s.seat, s.mover = seat, seat
    s.turned, s.points = 0, 0
    s.played[:] = 0
    go_on(s)


@njit
def go_on(s: Any) -> None:
    """Begin the next decision after all effects: further steps, the tile to turn, or action points."""
    if s.steps > 0 and effects.any_step(s):
        s.decision = state.STEPPING
        return
    s.steps = 0
    if s.turned:
        s.decision = state.ACTING
    elif tiles.turnable(s):
        s.decision = state.TURNING
    else:
        _end(s)


@njit
def _end(s: Any) -> None:
    """End the game, because no tile can be turned (2.2)."""
    s.stage = state.OVER
    s.decision = state.GAME_OVER
    s.seat, s.mover = NOBODY, NOBODY
    s.played[:] = 0


@njit
def settle(states: NDArray[Any], i: int) -> None:
    """Bring a loaded position to its next decision, or to the end of the game."""
    s = states[i]
    if s.decision == state.DRIFTING and not tiles.any_push(s):
        s.decision = state.ACTING
    elif s.decision == state.STEPPING or s.decision == state.TURNING:
        go_on(s)


@njit
def apply(states: NDArray[Any], i: int, action: int) -> None:
    """Play a legal action, and all that is forced after it. The caller has checked that it is legal."""
    s = states[i]
    if s.decision == state.ACTING:
        _act(s, action)
    elif s.decision == state.TURNING:
        _apply_turning(s, action)
    elif s.decision == state.STEPPING:
        if not _apply_step(s, action):
            go_on(s)
    elif s.decision == state.FLEEING:
        if not effects.flee_to(s, int(act.CORNER_SQUARE[action - act.CORNER_ACTION])):
            go_on(s)
    elif s.decision == state.ASKED:
        if not effects.answer(s, action == act.HARPOON_ACTION):
            go_on(s)
    elif s.decision == state.PLACING:
        if place(s, int(act.RING_SQUARE[action - act.PLACE_ACTION])):
            s.stage = state.PLAY
            begin_turn(s, int(s.first))
    elif s.decision == state.DRIFTING:
        s.decision = state.DISPLACING if tiles.begin_push(s, action - act.DRIFT_ACTION) else state.ACTING
    elif s.decision == state.DISPLACING:
        _apply_displacing(s, action)


@njit
def _apply_turning(s: Any, action: int) -> None:
    """Turn the tile, or play a kept one before (2.5)."""
    if action >= act.MELT_ACTION:
        _play_tile(s, action)
        return
    drifts = tiles.turn(s, int(act.FIELD_SQUARE[action - act.TURN_ACTION]))
    s.turned = 1
    s.points = ACTION_POINTS
    s.decision = state.DRIFTING if drifts and tiles.any_push(s) else state.ACTING


@njit
def _play_tile(s: Any, action: int) -> None:
    """Play a tile that melts ice or moves animals."""
    if action == act.ANIMALS_ACTION:
        effects.begin_steps(s)
        go_on(s)
    elif not effects.melt(s, int(act.FIELD_SQUARE[action - act.MELT_ACTION])):
        go_on(s)


@njit
def _apply_step(s: Any, action: int) -> bool:
    """Move an animal; return whether a seat has to decide about an attack."""
    if action >= act.STEP_BEAR_ACTION:
        return effects.step(s, BEAR, action - act.STEP_BEAR_ACTION)
    if action >= act.STEP_FOX_ACTION:
        number = action - act.STEP_FOX_ACTION
        return effects.step(s, FOX + number // act.N_MOVES, number % act.N_MOVES)
    number = action - act.STEP_FISH_ACTION
    return effects.step(s, FISH + number // act.N_MOVES, number % act.N_MOVES)


@njit
def _apply_displacing(s: Any, action: int) -> None:
    """Displace an animal; the ice moves after the last one (2.4)."""
    if action >= act.DISPLACE_BEAR_ACTION:
        tiles.displace_bear(s, int(act.FIELD_SQUARE[action - act.DISPLACE_BEAR_ACTION]))
    else:
        number = action - act.DISPLACE_FISH_ACTION
        tiles.displace_fish(s, FISH + number // act.N_FIELDS, int(act.FIELD_SQUARE[number % act.N_FIELDS]))
    if tiles.finish_push(s):
        s.decision = state.ACTING


@njit
def _act(s: Any, action: int) -> None:
    """Spend points or play kept tiles (2.5, 2.9)."""
    if action < act.WALK_ACTION:
        _play_tile(s, action)
    elif action < act.KAYAK_ACTION:
        number = action - act.WALK_ACTION
        effects.go(s, int(act.WALK_START[number]), int(act.WALK_GOAL[number]), WALK_COST)
    elif action < act.HUNT_FISH_ACTION:
        start, goal = divmod(action - act.KAYAK_ACTION, act.N_TRIPS_FROM)
        effects.go(s, start, goal + (goal >= start), KAYAK_COST)
    elif action < act.IGLOO_ACTION:
        _hunt(s, action)
    elif action < act.ENERGY_ACTION:
        effects.build(s, int(act.FIELD_SQUARE[action - act.IGLOO_ACTION]))
    elif action < act.END_PHASE_ACTION:
        tiles.play_energy(s, ENERGY_1 + action - act.ENERGY_ACTION)
    else:
        begin_turn(s, (int(s.mover) + 1) % int(s.players))


@njit
def _hunt(s: Any, action: int) -> None:
    if action >= act.HARPOON_BEAR_ACTION:
        effects.kill(s, BEAR, int(act.FIELD_SQUARE[action - act.HARPOON_BEAR_ACTION]))
    elif action >= act.HARPOON_FOX_ACTION:
        number = action - act.HARPOON_FOX_ACTION
        effects.kill(s, FOX + number // act.N_FIELDS, int(act.FIELD_SQUARE[number % act.N_FIELDS]))
    elif action >= act.HARPOON_FISH_ACTION:
        number = action - act.HARPOON_FISH_ACTION
        effects.kill(s, FISH + number // act.N_FIELDS, int(act.FIELD_SQUARE[number % act.N_FIELDS]))
    elif action >= act.HUNT_FOX_ACTION:
        number = action - act.HUNT_FOX_ACTION
        effects.catch(s, FOX + number // act.N_FIELDS, int(act.FIELD_SQUARE[number % act.N_FIELDS]))
    else:
        number = action - act.HUNT_FISH_ACTION
        effects.catch(s, FISH + number // act.N_FIELDS, int(act.FIELD_SQUARE[number % act.N_FIELDS]))
