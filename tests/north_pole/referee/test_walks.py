"""Random games from deals and from odd positions: what always holds."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.north_pole.referee.checking import faults
from tests.north_pole.referee.choosing import Chooser, verb_of
from tests.north_pole.referee.deals import SETTINGS, deal, random_document
from tests.north_pole.referee.north_pole import Referee

Document = dict[str, Any]
STYLES = ("race", "rare", "uniform")
MOST_DECISIONS = 60  # of games that may run into the 500th turn


def count_material(document: Document) -> tuple[int, int, list[int]]:
    """Cards, ice masks, and pawns of each seat, counted in the document alone."""
    seats = document["seats"]
    turn = document["turn"] or {"declared": []}
    cards = sum(card is not None for side in document["sides"].values() for card in side)
    cards += sum(len(document[name]) for name in ("deck", "discard", "storm"))
    packs = sum(seat["pack"] is not None for seat in seats)
    masks = sum(
        len(document[name]) for name in ("masks", "corners", "leftover", "box", "spent", "holes", "bears", "igloos")
    )
    masks += (document["score"] is not None) + len(turn["declared"]) + sum(len(seat["equipment"]) for seat in seats)
    return cards + packs, masks + packs, [seat["ship"] + seat["home"] + len(seat["pawns"]) for seat in seats]


def walk(game: Referee, generator: random.Random, style: str, most: int = 10_000) -> Counter[str]:
    """Play on: nothing is lost, every decision has an action. Returns how often each kind of action came."""
    chooser = Chooser(generator, style)
    kinds: Counter[str] = Counter()
    material = count_material(game.document())
    assert material[:2] == (100, 26)
    while game.seat is not None and kinds.total() < most:
        legal = game.legal()
        assert legal
        assert legal != ["end"]
        assert len(set(legal)) == len(legal)
        assert game.winners() == []
        assert not game.is_truncated()
        text = chooser.choose(legal, game.table.disc)
        kinds[verb_of(text)] += 1
        game.play(text)
        assert count_material(game.document()) == material
        if kinds.total() % 10 == 0:
            assert faults(game.document()) == []
    if game.seat is None:
        assert game.legal() == []
        assert game.document()["stage"] == "over"
        assert game.document()["turn"] is None
        assert bool(game.winners()) != game.is_truncated()
    return kinds


@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_races_from_deals_end_with_winners(players: int, teams: bool) -> None:
    for seed in range(5):
        generator = random.Random(seed)
        game = Referee(deal(generator, players, teams))
        walk(game, generator, "race")
        assert game.winners() in ([[0, 2], [1, 3]] if teams else [[seat] for seat in range(players)])


@pytest.mark.parametrize("style", ["rare", "uniform"])
@pytest.mark.parametrize(("players", "teams"), SETTINGS)
def test_games_from_deals(players: int, teams: bool, style: str) -> None:
    generator = random.Random(players)
    game = Referee(deal(generator, players, teams))
    walk(game, generator, style)
    assert game.seat is None


@pytest.mark.parametrize("style", STYLES)
def test_games_from_odd_positions(style: str) -> None:
    for seed in range(60):
        generator = random.Random(seed)
        walk(Referee(random_document(generator)), generator, style, MOST_DECISIONS)


def test_odd_positions_lead_to_every_kind_of_action() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(150):
        generator = random.Random(seed)
        kinds += walk(Referee(random_document(generator)), generator, "rare", 20)
    pieces = ("backpack", "compass", "husky", "igloo", "pickaxe", "snowshoes")
    assert set(kinds) == {
        "camp", "play slot", "play pack", "steal slot", "steal pack", "go", "go pole", "go bear", "go bear pole",
        "sling", "sling bear", "husky", "snowshoes", "pack", "igloo", "pickaxe", "compass", "new cards", "end",
        *(f"discard {piece}" for piece in pieces),
    }  # fmt: skip


def test_a_seed_and_its_actions_repeat_the_game() -> None:
    ends = []
    for _ in range(2):
        generator = random.Random(11)
        game = Referee(deal(generator, 3))
        walk(game, generator, "race")
        ends.append((game.document(), game.scores()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("seed", range(9))
def test_every_document_of_a_game_loads_as_the_same_position(seed: int) -> None:
    generator = random.Random(seed)
    game = Referee(random_document(generator) if seed % 3 else deal(generator, 2 + seed % 3))
    chooser = Chooser(generator, STYLES[seed % 3])
    for _ in range(MOST_DECISIONS):
        again = Referee(game.document())
        assert (again.document(), again.legal()) == (game.document(), game.legal())
        if game.seat is None:
            return
        game.play(chooser.choose(game.legal(), game.table.disc))
