"""What search expects of the scores in the middle of a game of ARCTIC."""

import numpy as np
import pytest

import arctic_env
from arctic_agents.arctic.fit_estimate import play
from arctic_agents.arctic.heuristics import CARDS, FEATURES, HEURISTICS, describe, make_workspace, read_fit
from arctic_env.games.arctic.state import HAND
from tests.arctic.referee.material import PACKS, cards_of_pack
from tests.arctic.scenes import scene, seat

ARCTIC = arctic_env.game("arctic")


@pytest.mark.bounds
@pytest.mark.parametrize("size", [3, 20, 21, 60, 100])
def test_reads_hands_of_any_size_where_the_last_turn_is_over(size: int) -> None:
    """Such a position can be loaded, whoever is asked what it thinks of it."""
    pack = [card for number in PACKS for card in cards_of_pack(number)]
    over = seat(hand=" ".join(pack[:size]), pile=pack[-1])
    states = ARCTIC.position(scene(over, players=4, stage="last", mover=1)).states
    workspace, features, out = make_workspace(ARCTIC, 4), np.zeros(FEATURES), np.zeros(4)
    describe(states, 0, 0, workspace, features)
    assert features[CARDS] == size
    assert workspace.planner_states[0]["count"].sum() == size
    assert workspace.planner_states[0]["hand"][:size].tolist() == np.flatnonzero(states["place"][0] == HAND).tolist()
    HEURISTICS.estimate(states, 0, workspace, out)
    assert np.isfinite(out).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_foresees_final_scores_better_than_the_score_as_it_stands(players: int) -> None:
    rows, fit = play(ARCTIC, players, 40, seed=11), read_fit(players)
    off = np.einsum("rf,rf->r", rows["features"], fit[rows["stage"]]) - rows["end"]
    plain = rows["now"] - rows["end"]
    for stage in range(1, 6):
        chosen = rows["stage"] == stage
        assert chosen.sum() > 40
        assert np.mean(off[chosen] ** 2) < 0.5 * np.mean(plain[chosen] ** 2)
