"""Beliefs about the others' totems, from the cards they showed and tokens they pushed, and worlds drawn by them.

All of it is in a seat's view, the pushes in its public history (rules 6.6).

A seat that shows cards of an animal whose token then stands far to the right, or that was seen pushing it there, has
probably its totem. What each feature of an animal counts was fitted to games of planners (`fit_belief`), as in a
multinomial logistic regression. Then no two seats have the same totem, and none has one that is known to be another's.
As not everybody plays like a planner, a share of doubt is left to each animal that is possible.

The game's own `determinize` deals the totems that a seat does not know evenly, and apart from the cards. So a world of
its own with totems dealt anew, by the belief, is one of all worlds that agree with the view, weighted by the belief: no
world has to be thrown away or counted for less.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import ANIMALS, COMPANION, MAIN, MAX_PLAYERS, N_ANIMALS, PLACEMENT, START_SPACE
from arctic_env.games.arctic.state import CHOSEN, DOWN, WALRUS
from arctic_env.kernels.jit import NOBODY, Floats, Ints, njit
from arctic_env.kernels.random import fraction, make_stream, next_seed
from arctic_env.model.document import Document
from arctic_env.model.game import Game
from arctic_env.model.position import View

FIT_FILE = Path(__file__).with_name("belief.json")

FEATURES = (
    "space",  # spaces that the token has gone to the right
    "main",  # Visible cards of the seat that had it as their main animal
    "companion",
    "theirs",  # `space`, times the seat's share of all Visible cards with the animal
    "mine",  # the same for the share of the seat whose view it is
    "last_main",  # `space`, where it is the main animal of the seat's Visible card
    "last_companion",
    "right",  # spaces that the seat chose to push it
    "left",
    "extra",  # spaces right less spaces left with the walrus
)
DOUBT = 0.02
FEWEST_PLAYERS = 2

_SHOWN, _LAST = 0, 1
_MAIN, _COMPANION = 0, 1

Probabilities = NDArray[np.float64]
"""float64[MAX_PLAYERS, N_ANIMALS]; a row for each seat."""


@cache
def fits() -> Floats:
    """Read the features' weights, float64[players - FEWEST_PLAYERS, FEATURES]."""
    document = json.loads(FIT_FILE.read_bytes())
    return np.array([document["fits"][str(n)] for n in range(FEWEST_PLAYERS, MAX_PLAYERS + 1)])


@njit
def write_odds(s: Any, seat: int, fit: Floats, odds: Probabilities) -> None:
    """Write the probabilities of each seat's totem, each seat by itself: odds[seat] add up to 1.

    `s` is the view of `seat`, `fit` has the weights of the features, float64[FEATURES].
    """
    features = np.zeros((MAX_PLAYERS, N_ANIMALS, len(FEATURES)))
    describe(s, seat, features)
    odds[:] = 0.0
    for other in range(s.players):
        if s.totems[other] != NOBODY:
            odds[other, s.totems[other]] = 1.0
        else:
            _weigh_animals(features[other], int(s.totems[seat]), fit, odds[other])


@njit
def _weigh_animals(features: Floats, excluded: int, fit: Floats, odds: Floats) -> None:
    """Write one seat's softmax over all animals but the excluded one, mixed with doubt."""
    most = -np.inf
    for animal in range(N_ANIMALS):
        if animal != excluded:
            for feature in range(len(fit)):
                odds[animal] += fit[feature] * features[animal, feature]
            most = max(most, odds[animal])
    total = 0.0
    for animal in range(N_ANIMALS):
        odds[animal] = 0.0 if animal == excluded else np.exp(odds[animal] - most)
        total += odds[animal]
    for animal in range(N_ANIMALS):
        if animal != excluded:
            odds[animal] = (1.0 - DOUBT) * odds[animal] / total + DOUBT / (N_ANIMALS - 1)


# ------------------------------------------------------------------------------------------------ features


@njit
def describe(s: Any, seat: int, features: Floats) -> None:
    """Write FEATURES of each seat and animal, float64[MAX_PLAYERS, N_ANIMALS, FEATURES], zeros before."""
    shown = np.zeros((MAX_PLAYERS, 2, 2, N_ANIMALS))
    for other in range(s.players):
        read_shown(s, other, shown[other])
    for animal in range(N_ANIMALS):
        space = float(s.tokens[animal] - START_SPACE)
        everybody = shown[:, _SHOWN, :, animal].sum()
        mine = shown[seat, _SHOWN, :, animal].sum()
        for other in range(s.players):
            row = features[other, animal]
            row[0] = space
            row[1] = shown[other, _SHOWN, _MAIN, animal]
            row[2] = shown[other, _SHOWN, _COMPANION, animal]
            row[3] = space * (row[1] + row[2]) / max(everybody, 1.0)
            row[4] = space * mine / max(everybody, 1.0)
            row[5] = space * shown[other, _LAST, _MAIN, animal]
            row[6] = space * shown[other, _LAST, _COMPANION, animal]
            row[7] = s.history[other, CHOSEN * N_ANIMALS + animal]
            row[8] = s.history[other, (CHOSEN + 1) * N_ANIMALS + animal]
            row[9] = s.history[other, WALRUS * N_ANIMALS + animal] - s.history[other, (WALRUS + 1) * N_ANIMALS + animal]


@njit
def read_shown(s: Any, other: int, shown: Floats) -> None:
    """Read a pile for the Visible cards that turns ended with, float64[all or last, main or companion, N_ANIMALS].

    The first turn places one card, each other one as many as the card before asks for. Options, tucked cards and empty
    hands shift what follows, so now and then it is a neighbour of the right card.
    """
    size, index = int(s.pile_size[other]), 0
    while index < size and s.pile[other, index] < DOWN:
        card = int(s.pile[other, index])
        shown[_SHOWN, _MAIN, MAIN[card]] += 1.0
        shown[_SHOWN, _COMPANION, COMPANION[card]] += 1.0
        index = size if index == size - 1 else min(index + int(PLACEMENT[card]), size - 1)
    if size > 0 and s.pile[other, size - 1] < DOWN:
        card = int(s.pile[other, size - 1])
        shown[_LAST, _MAIN, MAIN[card]] = 1.0
        shown[_LAST, _COMPANION, COMPANION[card]] = 1.0


# ------------------------------------------------------------------------------------------------ seats together


@njit
def weigh_deals(players: int, odds: Probabilities) -> Floats:
    """Return the probability of each assignment of different totems, float64[N_ANIMALS ** players].

    The number of an assignment has a digit for each seat, seat 0 lowest. The sum is 1.
    """
    weights = np.zeros(N_ANIMALS**players)
    for number in range(len(weights)):
        weights[number] = _weight(number, players, odds)
    weights /= weights.sum()
    return weights


@njit
def _weight(number: int, players: int, odds: Probabilities) -> float:
    """Return the probability of the assignment of that number, up to a factor."""
    weight, taken = 1.0, 0
    for seat in range(players):
        animal = number % N_ANIMALS
        number //= N_ANIMALS
        if taken >> animal & 1 or odds[seat, animal] == 0.0:
            return 0.0
        taken |= 1 << animal
        weight *= odds[seat, animal]
    return weight


@njit
def reconcile(players: int, odds: Probabilities, probabilities: Probabilities) -> None:
    """Write the probability of each animal for each seat, given that no two seats have the same totem."""
    weights = weigh_deals(players, odds)
    probabilities[:] = 0.0
    for number in range(len(weights)):
        if weights[number] > 0.0:
            for seat in range(players):
                probabilities[seat, number // N_ANIMALS**seat % N_ANIMALS] += weights[number]


@njit
def draw_totems(cumulated: Floats, players: int, stream: Ints, s: Any) -> None:
    """Draw each seat's totem into a state, by the cumulative sums of `weigh_deals`, the last being 1."""
    number = int(np.searchsorted(cumulated, fraction(stream), side="right"))
    for seat in range(players):
        s.totems[seat] = number % N_ANIMALS
        number //= N_ANIMALS


# ------------------------------------------------------------------------------------------- worlds


def draw_worlds(game: Game, view: NDArray[Any], seat: int, seeds: Ints) -> NDArray[Any]:
    """Draw n states that agree with a view, by seeds int64[n]: see `search.heuristics.Determinize`."""
    worlds = np.empty(len(seeds), view.dtype)
    game.batch.determinize(np.repeat(view, len(seeds)), np.full(len(seeds), seat, np.int8), seeds, worlds)
    deal_totems(view, seat, seeds, fits()[int(view["players"][0]) - FEWEST_PLAYERS], worlds)
    return worlds


@njit
def deal_totems(view: NDArray[Any], seat: int, seeds: Ints, fit: Floats, worlds: NDArray[Any]) -> None:
    """Deal the totems of worlds anew, by what the seat believes; arguments as in `draw_worlds` and `write_odds`."""
    odds = np.empty((MAX_PLAYERS, N_ANIMALS))
    write_odds(view[0], seat, fit, odds)
    players = int(view[0].players)
    cumulated = np.cumsum(weigh_deals(players, odds))
    cumulated[:] = np.minimum(cumulated / cumulated[-1], 1.0)
    for i in range(len(worlds)):
        draw_totems(cumulated, players, make_stream(next_seed(seeds[i])), worlds[i])


# ------------------------------------------------------------------------------------------- for people


def tell(view: View) -> Document:
    """Return what the seat of a view believes of each other seat's totem: `about`, and `seats`, by animal."""
    players = view.players
    odds, probabilities = np.empty((MAX_PLAYERS, N_ANIMALS)), np.zeros((MAX_PLAYERS, N_ANIMALS))
    write_odds(view.states[0], view.seat, fits()[players - FEWEST_PLAYERS], odds)
    reconcile(players, odds, probabilities)
    others = [seat for seat in range(players) if seat != view.seat]
    return {
        "about": "totem",
        "seats": {str(seat): dict(zip(ANIMALS, probabilities[seat].tolist(), strict=True)) for seat in others},
    }
