"""The planner: the one thoughtful heuristic for ARCTIC.

It plans its turn to the end: which cards to place in which order, which card to leave visible, which cards to
draw. Every plan is worth points, those that lie and those it may count on, and the best plan's first action is
played; the next decision plans anew. Its strategy:

- Runs. A run is worth its points, and what it may become: a run on top by the cards in hand that can follow it
  next turn, any other animal by the cards in hand that can begin a new run, both by the cards that are still
  unseen and the turns left. As points grow with length, it collects a few animals rather than a bit of all.
- Diversity. An animal that will have a run counts for what one animal more adds, which grows with their number.
  Long runs of a few animals come first, short runs of the others later.
- Order. Cards that join the run on top go first, cards of one animal go together, and the last ones begin the
  run that the next turn continues.
- The last card says how many cards to draw now and to place next turn (together they are six), which tokens
  move and which power comes. Drawing many is only good with room for them: what is above the limit costs points.
  Placing many next turn is only good with a hand that can.
- Totem. Its own token goes right, all others left: each may be a rival's. As others push it too, its value
  fades with the turns left; in the end a token's space is worth its points.
- Suspicion, if asked for. Animals that others showed and pushed are probably their totems: those go left first.
- Powers. Each face has a worth of its own, more when a rival loses it. Every optional power is used when a plan
  with it is worth more than the best one without.
- The end. Turns left are counted by the cards of the deck. Hopes fade as they run out; the last placing is
  planned as soon as it is the next one, and in it only points count.

It knows what its view tells: it counts unseen cards, but never looks at the deck, hands or totems of others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.belief import MEMORY, VIEW, fits
from arctic_agents.arctic.choosing import choose_many, choose_suspecting
from arctic_agents.arctic.desk import DESK
from arctic_agents.arctic.memory import N_PUSHES
from arctic_agents.arctic.remembering import RememberingPlayer
from arctic_agents.arctic.weights import Weights
from arctic_agents.weights import read_weights, to_record
from arctic_env.arena import Player, SeededAgent, first_decision
from arctic_env.errors import AgentError
from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS
from arctic_env.validation import short_repr

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game

DEPTHS = ("one action", "the turn")


class PlannerAgent(SeededAgent):
    """Plays ARCTIC by plans; the module says which.

    Attributes:
        weights: What it holds dear.
        depth: How far it plans: 0 for one action, 1 for the turn.
        belief: Whether it guesses the others' totems. At a table its players remember who pushed which token; asked for
            many decisions at once, it goes by the views alone.
    """

    name = "planner"

    def __init__(self, weights: Weights | None = None, depth: int = 1, belief: bool = False) -> None:
        if type(depth) is not int or depth not in range(len(DEPTHS)):
            known = " or ".join(f"{number} ({what})" for number, what in enumerate(DEPTHS))
            raise AgentError(f"planner: depth is {known}, not {short_repr(depth)}")
        if type(belief) is not bool:
            raise AgentError(f"planner: belief is true or false, not {short_repr(belief)}")
        self.weights = weights or Weights()
        self.depth = depth
        self.belief = belief
        self._record = to_record(self.weights)

    def warm_up(self, game: Game, players: int) -> None:
        """Compile the kernels."""
        first_decision(self, game, players)

    def start(self, game: Game, seat: int, seed: int) -> Player:
        """A player for this seat of a new game; with belief it remembers."""
        return RememberingPlayer(self, game, seat, seed) if self.belief else super().start(game, seat, seed)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """The planned action for each row; its seed chooses between equal plans."""
        if self.belief:
            nothing = np.zeros((len(masks), MAX_PLAYERS, N_ANIMALS, N_PUSHES))
            return self._suspect(views, seats, masks, seeds, nothing, VIEW)
        actions = np.empty(len(masks), np.int64)
        desks = np.zeros(2, DESK)
        choose_many(views, seats, masks, seeds, self._record, self.depth, desks, actions)
        return actions

    def decide_remembering(
        self,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
        pushes: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        """The same with what is remembered, float64[n, MAX_PLAYERS, N_ANIMALS, N_PUSHES]; see `memory`."""
        return self._suspect(views, seats, masks, seeds, pushes, MEMORY)

    def _suspect(
        self,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
        pushes: NDArray[np.float64],
        kind: int,
    ) -> NDArray[np.int64]:
        actions = np.empty(len(masks), np.int64)
        desks = np.zeros(2, DESK)
        fixed = self._record, self.depth
        choose_suspecting(views, seats, masks, seeds, *fixed, pushes, fits(kind), desks, actions)
        return actions


def make(*, depth: int = 1, belief: bool = False, **weights: float) -> PlannerAgent:
    """The planner with another depth, with belief, or with some of its weights changed.

    Raises:
        AgentError: There is no such depth or weight.
    """
    return PlannerAgent(read_weights(Weights, weights), depth, belief)
