"""A trained network as search asks it: probabilities of actions and values of positions, as numpy arrays."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from arctic_agents.networks import FULL
from arctic_agents.networks.checkpoint import find_champion, load_policy
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.kernels.rewards import REWARDS
from arctic_env.model.game import Game

CHAMPION = "champion"  # in the place of a path


class Evaluation(NamedTuple):
    """A network's answers to n decisions with k legal actions in all.

    Attributes:
        ends: int64[n], one past the last action of each decision.
        actions: int64[k], legal actions, decision by decision.
        probabilities: float32[k], of these actions.
        values: float32[n], the payoff still to come for the deciding seats.
    """

    ends: NDArray[np.int64]
    actions: NDArray[np.int64]
    probabilities: NDArray[np.float32]
    values: NDArray[np.float32]

    def probabilities_at(self, temperature: float) -> NDArray[np.float32]:
        """Return the probabilities to the power of 1/temperature, float32[k]; those of a decision add up to 1 again."""
        starts = np.concatenate([[0], self.ends[:-1]])
        sizes = self.ends - starts
        largest = np.maximum.reduceat(self.probabilities, starts)
        powers = (self.probabilities / np.repeat(largest, sizes)) ** np.float32(1.0 / temperature)
        probabilities: NDArray[np.float32] = powers / np.repeat(np.add.reduceat(powers, starts), sizes)
        return probabilities


class Evaluator:
    """A network, and the meaning of its values.

    Attributes:
        game: The game it was made for.
        num_players: The number of players it was made for.
        payoff: The payoff that it was trained on, a number of `arctic_env.kernels.rewards`.
        unit: The unit of the payoff.
        shaped: Whether it was paid as the payoff grew: its values are then the payoff still to come.
    """

    def __init__(self, network: Network, game: Game, num_players: int, payoff: int, unit: float, shaped: bool) -> None:
        self.game = game
        self.num_players = num_players
        self.payoff = payoff
        self.unit = unit
        self.shaped = shaped
        self._network = network
        self._sees_all = network.settings["critic"] == FULL

    def evaluate(self, states: NDArray[np.void], seats: NDArray[np.int8]) -> Evaluation:
        """Evaluate n decisions; the policy sees each deciding seat's view, a critic made to do so all views.

        Args:
            states: n records of the game's dtype, in which somebody decides.
            seats: int8[n], the deciding seats.

        Raises:
            AgentError: The network's weights are so large that its answers are not finite.
        """
        game, n = self.game, len(states)
        seen = np.empty(
            (n, self.num_players if self._sees_all else 1, game.observation(self.num_players).size), np.int8
        )
        masks = np.empty((n, game.actions.size), np.int8)
        game.batch.legal(states, masks)
        for k in range(seen.shape[1]):
            observers = ((seats + k) % self.num_players).astype(np.int8)
            observed = np.empty((n, seen.shape[2]), np.int8)
            game.batch.encode(states, observers, observed)
            seen[:, k] = observed
        with torch.no_grad():
            legal = Legal.of(torch.from_numpy(masks), self._network.device)
            logits, values = self._network(torch.from_numpy(seen if self._sees_all else seen[:, 0]), legal)
            probabilities = legal.log_probs(logits).exp()
        if not (values.isfinite().all() and probabilities.isfinite().all()):
            raise AgentError(f"the policy for {game.name} says what are no finite numbers")
        return Evaluation(
            legal.ends.cpu().numpy(), legal.actions.cpu().numpy(), probabilities.cpu().numpy(), values.cpu().numpy()
        )


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
