"""The engine against the referee: random games from deals and from odd positions, decision by decision."""

import random

import pytest

from tests.north_pole.comparing import SETTINGS, Comparison, DifferenceError, compare_deal, compare_random_position
from tests.north_pole.referee.deals import random_document
from tests.north_pole.walks import SLOW

GAMES_PER_CHUNK = 6  # of four settings, a third of each style: 120 games
CHUNKS = [pytest.param(chunk, marks=pytest.mark.slow if chunk else ()) for chunk in range(5)]
MOST_DECISIONS = 400  # but in the first chunk, whose games run to their ends, many of them to the 500th turn
POSITIONS_PER_CHUNK = 60  # 1,920 games
POSITION_CHUNKS = [pytest.param(chunk, marks=pytest.mark.slow if chunk else ()) for chunk in range(32)]
SHARE = 0.01  # of the decisions, at which documents, views and scores are compared; seats and legal actions at all


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_random_games_are_played_alike(players: int, teams: bool, chunk: int) -> None:
    most = MOST_DECISIONS if chunk else 10_000
    for game in range(GAMES_PER_CHUNK):
        assert compare_deal(1000 * chunk + game, players, teams, SHARE, most) > 10 * players


@pytest.mark.parametrize("chunk", POSITION_CHUNKS)
def test_random_positions_are_played_alike(chunk: int) -> None:
    for number in range(POSITIONS_PER_CHUNK):
        compare_random_position(1000 * chunk + number, SHARE)


@pytest.mark.jitless
@pytest.mark.parametrize("seed", range(4))
def test_every_document_of_a_game_is_alike(seed: int) -> None:
    share, most = (0.1, 40) if SLOW else (1.0, 150)
    for number in range(6):
        compare_random_position(6 * seed + number, share, most)


def test_a_difference_is_found_and_told() -> None:
    generator = random.Random(1)
    document = random_document(generator)
    comparison = Comparison(document, generator, "uniform")
    comparison.position = comparison.position.game.position(document | {"turns": document["turns"] - 1})
    with pytest.raises(DifferenceError, match=r"(?s)different .*\"format\".*engine: .*referee: "):
        comparison.run(share=1.0)
