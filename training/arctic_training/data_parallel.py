"""Work on the parts of a batch at once, forwards and backwards.

torch's own threads share the work of each single operation and wait for each other after it, which takes several times
as long as one thread where other processes want a core. Here each thread takes a part of the batch through all
operations, and torch has one thread in each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from arctic_env.kernels.threads import Threads

_SMALLEST = 64  # decisions a part

Work = Callable[[slice], tuple[Tensor, ...]]
"""Answers for a part of the batch: tensors of its length."""


class BatchThreads(Threads):
    """Threads that take one part of a batch each, as large as can be: every part goes through all operations."""

    def parts(self, n: int) -> list[slice]:
        """Return n decisions in even parts."""
        parts = max(1, min(self.count, n // _SMALLEST))
        bounds = [n * part // parts for part in range(parts + 1)]
        return [slice(*pair) for pair in pairwise(bounds)]


def in_parts(work: Work, threads: Threads, n: int) -> tuple[Tensor, ...]:
    """Return the answers for n decisions, without a gradient."""
    return tuple(torch.cat(pieces) for pieces in zip(*_run(work, threads, n), strict=True))


def in_parts_with_gradient(work: Work, threads: Threads, n: int, weights: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Return the answers for n decisions; their gradient goes to the weights."""
    if threads.count == 1:
        return work(slice(0, n))
    answers: tuple[Tensor, ...] = _InParts.apply(work, threads, n, *weights)  # type: ignore[no-untyped-call]
    return answers


def _run(work: Work, threads: Threads, n: int) -> list[tuple[Tensor, ...]]:
    answers: dict[int, tuple[Tensor, ...]] = {}

    def note(part: slice) -> None:
        answers[part.start] = work(part)

    threads.run(note, n)
    return [answers[start] for start in sorted(answers)]


class _InParts(torch.autograd.Function):
    """Forwards and backwards in parts; each part has a graph of its own from the weights to its answers."""

    @staticmethod
    def forward(context: Any, work: Work, threads: Threads, n: int, *weights: Tensor) -> tuple[Tensor, ...]:
        def with_graph(part: slice) -> tuple[Tensor, ...]:
            with torch.enable_grad():
                return work(part)

        context.threads, context.n, context.weights = threads, n, weights
        context.answers = _run(with_graph, threads, n)
        return tuple(torch.cat([one.detach() for one in pieces]) for pieces in zip(*context.answers, strict=True))

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Any, ...]:
        starts = [part.start for part in context.threads.parts(context.n)]
        answers = dict(zip(starts, context.answers, strict=True))

        def of_part(part: slice) -> tuple[Tensor, ...]:
            ends = [gradient[part] for gradient in gradients]
            gradients_of_part: tuple[Tensor, ...] = torch.autograd.grad(answers[part.start], context.weights, ends)
            return gradients_of_part

        parts = _run(of_part, context.threads, context.n)
        sums = [torch.stack(pieces).sum(0) if len(pieces) > 1 else pieces[0] for pieces in zip(*parts, strict=True)]
        return None, None, None, *sums
