"""Notebooks run from top to bottom, use public names, and draw what they promise."""

import ast
from pathlib import Path
from typing import Any

import jupytext
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    notebook = jupytext.read(path)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    assert kinds(outputs) >= {"image/png", "image/svg+xml"}


def kinds(outputs: list[Any]) -> set[str]:
    """The media types that cells have shown."""
    return {kind for output in outputs for kind in output.get("data", {})}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_uses_public_names_only(path: Path) -> None:
    assert NOTEBOOKS
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    ours = {module for module in modules if module.startswith(("arctic_env", "agents", "training"))}
    assert ours <= {"arctic_env", "arctic_env.arena", "arctic_env.records"}
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not {name for name in names if name.startswith("_")}
