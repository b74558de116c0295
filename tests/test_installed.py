"""A source tree that is not installed: what it lacks are agents and commands, and it says why."""

from pathlib import Path

import gymnasium
import pytest

from tests.conftest import ROOT, FreshPython


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """The installed packages without this one."""
    for entry in Path(gymnasium.__file__).parents[1].iterdir():
        if "arctic_env" not in entry.name:
            (tmp_path / entry.name).symlink_to(entry)
    return tmp_path


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, arctic_env; gymnasium.make('arctic_env/Arctic-v0')",
        "from arctic_env.agents.specs import find_maker; find_maker('greedy')",
        "from arctic_env.agents.specs import parse_agent; parse_agent('')",
        "from arctic_env.cli import main; main(['tournament', '--players', 'greedy,random'])",
        "from arctic_env.cli import main; main(['train'])",
    ],
)
def test_agents_and_commands_come_with_an_installed_package(
    code: str, packages: Path, fresh_python: FreshPython
) -> None:
    done = fresh_python("-S", "-c", code, check=False, PYTHONPATH=f"{ROOT}:{packages}")
    assert "arctic-env is not installed" in done.stderr
    assert "pip install ." in done.stderr


def test_a_typing_error_is_no_sign_of_that(fresh_python: FreshPython) -> None:
    done = fresh_python("-m", "arctic_env.cli", "trian", check=False)
    assert "'trian' (did you mean train?); there are" in done.stderr
    assert "installed" not in done.stderr
