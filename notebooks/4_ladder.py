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
# # The ladder of agents
#
# Who beats whom, by how much, and how sure is that? A tournament of all agents against each other in duplicate deals;
# the payoff matrix; ratings; and whether the order bites its own tail somewhere: A ahead of B, B of C, C of A.
#
# It needs the extras `arena` and `notebooks`, and `train` where a champion is shipped. The full run takes some ten
# minutes on one core, most of it thinking time of `search`; with `ARCTIC_SHORT=1` in the environment some of them play
# a few deals and think little, which shows that everything runs and ranks nobody.

# %%
import os
import tempfile
from itertools import pairwise
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from IPython.display import Image, display

import arctic_env
from arctic_env.arena import Settings, bind, run_tournament
from arctic_env.arena.analysis import alpha_rank, analyse, draw_payoff_matrix
from arctic_env.errors import ArcticError

SHORT = "ARCTIC_SHORT" in os.environ
DEALS = 2 if SHORT else 40  # of every two agents of the ladder, each from both seats
CLOSE_DEALS = 2 if SHORT else 250  # of every two characters further below, who are quick
MIXED_GAMES = 4 if SHORT else 280  # of each mixture of four players
THOUGHT = 4 if SHORT else 48  # rollouts of search for a decision
SEED = 2026

HERE = Path("notebooks") if Path("notebooks").is_dir() else Path()
plt.style.use(HERE / "arctic.mplstyle")

game = arctic_env.game("arctic")


def whiskers(axis, places, estimates, **style) -> None:
    """Estimates as dots with their intervals."""
    middle = np.array([estimate.value for estimate in estimates])
    ends = [[e.value - e.low for e in estimates], [e.high - e.value for e in estimates]]
    axis.errorbar(middle, places, xerr=np.maximum(np.nan_to_num(ends), 0), fmt="o", **style)


# %% [markdown]
# ## Who plays
#
# From random play to search. Two are shipped for some games and numbers of players only: `tuned`, the planner with
# weights that were tuned by play, and `champion`, the best policy that was trained; they take part where they are
# there.

# %%
WANTED = {
    "random": "any legal action",
    "greedy": "the points it sees",
    "planner": "plans its turn",
    "planner:belief=true": "the same, and guesses the others' totems",
    "tuned": "the planner with tuned weights",
    f"search:rollouts={THOUGHT}": "searches",
    "champion": "a trained policy",
    f"search:policy=champion,rollouts={THOUGHT}": "searches with its help",
}


def there(agent: str) -> bool:
    """Whether an agent can play this with two players."""
    try:
        bind(agent, game, 2)
    except ArcticError as error:
        print(f"not here: {error}")
        return False
    return True


agents = [agent for agent in WANTED if there(agent)]
if SHORT:
    agents = [*agents[:3], agents[-1]]
result = run_tournament(Settings(players=agents, game="arctic", games=2 * DEALS, seed=SEED))
print(f"{result.played:,} games, {DEALS} deals for every two agents, {result.seconds:.0f} s")

# %% [markdown]
# ## Standings
#
# Means over all games of an agent. They depend on who else takes part: against beginners everybody wins.

# %%
for standing in result.standings():
    print(
        f"{standing.agent:38} wins {standing.wins:.1%} score {standing.score:.1f} "
        f"margin {standing.margin:+.1f} {1000 * standing.seconds:7.2f} ms a decision"
    )

# %% [markdown]
# ## Step by step
#
# The ladder proper: each agent against the next one below, in the same deals from both seats. An interval that leaves
# out zero means that a step is one.

# %%
order = [standing.agent for standing in result.standings()]
pairs = {frozenset((pair.agent, pair.other)): pair for pair in result.pairs()}
steps = []
for upper, lower in pairwise(order):
    pair = pairs[frozenset((upper, lower))]
    steps.append(pair if pair.agent == upper else pair.turned())
for step in steps:
    ahead = f"in {step.ahead:.1%} of {step.deals} deals"
    print(f"{step.agent} ahead of {step.other} {ahead}, margin {step.margin:+.1f}")

figure, axis = plt.subplots(figsize=(9, 0.6 * len(steps) + 1.2))
places = np.arange(len(steps))[::-1]
sure = [step.margin.low > 0 for step in steps]
for wanted, colour, label in ((True, "C0", "a step"), (False, "C1", "undecided")):
    chosen = [k for k in range(len(steps)) if sure[k] == wanted]
    whiskers(axis, places[chosen], [steps[k].margin for k in chosen], color=colour, label=label)
axis.axvline(0, color="black", linewidth=0.8)
axis.set_yticks(places, [f"{step.agent}\nover {step.other}" for step in steps], fontsize=8)
axis.set_xlabel("margin (points a game, 95 % interval)")
axis.set_title("Steps of the ladder")
axis.legend()
plt.show()

# %% [markdown]
# An orange step is not settled: more deals would tell, or the two are about equal. Their number is `DEALS` above; a
# margin of two good players varies by some six points from deal to deal, so 40 deals settle steps of two points and
# more.
#
# ## The payoff matrix
#
# A ladder assumes that one number tells how good somebody is. The matrix assumes nothing: the share of games that the
# row wins of the column, ties half, with intervals clustered by deal.

# %%
analysis = analyse(result)


def show(payoffs, order) -> None:
    """The matrix as a picture."""
    with tempfile.TemporaryDirectory() as folder, plt.rc_context({"axes.grid": False}):
        draw_payoff_matrix(Path(folder) / "payoffs.png", payoffs, order)
        display(Image(filename=Path(folder) / "payoffs.png", width=720))


show(analysis.wins, order)

# %% [markdown]
# ## Ratings
#
# Strengths by Plackett and Luce (with two at a table: Bradley and Terry), by maximum likelihood over all games at
# once, in Elo points: 400 more are ten to one. Where some never lost to others, the distance between them has no
# estimate: they stand in groups, and there are no intervals.

# %%
figure, axis = plt.subplots(figsize=(9, 0.4 * len(agents) + 1.2))
places = np.arange(len(agents))[::-1]
groups = [strength.group for strength in analysis.strengths]
for group in sorted(set(groups)):
    chosen = [k for k in range(len(agents)) if groups[k] == group]
    whiskers(
        axis, places[chosen], [analysis.strengths[k].elo for k in chosen], color=f"C{group % 7}", label=f"group {group}"
    )
axis.set_yticks(places, [strength.agent for strength in analysis.strengths])
axis.set_xlabel("Elo points above the mean of all (95 % interval where there is one group)")
axis.set_title("Strengths by maximum likelihood")
if len(set(groups)) > 1:
    axis.legend()
plt.show()

# %% [markdown]
# ## Among equals
#
# On a ladder with steps this high there is no room for cycles. So here are some characters of about equal strength:
# the planner as it is, one that thinks of its totem first, one that thinks of spoiling others' totems, one that
# guesses them, one that goes for long runs, and one that goes for variety. Is there one best, or does each beat
# another?

# %%
CHARACTERS = {
    "planner": "as it is",
    "planner:totem=1.4": "own totem",
    "planner:rivals=0.9": "spoiler",
    "planner:belief=true": "guesses totems",
    "planner:run=2.1": "long runs",
    "planner:diversity=1.6": "variety",
}
close = analyse(run_tournament(Settings(players=list(CHARACTERS), game="arctic", games=2 * CLOSE_DEALS, seed=SEED + 1)))
close_order = [strength.agent for strength in close.strengths]
show(close.margins, close_order)

# %%
for cycle in close.cycles:
    around = " > ".join([*cycle.agents, cycle.agents[0]])
    edges = ", ".join(f"{100 * (edge.value - 0.5):+.1f}" for edge in cycle.edges)
    verdict = "holds" if cycle.significant else "may be luck"
    print(f"{around}: {edges} percentage points, p = {cycle.adjusted_p:.2f}, {verdict}")
holding = sum(cycle.significant for cycle in close.cycles)
print(f"{len(close.cycles)} cycles in the means, {holding} that hold")

# %%
values = close.wins.values
angles = np.pi / 2 - 2 * np.pi * np.arange(len(CHARACTERS)) / len(CHARACTERS)
spots = {agent: np.array([np.cos(angle), np.sin(angle)]) for agent, angle in zip(close_order, angles, strict=True)}
figure, axis = plt.subplots(figsize=(7, 6))
for row, one in enumerate(close.wins.agents):
    for column, other in enumerate(close.wins.agents):
        edge = close.wins.estimate(row, column)
        if row != column and edge.value > 0.5:
            style = {"color": "C0" if edge.low > 0.5 else "0.75", "linewidth": 0.5 + 30 * (edge.value - 0.5)}
            start, end = spots[one], spots[other]
            axis.annotate(
                "",
                xy=start + 0.84 * (end - start),
                xytext=start + 0.16 * (end - start),
                arrowprops={"arrowstyle": "-|>", "mutation_scale": 14, **style},
            )
for agent, spot in spots.items():
    axis.text(*spot, f"{agent.removeprefix('planner:')}\n({CHARACTERS[agent]})", ha="center", va="center", fontsize=9)
axis.set_xlim(-1.35, 1.35)
axis.set_ylim(-1.2, 1.2)
axis.axis("off")
axis.set_title("Arrows go to who loses; blue: the interval leaves out one half")
plt.show()

# %% [markdown]
# ## Alpha-rank
#
# All play alike; now and then one tries something else, and what does better is copied, the more surely the larger
# alpha. Alpha-rank is how much of the time a population spends with each agent. With a small alpha all are about
# equal; with a large one the best takes all, or those of a cycle share it.

# %%
alphas = np.logspace(-1, 2.5, 30)
shares = np.array([alpha_rank(values, alpha=float(alpha)) for alpha in alphas])
figure, axis = plt.subplots(figsize=(9, 3.8))
for k in np.argsort(-shares[-1]):
    axis.plot(alphas, shares[:, k], label=close.wins.agents[k])
axis.set_xscale("log")
axis.set_xlabel("alpha: how surely what does better is copied")
axis.set_ylabel("share of the time")
axis.set_title("Who lasts")
axis.legend()
plt.show()
for share in close.shares:
    print(f"{share.agent:24} {share.share:.1%} at alpha 20")

# %% [markdown]
# With a clear best one the curves part early, and the interval of its share stays away from that of the others. Where
# the means have a cycle that does not hold, shares are wide open: drawn with other deals, another one would last.
#
# ## One against three
#
# At larger tables it also matters who else sits there. Four players, the planner that guesses totems (A) and the
# planner as it is (B), one against three, two against two, three against one: share of wins of all seats of A, and
# what would be fair.

# %%
mixed = run_tournament(
    Settings(
        players=["planner:belief=true", "planner"],
        game="arctic",
        num_players=4,
        line_ups=["ABBB", "AABB", "AAAB"],
        games=MIXED_GAMES,
        seed=SEED + 2,
    )
)
ours = [standing for standing in mixed.line_ups() if standing.agent == "planner:belief=true"]
figure, axis = plt.subplots(figsize=(9, 2.4))
places = np.arange(len(ours))[::-1]
whiskers(axis, places, [standing.first for standing in ours], color="C0", label="planner that guesses totems")
axis.plot([standing.fair for standing in ours], places, "D", color="black", label="fair")
axis.set_yticks(places, [standing.line_up for standing in ours])
axis.set_xlabel("share of wins (95 % interval)")
axis.set_title("One against three, two against two, three against one")
axis.legend()
plt.show()
for standing in ours:
    against = f"{standing.first:.1%}, fair {standing.fair:.1%}"
    print(f"{standing.line_up}: {against}, margin {standing.margin:+.1f}, {standing.games} games")

# %% [markdown]
# Dots to the right of the diamonds: guessing pays. Whether it pays more among three who do not guess or beside others
# who do is told by the three distances; each interval is clustered by deal.
