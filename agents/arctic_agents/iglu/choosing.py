"""One decision after the other, each from its view alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.acting import plan_points
from arctic_agents.iglu.desk import begin, consider, read_view
from arctic_agents.iglu.keeping import plan_animals, plan_energy, plan_melt
from arctic_agents.iglu.pushing import plan_push
from arctic_agents.iglu.settling import settle
from arctic_agents.iglu.stepping import plan_steps
from arctic_agents.iglu.turning import plan_turning
from arctic_agents.iglu.value import value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.rules import apply
from arctic_env.games.iglu.state import ACTING, DRIFTING, STEPPING, TURNING
from arctic_env.kernels.jit import njit


@njit
def choose_many(
    views: NDArray[Any],
    seats: NDArray[np.int8],
    masks: NDArray[np.int8],
    seeds: NDArray[np.int64],
    weights: NDArray[Any],
    desks: NDArray[Any],
    tries: NDArray[Any],
    actions: NDArray[np.int64],
) -> None:
    """Write the planner's action for each view, int64[n].

    Args:
        views: n records of the game's dtype, what each seat may know.
        seats: int8[n], the seat that decides.
        masks: int8[n, actions].
        seeds: int64[n], which choose between equals.
        weights: One record of `Weights`.
        desks: One of them, to work on.
        tries: N_TRIES states, to work on.
        actions: Where to write.
    """
    w, d = weights[0], desks[0]
    for i in range(len(views)):
        read_view(views[i], int(seats[i]), w, d)
        begin(d, seeds[i])
        _plan(views[i], masks[i], w, d, tries)
        actions[i] = d.plan_first


@njit
def _plan(s: Any, mask: NDArray[np.int8], w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Leave the best action on the desk."""
    if s.decision == ACTING:
        consider(d, value(s, w, d), act.END_PHASE_ACTION)
        plan_points(s, w, d, tries)
        plan_melt(s, w, d, tries)
        plan_animals(s, w, d, tries)
        plan_energy(s, w, d, tries)
    elif s.decision == TURNING:
        plan_turning(s, w, d, tries)
    elif s.decision == DRIFTING:
        plan_push(s, w, d, tries)
    elif s.decision == STEPPING:
        tries[0] = s
        plan_steps(w, d, tries)
    else:
        _try_all(s, mask, w, d, tries)


@njit
def _try_all(s: Any, mask: NDArray[np.int8], w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Play each legal action, and settle what it leads to."""
    for action in range(len(mask)):
        if mask[action]:
            tries[0] = s
            apply(tries, 0, action)
            rest, others = settle(w, d, tries, 0)
            consider(d, others + rest * value(tries[0], w, d), action)
