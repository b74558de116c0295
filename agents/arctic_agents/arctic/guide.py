"""What search knows of ARCTIC beside the rules: the planner's choice, scores to be expected, and what others see."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.choosing import choose
from arctic_agents.arctic.desk import DESK
from arctic_agents.arctic.estimate import foresee
from arctic_agents.arctic.remembering import Witness
from arctic_agents.arctic.weights import Weights
from arctic_agents.arctic.worlds import draw_worlds
from arctic_agents.search.guide import Guide
from arctic_agents.search.options import SIMULATIONS
from arctic_agents.tuned import weights_alone
from arctic_agents.weights import to_record
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.hidden import view
from arctic_env.games.arctic.material import FOX, WILD
from arctic_env.games.arctic.state import DISCARDING, DRAWING, GIVING, PENALTY, PLACING
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game

FIT_FILE = Path(__file__).with_name("estimate.json")

_THE_TURN = 1  # depth of the planner
_MOST_ROUNDS = 4  # of playouts: so far longer ones were seen to be better
_TWO_PLAYERS = 2
_UNSEEN = (
    act.TUCK_ACTION
)  # label of actions whose card others do not see, where no card can be tucked for all to see


class Kit(NamedTuple):
    """What the kernels below work with and on.

    Attributes:
        fit: float64[STAGES, FEATURES], see `arctic_agents.arctic.estimate`.
        plain: One record of the planner's weights as the fit has them.
        weights: One record of those by which it plays.
        desks: Two, to work on.
        views: One state, to work on.
    """

    fit: NDArray[np.float64]
    plain: NDArray[Any]
    weights: NDArray[Any]
    desks: NDArray[Any]
    views: NDArray[Any]


def make_kit(game: Game, players: int) -> Kit:
    """A kit for one thread."""
    return kit_with(read_fit(players), game, read_weights(players))


def kit_with(fit: NDArray[np.float64], game: Game, weights: Weights) -> Kit:
    """A kit for one thread with these weights of features, and of the planner."""
    return Kit(
        fit,
        to_record(Weights()),
        to_record(weights),
        np.zeros(2, DESK),
        np.zeros(1, game.dtype),
    )


@cache
def read_fit(players: int) -> NDArray[np.float64]:
    """What features count for that many players."""
    return np.array(json.loads(FIT_FILE.read_text())["fits"][str(players)])


@cache
def read_weights(players: int) -> Weights:
    """The planner's weights as they were tuned for that many players, if they were tuned for play without belief."""
    return Weights(**weights_alone("arctic", players))


def horizon(players: int, simulations: int) -> int:
    """Turns after which playouts end: a round with the usual number of simulations, else by its square root.

    The longer playouts are the less depends on the estimate of scores, and the more simulations it takes to tell their
    outcomes from luck. Of the same length more are hardly better, see docs/search.md.
    """
    rounds = min(math.sqrt(simulations / SIMULATIONS), _MOST_ROUNDS)
    return max(round(players * rounds), 1)


@njit
def suggest(states: NDArray[Any], i: int, mask: NDArray[np.int8], stream: NDArray[np.int64], kit: Kit) -> int:
    """What the planner does in states[i], from the view of the seat that decides."""
    seat = int(states[i].seat)
    view(states, i, seat, kit.views, 0)
    return choose(kit.views[0], seat, mask, next_word(stream), kit.weights[0], _THE_TURN, kit.desks)


@njit
def estimate(states: NDArray[Any], i: int, kit: Kit, out: NDArray[np.float64]) -> None:
    """Write the final scores to be expected, float64[players]."""
    foresee(states, i, kit.fit, kit.views, kit.plain, kit.desks, out)


@njit
def label(states: NDArray[Any], i: int, observer: int, action: int, kit: Kit) -> int:
    """The action of another seat in states[i] as the observer sees it: one number for all that look alike (6.2)."""
    s = states[i]
    if s.decision == DISCARDING:
        return _UNSEEN
    if s.decision == PLACING:
        if action >= act.SWAP_ACTION and action < act.TAKE_BACK_ACTION:
            return act.SWAP_ACTION  # the river will show it when the other card has been named
        down = act.TUCK_ACTION <= action < act.SWAP_ACTION and s.faces[FOX] == WILD
        return _UNSEEN if down else action
    if s.decision == DRAWING and action < act.TUCK_ACTION:
        return _UNSEEN if s.place[action - act.CARD_ACTION] == PENALTY + s.seat else action
    if s.decision == GIVING and s.players > _TWO_PLAYERS and action < act.TUCK_ACTION:
        return _UNSEEN
    return action


GUIDE = Guide(
    suggest=suggest,
    estimate=estimate,
    label=label,
    conceals=True,
    make_kit=make_kit,
    horizon=horizon,
    believe=draw_worlds,
    remember=lambda game, seat: Witness(game, seat).believe,
)
