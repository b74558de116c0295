"""Who sits in the seats that the learner does not have."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import numpy as np
from numpy.typing import NDArray

from arctic_agents.networks.network import Network
from arctic_agents.ppo import PolicyAgent
from arctic_env.agents.guarded_calls import Questions, ask_or_raise
from arctic_env.agents.protocol import Agent, States
from arctic_env.agents.seeds import uniforms
from arctic_env.agents.specs import bind
from arctic_env.kernels.threads import Threads
from arctic_env.model.game import Game
from arctic_training.settings import LATEST, SNAPSHOTS

LEARNER = 0
_PAST = -1  # in the place of a number: any snapshot


class Opponents:
    """The mix of opponents, each known by a number that it keeps.

    Number 0 is the policy as it stands, the learner itself: what it decides there is learnt from, too. The next ones
    are its snapshots, then come the agents in the order in which they joined.

    Attributes:
        policies: the snapshots.
        agents: the agents.
        names: what the mix calls them, by number.
        taken: snapshots taken so far; number 1 + i holds the last one taken with i = taken modulo `keep`.
    """

    def __init__(
        self,
        mix: Mapping[str, float],
        network: Network,
        game: Game,
        players: int,
        keep: int,
        threads: int = 1,
    ) -> None:
        """Make the opponents.

        Args:
            mix: latest, snapshots or agent string -> weight.
            network: one like those that snapshots will be taken of.
            game: what is played.
            players: by how many.
            keep: places for snapshots.
            threads: how many ask opponents at once; each is asked by one of them for all of its rows.

        Raises:
            AgentError: an agent cannot be made from its string, or cannot play this game with that many players.
        """
        self.game, self.keep = game, keep
        self.threads = Threads(threads, smallest=1)
        self.taken = 0
        self.policies = [PolicyAgent(deepcopy(network), game, players) for _ in range(keep)]
        self.agents: list[Agent] = []
        self.names = [LATEST, *[SNAPSHOTS] * keep]
        for text in mix:
            if text not in (LATEST, SNAPSHOTS):
                self.add(text, bind(text, game, players))
        self.set_mix(mix)

    def add(self, name: str, agent: Agent) -> None:
        """Let one more agent join; it is met once a mix names it."""
        self.names.append(name)
        self.agents.append(agent)

    def set_mix(self, mix: Mapping[str, float]) -> None:
        """Draw as often as these weights say from now on; who sits at a table stays there until the game is over.

        Args:
            mix: latest, snapshots or the name of an agent that has joined -> weight.
        """
        numbers = {name: number for number, name in enumerate(self.names)} | {SNAPSHOTS: _PAST}
        self._kinds = np.array([numbers[name] for name in mix])
        self._shares = np.cumsum(list(mix.values())) / sum(mix.values())

    def draw(self, seeds: NDArray[np.int64], turns: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for each seed.

        Snapshots, if there are any, take turns instead of being drawn: where games are in step, few of them have to be
        asked at a time, and asking costs more than the answers.
        """
        kinds = self._kinds[np.searchsorted(self._shares, uniforms(seeds), side="right")]
        filled = min(self.taken, self.keep)
        past = LEARNER + 1 + turns % filled if filled else LEARNER
        drawn: NDArray[np.int64] = np.where(kinds == _PAST, past, kinds)
        return drawn

    def take_snapshot(self, network: Network) -> None:
        """Keep a network as it stands, in the place of the oldest snapshot once all places are taken."""
        self.snapshots[self.taken % self.keep].load_state_dict(network.state_dict())
        self.taken += 1

    @property
    def snapshots(self) -> list[Network]:
        """The networks in the places for snapshots."""
        return [policy.network for policy in self.policies]

    def decide(
        self,
        numbers: NDArray[np.int64],
        states: States,
        seats: NDArray[np.int8],
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """An action for each row, int64[k]; each opponent is asked once for all of its rows.

        Args:
            numbers: whom to ask, int64[k].
            states: game.dtype[k]; agents get the views of the seats that decide.
            seats: int8[k].
            observations: int8[k, O].
            masks: int8[k, A].
            seeds: int64[k].

        Raises:
            AgentError: an agent crashed or answered with an illegal action.
        """
        actions = np.empty(len(numbers), np.int64)
        asked = np.unique(numbers).tolist()

        def ask(part: slice) -> None:
            for number in asked[part]:
                rows = np.flatnonzero(numbers == number)
                sight = (states[rows], seats[rows], observations[rows], masks[rows], seeds[rows])
                actions[rows] = self._ask(number, *sight)

        self.threads.run(ask, len(asked))
        return actions

    def _ask(
        self,
        number: int,
        states: States,
        seats: NDArray[np.int8],
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        seeds: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """One opponent's actions; policies need no views, observations are the same from either."""
        place = number - LEARNER - 1
        agent = self.policies[place] if place < self.keep else self.agents[place - self.keep]
        if isinstance(agent, PolicyAgent):
            return agent.choose(observations, masks, seeds)
        views = np.empty_like(states)
        self.game.batch.view(states, seats, views)
        return ask_or_raise(agent, Questions(views, seats, masks, seeds))
