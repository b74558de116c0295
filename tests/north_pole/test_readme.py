"""The game's README holds what it says."""

import json
import re
import tomllib
from pathlib import Path

import arctic_env
from arctic_env.games.north_pole import material

README = Path(material.__file__).parent / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_the_example_position_loads_and_plays() -> None:
    found = re.search(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    position = arctic_env.game("north_pole").position(json.loads(found[1]))
    assert position.seat == 1
    assert position.legal() == ["go bear f3 f2"]
    assert position.to_dict() == json.loads(found[1])


def test_the_material_is_printed_with_its_provenance() -> None:
    data = tomllib.loads(README.with_name("material.toml").read_text(encoding="utf-8"))
    assert data["provenance"] == "reconstructed"
    assert "**reconstructed**" in TEXT
    for kind, card in data["cards"].items():
        colours = f"{card['blue']}, {card['red']}, {card['purple']}"
        assert re.search(rf"^\| {kind} \| .* \| {card['points']} \| {colours} \|$", TEXT, re.MULTILINE), kind
    for kind in material.MASKS:
        counts = [str(data["masks"][colour].get(kind, "")) for colour in ("brown", "green", "blue")]
        assert f"| {kind} | {' | '.join(counts)} |".replace("|  |", "| |").replace("|  |", "| |") in TEXT, kind
    for window, sides in data["windows"].items():
        assert f"| {window.replace(' ', ', ')} | {', '.join(sides)} |" in TEXT


def test_the_number_of_actions_is_told() -> None:
    actions = arctic_env.game("north_pole").actions
    sizes = {block.name: block.stop - block.start for block in actions.blocks}
    assert f"There are {actions.size} ids" in TEXT
    assert f"{sizes['play'] + sizes['steal']} ways to name a card" in TEXT
    assert f"{sum(sizes[verb] for verb in ('go', 'go bear', 'sling', 'sling bear'))} things" in TEXT


def test_every_verb_and_every_field_is_described() -> None:
    game = arctic_env.game("north_pole")
    assert all(re.search(rf"`{block.name}\b", TEXT) for block in game.actions.blocks)
    schema = game.language.schema()["properties"]
    fields = [*schema, *schema["turn"]["properties"]]
    assert all(f"`{field}`" in TEXT for field in fields if field != "format")
