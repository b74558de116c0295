"""Kept tiles: each is played when that is worth more than to keep it."""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.acting import plan_points
from arctic_agents.iglu.desk import SPARE, consider
from arctic_agents.iglu.settling import settle
from arctic_agents.iglu.stepping import plan_steps
from arctic_agents.iglu.value import value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import FIELD_NUMBER
from arctic_env.games.iglu.effects import begin_steps, may_move_animals, melt, meltable
from arctic_env.games.iglu.material import ACTION_POINTS, ENERGY_1, N_VALUES
from arctic_env.games.iglu.squares import lowest, without_lowest
from arctic_env.games.iglu.tiles import may_play_energy, play_energy
from arctic_env.kernels.jit import njit


@njit
def plan_melt(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Consider to melt each tile that can be melted."""
    squares = meltable(s)
    while squares:
        tries[0] = s
        if melt(tries[0], lowest(squares)):
            settle(w, d, tries, 0)
        consider(d, value(tries[0], w, d), act.MELT_ACTION + int(FIELD_NUMBER[lowest(squares)]))
        squares = without_lowest(squares)


@njit
def plan_animals(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Consider to move animals."""
    if may_move_animals(s):
        before = d.plan_value
        tries[0] = s
        begin_steps(tries[0])
        plan_steps(w, d, tries)
        if d.plan_value > before:
            d.plan_first = act.ANIMALS_ACTION


@njit
def plan_energy(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Consider to play energy when there are too few points left for whatever a turn can do."""
    if s.points >= ACTION_POINTS or not may_play_energy(s):
        return
    for k in range(N_VALUES):
        if s.kept[s.mover, ENERGY_1 + k] > 0:
            before = d.plan_value
            tries[SPARE] = s
            play_energy(tries[SPARE], ENERGY_1 + k)
            plan_points(tries[SPARE], w, d, tries)
            if d.plan_value > before:
                d.plan_first = act.ENERGY_ACTION + k
