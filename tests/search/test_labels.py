"""What others see of actions: the search tree of a seat must not tell apart what the seat cannot tell apart."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arctic_env
from arctic_agents.search.default_heuristics import default_heuristics, heuristics_of
from arctic_agents.search.heuristics import SearchHeuristics
from arctic_env.arena import choose_uniformly
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import N_CARDS
from arctic_env.games.arctic.state import UNKNOWN
from arctic_env.model.game import Game

ARCTIC = arctic_env.game("arctic")
GAMES = 5


def states_of_random_games(game: Game, players: int, **parameters: str) -> Iterator[NDArray[Any]]:
    """Arrays of one state, of games played at random to their ends."""
    states, masks = np.zeros(1, game.dtype), np.zeros((1, game.actions.size), np.int8)
    for seed in range(GAMES):
        game.batch.deal(states, np.array([seed]), *game.options(players, **parameters))
        while states["seat"][0] >= 0:
            yield states
            game.batch.legal(states, masks)
            game.batch.apply(states, choose_uniformly(masks, np.array([seed])))


def played(game: Game, state: NDArray[Any], action: int) -> NDArray[Any]:
    after = state.copy()
    game.batch.apply(after, np.array([action]))
    return after


def seen_after(game: Game, state: NDArray[Any], action: int, observer: int) -> bytes:
    after, view = played(game, state, action), np.zeros(1, game.dtype)
    game.batch.view(after, np.array([observer], np.int8), view)
    return view.tobytes()


@pytest.mark.parametrize(
    ("guide", "players", "edition"),
    [(heuristics_of(ARCTIC), 2, "de"), (heuristics_of(ARCTIC), 3, "es"), (default_heuristics(ARCTIC), 3, "de")],
    ids=["2", "3-es", "3-by-the-rules-alone"],
)
def test_actions_have_one_label_if_they_look_the_same(guide: SearchHeuristics, players: int, edition: str) -> None:
    game, workspace = ARCTIC, guide.make_workspace(ARCTIC, players)
    merged = 0
    mask = np.zeros((1, game.actions.size), np.int8)
    for state in states_of_random_games(game, players, edition=edition):
        game.batch.legal(state, mask)
        actions = [
            action
            for action in np.flatnonzero(mask[0]).tolist()
            if played(game, state, action)["seat"][0] >= 0  # at the end all is laid open
        ]
        observer = (int(state["seat"][0]) + 1) % players
        labels = {action: guide.indistinguishable(state, 0, observer, action, workspace) for action in actions}
        seen = {action: seen_after(game, state, action, observer) for action in actions}
        for one in actions:
            for other in actions:
                assert (labels[one] == labels[other]) == (seen[one] == seen[other])
        assert all(0 <= label < game.actions.size for label in labels.values())
        merged += len(set(labels.values())) < len(actions)
    assert merged > 10  # such actions were met


@pytest.mark.parametrize("players", [2, 3])
def test_a_card_that_others_do_not_see_never_names_a_label(players: int) -> None:
    """Not even where it is the only one: another world would have another one there."""
    guide, workspace = heuristics_of(ARCTIC), heuristics_of(ARCTIC).make_workspace(ARCTIC, players)
    mask, met = np.zeros((1, ARCTIC.actions.size), np.int8), 0
    for state in states_of_random_games(ARCTIC, players):
        ARCTIC.batch.legal(state, mask)
        observer = (int(state["seat"][0]) + 1) % players
        for action in np.flatnonzero(mask[0, : 3 * N_CARDS]).tolist():
            places = [places_seen(state, observer), places_seen(played(ARCTIC, state, action), observer)]
            if all(place[action % N_CARDS] == UNKNOWN for place in places):
                met += 1
                assert guide.indistinguishable(state, 0, observer, action, workspace) in (
                    act.TUCK_ACTION,
                    act.SWAP_ACTION,
                )
    assert met > 100


def places_seen(state: NDArray[Any], observer: int) -> NDArray[np.uint8]:
    view = np.zeros(1, ARCTIC.dtype)
    ARCTIC.batch.view(state, np.array([observer], np.int8), view)
    places: NDArray[np.uint8] = view["place"][0]
    return places
