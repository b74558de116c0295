"""What seats are paid while training.

The payoffs are those of the environments (`arctic_env.kernels.rewards`), with a scale of their own. With `shaping` the
payoff is not paid at the end but as it grows: what a seat would get if the game ended now is a potential, and each
change of it is paid at once. The rewards of a game still add up to its payoff, so without discounting what is worth
doing stays the same, and is learnt much sooner. The potential is made from all scores, hidden totems included; it
teaches, and is never observed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arctic_env.envs.game_vec import GameVecEnv
from arctic_env.envs.observations import Final
from arctic_env.kernels.batch_kernels import NOBODY
from arctic_env.kernels.rewards import PAYOFFS
from arctic_training.settings import RewardSettings


class Rewards:
    """Rewards of the seats of games in progress.

    Attributes:
        potentials: float64[n, players], what has been paid in each game so far.
    """

    def __init__(self, env: GameVecEnv, settings: RewardSettings) -> None:
        """Pay as the settings say; nothing has been paid yet."""
        self.env, self.settings = env, settings
        self.potentials = np.zeros((env.num_envs, env.num_players))

    def step(self, final: Final | None) -> NDArray[np.float64]:
        """Return the rewards after a step in which some games may have ended, float64[n, players].

        A game that was cut short has not come to its payoff: only a growing potential has been paid until then.
        """
        shaping = self.settings.shaping
        now = self.env.payoffs(self.settings.kind, self.settings.scale) if shaping else self.potentials
        rewards = now - self.potentials
        if final is not None:
            paid = shaping | (final.states["seat"] == NOBODY)
            payoffs = np.empty((len(final.rows), self.env.num_players))
            kind = PAYOFFS.index(self.settings.kind)
            self.env.game.batch.payoffs(final.states, kind, self.settings.scale, payoffs)
            rewards[final.rows] = np.where(paid[:, None], payoffs - self.potentials[final.rows], 0.0)
            now[final.rows] = 0.0  # of the games that have begun there nothing has been paid
        self.potentials = now
        return rewards
