"""Agents in the seats of many games, each asked once for all of its decisions.

The arena, the environments' opponents and the opponents that a learner meets all ask their agents here.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import NO_ANSWER, Questions, ask_or_raise, crashed
from arctic_env.agents.protocol import Agent, OneGameAgent, Player, States
from arctic_env.kernels.jit import NOBODY, Bytes, Ints
from arctic_env.kernels.masks import choose_uniformly
from arctic_env.kernels.random import make_seeds
from arctic_env.kernels.threads import Threads
from arctic_env.model.game import Game

Ask = Callable[[Agent, Questions, Player | None, Ints], Ints]
"""(agent, questions, player, rows) -> int64[n], a legal action or NO_ANSWER for each question."""


class BatchedAgents:
    """The agents in the seats of n games.

    An agent without memory decides as its player in the seat would (`Agent.start`), if its answers do not depend on the
    other questions of the batch. Agents for one game at a time, and others with players in `keep`, are asked for each
    game alone.
    """

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(self, game: Game, agents: Sequence[Agent], n: int, num_seats: int, threads: int = 1) -> None:
        """Make room for n games; `begin` seats the agents. Each is asked by one of the threads for all its rows."""
        self.game, self.agents = game, list(agents)
        self.seated = np.full((n, num_seats), NOBODY)  # int64[n, seats], index of the agent in each seat, or NOBODY
        self.seeds = np.zeros((n, num_seats), np.int64)  # int64[n, seats], seeds of the players
        self.decisions = np.zeros((n, num_seats), np.int64)  # int64[n, seats], decisions made in the games so far
        self._kept = np.zeros((n, num_seats), np.bool_)
        self._players: dict[tuple[int, int], Player] = {}
        self._threads = Threads(threads, smallest=1)

    def begin(self, rows: Ints, seated: Ints, seeds: Ints) -> None:
        """Take the seats of new games, int64[k]: by seat the agent's index, or NOBODY, and its player's seed."""
        first: dict[int, int] = {}  # an agent that has two numbers is asked once, by the first
        numbers = [first.setdefault(id(agent), number) for number, agent in enumerate(self.agents)]
        self.seated[rows] = np.array([*numbers, NOBODY])[seated]  # NOBODY is the last
        self.seeds[rows], self.decisions[rows] = seeds, 0
        self._kept[rows] = False
        if self._players:
            begun = set(rows.tolist())
            self._players = {key: kept for key, kept in self._players.items() if key[0] not in begun}

    def keep(self, row: int, seat: int, player: Player) -> None:
        """Let a player of its own, which may remember, decide for a seat of a game."""
        self._players[row, seat] = player
        self._kept[row, seat] = True

    def next_seeds(self, rows: Ints, seats: Bytes) -> Ints:
        """Return seeds for one more decision in each of these seats, int64[k]."""
        seeds = make_seeds(self.seeds[rows, seats], self.decisions[rows, seats])
        self.decisions[rows, seats] += 1
        return seeds

    def decide(self, rows: Ints, states: States, seats: Bytes, masks: Bytes, ask: Ask | None = None) -> Ints:
        """Return an action for each of these games, int64[k]; a random one for a seat without an agent or an answer.

        Agents get the views of the seats that decide, int8[k], and the masks, int8[k, A]. Without `ask`, which says how
        agents are asked, one that crashes or answers with an illegal action raises AgentError.
        """
        numbers = self.seated[rows, seats]
        seeds = make_seeds(self.seeds[rows, seats], self.decisions[rows, seats])
        self.decisions[rows, seats] += numbers != NOBODY
        actions = np.full(len(rows), NO_ANSWER, np.int64)
        one_game = [isinstance(agent, OneGameAgent) for agent in self.agents]
        alone = self._kept[rows, seats] | np.array([*one_game, False])[numbers]  # NOBODY is the last
        groups = self._groups(numbers, alone)

        def ask_groups(part: slice) -> None:
            for group in groups[part]:
                agent = self.agents[numbers[group[0]]]
                views = np.empty_like(states[group])
                self.game.batch.view(states[group], seats[group], views)
                questions = Questions(views, seats[group], masks[group], seeds[group])
                player = None
                if alone[group[0]]:
                    player = self._player(agent, int(rows[group[0]]), int(seats[group[0]]))
                if ask is None:
                    actions[group] = ask_or_raise(agent, questions, player)
                else:
                    actions[group] = ask(agent, questions, player, rows[group])

        self._threads.run(ask_groups, len(groups))
        unanswered = np.flatnonzero(actions == NO_ANSWER)
        if len(unanswered):
            actions[unanswered] = choose_uniformly(masks[unanswered], seeds[unanswered])
        return actions

    def _groups(self, numbers: Ints, alone: NDArray[np.bool_]) -> list[Ints]:
        """Return the places that are asked for together: by agent, then each of those that are asked alone."""
        together = np.where(alone, NOBODY, numbers)
        groups = [np.flatnonzero(together == number) for number in np.unique(together).tolist() if number != NOBODY]
        return [*groups, *np.flatnonzero(alone & (numbers != NOBODY)).reshape(-1, 1)]

    def _player(self, agent: Agent, row: int, seat: int) -> Player:
        """Return the player that decides for a seat alone; an agent for one game at a time sends it now."""
        if (row, seat) not in self._players:
            try:
                self._players[row, seat] = agent.start(seat, int(self.seeds[row, seat]))
            except Exception as error:
                raise crashed(f"the agent {agent.name}", error) from error
        return self._players[row, seat]
