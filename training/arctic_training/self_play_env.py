"""The games in progress while training: the learner and its opponents in many games at once.

One seat of each game is the learner's for sure, and goes round from game to game; the others are drawn from the mix of
opponents. At each step the seat that decides in a game is the learner's or an opponent's. `to_decide` says in which
games the learner is asked; `play` takes its answers, gets those of the opponents, plays all of them in one step, and
pays. All randomness comes from one seed, through hashes: what opponents get as the seeds of their decisions leads back
neither to it nor to a deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.seeds import one_way_seed
from arctic_env.arena import make_seeds
from arctic_env.envs.game_vec import GameVecEnv
from arctic_env.envs.steps import Final
from arctic_training.opponents import LEARNER, Opponents
from arctic_training.rewards import Pay
from arctic_training.settings import RewardSettings


class Seating:
    """The seats of n games.

    Attributes:
        sure: int8[n], the learner's seat.
        seated: int64[n, players], the number of each seat's opponent, or LEARNER.
        dealt: int64[n], games begun in each place so far.
        seeds: int64[n, players], of the players in the seats.
        asked: int64[n, players], decisions of each opponent in the game.
    """

    def __init__(self, n: int, players: int, opponents: Opponents, seed: int) -> None:
        """Plan seats; `begin` takes them."""
        self.opponents, self.seed = opponents, seed
        self.sure = np.zeros(n, np.int8)
        self.seated = np.full((n, players), LEARNER)
        self.dealt = np.zeros(n, np.int64)
        self.seeds = np.zeros((n, players), np.int64)
        self.asked = np.zeros((n, players), np.int64)

    def begin(self, rows: NDArray[np.int64]) -> None:
        """Take the seats of new games in these places."""
        players = self.seated.shape[1]
        games = zip(rows.tolist(), self.dealt[rows].tolist(), strict=True)
        seeds = [[one_way_seed(self.seed, *game, seat) for seat in range(players)] for game in games]
        self.seeds[rows] = np.array(seeds, np.int64).reshape(-1, players)
        self.asked[rows] = 0
        turns = self.dealt[rows, None] + np.arange(players)
        self.seated[rows] = self.opponents.draw(self.seeds[rows], turns)
        self.sure[rows] = (rows + self.dealt[rows]) % players
        self.seated[rows, self.sure[rows]] = LEARNER
        self.dealt[rows] += 1

    def opponent_of(self, rows: NDArray[np.int64], seats: NDArray[np.int8]) -> NDArray[np.int64]:
        """Who sits there, LEARNER or the number of an opponent, int64[k]."""
        return self.seated[rows, seats]

    def decision_seeds(self, rows: NDArray[np.int64], seats: NDArray[np.int8]) -> NDArray[np.int64]:
        """Seeds for one more decision of each of these opponents, int64[k]."""
        seeds = make_seeds(self.seeds[rows, seats], self.asked[rows, seats])
        self.asked[rows, seats] += 1
        return seeds

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, by name."""
        return {name: getattr(self, name) for name in _SAVED}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        for name in _SAVED:
            getattr(self, name)[:] = arrays[name]


_SAVED = ("sure", "seated", "dealt", "seeds", "asked")


_GAMES, _SEATS = "games", "seats"  # parts of what is saved


@dataclass(frozen=True)
class Played:
    """What came of a step.

    Attributes:
        amounts: float64[n, players], what each seat was paid.
        rewards: float64[n], what the learner's sure seat was paid.
        final: the games that ended, None when none did.
        truncated: bool[k], which of those were cut short.
        seated: int64[k, players], the number of each seat's opponent in them, or LEARNER.
        episodes: for each of them, how it went for the learner's sure seat.
    """

    amounts: NDArray[np.float64]
    rewards: NDArray[np.float64]
    final: Final | None
    truncated: NDArray[np.bool_]
    seated: NDArray[np.int64]
    episodes: list[dict[str, Any]]


class Tables:
    """n games in progress.

    Attributes:
        env: the games.
        full: whether the critic sees what all seats see.
        step: what they show.
        seating: who sits where.
        pay: what has been paid.
        returns: float64[n], paid to the sure seat in the game so far.
        lengths: int64[n], its decisions in the game so far.
    """

    def __init__(
        self,
        env: GameVecEnv,
        opponents: Opponents,
        reward: RewardSettings,
        *,
        seed: int = 0,
        full: bool = False,
    ) -> None:
        """Plan tables; `begin` deals.

        Args:
            env: games that are replaced at once when they end (autoreset SAME_STEP).
            opponents: the mix for the seats that are not the learner's for sure.
            reward: what the learner is paid.
            seed: all chance of games and opponents comes from it.
            full: whether the critic sees what all seats see.
        """
        self.env, self.opponents, self.full = env, opponents, full
        self.seed = seed
        self.seating = Seating(env.num_envs, env.num_players, opponents, seed)
        self.pay = Pay(env, reward)
        self.returns = np.zeros(env.num_envs)
        self.lengths = np.zeros(env.num_envs, np.int64)
        self.step = env.empty_step()

    @property
    def seen(self) -> tuple[int, ...]:
        """The shape of what the critic sees of a game."""
        size: int = self.step.observations.shape[1]
        return (self.env.num_players, size) if self.full else (size,)

    def begin(self) -> None:
        """Deal everywhere, from the seed."""
        self.step = self.env.reset(make_seeds(self.seed, np.arange(self.env.num_envs)))
        self.seating.begin(np.arange(self.env.num_envs))

    def to_decide(self) -> NDArray[np.int64]:
        """The games in which the learner has to decide, int64[k]."""
        everywhere = np.arange(self.env.num_envs)
        return np.flatnonzero(self.seating.opponent_of(everywhere, self.step.seats) == LEARNER)

    def look(self, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        """What the critic sees of these games, int8[k, ...], the deciding seat's observation first."""
        if not self.full:
            return self.step.flat[rows]
        return turned(self.env.observe_all()[rows], self.step.seats[rows])

    def play(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> Played:
        """Play the learner's actions, int64[k], in these games, and the opponents' in the others.

        Raises:
            IllegalActionError: an action is not legal; nothing has been played.
        """
        sure = self.seating.sure
        self.lengths[rows] += self.step.seats[rows] == sure[rows]
        self.step = self.env.step(self._all_actions(rows, actions))
        final = self.step.final
        amounts = self.pay.step(final)
        rewards = amounts[np.arange(len(sure)), sure]
        self.returns += rewards
        if final is None:
            none = np.zeros((0, self.env.num_players), np.int64)
            return Played(amounts, rewards, None, np.zeros(0, np.bool_), none, [])
        episodes, seated = self._episodes(final), self.seating.seated[final.rows]
        self.returns[final.rows], self.lengths[final.rows] = 0.0, 0
        self.seating.begin(final.rows)
        return Played(amounts, rewards, final, self.step.truncations[final.rows], seated, episodes)

    def _all_actions(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.int64]:
        played = np.full(self.env.num_envs, -1)
        played[rows] = actions
        others = np.flatnonzero(self.seating.opponent_of(np.arange(len(played)), self.step.seats) != LEARNER)
        if len(others):
            seats = self.step.seats[others]
            played[others] = self.opponents.decide(
                self.seating.opponent_of(others, seats),
                self.env.take(others),
                seats,
                self.step.observations[others],
                self.step.action_masks[others],
                self.seating.decision_seeds(others, seats),
            )
        return played

    def _episodes(self, final: Final) -> list[dict[str, Any]]:
        """How the games ended for the learner's sure seats, as SB3 writes such things down.

        SB3 remembers what is under "episode" for the last games, and means of it are shown.
        """
        episodes = []
        for k, row in enumerate(final.rows.tolist()):
            seat = int(self.seating.sure[row])
            others = np.delete(final.scores[k], seat)
            opponents = np.delete(self.seating.seated[row], seat)
            margin, rank = int(final.scores[k, seat] - others.max()), int(final.ranks[k, seat])
            sums = {"r": float(self.returns[row]), "l": int(self.lengths[row])}
            episodes.append(
                {
                    "episode": {**sums, "margin": margin, "won": rank == 0},
                    "score": int(final.scores[k, seat]),
                    "margin": margin,
                    "rank": rank,
                    "opponents": opponents.tolist(),
                }
            )
        return episodes

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, by name."""
        parts = {_GAMES: self.env.save(), _SEATS: self.seating.save()}
        arrays = {f"{part}.{name}": array for part, saved in parts.items() for name, array in saved.items()}
        return {**arrays, "potentials": self.pay.potentials, "returns": self.returns, "lengths": self.lengths}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        self.step = self.env.restore(_part(_GAMES, arrays))
        self.seating.restore(_part(_SEATS, arrays))
        self.pay.potentials[:] = arrays["potentials"]
        self.returns[:] = arrays["returns"]
        self.lengths[:] = arrays["lengths"]


def _part(part: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    start = f"{part}."
    return {name[len(start) :]: array for name, array in arrays.items() if name.startswith(start)}


def turned(observations: NDArray[np.int8], seats: NDArray[np.int8]) -> NDArray[np.int8]:
    """Observations of all seats, int8[k, players, O], in order from these seats, int8[k], on."""
    k, players, _ = observations.shape
    order = (seats[:, None] + np.arange(players)) % players
    seen: NDArray[np.int8] = observations[np.arange(k)[:, None], order]
    return seen
