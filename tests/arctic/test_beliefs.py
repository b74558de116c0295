"""Beliefs over totems: never impossible, better than probability, the same as by listing everything, and of use."""

import json
from dataclasses import replace
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.arctic.beliefs import DOUBT, FEATURES, draw_worlds, fits, read_shown, reconcile, write_odds
from arctic_agents.arctic.fit_belief import EVEN_LOSS, BeliefDataset, calibrate, regress, watch_games
from arctic_agents.arctic.planner import ArcticPlanner, choose_many, suspect_many
from arctic_agents.arctic.planner_state import PLANNER_STATE
from arctic_agents.planner import make
from arctic_agents.random import RandomAgent
from arctic_env.arena import GameSpec, play_many
from arctic_env.errors import AgentError
from arctic_env.games.arctic.material import ANIMALS, MAX_PLAYERS, N_ANIMALS
from arctic_env.games.arctic.state import CHOSEN
from arctic_env.model.position import Position
from tests.agents.planning import ask, assert_keeps_to_the_rules, other_worlds, some_states, won_deals
from tests.arctic.scenes import scene, seat

ARCTIC, IGLU = arctic_env.game("arctic"), arctic_env.game("iglu")
CHOSEN_RIGHT, CHOSEN_LEFT = CHOSEN * N_ANIMALS, (CHOSEN + 1) * N_ANIMALS  # where these counts begin in `history`


@pytest.fixture(scope="module")
def dataset() -> dict[int, BeliefDataset]:
    """Of some games of planners that no fit has seen."""
    return {players: watch_games(ARCTIC, [ArcticPlanner] * players, 40, seed=77) for players in (2, 3, 4)}


# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.parametrize("players", [2, 3, 4])
def test_impossible_totems_are_never_believed(players: int, dataset: dict[int, BeliefDataset]) -> None:
    some = dataset[players]
    probabilities = some.probabilities()
    rows, own = np.arange(len(some.seats)), some.totems[np.arange(len(some.seats)), some.seats]
    np.testing.assert_allclose(probabilities[rows, some.seats, own], 1.0)
    others = np.arange(MAX_PLAYERS) != some.seats[:, None]
    assert not np.where(others, probabilities[rows, :, own], 0.0).any()
    np.testing.assert_allclose(probabilities[:, :players].sum(axis=2), 1.0)
    assert (probabilities.sum(axis=1) <= 1.0 + 1e-9).all()  # no animal is the totem of two
    possible = np.arange(N_ANIMALS) != own[:, None]
    assert (probabilities[rows, (some.seats + 1) % players][possible] > 0.0).all()  # doubt is left to all others


def test_totems_that_lie_open_are_known() -> None:
    states = np.zeros(1, ARCTIC.dtype)
    position = play_many([GameSpec(ARCTIC.deal(seed=3, num_players=4), [RandomAgent] * 4)])[0].final
    odds = np.zeros((MAX_PLAYERS, N_ANIMALS))
    states[:] = position.view(1).states
    write_odds(states[0], 1, fits()[2], odds)
    assert [int(row.argmax()) for row in odds] == position.states["totems"][0].tolist()
    assert (odds.max(axis=1) == 1.0).all()


def test_totems_of_several_seats_are_reconciled_as_by_listing_all() -> None:
    odds = np.random.default_rng(1).random((MAX_PLAYERS, N_ANIMALS))
    odds[2] = np.eye(N_ANIMALS)[4]
    for players in (2, 3, 4):
        ways = list(permutations(range(N_ANIMALS), players))
        weights = np.array([np.prod([odds[other, way[other]] for other in range(players)]) for way in ways])
        probabilities = np.zeros_like(odds)
        reconcile(players, odds, probabilities)
        for other in range(players):
            for animal in range(N_ANIMALS):
                listed = weights[[way[other] == animal for way in ways]].sum() / weights.sum()
                assert probabilities[other, animal] == pytest.approx(listed)
        assert not probabilities[players:].any()


def test_visible_cards_are_read_off_a_pile() -> None:
    # FM5 asks for one card, WB2 for four, of which BP4 is the last; it asks for two, and only PM2 is there.
    start = scene(seat(pile="FM5 WB2 FW1 OB1 MO1 BP4 PM2"), seat())
    shown = np.zeros((2, 2, N_ANIMALS))
    read_shown(ARCTIC.position(start).states[0], 0, shown)
    mains, companions = shown[0]
    assert {ANIMALS[a]: mains[a] for a in np.flatnonzero(mains)} == {"fox": 1, "walrus": 1, "bear": 1, "puffin": 1}
    assert {ANIMALS[a]: companions[a] for a in np.flatnonzero(companions)} == {"moose": 2, "bear": 1, "puffin": 1}
    assert [ANIMALS[int(row.argmax())] for row in shown[1]] == ["puffin", "moose"]
    assert shown[1].sum() == 2


# ------------------------------------------------------------------------------------------------ calibration


@pytest.mark.parametrize("players", [2, 3, 4])
def test_belief_beats_chance_and_history_tells_most_of_it(players: int, dataset: dict[int, BeliefDataset]) -> None:
    told = calibrate(dataset[players], dataset[players].probabilities()).loss
    views = dataset[players].views.copy()
    views["history"] = 0
    untold = calibrate(dataset[players], replace(dataset[players], views=views).probabilities()).loss
    assert told.high < 0.6 * EVEN_LOSS
    assert told.high < untold.low


def test_what_is_believed_to_be_likely_is_so(dataset: dict[int, BeliefDataset]) -> None:
    bins = calibrate(dataset[4], dataset[4].probabilities()).bins
    assert sum(each.cases for each in bins) == 3 * (N_ANIMALS - 1) * len(dataset[4].seats)
    for each in bins:
        assert each.low <= each.believed <= each.high
        assert each.true == pytest.approx(each.believed, abs=0.15)


def test_knowing_nothing_has_the_loss_of_chance(dataset: dict[int, BeliefDataset]) -> None:
    some = dataset[2]
    even = np.full((len(some.seats), MAX_PLAYERS, N_ANIMALS), 1 / (N_ANIMALS - 1))
    assert calibrate(some, even).loss.value == pytest.approx(EVEN_LOSS)


def test_the_regression_finds_what_choices_were_made_by() -> None:
    generator = np.random.default_rng(4)
    features = generator.normal(size=(4000, 5, 3))
    possible = generator.random((4000, 5)) < 0.9
    possible[:, 0] = True
    worth = features @ [1.0, -0.5, 0.0] + generator.gumbel(size=(4000, 5))
    chosen = np.where(possible, worth, -np.inf).argmax(axis=1)
    assert regress(features, possible, chosen) == pytest.approx([1.0, -0.5, 0.0], abs=0.1)


def test_each_feature_counts_for_something() -> None:
    assert fits().shape == (3, len(FEATURES))
    assert fits().all()


# ------------------------------------------------------------------------------------------------ worlds


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_agree_with_the_view_and_are_as_likely_as_believed(players: int) -> None:
    states = some_states(ARCTIC, 1, players, 50)
    viewer = int(states["seat"][0])
    view = np.empty_like(states)
    ARCTIC.batch.view(states, np.array([viewer], np.int8), view)
    seeds = np.arange(4000)
    worlds, again = draw_worlds(ARCTIC, view, viewer, seeds), np.empty(4000, ARCTIC.dtype)
    ARCTIC.batch.view(worlds, np.full(4000, viewer, np.int8), again)
    assert all(each.tobytes() == view.tobytes() for each in again)
    odds, probabilities = np.zeros((2, MAX_PLAYERS, N_ANIMALS))
    write_odds(view[0], viewer, fits()[players - 2], odds)
    reconcile(players, odds, probabilities)
    for other in range(players):
        share = np.bincount(worlds["totems"][:, other], minlength=N_ANIMALS) / 4000
        assert share == pytest.approx(probabilities[other], abs=0.03)
    cards = np.empty_like(worlds)
    ARCTIC.batch.determinize(np.repeat(view, 4000), np.full(4000, viewer, np.int8), seeds, cards)
    assert (worlds["place"] == cards["place"]).all()  # only totems differ
    assert draw_worlds(ARCTIC, view, viewer, seeds[7:8]).tobytes() == worlds[7:8].tobytes()


def test_worlds_go_by_who_pushed_what() -> None:
    states = some_states(ARCTIC, 1, 2, 0)
    viewer = int(states["seat"][0])
    view = np.empty_like(states)
    ARCTIC.batch.view(states, np.array([viewer], np.int8), view)
    suspect = (int(states["totems"][0, viewer]) + 1) % N_ANIMALS
    view["history"][0, 1 - viewer, CHOSEN_RIGHT + suspect] = 5
    worlds = draw_worlds(ARCTIC, view, viewer, np.arange(500))
    assert (worlds["totems"][:, 1 - viewer] == suspect).mean() > 0.9


# ------------------------------------------------------------------------------------------------ the planner


@pytest.mark.bounds
@pytest.mark.parametrize(("players", "edition"), [(2, "it"), (4, "de")])
def test_plays_by_the_rules(players: int, edition: str) -> None:
    agents: list[Any] = [
        partial(ArcticPlanner, belief=True),
        *[RandomAgent] * (players - 2),
        partial(ArcticPlanner, belief=True),
    ]
    assert_keeps_to_the_rules(ARCTIC, agents, games=4, edition=edition)


def test_knows_nothing_but_its_view() -> None:
    states = some_states(ARCTIC, 30, 3, 40)
    agent = partial(ArcticPlanner, belief=True)
    others = other_worlds(ARCTIC, states)
    assert (states["totems"] != others["totems"]).any()
    np.testing.assert_array_equal(ask(ARCTIC, agent, states), ask(ARCTIC, agent, others))


def test_without_evidence_it_chooses_as_without_belief() -> None:
    states = some_states(ARCTIC, 60, 3, 45)
    plain, seeds = ArcticPlanner(ARCTIC, 3), np.arange(len(states))
    expected = ask(ARCTIC, plain, states, seeds)
    views, masks = np.empty_like(states), np.empty((len(states), ARCTIC.actions.size), np.int8)
    seats = states["seat"].astype(np.int8)
    ARCTIC.batch.view(states, seats, views)
    ARCTIC.batch.legal(states, masks)
    actions, suspicion = np.empty(len(states), np.int64), np.empty((len(states), N_ANIMALS))
    suspect_many(views, seats, np.zeros_like(fits()), suspicion)
    choose_many(views, seats, masks, seeds, plain._record, 1, suspicion, np.zeros(2, PLANNER_STATE), actions)
    np.testing.assert_array_equal(actions, expected)


RECORDED = json.loads(Path(__file__).with_name("believing_planners.json").read_bytes())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_as_when_its_players_remembered_whole_games(players: int) -> None:
    """In these games the pushes could be inferred for certain from what a seat saw as its turns began."""
    recorded = [game for game in RECORDED["games"] if game["players"] == players]
    assert len(recorded) >= 4
    tables = [
        GameSpec(
            ARCTIC.deal(seed=game["seed"], num_players=players, edition=game["edition"]),
            [partial(ArcticPlanner, belief=True)] * players,
            game["seed"],
        )
        for game in recorded
    ]
    for result, game in zip(play_many(tables), recorded, strict=True):
        assert list(result.actions) == game["actions"]


def test_it_knows_from_a_loaded_position_what_it_knew_at_the_table() -> None:
    states = some_states(ARCTIC, 20, 3, 70)
    again = np.concatenate(
        [ARCTIC.position(Position(ARCTIC, states[k : k + 1]).to_dict()).states for k in range(len(states))]
    )
    agent = partial(ArcticPlanner, belief=True)
    np.testing.assert_array_equal(ask(ARCTIC, agent, again), ask(ARCTIC, agent, states))


def test_belief_beats_none() -> None:
    assert won_deals(ARCTIC, partial(ArcticPlanner, belief=True), ArcticPlanner, 2, 60) > 0.55


def test_belief_is_an_option_of_arctics_planner_alone() -> None:
    assert make(ARCTIC, 2, belief=True).belief
    with pytest.raises(AgentError, match="planner has no weight 'belief'"):
        make(IGLU, 2, belief=True)
    with pytest.raises(AgentError, match="belief is true or false, not 1"):
        ArcticPlanner(ARCTIC, 2, belief=1)  # type: ignore[arg-type]


def test_doubt_leaves_every_possible_animal_a_share() -> None:
    states = some_states(ARCTIC, 1, 2, 0)
    viewer = int(states["seat"][0])
    pushed_left = states["history"][0, 1 - viewer, CHOSEN_LEFT:][:N_ANIMALS]
    pushed_left[:] = 99
    pushed_left[(int(states["totems"][0, viewer]) + 1) % N_ANIMALS] = 0
    odds = np.zeros((MAX_PLAYERS, N_ANIMALS))
    states["totems"][0, 1 - viewer] = -1
    write_odds(states[0], viewer, fits()[0], odds)
    assert np.sort(odds[1 - viewer])[1:5] == pytest.approx([DOUBT / 5] * 4)
