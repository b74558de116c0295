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

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.beliefs import FEWEST_PLAYERS, fits, reconcile, write_odds
from arctic_agents.arctic.draw_plans import gift, plan_drawing, receiver
from arctic_agents.arctic.placement_plans import least_useful, plan_placing
from arctic_agents.arctic.planner_state import PLANNER_STATE, read_view, suspect
from arctic_agents.arctic.value import best_push, visible_card_value, walrus_way, weigh
from arctic_agents.planner import MOST, SHARE, WeightedPlanner, check_shares, read_weights, weight, weight_options
from arctic_env.agents.specs import Option
from arctic_env.errors import AgentError
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic import state
from arctic_env.games.arctic.material import COMPANION, MAIN, MAX_PLAYERS, N_ANIMALS, N_CARDS
from arctic_env.games.arctic.turn_steps import RIGHT, may_swap, walrus_animal
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.masks import list_set
from arctic_env.kernels.random import next_word, restart
from arctic_env.model.game import Game
from arctic_env.validation import short_repr

SLOWEST = 0.1  # pace: slower, and there would be more turns left than can be counted


@dataclass(frozen=True)
class Weights:
    """The worth of things to the planner.

    Points are those of the final score. In the last turn everything counts as it scores, whatever the weights.
    """

    run: float = weight(1.4, "Points of the final score that it counts for each point that runs score.")
    diversity: float = weight(
        0.8, "Points that it counts for each point that one more animal with a run adds for the number of animals."
    )
    totem: float = weight(
        0.85, "Points that it counts for each point under its own totem's token, before `totem_memory`."
    )
    penalty: float = weight(1.0, "Points for each card that leaves its own penalty zone, or does not get into it.")
    rivals: float = weight(
        0.3, "Points lost for each point under a rival's totem, split among the five animals that it may be."
    )
    realise: float = weight(0.6, "Fraction of the points that cards in hand and cards to come may still make.")
    realise_last: float = weight(0.3, "Fraction as `realise`, when one turn is left.")
    hope: float = weight(0.2, "Number of cards of each animal that it expects to get in a turn, beyond hand and river.")
    follow: float = weight(
        0.3, "Number of cards that it expects to get for the run on top of its pile before its next turn."
    )
    totem_memory: float = weight(
        0.8, "Fraction of the worth of its own totem's place that is left after each turn to come.", SHARE
    )
    pace: float = weight(
        3.2,
        "Number of cards that a player draws in a turn; by it and the deck it counts the turns left.",
        f"more than {SLOWEST}, to {MOST}",
    )
    demand: float = weight(0.1, "Points for each card that it will have to place next turn.")
    shortage: float = weight(1.8, "Points lost for each of these cards that it will not have, the penalty included.")
    crowd: float = weight(2.1, "Points lost for each card above the hand limit, the penalty included.")
    keep_show: float = weight(
        0.05, "Fraction of what showing a card would be worth that counts while the card stays in hand."
    )
    keep_draw: float = weight(-0.02, "Points for each unit of the draw value of a card that stays in hand.")
    fox_under: float = weight(1.0, "Points for holding the fox that tucks cards beneath the pile.")
    fox_wild: float = weight(1.5, "Points for holding the fox that makes cards wild.")
    moose_placement: float = weight(0.5, "Points for holding the moose that changes the placement value.")
    moose_draw: float = weight(0.5, "Points for holding the moose that changes the draw value.")
    walrus_main: float = weight(0.6, "Points for holding the walrus that moves the main animal's token.")
    walrus_companion: float = weight(0.3, "Points for holding the walrus that moves the companion's token.")
    orca_refill: float = weight(0.5, "Points for holding the orca that refills the river at once.")
    orca_deck: float = weight(0.3, "Points for holding the orca that draws from the deck.")
    puffin_swap: float = weight(0.6, "Points for holding the puffin that swaps with the river.")
    puffin_takeback: float = weight(0.6, "Points for holding the puffin that takes the Visible card back.")
    bear_recover: float = weight(0.6, "Points for holding the bear that draws from the penalty zone.")
    bear_give: float = weight(1.4, "Points for holding the bear that gives penalties away.")
    rob: float = weight(0.3, "Fraction of a power's points that is added when it is taken from a rival.")

    def __post_init__(self) -> None:
        if not self.pace > SLOWEST:
            raise AgentError(f"planner: the weight pace is more than {SLOWEST}, not {self.pace}")
        check_shares(self)


# ---------------------------------------------------------------------------------------- decisions


HALF_WORD = 2**31
NUDGE = 1e-6 / (2 * HALF_WORD)  # times 32 random bits: enough to choose between equals


@njit
def choose_many(
    views: NDArray[Any],
    seats: Bytes,
    masks: Bytes,
    seeds: Ints,
    weights: NDArray[Any],
    depth: int,
    suspicion: Floats,
    planner_states: NDArray[Any],
    actions: Ints,
) -> None:
    """Write the planner's action for each of n views; arguments as for `Agent.decide`, masks of all legal actions.

    `depth` is 0 to plan one action, 1 for the turn; `suspicion` is float64[n, N_ANIMALS], zeros for a planner that does
    not guess the others' totems; two planner states are scratch space.
    """
    planner_states[0].depth = depth
    for i in range(len(views)):
        planner_states[0].suspicion[:] = suspicion[i]
        actions[i] = _choose(views[i], int(seats[i]), masks[i], seeds[i], weights[0], planner_states)


@njit
def choose(s: Any, seat: int, mask: Bytes, seed: int, w: Any, depth: int, planner_states: NDArray[Any]) -> int:
    """Return the action of a planner without suspicion for one view; the mask is int8[actions], all that is legal."""
    planner_states[0].depth = depth
    planner_states[0].suspicion[:] = 0.0
    return _choose(s, seat, mask, seed, w, planner_states)


@njit
def suspect_many(views: NDArray[Any], seats: Bytes, fit: Floats, suspicion: Floats) -> None:
    """Write the suspicion of each animal for each view, float64[n, N_ANIMALS]; `fit` is from `beliefs.fits`."""
    odds, believed = np.empty((MAX_PLAYERS, N_ANIMALS)), np.empty((MAX_PLAYERS, N_ANIMALS))
    for i in range(len(views)):
        players, seat = int(views[i].players), int(seats[i])
        write_odds(views[i], seat, fit[players - FEWEST_PLAYERS], odds)
        reconcile(players, odds, believed)
        suspect(seat, players, believed, suspicion[i])


@njit
def _choose(s: Any, seat: int, mask: Bytes, seed: int, w: Any, planner_states: NDArray[Any]) -> int:
    """Return the planner's action for a view, with the suspicion in the first planner state."""
    if s.decision == state.GIVING:
        return gift(s, seat)
    if s.decision == state.RECEIVER:
        return receiver(s, seat, planner_states[1])
    d = planner_states[0]
    restart(d.stream, seed)
    read_view(s, seat, w.pace, d)
    weigh(s, seat, w, d)
    _nudge_cards(s, seat, d)
    if s.decision == state.MOVING:
        return _push(s, seat, d)
    if s.decision == state.EXTRA:
        return _extra(s, d)
    if s.decision == state.DRAWING:
        _look_at(s, seat, w, d, d.river, int(d.river_size))
        return plan_drawing(s, mask, w, d)
    _look_at(s, seat, w, d, d.hand, int(d.listed))
    if s.decision == state.DISCARDING:
        return act.CARD_ACTION + least_useful(d, w)
    if s.decision == state.SWAPPING or may_swap(s):
        _look_at(s, seat, w, d, d.river, int(d.river_size))
    _look_at_pile(s, seat, w, d)
    return plan_placing(s, seat, mask, w, planner_states)


@njit
def _nudge_cards(s: Any, seat: int, d: Any) -> None:
    """Write into `shown` a nudge to part equals for each card that may come to be shown; 0 for all others."""
    d.shown[:] = 0.0
    hand, river, pile = np.uint8(state.HAND + seat), np.uint8(state.RIVER), np.uint8(state.PILE + seat)
    for card in range(N_CARDS):
        place = s.place[card]
        d.marked[card] = (place == hand) | (place == river) | (place == pile)
    for index in range(list_set(d.marked, d.cards)):
        d.shown[d.cards[index]] = NUDGE * next_word(d.stream)


@njit
def _look_at(s: Any, seat: int, w: Any, d: Any, cards: Bytes, n: int) -> None:
    """Add to `shown` the worth of showing each of the first n cards."""
    for index in range(n):
        d.shown[cards[index]] += visible_card_value(s, seat, w, d, int(cards[index]))


@njit
def _look_at_pile(s: Any, seat: int, w: Any, d: Any) -> None:
    """Add to `shown` the worth of showing the Visible card, and the one beneath it."""
    size = int(s.pile_size[seat])
    for index in range(max(size - 2, 0), size):
        card = int(s.pile[seat, index])
        if card < state.DOWN:
            d.shown[card] += visible_card_value(s, seat, w, d, card)


@njit
def _push(s: Any, seat: int, d: Any) -> int:
    """Choose which of the Visible card's animals goes right."""
    direction, _ = best_push(s, seat, d, int(d.visible), NUDGE * (next_word(d.stream) - HALF_WORD))
    return act.RIGHT_ACTION + int(MAIN[d.visible] if direction == RIGHT else COMPANION[d.visible])


@njit
def _extra(s: Any, d: Any) -> int:
    """Choose whether the walrus moves a token further, and which way."""
    animal = walrus_animal(s)
    went = s.pushed[0] if animal == MAIN[d.visible] else s.pushed[1]
    way = walrus_way(s, d, animal, int(s.tokens[animal]), int(went))
    if way == 0:
        return act.STAY_ACTION
    return act.EXTRA_RIGHT if way == RIGHT else act.EXTRA_LEFT


# ---------------------------------------------------------------------------------------- the agent


class ArcticPlanner(WeightedPlanner):
    """Plays ARCTIC by plans; the module says which."""

    kind = Weights

    def __init__(
        self, game: Game, num_players: int, weights: Weights | None = None, depth: int = 1, belief: bool = False
    ) -> None:
        super().__init__(game, num_players, weights)
        if type(depth) is not int or depth not in (0, 1):
            raise AgentError(f"planner: depth is 0 (one action) or 1 (the turn), not {short_repr(depth)}")
        if type(belief) is not bool:
            raise AgentError(f"planner: belief is true or false, not {short_repr(belief)}")
        self.depth = depth  # how far it plans: 0 for one action, 1 for the turn
        self.belief = belief  # whether it guesses the others' totems

    def decide(self, views: NDArray[Any], seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Plan the action of each row; its seed chooses between equal plans."""
        n = len(masks)
        suspicion, actions = np.zeros((n, N_ANIMALS)), np.empty(n, np.int64)
        if self.belief:
            suspect_many(views, seats, fits(), suspicion)
        fixed = self._record, self.depth
        choose_many(views, seats, masks, seeds, *fixed, suspicion, np.zeros(2, PLANNER_STATE), actions)
        return actions


def make(game: Game, num_players: int, *, depth: int = 1, belief: bool = False, **weights: float) -> ArcticPlanner:
    """Make the planner with another depth, belief or weights; AgentError if there is no such depth or weight."""
    return ArcticPlanner(game, num_players, read_weights(Weights, weights), depth, belief)


def options() -> list[Option]:
    """Return the options of `make`."""
    return [
        Option("depth", "int", 1, "How far it plans.", "0 for one action, 1 for the turn"),
        Option("belief", "bool", False, "Whether it guesses the others' totems by the tokens that they moved."),
        *weight_options(Weights),
    ]
