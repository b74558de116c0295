"""Who sits in the seats that the learner does not have."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import numpy as np
from numpy.typing import NDArray

from agents.policy import PolicyAgent
from agents.policy.network import Network
from arctic_env.arena import Agent, make_agent, uniforms
from arctic_env.arena.agent import States
from arctic_env.core.game import Game
from training.settings import LATEST, SNAPSHOTS

_LATEST = 0
_FIRST_SNAPSHOT = 1


class Opponents:
    """The mix of opponents, each known by a number.

    Number 0 is the policy as it stands, the next ones are its snapshots, then come the agents by their strings.

    Attributes:
        agents: who they are, by number.
        taken: snapshots taken so far; number 1 + i holds the last one taken with i = taken modulo `keep`.
    """

    def __init__(
        self, mix: Mapping[str, float], network: Network, game: Game, players: int, keep: int
    ) -> None:
        """Make the opponents.

        Args:
            mix: latest, snapshots or agent string -> weight.
            network: the learner's, which goes on changing.
            game: what is played.
            players: by how many.
            keep: places for snapshots.

        Raises:
            AgentError: an agent cannot be made from its string.
        """
        strings = [text for text in mix if text not in (LATEST, SNAPSHOTS)]
        self.network = network
        self.keep = keep
        self.taken = 0
        networks = [network, *(deepcopy(network) for _ in range(keep))]
        policies: list[Agent] = [PolicyAgent(one, game, players) for one in networks]
        self.agents = policies + [make_agent(text) for text in strings]
        self.names = [LATEST, *[SNAPSHOTS] * keep, *strings]
        numbers = {LATEST: _LATEST, SNAPSHOTS: _FIRST_SNAPSHOT}
        numbers |= {text: _FIRST_SNAPSHOT + keep + i for i, text in enumerate(strings)}
        self._kinds = np.array([numbers[name] for name in mix])
        self._shares = np.cumsum(list(mix.values())) / sum(mix.values())

    def draw(self, seeds: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers of opponents, one for each seed and seat (broadcast together); snapshots only where there are any."""
        kinds = self._kinds[np.searchsorted(self._shares, uniforms(seeds, seats, 0), side="right")]
        filled = min(self.taken, self.keep)
        which = np.floor(uniforms(seeds, seats, 1) * filled).astype(np.int64)
        past = _FIRST_SNAPSHOT + which if filled else _LATEST
        drawn: NDArray[np.int64] = np.where(kinds == _FIRST_SNAPSHOT, past, kinds)
        return drawn

    def take_snapshot(self) -> None:
        """Keep the policy as it stands, in the place of the oldest snapshot once all places are taken."""
        agent = self.agents[_FIRST_SNAPSHOT + self.taken % self.keep]
        assert isinstance(agent, PolicyAgent)
        agent.network.load_state_dict(self.network.state_dict())
        self.taken += 1

    @property
    def snapshots(self) -> list[Network]:
        """The networks in the places for snapshots."""
        places = self.agents[_FIRST_SNAPSHOT : _FIRST_SNAPSHOT + self.keep]
        return [agent.network for agent in places if isinstance(agent, PolicyAgent)]

    def decide(
        self,
        numbers: NDArray[np.int64],
        game: Game,
        views: States,
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """An action for each row, int64[n]; each opponent is asked once for all of its rows."""
        actions = np.empty(len(numbers), np.int64)
        for number in np.unique(numbers).tolist():
            rows = np.flatnonzero(numbers == number)
            agent = self.agents[number]
            actions[rows] = agent.decide(game, views[rows], seats[rows], masks[rows], seeds[rows])
        return actions
