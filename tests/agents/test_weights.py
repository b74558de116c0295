"""Weights of planners: however odd, the planner answers with legal actions, or says what is wrong with them."""

from dataclasses import fields

import numpy as np
import pytest

import arctic_env
from arctic_agents.arctic.planner import SLOWEST
from arctic_agents.planner import MOST, make, shares
from arctic_env.agents.specs import bind
from arctic_env.arena import Limits, Settings, run_tournament
from arctic_env.errors import AgentError
from tests.agents.test_planners import PLANNED


@pytest.mark.parametrize("game", PLANNED)
def test_extreme_weights_lead_to_legal_actions(game: str) -> None:
    generator, kind = np.random.default_rng(3), type(make(arctic_env.game(game), 2).weights)
    for _ in range(4):
        weights = {field.name: int(generator.choice([-MOST, 0, MOST])) for field in fields(kind)}
        weights |= {name: int(generator.integers(2)) for name in shares(kind)}
        if "pace" in weights:
            weights["pace"] = generator.choice([SLOWEST + 0.01, MOST])
        text = ",".join(f"{name}={value}" for name, value in weights.items())
        agents = [f"planner:{text}", "random"]
        run_tournament(Settings(agents, game=game, games=2, limits=Limits(on_fault="raise")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("run=1e308,totem=1e308", r"the weight run is from -100 to 100, not 1e\+308"),
        ("run=-inf", "the weight run is from -100 to 100, not -inf"),
        ("run=" + "9" * 400, "the weight run is from -100 to 100, not 9999"),
        ("pace=1e-300", "the weight pace is more than 0.1, not 1e-300"),
        ("totem_memory=2", "the weight totem_memory is from 0 to 1, not 2.0"),
        ("reach=2000", "the weight reach is from -100 to 100, not 2000"),
        ("distance=-1", "the weight distance is from 0 to 1, not -1"),
    ],
)
def test_weights_that_cannot_be_reckoned_with_are_refused(text: str, message: str) -> None:
    game = arctic_env.game("iglu" if text.startswith(("reach", "distance")) else "arctic")
    with pytest.raises(AgentError, match=message):
        bind(f"planner:{text}", game, 2)
