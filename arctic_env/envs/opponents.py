"""Agents in the seats other than the learner's."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.batched import BatchedAgents
from arctic_env.agents.protocol import Agent
from arctic_env.agents.specs import AgentLike, bind_all
from arctic_env.envs.seeding import opponent_seed
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.game import Game
from arctic_env.validation import short_repr


def invite(opponents: Sequence[AgentLike], game: Game, num_players: int) -> list[Agent]:
    """Return an agent for each other seat, in the order of turns after the learner; a single one plays all of them.

    Raises:
        ValueError: They are not a list, or too many or too few.
        AgentError: One is not an agent, is unknown, or cannot play this game with that many players.
    """
    seats = num_players - 1
    if isinstance(opponents, str | Mapping) or not isinstance(opponents, Iterable):
        raise ValueError(f"opponents must be a list of agents, such as ['greedy'], not {short_repr(opponents)}")
    invited = bind_all(list(opponents), game, num_players)
    if len(invited) == 1:
        return invited * seats
    if len(invited) != seats:
        wanted = "1 agent" if seats == 1 else f"1 or {seats} agents"
        raise ValueError(f"opponents must be {wanted}, not {len(invited)}")
    return invited


def begin_games(
    company: BatchedAgents, rows: NDArray[np.int64], dealt: NDArray[np.int64], learners: NDArray[np.int64]
) -> None:
    """Seat the opponents in new games.

    Args:
        company: The agents, in the order of seats after the learner.
        rows: int64[k], the games.
        dealt: int64[k], their seeds.
        learners: int64[k], the learner's seats.
    """
    seats = np.arange(company.seated.shape[1])
    places = (seats - learners[:, None] - 1) % len(seats)  # 0 for the first seat after the learner's
    seeds = [[opponent_seed(seed, seat) for seat in seats.tolist()] for seed in dealt.tolist()]
    seated = np.where(places == len(seats) - 1, NOBODY, places)
    company.begin(rows, seated, np.array(seeds, np.int64).reshape(seated.shape))
