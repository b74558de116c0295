"""The course of a game: what a decision does, and what is due after it (rules 2 and 4).

Each decision has a kind. An action that sets something off (an attack, a flight, steps, a drift) leads to the kinds
of decision that settle it; then the turn goes on where it was.
"""

from typing import Any

from numpy.typing import NDArray

from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import (
    CORNER_SQUARE,
    FIELD_SQUARE,
    N_FIELDS,
    N_MOVES,
    N_TRIPS_FROM,
    RING_SQUARE,
    WALK_GOAL,
    WALK_START,
)
from arctic_env.games.iglu.effects import (
    answer,
    any_step,
    begin_steps,
    build,
    catch,
    flee_to,
    go,
    kill,
    melt,
    step,
)
from arctic_env.games.iglu.material import ACTION_POINTS, BEAR, ENERGY_1, FISH, FOX, KAYAK_COST, WALK_COST
from arctic_env.games.iglu.setup import place
from arctic_env.games.iglu.state import (
    ACTING,
    ASKED,
    DISPLACING,
    DRIFTING,
    FLEEING,
    GAME_OVER,
    NOBODY,
    OVER,
    PLACING,
    PLAY,
    STEPPING,
    TURNING,
)
from arctic_env.games.iglu.tiles import (
    any_push,
    begin_push,
    displace_bear,
    displace_fish,
    finish_push,
    play_energy,
    turn,
    turnable,
)
from arctic_env.kernels.jit import njit

# ------------------------------------------------------------------------------------------------ the order of a turn


@njit
def begin_turn(s: Any, seat: int) -> None:
    """The turn of a seat; the game ends if it has no tile to turn (2.2)."""
    s.seat, s.mover = seat, seat
    s.turned, s.points = 0, 0
    s.played[:] = 0
    go_on(s)


@njit
def go_on(s: Any) -> None:
    """What is due when all that was set off is settled: further steps, the tile to turn, or the action points."""
    if s.steps > 0 and any_step(s):
        s.decision = STEPPING
        return
    s.steps = 0
    if s.turned:
        s.decision = ACTING
    elif turnable(s):
        s.decision = TURNING
    else:
        _end(s)


@njit
def _end(s: Any) -> None:
    """Nothing can be turned: the game is over (2.2)."""
    s.stage = OVER
    s.decision = GAME_OVER
    s.seat, s.mover = NOBODY, NOBODY
    s.played[:] = 0


@njit
def settle(states: NDArray[Any], i: int) -> None:
    """Bring a loaded position to its next decision, or to the end of the game."""
    s = states[i]
    if s.decision == DRIFTING and not any_push(s):
        s.decision = ACTING
    elif s.decision == STEPPING or s.decision == TURNING:
        go_on(s)


# ------------------------------------------------------------------------------------------------ actions


@njit
def apply(states: NDArray[Any], i: int, action: int) -> None:
    """Play a legal action, and all that is forced after it. The caller has checked that it is legal."""
    s = states[i]
    if s.decision == ACTING:
        _act(s, action)
    elif s.decision == TURNING:
        _apply_turning(s, action)
    elif s.decision == STEPPING:
        if not _apply_step(s, action):
            go_on(s)
    elif s.decision == FLEEING:
        if not flee_to(s, int(CORNER_SQUARE[action - act.CORNER_ACTION])):
            go_on(s)
    elif s.decision == ASKED:
        if not answer(s, action == act.HARPOON_ACTION):
            go_on(s)
    elif s.decision == PLACING:
        if place(s, int(RING_SQUARE[action - act.PLACE_ACTION])):
            s.stage = PLAY
            begin_turn(s, int(s.first))
    elif s.decision == DRIFTING:
        s.decision = DISPLACING if begin_push(s, action - act.DRIFT_ACTION) else ACTING
    elif s.decision == DISPLACING:
        _apply_displacing(s, action)


@njit
def _apply_turning(s: Any, action: int) -> None:
    """Turn the tile, or play a kept one before (2.5)."""
    if action >= act.MELT_ACTION:
        _play_tile(s, action)
        return
    drifts = turn(s, int(FIELD_SQUARE[action - act.TURN_ACTION]))
    s.turned = 1
    s.points = ACTION_POINTS
    s.decision = DRIFTING if drifts and any_push(s) else ACTING


@njit
def _play_tile(s: Any, action: int) -> None:
    """Play a tile that melts ice or moves animals."""
    if action == act.ANIMALS_ACTION:
        begin_steps(s)
        go_on(s)
    elif not melt(s, int(FIELD_SQUARE[action - act.MELT_ACTION])):
        go_on(s)


@njit
def _apply_step(s: Any, action: int) -> bool:
    """Move an animal; returns whether somebody has to decide about an attack."""
    if action >= act.STEP_BEAR_ACTION:
        return step(s, BEAR, action - act.STEP_BEAR_ACTION)
    if action >= act.STEP_FOX_ACTION:
        number = action - act.STEP_FOX_ACTION
        return step(s, FOX + number // N_MOVES, number % N_MOVES)
    number = action - act.STEP_FISH_ACTION
    return step(s, FISH + number // N_MOVES, number % N_MOVES)


@njit
def _apply_displacing(s: Any, action: int) -> None:
    """An animal makes room; the ice moves after the last one (2.4)."""
    if action >= act.DISPLACE_BEAR_ACTION:
        displace_bear(s, int(FIELD_SQUARE[action - act.DISPLACE_BEAR_ACTION]))
    else:
        number = action - act.DISPLACE_FISH_ACTION
        displace_fish(s, FISH + number // N_FIELDS, int(FIELD_SQUARE[number % N_FIELDS]))
    if finish_push(s):
        s.decision = ACTING


# ------------------------------------------------------------------------------------------------ action points


@njit
def _act(s: Any, action: int) -> None:
    """Spend points or play kept tiles (2.5, 2.9)."""
    if action < act.WALK_ACTION:
        _play_tile(s, action)
    elif action < act.KAYAK_ACTION:
        number = action - act.WALK_ACTION
        go(s, int(WALK_START[number]), int(WALK_GOAL[number]), WALK_COST)
    elif action < act.HUNT_FISH_ACTION:
        start, goal = divmod(action - act.KAYAK_ACTION, N_TRIPS_FROM)
        go(s, start, goal + (goal >= start), KAYAK_COST)
    elif action < act.IGLOO_ACTION:
        _hunt(s, action)
    elif action < act.ENERGY_ACTION:
        build(s, int(FIELD_SQUARE[action - act.IGLOO_ACTION]))
    elif action < act.END_PHASE_ACTION:
        play_energy(s, ENERGY_1 + action - act.ENERGY_ACTION)
    else:
        begin_turn(s, (int(s.mover) + 1) % int(s.players))


@njit
def _hunt(s: Any, action: int) -> None:
    if action >= act.HARPOON_BEAR_ACTION:
        kill(s, BEAR, int(FIELD_SQUARE[action - act.HARPOON_BEAR_ACTION]))
    elif action >= act.HARPOON_FOX_ACTION:
        number = action - act.HARPOON_FOX_ACTION
        kill(s, FOX + number // N_FIELDS, int(FIELD_SQUARE[number % N_FIELDS]))
    elif action >= act.HARPOON_FISH_ACTION:
        number = action - act.HARPOON_FISH_ACTION
        kill(s, FISH + number // N_FIELDS, int(FIELD_SQUARE[number % N_FIELDS]))
    elif action >= act.HUNT_FOX_ACTION:
        number = action - act.HUNT_FOX_ACTION
        catch(s, FOX + number // N_FIELDS, int(FIELD_SQUARE[number % N_FIELDS]))
    else:
        number = action - act.HUNT_FISH_ACTION
        catch(s, FISH + number // N_FIELDS, int(FIELD_SQUARE[number % N_FIELDS]))
