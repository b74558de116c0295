"""The environments in the registries, and how `import arctic_env` finds them."""

from importlib.util import find_spec
from types import ModuleType
from typing import Any, get_args, get_type_hints

import gymnasium
import pettingzoo
import pytest

import arctic_env
from arctic_env.envs.aec import GameEnv
from arctic_env.envs.options import SeatOptions, SeatVecOptions, TableOptions, keywords
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv
from tests.conftest import FreshPython


@pytest.mark.parametrize("name", ["arctic_v0", "arctic_env/arctic_v0", "arctic_env/arctic-v0"])
def test_pettingzoo_makes_it_by_name(name: str) -> None:
    env = pettingzoo.make("aec", name, num_players=4, edition="it", max_cycles=3)
    assert str(env) == "arctic_v0"
    env.reset(seed=1)
    assert env.unwrapped.position == arctic_env.game("arctic").deal(seed=1, num_players=4, edition="it")


def test_gymnasium_makes_it_by_name() -> None:
    assert "arctic_env/Arctic-v0" in gymnasium.registry
    assert gymnasium.make("arctic_env/Arctic-v0").unwrapped.game is arctic_env.game("arctic")


def test_gymnasium_imports_the_package_itself(fresh_python: FreshPython) -> None:
    fresh_python("-c", "import gymnasium; gymnasium.make('arctic_env:arctic_env/Arctic-v0', opponents=['random'])")


def test_the_module_is_there_without_being_imported(fresh_python: FreshPython) -> None:
    assert isinstance(arctic_env.arctic_v0, ModuleType)
    assert {"arctic_v0", "check"} <= set(dir(arctic_env))
    with pytest.raises(AttributeError, match="no attribute 'iglu_v7'"):
        _ = arctic_env.iglu_v7
    shown = fresh_python("-c", "import arctic_env; print(arctic_env.arctic_v0.env(num_players=3).max_num_agents)")
    assert shown.stdout.strip() == "3"


def test_importing_the_package_does_not_import_what_few_need(fresh_python: FreshPython) -> None:
    names = "('torch', 'pygame', 'arctic_env.conformance', 'arctic_env.arctic_v0', 'PIL', 'rich')"
    shown = fresh_python("-c", f"import arctic_env, sys; print([n for n in {names} if n in sys.modules])")
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("name", [name for name in arctic_env.games() if find_spec(f"arctic_env.{name}_v0")])
@pytest.mark.parametrize("maker", ["env", "raw_env", "seat_env", "seat_vec_env"])
def test_a_module_has_the_rule_parameters_of_its_game(name: str, maker: str) -> None:
    types = get_type_hints(getattr(getattr(arctic_env, f"{name}_v0"), maker))
    parameters = arctic_env.game(name).parameters
    hints = {parameter: types.get(parameter) for parameter in parameters}
    values = {parameter: (False, True) if hint is bool else get_args(hint) for parameter, hint in hints.items()}
    assert values == {parameter: each.values for parameter, each in parameters.items()}


@pytest.mark.parametrize(
    ("made", "options"), [(GameEnv, TableOptions), (SeatEnv, SeatOptions), (SeatVecEnv, SeatVecOptions)]
)
def test_the_options_are_those_of_the_classes(made: type, options: Any) -> None:
    assert get_type_hints(options).keys() == {*keywords(made)} - {"num_envs"}
