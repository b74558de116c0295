"""RACE TO THE NORTH POLE's network: that of games on boards, which is told as well what each card could do.

Which card is named depends on the squares around the pawns, of which the numbers of a position say little: those of the
network `board` are sums. So kernels add, for each card on the sides and in the backpack, the most steps that it would
bring an own pawn nearer to the Pole, and the most steps that an attack with it would cost a rival; and for each seat
the steps that its pawns have come. All of it follows from the observation, without weights.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.networks import FULL
from arctic_agents.networks.board import BoardNetwork, BoardPlan, Boards, Numbers, make_plan
from arctic_agents.networks.board import write_features as write_board_features
from arctic_agents.networks.board import write_numbers as write_board_numbers
from arctic_env.errors import SettingsError
from arctic_env.games.north_pole.material import N_KINDS, N_SIDES, SLING, SLOTS, STEAL
from arctic_env.games.north_pole.squares import CAMP_SQUARES, CENTRE, N_SQUARES, SIDE
from arctic_env.kernels.jit import njit
from arctic_env.model.game import Game
from arctic_env.model.tables import ObservationTable

_OWN_PLACES = SLOTS + 1  # where own cards lie: slots, and the backpack
_PLACES = _OWN_PLACES + N_SIDES * SLOTS
_OF_CARD, _OF_SEAT = 2, 2  # numbers of a card and of a seat
_SHIP = 7  # steps to the Pole from a ship
_UNPLAYABLE = -1.0
_STEPS = np.array([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)])  # straight ones first
_STRAIGHT = 4
_MARCH, _SWOOP, _GALLOP, _DASH = range(4)  # two kinds of cards each
_IN_CAMP = np.zeros(N_SQUARES, np.bool_)
for _camp in CAMP_SQUARES:
    _IN_CAMP[list(_camp)] = True
_IN_CENTRE = np.zeros(N_SQUARES, np.bool_)
_IN_CENTRE[list(CENTRE)] = True


class RacePlan(NamedTuple):
    """Where the kernels read an observation.

    Attributes:
        board: The plan of the network `board`.
        base: Numbers that it makes.
        players: Number of players.
        pawns, igloos, holes, cracks, steps, bears, own_cards, packs, sides, ship, home, masks, teams: Offsets of parts.
    """

    board: BoardPlan
    base: int
    players: int
    pawns: int
    igloos: int
    holes: int
    cracks: int
    steps: int
    bears: int
    own_cards: int
    packs: int
    sides: int
    ship: int
    home: int
    masks: int
    teams: int


def make_race_plan(board: BoardPlan, base: int, table: ObservationTable, players: int) -> RacePlan:
    """Make the plan from the tables."""
    offsets = {name: table[name].offset for name in RacePlan._fields if name not in ("board", "base", "players")}
    return RacePlan(board=board, base=base, players=players, **offsets)


# ------------------------------------------------------------------------------------------------ the board


@njit
def _away(square: int, step: NDArray[np.int64]) -> int:
    """Return the square that a step leads to, -1 beyond the edge."""
    file, rank = square // SIDE + step[0], square % SIDE + step[1]
    return file * SIDE + rank if 0 <= file < SIDE and 0 <= rank < SIDE else -1


@njit
def _cracked(o: NDArray[np.int8], plan: RacePlan, square: int, step: NDArray[np.int64]) -> bool:
    """Return whether a crack lies on the edge that a straight step crosses."""
    if step[0] == 0:
        return bool(o[plan.cracks + (square if step[1] > 0 else square - 1)])
    return bool(o[plan.cracks + N_SQUARES + (square if step[0] > 0 else square - SIDE)])


@njit
def _is_open(o: NDArray[np.int8], plan: RacePlan, square: int, way: int) -> bool:
    """Return whether cracks allow a step: a diagonal one needs one way round its corner."""
    step = _STEPS[way]
    if way < _STRAIGHT:
        return not _cracked(o, plan, square, step)
    across = _STEPS[1 if step[0] > 0 else 3]
    along = _STEPS[0 if step[1] > 0 else 2]
    first = _cracked(o, plan, square, across) or _cracked(o, plan, _away(square, across), along)
    return not (first and (_cracked(o, plan, square, along) or _cracked(o, plan, _away(square, along), across)))


@njit
def _is_friend(o: NDArray[np.int8], plan: RacePlan, seat: int) -> bool:
    return bool(seat == 0 or (o[plan.teams] and seat == 2))


@njit
def _look_at(o: NDArray[np.int8], plan: RacePlan, square: int) -> int:
    """Return 0 for a square that may be entered, 1 for one with a rival that may be attacked, 2 for any other."""
    if o[plan.holes + square]:
        return 2
    if o[plan.masks] == 0 or _IN_CAMP[square]:
        return 0
    for seat in range(plan.players):
        if o[plan.pawns + seat * N_SQUARES + square]:
            calm = o[plan.igloos + seat * N_SQUARES + square] or _is_friend(o, plan, seat)
            return 2 if calm else 1
    return 1 if o[plan.bears + square] else 0


@njit
def _loss(o: NDArray[np.int8], plan: RacePlan, square: int) -> float:
    """Return the steps that a rival's pawn loses when it is sent back to its ship; few for a bear."""
    return 1.0 if o[plan.bears + square] else float(_SHIP - o[plan.steps + square])


# ------------------------------------------------------------------------------------------------ what cards could do


@njit
def _try_cards(o: NDArray[np.int8], plan: RacePlan, gains: Numbers, losses: Numbers) -> None:
    """Write the most steps gained and cost by cards of each kind, float32[kinds] each."""
    gains[:], losses[:] = _UNPLAYABLE, 0.0
    for square in range(N_SQUARES):
        if not o[plan.pawns + square]:
            continue
        attacks = not (_IN_CAMP[square] or o[plan.igloos + square] or o[plan.masks] == 0)
        if o[plan.steps + square] == 1:
            gains[:SLING] = np.maximum(gains[:SLING], np.float32(2.0))  # into the Pole, which counts as two steps
        for way in range(len(_STEPS)):
            if _is_open(o, plan, square, way):
                _try_way(o, plan, square, way, attacks, gains, losses)
            if attacks and way < _STRAIGHT:
                _try_sling(o, plan, square, way, gains, losses)
    gains[STEAL], losses[STEAL] = _UNPLAYABLE, 0.0
    for place in range(N_SIDES * SLOTS):
        for kind in range(STEAL):
            if o[plan.sides + place * N_KINDS + kind]:
                gains[STEAL], losses[STEAL] = max(gains[STEAL], gains[kind]), max(losses[STEAL], losses[kind])


@njit
def _try_way(
    o: NDArray[np.int8], plan: RacePlan, square: int, way: int, attacks: bool, gains: Numbers, losses: Numbers
) -> None:
    goal = _away(square, _STEPS[way])
    if goal < 0:
        return
    _note(o, plan, square, goal, _MARCH if way < _STRAIGHT else _SWOOP, attacks, gains, losses)
    _note(o, plan, square, goal, _GALLOP, attacks, gains, losses)
    if way < _STRAIGHT:
        _note(o, plan, square, goal, _DASH, attacks, gains, losses)
        if o[plan.steps + goal] == 1 and not _IN_CENTRE[square] and _look_at(o, plan, goal) == 0:
            gain = np.float32(o[plan.steps + square] + 1)  # over the goal into the Pole, which counts as two steps
            for kind in range(2 * _DASH, SLING):
                gains[kind] = max(gains[kind], gain)
        second = _away(goal, _STEPS[way])
        if second >= 0 and _look_at(o, plan, goal) == 0 and _is_open(o, plan, goal, way):
            _note(o, plan, square, second, _DASH, attacks, gains, losses)


@njit
def _note(
    o: NDArray[np.int8],
    plan: RacePlan,
    square: int,
    goal: int,
    steps: int,
    attacks: bool,
    gains: Numbers,
    losses: Numbers,
) -> None:
    """Note what a move brings to the two kinds of cards with these steps, the second of which attacks."""
    seen = _look_at(o, plan, goal)
    gain = np.float32(int(o[plan.steps + square]) - int(o[plan.steps + goal]))
    if seen == 0:
        for kind in range(2 * steps, 2 * steps + 2):
            gains[kind] = max(gains[kind], gain)
    elif seen == 1 and attacks:
        losses[2 * steps + 1] = max(losses[2 * steps + 1], np.float32(_loss(o, plan, goal)))


@njit
def _try_sling(o: NDArray[np.int8], plan: RacePlan, square: int, way: int, gains: Numbers, losses: Numbers) -> None:
    goal = _away(square, _STEPS[way])
    while goal >= 0 and not _holds_piece(o, plan, goal):
        goal = _away(goal, _STEPS[way])
    if goal >= 0 and _look_at(o, plan, goal) == 1:
        gains[SLING], losses[SLING] = 0.0, max(losses[SLING], np.float32(_loss(o, plan, goal)))


@njit
def _holds_piece(o: NDArray[np.int8], plan: RacePlan, square: int) -> bool:
    pieces = int(o[plan.bears + square])
    for seat in range(plan.players):
        pieces += int(o[plan.pawns + seat * N_SQUARES + square])
    return pieces > 0


# ------------------------------------------------------------------------------------------------ what is read


@njit
def write_numbers(observations: NDArray[np.int8], plan: RacePlan, out: Numbers) -> None:
    """Write the numbers of each position, float32[n, size]."""
    write_board_numbers(observations, plan.board, out)
    gains, losses = np.empty(N_KINDS, np.float32), np.empty(N_KINDS, np.float32)
    for i in range(len(observations)):
        o = observations[i]
        _try_cards(o, plan, gains, losses)
        at = plan.base
        for place in range(_PLACES):
            if place < SLOTS:
                cards = plan.own_cards + place * N_KINDS
            else:
                cards = plan.packs if place == SLOTS else plan.sides + (place - _OWN_PLACES) * N_KINDS
            for kind in range(N_KINDS):
                if o[cards + kind]:
                    out[i, at], out[i, at + 1] = gains[kind] / 2, losses[kind] / _SHIP
            at += _OF_CARD
        for seat in range(plan.players):
            _write_seat(o, plan, seat, out[i, at : at + _OF_SEAT])
            at += _OF_SEAT


@njit
def _write_seat(o: NDArray[np.int8], plan: RacePlan, seat: int, out: Numbers) -> None:
    """Write the steps that a seat's pawns have come, and how many stand before the open Pole."""
    come, before = _SHIP * int(o[plan.home + seat]), 0
    pawns = int(o[plan.home + seat]) + int(o[plan.ship + seat])
    for square in range(N_SQUARES):
        there = int(o[plan.pawns + seat * N_SQUARES + square])
        pawns += there
        come += there * (_SHIP - int(o[plan.steps + square]))
        before += there * int(o[plan.steps + square] == 1)
    out[0], out[1] = come / (_SHIP * max(1, pawns)), before


@njit
def write_features(
    observations: NDArray[np.int8], rows: NDArray[np.int64], actions: NDArray[np.int64], plan: RacePlan, out: Numbers
) -> None:
    """Write the features of each action about squares, as the network `board` does."""
    write_board_features(observations, rows, actions, plan.board, out)


class RaceBoards(Boards):
    """Reads observations as a plan says."""

    def __init__(self, plan: BoardPlan, table: ObservationTable, players: int) -> None:
        super().__init__(plan)
        self.plan = make_race_plan(plan, self.size, table, players)
        self.size += _OF_CARD * _PLACES + _OF_SEAT * players
        self._write_numbers, self._write_features = write_numbers, write_features


class RaceNetwork(BoardNetwork):
    """The network of games on boards with more numbers of a position."""

    version = 1


def make(game: Game, num_players: int, width: int, critic: str, told: int) -> RaceNetwork:
    """Return the network of the kind `race`.

    Raises:
        SettingsError: The game is not played with these cards.
    """
    table = game.observation(num_players)
    plan = make_plan(table, game.actions)
    names = {part.name for part in table.parts}
    if plan is None or not names.issuperset(RacePlan._fields[3:]):
        raise SettingsError(f"the network 'race' is for RACE TO THE NORTH POLE, and not for {game.name}")
    return RaceNetwork(RaceBoards(plan, table, num_players), num_players if critic == FULL else 1, width, told)
