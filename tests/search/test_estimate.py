"""What search expects of the scores in the middle of a game."""

import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_agents.arctic.heuristics import CARDS, FEATURES, HEURISTICS, describe, make_workspace
from arctic_agents.search.estimate import expect, read_fit
from arctic_agents.search.fit_estimate import Turns, fit_stages, heuristics_module, joined, main, play
from arctic_agents.search.heuristics import heuristics_of
from arctic_env.games.arctic.state import HAND
from tests.arctic.referee.material import PACKS, cards_of_pack
from tests.arctic.scenes import scene, seat

ARCTIC = arctic_env.game("arctic")
GAMES_WITH_FITS = ("arctic", "iglu")


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


@pytest.mark.parametrize(("name", "players"), [*product(GAMES_WITH_FITS, (2, 3, 4))])
def test_foresees_final_scores_better_than_the_score_as_it_stands(name: str, players: int) -> None:
    game = arctic_env.game(name)
    turns, fit = play(game, players, 40, seed=11), read_fit(heuristics_module(game).FIT_FILE, players)
    expected = np.einsum("npf,npf->np", joined(turns.features), fit[turns.stages])
    for stage in range(2, 6):
        chosen = turns.stages == stage
        assert chosen.sum() > 40
        off, plain = (np.mean((scores - turns.end)[chosen] ** 2) for scores in (expected, turns.now))
        assert off < 0.5 * plain, stage


@pytest.mark.parametrize("name", GAMES_WITH_FITS)
def test_the_kernels_expect_what_the_fit_says(name: str) -> None:
    """Seats are described one by one, and each counts by its own features and by the mean of the others'."""
    game = arctic_env.game(name)
    workspace = heuristics_of(game).make_workspace(game, 3)
    fit = read_fit(heuristics_module(game).FIT_FILE, 3)
    states, out = game.deal(seed=4, num_players=3).states, np.empty(3)
    features, stages = np.empty((1, 3, fit.shape[1] // 2)), np.empty((1, 3), np.int64)
    for each in range(3):
        stages[0, each] = heuristics_module(game).describe(states, 0, each, workspace, features[0, each])
    heuristics_of(game).estimate(states, 0, workspace, out)
    assert out == pytest.approx(np.einsum("npf,npf->np", joined(features), fit[stages])[0])
    again = np.empty(3)
    expect(features[0], stages[0], fit, again)
    assert np.array_equal(again, out)


def test_a_fit_finds_the_weights_that_made_the_scores() -> None:
    generator = np.random.default_rng(5)
    features, weights = generator.normal(size=(4000, 3, 2)), generator.normal(size=(2, 4))
    stages, games = generator.integers(2, size=(4000, 3)), np.arange(4000)
    end: Any = np.einsum("npf,npf->np", joined(features), weights[stages])
    fit = fit_stages(Turns(games, features, stages, np.zeros_like(end), end), 2)
    assert fit == pytest.approx(weights, abs=0.01)


def test_four_players_of_iglu_iglu_who_share_few_squares_are_expected_to_score() -> None:
    """More own turns are to come then than in any game that the fit has seen."""
    game = arctic_env.game("iglu")
    position = game.deal(seed=3, num_players=4)
    while position.to_dict()["stage"] == "setup":
        position = position.play(position.legal()[0])
    out = np.empty(4)
    heuristics_of(game).estimate(position.states, 0, heuristics_of(game).make_workspace(game, 4), out)
    assert np.all((out > 10) & (out < 40))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--game chess", "no game 'chess'"),
        ("--game north_pole", "no heuristics with features to fit"),
        ("--game iglu --games 0", "--games must be an integer of at least 2"),
        ("--game iglu --games 1", "--games must be an integer of at least 2"),
        ("--game iglu --games 2 --seed -1", "a seed is an integer"),
    ],
)
def test_options_that_fit_nothing_are_told(
    options: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fit_estimate", *options.split(), "--out", str(tmp_path / "fit.json")])
    assert main() == 2
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
