"""Search with a trained network: chances guide it, values judge its leaves."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arctic_agents.networks.checkpoint import load_policy, save_checkpoint
from arctic_agents.networks.evaluator import Evaluation, Evaluator, load_evaluator
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import make_network
from arctic_agents.search import Options
from arctic_agents.search.ismcts import SearchAgent
from arctic_env.agents.specs import bind
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.kernels.rewards import MARGIN, WIN
from arctic_env.model.game import Position
from tests.agents.planning import ask, some_states
from tests.agents.positions import random_decisions
from tests.conformance.toy.game import GAME as TOY
from tests.conformance.toy.state import DRAW, KEEP, SHOW
from tests.search.playing import ARCTIC

ABOUT = {"settings": {"reward": {"kind": "margin", "scale": 30.0, "shaping": True}}}


def save(folder: Path, critic: str = "view", about: dict[str, Any] = ABOUT) -> str:
    torch.manual_seed(1)
    save_checkpoint(folder, make_network(ARCTIC, 2, "mlp", 4, critic), ARCTIC, 2, about)
    return str(folder)


# ------------------------------------------------------------------------------------------------ the judge


@pytest.mark.parametrize("critic", ["view", "full"])
def test_a_judge_says_what_its_network_says(tmp_path: Path, critic: str) -> None:
    evaluator = load_evaluator(save(tmp_path / "one", critic), ARCTIC, 2)
    network = load_policy(tmp_path / "one").network
    asked = random_decisions(8)
    judged = evaluator.evaluate(asked.views, asked.seats)
    observations, legal = asked.tensors()
    with torch.no_grad():
        chances = legal.log_probs(network.logits(observations, legal)).exp().numpy()
    assert judged.probabilities == pytest.approx(chances, abs=1e-6)
    assert judged.ends.tolist() == legal.ends.tolist()
    assert judged.actions.tolist() == legal.actions.tolist()
    if critic == "view":
        with torch.no_grad():
            assert judged.values == pytest.approx(network(observations, legal)[1].numpy(), abs=1e-6)
    assert (evaluator.payoff, evaluator.unit, evaluator.shaped) == (MARGIN, 30.0, True)


def test_a_checkpoint_must_say_what_was_paid(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="does not say what its network was paid"):
        load_evaluator(save(tmp_path / "one", about={"steps": 3}), ARCTIC, 2)


# ------------------------------------------------------------------------------------------------ the agent


def test_an_agent_with_a_policy_plays(tmp_path: Path) -> None:
    agent = f"ismcts:simulations=12,batch=4,policy={save(tmp_path / 'one')}"
    tables = [GameSpec(ARCTIC.deal(seed=seed), [agent, "random"], seed) for seed in range(2)]
    results = play_many(tables, limits=Limits(on_fault="raise", decisions=30))
    assert not any(result.faults for result in results)


def test_a_policy_is_for_one_game_and_number_of_players(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="the policy was made for 2 players, not for 3"):
        bind(f"ismcts:policy={save(tmp_path / 'one')}", ARCTIC, 3)


def test_the_champion_guides_in_its_game(tmp_path: Path) -> None:
    assert load_evaluator("champion", ARCTIC, 2).unit == 30.0
    with pytest.raises(AgentError, match="there is no champion of toy for 2 players"):
        load_evaluator("champion", TOY, 2)


def test_many_decisions_are_judged_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = f"ismcts:simulations=9,batch=4,reuse=false,policy={save(tmp_path / 'one')}"
    asked: list[int] = []
    original = Evaluator.evaluate

    def evaluate(self: Evaluator, states: NDArray[Any], seats: NDArray[np.int8]) -> Evaluation:
        asked.append(len(states))
        return original(self, states, seats)

    monkeypatch.setattr(Evaluator, "evaluate", evaluate)
    states = some_states(ARCTIC, 8, 2, 12)
    masks = np.empty((len(states), ARCTIC.actions.size), np.int8)
    ARCTIC.batch.legal(states, masks)
    choices = int((masks.sum(axis=1) > 1).sum())
    ask(ARCTIC, agent, states, np.arange(len(states)))
    worlds, roots = 3 * choices, choices
    assert asked == [worlds, roots, 4 * choices, 4 * choices]


# ------------------------------------------------------------------------------------------------ in the tree


class Saying:
    """A judge that says what it is told: a chance for each action, and a value for each state."""

    def __init__(self, chances: dict[int, float], worth: Any, players: int = 2) -> None:
        self.game, self.players, self.payoff, self.unit, self.shaped = TOY, players, WIN, 1.0, False
        self._chances, self._worth = chances, worth

    def evaluate(self, states: NDArray[Any], seats: NDArray[np.int8]) -> Evaluation:
        masks = np.empty((len(states), TOY.actions.size), np.int8)
        TOY.batch.legal(states, masks)
        legal = Legal.of(torch.from_numpy(masks))
        chances = np.array([self._chances.get(action, 1.0) for action in legal.actions.tolist()], np.float32)
        values = np.array([self._worth(state) for state in states], np.float32)
        return Evaluation(legal.ends.numpy(), legal.actions.numpy(), chances, values)


def look(judge: Saying, players: int = 2, **options: Any) -> Any:
    chosen = Options(**{"simulations": 201, "worlds": 50, **options})
    agent = SearchAgent(TOY, players, chosen, judge)  # type: ignore[arg-type]
    return agent.look(TOY.deal(seed=1, num_players=players).view(0), seed=2)


def test_visits_follow_the_chances_of_a_policy() -> None:
    judge = Saying({KEEP: 0.2, SHOW: 0.7, DRAW: 0.1}, lambda state: 0.0)
    result = look(judge, exploration=1000.0, temperature=1.0)
    shares = {move.text: move.visits / result.simulations for move in result.moves}
    assert shares == pytest.approx({"keep": 0.2, "show": 0.7, "draw": 0.1}, abs=0.02)


def test_temperature_makes_a_policy_less_sure_of_itself() -> None:
    judge = Saying({KEEP: 0.04, SHOW: 0.95, DRAW: 0.01}, lambda state: 0.0)
    result = look(judge, exploration=1000.0, temperature=2.0)
    shares = {move.text: move.visits / result.simulations for move in result.moves}
    roots = {"keep": 0.2, "show": 0.95**0.5, "draw": 0.1}
    expected = {text: root / sum(roots.values()) for text, root in roots.items()}
    assert shares == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("temperature", [0.01, 0.5, 1.0, 2.0, 1e9])
def test_chances_at_any_temperature_are_chances(temperature: float) -> None:
    chances = np.array([0.7, 0.3, 1.0, 0.0, 1e-30, 1.0], np.float32)
    judged = Evaluation(np.array([2, 3, 6]), np.arange(6), chances, np.zeros(3, np.float32))
    changed = judged.probabilities_at(temperature)
    assert np.add.reduceat(changed, [0, 2, 3]) == pytest.approx(1.0)
    assert changed[0] / changed[1] == pytest.approx((7 / 3) ** (1 / temperature), rel=1e-3)
    assert changed[2] == 1.0
    assert changed[3] <= changed[4] <= changed[5]


@pytest.mark.parametrize("options", [{"simulations": 1}, {"simulations": 4, "trees": 4}, {"seconds": 1e-9}])
def test_where_nothing_was_tried_the_likeliest_action_is_played(options: dict[str, Any]) -> None:
    """The first simulation of a tree only asks for the chances at its root."""
    result = look(Saying({KEEP: 0.2, SHOW: 0.7, DRAW: 0.1}, lambda state: 0.0), **{"simulations": 0, **options})
    assert result.simulations == 0
    assert [move.text for move in result.moves] == ["show", "keep", "draw"]


@pytest.mark.parametrize("players", [2, 3])
def test_a_value_is_good_for_its_seat_and_bad_for_the_others(players: int) -> None:
    """After a draw the seat still decides, after all else another one does: where who decides does well, draw."""
    judge = Saying({}, lambda state: 0.5, players)
    result = look(judge, players, simulations=30, exploration=0.1)
    assert result.best.text == "draw"
    assert sum(result.values) == pytest.approx(0.0, abs=1e-6)
    assert look(Saying({}, lambda state: -0.5, players), players, exploration=0.1).moves[-1].text == "draw"


def test_what_was_paid_already_is_added_to_shaped_values() -> None:
    plain, shaped = Saying({}, lambda state: 0.0), Saying({}, lambda state: 0.0)
    shaped.shaped = True
    assert look(plain, simulations=5).values == (0.0, 0.0)
    values = look(shaped, simulations=5).values
    assert values[0] == -values[1] != 0.0


def test_ends_of_games_are_not_judged() -> None:
    position: Position = TOY.deal(seed=1)
    while position.states["turns"][0] < 3:
        position = position.play("keep")
    agent = SearchAgent(
        TOY,
        2,
        Options(simulations=300, worlds=300),
        Saying({}, lambda state: 0.0),  # type: ignore[arg-type]
    )
    assert position.seat is not None
    result = agent.look(position.view(position.seat))
    assert result.values[0] == pytest.approx(-result.values[1])
    assert any(move.values is not None and abs(move.values[0]) > 0.2 for move in result.moves)


def test_torch_is_not_loaded_without_a_policy(fresh_python: Any) -> None:
    script = (
        "import sys, json, arctic_env; from arctic_env.agents.specs import bind; game = arctic_env.game('arctic');"
        "bind('ismcts', game, 2); bind('pimc', game, 2);"
        "print(json.dumps('torch' in sys.modules))"
    )
    assert json.loads(fresh_python("-c", script).stdout) is False
