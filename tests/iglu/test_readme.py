"""The game's README holds what it says."""

import json
import re
import tomllib
from pathlib import Path

import arctic_env
from arctic_env.games.iglu import material

README = Path(material.__file__).parent / "README.md"


def test_the_example_position_loads_and_plays() -> None:
    found = re.search(r"```json\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    position = arctic_env.game("iglu").position(json.loads(found[1]))
    assert position.legal() == ["harpoon", "no harpoon"]
    assert position.to_dict() == json.loads(found[1])


def test_the_tile_table_is_printed_with_its_provenance() -> None:
    text = README.read_text(encoding="utf-8")
    assert tomllib.loads(README.with_name("tiles.toml").read_text(encoding="utf-8"))["provenance"] == "reconstructed"
    assert "**reconstructed**" in text
    assert f"There are {material.N_TILES} tiles" in text
    rows = ("fish 1, 2, 3 | 4 each | |", "bear | 4 | |", "glacier | 10 | |", "drift | 8 | |", "melt | 6 | yes |")
    rows += ("energy 1, 2, 3 | 2 each | yes |", "harpoon | 6 | yes |", "animals | 4 | yes |")
    assert all(f"\n| {row}\n" in text for row in rows)


def test_every_field_of_a_turn_is_described() -> None:
    fields = arctic_env.game("iglu").language.schema()["properties"]["turn"]["properties"]
    text = README.read_text(encoding="utf-8")
    assert all(f"`{field}`" in text for field in fields)
