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
# # ARCTIC: a first look
#
# Play a game, look at a position, compare agents, and see which runs and powers make the score. Everything here
# uses public names of `arctic_env` and runs from top to bottom. Run the cells in an editor such as VS Code, or open it
# in Jupyter: `pip install jupyterlab`, `jupytext --to ipynb notebooks/arctic.py`, `jupyter lab notebooks/arctic.ipynb`.

# %%
import random
from collections import Counter

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import SVG, display

import arctic_env
from arctic_env.arena import Settings, run_tournament

SEED = 2026
GAMES = 120  # a few seconds; with 2,000 the bars below have narrow intervals

# %% [markdown]
# ## A game
#
# A position never changes; playing an action gives the next one. Actions are texts, or ids for learners.

# %%
game = arctic_env.game("arctic")
position = game.deal(seed=7, players=3)
print(position)

# %%
chance = random.Random(SEED)
for _ in range(75):
    action = chance.choice(position.legal())
    position = position.play(action)
print(f"seat {position.seat} chooses from: {', '.join(position.legal())}")

# %% [markdown]
# ## What a seat knows
#
# `seen_by` gives the view of a seat: what it may know and nothing else. Others' hands are backs, their totems hidden;
# cards that were taken from the river in sight of all are remembered. The drawing shows just that.

# %%
view = position.seen_by(1)
display(SVG(view.svg()))

# %%
known = view.to_dict()["known"]
print(f"seat 1 remembers {len(known)} cards of others, such as {dict(list(known.items())[:3])}")
parts = game.observation(3).split(view.observation())
print("named parts of its observation:")
for name, part in parts.items():
    print(f"  {name:18} {part.shape}")

# %% [markdown]
# A view can be filled up to a whole world that agrees with it, any of them equally likely. Search does that many
# times. Seen by the same seat, every such world looks the same.

# %%
world = view.determinize(seed=1)
print(world == position, world.seen_by(1).to_dict() == view.to_dict())

# %% [markdown]
# ## Agents compared
#
# Every deal is played in all seatings, so that the luck of the cards cancels out. Intervals are clustered by deal.

# %%
agents = ["random", "greedy", "planner"]
result = run_tournament(Settings(agents=agents, players=2, games=GAMES, seed=SEED, keep_records=True))
for standing in result.standings():
    wins, score = standing.wins, standing.score
    print(
        f"{standing.agent:8} wins {wins.value:6.1%} [{wins.low:.1%}, {wins.high:.1%}]   "
        f"score {score.value:5.1f} [{score.low:.1f}, {score.high:.1f}]"
    )

# %%
for pair in result.pairs():
    ahead = pair.ahead
    print(
        f"{pair.agent} ahead of {pair.other} in {ahead.value:.1%} [{ahead.low:.1%}, {ahead.high:.1%}] "
        f"of {pair.deals} duplicate deals"
    )

# %% [markdown]
# ## What makes the score
#
# The records hold every action, so a game can be replayed and asked anything. First: where do the points of each
# agent come from?

# %%
ANIMALS = list(game.deal(seed=0).scores()[0]["runs"])
SOURCES = [*ANIMALS, "diversity", "totem", "penalty"]
points = {agent: Counter() for agent in agents}
seats = Counter()
for record in result.records:
    for agent, score in zip(record.agents, record.scores, strict=True):
        seats[agent] += 1
        points[agent].update(score["runs"])
        points[agent].update({part: score[part] for part in ("diversity", "totem", "penalty")})

figure, axis = plt.subplots(figsize=(9, 4))
width = 0.8 / len(agents)
for k, agent in enumerate(agents):
    means = [points[agent][source] / seats[agent] for source in SOURCES]
    axis.bar(np.arange(len(SOURCES)) + k * width, means, width, label=agent)
axis.set_xticks(np.arange(len(SOURCES)) + width * (len(agents) - 1) / 2, SOURCES)
axis.set_ylabel("points per game")
axis.axhline(0, color="black", linewidth=0.8)
axis.legend()
axis.set_title("Where the points come from")
plt.show()

# %% [markdown]
# ## What holding a power is worth
#
# For every power face: the mean score, against the game's average, of the seat that held the card for most of the
# game's decisions. This is what goes together, not what causes what: strong play also picks up cards.

# %%
gains: dict[str, list[float]] = {}
for record in result.records:
    position = game.position(record.start)
    held = {animal: Counter() for animal in ANIMALS}
    for action in record.actions:
        document = position.states[0]
        for k, animal in enumerate(ANIMALS):
            if document["holders"][k] >= 0:
                held[animal][int(document["holders"][k])] += 1
        position = position.play(action)
    totals = [score["total"] for score in record.scores]
    for animal in ANIMALS:
        if held[animal]:
            seat, _ = held[animal].most_common(1)[0]
            face = record.start["faces"][animal]
            gains.setdefault(f"{animal} {face}", []).append(totals[seat] - float(np.mean(totals)))

names = sorted(gains, key=lambda name: float(np.mean(gains[name])))
means = [float(np.mean(gains[name])) for name in names]
errors = [1.96 * float(np.std(gains[name], ddof=1)) / len(gains[name]) ** 0.5 for name in names]
figure, axis = plt.subplots(figsize=(9, 4.5))
axis.barh(names, means, xerr=errors, color="#4c9fd0", ecolor="#20435c")
axis.axvline(0, color="black", linewidth=0.8)
axis.set_xlabel("points above the average of the game (95 % interval)")
axis.set_title("The seat that held a power longest")
plt.show()
