"""Plans for tiles: which to turn, drift, animals that move and kept tiles, and what becomes of Inuit under attack.

An Inuit that is attacked or stands on ice that melts is settled first, as far as that can be foreseen. Bears move
against the Inuit and the animals of others, fish and foxes towards own hunters. The tile to turn is near own Inuit, who
can hunt what comes up, and far from others. A kept tile is played when that is worth more than to keep it.
"""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.action_point_plans import plan_points
from arctic_agents.iglu.value import SPARE, consider, steps_to, value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu import effects, material, tiles
from arctic_env.games.iglu.actions import FIELD_NUMBER, MOVE_DIRECTION, MOVE_NUMBER, MOVE_SQUARE, N_MOVES
from arctic_env.games.iglu.board import bears, hunt, ice, put_animal, sea
from arctic_env.games.iglu.setup import fish_left, foxes_left
from arctic_env.games.iglu.squares import (
    CORNERS,
    N_DIRECTIONS,
    N_SQUARES,
    NEIGHBOUR,
    holds,
    lowest,
    only,
    without_lowest,
)
from arctic_env.games.iglu.state import ASKED, FLEEING
from arctic_env.kernels.jit import njit


@njit
def settle(w: Any, d: Any, tries: NDArray[Any], k: int) -> tuple[float, float]:
    """Settle the decisions due in tries[k], as if nobody played a harpoon; tries[k + 1] is scratch space.

    Return the probability that nobody does, and the worth of the other cases times their probabilities.
    """
    rest, others = 1.0, 0.0
    s = tries[k]
    while s.decision == ASKED:
        seat = int(s.seat)
        probability = harpoon_probability(s, d, seat)
        if probability > 0.0:
            tries[k + 1] = tries[k]
            hunt(tries[k + 1], seat, material.BEAR, int(s.square))
            tries[k + 1].kept[seat, material.HARPOON] -= seat == d.seat
            others += rest * probability * value(tries[k + 1], w, d)
            rest *= 1.0 - probability
        if not effects.answer(s, False):
            break
    while s.decision == FLEEING:
        if not effects.flee_to(s, _corner(s)):
            break
    return rest, others


@njit
def harpoon_probability(s: Any, d: Any, seat: int) -> float:
    """Return the probability that an asked seat plays a harpoon; rivals are assumed to play any that they have."""
    if seat == d.seat:
        return 1.0 if tiles.may_use_harpoon(s, seat) else 0.0
    return float(1.0 - (1.0 - d.armed) ** s.kept_size[seat])


@njit
def _corner(s: Any) -> int:
    """Return the corner that the mover is expected to choose: near for its own Inuit, far for others."""
    owner = effects.next_to_flee(s)
    own = int(s.inuit_squares[owner]) | int(s.igloos[owner])
    best, most = CORNERS[0], -N_SQUARES
    for corner in CORNERS:
        steps = steps_to(corner, own)
        if owner == s.mover:
            steps = -steps
        if steps > most:
            best, most = corner, steps
    return best


# ----------------------------------------------------------------------------------- moving animals


@njit
def plan_steps(w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Plan the first of the steps of tries[0]: bears as far as they go, other animals by one step."""
    for kind in range(material.FISH, material.FOX_STOP):
        goals = sea(tries[0]) if kind < material.FISH_STOP else ice(tries[0])
        block = act.STEP_FISH_ACTION + (kind - material.FISH) * N_MOVES
        if kind >= material.FOX:
            block = act.STEP_FOX_ACTION + (kind - material.FOX) * N_MOVES
        for move in range(N_MOVES):
            if tries[0].animals[kind, MOVE_SQUARE[move]] > 0 and holds(goals, _goal(move)):
                tries[1] = tries[0]
                effects.step(tries[1], kind, move)
                consider(d, value(tries[1], w, d), block + move)
    _plan_bears(w, d, tries)


@njit
def _goal(move: int) -> int:
    return int(NEIGHBOUR[MOVE_SQUARE[move], MOVE_DIRECTION[move]])


@njit
def _plan_bears(w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Try all ways of the bears: tries[k] is the state after k steps, if no harpoon has been played on the way."""
    depth, deepest = 0, int(tries[0].steps)
    d.move[0], d.rest[0], d.others[0] = 0, 1.0, 0.0
    while depth >= 0:
        move = int(d.move[depth])
        if depth == deepest or move == N_MOVES:
            depth -= 1
            continue
        d.move[depth] += 1
        roaming = bears(tries[depth])
        if holds(roaming, int(MOVE_SQUARE[move])) and not holds(roaming, _goal(move)):
            tries[depth + 1] = tries[depth]
            rest, others = 1.0, 0.0
            if effects.step(tries[depth + 1], material.BEAR, move):
                rest, others = settle(w, d, tries, depth + 1)
            d.others[depth + 1] = d.others[depth] + d.rest[depth] * others
            d.rest[depth + 1] = d.rest[depth] * rest
            if depth == 0:
                d.begun = act.STEP_BEAR_ACTION + move
            depth += 1
            d.move[depth] = 0
            worth = d.others[depth] + d.rest[depth] * value(tries[depth], w, d)
            consider(d, worth, int(d.begun))


# ------------------------------------------------------------------------------------------ turning


# An animal of the supply is reckoned to be of the middle value.
FISH_TO_COME, FOX_TO_COME = material.KIND_IDS["fish 2"], material.KIND_IDS["fox 2"]


@njit
def plan_turning(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Plan to turn the tile with the best expectation over its possible faces."""
    squares = tiles.turnable(s)
    while squares:
        square = lowest(squares)
        worth = _expectation(s, w, d, tries, square)
        consider(d, worth, act.TURN_ACTION + int(FIELD_NUMBER[square]))
        squares = without_lowest(squares)


@njit
def _expectation(s: Any, w: Any, d: Any, tries: NDArray[Any], square: int) -> float:
    """Return the mean worth over the faces; a red frame and drift ice leave nothing but sea."""
    tries[1] = s
    tries[1].turned = 1
    tries[1].tiles ^= only(square)
    fish, bear, glacier = 0.0, d.probability[material.BEAR_FACE], d.probability[material.GLACIER]
    for face in range(material.FISH_1, material.FISH_3 + 1):
        fish += d.probability[face]
    worth = (1.0 - fish - bear - glacier) * value(tries[1], w, d)
    tries[0] = tries[1]
    if fish_left(s) > 0:
        put_animal(tries[0], FISH_TO_COME, square)
    worth += fish * value(tries[0], w, d)
    tries[0] = tries[1]
    if s.supply[material.BEAR] > 0:
        put_animal(tries[0], material.BEAR, square)
    worth += bear * value(tries[0], w, d)
    tries[0] = tries[1]
    tries[0].glaciers |= only(square)
    if foxes_left(s) > 0:
        put_animal(tries[0], FOX_TO_COME, square)
    return float(worth + glacier * value(tries[0], w, d))


# -------------------------------------------------------------------------------------------- drift


@njit
def plan_push(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Plan the best push; animals in its way are put anywhere for now."""
    for direction in range(N_DIRECTIONS):
        squares = tiles.pushable(s, direction)
        while squares:
            push = int(MOVE_NUMBER[lowest(squares), direction])
            squares = without_lowest(squares)
            tries[0] = s
            if tiles.begin_push(tries[0], push):
                _make_room(tries[0])
            consider(d, value(tries[0], w, d), act.DRIFT_ACTION + push)


@njit
def _make_room(s: Any) -> None:
    """Put each animal on the entered square into the first free sea square: the bear last."""
    entered = tiles.entered_square(s, int(s.push))
    for kind in range(material.FISH, material.FISH_STOP):
        while s.animals[kind, entered] > 0:
            tiles.displace_fish(s, kind, lowest(tiles.room_for_fish(s)))
    if holds(bears(s), entered):
        tiles.displace_bear(s, lowest(tiles.room_for_bear(s)))
    tiles.finish_push(s)


# --------------------------------------------------------------------------------------- kept tiles


@njit
def plan_melt(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Consider melting each tile that can be melted."""
    squares = effects.meltable(s)
    while squares:
        tries[0] = s
        if effects.melt(tries[0], lowest(squares)):
            settle(w, d, tries, 0)
        consider(d, value(tries[0], w, d), act.MELT_ACTION + int(FIELD_NUMBER[lowest(squares)]))
        squares = without_lowest(squares)


@njit
def plan_animals(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Consider moving animals."""
    if effects.may_move_animals(s):
        before = d.plan_value
        tries[0] = s
        effects.begin_steps(tries[0])
        plan_steps(w, d, tries)
        if d.plan_value > before:
            d.plan_first = act.ANIMALS_ACTION


@njit
def plan_energy(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Consider playing energy if fewer action points are left than a turn can use."""
    if s.points >= material.ACTION_POINTS or not tiles.may_play_energy(s):
        return
    for k in range(material.N_VALUES):
        if s.kept[s.mover, material.ENERGY_1 + k] > 0:
            before = d.plan_value
            tries[SPARE] = s
            tiles.play_energy(tries[SPARE], material.ENERGY_1 + k)
            plan_points(tries[SPARE], w, d, tries)
            if d.plan_value > before:
                d.plan_first = act.ENERGY_ACTION + k
