"""Notebooks run from top to bottom, use public names, draw what they promise, and say what their full run found."""

import ast
import csv
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest
from jupyter_client.manager import KernelManager, start_new_kernel
from nbclient import NotebookClient

import arctic_env
from arctic_env.games.arctic.draw.cards import ANIMAL_COLOURS

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
FINDINGS = ROOT / "notebooks" / "strategies.csv"

# What users may rely on: the packages' own names, and those that training/arctic_training/README.md shows.
PUBLIC = {
    "arctic_env",
    "arctic_env.arena",
    "arctic_env.arena.analysis",
    "arctic_env.arena.statistics",
    "arctic_env.errors",
    "arctic_env.games.arctic.draw.cards",
    "arctic_env.records",
    "arctic_agents.ppo",
    "arctic_agents.networks.checkpoint",
    "arctic_agents.networks.legal",
    "arctic_agents.networks.network",
    "arctic_agents.search",
    "arctic_training.ppo",
    "arctic_training.self_play",
    "arctic_training.settings",
    "arctic_training.self_play_env",
}

AN_EFFECT = re.compile(r"([+-]\d+\.\d+)\s+\[([+-]\d+\.\d+),\s+([+-]\d+\.\d+)\]")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KernelManager]:
    """A kernel for all notebooks, in the project's folder: what it imports it imports once."""
    short = {"ARCTIC_SHORT": "1", "ARCTIC_RUNS": str(tmp_path_factory.mktemp("runs"))}
    manager, client = start_new_kernel(kernel_name="python3", cwd=str(ROOT), env=os.environ | short)
    client.stop_channels()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, kernel: KernelManager) -> None:
    notebook = jupytext.read(path)
    notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))  # no name is left of another notebook
    runner = NotebookClient(notebook, km=kernel, timeout=300)
    try:
        runner.execute()
    finally:
        if runner.kc:
            runner.kc.stop_channels()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    source = path.read_text(encoding="utf-8")
    assert count(outputs, "image/png") >= source.count("\nplt.show()") > 0
    assert count(outputs, "image/svg+xml") == source.count("\ndisplay(")


def count(outputs: list[Any], kind: str) -> int:
    """How many outputs of a media type cells have shown."""
    return sum(kind in output.get("data", {}) for output in outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_uses_public_names_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    ours = {module for module in modules if module.startswith(("arctic_env", "arctic_agents", "arctic_training"))}
    assert ours <= PUBLIC
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert not {name for name in names if name.startswith("_")}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_intervals_are_those_of_the_project(path: Path) -> None:
    """No formula of its own, which would forget the clusters and the degrees of freedom."""
    assert not re.search(r"1\.96|ddof|\.std\(|\.sem\(", path.read_text(encoding="utf-8"))


def test_animals_have_the_colours_of_the_cards() -> None:
    lines = (ROOT / "notebooks" / "1_game.py").read_text(encoding="utf-8")
    assert "color=ANIMAL_COLOURS[animal]" in lines
    drawing = arctic_env.game("arctic").deal(seed=7, num_players=3).svg(viewer=0)
    assert all(colour in drawing for colour in ANIMAL_COLOURS.values())


def test_there_are_notebooks() -> None:
    assert [path.stem[2:] for path in NOTEBOOKS] == ["game", "training", "strategies", "ladder", "decisions"]


def test_what_is_said_of_strategies_was_found() -> None:
    """Effects in the text stand in the table of the full run, rounded in the same way."""
    cells = jupytext.read(ROOT / "notebooks" / "3_strategies.py").cells
    said = [effect for cell in cells if cell.cell_type == "markdown" for effect in AN_EFFECT.findall(cell.source)]
    with FINDINGS.open(encoding="utf-8") as file:
        found = {
            tuple(f"{float(row[name]):+.1f}" for name in ("effect", "low", "high")) for row in csv.DictReader(file)
        }
    assert len(said) >= 10
    assert set(said) <= found
