"""The legal actions of many decisions as one list, and chances over them.

Of some hundred actions about five are legal at a time, so numbers are kept for those alone: entry i is action
`actions[i]` of decision `rows[i]`, decisions in order and actions in order within each. Illegal actions do not exist
here, so no chance can fall on them.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from arctic_env.arena.masks import legal_pairs


@dataclass(frozen=True)
class Legal:
    """The k legal actions of n decisions.

    Attributes:
        n: number of decisions.
        rows: int64[k], which decision.
        actions: int64[k], action id.
        ends: int64[n], one past the last entry of each decision.
    """

    n: int
    rows: Tensor
    actions: Tensor
    ends: Tensor

    @staticmethod
    def of(masks: Tensor, device: torch.device | str = "cpu") -> "Legal":
        """From int8[n, A], 1 where an action is legal; each row has at least one. The list is made on that device."""
        rows, actions = legal_pairs(masks.cpu().numpy())
        counts = np.bincount(rows, minlength=len(masks))
        return Legal(len(masks), *(torch.from_numpy(a).to(device) for a in (rows, actions, counts.cumsum())))

    def sums(self, numbers: Tensor) -> Tensor:
        """The sum over the actions of each decision, (n,) from (k,)."""
        return numbers.new_zeros(self.n).index_add(0, self.rows, numbers)

    def largest(self, numbers: Tensor) -> Tensor:
        """The largest number of each decision, (n,) from (k,); no gradient."""
        lowest = numbers.new_full((self.n,), -torch.inf)
        return lowest.scatter_reduce(0, self.rows, numbers.detach(), "amax")

    def log_chances(self, logits: Tensor) -> Tensor:
        """Logarithms of the softmax within each decision, float32[k]."""
        shifted = logits - self.largest(logits)[self.rows]
        return shifted - self.sums(shifted.exp()).log()[self.rows]

    def entropies(self, log_chances: Tensor) -> Tensor:
        """Entropy of each decision in nats, float32[n]."""
        return -self.sums(log_chances.exp() * log_chances)

    def draw(self, log_chances: Tensor, uniforms: Tensor) -> Tensor:
        """An entry for each decision, int64[n] below k, by one number of [0, 1) each, float64[n]."""
        cumulated = log_chances.double().exp().cumsum(0)
        after = cumulated[self.ends - 1]
        before = torch.cat([after.new_zeros(1), after[:-1]])
        drawn = torch.searchsorted(cumulated, before + uniforms * (after - before), right=True)
        return torch.minimum(drawn, self.ends - 1)

    def best(self, logits: Tensor) -> Tensor:
        """The entry with the largest number in each decision, int64[n]; the first of several."""
        is_largest = logits.detach() == self.largest(logits)[self.rows]
        entries = torch.where(is_largest, self._entries(), len(logits))
        beyond = self.rows.new_full((self.n,), len(logits))
        return beyond.scatter_reduce(0, self.rows, entries, "amin")

    def find(self, actions: Tensor) -> Tensor:
        """The entry of one legal action of each decision, int64[n]."""
        return self._entries()[self.actions == actions[self.rows]]

    def _entries(self) -> Tensor:
        return torch.arange(len(self.rows), device=self.rows.device)
