"""The planner's data: the few numbers of a seat's view that its plans are made of.

There are two such states. The first holds things as they are; the second is a copy on which plans are tried.

What a run may still become are expected points, by the cards that are there and those that may come. The number of
further cards of an animal is taken to be Poisson distributed. Its mean is one of a few levels, so that all the
expectations the planner needs are two small tables.
"""

from math import exp, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import material
from arctic_env.games.arctic.scoring import WILD_ANIMAL, animal_at
from arctic_env.games.arctic.state import FINISH, HAND, LAST, RIVER, UNKNOWN
from arctic_env.games.arctic.turn_steps import holds
from arctic_env.games.arctic.zones import visible_card
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.masks import WORD, count_bits, list_set, word_of
from arctic_env.kernels.random import STREAM_WORDS

LEVEL_STEP = 0.125  # cards to come from one level to the next
N_LEVELS = 33
SCORING_RUN = 2  # cards that make a run count (4.2)
LENGTHS = material.LONGEST_SCORED + 1
RATED = 8  # first actions of plans that are noted


def _expected_points() -> Floats:
    """Compute an animal's expected points, float64[level, length of longest run, cards for another run]."""
    table = np.zeros((N_LEVELS, LENGTHS, LENGTHS))
    for level in range(N_LEVELS):
        coming = _probabilities_of_coming(level * LEVEL_STEP)
        for lying in range(LENGTHS):
            for cards in range(LENGTHS):
                lengths = np.minimum(np.maximum(lying, cards + np.arange(LENGTHS)), material.LONGEST_SCORED)
                table[level, lying, cards] = coming @ material.RUN_POINTS[lengths]
    return table


def _scoring_probabilities() -> Floats:
    """Compute the probability that an animal will have a run that counts; axes as in `_expected_points`."""
    table = np.ones((N_LEVELS, LENGTHS, LENGTHS))
    for level in range(N_LEVELS):
        coming = _probabilities_of_coming(level * LEVEL_STEP)
        for lying in range(SCORING_RUN):
            for cards in range(SCORING_RUN):
                table[level, lying, cards] = coming[SCORING_RUN - cards :].sum()
    return table


def _probabilities_of_coming(mean: float) -> Floats:
    """Compute the probabilities of 0, 1, ... further cards; the last entry includes all larger numbers."""
    probabilities = np.array([exp(-mean) * mean**k / factorial(k) for k in range(LENGTHS)])
    probabilities[-1] = 1.0 - probabilities[:-1].sum()
    return probabilities


EXPECTED_POINTS = _expected_points()
SCORING_PROBABILITIES = _scoring_probabilities()


# ------------------------------------------------------------------------------------ planner state


COLD, LIVE = range(2)  # a run yet to begin, and the one on top

_BY_ANIMAL = (material.N_ANIMALS,)
_BY_DRAWN_AND_PLACED = (material.RIVER_SIZE + 1, material.MAX_DECISION_VALUE + 1)

_FIELDS = [
    # The pile.
    ("best", "i8", _BY_ANIMAL),  # length of the longest run
    ("top", "i8"),  # animal on top, WILD_ANIMAL without a face-up card there
    ("trail", "i8"),  # length of the run on top
    ("bottom", "i8"),  # animal at the bottom
    ("bottom_run", "i8"),  # length of the run there
    ("visible", "i8"),  # the Visible card, or NO_CARD
    ("wild", "i8"),  # 1 when a card will go face down under the last card of the plan
    # The hand and where more cards come from.
    ("hand", "i1", (material.N_CARDS,)),  # card ids; cards that plans place stay listed
    ("listed", "i8"),  # how many
    ("hand_size", "i8"),
    ("count", "i8", _BY_ANIMAL),  # cards in hand
    ("river", "i1", (material.RIVER_SIZE,)),  # card ids
    ("river_size", "i8"),
    ("offer", "i8", _BY_ANIMAL),  # cards in the river
    ("unseen", "i8", _BY_ANIMAL),  # cards that may be in the deck
    ("unseen_size", "i8"),
    ("moose", "i8"),  # whether the draw value may be changed, now or with a moose visible
    ("moose_comes", "i8"),
    ("marked", "i1", (material.N_CARDS,)),  # which cards are being read
    ("cards", "i1", (material.N_CARDS,)),  # the same as a list
    # What others may have: how much likelier an animal is a rival's totem than if all were equally likely, less 1.
    ("suspicion", "f8", _BY_ANIMAL),
    ("stream", "i8", (STREAM_WORDS,)),  # chooses between equals
    # How far to look.
    ("depth", "i8"),  # 0: one action, 1: the turn
    ("turns", "i8"),  # own turns to come after this one
    ("plans_last", "i8"),  # whether the last placing is the next one and is planned too
    # What things are worth, in points.
    ("lying", "f8", (LENGTHS,)),  # the longest run of an animal by itself
    ("level", "i8", (material.N_ANIMALS, LIVE + 1)),  # how many cards may come for another one, see LEVEL_STEP
    ("run", "f8"),  # a point of a run
    ("slope", "f8"),  # one animal more with a run
    ("realised", "f8"),  # the share of hoped points that is reckoned with
    ("space", "f8", (material.N_ANIMALS, len(material.LANDSCAPE))),  # tokens
    ("power", "f8", _BY_ANIMAL),  # power cards
    ("shown", "f8", (material.N_CARDS,)),  # to end A with that card visible, of those that this decision may lead to
    ("future", "f8", _BY_DRAWN_AND_PLACED),  # hand and pile
    ("share", "f8", (material.RIVER_SIZE + 1,)),  # one animal of them, by cards drawn or placed
    ("sure", "f8"),  # what to add to `future` whatever is chosen
    # The plan that is being tried, and the best so far.
    ("chosen", "i8", _BY_ANIMAL),  # cards that it places
    ("kept_best", "i8", _BY_ANIMAL),  # `best` before it
    ("plan_value", "f8"),
    ("plan_first", "i8"),  # its first action
    # What else was tried, where that is asked for: the best first actions, and what their best plans are worth.
    ("rates", "i8"),  # whether it is asked for
    ("rated", "i8", (RATED,)),
    ("rating", "f8", (RATED,)),
]
PLANNER_STATE = np.dtype((np.record, _FIELDS))


def _bits_by_animal() -> NDArray[np.uint64]:
    """Return the cards of each animal as bits, uint64[N_ANIMALS, words]."""
    bits = np.zeros((material.N_ANIMALS, -(-material.N_CARDS // WORD)), np.uint64)
    for card in range(material.N_CARDS):
        bits[material.MAIN[card], card // WORD] |= np.uint64(1) << np.uint64(card % WORD)
    return bits


_OF_ANIMAL = _bits_by_animal()


@njit
def note(d: Any, action: int, worth: float) -> None:
    """Note what a plan is worth that begins with an action, if it is among the best ones."""
    place = 0
    for k in range(RATED):
        if d.rated[k] == action:
            place = k
            break
        if d.rating[k] < d.rating[place]:
            place = k
    if worth > d.rating[place]:
        d.rated[place], d.rating[place] = action, worth


@njit
def suspect(seat: int, players: int, probabilities: Floats, suspicion: Floats) -> None:
    """Write the suspicion from the probability of each animal for each seat, float64[seats, N_ANIMALS]."""
    evenly = (players - 1) / (material.N_ANIMALS - 1)
    for animal in range(material.N_ANIMALS):
        rival = 0.0
        for other in range(players):
            rival += 0.0 if other == seat else probabilities[other, animal]
        suspicion[animal] = rival / evenly - 1.0


@njit
def read_view(s: Any, seat: int, pace: float, d: Any) -> None:
    """Fill the planner state from a view, except the worth of things."""
    _read_cards(s, seat, d)
    read_pile(s, seat, int(s.pile_size[seat]), d)
    d.turns = turns_left(s, seat, pace)
    d.plans_last = d.turns == 1 and d.depth > 0
    d.visible = visible_card(s, seat)
    d.wild = 0
    d.moose = holds(s, material.MOOSE, material.DRAW_FACE)
    d.moose_comes = s.faces[material.MOOSE] == material.DRAW_FACE


@njit
def _read_cards(s: Any, seat: int, d: Any) -> None:
    d.hand_size = _list_cards(s, HAND + seat, d, d.hand, d.count)
    d.listed = d.hand_size
    d.river_size = _list_cards(s, RIVER, d, d.river, d.offer)
    _mark(s, UNKNOWN, d)
    d.unseen_size = 0
    for animal in range(material.N_ANIMALS):
        d.unseen[animal] = 0
        for word in range(_OF_ANIMAL.shape[1]):
            d.unseen[animal] += count_bits(word_of(d.marked, word) & _OF_ANIMAL[animal, word])
        d.unseen_size += d.unseen[animal]


@njit
def _list_cards(s: Any, place: int, d: Any, cards: Bytes, by_animal: Ints) -> int:
    """List the cards of a place, count those of each animal, and return how many there are."""
    _mark(s, place, d)
    size = list_set(d.marked, cards)
    by_animal[:] = 0
    for index in range(size):
        by_animal[material.MAIN[cards[index]]] += 1
    return size


@njit
def _mark(s: Any, place: int, d: Any) -> None:
    """Mark the cards of a place."""
    narrow = np.uint8(place)  # bytes are compared many at a time, larger numbers few
    for card in range(material.N_CARDS):
        d.marked[card] = s.place[card] == narrow


@njit
def read_pile(s: Any, seat: int, size: int, d: Any) -> None:
    """Read the runs of the pile's first `size` cards; a face-down card counts as the animal that lies on it."""
    for animal in range(material.N_ANIMALS):
        d.best[animal] = 0
    d.top, d.trail = WILD_ANIMAL, 0
    animal, length, changes = WILD_ANIMAL, 0, 0
    for index in range(size - 1, -1, -1):
        here = animal_at(s, seat, index)
        if here != WILD_ANIMAL and here != animal:
            if animal != WILD_ANIMAL:
                length = 0
                changes += 1
            animal = here
        length += 1
        if changes == 0:
            d.top, d.trail = animal, length
        if animal != WILD_ANIMAL:
            d.best[animal] = max(d.best[animal], min(length, material.LONGEST_SCORED))
    d.bottom, d.bottom_run = animal, length


@njit
def turns_left(s: Any, seat: int, pace: float) -> int:
    """Count the own turns after the present one, the last one included, if everybody draws at that pace (4.1)."""
    if s.stage == LAST:
        return 0
    if s.stage == FINISH:
        return 1
    place_in_round = (seat - int(s.first)) % int(s.players)
    turns_to_trigger = int((int(s.stack_size) - int(s.reserve_size)) / pace)
    return 1 + (place_in_round + turns_to_trigger) // int(s.players)
