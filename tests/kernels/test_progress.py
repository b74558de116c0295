"""Progress of seats, for the agent greedy and for rewards that grow: the score, or what a game says instead."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_env.kernels.jit import njit
from arctic_env.kernels.rewards import FINE, MARGIN, RANK, REWARDS, SCORE, WIN
from tests.agents.planning import ask, some_states

ARCTIC, IGLU = arctic_env.game("arctic"), arctic_env.game("iglu")


@njit
def cards_in_hand(states: NDArray[Any], i: int, out: NDArray[np.int32]) -> None:
    """Write the size of each hand, in parts of a point."""
    for seat in range(len(out)):
        out[seat] = FINE * int(states[i].hand_size[seat])


# A game in which it is progress to hold cards.
HOARD = replace(ARCTIC, name="hoard", kernels=replace(ARCTIC.kernels, progress=cards_in_hand))


def potentials(game: arctic_env.Game, states: NDArray[Any], kind: int, unit: float) -> NDArray[np.float64]:
    out = np.empty((len(states), int(states["players"][0])))
    game.batch.potentials(states, kind, unit, out)
    return out


@pytest.mark.parametrize("game", [ARCTIC, IGLU])
@pytest.mark.parametrize("players", [2, 4])
def test_progress_is_the_score_where_a_game_says_nothing_else(game: arctic_env.Game, players: int) -> None:
    states = some_states(game, 40, players, 60)
    progress, scores = np.empty((2, len(states), 4), np.int32)
    game.batch.progress(states, progress)
    game.batch.scores(states, scores)
    np.testing.assert_array_equal(progress, FINE * scores)
    for kind in range(len(REWARDS)):
        payoffs = np.empty((len(states), players))
        game.batch.payoffs(states, kind, 30.0, payoffs)
        np.testing.assert_array_equal(potentials(game, states, kind, 30.0), payoffs)


def test_potentials_are_payoffs_of_progress() -> None:
    states = some_states(HOARD, 40, 2, 20)
    hands = states["hand_size"][:, :2].astype(np.int64)
    lead = hands - hands[:, ::-1]
    assert np.unique(lead).size > 2
    np.testing.assert_array_equal(potentials(HOARD, states, SCORE, 5.0), hands / 5)
    np.testing.assert_array_equal(potentials(HOARD, states, MARGIN, 5.0), np.clip(lead / 5, -1, 1))
    for kind in (WIN, RANK):  # smooth, as the lead: who is first changes seldom
        np.testing.assert_array_equal(potentials(HOARD, states, kind, 5.0), lead / HOARD.full_margin)


def test_greedy_makes_progress() -> None:
    states = some_states(HOARD, 200, 2, 20)
    before = states["hand_size"][np.arange(len(states)), states["seat"]].astype(np.int64)
    best, masks = np.full(len(states), -1), np.zeros((len(states), HOARD.actions.size), np.int8)
    HOARD.batch.legal(states, masks)
    seats = states["seat"].copy()
    for action in range(HOARD.actions.size):
        rows = np.flatnonzero(masks[:, action])
        after = states[rows]
        HOARD.batch.apply(after, np.full(len(rows), action))
        best[rows] = np.maximum(best[rows], after["hand_size"][np.arange(len(rows)), seats[rows]])
    chosen = ask(HOARD, GreedyAgent, states)
    HOARD.batch.apply(states, chosen)
    after_chosen = states["hand_size"][np.arange(len(states)), seats]
    np.testing.assert_array_equal(after_chosen, best)
    assert (after_chosen > before).any()
