"""The agents `ppo:PATH`, a network of `arctic train`, and `champion`, the policy that comes with the package.

The champion of a game and number of players is a checkpoint without the state of its training, as `arctic export` makes
it, in the folder `champion_Np` beside the other agents of the game. Its manifest says how it was trained. torch is
imported when an agent is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.protocol import SeededAgent, check_made_for
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.files import as_path
from arctic_env.kernels.jit import Bytes, Ints
from arctic_env.kernels.random import uniforms
from arctic_env.kernels.threads import MOST_THREADS
from arctic_env.validation import check_integer

if TYPE_CHECKING:
    from torch import Tensor

    from arctic_agents.networks.legal import Legal
    from arctic_agents.networks.network import Network
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game
    from arctic_env.model.position import View

ONE_THREAD = 1  # matrices are small: more threads gain little, and beside other busy processes they lose much


class PolicyAgent(SeededAgent):
    """Plays what a network says, drawn as it was trained or, deterministically, the most probable action."""

    def __init__(
        self, network: Network, game: Game, num_players: int, *, deterministic: bool = False, name: str = "ppo"
    ) -> None:
        super().__init__(game, num_players)
        self.network = network  # asked, never changed
        self.deterministic = deterministic  # whether the most probable action is played
        self.name = name

    def decide(self, views: States, seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Draw an action for each row by the row's seed."""
        legal, logits = self._judge(views, seats, masks)
        entries = legal.best(logits) if self.deterministic else legal.draw(logits, uniforms(seeds))[0]
        return legal.actions[entries].cpu().numpy()

    def _judge(self, views: States, seats: Bytes, masks: Bytes) -> tuple[Legal, Tensor]:
        """Return the legal actions and their logits."""
        import torch

        from arctic_agents.networks.legal import Legal

        observations = self.network.observing.observe(views, seats, masks)
        with torch.no_grad():
            legal = Legal.of(torch.from_numpy(masks), self.network.device)
            return legal, self.network.logits(torch.from_numpy(observations), legal)

    def probabilities(self, view: View) -> NDArray[np.float32]:
        """Return the probability of each action in a view, float32[A]; 0 of what is not legal.

        AgentError if the network was made for another game or number of players.
        """
        check_made_for(self, view.game, view.players)
        legal, logits = self._judge(view.states, np.array([view.seat], np.int8), view.mask()[None])
        probabilities = np.zeros(self.game.actions.size, np.float32)
        probabilities[legal.actions.cpu()] = legal.log_probs(logits).exp().cpu()
        return probabilities

    def value(self, view: View) -> float:
        """Return the reward that the network expects the view's seat to be paid until the game ends.

        AgentError if its critic sees the views of all seats, which one view does not tell, or it was made for another
        game or number of players.
        """
        import torch

        from arctic_agents.networks import FULL

        check_made_for(self, view.game, view.players)
        if self.network.settings["critic"] == FULL:
            raise AgentError(f"{self.name}: its critic sees all seats' views, so a view alone has no value")
        with torch.no_grad():
            return float(self.network.values(torch.from_numpy(view.observation()[None])))


def make(
    game: Game, num_players: int, path: str, *, deterministic: bool = False, threads: int = ONE_THREAD
) -> PolicyAgent:
    """Play a network that `arctic train` has trained.

    Args:
        game: The game.
        num_players: The number of players.
        path: A checkpoint or the folder of a run, whose newest one is taken.
        deterministic: Play the most probable action instead of drawing one. Drawing is how it was trained, and cannot
            be foreseen by others; against those that do not try to, the most probable action usually scores more.
        threads: Threads that torch takes, in the whole process.

    Raises:
        AgentError: It was made for another game or number of players.
        CheckpointError: There is no sound checkpoint of these tables.
        ValueError: The number of threads is out of range.
    """
    from arctic_agents.networks.checkpoint import load_policy

    use_threads(threads)
    policy = load_policy(path).demand(game, num_players, f"ppo:{path}")
    return PolicyAgent(policy.network, game, num_players, deterministic=deterministic, name=f"ppo:{path}")


def make_champion(
    game: Game, num_players: int, *, deterministic: bool = True, threads: int = ONE_THREAD, folder: str = ""
) -> PolicyAgent:
    """Play the trained network that comes with the package for the game and number of players.

    Args:
        game: The game.
        num_players: The number of players.
        deterministic: Play the most probable action; false draws one, as the network was trained, which nobody can
            foresee.
        threads: Threads that torch takes, in the whole process.
        folder: Where the champions are, as `arctic export --out` writes them; empty for those of the package.

    Raises:
        AgentError: There is no champion for them.
        CheckpointError: It is damaged, or was made for something else, such as other tables of the game.
        ValueError: The number of threads is out of range.
    """
    from arctic_agents.networks.checkpoint import find_champion, load_policy

    use_threads(threads)
    place = find_champion(game.name, num_players, as_path(folder) if folder else None)
    try:
        policy = load_policy(place).demand(game, num_players, "champion")
    except AgentError as error:
        raise CheckpointError(f"{place}: {error}") from error
    return PolicyAgent(policy.network, game, num_players, deterministic=deterministic, name="champion")


def use_threads(threads: int) -> None:
    """Let torch take this many threads, in the whole process; ValueError if the number is out of range."""
    import torch

    torch.set_num_threads(check_integer("threads", threads, MOST_THREADS))
