"""The game's README holds what it says."""

import json
import re
from pathlib import Path

import arctic_env
from arctic_env.games.arctic import material

README = Path(material.__file__).parent / "README.md"


def test_the_example_position_loads_and_plays() -> None:
    found = re.search(r"```json\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    position = arctic_env.game("arctic").position(json.loads(found[1]))
    assert position.legal()
    assert position.to_dict()["turn"]["count"] == 0


def test_every_power_face_and_animal_is_described() -> None:
    text = README.read_text(encoding="utf-8")
    for animal, faces in zip(material.ANIMALS, material.FACES, strict=True):
        assert animal in text
        assert all(f"`{face}`" in text for face in faces)
