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
# # ARCTIC in ten minutes
#
# What lies on the table, what a turn is, who knows what, and how good play differs from other play. Everything here
# uses public names of `arctic_env` and runs from top to bottom in seconds, after the kernels have been compiled once.
# It needs the extras `arena` and `notebooks`.
#
# Run the cells in an editor such as VS Code, or open it in Jupyter: `pip install jupyterlab`, `jupytext --to ipynb
# notebooks/*.py`, `jupyter lab notebooks`.

# %%
import os
from collections import defaultdict
from itertools import groupby
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import display

import arctic_env
from arctic_env.arena import Settings, play, run_tournament
from arctic_env.arena.statistics import estimate_mean, estimate_share
from arctic_env.games.arctic.draw.cards import ANIMAL_COLOURS

SHORT = "ARCTIC_SHORT" in os.environ
GAMES = 10 if SHORT else 200  # of every two agents
SEED = 2026

HERE = Path("notebooks") if Path("notebooks").is_dir() else Path()
plt.style.use(HERE / "arctic.mplstyle")

# %% [markdown]
# ## The table
#
# Three players. Each has a hand, a pile that it builds, a zone for penalties, and a secret totem, one of six animals.
# In the middle lie a river of six cards, the deck, and the landscape with a token of each animal. The drawing shows
# what seat 0 may see and nothing else: its own cards are open, those of the others are backs.

# %%
game = arctic_env.game("arctic")
start = game.deal(seed=7, num_players=3)
display(start.view(0))

# %% [markdown]
# A card such as `FM1` shows a main animal (fox), a companion (moose) and a draw value (1). Its placement value is
# what is missing to six, here 5. The card on top of your pile is your *Visible card*, and it decides the whole turn:
#
# - **Place** as many cards from your hand as its placement value says; each that you lack costs a penalty card. The
#   new Visible card's main animal brings a power card, twelve faces in all.
# - **Move** the tokens of the Visible card's two animals, one right, the other left.
# - **Draw** as many cards from the river as its draw value says.
#
# Cards of one animal that follow each other make a run: 2, 3, 4, 5, 6 of them score 1, 3, 6, 10, 15. So does the
# number of animals that have a run. In the end your totem scores what its token stands on, and each penalty card
# costs a point.
#
# ## A turn, decision by decision
#
# Actions are texts, or ids for learners. `planner` plays; what it chose is printed in words behind how many answers
# there were, and indented what came of it. Here are the second turns of two players.

# %%
steps = []  # position and action of each decision
played = play(
    start, ["planner"] * 3, seed=SEED, watch=lambda number, position, action: steps.append((position, action))
)
turns = [list(turn) for _, turn in groupby(steps, key=lambda step: step[0].seat)]
for turn in turns[3:5]:
    print(f"seat {turn[0][0].seat}")
    for position, action in turn:
        print(f"  {len(position.legal()):2} choices   {position.action_words(action)}")
        for event in position.events(action):
            print(f"               {event.text}")

# %% [markdown]
# A position never changes; playing an action gives the next one, so a whole game is a list of positions. This one
# went like this: each seat's score by where it came from, at every decision. Runs grow in steps; the totem swings,
# because all push.

# %%
COLOURS = {"runs": "C0", "diversity": "C2", "totem": "C1", "penalty": "C3"}
scores = [position.scores() for position, _ in steps] + [played.final.scores()]


def part(score: dict, source: str) -> int:
    """Points of one source; runs of all animals together."""
    return sum(score["runs"].values()) if source == "runs" else score[source]


figure, axes = plt.subplots(1, 3, figsize=(10, 3.4), sharey=True)
for seat, axis in enumerate(axes):
    parts = {source: np.array([part(score[seat], source) for score in scores]) for source in COLOURS}
    gained = [parts[source] for source in ("runs", "diversity", "totem")]
    axis.stackplot(range(len(scores)), gained, colors=list(COLOURS.values())[:3], labels=list(COLOURS)[:3], alpha=0.75)
    axis.fill_between(range(len(scores)), parts["penalty"], color=COLOURS["penalty"], alpha=0.75, label="penalty")
    axis.plot([score[seat]["total"] for score in scores], color="black", linewidth=1.2, label="total")
    axis.set_xlabel("decision of the game")
    axis.set_title(f"seat {seat}: {played.scores[seat]} points")
axes[0].set_ylabel("points")
axes[0].legend(loc="upper left")
plt.show()

# %% [markdown]
# The landscape tells the other half: where the tokens stood. Colours are those of the cards; dashed
# lines are animals that are nobody's totem.

# %%
totems = [seat["totem"] for seat in played.final.to_dict()["seats"]]
tokens = [position.to_dict()["tokens"] for position, _ in steps] + [played.final.to_dict()["tokens"]]
figure, axis = plt.subplots(figsize=(9, 3.4))
for shift, animal in zip(np.linspace(-0.2, 0.2, 6), tokens[0], strict=True):
    spaces = [[0, 1, 3, 6, 10, 15].index(token[animal]) + shift for token in tokens]
    owner = f" (seat {totems.index(animal)})" if animal in totems else ""
    axis.step(
        range(len(spaces)),
        spaces,
        where="post",
        label=animal + owner,
        color=ANIMAL_COLOURS[animal],
        linestyle="-" if owner else "--",
    )
axis.set_yticks(range(6), [0, 1, 3, 6, 10, 15])
axis.set_ylabel("points under the token")
axis.set_xlabel("decision of the game")
axis.set_title("Six tokens on the landscape")
axis.legend(loc="center left", bbox_to_anchor=(1, 0.5))
plt.show()

# %% [markdown]
# ## Who knows what
#
# `view` gives the view of a seat: what it may know, including what it can remember, and nothing else. Agents,
# pictures and observations are made from views alone.

# %%
position, _ = steps[len(steps) // 2]
view = position.view(1)
known = view.to_dict()["known"]
print(f"seat 1 remembers where {len(known)} cards of others are, such as {dict(list(known.items())[:3])}")
parts = game.observation(3).split(view.observation())
print(f"its observation has {len(parts)} named parts, {view.observation().size} numbers in all: {', '.join(parts)}")

# %% [markdown]
# A view can be filled up to a whole world that agrees with it, every one being equally likely. Search does that many
# times. Seen by the same seat all these worlds are the same; what differs is what the seat cannot know. Over many
# worlds, here is where the totem of seat 0 may be. Evenly wherever it can be at all: `determinize` draws no
# conclusions from how somebody played.

# %%
WORLDS = 100 if SHORT else 2000
worlds = [view.determinize(seed=seed) for seed in range(WORLDS)]
print("all look the same to seat 1:", all(world.view(1) == view for world in worlds[:50]))
held = np.array([world.to_dict()["seats"][0]["totem"] for world in worlds])
for animal in ANIMAL_COLOURS:
    print(f"  {animal:8} {estimate_share(np.float64(held == animal)):6.1%}")

# %% [markdown]
# ## Agents compared
#
# Every deal is played in all seatings, so that the luck of the cards cancels out. Intervals are 95 %, and clustered
# by deal, because games of one deal are not independent of each other.

# %%
AGENTS = {"random": "0.6", "greedy": "C1", "planner": "C0"}
result = run_tournament(
    Settings(players=list(AGENTS), game="arctic", num_players=2, games=GAMES, seed=SEED, keep_records=True)
)
for standing in result.standings():
    wins, score = standing.wins, standing.score
    print(f"{standing.agent:8} wins {wins:.1%}   score {score:.1f}")
for pair in result.pairs():
    ahead = pair.ahead
    print(f"{pair.agent} ahead of {pair.other} in {ahead:.1%} of {pair.deals} duplicate deals")

# %% [markdown]
# What do they do differently? `greedy` takes the points it sees and pays in penalties; `planner` plans whole turns,
# so it has long runs, few penalties, and its totem on a good space.

# %%
SOURCES = ["runs", "diversity", "totem", "penalty"]
points = {agent: defaultdict(list) for agent in AGENTS}  # by deal, so that the intervals are clustered, too
for record in result.records:
    for agent, score in zip(record.agents, record.scores, strict=True):
        points[agent][record.seed].append([part(score, source) for source in SOURCES])

figure, axis = plt.subplots(figsize=(9, 3.6))
places = np.arange(len(SOURCES))
for k, (agent, colour) in enumerate(AGENTS.items()):
    by_deal = np.array([np.mean(games, axis=0) for games in points[agent].values()])
    means = [estimate_mean(source) for source in by_deal.T]
    heights, reach = [mean.value for mean in means], [mean.high - mean.value for mean in means]
    axis.bar(places + 0.27 * (k - 1), heights, 0.25, yerr=reach, color=colour, label=agent)
axis.set_xticks(places, SOURCES)
axis.set_ylabel("points a game (95 % interval)")
axis.axhline(0, color="black", linewidth=0.8)
axis.set_title("Where the points come from")
axis.legend()
plt.show()

# %% [markdown]
# ## Where to go on
#
# The next notebooks train an agent, ask which strategies win, rank all agents, and look into single decisions. In the
# terminal, `arctic play --players human,planner` lets you play yourself, and `arctic watch --players greedy,planner`
# lets you look on.
