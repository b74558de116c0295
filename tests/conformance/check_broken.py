"""Check toys with the JIT off, honest ones and broken ones, and end with what was found, as JSON.

python -m tests.conformance.check_broken
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import numba

from arctic_env import conformance
from arctic_env.conformance import Report, check
from arctic_env.model import registry
from tests.conformance import TOY_POINT, broken_environments, broken_games, hashed
from tests.conformance.toy.game import GAME

assert numba.config.DISABLE_JIT, "the broken kernels are plain Python"

registry._game_points()["toy"] = TOY_POINT
quickly = partial(check, games=1, most_decisions=300)
alone = partial(quickly, processes=False)


def check_honest() -> Iterator[tuple[str, Report]]:
    yield "honest", quickly(GAME)
    yield "hashed", quickly(hashed.GAME)
    yield "unregistered", alone(replace(GAME, name="unregistered"))
    yield "open", alone(broken_games.with_kernels(view=copy_view, determinize=copy_determinize))


def copy_view(states: Any, i: int, seat: int, out: Any, j: int) -> None:
    """Everything: views and worlds that leak alike keep the law."""
    out[j] = states[i]


def copy_determinize(views: Any, j: int, seat: int, seed: int, out: Any, i: int) -> None:
    out[i] = views[j]


def check_games() -> Iterator[tuple[str, Report]]:
    """Without the checks of the environment, which is the generic one."""
    with patch.object(conformance, "_check_environments"):
        for name, broken in broken_games.BROKEN.items():
            yield name, alone(broken.game)


def check_environments() -> Iterator[tuple[str, Report]]:
    """Without the checks of the game, which is the honest one."""
    with patch.object(conformance, "WALK_CHECKS", ()):
        for name, (env, _, _) in broken_environments.BROKEN.items():
            checked = issubclass(env, broken_environments.Env)
            yield name, alone(GAME, env=env) if checked else alone(GAME, raw_env=env)


CHECKS = {"honest": check_honest, "games": check_games, "environments": check_environments}

if __name__ == "__main__":
    found = {
        which: {name: [(f.severity, f.rule, f.what) for f in report.findings] for name, report in reports()}
        for which, reports in CHECKS.items()
    }
    print(json.dumps(found))
