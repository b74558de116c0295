"""The examples of docs/agents.md, run as they stand."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sb3_contrib import MaskablePPO

from arctic_env import arctic_v0
from arctic_env.arena import Settings, run_tournament
from arctic_env.cli import main

DOCUMENT = Path(__file__).parent.parent / "docs/agents.md"


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What the examples define, after one another."""
    env = arctic_v0.seat_env(opponents=["random"])
    names: dict[str, Any] = {"model": MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=0, device="cpu")}
    for code in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(code, str(DOCUMENT), "exec"), names)
    return names


def test_the_examples_play(names: dict[str, Any]) -> None:
    result = names["result"]
    assert [agent.games > 0 for agent in result.standings()] == [True] * 3
    assert not any(agent.forfeits for agent in result.standings())


def test_flat_monte_carlo_is_ahead_of_random(names: dict[str, Any]) -> None:
    searcher = partial(names["Worlds"], rollouts=8)
    pair = run_tournament(Settings(players=[searcher, "random"], game="arctic", games=8, seed=3)).pairs()[0]
    assert pair.margin.value > 0


def test_a_model_of_sb3_plays_under_its_name(names: dict[str, Any]) -> None:
    result = run_tournament(Settings(players=[names["mine"], "random"], game="arctic", games=2, seed=3))
    assert {agent.agent for agent in result.standings()} == {"after 100,000", "random"}


def test_both_forms_play_from_a_file(names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    definitions = "\n\n".join(code[:3]).partition("\n\n\nresult = ")[0]
    (tmp_path / "my.py").write_text(definitions, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    players = "my.py:Follow,my.py:First,my.py:Worlds:rollouts=1,worlds=1"
    assert main(["tournament", "--players", players, "--games=2"]) == 0
