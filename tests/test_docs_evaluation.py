"""The examples of docs/evaluation.md: the code is run as it stands, the commands are at least accepted."""

import json
import re
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arctic_env.arena.analysis import analyse, to_document
from arctic_env.arena.analysis.control_variates import AdjustedFigure
from arctic_env.cli import main
from arctic_env.commands import find_commands

DOCUMENT = Path(__file__).parent.parent / "docs/evaluation.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the examples define, after one another."""
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(code, str(DOCUMENT), "exec"), names)
    return names


def test_the_examples_measure_what_they_say(names: dict[str, Any]) -> None:
    assert [standing.agent for standing in names["result"].standings()] == ["planner", "greedy", "random"]
    one, *_ = names["mixed"].line_ups()
    assert (one.line_up, one.fair) == ("ABBB", 0.25)
    assert one.first.value > one.fair
    assert names["cycle"] if "cycle" in names else names["find_cycles"](names["wins"]) == []
    assert isinstance(names["entry"], AdjustedFigure)
    assert names["entry"].adjusted.besides == 40


def test_the_commands_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = re.findall(r"^(arctic .*)$", TEXT, re.MULTILINE)
    asked: list[Namespace] = []
    only_parse = {
        command.name: replace(command, run=lambda arguments: asked.append(arguments) or 0)
        for command in find_commands().values()
    }
    monkeypatch.setattr("arctic_env.cli.find_commands", lambda: only_parse)
    for command in commands:
        assert main(command.split()[1:]) == 0
    assert {arguments.command for arguments in asked} == {"tournament", "exploit"}


def test_every_field_of_the_file_is_explained(names: dict[str, Any]) -> None:
    document = to_document(analyse(names["result"]))
    json.dumps(document, allow_nan=False)
    table = TEXT.partition("## The file")[2]
    explained = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))))
    assert explained == set(document) - {"format"}
    assert f'"format": "{document["format"]}"' in table
