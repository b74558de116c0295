"""What ARCTIC's network does between its products, forwards and backwards, in one pass each.

torch takes an operation for each step, and its sums over the actions of a decision are slow: learning takes a tenth
longer with it. On other devices than the CPU the same is done by torch.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from arctic_env.kernels.jit import Ints, njit, without_refcounts

Numbers = NDArray[np.float32]


def gather_cards(animals: Tensor, features: Tensor, rows: Tensor, main: Tensor, companion: Tensor) -> Tensor:
    """Return what the shared head reads of each action: both animals as they were read, and features.

    `animals` is float32[n, animals, size], `features` float32[k, features]; rows, main and companion animals are
    int64[k].
    """
    if animals.device.type != "cpu":
        return gather_by_torch(animals, features, rows, main, companion)
    gathered: Tensor = _Gather.apply(animals, features, rows, main, companion)  # type: ignore[no-untyped-call]
    return gathered


def join_context(about: Tensor, known: Tensor, rows: Tensor) -> Tensor:
    """Scale what is made of each action by its decision's gate, add the decision's context, and set to 0 what is below.

    `about` is float32[k, width], `known` has context and gate, float32[n, 2 * width], `rows` is int64[k].
    """
    if about.device.type != "cpu":
        return join_by_torch(about, known, rows)
    joined: Tensor = _Join.apply(about, known, rows)  # type: ignore[no-untyped-call]
    return joined


def gather_by_torch(animals: Tensor, features: Tensor, rows: Tensor, main: Tensor, companion: Tensor) -> Tensor:
    """Do what `gather_cards` does, on any device."""
    return torch.cat([animals[rows, main], animals[rows, companion], features], 1)


def join_by_torch(about: Tensor, known: Tensor, rows: Tensor) -> Tensor:
    """Do what `join_context` does, on any device."""
    context, gate = known[rows].chunk(2, 1)
    return (about * (1.0 + gate) + context).relu()


class _Gather(torch.autograd.Function):
    @staticmethod
    def forward(
        context: Any, animals: Tensor, features: Tensor, rows: Tensor, main: Tensor, companion: Tensor
    ) -> Tensor:
        places = rows.numpy(), main.numpy(), companion.numpy()
        context.shape, context.places = animals.shape, places
        out = animals.new_empty(len(features), 2 * animals.shape[2] + features.shape[1])
        gather(animals.flatten(1).numpy(), features.numpy(), *places, out.numpy())
        return out

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        out = gradients[0].new_zeros(context.shape)
        rows, main, companion = context.places
        scatter(gradients[0].contiguous().numpy(), rows, main, companion, out.numpy())
        return out, None, None, None, None


class _Join(torch.autograd.Function):
    @staticmethod
    def forward(context: Any, about: Tensor, known: Tensor, rows: Tensor) -> Tensor:
        out, biases = torch.empty_like(about), np.zeros(known.shape[1], np.float32)
        join(about.numpy(), biases[: about.shape[1]], known.numpy(), biases, rows.numpy(), out.numpy())
        context.save_for_backward(about, known, rows, out)
        return out

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        about, known, _, _ = context.saved_tensors
        made = torch.empty_like(about), torch.zeros_like(known)
        given = (tensor.detach().numpy() for tensor in (*context.saved_tensors, gradients[0].contiguous(), *made))
        split_gradient(*given)
        return *made, None


@njit
def gather(read: Numbers, features: Numbers, rows: Ints, main: Ints, companion: Ints, out: Numbers) -> None:
    """Write what `gather_cards` returns; `read` is float32[n, animals * size or more]."""
    read, features, out = without_refcounts(read), without_refcounts(features), without_refcounts(out)
    size = (out.shape[1] - features.shape[1]) // 2
    for k in range(len(rows)):
        row, own = read[rows[k]], out[k]
        first, second = row[main[k] * size :], row[companion[k] * size :]
        for j in range(size):
            own[j] = first[j]
            own[size + j] = second[j]
        for j in range(features.shape[1]):
            own[2 * size + j] = features[k, j]


@njit
def scatter(gradient: Numbers, rows: Ints, main: Ints, companion: Ints, out: Numbers) -> None:
    """Add the gradient of what was gathered, float32[k, ...], to that of the animals, float32[n, animals, size]."""
    gradient, out = without_refcounts(gradient), without_refcounts(out)
    size = out.shape[2]
    for k in range(len(rows)):
        own, first, second = gradient[k], out[rows[k], main[k]], out[rows[k], companion[k]]
        for j in range(size):
            first[j] += own[j]
        for j in range(size):  # it may be the same animal
            second[j] += own[size + j]


@njit
def join(about: Numbers, bias: Numbers, known: Numbers, bias_of_known: Numbers, rows: Ints, out: Numbers) -> None:
    """Write what `join_context` returns into `out`, which may be `about`, from products without their biases.

    `known` and its bias may have more columns than context and gate.
    """
    about, known, out = without_refcounts(about), without_refcounts(known), without_refcounts(out)
    width = len(bias)
    for k in range(len(about)):
        row, of, own = about[k], known[rows[k]], out[k]
        for j in range(width):
            gate = np.float32(1.0) + (of[width + j] + bias_of_known[width + j])
            own[j] = max((row[j] + bias[j]) * gate + (of[j] + bias_of_known[j]), np.float32(0.0))


@njit
def split_gradient(
    about: Numbers, known: Numbers, rows: Ints, out: Numbers, gradient: Numbers, of_about: Numbers, of_known: Numbers
) -> None:
    """Write the gradients of what was joined to `out`: of `about`, and, added to what is there, of `known`."""
    about, known, out = without_refcounts(about), without_refcounts(known), without_refcounts(out)
    gradient, of_about, of_known = without_refcounts(gradient), without_refcounts(of_about), without_refcounts(of_known)
    width = about.shape[1]
    for k in range(len(rows)):
        row, of, own, given = about[k], known[rows[k]], out[k], gradient[k]
        to_row, to_known = of_about[k], of_known[rows[k]]
        for j in range(width):
            passed = given[j] if own[j] > np.float32(0.0) else np.float32(0.0)
            to_row[j] = passed * (np.float32(1.0) + of[width + j])
            to_known[j] += passed
            to_known[width + j] += passed * row[j]
