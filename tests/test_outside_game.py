"""A game in a package of its own, installed beside this one, is a game like those of this package."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PYTHONPATH, ROOT, FreshPython

pytestmark = pytest.mark.slow

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "toy-game"
version = "0"

[project.entry-points."arctic.games"]
toy = "toy_game.game:GAME"

[tool.setuptools]
packages = ["toy_game"]
"""

ENVIRONMENTS = """
import arctic_env, gymnasium, pettingzoo

env = gymnasium.make("arctic_env/Toy-v0", deck="long", opponents=["random"])
_, info = env.reset(seed=1)
over = False
while not over:
    _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    over = terminated or truncated
assert reward in (-1.0, 0.0, 1.0)
envs = gymnasium.make_vec("arctic_env/Toy-v0", num_envs=3)  # against greedy
_, infos = envs.reset(seed=1)
envs.step(infos["action_mask"].argmax(axis=1))

table = arctic_env.toy_v0.env(num_players=3, observation="parts")
table.reset(seed=7)
assert table.position == arctic_env.game("toy").deal(seed=7, num_players=3)
assert str(pettingzoo.make("aec", "toy_v0")) == "toy_v0"
assert "toy_v0" in dir(arctic_env) and not hasattr(arctic_env, "toy_v1")

vec = arctic_env.make_vec("toy", num_envs=4, observation="scaled")
step = vec.reset(seed=7)
vec.step(step.action_masks.argmax(axis=1))
print("all well")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the toy of the conformance tests is installed as a package."""
    project, site = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("site")
    (project / "toy_game").mkdir()
    for module in (ROOT / "tests" / "conformance" / "toy").glob("*.py"):
        source = module.read_text().replace("tests.conformance.toy", "toy_game")
        (project / "toy_game" / module.name).write_text(source)
    (project / "pyproject.toml").write_text(PROJECT)
    install(project, site)
    return site


def install(project: Path, site: Path) -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    options = ["--no-build-isolation", "--no-index", "--target", str(site), str(project)]
    subprocess.run(command + options, check=True, capture_output=True)
    shutil.rmtree(project / "build", ignore_errors=True)


@pytest.mark.parametrize(
    ("command", "made", "compiled"),
    [
        ("check --game toy --games 1", "", False),
        ("tournament --game toy --players random,greedy,search:rollouts=8 --games 2 --csv t.csv", "t.csv", True),
        (
            "train --set game=toy --set steps=64 --set games=4 --set ppo.rollout=16 --set evaluation.every=0 --out run",
            "run/journal.jsonl",
            False,
        ),
    ],
)
def test_commands_know_it(
    command: str, made: str, compiled: bool, site: Path, tmp_path: Path, fresh_python: FreshPython
) -> None:
    variables = {"PYTHONPATH": f"{PYTHONPATH}:{site}"} | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"})
    fresh_python("-m", "arctic_env.cli", *command.split(), cwd=tmp_path, **variables)
    assert (tmp_path / made).stat().st_size


def test_environments_know_it(site: Path, tmp_path: Path, fresh_python: FreshPython) -> None:
    variables = {"PYTHONPATH": f"{PYTHONPATH}:{site}", "NUMBA_DISABLE_JIT": "1"}
    done = fresh_python("-c", ENVIRONMENTS, cwd=tmp_path, **variables)
    assert done.stdout.strip() == "all well"
