"""What ARCTIC's network reads: numbers of positions and features of actions, made from observations by kernels.

The numbers of a position begin with a table of animals: for each animal, how many cards of each zone have it as their
main and as their companion animal, what the observation says of it (runs, token, power, totem), and the draw values of
its cards in hand and river. Then come the draw values in each zone, and all the rest. An action about a card has that
card's two animals, and as features the zones that it lies in, its draw value, and the block of the action; an action
about an animal has that animal twice. There are no weights here, so nothing is learnt.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.networks.network import NONE, Reader, log_factor
from arctic_env.games.arctic import material
from arctic_env.kernels.jit import Bytes, Ints, njit, without_refcounts
from arctic_env.kernels.masks import WORD, bits_of, count_bits
from arctic_env.model.game import Game
from arctic_env.model.tables import ActionBlock, ActionTable, ObservationPart, ObservationTable

ZONES = ("hand", "penalty", "river", "held", "exposed", "unseen", "known")
"""Parts that tell of each card whether it is in a zone."""

JOINT = ("hand", "river")
"""Zones whose cards are counted by animal and draw value together, too."""

RUNS = ("best_runs", "top_run", "bottom_run")
BY_ANIMAL = (*RUNS, "visible_main", "visible_companion", "holders", "faces", "totem", "tokens", "history")
"""Parts that tell something of each animal, once or per seat."""

PILES = "piles"  # which card lies where in a pile: left out, for what counts of it is in the runs

_TWICE = 2  # the most that a zone says of a card
_MOST = _TWICE * material.N_CARDS
_ZERO = 128  # the place of 0 in the table of logarithms
_LOGS = np.array([np.copysign(np.log1p(abs(x)), x) for x in range(-_ZERO, _MOST + 1)], np.float32)

Bits = tuple[np.uint64, np.uint64]
"""A set of cards, a bit each."""

Numbers = NDArray[np.float32]


class Parts(NamedTuple):
    """The names of the parts that are read: zones, those of them that are read jointly, parts by animal, and others."""

    zones: tuple[str, ...]
    joint: tuple[str, ...]
    by_animal: tuple[str, ...]
    rest: tuple[str, ...]


HIDDEN = Parts(("hand", "penalty"), ("hand",), ("totem",), ())
"""What the deciding seat does not see of another seat's view; the rest is in its own."""


@dataclass(frozen=True)
class Deck:
    """The animals and draw values of the cards, int8[cards] each; the placement value follows from the draw value."""

    main: Bytes
    companion: Bytes
    draw: Bytes


DECK = Deck(material.MAIN, material.COMPANION, material.DRAW)


class Columns(NamedTuple):
    """Places in an observation that are taken over, scaled."""

    columns: Ints  # int64[m], the places
    targets: Ints  # int64[m], their places among the numbers
    factors: NDArray[np.float32]  # float32[m], by which they are multiplied


class CardsPlan(NamedTuple):
    """Where the kernels read an observation, and the layout of their output."""

    main: NDArray[np.uint64]  # uint64[animals, 2], the cards with each animal, a bit each
    companion: NDArray[np.uint64]
    draw: NDArray[np.uint64]  # uint64[values, 2], the cards with each draw value
    zones: Ints  # int64[zones], where the row of each zone begins in an observation
    most: Ints  # int64[zones], the largest number that a zone says of a card, 1 or 2
    joint_of: Ints  # int64[zones], the number of a zone that is read jointly; NONE for all others
    first_joint: int  # where the numbers of joint zones begin in the row of an animal
    row: int  # numbers in the row of an animal
    rest: int  # numbers of a position beside the table of animals
    values: int  # different draw values, 0 included
    of_animals: Columns  # parts that are taken over, scaled, into the table of animals and into the rest
    of_rest: Columns
    draw_of: Ints  # int64[cards], the draw value of each
    card_of: Ints  # int64[actions], the card that an action is about, NONE without one
    block_of: Ints  # int64[actions], the number of its block, of those about cards or animals; NONE for all others


class Summary(Reader):
    """Reads observations of one number of players.

    Attributes:
        main_of, companion_of: int64[actions], the animals that an action is about, NONE without any.
        hidden: The plan for what the deciding seat does not see of another seat's view.
    """

    plan: CardsPlan

    def __init__(self, game: Game, num_players: int, deck: Deck = DECK) -> None:
        """Plan the reading from the tables of the game."""
        actions, main, companion = game.actions, deck.main.astype(np.int64), deck.companion.astype(np.int64)
        of_cards, of_animals = card_blocks(actions), animal_blocks(actions)
        card_of, block_of, self.main_of, self.companion_of = np.full((4, actions.size), NONE)
        for number, block in enumerate([*of_cards, *of_animals]):
            ids = slice(block.start, block.stop)
            block_of[ids] = number
            if block in of_cards:
                card_of[ids], self.main_of[ids], self.companion_of[ids] = np.arange(material.N_CARDS), main, companion
            else:
                self.main_of[ids] = self.companion_of[ids] = np.arange(material.N_ANIMALS)
        table = game.observation(num_players)
        rest = tuple(part.name for part in table.parts if part.name not in (*ZONES, *BY_ANIMAL, PILES))
        plan = _plan(table, deck, card_of, block_of, Parts(ZONES, JOINT, BY_ANIMAL, rest))
        self.hidden = _plan(table, deck, card_of, block_of, HIDDEN)
        features = len(plan.zones) + plan.values + len(of_cards) + len(of_animals)
        size = material.N_ANIMALS * plan.row + plan.rest
        super().__init__(plan, size, features, block_of != NONE, card_of == NONE, (write_numbers, write_features))

    def read_own(self, observations: Bytes) -> tuple[Numbers, Numbers]:
        """Return the numbers of animals, float32[n * animals, row], and the rest of positions, float32[n, rest]."""
        return read_numbers(observations, np.arange(len(observations)), self.plan)

    def numbers(self, observations: Bytes) -> NDArray[np.float32]:
        """Return all numbers of positions, float32[n, size], from int8[n, O]: the table of animals, then the rest."""
        table, rest = self.read_own(observations)
        return np.concatenate([table.reshape(len(rest), -1), rest], axis=1)


def read_numbers(observations: Bytes, rows: Ints, plan: CardsPlan) -> tuple[Numbers, Numbers]:
    """Return the numbers of animals, float32[k * animals, row], and the rest, float32[k, rest], of rows int64[k]."""
    k = len(rows)
    table, rest = np.empty((k * material.N_ANIMALS, plan.row), np.float32), np.empty((k, plan.rest), np.float32)
    write_numbers(np.ascontiguousarray(observations), rows, plan, table.reshape(k, -1), rest)
    return table, rest


def card_blocks(actions: ActionTable) -> list[ActionBlock]:
    """Return the blocks with one action for each card, in the order of card ids."""
    return [block for block in actions.blocks if block.arguments == material.CARD_TEXTS]


def animal_blocks(actions: ActionTable) -> list[ActionBlock]:
    """Return the blocks with one action for each animal, in their order."""
    return [block for block in actions.blocks if block.arguments == material.ANIMALS]


def _plan(table: ObservationTable, deck: Deck, card_of: Ints, block_of: Ints, parts: Parts) -> CardsPlan:
    rows = [(z, start) for z in parts.zones for start in range(table[z].offset, table[z].slice.stop, material.N_CARDS)]
    zones = np.array([start for _, start in rows])
    animals, rest = ([table[name] for name in names] for names in (parts.by_animal, parts.rest))
    values = int(deck.draw.max()) + 1
    row = 2 * len(zones) + sum(part.size for part in animals) // material.N_ANIMALS + len(parts.joint) * values
    targets = _animal_targets(animals, 2 * len(zones), row)
    first_of_rest = len(zones) * values
    size_of_rest = first_of_rest + sum(part.size for part in rest)
    kinds = range(material.N_ANIMALS)
    return CardsPlan(
        main=_as_bits(deck.main, kinds),
        companion=_as_bits(deck.companion, kinds),
        draw=_as_bits(deck.draw, range(values)),
        zones=zones,
        most=np.array([table[z].high for z, _ in rows]),
        joint_of=np.array([parts.joint.index(z) if z in parts.joint else NONE for z, _ in rows]),
        first_joint=row - len(parts.joint) * values,
        row=row,
        rest=size_of_rest,
        values=values,
        of_animals=_columns(animals, targets),
        of_rest=_columns(rest, np.arange(first_of_rest, size_of_rest)),
        draw_of=deck.draw.astype(np.int64),
        card_of=card_of,
        block_of=block_of,
    )


def _as_bits(printed: Bytes, kinds: range) -> NDArray[np.uint64]:
    """Return which cards have each of these printed, uint64[kinds, 2]."""
    bits = np.zeros((len(kinds), 2 * WORD), np.uint8)
    bits[:, : material.N_CARDS] = printed == np.array(kinds)[:, None]
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def _columns(parts: list[ObservationPart], targets: Ints) -> Columns:
    columns = [np.arange(part.offset, part.slice.stop) for part in parts]
    factors = [log_factor(part, part.size, material.LONGEST_SCORED if part.name in RUNS else None) for part in parts]
    nothing = np.empty(0, np.int64)
    return Columns(np.concatenate([nothing, *columns]), targets, np.concatenate([nothing.astype(np.float32), *factors]))


def _animal_targets(parts: list[ObservationPart], column: int, row: int) -> Ints:
    """Where each value of parts of shape (6,), (6, k) or (k, 6) goes in the rows of animals, from that column on."""
    targets = []
    for part in parts:
        by_animal = len(part.shape) == 1 or part.shape[0] == material.N_ANIMALS
        width = part.size // material.N_ANIMALS
        places = np.arange(material.N_ANIMALS)[:, None] * row + column + np.arange(width)
        targets.append((places if by_animal else places.T).ravel())
        column += width
    return np.concatenate(targets)


@njit
def write_numbers(observations: Bytes, rows: Ints, plan: CardsPlan, table: Numbers, rest: Numbers) -> None:
    """Write the numbers of animals, float32[k, animals * row], and the rest, float32[k, rest], of rows int64[k]."""
    observations, plan = without_refcounts(observations), without_refcounts(plan)
    table, rest = without_refcounts(table), without_refcounts(rest)
    for i in range(len(rows)):
        observation = observations[rows[i]]
        for zone in range(len(plan.zones)):
            _count_cards(observation, zone, plan, table[i], rest[i])
        _take_over(observation, plan.of_animals, table[i])
        _take_over(observation, plan.of_rest, rest[i])


@njit
def _take_over(observation: Bytes, of: Columns, out: Numbers) -> None:
    for k in range(len(of.columns)):
        out[of.targets[k]] = _LOGS[int(observation[of.columns[k]]) + _ZERO] * of.factors[k]


@njit
def _count_cards(observation: Bytes, zone: int, plan: CardsPlan, table: Numbers, rest: Numbers) -> None:
    """Write the logarithms of how many cards of a zone have each animal and draw value, and both if it is joint."""
    cards = _bits_of_zone(observation, plan.zones[zone], plan.most[zone])
    joint, zones, values = plan.joint_of[zone], len(plan.zones), plan.values
    for animal in range(material.N_ANIMALS):
        at, main = animal * plan.row, (plan.main[animal, 0], plan.main[animal, 1])
        companion = (plan.companion[animal, 0], plan.companion[animal, 1])
        table[at + zone], table[at + zones + zone] = _log_of_count(cards, main), _log_of_count(cards, companion)
        if joint != NONE:
            at += plan.first_joint + joint * values
            for value in range(values):
                both = (main[0] & plan.draw[value, 0], main[1] & plan.draw[value, 1])
                table[at + value] = _log_of_count(cards, both)
    for value in range(values):
        rest[zone * values + value] = _log_of_count(cards, (plan.draw[value, 0], plan.draw[value, 1]))


@njit
def _bits_of_zone(observation: Bytes, first: int, most: int) -> tuple[Bits, Bits]:
    """Return the cards of which a zone says 1, and those of which it says 2."""
    ones, twos = _bits(observation, first, 1), (np.uint64(0), np.uint64(0))
    if most == _TWICE:
        twos = _bits(observation, first, _TWICE)
    return ones, twos


@njit
def _bits(observation: Bytes, first: int, value: int) -> Bits:
    last = bits_of(observation, first + material.N_CARDS - WORD, value)  # it has some of the first word's cards, too
    return bits_of(observation, first, value), last >> np.uint64(2 * WORD - material.N_CARDS)


@njit
def _log_of_count(cards: tuple[Bits, Bits], like: Bits) -> np.float32:
    ones, twos = cards
    once = count_bits(ones[0] & like[0]) + count_bits(ones[1] & like[1])
    twice = count_bits(twos[0] & like[0]) + count_bits(twos[1] & like[1])
    return _LOGS[_ZERO + once + _TWICE * twice]  # type: ignore[no-any-return]


@njit
def write_features(observations: Bytes, rows: Ints, actions: Ints, plan: CardsPlan, out: Numbers) -> None:
    """Write the features of each action: zones, draw value and block. `out` is float32[k, features], all 0."""
    zones = len(plan.zones)
    for k in range(len(rows)):
        card = plan.card_of[actions[k]]
        if card != NONE:
            for zone in range(zones):
                out[k, zone] = observations[rows[k], plan.zones[zone] + card]
            out[k, zones + plan.draw_of[card]] = 1.0
        out[k, zones + plan.values + plan.block_of[actions[k]]] = 1.0
