"""The games in progress while training: the learner and its opponents in many games at once.

One seat of each game is the learner's for sure, and goes round from game to game; opponents for the others are drawn
from a mix. In a game of teams one player has all seats of a team, as in tournaments. At each step the seat that decides
in a game is the learner's or an opponent's: `learner_rows` says in which games the learner is asked; `step` takes its
actions, asks the opponents, and plays all games at once. All randomness comes from one seed, through hashes: the seeds
that opponents get lead back neither to it nor to a deal.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arctic_agents.networks import FULL
from arctic_agents.networks.network import Network
from arctic_agents.ppo import PolicyAgent
from arctic_env.agents.batched import BatchedAgents
from arctic_env.agents.protocol import Agent
from arctic_env.agents.specs import bind
from arctic_env.envs.game_vec import GameVecEnv
from arctic_env.envs.observations import Final
from arctic_env.kernels.jit import NOBODY
from arctic_env.kernels.random import make_seeds, one_way_seed, uniforms
from arctic_env.kernels.rewards import REWARDS
from arctic_env.model.game import Game
from arctic_training.settings import LATEST, SNAPSHOTS, RewardSettings

Ints = NDArray[np.int64]

LEARNER = NOBODY  # in the place of an opponent's number
_PAST = NOBODY - 1  # the same: any snapshot


class OpponentMix:
    """Opponents of the learner, each known by a number, that are met as often as their weights say.

    The latest policy is LEARNER, the learner itself: its decisions are learnt from, too. The first numbers are its
    snapshots, then come the agents of the mix, in order. Snapshot i is the last one taken with i = taken modulo their
    number.
    """

    def __init__(
        self, mix: Mapping[str, float], network: Network, game: Game, num_players: int, keep: int, threads: int = 1
    ) -> None:
        """Make the opponents of a mix: latest, snapshots or agent string -> weight.

        Of the network that learns, `keep` snapshots are kept. Each opponent is asked by one of the threads for all of
        its rows. Raise AgentError if an agent cannot be made from its string, or cannot play this game with that many
        players.
        """
        self.network, self.threads, self.taken = network, threads, 0
        self.snapshots = [deepcopy(network) for _ in range(keep)]
        self.agents: list[Agent] = [PolicyAgent(snapshot, game, num_players) for snapshot in self.snapshots]
        numbers = {LATEST: LEARNER, SNAPSHOTS: _PAST}
        for text in mix:
            if text not in numbers:
                numbers[text] = len(self.agents)
                self.agents.append(bind(text, game, num_players))
        self._numbers = np.array([numbers[text] for text in mix])
        self._shares = np.cumsum(list(mix.values())) / sum(mix.values())

    def draw(self, seeds: Ints, turns: Ints) -> Ints:
        """Return a number for each seed.

        Snapshots, if there are any, take turns instead of being drawn: where games are in step, few of them have to be
        asked at a time, and asking costs more than the answers.
        """
        numbers = self._numbers[np.searchsorted(self._shares, uniforms(seeds), side="right")]
        filled = min(self.taken, len(self.snapshots))
        past = turns % filled if filled else LEARNER
        drawn: Ints = np.where(numbers == _PAST, past, numbers)
        return drawn

    def take_snapshot(self) -> None:
        """Keep a copy of the network's weights, in the place of the oldest snapshot once all places are taken."""
        self.snapshots[self.taken % len(self.snapshots)].load_state_dict(self.network.state_dict())
        self.taken += 1


class SeatAssignment:
    """The seats of the learner and of its opponents in n games, of which `dealt`, int64[n], have begun in each row.

    `sure`, int8[n], is the seat that is the learner's for sure; `players`, int64[n, players], the number of each seat's
    opponent, or LEARNER; `teams`, int8[players], the team of each seat.
    """

    def __init__(self, game: Game, n: int, teams: NDArray[np.int8], opponents: OpponentMix, seed: int) -> None:
        """Assign no seats yet; `begin` does."""
        self.opponents, self.seed, self.teams, players = opponents, seed, teams, len(teams)
        self._firsts = np.unique(teams, return_index=True)[1][teams]  # the first seat of each seat's team
        self.agents = BatchedAgents(game, opponents.agents, n, players, opponents.threads)
        self.sure = np.zeros(n, np.int8)
        self.players = self.agents.seated
        self.dealt = np.zeros(n, np.int64)

    def begin(self, rows: Ints) -> None:
        """Assign the seats of new games in these rows."""
        players = self.players.shape[1]
        games = zip(rows.tolist(), self.dealt[rows].tolist(), strict=True)
        seeds = [[one_way_seed(self.seed, *game, seat) for seat in range(players)] for game in games]
        drawn = np.array(seeds, np.int64).reshape(-1, players)
        seated = self.opponents.draw(drawn, self.dealt[rows, None] + np.arange(players))[:, self._firsts]
        self.sure[rows] = (rows + self.dealt[rows]) % players
        seated[self.teams == self.teams[self.sure[rows], None]] = LEARNER
        self.agents.begin(rows, seated, drawn)
        self.dealt[rows] += 1

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the whole state, by name."""
        asked = {"seeds": self.agents.seeds, "decisions": self.agents.decisions}
        return {"sure": self.sure, "players": self.players, "dealt": self.dealt, **asked}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a saved state."""
        for name, array in self.save().items():
            array[:] = arrays[name]


@dataclass(frozen=True)
class SelfPlayStep:
    """The result of a step.

    A game is `truncated` where a limit of the environment cut it short: it would go on. One that its own rules
    truncated is over, and nothing more can be expected of it.
    """

    rewards: NDArray[np.float64]  # [n, players], of each seat
    sure_rewards: NDArray[np.float64]  # [n], of the learner's sure seat
    final: Final | None  # the k games that ended
    truncated: NDArray[np.bool_]  # [k]
    episodes: list[dict[str, float]]  # of each, from the learner's sure seat, as the infos of SB3 have it


class SelfPlayEnv:
    """n games in progress. SB3 may reset and seed them; only SelfPlayPPO plays, several seats of a game at once.

    `observing` writes what the network reads; the critic sees what all seats see if `full`. `shown` is the result of
    the games' last step. In each game so far the sure seat has `returns`, float64[n], and decisions, `lengths`,
    int64[n].
    """

    def __init__(self, games: GameVecEnv, opponents: OpponentMix, reward: RewardSettings, *, seed: int = 0) -> None:
        """Plan games, in which all randomness, also of opponents, comes from the seed; `reset` deals.

        The games are replaced at once when they end (autoreset SAME_STEP).
        """
        self.games, self.opponents, self._seed = games, opponents, seed
        self.observing, self.full = opponents.network.observing, opponents.network.settings["critic"] == FULL
        self.num_envs = n = games.num_envs
        self.observation_space = games.single_observation_space
        self.action_space = spaces.Discrete(games.game.actions.size)
        self.seats = SeatAssignment(games.game, n, games.teams, opponents, seed)
        self.rewards = Rewards(games, reward)
        self.returns, self.lengths = np.zeros(n), np.zeros(n, np.int64)
        self.shown = games.empty_step()

    @property
    def critic_shape(self) -> tuple[int, ...]:
        """The shape of the critic's observation of a game."""
        size = self.observing.size
        return (self.games.num_players, size) if self.full else (size,)

    def seed(self, seed: int) -> None:
        """Let all randomness of games and opponents come from this seed from the next `reset` on."""
        self._seed = self.seats.seed = seed

    def reset(self) -> NDArray[np.int8]:
        """Deal all games, from the seed, and return the observations of the deciding seats."""
        rows = np.arange(self.num_envs)
        self.shown = self.games.reset(make_seeds(self._seed, rows))
        self.seats.begin(rows)
        observations: NDArray[np.int8] = self.shown.observations
        return observations

    def learner_rows(self) -> Ints:
        """Return the games in which the learner decides, int64[k]."""
        return np.flatnonzero(self._deciding() == LEARNER)

    def _deciding(self) -> Ints:
        """Return the deciding player of each game, LEARNER or the number of an opponent, int64[n]."""
        players: Ints = self.seats.players[np.arange(self.num_envs), self.shown.seats]
        return players

    def observe(self, rows: Ints) -> NDArray[np.int8]:
        """Return what the network reads of these games, int8[k, ...], the deciding seat's observation first."""
        shown = self.shown
        seen = rotate(self.games.observe_all(), rows, shown.seats[rows]) if self.full else shown.flat[rows]
        if not self.observing.told:
            return seen
        return self.observing.complete(seen, self.games.take(rows), shown.action_masks[rows])

    def step(self, rows: Ints, actions: Ints) -> SelfPlayStep:
        """Play the learner's actions, int64[k], in these games, and the opponents' in the others.

        Raise IllegalActionError if an action is not legal; then nothing has been played.
        """
        sure = self.seats.sure
        self.lengths[rows] += self.shown.seats[rows] == sure[rows]
        self.shown = self.games.step(self._all_actions(rows, actions))
        final = self.shown.final
        rewards = self.rewards.step(final)
        sure_rewards = rewards[np.arange(len(sure)), sure]
        self.returns += sure_rewards
        if final is None:
            return SelfPlayStep(rewards, sure_rewards, None, np.zeros(0, np.bool_), [])
        episodes = self._episodes(final)
        self.returns[final.rows], self.lengths[final.rows] = 0.0, 0
        self.seats.begin(final.rows)
        return SelfPlayStep(rewards, sure_rewards, final, final.states["seat"] != NOBODY, episodes)

    def _all_actions(self, rows: Ints, actions: Ints) -> Ints:
        all_actions = np.full(self.num_envs, -1)
        all_actions[rows] = actions
        others = np.flatnonzero(self._deciding() != LEARNER)
        if len(others):
            all_actions[others] = self.seats.agents.decide(
                others, self.games.take(others), self.shown.seats[others], self.shown.action_masks[others]
            )
        return all_actions

    def _episodes(self, final: Final) -> list[dict[str, float]]:
        """Return how the games ended for the learner's sure seats; SB3 shows means of what is under "episode"."""
        episodes = []
        for k, row in enumerate(final.rows.tolist()):
            seat, scores, firsts = int(self.seats.sure[row]), final.scores[k], final.ranks[k] == 0
            own = self.seats.teams == self.seats.teams[seat]
            episodes.append(
                {
                    "r": float(self.returns[row]),
                    "l": int(self.lengths[row]),
                    "margin": int(scores[seat] - scores[~own].max()),
                    "won": float(firsts[own].sum() / max(1, firsts.sum())),  # of a victory that is shared a part
                }
            )
        return episodes

    def save(self) -> dict[str, Any]:
        """Return the whole state, by name."""
        sums = {"potentials": self.rewards.potentials, "returns": self.returns, "lengths": self.lengths}
        return {"games": self.games.save(), "seats": self.seats.save(), **sums}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a saved state."""
        self.shown = self.games.restore(state["games"])
        self.seats.restore(state["seats"])
        self.rewards.potentials[:] = state["potentials"]
        self.returns[:] = state["returns"]
        self.lengths[:] = state["lengths"]


def rotate(observations: NDArray[np.int8], rows: Ints, seats: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the observations of all seats in these games, in order from these seats, int8[k], on.

    They are int8[k, players, size], taken from int8[n, players, size].
    """
    _, players, size = observations.shape
    order = rows[:, None] * players + (seats[:, None] + np.arange(players)) % players
    rotated: NDArray[np.int8] = observations.reshape(-1, size).take(order, axis=0)
    return rotated


# What seats are paid while training: the payoffs of the environments, with a scale of their own. With `shaping` the
# payoff is not paid at the end but as it grows: what a seat would get if the game ended now is a potential, and each
# change of it is paid at once. The rewards of a game still add up to its payoff, so without discounting what is worth
# doing stays the same, and is learnt much sooner. The potential is made from all scores, hidden totems included, or
# from the progress of games that have such a kernel; it teaches, and is never observed.


class Rewards:
    """Rewards of the seats of games in progress; `potentials`, float64[n, players], has been paid in each so far."""

    def __init__(self, env: GameVecEnv, settings: RewardSettings) -> None:
        """Pay as the settings say; nothing has been paid yet."""
        self.env, self.settings = env, settings
        self.potentials = np.zeros((env.num_envs, env.num_players))

    def step(self, final: Final | None) -> NDArray[np.float64]:
        """Return the rewards after a step in which some games may have ended, float64[n, players].

        A game that was cut short has not come to its payoff: only a growing potential has been paid until then. One
        that its own rules truncated has none.
        """
        shaping, kind = self.settings.shaping, REWARDS.index(self.settings.kind)
        now = self.env.potentials(kind, self.settings.scale) if shaping else self.potentials
        rewards = now - self.potentials
        if final is not None:
            over = final.states["seat"] == NOBODY
            paid = np.where(over, (final.ranks == 0).any(axis=1), shaping)
            payoffs, potentials = np.empty((2, len(final.rows), self.env.num_players))
            self.env.game.batch.payoffs(final.states, kind, self.settings.scale, payoffs)
            self.env.game.batch.potentials(final.states, kind, self.settings.scale, potentials)
            payoffs[~over] = potentials[~over]
            rewards[final.rows] = np.where(paid[:, None], payoffs - self.potentials[final.rows], 0.0)
            now[final.rows] = 0.0  # of the games that have begun there nothing has been paid
        self.potentials = now
        return rewards
