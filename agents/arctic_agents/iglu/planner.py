"""The planner: the one thoughtful heuristic for IGLU IGLU.

It plays what it might do on copies of its view and compares what comes of it, for itself and for its rivals, the
leading one above all. Its strategy:

- Islands. Empty face-down tiles will be turned, so an island is as large as its glaciers and the tiles that carry
  something, with a share of the neighbouring tiles that may be glaciers. Strongest and second strongest count as at
  the end. Being alone counts by the chance that no rival comes until then: it pays to settle late, where rivals have
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
  their tribe, own Inuit to the nearest one. Who keeps tiles may have a harpoon: the planner reckons with the chance.
- Kept tiles are played when that is worth more than to keep them, which is worth less with each turn that has gone.
  Melt and animals wait for the action points: then it is known what has been turned. Bears are harpooned, in defence
  and wherever they are within reach, other animals when there are few turns left.
- Setup. Inuit stand together, and where the fish in the centre are nearest.

It knows what its view tells: it counts the faces that are unseen, but never looks at tiles or at what others keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.choosing import choose_many
from arctic_agents.iglu.desk import DESK, N_TRIES
from arctic_agents.iglu.weights import Weights
from arctic_agents.weights import read_weights, to_record
from arctic_env.arena import SeededAgent, first_decision

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game


class PlannerAgent(SeededAgent):
    """Plays IGLU IGLU by plans; the module says which.

    Attributes:
        weights: What it holds dear.
    """

    name = "planner"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self._record = to_record(self.weights)

    def warm_up(self, game: Game, players: int) -> None:
        """Compile the kernels."""
        first_decision(self, game, players)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The planned action for each row; its seed chooses between equal plans."""
        actions = np.empty(len(masks), np.int64)
        desks, tries = np.zeros(1, DESK), np.empty(N_TRIES, game.dtype)
        choose_many(views, seats, masks, seeds, self._record, desks, tries, actions)
        return actions


def make(**weights: float) -> PlannerAgent:
    """The planner with some of its weights changed.

    Raises:
        AgentError: There is no such weight.
    """
    return PlannerAgent(read_weights(Weights, weights))
