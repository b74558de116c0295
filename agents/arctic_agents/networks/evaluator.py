"""A trained network as search asks it: its policy, and its critic as expected payoffs, by numpy arrays."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from arctic_agents.networks import FULL
from arctic_agents.networks.checkpoint import find_champion, load_policy
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.kernels.jit import Bytes, Floats, Ints
from arctic_env.kernels.rewards import REWARDS
from arctic_env.model.game import Game

CHAMPION = "champion"  # in the place of a path


class Evaluator:
    """A network, and the meaning of its values."""

    def __init__(self, network: Network, game: Game, num_players: int, payoff: int, unit: float, shaped: bool) -> None:
        self.game, self.num_players = game, num_players  # that it was made for
        self.payoff, self.unit = payoff, unit  # that it was trained on, a number of `arctic_env.kernels.rewards`
        self.shaped = shaped  # whether it was paid as the payoff grew: its values are then the payoff still to come
        self.observing = network.observing  # writes what the network reads
        self._network = network
        self._sees_all = network.settings["critic"] == FULL
        self._quick = network.make_quick() if network.device.type == "cpu" else None

    def probabilities(self, views: NDArray[Any], seats: Bytes, lengths: Ints, actions: Ints) -> Floats:
        """Return the policy's probabilities of the k legal actions of n states or views, float64[k].

        `lengths`, int64[n], has each decision's number of legal actions, which `actions`, int64[k], lists in order.
        """
        masks = np.zeros((len(views), self.game.actions.size), np.int8)
        masks[np.repeat(np.arange(len(views)), lengths), actions] = 1
        observations = self.observing.observe(views, seats, masks)
        legal = Legal.listed(torch.from_numpy(lengths), torch.from_numpy(actions)).to(self._network.device)
        with torch.no_grad():
            logits = self._network.logits(torch.from_numpy(observations), legal)
            return self._finite(legal.log_probs(logits).exp().double().cpu().numpy())

    def logits(self, observations: Bytes, ends: Ints, actions: Ints) -> NDArray[np.float32]:
        """Return the policy's logits of the k legal actions of n decisions, float32[k].

        `observations` are what `observing` writes of the deciding seats, int8[n, ...]; `ends`, int64[n], one past the
        last legal action of each decision; `actions` int64[k], in order.
        """
        lengths = ends.copy()
        lengths[1:] -= ends[:-1]
        rows = np.repeat(np.arange(len(ends)), lengths)
        if self._quick is not None:
            return self._finite(self._quick(observations, rows, actions))
        legal = Legal(len(ends), *map(torch.from_numpy, (rows, actions, ends))).to(self._network.device)
        with torch.no_grad():
            return self._finite(self._network.logits(torch.from_numpy(observations), legal).cpu().numpy())

    def utilities(self, states: NDArray[Any], seats: Bytes) -> Floats:
        """Return what the critic expects the deciding seats of n states to be paid in all, float64[n]."""
        observers = [((seats + k) % self.num_players).astype(np.int8) for k in range(self.num_players)]
        seen = [self.observing.observe(states, each) for each in (observers if self._sees_all else observers[:1])]
        given = np.stack(seen, axis=1) if self._sees_all else seen[0]
        with torch.no_grad():
            values = self._finite(self._network.values(torch.from_numpy(given)).double().cpu().numpy())
        if self.shaped:
            paid = np.empty((len(states), self.num_players))
            self.game.batch.potentials(states, self.payoff, self.unit, paid)
            values += paid[np.arange(len(states)), seats]
        return values

    def _finite(self, numbers: NDArray[Any]) -> NDArray[Any]:
        if not np.isfinite(numbers).all():
            raise AgentError(f"the policy for {self.game.name} says what are no finite numbers")
        return numbers


def load_evaluator(path: str | Path, game: Game, num_players: int) -> Evaluator:
    """Load the network of a checkpoint, of a run's newest checkpoint or, with `champion`, of the package.

    Raises:
        AgentError: It was made for another game or number of players, or there is no champion.
        CheckpointError: There is no sound checkpoint of these tables, or it does not say what was paid.
    """
    policy = load_policy(find_champion(game.name, num_players) if path == CHAMPION else path)
    policy.demand(game, num_players, "the policy")
    try:
        paid = policy.about["settings"]["reward"]
        payoff, unit, shaped = REWARDS.index(paid["kind"]), float(paid["scale"]), bool(paid["shaping"])
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{path}: does not say what its network was paid: {error!r}") from error
    return Evaluator(policy.network, policy.game, policy.num_players, payoff, unit, shaped)
