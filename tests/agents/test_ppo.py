import pickle
from pathlib import Path

import numpy as np
import pytest
import torch

from arctic_agents.networks.checkpoint import save_checkpoint
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network, make_network
from arctic_agents.ppo import PolicyAgent, make
from arctic_env.agents.specs import bind
from arctic_env.arena import Settings, play, run_tournament
from arctic_env.errors import AgentError
from arctic_env.model.position import View
from tests.agents.positions import ARCTIC, IGLU, Decisions, random_decisions
from tests.conftest import FreshPython


@pytest.fixture(scope="module")
def network() -> Network:
    """A small one that is far from indifferent."""
    torch.manual_seed(1)
    made = make_network(ARCTIC, 2, "cards", 8)
    with torch.no_grad():
        for weights in made.parameters():
            weights.add_(torch.randn(weights.shape) * 0.3)
    return made


@pytest.fixture(scope="module")
def path(network: Network, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkpoints") / "one"
    save_checkpoint(folder, network, ARCTIC, 2, {})
    return folder


def decide(agent: PolicyAgent, decisions: Decisions, seeds: np.ndarray) -> np.ndarray:
    return agent.decide(decisions.views, decisions.seats, decisions.masks, seeds)


@pytest.mark.parametrize("options", ["", ":deterministic=true", ":deterministic=false,threads=1"])
def test_it_is_made_from_a_string_and_plays_to_the_end(path: Path, options: str) -> None:
    agent = bind(f"ppo:{path}{options}", ARCTIC, 2)
    result = play(ARCTIC.deal(seed=5, num_players=2), [agent, agent], seed=1)
    assert result.finished
    assert not result.faults
    assert agent.name == f"ppo:{path}{options}"  # as it is written
    assert torch.get_num_threads() == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        *[(f"deterministic={value}", "deterministic must be true or false") for value in ("False", "no", "1")],
        *[(f"threads={n}", "threads must be an integer from 1 to 256") for n in (0, -3, 10**6, 10**30)],
        *[(f"threads={value}", "threads must be an integer, not") for value in ("true", "2.0", "two")],
    ],
)
def test_options_of_the_wrong_kind_are_refused(path: Path, options: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        bind(f"ppo:{path}:{options}", ARCTIC, 2)
    assert torch.get_num_threads() == 1


def test_it_says_up_front_what_it_was_made_for(network: Network) -> None:
    agent = PolicyAgent(network, ARCTIC, 2)
    with pytest.raises(AgentError, match="made for 2 players, not for 3"):
        run_tournament(Settings([agent, "random"], "arctic", num_players=3))
    with pytest.raises(AgentError, match="made for arctic, not for iglu"):
        run_tournament(Settings([agent, "random"], game="iglu"))


@pytest.mark.parametrize(
    ("view", "wrong"),
    [
        (ARCTIC.deal(seed=1, num_players=3).view(0), "made for 2 players, not for 3"),
        (IGLU.deal(seed=1, num_players=2).view(0), "made for arctic, not for iglu"),
    ],
)
def test_a_view_of_another_table_is_refused(network: Network, view: View, wrong: str) -> None:
    agent = PolicyAgent(network, ARCTIC, 2)
    with pytest.raises(AgentError, match=wrong):
        agent.start(view.seat, seed=1).act(view, view.mask())
    with pytest.raises(AgentError, match=wrong):
        agent.probabilities(view)


def test_errors_name_the_path(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=f"{tmp_path}: there is no checkpoint"):
        bind(f"ppo:{tmp_path}", ARCTIC, 2)
    with pytest.raises(AgentError, match="ppo"):
        bind("ppo", ARCTIC, 2)


def test_deterministic_play_takes_the_largest_logit(network: Network) -> None:
    decisions = random_decisions()
    observations, legal = decisions.tensors()
    with torch.no_grad():
        matrix = torch.full(decisions.masks.shape, -torch.inf)
        matrix[legal.rows, legal.actions] = network(observations, legal)[0]
    agent = PolicyAgent(network, ARCTIC, 2, deterministic=True)
    for seed in (0, 1):
        actions = decide(agent, decisions, np.full(len(decisions.seats), seed))
        assert actions.tolist() == matrix.argmax(1).tolist()


def test_chances_are_those_of_the_network(network: Network) -> None:
    n = 4_000
    one = random_decisions(1)
    decisions = Decisions(*(np.repeat(array, n, axis=0) for array in vars(one).values()))
    observations, legal = one.tensors()
    with torch.no_grad():
        chances = legal.log_probs(network.logits(observations, legal)).exp().numpy()
    assert 0.01 < chances.max() < 0.99
    actions = decide(PolicyAgent(network, ARCTIC, 2), decisions, np.arange(n))
    shares = np.bincount(actions, minlength=ARCTIC.actions.size)[legal.actions] / n
    assert shares == pytest.approx(chances, abs=0.04)  # five standard errors


def test_a_seed_gives_the_same_action_in_any_company(network: Network) -> None:
    agent, decisions = PolicyAgent(network, ARCTIC, 2), random_decisions()
    seeds = np.arange(len(decisions.seats)) + 100
    together = decide(agent, decisions, seeds)
    assert decide(agent, decisions, seeds).tolist() == together.tolist()
    assert decide(agent, decisions, seeds + 1000).tolist() != together.tolist()
    for row in (0, 31, 63):
        alone = Decisions(*(array[row : row + 1] for array in vars(decisions).values()))
        assert decide(agent, alone, seeds[row : row + 1]).tolist() == [together[row]]


def test_act_many_takes_its_chance_from_the_generator(network: Network) -> None:
    agent, decisions = PolicyAgent(network, ARCTIC, 2), random_decisions()
    arguments = (decisions.views, decisions.seats, decisions.masks)
    first, second, other = (agent.act_many(*arguments, np.random.default_rng(seed)).tolist() for seed in (1, 1, 2))
    assert first == second != other
    assert decisions.masks[np.arange(len(first)), first].all()


def test_it_leaves_what_it_is_given_and_global_randomness_alone(network: Network) -> None:
    agent, decisions = PolicyAgent(network, ARCTIC, 2), random_decisions()
    copies = [array.copy() for array in vars(decisions).values()]
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    decide(agent, decisions, np.arange(len(decisions.seats)))
    assert torch.equal(torch.rand(1), expected)
    for array, copy in zip(vars(decisions).values(), copies, strict=True):
        assert array.tobytes() == copy.tobytes()


def test_probabilities_and_value_of_a_view_are_those_of_the_network(network: Network) -> None:
    position = ARCTIC.deal(seed=4)
    assert position.seat is not None
    agent, view = PolicyAgent(network, ARCTIC, 2), position.view(position.seat)
    probabilities = agent.probabilities(view)
    assert (probabilities > 0).tolist() == view.mask().astype(bool).tolist()
    assert probabilities.sum() == pytest.approx(1.0)
    legal = Legal.of(torch.from_numpy(view.mask()[None]))
    with torch.no_grad():
        logits, values = network(torch.from_numpy(view.observation()[None]), legal)
    assert probabilities[legal.actions] == pytest.approx(legal.log_probs(logits).exp().numpy())
    assert agent.value(view) == pytest.approx(float(values))
    sees_all = PolicyAgent(make_network(ARCTIC, 2, "mlp", 4, "full"), ARCTIC, 2)
    with pytest.raises(AgentError, match="its critic sees all seats' views"):
        sees_all.value(view)


def test_it_survives_pickling(network: Network) -> None:
    agent, decisions = PolicyAgent(network, ARCTIC, 2), random_decisions()
    seeds = np.arange(len(decisions.seats))
    again = pickle.loads(pickle.dumps(agent))
    assert decide(again, decisions, seeds).tolist() == decide(agent, decisions, seeds).tolist()


def test_torch_is_imported_only_when_an_agent_is_made(path: Path, fresh_python: FreshPython) -> None:
    script = (
        "import sys, arctic_env, arctic_agents.ppo; from arctic_env.agents.specs import bind, known_agents;"
        "known_agents(); print('torch' in sys.modules);"
        f"bind({f'ppo:{path}'!r}, arctic_env.game('arctic'), 2); print('torch' in sys.modules)"
    )
    assert fresh_python("-c", script).stdout.split() == ["False", "True"]


def test_make_is_what_the_string_calls(path: Path) -> None:
    decisions = random_decisions()
    seeds = np.arange(len(decisions.seats))
    made = make(ARCTIC, 2, str(path))
    from_string = bind(f"ppo:{path}", ARCTIC, 2)
    assert isinstance(from_string, PolicyAgent)
    assert decide(made, decisions, seeds).tolist() == decide(from_string, decisions, seeds).tolist()
