"""The engine against the referee: random games from deals and from odd positions, decision by decision."""

import random

import pytest

from tests.iglu.comparing import SETTINGS, Comparison, DifferenceError, compare_deal, compare_random_position
from tests.iglu.referee.choosing import any_action
from tests.iglu.referee.deals import random_document
from tests.iglu.walks import SLOW

GAMES_PER_CHUNK = 6  # of twelve settings: 360 games
CHUNKS = [pytest.param(chunk, marks=pytest.mark.slow if chunk else ()) for chunk in range(5)]
POSITIONS_PER_CHUNK = 42  # 1,680 games, every fourth to its end
MOST_DECISIONS = 40  # of the others
POSITION_CHUNKS = [pytest.param(chunk, marks=pytest.mark.slow if chunk else ()) for chunk in range(40)]
SHARE = 0.005  # of the decisions, at which documents, views and scores are compared; seats and legal actions at all


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_random_games_are_played_alike(players: int, variant: str, half: str, chunk: int) -> None:
    for game in range(GAMES_PER_CHUNK):
        assert compare_deal(1000 * chunk + game, players, variant, half, SHARE) > 20 * players


@pytest.mark.parametrize("chunk", POSITION_CHUNKS)
def test_random_positions_are_played_alike(chunk: int) -> None:
    for number in range(POSITIONS_PER_CHUNK):
        compare_random_position(1000 * chunk + number, SHARE, MOST_DECISIONS if number % 4 else 10_000)


@pytest.mark.jitless
@pytest.mark.parametrize("seed", range(3))
def test_every_document_of_a_game_is_alike(seed: int) -> None:
    share = 0.1 if SLOW else 1.0
    compare_deal(seed, *SETTINGS[5 * seed], share)
    for number in range(4):
        compare_random_position(4 * seed + number, share)


def test_a_difference_is_found_and_told() -> None:
    generator = random.Random(1)
    document = random_document(generator)
    comparison = Comparison(document, generator, any_action)
    other = {"down": "up", "up": "down"}[document["half"]]
    comparison.position = comparison.position.game.position(document | {"half": other})
    with pytest.raises(DifferenceError, match=r"(?s)different .*\"format\".*engine: .*referee: "):
        comparison.run(share=1.0)
