"""Moving animals: bears against the Inuit and the animals of others, fish and foxes towards own hunters."""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.desk import consider
from arctic_agents.iglu.settling import settle
from arctic_agents.iglu.value import value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE, N_MOVES
from arctic_env.games.iglu.board import bears, ice, sea
from arctic_env.games.iglu.effects import step
from arctic_env.games.iglu.material import BEAR, FISH, FISH_STOP, FOX, FOX_STOP
from arctic_env.games.iglu.squares import NEIGHBOUR, holds
from arctic_env.kernels.jit import njit


@njit
def plan_steps(w: Any, d: Any, tries: NDArray[Any]) -> None:
    """The best way to begin the steps of tries[0]: bears as far as they go, other animals by one step."""
    for kind in range(FISH, FOX_STOP):
        goals = sea(tries[0]) if kind < FISH_STOP else ice(tries[0])
        block = act.STEP_FISH_ACTION + (kind - FISH) * N_MOVES
        if kind >= FOX:
            block = act.STEP_FOX_ACTION + (kind - FOX) * N_MOVES
        for move in range(N_MOVES):
            if tries[0].animals[kind, MOVE_SQUARE[move]] > 0 and holds(goals, _goal(move)):
                tries[1] = tries[0]
                step(tries[1], kind, move)
                consider(d, value(tries[1], w, d), block + move)
    _plan_bears(w, d, tries)


@njit
def _goal(move: int) -> int:
    return int(NEIGHBOUR[MOVE_SQUARE[move], MOVE_DIRECTION[move]])


@njit
def _plan_bears(w: Any, d: Any, tries: NDArray[Any]) -> None:
    """All ways of the bears: tries[k] is the state after k steps, if no harpoon has been played on the way."""
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
            if step(tries[depth + 1], BEAR, move):
                rest, others = settle(w, d, tries, depth + 1)
            d.others[depth + 1] = d.others[depth] + d.rest[depth] * others
            d.rest[depth + 1] = d.rest[depth] * rest
            if depth == 0:
                d.begun = act.STEP_BEAR_ACTION + move
            depth += 1
            d.move[depth] = 0
            worth = d.others[depth] + d.rest[depth] * value(tries[depth], w, d)
            consider(d, worth, int(d.begun))
