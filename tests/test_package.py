"""What is shipped: a light wheel that is whole, pinned dependencies, and nothing of anybody's machine."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import arctic_env
from tests.conftest import ROOT, ROOTS, FreshPython

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
SHIPPED = (".py", ".toml", ".json", ".yaml", ".md", ".ttf", ".txt", ".html", ".css", ".js", ".safetensors", ".typed")

# A folder of some machine: at the start of a word, or below the project's parent.
MACHINE_PATHS = re.compile(r"(?<![\w.\])}/-])/(?:work|root|home|farm|opt|tmp)/|\.\./shared")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built from a copy and without the network."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for folder in ("arctic_env", "agents", "training"):
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tree / folder, ignore=leave, symlinks=True)
    shutil.copytree(ROOT / "configs", tree / "configs")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    options = ["--no-build-isolation", "--no-index", "--wheel-dir", str(tree / "wheels"), str(tree)]
    subprocess.run(command + options, check=True, capture_output=True)
    [path] = (tree / "wheels").glob("*.whl")
    return path


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def text_in(wheel: Path, ending: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(ending)]
        return archive.read(name).decode()


def test_the_wheel_holds_every_module_and_data_file_and_nothing_else(wheel: Path) -> None:
    files = [path for root in ROOTS.values() for path in root.rglob("*") if path.suffix in SHIPPED]
    expected = {
        f"{root.name}/{path.relative_to(root).as_posix()}"
        for root in ROOTS.values()
        for path in files
        if root in path.parents
    }
    expected |= {f"arctic_training/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "configs").rglob("*.yaml")}
    held = {name for name in names_in(wheel) if ".dist-info/" not in name}
    assert held == expected
    assert {"arctic_env/py.typed", "arctic_training/configs/quick.yaml"} <= held


def test_what_is_installed_finds_its_settings_and_champions_in_any_folder(
    wheel: Path, tmp_path: Path, fresh_python: FreshPython
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    (tmp_path / "elsewhere").mkdir()
    script = (
        "from pathlib import Path; from arctic_training.settings import read_document as read;"
        "from arctic_training.settings import find_beginning;"
        "print(read(Path('quick')) == read(Path('configs/quick.yaml')) != {});"
        "print(find_beginning(read(Path('exploit'))['from'], 'arctic', 2))"
    )
    same, champion = fresh_python(
        "-c", script, cwd=tmp_path / "elsewhere", PYTHONPATH=tmp_path / "installed"
    ).stdout.splitlines()
    assert same == "True"
    assert champion == str(tmp_path / "installed/arctic_agents/arctic/champion_2p")


def test_every_file_of_the_packages_is_of_a_kind_that_is_shipped() -> None:
    files = [path for root in ROOTS.values() for path in root.rglob("*") if path.is_file()]
    strangers = [path for path in files if path.suffix not in SHIPPED and "__pycache__" not in path.parts]
    assert not strangers


def test_the_wheel_carries_licence_and_metadata(wheel: Path) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names_in(wheel))
    metadata = message_from_string(text_in(wheel, ".dist-info/METADATA"))
    assert (metadata["Name"], metadata["Requires-Python"]) == ("arctic-env", ">=3.11")


def test_the_environment_alone_needs_no_learner_and_no_plotting(wheel: Path) -> None:
    metadata = message_from_string(text_in(wheel, ".dist-info/METADATA"))
    needed = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    alone = {need.name for need in needed if need.marker is None or need.marker.evaluate({"extra": ""})}
    assert alone == {"numpy", "numba", "gymnasium", "pettingzoo", "cloudpickle", "jsonschema"}


def test_the_wheel_deals_a_game_away_from_the_tree(wheel: Path, tmp_path: Path, fresh_python: FreshPython) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    script = "import arctic_env as a; print(a.__file__); print(a.game('arctic').deal(seed=1).legal())"
    # The sources are those of the tree, and so is the folder of their kernels: nothing is compiled here.
    place, legal = fresh_python("-c", script, cwd=tmp_path, PYTHONPATH=tmp_path).stdout.splitlines()
    assert Path(place).is_relative_to(tmp_path)
    assert "place" in legal


@pytest.mark.parametrize("form", ["wheel", "editable"])
def test_a_project_may_have_packages_called_agents_and_training(
    form: str, wheel: Path, tmp_path: Path, fresh_python: FreshPython
) -> None:
    """The editable install is the one that `make setup` has made."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "wheel")
    for package in ("agents", "training"):
        (tmp_path / "project" / package).mkdir(parents=True)
        (tmp_path / "project" / package / "__init__.py").write_text("MINE = True\n")
    script = (
        "import agents, gymnasium, training, arctic_env, arctic_agents, arctic_training;"
        "gymnasium.make('arctic_env/Arctic-v0').reset(seed=1);"
        "print(agents.MINE and training.MINE, arctic_env.__file__, arctic_agents.__file__, sep='\\n')"
    )
    path = {"wheel": tmp_path / "wheel", "editable": ""}[form]
    mine, env, agents = fresh_python("-c", script, cwd=tmp_path / "project", PYTHONPATH=path).stdout.splitlines()
    home = {"wheel": tmp_path, "editable": ROOT}[form]
    assert mine == "True"
    assert Path(env).is_relative_to(home)
    assert Path(agents).is_relative_to(home)


@pytest.mark.parametrize("group", ["arctic.agents", "arctic.games", "arctic.commands"])
def test_entry_points_lead_somewhere(group: str) -> None:
    for target in PROJECT["entry-points"][group].values():
        assert_defines(target)


def test_the_command_leads_somewhere() -> None:
    assert_defines(PROJECT["scripts"]["arctic"])


def assert_defines(target: str) -> None:
    """Read, not imported: an entry point may need packages of an extra."""
    module, _, name = target.partition(":")
    package, *names = module.split(".")
    path = ROOTS.get(package, ROOT / package).joinpath(*names)
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    defined = {bound for node in ast.parse(source.read_text()).body for bound in names_bound_by(node)}
    assert name in defined, target


def names_bound_by(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.ImportFrom(names=names):
            return [alias.asname or alias.name for alias in names]
    return []


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def requirements() -> Iterator[Requirement]:
    extras = PROJECT["optional-dependencies"].values()
    for line in [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]:
        if canonicalize_name(Requirement(line).name) != "arctic-env":
            yield Requirement(line)


def test_what_make_installs_is_pinned_within_the_ranges_of_the_project() -> None:
    pinned = pins()
    for requirement in requirements():
        version = pinned.get(canonicalize_name(requirement.name))
        assert version, f"{requirement.name} is not in constraints.txt"
        assert requirement.specifier.contains(version), f"{requirement} excludes {version}"


def test_make_goes_ahead_with_every_game_there_is(tmp_path: Path) -> None:
    """The games come from the registry: what stands in for the commands writes down which it was asked for."""
    binaries = tmp_path / "bin"
    binaries.mkdir()
    scripts = {"python": f'exec "{sys.executable}" "$@"', "arctic": f'echo "$1 $3" >> "{tmp_path}/asked"'}
    for name, script in scripts.items():
        (binaries / name).write_text(f"#!/bin/sh\n{script}\n")
        (binaries / name).chmod(0o755)
    (tmp_path / "installed").touch()
    command = ["make", "--silent", f"VENV={tmp_path}", f"--old-file={tmp_path}/installed", "warm"]
    subprocess.run(command, cwd=ROOT, check=True)
    asked = (tmp_path / "asked").read_text().splitlines()
    for game in arctic_env.games():  # side by side, so games come in any order
        assert [line for line in asked if line.endswith(game)] == [f"tournament {game}", f"check {game}"]
    assert len(asked) == 2 * len(arctic_env.games())


def test_the_version_of_each_environment_stands_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    for name in arctic_env.games():
        game = arctic_env.game(name)
        assert f"| `{name}_v{game.version}` | {game.version} |" in changelog


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def test_no_file_names_a_folder_of_some_machine() -> None:
    guilty = []
    for path in tracked_files():
        if path.is_file() and path != Path(__file__) and path.suffix != ".ttf":
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            guilty += [f"{path}:{n}" for n, line in enumerate(lines, 1) if MACHINE_PATHS.search(line)]
    assert not guilty


@pytest.mark.parametrize("text", ["see /root/x", "'/home/me'", "open('../shared/x')", "=/work/main"])
def test_the_search_for_folders_finds_them(text: str) -> None:
    assert MACHINE_PATHS.search(text)
