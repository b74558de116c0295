"""Self-play in RLlib: one masked policy learns all seats of the PettingZoo environment, then meets others in the arena.

    python docs/examples/rllib_self_play.py --iterations 20

RLlib pins its own gymnasium, so this runs in an environment of its own: `make rllib` sets it up and trains a little.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import arctic_env
from arctic_env import arctic_v0
from arctic_env.arena import Agent, Settings, run_tournament
from arctic_env.model.game import Game

POLICY = "all_seats"


class ForRLlib(BaseWrapper):
    """Names the observation as RLlib's module with masks does, and makes it the numbers that networks take."""

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the space of what `observe` returns."""
        space = super().observation_space(agent)
        flat = space["observation"]
        floats = gymnasium.spaces.Box(flat.low.astype(np.float32), flat.high.astype(np.float32))
        return gymnasium.spaces.Dict({"observations": floats, "action_mask": space["action_mask"]})

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Observation and mask of an agent."""
        seen = super().observe(agent)
        return {"observations": seen["observation"].astype(np.float32), "action_mask": seen["action_mask"]}


def make_env(settings: dict[str, Any]) -> PettingZooEnv:
    """Make the environment with settings of `arctic_v0.env`."""
    return PettingZooEnv(ForRLlib(arctic_v0.env(**settings)))


def make_algorithm(seed: int, **settings: Any) -> PPO:
    """PPO whose one policy plays every seat."""
    register_env("arctic", make_env)
    config = (
        PPOConfig()
        .environment("arctic", env_config=settings, disable_env_checking=True)  # it tries illegal actions
        .env_runners(num_env_runners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **others: POLICY)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]}
            )
        )
        .training(train_batch_size_per_learner=2048, minibatch_size=256, num_epochs=4, lr=5e-4, entropy_coeff=0.02)
        .debugging(seed=seed)
    )
    return config.build_algo()


class Learned(Agent):
    """The policy at the arena, playing its greedy action."""

    name = "rllib"

    def __init__(self, game: Game, num_players: int, algorithm: PPO) -> None:
        super().__init__(game, num_players)
        self.module = algorithm.get_module(POLICY)

    def act_many(self, views: Any, seats: Any, masks: Any, generator: Any) -> np.ndarray:
        """Return the greedy action for each view."""
        seen = np.empty((len(views), self.game.observation(self.num_players).size), np.int8)
        self.game.batch.encode(views, seats, seen)
        batch = {"observations": torch.from_numpy(seen).float(), "action_mask": torch.from_numpy(masks)}
        with torch.no_grad():
            logits = self.module.forward_inference({"obs": batch})["action_dist_inputs"]
        return logits.argmax(dim=1).numpy()


def main() -> None:
    """Train, then play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=20, metavar="N", help="default: %(default)s")
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="default: %(default)s")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="at the arena; default: %(default)s")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    ray.init(address="local", num_cpus=1, include_dashboard=False)
    algorithm = make_algorithm(arguments.seed, num_players=arguments.num_players, reward="margin")
    for iteration in range(arguments.iterations):
        episodes = algorithm.train()["env_runners"]
        print(f"iteration {iteration + 1}: {episodes['episode_len_mean']:.0f} decisions a game", flush=True)
    learned = Learned(arctic_env.game("arctic"), arguments.num_players, algorithm)
    settings = Settings([learned, "random"], "arctic", num_players=arguments.num_players, games=arguments.games)
    for pair in run_tournament(settings).pairs():
        percent = [round(100 * share) for share in (pair.ahead.value, pair.ahead.low, pair.ahead.high)]
        print("{} ahead of {} in {} % [{}, {}] of {} deals".format(pair.agent, pair.other, *percent, pair.deals))
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
