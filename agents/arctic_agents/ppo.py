"""The agents `ppo:PATH`, a network of `arctic train`, and `champion`, the policy that comes with the package.

The champion of a game and number of players is a checkpoint without the state of its training, as `arctic export` makes
it, in the folder `champion_Np` beside the other agents of the game. Its manifest says how it was trained. torch is
imported when an agent is made.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import SeededAgent, first_decision, uniforms
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.kernels.threads import MOST_THREADS
from arctic_env.validation import check_integer

if TYPE_CHECKING:
    from arctic_agents.networks.network import Network
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game

ONE_THREAD = 1  # matrices are small: more threads gain little, and beside other busy processes they lose much


class PolicyAgent(SeededAgent):
    """Plays what a network says, drawn by chance as it was trained or, deterministically, the likeliest action.

    Attributes:
        network: what judges; it is asked, never changed.
        game: the game it was made for.
        players: the number of players it was made for.
        deterministic: whether the likeliest action is played.
    """

    def __init__(
        self, network: Network, game: Game, players: int, *, deterministic: bool = False, name: str = "ppo"
    ) -> None:
        self.network = network
        self.game = game
        self.players = players
        self.deterministic = deterministic
        self.name = name

    def check(self, game: Game, players: int) -> None:
        """AgentError unless the network was made for this game and number of players."""
        if game is not self.game:
            raise AgentError(f"{self.name} was made for {self.game.name}, not for {game.name}")
        if players != self.players:
            raise AgentError(f"{self.name} was made for {self.players} players, not for {players}")

    def warm_up(self, game: Game, players: int) -> None:
        """Compile the kernels that it needs."""
        first_decision(self, game, players)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """An action for each row, its chance drawn from the row's seed.

        Raises:
            AgentError: the network was made for another game or number of players.
        """
        for players in np.unique(views["players"]).tolist():
            self.check(game, players)
        observations = np.empty((len(views), game.observation(self.players).size), np.int8)
        game.batch.encode(views, seats, observations)
        return self.choose(observations, masks, seeds)

    def choose(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """As `decide`, from what the seats see, int8[n, O]."""
        import torch

        from arctic_agents.networks.legal import Legal

        with torch.no_grad():
            legal = Legal.of(torch.from_numpy(masks), self.network.device)
            logits = self.network.logits(torch.from_numpy(observations), legal)
            entries = legal.best(logits) if self.deterministic else legal.draw(logits, uniforms(seeds))[0]
            return legal.actions[entries].cpu().numpy()


def make(path: str, *, deterministic: bool = False, threads: int = ONE_THREAD) -> PolicyAgent:
    """The agent string `ppo:PATH`, PATH being a checkpoint or the folder of a run, whose newest one it takes.

    Args:
        path: the folder.
        deterministic: play the likeliest action instead of drawing one. Drawing is how it was trained, and cannot be
            foreseen by others; against those that do not try to, the likeliest action usually scores more.
        threads: threads that torch takes, for the whole process.

    Raises:
        CheckpointError: there is no sound checkpoint of these tables.
        ValueError: that is no number of threads.
    """
    from arctic_agents.networks.checkpoint import load_policy

    use_threads(threads)
    loaded = load_policy(path)
    return PolicyAgent(
        loaded.network, loaded.game, loaded.players, deterministic=deterministic, name=f"ppo:{path}"
    )


def use_threads(threads: int) -> None:
    """Let torch take so many threads, in the whole process.

    Raises:
        ValueError: that is no number of threads.
    """
    import torch

    torch.set_num_threads(check_integer("threads", threads, MOST_THREADS))


# ----------------------------------------------------------------------------------------- champion


if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game


class ChampionAgent(SeededAgent):
    """Plays as the champion for the game and number of players at hand.

    Attributes:
        deterministic: whether the likeliest action is played, or one is drawn.
        folder: where the champions are; None for those that come with the package.
    """

    name = "champion"

    def __init__(self, *, deterministic: bool = True, folder: Path | None = None) -> None:
        self.deterministic, self.folder = deterministic, folder
        self._policies: dict[tuple[str, int], PolicyAgent] = {}

    def of(self, game: Game, players: int) -> PolicyAgent:
        """The champion of a game for so many players; it is read once.

        Raises:
            AgentError: there is none.
            CheckpointError: it is damaged, or was made for something else, such as other tables of the game.
        """
        key = game.name, players
        if key not in self._policies:
            self._policies[key] = self._read(game, players)
        return self._policies[key]

    def _read(self, game: Game, players: int) -> PolicyAgent:
        from arctic_agents.networks.checkpoint import find_champion, load_policy

        folder = find_champion(game.name, players, self.folder)
        policy = load_policy(folder)
        agent = PolicyAgent(
            policy.network, policy.game, policy.players, deterministic=self.deterministic, name=self.name
        )
        try:
            agent.check(game, players)
        except AgentError as error:
            raise CheckpointError(f"{folder}: {error}") from error
        return agent

    def check(self, game: Game, players: int) -> None:
        """As `of`."""
        self.of(game, players)

    def warm_up(self, game: Game, players: int) -> None:
        """Read the policy and compile the kernels that it needs."""
        first_decision(self, game, players)

    def decide(
        self,
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """An action for each row, those of as many players judged in one pass; as `of` and `PolicyAgent.decide`."""
        actions = np.empty(len(views), np.int64)
        for players in np.unique(views["players"]).tolist():
            rows = np.flatnonzero(views["players"] == players)
            champion = self.of(game, players)
            actions[rows] = champion.decide(game, views[rows], seats[rows], masks[rows], seeds[rows])
        return actions


def make_champion(*, deterministic: bool = True, threads: int = ONE_THREAD) -> ChampionAgent:
    """The agent string `champion`.

    Args:
        deterministic: play the likeliest action; false draws one, as the policy was trained, which nobody can foresee.
        threads: threads that torch takes, for the whole process.

    Raises:
        ValueError: that is no number of threads.
    """
    use_threads(threads)
    return ChampionAgent(deterministic=deterministic)
