"""The engine against the referee: random games from deals and from odd positions, decision by decision.

A difference is hunted with `python -m tests.arctic.referee.compare`; its message has all that repeats it.
"""

import random

import pytest

from tests.arctic.referee.arctic import Referee, RefusedError
from tests.arctic.referee.compare import Comparison, DifferenceError, any_action, compare_deal, compare_random_position
from tests.arctic.referee.material import EDITIONS
from tests.arctic.referee.positions import random_document
from tests.arctic.walks import SLOW

GAMES_PER_CHUNK = 25  # 81 chunks: 2,025 games
CHUNKS = [pytest.param(chunk, marks=pytest.mark.slow if chunk else ()) for chunk in range(9)]
POSITIONS_PER_CHUNK = 50
SHARE_OF_WHOLE_DOCUMENTS = 0.005  # of the decisions; seats and legal actions at all, scores at every third turn's end


@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_played_alike(players: int, edition: str, chunk: int) -> None:
    for game in range(GAMES_PER_CHUNK):
        seed = 1000 * chunk + game
        assert compare_deal(seed, players, edition, SHARE_OF_WHOLE_DOCUMENTS) > 20 * players


@pytest.mark.parametrize("chunk", CHUNKS)
def test_random_positions_are_played_alike(chunk: int) -> None:
    for number in range(POSITIONS_PER_CHUNK):
        compare_random_position(1000 * chunk + number, SHARE_OF_WHOLE_DOCUMENTS)


@pytest.mark.jitless
@pytest.mark.parametrize("seed", range(6))
def test_every_document_of_a_game_is_alike(seed: int) -> None:
    share = 0.1 if SLOW else 1.0
    compare_deal(seed, 2 + seed % 3, EDITIONS[seed // 2], share)
    compare_random_position(seed, share)


def test_a_difference_is_found_and_told() -> None:
    generator = random.Random(1)
    comparison = Comparison(random_document(generator), generator)
    comparison.referee.tokens["fox"] = (comparison.referee.tokens["fox"] + 1) % 6
    with pytest.raises(DifferenceError, match=r"(?s)different .*\"format\".*engine: .*referee: "):
        comparison.run()


@pytest.mark.parametrize("seed", range(20))
def test_the_referee_keeps_every_card_and_its_knowledge_is_true(seed: int) -> None:
    generator = random.Random(seed)
    document = random_document(generator)
    referee = Referee(document)
    cards = sorted(all_cards(referee))
    assert len(cards) == 30 * referee.players
    while referee.seat is not None:
        referee.play(any_action(generator, referee.legal()))
        assert sorted(all_cards(referee)) == cards
        truth = referee.private_places()
        for observer in range(referee.players):
            for card, places in referee.known(observer).items():
                assert str(truth[card]) in places
                assert truth[card].seat != observer
    assert len(referee.winners()) == 1


def all_cards(referee: Referee) -> list[str]:
    zones = [referee.deck, referee.reserve, referee.river, *referee.hands, *referee.piles, *referee.penalties]
    return [card.removeprefix("*") for zone in zones for card in zone]


def test_a_copy_of_the_referee_goes_on_by_itself() -> None:
    referee = Referee(random_document(random.Random(3)))
    before = referee.to_document(), referee.legal()
    twin = referee.copy()
    while twin.seat is not None:
        twin.play(twin.legal()[-1])
    assert (referee.to_document(), referee.legal()) == before


def test_the_referee_refuses_what_is_not_legal() -> None:
    referee = Referee(random_document(random.Random(3)))
    with pytest.raises(RefusedError, match="keep"):
        referee.play("keep")
