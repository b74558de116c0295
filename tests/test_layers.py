"""Who may import whom: games import the model, everything else of the environment both, agents that, training all.

Imports are read from the sources, inside functions and for types too, so an import that only some call reaches counts.
There are no circles, neither of modules nor of folders. Nothing but a game's own folders knows the game.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import arctic_env
from tests.conftest import ROOT, ROOTS, FreshPython

PACKAGES = tuple(ROOTS)

# What a part may import of the project; the longest name that fits a module holds for it.
MAY_IMPORT = {
    "arctic_env.errors": (),
    "arctic_env.validation": ("arctic_env.errors",),
    "arctic_env.files": ("arctic_env.validation", "arctic_env.errors"),
    "arctic_env.kernels": ("arctic_env.kernels", "arctic_env.validation", "arctic_env.files", "arctic_env.errors"),
    "arctic_env.drawing": ("arctic_env.drawing", "arctic_env.validation", "arctic_env.files", "arctic_env.errors"),
    "arctic_env.model": (
        "arctic_env.model",
        "arctic_env.kernels",
        "arctic_env.drawing",
        "arctic_env.validation",
        "arctic_env.files",
        "arctic_env.errors",
    ),
    "arctic_env.games": (
        "arctic_env.games",
        "arctic_env.model",
        "arctic_env.kernels",
        "arctic_env.drawing",
        "arctic_env.validation",
        "arctic_env.files",
        "arctic_env.errors",
    ),
    "arctic_env": ("arctic_env",),
    "arctic_agents": ("arctic_agents", "arctic_env"),
    "arctic_training": ("arctic_training", "arctic_agents", "arctic_env"),
}
# Only the command line may import the command line.
FRONT = ("arctic_env.cli", "arctic_env.commands")
MAY_IMPORT_FRONT = (*FRONT, "arctic_training")

# Heavy packages, and the parts that may use them.
HEAVY = {
    "torch": (
        "arctic_training",
        "arctic_agents.networks",
        "arctic_agents.arctic.card_layers",
        "arctic_agents.arctic.network",
        "arctic_agents.ppo",
    ),
    "safetensors": ("arctic_training", "arctic_agents.networks"),
    "stable_baselines3": ("arctic_training",),
    "sb3_contrib": ("arctic_training",),
    "tensorboard": ("arctic_training",),
    "cmaes": ("arctic_training.tune",),
    "matplotlib": ("arctic_training.curves", "arctic_env.arena.analysis.summary"),
    "pygame": (),
    "rich": ("arctic_env.arena", *FRONT, "arctic_training"),
    "polars": ("arctic_env.arena", *FRONT),
    "openskill": ("arctic_env.arena",),
    "ray": ("arctic_env.arena.backends",),
    "resvg_py": ("arctic_env.drawing.canvas",),
    "PIL": ("arctic_env.drawing.canvas",),
    "pettingzoo": ("arctic_env.envs", "arctic_env.conformance", "arctic_env.commands"),
    "starlette": ("arctic_env.web",),
    "uvicorn": ("arctic_env.web",),
    "gymnasium": ("arctic_env.envs", "arctic_env.conformance", "arctic_training"),
}


def inside(module: str, parts: tuple[str, ...]) -> bool:
    return any(module == part or module.startswith(part + ".") for part in parts)


@cache
def imports_of(source: str, module: str, is_package: bool = False) -> tuple[str, ...]:
    """All that a module's source imports, each name as far as it may be a module."""
    return tuple(_imports_in(ast.parse(source), module, is_package))


def _imports_in(tree: ast.Module, module: str, is_package: bool) -> Iterator[str]:
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=origin, names=names, level=level):
                parents = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*parents, *([origin] if origin else [])])
                yield from (f"{base}.{alias.name}" for alias in names)
            case ast.Call(
                func=ast.Name("__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def faults_of(module: str, imported: str) -> list[str]:
    """What is wrong with one import, in words."""
    faults = []
    part = max((part for part in MAY_IMPORT if inside(module, (part,))), key=len)
    if inside(imported, PACKAGES) and not inside(imported, MAY_IMPORT[part]):
        faults.append(f"{module} imports {imported}: {part} may import {MAY_IMPORT[part]} of the project")
    if inside(imported, FRONT) and not inside(module, MAY_IMPORT_FRONT):
        faults.append(f"{module} imports {imported}: only the command line may")
    if game_of(imported) and game_of(module) and game_of(imported) != game_of(module):
        faults.append(f"{module} imports {imported}: games do not know each other")
    heavy = imported.partition(".")[0]
    if heavy in HEAVY and not inside(module, HEAVY[heavy]):
        faults.append(f"{module} imports {imported}: only {HEAVY[heavy]} may")
    return faults


def game_of(module: str) -> str | None:
    """The game whose folder a module stands in."""
    names = module.split(".")
    if names[:2] != ["arctic_env", "games"] or len(names) < 3:
        return None
    return names[2] if (ROOT / "arctic_env" / "games" / names[2]).is_dir() else None


def modules() -> Iterator[tuple[str, Path]]:
    for root in ROOTS.values():
        for path in sorted(root.rglob("*.py")):
            names = path.relative_to(root.parent).with_suffix("").parts
            yield ".".join(names[:-1] if names[-1] == "__init__" else names), path


def test_every_import_respects_the_layers() -> None:
    faults = [
        fault
        for module, path in modules()
        for imported in imports_of(path.read_text(), module, path.name == "__init__.py")
        for fault in faults_of(module, imported)
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("arctic_env.model.game", "from arctic_env.games.arctic import rules"),
        ("arctic_env.model.game", "def f():\n    import arctic_env"),
        ("arctic_env.model.game", "from ..games import arctic"),
        ("arctic_env.model.game", "import gymnasium"),
        ("arctic_env.games.arctic.rules", "from arctic_env import arena"),
        ("arctic_env.arena.match", "import arctic_agents.random"),
        ("arctic_env.arena.match", "import importlib\nimportlib.import_module('arctic_training.ppo')"),
        ("arctic_env.arena.match", "from arctic_env.cli import main"),
        ("arctic_env.envs.aec", "import torch.nn"),
        ("arctic_agents.greedy", "from arctic_training import network"),
        ("arctic_agents.greedy", "def f():\n    if True:\n        import torch"),
        ("arctic_training.ppo", "import matplotlib.pyplot as plt"),
    ],
)
def test_the_check_finds_an_import_that_goes_back(module: str, source: str) -> None:
    assert [fault for imported in imports_of(source, module) for fault in faults_of(module, imported)]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("arctic_env.model.game", "from . import loops\nfrom .errors import x\nimport numpy as np"),
        ("arctic_env.games.arctic.rules", "from ...kernels.jit import njit"),
        ("arctic_agents.ppo", "def act():\n    import torch"),
        ("arctic_training.commands", "from arctic_env.commands import common\nfrom arctic_agents.greedy import Greedy"),
    ],
)
def test_the_check_accepts_an_import_that_goes_forward(module: str, source: str) -> None:
    assert not [fault for imported in imports_of(source, module) for fault in faults_of(module, imported)]


def folder_of(module: str) -> str:
    """The folder of a module: one of those in arctic_env, or a whole package."""
    return ".".join(module.split(".")[:2]) if module.startswith("arctic_env.") else module.partition(".")[0]


FOR_ANNOTATIONS = re.compile(r"^if TYPE_CHECKING:\n(?:(?:    .*)?\n)+", re.MULTILINE)


def circle_among(sources: dict[str, str], part_of: Callable[[str], str]) -> list[str] | None:
    """A circle of imports between parts of the project; None if there is none."""
    imported: dict[str, set[str]] = {part_of(module): set() for module in sources}
    for module, source in sources.items():
        for name in imports_of(source, module):
            while name and name not in sources:
                name = name.rpartition(".")[0]
            if name and part_of(name) != part_of(module):
                imported[part_of(module)].add(part_of(name))
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return None


@pytest.mark.parametrize("part_of", [str, folder_of], ids=["modules", "folders"])
def test_nothing_imports_itself_in_a_circle(part_of: Callable[[str], str]) -> None:
    sources = {module: path.read_text() for module, path in modules()}
    if part_of is str:  # a game and its positions name each other in annotations, which import nothing
        sources = {module: FOR_ANNOTATIONS.sub("", source) for module, source in sources.items()}
    assert circle_among(sources, part_of) is None


def test_circles_are_found() -> None:
    sources = {
        "arctic_env.envs.a": "def f():\n    from arctic_env.arena.b import B",
        "arctic_env.arena.b": "import numpy",
        "arctic_env.arena.c": "from arctic_env.envs import a",
    }
    assert circle_among(sources, str) is None
    assert set(circle_among(sources, folder_of) or ()) == {"arctic_env.envs", "arctic_env.arena"}
    assert circle_among(sources | {"arctic_env.arena.b": "from arctic_env.arena.c import x"}, str)


# ------------------------------------------------------------------------------------------ games

OF_ONE_GAME = ("arctic_env.{}_v", "arctic_env.games.{}", "arctic_agents.{}")  # what knows this game
MATERIAL = {"puffin", "moose", "orca", "totem", "walrus", "igloo", "glacier", "iceberg", "edition", "variant"}
NAME_THE_COMMAND = (  # which is called `arctic` as well
    "arctic_env.cli",
    "arctic_env.starting",
    "arctic_training.run",
    "arctic_training.tune",
    "arctic_env.kernels.threads",
    "arctic_env.arena.settings",
)
FOR_TYPES = "arctic_env"  # names the modules of the environments, so that editors complete them


def of_one_game(module: str) -> bool:
    return any(module.startswith(own.format(game)) for game in arctic_env.games() for own in OF_ONE_GAME)


def games_named_in(source: str, module: str) -> set[str]:
    """Where a module names a game or its material: as a text, in an import, in the name of a variable or function."""
    nodes = list(ast.walk(ast.parse(source)))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    material = {name for name in names if MATERIAL & set(name.lower().split("_"))}
    paths = set() if module == FOR_TYPES else set(filter(of_one_game, {*texts, *imports_of(source, module)}))
    known = set(arctic_env.games()) - ({"arctic"} if module in NAME_THE_COMMAND else set())
    return texts & (known | MATERIAL) | material | paths


def test_no_module_outside_of_its_folders_knows_a_game() -> None:
    found = {module: games_named_in(path.read_text(), module) for module, path in modules()}
    assert not {module: named for module, named in found.items() if named and not of_one_game(module)}


@pytest.mark.parametrize(
    "source",
    [
        "game: str = 'iglu'",
        "def f():\n    from arctic_env.games.arctic import material",
        "from arctic_env import iglu_v0",
        "N_ORCA = 4",
        "def move_totem(): pass",
        "wanted = document['edition']",
    ],
)
def test_a_game_that_is_named_is_found(source: str) -> None:
    assert games_named_in(source, "arctic_env.arena.match")


@pytest.mark.parametrize("use", ["arctic_env.game('arctic').deal(seed=1).legal()", "arctic_env.arctic_v0.env()"])
def test_the_environment_alone_loads_no_package_of_an_extra_and_nothing_of_the_arena(
    use: str, fresh_python: FreshPython
) -> None:
    script = f"import json, sys, arctic_env; {use}; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(fresh_python("-c", script).stdout)
    assert "arctic_env.games.arctic.game" in loaded
    packages = {name.partition(".")[0] for name in loaded}
    assert not packages & ({*HEAVY, "arctic_agents", "arctic_training"} - {"gymnasium", "pettingzoo"})
    assert not [name for name in loaded if inside(name, ("arctic_env.arena",))]
