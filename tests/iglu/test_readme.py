"""The game's README holds what it says."""

import json
import re
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
    assert f"**{material.PROVENANCE}**" in text
    assert f"There are {material.N_TILES} tiles" in text
    assert "| tiles | 4 each | 4 | 10 | 8 | 6 | 2 each | 6 | 4 |" in text


def test_every_field_of_a_turn_is_described() -> None:
    fields = arctic_env.game("iglu").language.schema()["properties"]["turn"]["anyOf"][1]["properties"]
    text = README.read_text(encoding="utf-8")
    assert all(f"`{field}`" in text for field in fields)
