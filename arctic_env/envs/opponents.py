"""Agents in the seats that the learner does not have."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import decide_or_fail
from arctic_env.agents.protocol import Agent, Seated
from arctic_env.agents.seeds import make_seeds
from arctic_env.agents.specs import agent_for
from arctic_env.envs.seeding import opponent_seed
from arctic_env.model.game import Game
from arctic_env.validation import short_repr


def invite(opponents: Sequence[str | Seated], game: Game, players: int) -> list[Seated]:
    """One agent for each of the other seats, in the order of turns from the learner on; one alone plays all of them.

    Raises:
        ValueError: they are no list, or too many or too few.
        AgentError: one is no agent, there is none of that name, or it cannot play this game with that many players.
    """
    seats = players - 1
    if isinstance(opponents, str) or not isinstance(opponents, Iterable):
        raise ValueError(
            f"opponents must be a list of agents, such as ['greedy'], not {short_repr(opponents)}"
        )
    invited = [agent_for(agent, game, players) for agent in opponents]
    if len(invited) == 1:
        return invited * seats
    if len(invited) != seats:
        wanted = "1 agent" if seats == 1 else f"1 or {seats} agents"
        raise ValueError(f"opponents must be {wanted}, not {len(invited)}")
    return invited


class Opponents:
    """The opponents at n tables, each agent asked once for all of its decisions.

    An agent decides as the player would that it sends to one table (`Agent.start`), if its answers do not depend on
    what it is asked together with.
    """

    def __init__(self, agents: Sequence[Seated], n: int) -> None:
        """Seat them at n tables.

        Args:
            agents: one for each place after the learner's, in the order of turns.
            n: number of tables.

        Raises:
            ValueError: an agent cannot be asked for many games at once.
        """
        self.agents = [_many(agent) for agent in agents]
        players = len(self.agents) + 1
        self._distinct = list({id(agent): agent for agent in self.agents}.values())
        self._number = np.array([self._distinct.index(agent) for agent in self.agents])
        self._learners = np.zeros(n, np.int64)
        self._seeds = np.zeros((n, players), np.int64)
        self._decided = np.zeros((n, players), np.int64)

    def begin(self, rows: NDArray[np.int64], dealt: NDArray[np.int64], learners: NDArray[np.int64]) -> None:
        """Take the seats of new games.

        Args:
            rows: int64[k], the tables.
            dealt: int64[k], the seeds of the games.
            learners: int64[k], the learner's seats.
        """
        self._learners[rows] = learners
        self._decided[rows] = 0
        players = self._seeds.shape[1]
        for row, seed in zip(rows.tolist(), dealt.tolist(), strict=True):
            self._seeds[row] = [opponent_seed(seed, seat) for seat in range(players)]

    def decide(
        self,
        game: Game,
        rows: NDArray[np.int64],
        states: NDArray[Any],
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
    ) -> NDArray[np.int64]:
        """An action for each of these tables.

        Args:
            game: the game.
            rows: int64[k], the tables.
            states: the game's dtype[k]; agents only get what their seats see of them.
            seats: int8[k], who decides.
            masks: int8[k, actions].

        Raises:
            AgentError: an agent crashed or answered with an illegal action.
        """
        views = np.empty_like(states)
        game.batch.view(states, seats, views)
        seeds = make_seeds(self._seeds[rows, seats], self._decided[rows, seats])
        self._decided[rows, seats] += 1
        places = (seats - self._learners[rows] - 1) % self._seeds.shape[1]
        numbers = self._number[places]
        actions = np.empty(len(rows), np.int64)
        for number, agent in enumerate(self._distinct):
            its = np.flatnonzero(numbers == number)
            if len(its):
                actions[its] = decide_or_fail(agent, game, views[its], seats[its], masks[its], seeds[its])
        return actions


def _many(agent: Seated) -> Agent:
    if not callable(getattr(agent, "decide", None)):
        raise ValueError(
            f"opponents of many games at once must be agents with `decide`, not {short_repr(agent)}"
        )
    many: Agent = agent  # type: ignore[assignment]  # whoever has `decide` will do
    return many
