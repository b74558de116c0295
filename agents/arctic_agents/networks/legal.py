"""The legal actions of many decisions as one list, and probabilities over them.

Of some hundred actions about five are legal at a time, so numbers are kept for those alone: entry i is action
`actions[i]` of decision `rows[i]`, decisions in order and actions in order within each. Illegal actions do not exist
here, so they cannot get any probability.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from arctic_env.kernels.jit import Floats, Ints, njit
from arctic_env.kernels.masks import legal_pairs

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Legal:
    """The k legal actions of n decisions."""

    n: int  # number of decisions
    rows: Tensor  # int64[k], the decision
    actions: Tensor  # int64[k], the action id
    ends: Tensor  # int64[n], one past the last entry of each decision

    @staticmethod
    def of(masks: Tensor, device: torch.device | str = "cpu") -> "Legal":
        """Make the list on a device from int8[n, A], 1 where an action is legal; each row has at least one."""
        rows, actions = legal_pairs(masks.cpu().numpy())
        lengths = np.bincount(rows, minlength=len(masks))
        return Legal.listed(torch.from_numpy(lengths), torch.from_numpy(actions)).to(device)

    @staticmethod
    def listed(lengths: Tensor, actions: Tensor) -> "Legal":
        """Make the list from each decision's number of legal actions, int64[n], and the actions in order, int64[k]."""
        rows = torch.arange(len(lengths), device=lengths.device).repeat_interleave(lengths)
        return Legal(len(lengths), rows, actions, lengths.cumsum(0))

    def to(self, device: torch.device | str) -> "Legal":
        """Copy to another device."""
        return Legal(self.n, self.rows.to(device), self.actions.to(device), self.ends.to(device))

    def part(self, decisions: slice) -> "Legal":
        """Return the legal actions of a slice of the decisions, counted from 0."""
        if decisions == slice(0, self.n):
            return self
        first = int(self.ends[decisions.start - 1]) if decisions.start else 0
        last = int(self.ends[decisions.stop - 1])
        rows = self.rows[first:last] - decisions.start
        return Legal(decisions.stop - decisions.start, rows, self.actions[first:last], self.ends[decisions] - first)

    @property
    def lengths(self) -> Tensor:
        """Number of legal actions of each decision, int64[n]."""
        return self.ends.diff(prepend=self.ends.new_zeros(1))

    def sums(self, numbers: Tensor) -> Tensor:
        """Sum over the actions of each decision, (n,) from (k,)."""
        return numbers.new_zeros(self.n).index_add(0, self.rows, numbers)

    def largest(self, numbers: Tensor) -> Tensor:
        """Return the maximum over the actions of each decision, (n,) from (k,); no gradient."""
        lowest = numbers.new_full((self.n,), -torch.inf)
        return lowest.scatter_reduce(0, self.rows, numbers.detach(), "amax")

    def log_probs(self, logits: Tensor) -> Tensor:
        """Return the logarithms of the softmax within each decision, float32[k]."""
        shifted = logits - self.largest(logits)[self.rows]
        return shifted - self.sums(shifted.exp()).log()[self.rows]

    def entropies(self, log_probs: Tensor) -> Tensor:
        """Return the entropy of each decision in nats, float32[n]."""
        return -self.sums(log_probs.exp() * log_probs)

    def evaluate(self, logits: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log_prob of a legal action of each decision, int64[n], and the entropy; float32[n] each."""
        if logits.device.type != "cpu":
            log_probs = self.log_probs(logits)
            return log_probs[self.find(actions)], self.entropies(log_probs)
        found: tuple[Tensor, Tensor] = _Evaluate.apply(logits, self.ends, self.find(actions))  # type: ignore[no-untyped-call]
        return found

    def draw(self, logits: Tensor, uniforms: Floats) -> tuple[Tensor, Tensor]:
        """Draw an entry for each decision, with its log probability, int64[n] below k and float32[n]; no gradient.

        `uniforms` has a number of [0, 1) for each decision, float64[n].
        """
        entries, log_probs = np.empty(self.n, np.int64), np.empty(self.n, np.float32)
        draw_entries(logits.detach().cpu().numpy(), self.ends.cpu().numpy(), uniforms, entries, log_probs)
        on_cpu = torch.from_numpy(entries), torch.from_numpy(log_probs)
        return on_cpu[0].to(logits.device), on_cpu[1].to(logits.device)

    def best(self, logits: Tensor) -> Tensor:
        """Return the entry with the largest logit of each decision, int64[n]; the first of equals."""
        is_largest = logits.detach() == self.largest(logits)[self.rows]
        entries = torch.where(is_largest, self._entries(), len(logits))
        beyond = self.rows.new_full((self.n,), len(logits))
        return beyond.scatter_reduce(0, self.rows, entries, "amin")

    def find(self, actions: Tensor) -> Tensor:
        """Return the entry of the given action of each decision, int64[n]; ValueError if one is not legal."""
        entries = self._entries()[self.actions == actions[self.rows]]
        if len(entries) != self.n:
            raise ValueError("an action is not legal in its decision")
        return entries

    def _entries(self) -> Tensor:
        return torch.arange(len(self.rows), device=self.rows.device)


class _Evaluate(torch.autograd.Function):
    """The log_probs of entries, one of each decision, and entropies; torch takes thirty operations for them."""

    @staticmethod
    def forward(context: Any, logits: Tensor, ends: Tensor, entries: Tensor) -> tuple[Tensor, Tensor]:
        n, log_probs = len(ends), torch.empty_like(logits)
        chosen, entropies = logits.new_empty(n), logits.new_empty(n)
        made = (log_probs.numpy(), chosen.numpy(), entropies.numpy())
        write_log_probs(logits.numpy(), ends.numpy(), entries.numpy(), *made)
        context.save_for_backward(ends, entries, log_probs, entropies)
        return chosen, entropies

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        ends, entries, log_probs, entropies = (tensor.detach().numpy() for tensor in context.saved_tensors)
        of_chosen, of_entropies = (gradient.contiguous().numpy() for gradient in gradients)
        out = gradients[0].new_empty(len(log_probs))
        write_gradients(ends, entries, log_probs, entropies, of_chosen, of_entropies, out.numpy())
        return out, None, None


@njit
def write_log_probs(
    logits: Numbers, ends: Ints, entries: Ints, log_probs: Numbers, chosen: Numbers, entropies: Numbers
) -> None:
    """Write all log_probs, float32[k], those of the entries, float32[n], and the entropies, float32[n]."""
    first = 0
    for i in range(len(ends)):
        largest = logits[first : ends[i]].max()
        total, entropy = np.float32(0.0), np.float32(0.0)
        for entry in range(first, ends[i]):
            total += np.exp(logits[entry] - largest)
        for entry in range(first, ends[i]):
            log_prob = logits[entry] - largest - np.log(total)
            entropy -= np.exp(log_prob) * log_prob
            log_probs[entry] = log_prob
        chosen[i], entropies[i] = log_probs[entries[i]], entropy
        first = ends[i]


@njit
def write_gradients(
    ends: Ints,
    entries: Ints,
    log_probs: Numbers,
    entropies: Numbers,
    of_chosen: Numbers,
    of_entropies: Numbers,
    out: Numbers,
) -> None:
    """Write the gradient of the logits, float32[k], from those of the chosen log_probs and of the entropies."""
    first = 0
    for i in range(len(ends)):
        for entry in range(first, ends[i]):
            share = of_chosen[i] + of_entropies[i] * (log_probs[entry] + entropies[i])
            out[entry] = -np.exp(log_probs[entry]) * share
        out[entries[i]] += of_chosen[i]
        first = ends[i]


@njit
def draw_entries(
    logits: NDArray[np.float32], ends: Ints, uniforms: Floats, entries: Ints, log_probs: NDArray[np.float32]
) -> None:
    """Write a drawn entry for each decision, int64[n], and the logarithm of its probability, float32[n]."""
    first = 0
    for i in range(len(ends)):
        largest = logits[first]
        for entry in range(first + 1, ends[i]):
            largest = max(largest, logits[entry])
        total = 0.0
        for entry in range(first, ends[i]):
            total += np.exp(float(logits[entry] - largest))
        left = uniforms[i] * total
        drawn = first  # where rounding leaves something over, the last entry with a probability
        for entry in range(first, ends[i]):
            weight = np.exp(float(logits[entry] - largest))
            if weight > 0.0 and left >= 0.0:
                drawn = entry
                left -= weight
        entries[i] = drawn
        log_probs[i] = logits[drawn] - largest - np.log(total)
        first = ends[i]
