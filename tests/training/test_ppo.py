"""Our policy does what sb3-contrib's own would."""

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from arctic_agents.networks.legal import Legal
from arctic_training.ppo import NetworkPolicy
from arctic_training.session import Session
from arctic_training.settings import NetworkSettings, PpoSettings, TrainSettings

TINY = TrainSettings(
    game="arctic", games=6, network=NetworkSettings(width=4), ppo=PpoSettings(rollout=40, batch=48), steps=1
)
MANY = 300  # enough for two threads


def policy_and_observation(n: int = 6, threads: int = 1) -> tuple[NetworkPolicy, dict[str, torch.Tensor], Legal]:
    session = Session(TINY)
    session.env.reset()
    policy = session.model.policy
    assert isinstance(policy, NetworkPolicy)
    policy.threads.count = threads
    torch.manual_seed(1)
    with torch.no_grad():
        for weights in policy.parameters():
            weights.add_(torch.randn(weights.shape) * 0.2)
    step = session.env.shown
    rows = np.arange(n) % 6
    seen = {"observation": step.observations[rows], "action_mask": step.action_masks[rows]}
    obs = {name: torch.from_numpy(array) for name, array in seen.items()}
    return policy, obs, Legal.of(obs["action_mask"])


def test_probabilities_are_those_of_a_maskable_categorical() -> None:
    policy, obs, legal = policy_and_observation()
    actions, values, log_probs = policy(obs["observation"], action_masks=legal)
    matrix = torch.zeros(obs["action_mask"].shape)
    logits = policy.network.logits(obs["observation"], legal)
    matrix[legal.rows, legal.actions] = logits
    reference = MaskableCategorical(logits=matrix, masks=obs["action_mask"])
    again, judged, entropies = policy.evaluate_actions(obs["observation"], actions, legal)
    assert torch.allclose(log_probs, reference.log_prob(actions), atol=1e-5)
    assert torch.allclose(judged, log_probs, atol=1e-6)
    assert torch.allclose(entropies, reference.entropy(), atol=1e-5)
    assert torch.allclose(again, values, atol=1e-6)
    assert torch.allclose(policy.predict_values(obs["observation"]), values, atol=1e-6)


def test_actions_are_legal_and_the_best_one_is_taken_on_request() -> None:
    policy, obs, legal = policy_and_observation()
    for deterministic in (False, True):
        actions, _, log_probs = policy(obs["observation"], deterministic, legal)
        assert obs["action_mask"][torch.arange(6), actions].all()
    for _ in range(20):
        assert (policy(obs["observation"], action_masks=legal)[2] <= log_probs + 1e-6).all()
    numbers = {name: tensor.numpy() for name, tensor in obs.items()}
    assert policy.predict(numbers, deterministic=True)[0].tolist() == actions.tolist()
    assert obs["action_mask"][torch.arange(6), torch.from_numpy(policy.predict(numbers)[0])].all()


def test_masks_beside_the_observation_count() -> None:
    policy, obs, _ = policy_and_observation()
    numbers = {name: tensor.numpy() for name, tensor in obs.items()}
    only = np.zeros_like(numbers["action_mask"])
    only[np.arange(6), numbers["action_mask"].argmax(axis=1)] = 1
    wanted = only.argmax(axis=1).tolist()
    assert policy.predict(numbers, action_masks=only)[0].tolist() == wanted
    assert policy.predict(numbers, action_masks=only.astype(bool))[0].tolist() == wanted
    one = {name: array[0] for name, array in numbers.items()}
    assert policy.predict(one, action_masks=only[0])[0] == wanted[0]


def test_the_optimizer_has_every_weight() -> None:
    policy, _, _ = policy_and_observation()
    optimized = {id(weights) for group in policy.optimizer.param_groups for weights in group["params"]}
    assert optimized == {id(weights) for weights in policy.network.parameters()}
    assert optimized == {id(weights) for weights in policy.parameters()}


def test_threads_that_share_a_batch_find_the_same_answers_and_gradients() -> None:
    answers, gradients = [], []
    for threads in (1, 2, 3):
        policy, obs, legal = policy_and_observation(MANY, threads)
        assert len(policy.threads.parts(MANY)) == threads
        torch.manual_seed(5)
        actions, values, log_probs = policy(obs["observation"], action_masks=legal)
        judged = policy.evaluate_actions(obs["observation"], actions, legal)
        loss = torch.stack([(answer * torch.linspace(-1, 1, MANY)).sum() for answer in judged]).sum()
        loss.backward()
        answers.append([actions, values, log_probs, *(answer.detach() for answer in judged)])
        gradients.append([weights.grad for weights in policy.network.parameters()])
    for ours in answers[1:]:
        assert all(torch.allclose(a, b, atol=1e-5) for a, b in zip(answers[0], ours, strict=True))
    for theirs in gradients[1:]:
        for first, other in zip(gradients[0], theirs, strict=True):
            assert other is not None
            assert torch.allclose(first, other, atol=1e-3, rtol=1e-3)
