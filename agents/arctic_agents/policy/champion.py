"""The agent `champion`: for each game and number of players the policy that comes with the package, if there is one.

It is a checkpoint without the state of its training, `agents/arctic_agents/champions/GAME_Np`, as `arctic
export` makes it. Its
manifest says how it was trained.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import arctic_agents.champions
from arctic_agents.policy.agent import ONE_THREAD, PolicyAgent, use_threads
from arctic_env.arena import SeededAgent, first_decision
from arctic_env.errors import AgentError, CheckpointError

if TYPE_CHECKING:
    from arctic_env.agents.protocol import States
    from arctic_env.model.game import Game

SHIPPED = Path(arctic_agents.champions.__file__).parent
"""Where the champions of the package are."""


def champion_folder(game: str, players: int, folder: Path = SHIPPED) -> Path:
    """Where the champion of a game for so many players is, whether there is one or not."""
    return folder / f"{game}_{players}p"


class ChampionAgent(SeededAgent):
    """Plays as the champion for the game and number of players at hand.

    Attributes:
        deterministic: whether the likeliest action is played, or one is drawn.
        folder: where the champions are.
    """

    name = "champion"

    def __init__(self, *, deterministic: bool = True, folder: Path = SHIPPED) -> None:
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
        from arctic_agents.policy.checkpoint import MANIFEST, load_policy

        folder = champion_folder(game.name, players, self.folder)
        if not (folder / MANIFEST).is_file():
            there = sorted(manifest.parent.name for manifest in self.folder.glob(f"*/{MANIFEST}"))
            known = f"there are {', '.join(there)}" if there else "there is none of any game"
            missing = f"there is no champion of {game.name} for {players} players ({folder.name}); {known}"
            raise AgentError(
                f"{missing}. ppo:PATH plays a policy of your own, arctic export makes it a champion"
            )
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


def make(*, deterministic: bool = True, threads: int = ONE_THREAD) -> ChampionAgent:
    """The agent string `champion`.

    Args:
        deterministic: play the likeliest action; false draws one, as the policy was trained, which nobody can foresee.
        threads: threads that torch takes, for the whole process.

    Raises:
        ValueError: that is no number of threads.
    """
    use_threads(threads)
    return ChampionAgent(deterministic=deterministic)
