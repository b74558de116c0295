"""Keyword arguments that there are not: the message names the nearest one, and all there are."""

from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import arctic_env
from arctic_env import arctic_v0, iglu_v0
from arctic_env.envs.aec import GameEnv
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.envs.single import SeatEnv

ARCTIC = arctic_env.game("arctic")
MAKERS: list[Callable[..., Any]] = [
    lambda **given: arctic_env.make_vec("arctic", 2, **given),
    lambda **given: GameEnv(ARCTIC, **given),
    lambda **given: SeatEnv(ARCTIC, **given),
    lambda **given: SeatVecEnv(ARCTIC, 2, **given),
    lambda **given: gymnasium.make("arctic_env/Arctic-v0", **given),
    lambda **given: gymnasium.make_vec("arctic_env/Iglu-v0", **given),
    *(make for game in (arctic_v0, iglu_v0) for make in (game.env, game.raw_env, game.seat_env)),
    arctic_v0.seat_vec_env,
    iglu_v0.seat_vec_env,
]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("name", "meant"), [("players", "num_players"), ("rewards", "reward"), ("max_cycle", "max_cycles")]
)
def test_a_near_miss_is_told_what_it_was_meant_to_be(make: Callable[..., Any], name: str, meant: str) -> None:
    with pytest.raises((TypeError, ValueError), match=rf"'{name}' \(did you mean {meant}\?\); there are .*\b{meant}"):
        make(**{name: 3})


@pytest.mark.parametrize("make", MAKERS)
def test_all_that_there_are_are_named(make: Callable[..., Any]) -> None:
    with pytest.raises((TypeError, ValueError), match="'colour'; there are") as caught:
        make(colour="blue")
    for known in ("num_players", "reward", "observation", "max_cycles"):
        assert known in str(caught.value)
    assert "edition" in str(caught.value) or "variant, half" in str(caught.value)


def test_rule_parameters_are_those_of_the_game() -> None:
    with pytest.raises(ValueError, match=r"arctic has no parameter 'players'; there are edition$"):
        ARCTIC.options(2, players="3")
    with pytest.raises(
        ValueError, match=r"'players' \(did you mean num_players\?\); there are seed, num_players, edition$"
    ):
        ARCTIC.deal(seed=7, players="3")
    assert ARCTIC.deal(seed=7, num_players=3).players == 3
    settings: dict[str, Any] = {"game": "arctic", "players": ["random", "random"]}
    with pytest.raises(arctic_env.SettingsError, match=r"'editon' \(did you mean edition\?\)"):
        arctic_env.arena.Settings(**settings, parameters={"editon": "de"})
