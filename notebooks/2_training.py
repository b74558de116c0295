# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Training an agent
#
# From random weights to an agent that beats `greedy`, by self-play with PPO. Nobody shows it how to play: it meets
# itself at some hundred tables at once, and learns from the decisions of all seats.
#
# It needs the extras `arena`, `train` and `notebooks`. The full run learns from 400,000 decisions, one or two minutes
# on two quiet cores; with `ARCTIC_SHORT=1` in the environment it learns from a few thousand, which shows that
# everything runs and is too little to play well.

# %%
import os
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback

import arctic_env
from arctic_agents.networks.checkpoint import save_checkpoint
from arctic_agents.networks.network import make_network
from arctic_agents.ppo import PolicyAgent
from arctic_env.arena import Settings, run_tournament
from arctic_training.ppo import NetworkPolicy
from arctic_training.self_play import SelfPlayPPO
from arctic_training.self_play_env import OpponentMix, SelfPlayEnv
from arctic_training.settings import RewardSettings

SHORT = "ARCTIC_SHORT" in os.environ
DECISIONS = 2_048 if SHORT else 400_000  # to learn from
TABLES = 32 if SHORT else 512  # games that are played at once
MEASURES = 2 if SHORT else 10  # evaluations on the way
DEALS = 2 if SHORT else 20  # of each of them
FINAL_DEALS = 3 if SHORT else 200
SEED = 1
RUNS = Path(os.environ.get("ARCTIC_RUNS", "runs/notebooks"))

HERE = Path("notebooks") if Path("notebooks").is_dir() else Path()
plt.style.use(HERE / "arctic.mplstyle")
COLOURS = {"random": "0.6", "greedy": "C1", "planner": "C0"}

# %% [markdown]
# ## What learns
#
# The network reads the observation of a seat and gives a number for each *legal* action, and a value: what the seat
# will still be paid. It is made from the tables of the game. One shared part looks at each of the six animals,
# another at each legal card, so that what it learns of one card holds for the others.

# %%
torch.manual_seed(SEED)  # the first weights
arctic = arctic_env.game("arctic")
network = make_network(arctic, num_players=2, width=64)
weights = sum(parameter.numel() for parameter in network.parameters())
print(f"{arctic.observation(2).size} numbers in, {arctic.actions.size} possible actions, {weights:,} weights")

# %% [markdown]
# ## Where it learns
#
# `make_vec` plays many games side by side in compiled code. `SelfPlayEnv` seats the policy in all of them, on both
# sides.
# It is paid its points as they are made, the least noisy signal and the soonest learnt from.

# %%
games = arctic_env.make_vec("arctic", TABLES, num_players=2, skip_forced=True)
opponents = OpponentMix({"latest": 1.0}, network, arctic, num_players=2, keep=1)
env = SelfPlayEnv(games, opponents, RewardSettings(kind="score", scale=30, shaping=True), seed=SEED)
model = SelfPlayPPO(
    NetworkPolicy,
    env,
    learning_rate=lambda left: 3e-3 * left,  # from 3e-3 to nothing
    n_steps=32,
    batch_size=512 if SHORT else 2048,
    n_epochs=3,
    gamma=1.0,
    ent_coef=0.03,
    seed=SEED,
    policy_kwargs={"network": network, "threads": 1 if SHORT else 2},
)

# %% [markdown]
# ## How it is measured
#
# Before learning and after every so many updates the policy, playing its greedy action, meets `random` and
# `greedy` in duplicate deals: each deal is played from both seats, so nobody is lucky with the cards. The deals are
# the same every time.


# %%
SOURCES = {"runs": "C0", "diversity": "C2", "totem": "C1", "penalty": "C3"}


def meet(agent, opponent: str, deals: int, seed: int = SEED):
    """Duplicate deals of an agent against an opponent."""
    return run_tournament(
        Settings(players=[agent, opponent], game="arctic", games=2 * deals, seed=seed, keep_records=True)
    )


def points(result) -> dict[str, float]:
    """Where the points of the policy came from, on average."""
    own = [record.scores[record.agents.index("ppo")] for record in result.records if "ppo" in record.agents]
    parts = [{**score, "runs": sum(score["runs"].values())} for score in own]
    return {source: float(np.mean([part[source] for part in parts])) for source in SOURCES}


player = PolicyAgent(network, arctic, 2, deterministic=True)
curve = []  # decisions, the margins against each opponent, and where points came from


def look(decisions: int) -> None:
    """Measure the policy as it stands."""
    results = {opponent: meet(player, opponent, DEALS) for opponent in ("random", "greedy")}
    margins = {opponent: result.pairs()[0].margin for opponent, result in results.items()}
    curve.append((decisions, margins, points(results["greedy"])))
    print(f"{decisions:>9,} decisions: {margins['greedy']:+.1f} points against greedy")


class Looks(BaseCallback):
    """Measures the policy every so many decisions."""

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= len(curve) * DECISIONS / MEASURES:
            look(self.num_timesteps)

    def _on_step(self) -> bool:
        return True


# %% [markdown]
# ## Learning

# %%
model.learn(DECISIONS, callback=Looks())
look(model.num_timesteps)

# %%
thousands = [decisions / 1000 for decisions, _, _ in curve]
figure, axes = plt.subplots(1, 2, figsize=(10, 3.8))
for opponent in ("random", "greedy"):
    margins = [measured[opponent] for _, measured, _ in curve]
    axes[0].plot(
        thousands, [margin.value for margin in margins], "o-", color=COLOURS[opponent], label=f"against {opponent}"
    )
    axes[0].fill_between(
        thousands,
        [margin.low for margin in margins],
        [margin.high for margin in margins],
        color=COLOURS[opponent],
        alpha=0.2,
    )
axes[0].axhline(0, color="black", linewidth=0.8)
axes[0].set_ylabel("margin (points a game, 95 % interval)")
axes[0].set_title("The learning curve")
for source, colour in SOURCES.items():
    axes[1].plot(thousands, [parts[source] for _, _, parts in curve], "o-", color=colour, label=source)
axes[1].axhline(0, color="black", linewidth=0.8)
axes[1].set_ylabel("points a game against greedy")
axes[1].set_title("What it learns first")
for axis in axes:
    axis.set_xlabel("decisions learnt from, in thousands")
    axis.legend()
plt.show()

# %% [markdown]
# In the full run the margin against greedy was -18.0 points [-22.8, -13.2] before learning, +8.6 [+3.9, +13.4] after
# 164 thousand decisions and +13.6 [+9.4, +17.7] after 360 thousand, in 20 deals each.
#
# ## Does it beat greedy?
#
# The curve was drawn with few deals, and always the same. Now many others, each from both seats: margins deal by
# deal, and the share of deals in which the policy was ahead. `planner`, which plans whole turns, shows how far there
# is to go.

# %%
figure, axes = plt.subplots(1, 3, figsize=(10, 3.2), sharey=True)
for axis, opponent in zip(axes, COLOURS, strict=True):
    result = meet(player, opponent, FINAL_DEALS, SEED + 1)
    pair = result.pairs()[0]
    own = result.rows[result.rows["agent"] == 0]
    by_deal = np.bincount(own["deal"], weights=own["margin"]) / 2
    axis.hist(by_deal, bins=np.arange(-60, 65, 5), color=COLOURS[opponent])
    axis.axvline(0, color="black", linewidth=0.8)
    axis.axvspan(pair.margin.low, pair.margin.high, color="C3", alpha=0.4)
    axis.set_xlabel("margin of a deal (points)")
    axis.set_title(f"against {opponent}")
    print(f"{opponent:8} ahead in {pair.ahead:.1%} of {pair.deals} deals, margin {pair.margin:+.1f}")
axes[0].set_ylabel("deals (band: mean, 95 % interval)")
plt.show()

# %% [markdown]
# In the full run it was ahead of greedy in 89.0 % [83.9, 92.6] of 200 deals, by +13.8 points a game [+12.4, +15.3],
# and ahead of random in all of them. To go further takes time: `configs/quick.yaml`, five times as long, was ahead of
# greedy in 97.5 % of 200 deals and behind the planner in all of them; runs that begin by imitating the planner came
# past it ([results](../docs/results.md)).
#
# ## Keeping it
#
# A checkpoint is a folder of safetensors and JSON, and reading one runs no code. From then on the agent has a name
# that every command takes, such as `arctic play --players human,ppo:runs/notebooks/trained`.

# %%
folder = RUNS / "trained"
save_checkpoint(folder, network, arctic, 2, about={"decisions": model.num_timesteps, "seed": SEED})
again = run_tournament(
    Settings(players=[f"ppo:{folder}:deterministic=true", "greedy"], game="arctic", games=4, seed=SEED)
)
print(again.pairs()[0].margin.value, "points a game in two deals, by its name")

# %% [markdown]
# ## Longer
#
# The same from the command line, which resumes after a kill, plays against past selves, and keeps a journal:
#
# ```
# arctic train --config quick        # some minutes; configs/arctic_2p.yaml takes 40 or more
# arctic curves runs/quick                        # the learning curve as a picture
# arctic tournament --players greedy,planner,ppo:runs/quick
# ```
#
# [training/arctic_training/README.md](../training/arctic_training/README.md) says how it works.
