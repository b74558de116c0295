"""The network of RACE TO THE NORTH POLE reads what each card could do as the rules have it."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

import arctic_env
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import make_network
from arctic_agents.north_pole.network import RaceNetwork
from arctic_env.errors import SettingsError
from arctic_env.games.north_pole.state import CARD
from arctic_env.kernels.rewards import FINE
from tests.agents.planning import some_states
from tests.north_pole.scenes import scene

NORTH_POLE = arctic_env.game("north_pole")
PART = FINE / 8  # of progress, for a step


def numbers_of(states: NDArray[Any], players: int) -> tuple[NDArray[np.float32], int]:
    """The numbers that the network reads for the deciding seats, and where those of cards begin."""
    network = make_network(NORTH_POLE, players, "race")
    assert isinstance(network, RaceNetwork)
    seen = np.zeros((len(states), NORTH_POLE.observation(players).size), np.int8)
    NORTH_POLE.batch.encode(states, states["seat"].astype(np.int8), seen)
    return network.reader.numbers(seen), network.reader.plan.base


@pytest.mark.parametrize(("players", "teams"), [(2, False), (4, True)])
def test_the_most_steps_of_each_own_card_are_its_progress(players: int, teams: bool) -> None:
    compared = 0
    for decisions in (7, 40, 90, 160):
        states = some_states(NORTH_POLE, 150, players, decisions, teams=teams)
        plain = (states["decision"] == CARD) & (states["snowshoes"] == 0) & (states["pickaxe"] == 0)
        states = states[plain & (states["bears"] < 0).all(axis=1)]
        numbers, base = numbers_of(states, players)
        masks = np.zeros((len(states), NORTH_POLE.actions.size), np.int8)
        NORTH_POLE.batch.legal(states, masks)
        for slot in range(3):
            action = NORTH_POLE.actions["play"].start + slot
            rows = np.flatnonzero(masks[:, action])
            before, after = np.zeros((2, len(rows), 4), np.int32)
            NORTH_POLE.batch.progress(states[rows], before)
            seats, named = states["seat"][rows], states[rows]
            NORTH_POLE.batch.apply(named, np.full(len(rows), action))
            NORTH_POLE.batch.progress(named, after)
            gained = (after - before)[np.arange(len(rows)), seats] / PART
            np.testing.assert_allclose(numbers[rows, base + 2 * slot] * 2, gained)
            compared += len(rows)
    assert compared > 200


def test_attacks_count_by_what_the_rival_loses() -> None:
    where = NORTH_POLE.position(scene("e4 h4", "d4", cards="march ambush, march move, sling"))
    numbers, base = numbers_of(where.states.copy(), 2)
    losses = numbers[0, base + 1 : base + 6 : 2]
    np.testing.assert_allclose(losses, [6 / 7, 0, 6 / 7])


def test_it_scores_all_legal_actions() -> None:
    network = make_network(NORTH_POLE, 2, "race")
    states = some_states(NORTH_POLE, 50, 2, 60)
    seen = np.zeros((len(states), NORTH_POLE.observation(2).size), np.int8)
    NORTH_POLE.batch.encode(states, states["seat"].astype(np.int8), seen)
    masks = np.zeros((len(states), NORTH_POLE.actions.size), np.int8)
    NORTH_POLE.batch.legal(states, masks)
    logits, values = network(torch.from_numpy(seen), Legal.of(torch.from_numpy(masks)))
    assert logits.shape == (masks.sum(),)
    assert values.shape == (len(states),)
    assert logits.isfinite().all()


def test_other_games_have_no_such_cards() -> None:
    with pytest.raises(SettingsError, match="'race' is for RACE TO THE NORTH POLE"):
        make_network(arctic_env.game("iglu"), 2, "race")
