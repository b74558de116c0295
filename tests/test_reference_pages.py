"""The reference pages are those that the tables make."""

from pathlib import Path

import arctic_env
from arctic_env.reference_pages import page

PAGES = Path(__file__).parent.parent / "docs" / "reference"


def test_the_reference_pages_are_fresh() -> None:
    for name in arctic_env.games():
        written = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        assert written == page(arctic_env.game(name)), "run `make docs`"


def test_every_part_and_block_is_described() -> None:
    game = arctic_env.game("arctic")
    text = page(game)
    for block in game.actions.blocks:
        assert f"`{block.name}`" in text
    for part in game.observation(4).parts:
        assert f"`{part.name}`" in text
        assert part.meaning in text
