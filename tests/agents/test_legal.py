import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from arctic_agents.networks.legal import Legal

ACTIONS = 11
ALMOST_ONE = np.nextafter(1.0, 0.0)


def some_masks(n: int = 40, seed: int = 0) -> Tensor:
    generator = np.random.default_rng(seed)
    masks = (generator.random((n, ACTIONS)) < 0.4).astype(np.int8)
    masks[np.arange(n), generator.integers(ACTIONS, size=n)] = 1
    return torch.from_numpy(masks)


def spread(legal: Legal, numbers: Tensor, elsewhere: float) -> Tensor:
    """Numbers of legal actions as a matrix of all actions."""
    matrix = torch.full((legal.n, ACTIONS), elsewhere)
    matrix[legal.rows, legal.actions] = numbers
    return matrix


def test_entries_are_the_legal_actions_in_order() -> None:
    masks = some_masks()
    legal = Legal.of(masks)
    assert torch.equal(torch.stack([legal.rows, legal.actions], dim=1), masks.nonzero())
    assert torch.equal(legal.ends, masks.sum(1).cumsum(0))


def test_a_part_and_a_list_are_what_the_masks_of_those_decisions_give() -> None:
    masks = some_masks()
    legal = Legal.of(masks)
    for part in (slice(0, 40), slice(0, 13), slice(13, 14), slice(27, 40)):
        expected = Legal.of(masks[part])
        for other in (legal.part(part), Legal.listed(expected.lengths, expected.actions)):
            assert other.n == len(masks[part])
            for name in ("rows", "actions", "ends"):
                assert torch.equal(getattr(other, name), getattr(expected, name)), name
    assert torch.equal(legal.lengths, masks.sum(1))


def test_chances_and_entropies_are_those_of_a_masked_softmax() -> None:
    legal = Legal.of(some_masks())
    logits = torch.randn(len(legal.rows)) * 5 + 100
    reference = torch.distributions.Categorical(logits=spread(legal, logits, -torch.inf), validate_args=False)
    chances = legal.log_probs(logits)
    assert torch.allclose(spread(legal, chances.exp(), 0.0), reference.probs, atol=1e-6)
    expected = -(reference.probs * reference.probs.clamp(min=1e-30).log()).sum(1)
    assert torch.allclose(legal.entropies(chances), expected, atol=1e-5)


def test_gradients_are_those_of_a_masked_softmax() -> None:
    legal = Legal.of(some_masks())
    logits = torch.randn(len(legal.rows), requires_grad=True)
    chances = legal.log_probs(logits)
    (chances[legal.ends - 1].sum() + legal.entropies(chances).sum()).backward()
    ours, logits.grad = logits.grad, None
    matrix = spread(legal, logits, -1e8).log_softmax(1)
    entropies = -(matrix.exp() * matrix).sum(1)
    (matrix[legal.rows, legal.actions][legal.ends - 1].sum() + entropies.sum()).backward()
    assert ours is not None
    assert logits.grad is not None
    assert torch.allclose(ours, logits.grad, atol=1e-5)


def test_evaluating_actions_does_what_torch_does_also_backwards() -> None:
    legal = Legal.of(some_masks())
    logits = (torch.randn(len(legal.rows)) * 30).requires_grad_()  # some have no probability at all
    entries = legal.ends - 1
    log_probs = legal.log_probs(logits)
    expected = log_probs[entries], legal.entropies(log_probs)
    found = legal.evaluate(logits, legal.actions[entries])
    torch.testing.assert_close(found, expected)
    weights = torch.linspace(-1.0, 2.0, legal.n)
    gradients = [
        torch.autograd.grad((a * weights).sum() + (b * weights.flip(0)).sum(), logits) for a, b in (found, expected)
    ]
    torch.testing.assert_close(*gradients)


@pytest.mark.parametrize("uniform", [0.0, 0.5, ALMOST_ONE])
def test_what_is_drawn_is_legal_whatever_the_number(uniform: float) -> None:
    masks = some_masks()
    legal = Legal.of(masks)
    logits = torch.randn(len(legal.rows)) * 500  # some chances are 0 even in float64
    drawn, log_probs = legal.draw(logits, np.full(legal.n, uniform))
    assert torch.equal(legal.rows[drawn], torch.arange(legal.n))
    assert masks[torch.arange(legal.n), legal.actions[drawn]].all()
    assert torch.allclose(log_probs, legal.log_probs(logits)[drawn], atol=1e-4)
    assert log_probs.isfinite().all()


def test_actions_are_drawn_as_often_as_their_chances_say() -> None:
    n = 20_000
    legal = Legal.of(torch.tensor([[1, 0, 1, 1]], dtype=torch.int8).repeat(n, 1))
    logits = torch.tensor([0.2, 0.7, 0.1]).log().repeat(n) + 3
    drawn, log_probs = legal.draw(logits, np.random.default_rng(1).random(n))
    counts = legal.actions[drawn].bincount(minlength=4) / n
    assert counts.tolist() == pytest.approx([0.2, 0.0, 0.7, 0.1], abs=0.015)  # four standard errors
    assert torch.allclose(log_probs, (logits - 3)[drawn], atol=1e-5)


@given(st.integers(0, 2**32 - 1))
def test_the_best_action_is_the_first_with_the_largest_number(seed: int) -> None:
    masks = some_masks(8, seed)
    legal = Legal.of(masks)
    numbers = torch.from_numpy(np.random.default_rng(seed).integers(3, size=len(legal.rows))).float()
    expected = spread(legal, numbers, -1.0).numpy().argmax(axis=1)
    assert legal.actions[legal.best(numbers)].tolist() == expected.tolist()


def test_an_action_is_found_again() -> None:
    legal = Legal.of(some_masks())
    entries, _ = legal.draw(torch.zeros(len(legal.rows)), np.random.default_rng(1).random(legal.n))
    found = legal.find(legal.actions[entries])
    assert torch.equal(found, entries)


def test_a_decision_does_not_depend_on_the_others_of_the_batch() -> None:
    masks, uniforms = some_masks(), np.random.default_rng(1).random(40)
    legal = Legal.of(masks)
    logits = torch.randn(len(legal.rows))
    together = legal.actions[legal.draw(logits, uniforms)[0]]
    alone = []
    for row in range(len(masks)):
        one = Legal.of(masks[row : row + 1])
        entry, _ = one.draw(logits[legal.rows == row], uniforms[row : row + 1])
        alone.append(int(one.actions[entry]))
    assert together.tolist() == alone


def test_an_action_that_is_not_legal_is_refused() -> None:
    legal = Legal.of(torch.tensor([[1, 1, 0], [1, 1, 1]], dtype=torch.int8))
    with pytest.raises(ValueError, match="not legal in its decision"):
        legal.evaluate(torch.zeros(5), torch.tensor([2, 0]))
