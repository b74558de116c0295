"""The planner: the one thoughtful heuristic for RACE TO THE NORTH POLE.

It plays what it might do in its turn on copies of its view, lets its rivals answer the best plans with the cards that
lie before them, and compares what comes of it, for itself and for its rivals. Its strategy:

- Race. What counts are the steps that its pawns still have to go, from the ship, the camps and the board, over no
cracks, as the board and the disc lie now and as they may lie after a storm. A storm in its own turn is no surprise: the
top card of the deck tells its colour, so a card that fills the storm pile is played where the turn helps.
- Cards. The cards that it keeps are worth what the best of them can do next turn, so it leaves itself a card that can
go on, and steals where another side has the better one, or where a rival needs it.
- Attacks. A rival's pawn that is sent back to its ship has all its steps to go again, so the one that is nearest to the
Pole is hit. An ice mask comes with it: equipment, or a hazard that costs the own pawn its way; the planner reckons with
all that are still unseen. Bears attack without that risk.
- Defence. Pawns that rivals can reach are in danger, the more so the nearer they are to the Pole; so they wait in
camps, keep apart, or are put into an igloo where rivals stand near.
- Equipment is used when that is worth more than to keep it, which is worth less the fewer steps are left: the compass
turns the disc to its own pawns and away from rivals, snowshoes and pickaxe make a way, a husky brings another card, and
the backpack keeps a good one.

It knows what its view tells: it counts ice masks that are unseen, but never looks at the deck or at what lies face
down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.north_pole.planner_state import Bench, begin, make_bench, read_view
from arctic_agents.north_pole.replies import best_plan
from arctic_agents.north_pole.turn_plans import plan_turn
from arctic_agents.weights import SHARE, check_shares, read_weights, to_record, weight, weight_options
from arctic_env.agents.protocol import SeededAgent
from arctic_env.agents.specs import Option
from arctic_env.kernels.jit import Bytes, Ints, njit
from arctic_env.kernels.masks import nth_legal


@dataclass(frozen=True)
class Weights:
    """The worth of things to the planner, in steps of a pawn."""

    ship: float = weight(4.5, "Steps to go from the ship.")
    entry: float = weight(0.8, "Steps that each pawn counts beyond its way, until it is at the Pole.")
    points: float = weight(1.5, "Storm points that a turn is expected to bring.")
    rivals: float = weight(0.8, "Steps lost for each step that the rivals gain, split among them as `leader` says.")
    leader: float = weight(0.25, "Fraction of `rivals` that goes to the rival alone who has most pawns home.", SHARE)
    hit: float = weight(0.08, "Probability that a piece of others beside a pawn hits it in a round.", SHARE)
    hand: float = weight(0.5, "Fraction of the steps that count which the best card in hand can bring.")
    fresh: float = weight(0.5, "Steps for new cards.")
    husky: float = weight(2.0, "Steps for a husky, before `ending` counts.")
    snowshoes: float = weight(0.4, "Steps for snowshoes, before `ending` counts.")
    backpack: float = weight(0.4, "Steps for an empty backpack, before `ending` counts.")
    packed: float = weight(0.5, "Steps for a packed card, before `ending` counts.")
    igloo: float = weight(0.6, "Steps for an igloo that is not built, before `ending` counts.")
    pickaxe: float = weight(0.8, "Steps for a pickaxe, before `ending` counts.")
    compass: float = weight(1.2, "Steps for the compass, before `ending` counts.")
    ending: float = weight(6.0, "Steps to go below which equipment counts less and less, at the Pole nothing.")

    def __post_init__(self) -> None:
        check_shares(self)


# ---------------------------------------------------------------------------------------- decisions


@njit
def choose_many(
    views: NDArray[Any], seats: Bytes, masks: Bytes, seeds: Ints, weights: NDArray[Any], bench: Bench, actions: Ints
) -> None:
    """Write the planner's action for each view, int64[n].

    Args:
        views: n records of the game's dtype, what each seat may know.
        seats: int8[n], the seat that decides.
        masks: int8[n, actions].
        seeds: int64[n], to choose between equals.
        weights: One record of `Weights`.
        bench: Scratch arrays.
        actions: Output.
    """
    for i in range(len(views)):
        actions[i] = choose(views[i], int(seats[i]), masks[i], seeds[i], weights[0], bench)


@njit
def choose(s: Any, seat: int, mask: Bytes, seed: int, w: Any, bench: Bench) -> int:
    """Return the action for one view; the mask is int8[actions]."""
    d = bench.planner_states[0]
    read_view(s, seat, w, d)
    begin(d, seed)
    plan_turn(s, w, d, bench)
    if d.plans == 0:
        return int(nth_legal(mask, 0))
    return best_plan(seat, w, d, bench)


# ---------------------------------------------------------------------------------------- the agent


if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game


class NorthPolePlanner(SeededAgent):
    """Plays RACE TO THE NORTH POLE by plans; the module says which.

    Attributes:
        weights: The worth of things to it.
    """

    name = "planner"

    def __init__(self, game: Game, num_players: int, weights: Weights | None = None) -> None:
        super().__init__(game, num_players)
        self.weights = weights or Weights()
        self._record = to_record(self.weights)

    def decide(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Plan the action of each row; its seed chooses between equal plans."""
        actions = np.empty(len(masks), np.int64)
        choose_many(views, seats, masks, seeds, self._record, make_bench(), actions)
        return actions


def make(game: Game, num_players: int, **weights: float) -> NorthPolePlanner:
    """Make the planner with some of its weights changed.

    Raises:
        AgentError: There is no such weight.
    """
    return NorthPolePlanner(game, num_players, read_weights(Weights, weights))


def options() -> list[Option]:
    """Return the options of `make`."""
    return weight_options(Weights)
