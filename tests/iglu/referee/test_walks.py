"""Random games from deals and from odd positions: what always holds."""

import random

import pytest

from tests.iglu.referee.checking import faults
from tests.iglu.referee.choosing import Choose, any_action, any_verb, bears_first
from tests.iglu.referee.deals import HALVES, VARIANTS, deal, random_document
from tests.iglu.referee.iglu import Referee

CHOOSERS = (any_action, any_verb, bears_first)
MOST_DECISIONS_A_TURN = 3 + 3 + 4 + 40  # points, energy, kept tiles, and what they lead to
TURNS = 57  # 56 tiles, and the starts of turns at which the game ends


def walk(game: Referee, generator: random.Random, choose: Choose) -> None:
    """To the end: nothing is lost, every decision has an action, the game ends."""
    decisions = 0
    while game.seat is not None:
        assert game.legal()
        assert game.winners() == []
        game.play(choose(generator, game.legal()))
        decisions += 1
        if decisions % 5 == 0 or game.seat is None:
            assert faults(game.document()) == []
        assert decisions < MOST_DECISIONS_A_TURN * TURNS
    assert game.legal() == []
    assert game.document()["stage"] == "over"
    assert game.winners() == sorted(game.winners()) != []


@pytest.mark.parametrize("choose", CHOOSERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_from_deals(players: int, choose: Choose) -> None:
    for seed in range(6):
        generator = random.Random(seed)
        game = Referee(deal(generator, players, VARIANTS[seed % 2], HALVES[seed // 2 % 2]))
        walk(game, generator, choose)


@pytest.mark.parametrize("choose", CHOOSERS)
def test_games_from_odd_positions(choose: Choose) -> None:
    for seed in range(40):
        generator = random.Random(seed)
        walk(Referee(random_document(generator)), generator, choose)


def test_a_seed_and_its_actions_repeat_the_game() -> None:
    ends = []
    for _ in range(2):
        generator = random.Random(11)
        game = Referee(deal(generator, 3))
        walk(game, generator, any_action)
        ends.append((game.document(), game.scores()))
    assert ends[0] == ends[1]
