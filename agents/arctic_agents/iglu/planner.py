"""The planner: the one thoughtful heuristic for IGLU IGLU.

It plays what it might do on copies of its view and compares what comes of it, for itself and for its rivals, the
leading one above all. Its strategy:

- Islands. Empty face-down tiles will be turned, so an island is as large as its glaciers and the tiles that carry
something, with a share of the neighbouring tiles that may be glaciers. Strongest and second strongest count as at
the end. Being alone counts by the probability that no rival comes until then: it pays to settle late, where rivals have
few turns left, and it pays to join the island of a rival who is alone there. Inuit go side by side, igloos stand
where they decide an island, and no Inuit steps off a tile that is lost without it.
- Hunting. What the action points can hunt is worth its value, so they go where it pays most. Animals that stay count
for each tribe by the steps from its nearest Inuit: what rivals could hunt is hunted first.
- Action points. All ways of three points are looked at (steps and hunts of any Inuit, a kayak, an igloo), and the
first action of the best one is played; the next decision plans anew.
- The tile to turn is the one with the best expectation over the faces that are still unseen: beside its own Inuit,
who hunt what comes up, and away from rivals.
- Drift goes where it joins own islands and splits or shrinks those of others; animals that make room go to own
hunters.
- Melts and bears break islands of rivals rather than its own, and send rivals to the corner that is furthest from
their tribe, own Inuit to the nearest one. Who keeps tiles may have a harpoon: the planner reckons with the probability.
- Kept tiles are played when that is worth more than to keep them, which is worth less with each turn that has gone.
Melt and animals wait for the action points: then it is known what has been turned. Bears are harpooned, in defence
and wherever they are within reach, other animals when there are few turns left.
- Setup. Inuit stand together, and where the fish in the centre are nearest.

It knows what its view tells: it counts the faces that are unseen, but never looks at tiles or at what others keep.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.action_point_plans import plan_points
from arctic_agents.iglu.tile_plans import (
    plan_animals,
    plan_energy,
    plan_melt,
    plan_push,
    plan_steps,
    plan_turning,
    settle,
)
from arctic_agents.iglu.value import N_TRIES, PLANNER_STATE, begin, consider, read_view, value
from arctic_agents.planner import SHARE, WeightedPlanner, check_shares, weight
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.rules import apply
from arctic_env.games.iglu.state import ACTING, DRIFTING, STEPPING, TURNING
from arctic_env.kernels.jit import Bytes, Ints, njit, without_refcounts
from arctic_env.model.game import Game


@dataclass(frozen=True)
class Weights:
    """The worth of things to the planner; points are those of the final score."""

    alone: float = weight(0.8, "Probability that a tribe stays alone on its island through one turn of a rival.", SHARE)
    hope: float = weight(
        0.5, "Factor on the probability that a neighbouring face-down tile is a glacier and enlarges the island."
    )
    islands: float = weight(1.0, "Factor on what the islands count at the end.")
    reach: float = weight(0.35, "Fraction of an animal's value that counts where an Inuit can hunt it without a step.")
    soon: float = weight(
        0.8, "Fraction of an animal's value that counts for a tribe that still has its action points of this turn."
    )
    distance: float = weight(0.5, "Factor on that fraction for each step that the animal is further away.", SHARE)
    rivals: float = weight(0.8, "Points lost for each point of the rivals, split among them as `leader` says.")
    leader: float = weight(
        0.5, "Fraction of `rivals` that goes to the leading rival alone; all share the rest equally.", SHARE
    )
    together: float = weight(0.15, "Points for each square of the tribe that has another one beside it.")
    corner: float = weight(2.0, "Points lost for each Inuit on a corner.")
    away: float = weight(0.1, "Points lost for each step from an Inuit on a corner to the nearest square of its tribe.")
    melt: float = weight(4.0, "Points for a kept tile that melts ice, before `keep` counts the turns left.")
    animals: float = weight(3.0, "Points for a kept tile that moves animals, before `keep` counts the turns left.")
    harpoon: float = weight(3.0, "Points for a kept harpoon, before `keep` counts the turns left.")
    energy: float = weight(
        0.9, "Points for each action point of a kept energy tile, before `keep` counts the turns left."
    )
    keep: float = weight(
        0.3, "Fraction of a kept tile's points that each own turn to come brings in, of what is left of them.", SHARE
    )

    def __post_init__(self) -> None:
        check_shares(self)


# ---------------------------------------------------------------------------------------- decisions


class IgluWorkspace(NamedTuple):
    """Weights and scratch arrays of one thread."""

    weights: NDArray[Any]  # one record of `Weights`
    planner_states: NDArray[Any]  # one
    tries: NDArray[Any]  # N_TRIES states
    views: NDArray[Any]  # one state


def make_workspace(game: Game, weights: NDArray[Any]) -> IgluWorkspace:
    """Make the workspace of one thread for a record of weights."""
    states = np.zeros(N_TRIES, game.dtype), np.zeros(1, game.dtype)
    return IgluWorkspace(weights, np.zeros(1, PLANNER_STATE), *states)


@njit
def choose_many(
    views: NDArray[Any], seats: Bytes, masks: Bytes, seeds: Ints, workspace: IgluWorkspace, actions: Ints
) -> None:
    """Write the planner's action for each of n views; arguments as for `Agent.decide`."""
    workspace = without_refcounts(workspace)
    for i in range(len(views)):
        actions[i] = choose(views[i], int(seats[i]), masks[i], seeds[i], workspace)


@njit
def choose(s: Any, seat: int, mask: Bytes, seed: int, workspace: IgluWorkspace) -> int:
    """Return the action for one view, of all that are legal; the seed chooses between equals."""
    w, d, tries = workspace.weights[0], workspace.planner_states[0], workspace.tries
    read_view(s, seat, w, d)
    begin(d, seed)
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
    return int(d.plan_first)


@njit
def _try_all(s: Any, mask: Bytes, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Try each legal action, and settle the decisions that it leads to."""
    for action in range(len(mask)):
        if mask[action]:
            tries[0] = s
            apply(tries, 0, action)
            rest, others = settle(w, d, tries, 0)
            consider(d, others + rest * value(tries[0], w, d), action)


# ---------------------------------------------------------------------------------------- the agent


class IgluPlanner(WeightedPlanner):
    """Plays IGLU IGLU by plans; the module says which."""

    kind = Weights

    def decide(self, views: NDArray[Any], seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Plan the action of each row; its seed chooses between equal plans."""
        actions = np.empty(len(masks), np.int64)
        choose_many(views, seats, masks, seeds, make_workspace(self.game, self._record), actions)
        return actions


make, options = IgluPlanner.make, IgluPlanner.options
