"""Decisions and their texts (rule 4)."""

import pytest

import arctic_env
from arctic_env.games.iglu.actions import ACTIONS
from tests.iglu.scenes import acting, play, position, seat
from tests.iglu.walks import SETTINGS, walk

GAME = arctic_env.game("iglu")
TEXTS = [
    "place c1", "turn d3", "melt d3", "animals", "drift d3 north", "displace fish 2 d5", "displace bear d5",
    "corner a1", "step fish 2 d4 north", "step fox 3 c2 east", "step bear d4 north", "harpoon", "no harpoon",
    "walk c1 c2", "kayak c1 f6", "hunt fox 2 c1", "hunt fish 3 d4", "harpoon fox 2 c1", "harpoon fish 3 d4",
    "harpoon bear c1", "igloo c1", "energy 2", "end phase",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_4_every_text_of_the_rules_is_an_action(text: str) -> None:
    start = GAME.deal(seed=1)
    assert start.action_text(start.action_id(text)) == text


def test_4_ids_and_texts_are_each_others_inverse_and_do_not_depend_on_the_position() -> None:
    start = GAME.deal(seed=1)
    texts = [start.action_text(action) for action in range(ACTIONS.size)]
    assert len(set(texts)) == ACTIONS.size
    assert [start.action_id(text) for text in texts] == list(range(ACTIONS.size))
    with pytest.raises(IndexError):
        start.action_text(ACTIONS.size)
    with pytest.raises(ValueError, match="no action 'turn a1'"):
        start.action_id("turn a1")


@pytest.mark.parametrize(("players", "variant", "half"), SETTINGS)
def test_4_every_choice_is_a_decision_and_its_texts_are_unique(players: int, variant: str, half: str) -> None:
    for where in walk(17, players, variant, half):
        legal = where.legal()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (where.seat is not None)


def test_4_decisions_with_one_action_are_asked_for_too() -> None:
    where = acting(seat(), ice="g7", points=0)
    assert where.legal() == ["end phase"]
    last = play(where, "end phase")
    assert (last.seat, last.legal()) == (1, ["turn g7"])
    drift = play(position(seat(), ice="b1", tiles={"h7": "drift"}, glaciers="b2"), "turn h7")
    assert drift.seat == 0


def test_4_equal_animals_and_equal_inuit_have_one_action() -> None:
    where = acting(seat(inuit="c2 c2 c2"), ice="c2 c3", foxes={"c2": [1, 1]})
    assert where.legal().count("hunt fox 1 c2") == 1
    assert where.legal().count("walk c2 c3") == 1
