"""The score of a pile, of a totem and of a penalty zone (4.2, 4.3, 8.2, 8.3)."""

import random
from itertools import product

import pytest

from tests.arctic.boards import EngineBoard, RefereeBoard, Start, both
from tests.arctic.referee.material import ANIMALS
from tests.arctic.referee.scoring import best_runs, brute_force_runs, longest_runs, merit, points
from tests.arctic.scenes import held, pile_of, scene, seat

pytestmark = pytest.mark.jitless
ANIMALS_IN_TWO_PACKS = 10  # cards of one main animal


def score(start: Start, letters: str, **more: str) -> tuple[dict[str, int], int]:
    """The runs above 0, and the diversity, of a pile with these main animals, a star being a wild card."""
    result = start(scene(seat(pile=pile_of(letters), **more))).scores()[0]
    return {animal: value for animal, value in result["runs"].items() if value}, result["diversity"]


@both
@pytest.mark.parametrize(
    ("length", "value"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 6), (5, 10), (6, 15), (7, 15), (10, 15)]
)
def test_4_2_the_longest_run_of_an_animal(start: Start, length: int, value: int) -> None:
    runs, diversity = score(start, "B" + "F" * length)
    assert runs.get("fox", 0) == value
    assert diversity == 0  # one animal with a run gives nothing


@both
def test_4_2_only_consecutive_cards_count(start: Start) -> None:
    assert score(start, "FMFMFF") == ({"fox": 1}, 0)


@both
def test_4_2_only_the_longest_run_of_an_animal_counts(start: Start) -> None:
    assert score(start, "FFFMFFF") == ({"fox": 3}, 0)
    assert score(start, "FFMFFFF") == ({"fox": 6}, 0)


@both
@pytest.mark.parametrize(
    ("letters", "value"), [("", 0), ("FF", 0), ("FFMM", 1), ("FFMMWW", 3), ("FFMMWWOO", 6), ("FFMMWWOOPP", 10)]
)
def test_4_2_the_number_of_animals_with_a_run_scores_by_the_same_table(start: Start, letters: str, value: int) -> None:
    assert score(start, letters)[1] == value


@both
def test_4_2_six_animals_with_a_run(start: Start) -> None:
    runs, diversity = score(start, "FFMMWWOOPPBB")
    assert runs == dict.fromkeys(ANIMALS, 1)
    assert diversity == 15


@both
@pytest.mark.parametrize("value", [0, 1, 3, 6, 10, 15])
def test_4_2_the_value_under_the_totems_token(start: Start, value: int) -> None:
    board = start(scene(seat(pile="FB5", totem="orca"), tokens={"orca": value}))
    assert board.scores()[0]["totem"] == value
    assert board.scores()[0]["total"] == value


@both
def test_4_2_minus_1_per_penalty_card_and_nothing_for_the_hand(start: Start) -> None:
    board = start(scene(seat(pile="FB5", hand="FM1 FW2 FO3", penalty="MW1 MO2 WO1", totem="orca")))
    result = board.scores()[0]
    assert result["penalty"] == -3
    assert result["runs"]["fox"] == 0
    assert result["total"] == 0  # 3 for the totem


@both
def test_4_2_every_seat_is_scored(start: Start) -> None:
    seats = [seat(pile=pile, totem=totem) for pile, totem in (("FM1 FW2", "fox"), ("MW1", "moose"))]
    scores = start(scene(*seats, tokens={"fox": 10, "moose": 0})).scores()
    assert [each["total"] for each in scores] == [11, 0]
    assert all(list(each) == ["runs", "diversity", "totem", "penalty", "total"] for each in scores)


@both
def test_8_2_two_orca_runs_of_2_and_5_and_four_animals_with_runs(start: Start) -> None:
    assert score(start, "OOFOOOOO") == ({"orca": 10}, 0)
    assert score(start, "OOFOOOOOFFMMWW")[1] == 6


@both
def test_8_3_the_full_example(start: Start) -> None:
    # From A to H: a single walrus, three foxes, two puffins, six orcas, a single bear, five puffins, three
    # foxes, four mooses. A and E are single cards, C is shorter than F, G as long as B.
    pile = pile_of("W" + "FFF" + "PP" + "OOOOOO" + "B" + "PPPPP" + "FFF" + "MMMM")
    board = start(scene(seat(pile=pile, penalty="WP2 WB3 WF4 WM5", totem="fox"), tokens={"fox": 10}))
    assert board.scores()[0] == {
        "runs": {"fox": 3, "moose": 6, "walrus": 0, "orca": 15, "puffin": 10, "bear": 0},
        "diversity": 6,
        "totem": 10,
        "penalty": -4,
        "total": 46,
    }


@both
@pytest.mark.parametrize(
    ("letters", "runs", "diversity"),
    [
        ("F*F", {"fox": 3}, 0),  # joins two cards
        ("*FF", {"fox": 3}, 0),
        ("M*FF", {"moose": 1, "fox": 1}, 1),  # three foxes: 3; two and two: 1 + 1 + 1, as much but more diverse
        ("FFFFF*MM", {"fox": 15, "moose": 1}, 1),  # 17, while three mooses give 10 + 3 + 1
        ("FF*MM", {"fox": 3, "moose": 1}, 1),  # as much either way: the fox comes first
        ("MM*FF", {"fox": 3, "moose": 1}, 1),
        ("W*B", {"walrus": 1}, 0),  # the walrus comes before the bear
        ("F**W", {"fox": 1, "walrus": 1}, 1),  # three points as three foxes would have, but more diverse
        ("FFFFFF**MMMMMM", {"fox": 15, "moose": 15, "walrus": 1}, 3),  # two wilds are a run by themselves
        ("WWWWWW**MMMMMM", {"walrus": 15, "moose": 15, "fox": 1}, 3),  # of several such runs the fox's
        ("FFFFFF***MMMMMM", {"fox": 15, "moose": 15, "walrus": 3}, 3),
        ("FF*FM*MM", {"fox": 6, "moose": 6}, 1),  # each where it serves best
        ("FFF*MMM*FF", {"fox": 3, "moose": 10}, 1),  # 14; two runs of four would give 6 + 6 + 1
    ],
)
def test_4_3_wild_cards_take_the_best_animals(start: Start, letters: str, runs: dict[str, int], diversity: int) -> None:
    assert score(start, letters) == (runs, diversity)


@both
def test_4_3_not_greedily_from_the_bottom(start: Start) -> None:
    # The lower wild card could make three mooses at once; as a fox it helps the upper one to a run of six.
    assert score(start, "MM*FFF*FM") == ({"moose": 1, "fox": 15}, 1)


@both
def test_4_3_a_run_of_six_needs_no_wild_card(start: Start) -> None:
    assert score(start, "FFFFFF*M") == ({"fox": 15, "moose": 1}, 1)


def test_4_3_the_referee_agrees_with_every_assignment_on_all_small_piles() -> None:
    for length in range(6):
        for letters in product("FM*", repeat=length):
            pile = "".join(letters)
            assert merit(best_runs(pile)) == merit(brute_force_runs(pile)), pile


def random_letters(generator: random.Random, cards: int, wilds: int) -> str:
    """A pile of runs of few animals, each at most as often as in two packs, with wild cards, none on top."""
    animals = generator.sample("FMWOPB", generator.randint(3, 6))
    letters = ""
    while len(letters) < cards:
        animal = generator.choice([each for each in animals if letters.count(each) < ANIMALS_IN_TWO_PACKS])
        length = generator.randint(1, min(4, ANIMALS_IN_TWO_PACKS - letters.count(animal), cards - len(letters)))
        letters += animal * length
    places = generator.sample(range(cards - 1), wilds)
    return "".join("*" if place in places else letter for place, letter in enumerate(letters))


@pytest.mark.parametrize("wilds", [0, 1, 2, 3, 4, 5])
def test_4_3_exactly_as_good_as_every_assignment_on_random_piles(wilds: int) -> None:
    generator = random.Random(wilds)
    for _ in range(60 if wilds < 4 else 12):
        letters = random_letters(generator, generator.randint(wilds + 1, 20), wilds)
        runs, diversity = points(brute_force_runs(letters))
        expected = {animal: value for animal, value in zip(ANIMALS, runs, strict=True) if value}
        assert score(EngineBoard, letters) == (expected, diversity), letters
        assert score(RefereeBoard, letters) == (expected, diversity), letters


@pytest.mark.parametrize("wilds", [6, 8, 10])
def test_4_3_many_wild_cards(wilds: int) -> None:
    generator = random.Random(wilds)
    for _ in range(20):
        letters = random_letters(generator, 24, wilds)
        assert score(EngineBoard, letters) == score(RefereeBoard, letters), letters


@both
def test_4_3_a_wild_card_on_top_after_a_takeback(start: Start) -> None:
    document = scene(seat(pile="FM1 FW2 *OB2 MW1", hand="WO1"), **held(puffin="takeback"))
    board = start(document)
    assert board.scores()[0]["diversity"] == 1  # two foxes and two mooses are as good as three foxes
    assert board.play("take back").scores()[0]["runs"]["fox"] == 3
    assert board.scores()[0]["diversity"] == 0


def test_4_3_the_brute_force_scorer_counts_plain_runs() -> None:
    assert longest_runs("FFMFFFWW") == (3, 1, 2, 0, 0, 0)
    assert brute_force_runs("FFMFFFWW") == (3, 1, 2, 0, 0, 0)
