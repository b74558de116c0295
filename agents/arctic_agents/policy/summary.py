"""What the network is told of ARCTIC's cards: numbers of a position, and features of each legal card.

Kernels make both from observations, without weights, so nothing is learnt here. The numbers of a position begin with a
table of animals: for each animal, how many cards of each zone have it as their main and as their companion animal, what
the observation says of it (runs, token, power, totem), and the draw values of its cards in hand and river. Then come
the draw values in each zone, and all the rest. An action about a card has that card's two animals, and as features the
zones that it lies in, its draw value, and the block of the action; an action about an animal has that animal twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import (
    ANIMALS,
    CARD_TEXTS,
    COMPANION,
    DRAW,
    LONGEST_SCORED,
    MAIN,
    N_ANIMALS,
    N_CARDS,
)
from arctic_env.kernels.jit import njit
from arctic_env.model.game import Game
from arctic_env.model.tables import ActionBlock, ActionTable, ObservationPart, ObservationTable

ZONES = ("hand", "penalty", "river", "held", "exposed", "unseen", "known")
"""Parts that tell of each card whether it is in a zone."""

JOINT = ("hand", "river")
"""Zones whose cards are counted by animal and draw value together, too."""

RUNS = ("best_runs", "top_run", "bottom_run")
BY_ANIMAL = (*RUNS, "visible_main", "visible_companion", "holders", "faces", "totem", "tokens")
"""Parts that tell something of each animal, once or per seat."""

PILES = "piles"  # which card lies where in a pile: left out, for what counts of it is in the runs

_BITS = 10  # for a count: twice the cards of the game at the most
_MOST = 2**_BITS - 1
_ZERO = 128  # the place of 0 in the table of logarithms
_LOGS = np.array([np.copysign(np.log1p(abs(x)), x) for x in range(-_ZERO, _MOST + 1)], np.float32)

NONE = -1

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Deck:
    """What is printed on the cards, int8[cards] each; the placement value follows from the draw value."""

    main: NDArray[np.int8]
    companion: NDArray[np.int8]
    draw: NDArray[np.int8]


DECK = Deck(MAIN, COMPANION, DRAW)


class Plan(NamedTuple):
    """Where the kernels find things and where they put them.

    Attributes:
        main, draw: int64[cards], what is printed.
        main_units, companion_units, draw_units: int64[cards], 1 in the place of what is printed, some bits each.
        zones: int64[zones], where the row of each zone begins in an observation.
        joint: int64[joint zones], the same for those.
        row: numbers in the row of an animal.
        values: different draw values, 0 included.
        columns: int64[m], places in an observation that are taken over, scaled.
        targets: int64[m], their places among the numbers.
        factors: float32[m], what they are multiplied with.
        card_of: int64[actions], the card that an action is about, NONE without one.
        main_of, companion_of: int64[actions], the animals that it is about, NONE without any.
        block_of: int64[actions], the number of its block, of those about cards or animals; NONE for all others.
        other_of: int64[actions], its number among the actions that are about no card; NONE for all others.
        blocks: blocks about cards or animals.
    """

    main: NDArray[np.int64]
    draw: NDArray[np.int64]
    main_units: NDArray[np.int64]
    companion_units: NDArray[np.int64]
    draw_units: NDArray[np.int64]
    zones: NDArray[np.int64]
    joint: NDArray[np.int64]
    row: int
    values: int
    columns: NDArray[np.int64]
    targets: NDArray[np.int64]
    factors: NDArray[np.float32]
    card_of: NDArray[np.int64]
    main_of: NDArray[np.int64]
    companion_of: NDArray[np.int64]
    block_of: NDArray[np.int64]
    other_of: NDArray[np.int64]
    blocks: int


class Summary:
    """Reads observations of one number of players.

    Attributes:
        size: numbers of a position.
        row: of them, numbers of each animal; their table comes first.
        features: features of an action about a card or an animal.
        others: actions that are about no card.
        plan: what the kernels are handed.
    """

    def __init__(self, game: Game, players: int, deck: Deck = DECK) -> None:
        """Plan the reading from the tables of the game."""
        self.plan = _plan(game.observation(players), game.actions, deck)
        self.size = int(self.plan.targets.max()) + 1
        self.row = self.plan.row
        self.features = len(self.plan.zones) + self.plan.values + self.plan.blocks
        self.others = int((self.plan.other_of != NONE).sum())

    def numbers(self, observations: NDArray[np.int8]) -> Numbers:
        """The numbers of positions, float32[n, size], from int8[n, O]."""
        out = np.empty((len(observations), self.size), np.float32)
        write_numbers(observations, self.plan, out)
        return out

    def features_of(
        self, observations: NDArray[np.int8], rows: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> Numbers:
        """The features of actions int64[k] about cards or animals in positions int64[k], float32[k, features]."""
        out = np.zeros((len(rows), self.features), np.float32)
        write_features(observations, rows, actions, self.plan, out)
        return out


def card_blocks(actions: ActionTable) -> list[ActionBlock]:
    """The blocks with one action a card, in the order of card ids."""
    return [block for block in actions.blocks if block.arguments == CARD_TEXTS]


def animal_blocks(actions: ActionTable) -> list[ActionBlock]:
    """The blocks with one action an animal, in their order."""
    return [block for block in actions.blocks if block.arguments == ANIMALS]


def _plan(table: ObservationTable, actions: ActionTable, deck: Deck) -> Plan:
    zones = np.concatenate([np.arange(p.offset, p.slice.stop, N_CARDS) for p in (table[z] for z in ZONES)])
    animals = [table[name] for name in BY_ANIMAL]
    rest = [part for part in table.parts if part.name not in (*ZONES, *BY_ANIMAL, PILES)]
    values = int(deck.draw.max()) + 1
    row = 2 * len(zones) + sum(part.size for part in animals) // N_ANIMALS + len(JOINT) * values
    targets = _animal_targets(animals, 2 * len(zones), row)
    first_of_rest = N_ANIMALS * row + len(zones) * values
    targets.append(first_of_rest + np.arange(sum(part.size for part in rest)))
    main, companion, draw = (column.astype(np.int64) for column in (deck.main, deck.companion, deck.draw))
    return Plan(
        main=main,
        draw=draw,
        main_units=1 << _BITS * main,
        companion_units=1 << _BITS * companion,
        draw_units=1 << _BITS * draw,
        zones=zones,
        joint=np.array([table[name].offset for name in JOINT]),
        row=row,
        values=values,
        columns=np.concatenate([np.arange(part.offset, part.slice.stop) for part in (*animals, *rest)]),
        targets=np.concatenate(targets),
        factors=np.concatenate([_factors(part) for part in (*animals, *rest)]),
        **_plan_actions(actions, main, companion),
        blocks=len(card_blocks(actions)) + len(animal_blocks(actions)),
    )


def _animal_targets(parts: list[ObservationPart], column: int, row: int) -> list[NDArray[np.int64]]:
    """Where each value of parts of shape (6,), (6, k) or (k, 6) goes in the rows of animals, from that column on."""
    targets = []
    for part in parts:
        by_animal = len(part.shape) == 1 or part.shape[0] == N_ANIMALS
        width = part.size // N_ANIMALS
        places = np.arange(N_ANIMALS)[:, None] * row + column + np.arange(width)
        targets.append((places if by_animal else places.T).ravel())
        column += width
    return targets


def _factors(part: ObservationPart) -> Numbers:
    """What brings sign(x) log(1 + |x|) to 1 for the largest x, or for a run as long as any that scores more."""
    largest = LONGEST_SCORED if part.name in RUNS else max(abs(part.low), abs(part.high), 1)
    return np.full(part.size, 1.0 / np.log1p(largest), np.float32)


def _plan_actions(
    actions: ActionTable, main: NDArray[np.int64], companion: NDArray[np.int64]
) -> dict[str, NDArray[np.int64]]:
    """What each action is about, by the names that `Plan` has for it."""
    card_of, main_of, companion_of, block_of = (np.full(actions.size, NONE) for _ in range(4))
    of_cards = card_blocks(actions)
    for number, block in enumerate([*of_cards, *animal_blocks(actions)]):
        ids = slice(block.start, block.stop)
        block_of[ids] = number
        if block in of_cards:
            card_of[ids], main_of[ids], companion_of[ids] = np.arange(N_CARDS), main, companion
        else:
            main_of[ids] = companion_of[ids] = np.arange(N_ANIMALS)
    others = np.flatnonzero(card_of == NONE)
    other_of = np.full(actions.size, NONE)
    other_of[others] = np.arange(len(others))
    return {
        "card_of": card_of,
        "main_of": main_of,
        "companion_of": companion_of,
        "block_of": block_of,
        "other_of": other_of,
    }


@njit
def write_numbers(observations: NDArray[np.int8], plan: Plan, out: Numbers) -> None:
    """Write the numbers of each position, float32[n, size]."""
    for i in range(len(observations)):
        for zone in range(len(plan.zones)):
            _count_cards(observations, i, zone, plan, out)
        for zone in range(len(plan.joint)):
            _count_draws(observations, i, zone, plan, out)
        for k in range(len(plan.columns)):
            value = int(observations[i, plan.columns[k]])
            out[i, plan.targets[k]] = _LOGS[value + _ZERO] * plan.factors[k]


@njit
def _count_cards(observations: NDArray[np.int8], i: int, zone: int, plan: Plan, out: Numbers) -> None:
    """Write the logarithms of how many cards of a zone have each animal and draw value."""
    cards = observations[i, plan.zones[zone] : plan.zones[zone] + N_CARDS]
    main = companion = draw = 0  # counts side by side in one number each, so that the loop needs no memory
    for card in range(N_CARDS):
        count = np.int64(cards[card])
        main += count * plan.main_units[card]
        companion += count * plan.companion_units[card]
        draw += count * plan.draw_units[card]
    zones = len(plan.zones)
    for animal in range(N_ANIMALS):
        at = animal * plan.row + zone
        out[i, at] = _log_of_count(main, animal)
        out[i, at + zones] = _log_of_count(companion, animal)
    at = N_ANIMALS * plan.row + zone * plan.values
    for value in range(plan.values):
        out[i, at + value] = _log_of_count(draw, value)


@njit
def _log_of_count(counts: int, place: int) -> np.float32:
    return _LOGS[_ZERO + (counts >> (_BITS * place) & _MOST)]  # type: ignore[no-any-return]


@njit
def _count_draws(observations: NDArray[np.int8], i: int, zone: int, plan: Plan, out: Numbers) -> None:
    """Write the logarithms of how many cards of a joint zone have each main animal and draw value."""
    column = plan.row - (len(plan.joint) - zone) * plan.values
    for animal in range(N_ANIMALS):
        for value in range(plan.values):
            out[i, animal * plan.row + column + value] = 0.0
    first = plan.joint[zone]
    for card in range(N_CARDS):
        if observations[i, first + card] != 0:
            out[i, plan.main[card] * plan.row + column + plan.draw[card]] += np.float32(1.0)
    for animal in range(N_ANIMALS):
        for value in range(plan.values):
            at = animal * plan.row + column + value
            out[i, at] = _LOGS[_ZERO + int(out[i, at])]


@njit
def write_features(
    observations: NDArray[np.int8],
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
    plan: Plan,
    out: Numbers,
) -> None:
    """Write the features of each action: zones, draw value and block. `out` is float32[k, features], all 0."""
    zones = len(plan.zones)
    for k in range(len(rows)):
        card = plan.card_of[actions[k]]
        if card != NONE:
            for zone in range(zones):
                out[k, zone] = observations[rows[k], plan.zones[zone] + card]
            out[k, zones + plan.draw[card]] = 1.0
        out[k, zones + plan.values + plan.block_of[actions[k]]] = 1.0
