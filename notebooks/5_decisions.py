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
# # Looking into a decision
#
# A policy answers at once; a search thinks. Position by position: what does the policy say, what does the search
# choose, what does it expect, and where do they disagree?
#
# It needs the extras `arena`, `train` and `notebooks`. The policy is the champion for two players if one is shipped,
# otherwise a small network that learns from the planner for some seconds. The full run takes a few minutes on one
# core; with `ARCTIC_SHORT=1` in the environment it looks at few positions with few rollouts.

# %%
import os
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import torch
from IPython.display import display

import arctic_env
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network, make_network
from arctic_agents.ppo import make_champion
from arctic_agents.search import Result, search
from arctic_env.arena import bind, play
from arctic_env.arena.statistics import estimate_mean, estimate_share
from arctic_env.errors import AgentError
from arctic_training.ppo import BatchThreads, NetworkPolicy
from arctic_training.self_play import SelfPlayPPO, Teacher
from arctic_training.self_play_env import OpponentMix, SelfPlayEnv
from arctic_training.settings import RewardSettings

SHORT = "ARCTIC_SHORT" in os.environ
LESSONS = 2_048 if SHORT else 200_000  # decisions that a network learns from where there is no champion
THOUGHT = 20 if SHORT else 400  # rollouts for a decision
SEARCHES = 3 if SHORT else 10  # of one decision, each with a seed of its own, for intervals
GAMES = 1 if SHORT else 12  # whose decisions are looked at
EVERY = 20 if SHORT else 3  # of so many decisions one
SEED = 2026

HERE = Path("notebooks") if Path("notebooks").is_dir() else Path()
plt.style.use(HERE / "arctic.mplstyle")
POLICY, SEARCH, PLANNER = "C1", "C0", "C2"

game = arctic_env.game("arctic")
planner = bind("planner", game, 2)


# %% [markdown]
# ## The policy
#
# Probabilities of all legal actions, from what the deciding seat sees and nothing else.


# %%
def learn_from_planner() -> Network:
    """A network that has learnt to do what the planner would do, in the positions that its own play leads to."""
    torch.manual_seed(SEED)  # the first weights
    network = make_network(game, num_players=2, width=64)
    games = arctic_env.make_vec("arctic", 128, num_players=2, skip_forced=True)
    env = SelfPlayEnv(games, OpponentMix({"latest": 1.0}, network, game, 2, keep=1), RewardSettings(), seed=SEED)
    model = SelfPlayPPO(
        NetworkPolicy,
        env,
        learning_rate=lambda left: 2e-3 * left,
        n_steps=32,
        batch_size=1024,
        n_epochs=2,
        seed=SEED,
        policy_kwargs={"network": network},
    )
    model.teacher = Teacher(planner, LESSONS, BatchThreads(1))
    model.learn(LESSONS)
    return network


try:
    network = make_champion(game, 2).network
    print("the policy is the champion for two players")
except AgentError as error:
    print(f"{error}; a network learns from the planner instead")
    network = learn_from_planner()


def probabilities(view) -> dict[str, float]:
    """The policy's probability of each legal action, by text."""
    with torch.no_grad():
        legal = Legal.of(torch.from_numpy(view.mask()[None]))
        logits = network.logits(torch.from_numpy(view.observation()[None]), legal)
        numbers = legal.log_probs(logits).exp().tolist()
    return {
        view.action_text(action): probability
        for action, probability in zip(legal.actions.tolist(), numbers, strict=True)
    }


# %% [markdown]
# ## A decision
#
# A game of two planners. Of the decisions in the middle of it, this is the one with the most choices. The drawing
# shows it as the deciding seat sees it.

# %%
steps = []
played = play(
    game.deal(seed=SEED),
    [planner, planner],
    seed=SEED,
    watch=lambda number, position, action: steps.append((position, action)),
)
middle = steps[len(steps) // 3 : 2 * len(steps) // 3]
position, chosen = max(middle, key=lambda step: len(step[0].legal()))
view = position.view(position.seat)
display(view)

# %% [markdown]
# The search thinks up worlds that agree with the view, tries the same candidates in all of them, plays each on, and
# drops the worse half again and again. So values are its answer: the margin that it expects after an action, the better
# known the later it was dropped. Its randomness differs from seed to seed; with several searches there are intervals.

# %%
UNIT = game.full_margin  # points that count as 1 in values


@dataclass
class Opinion:
    """What several searches of one decision found: whether an action was chosen, and its margin, [search, action]."""

    texts: list[str]
    chosen: np.ndarray
    margins: np.ndarray


def ask(view, rollouts: int, searches: int) -> Opinion:
    """Search a decision several times; margins are NaN for actions that were not tried."""
    results: list[Result] = [search(view, seed=seed, rollouts=rollouts) for seed in range(searches)]
    texts = view.legal()
    found = [{move.text: move for move in result.moves} for result in results]
    chosen = [[float(text == result.best.text) for text in texts] for result in results]
    margins = [[UNIT * moves[text].value if text in moves else np.nan for text in texts] for moves in found]
    return Opinion(texts, np.array(chosen), np.array(margins))


def over_searches(columns: np.ndarray, least: float = -np.inf, most: float = np.inf) -> np.ndarray:
    """Mean of each column over the searches, and how far its 95 % interval reaches down and up, float64[3, actions].

    NaN where fewer than three searches have a number; intervals stay within what is possible, from least to most.
    """
    spans = np.full((3, columns.shape[1]), np.nan)
    for k, column in enumerate(columns.T):
        numbers = column[~np.isnan(column)]
        if len(numbers) > 2:
            found = estimate_mean(numbers)
            spans[:, k] = (found.value, found.value - max(least, found.low), min(most, found.high) - found.value)
    return spans


opinion, answer = ask(view, THOUGHT, SEARCHES), probabilities(view)
order = np.lexsort((-np.nan_to_num(opinion.margins, nan=-99.0).mean(axis=0), -opinion.chosen.mean(axis=0)))[:10]
texts = [opinion.texts[k] for k in order]
chosen_by = over_searches(opinion.chosen, 0, 1)[:, order]
margins = over_searches(opinion.margins)[:, order]

figure, axes = plt.subplots(1, 2, figsize=(10, 0.45 * len(order) + 1.3), sharey=True)
places = np.arange(len(order))
axes[0].barh(places - 0.2, chosen_by[0], 0.38, xerr=chosen_by[1:], color=SEARCH, label="search: share of choices")
axes[0].barh(places + 0.2, [answer[text] for text in texts], 0.38, color=POLICY, label="policy: probability")
axes[0].set_yticks(places, [f"{text}  (planner)" if text == position.action_text(chosen) else text for text in texts])
axes[0].invert_yaxis()
axes[0].set_xlabel("share (95 % interval over searches)")
axes[0].set_title("What to do")
axes[0].legend(loc="lower right")
axes[1].errorbar(margins[0], places, xerr=margins[1:], fmt="o", color=SEARCH)
axes[1].set_xlabel("margin expected after it (points, 95 % interval over searches)")
axes[1].set_title("Why")
plt.show()
print(search(view, seed=0, rollouts=THOUGHT))

# %% [markdown]
# ## More thought
#
# The same decision with more and more rollouts: how often each of the five actions is chosen that are chosen most often
# in the end. With few rollouts luck decides between actions that are nearly as good.

# %%
LADDER = [8, 16, 32] if SHORT else [12, 24, 48, 96, 192, 384, 768, 1536]
asked = [ask(view, rollouts, SEARCHES) for rollouts in LADDER]
figure, axis = plt.subplots(figsize=(9, 3.8))
for colour, k in enumerate(np.argsort(-asked[-1].chosen.mean(axis=0), kind="stable")[:5]):
    line, down, up = np.array([over_searches(one.chosen, 0, 1)[:, k] for one in asked]).T
    axis.plot(LADDER, line, "o-", color=f"C{colour}", label=asked[-1].texts[k])
    axis.fill_between(LADDER, line - down, line + up, color=f"C{colour}", alpha=0.15)
    axis.plot(LADDER[-1] * 1.25, answer[asked[-1].texts[k]], "D", color=f"C{colour}")
axis.plot([], [], "D", color="black", label="the policy's probability")
axis.set_xscale("log")
axis.set_xticks(LADDER, LADDER)
axis.minorticks_off()
axis.set_xlabel("rollouts")
axis.set_ylabel("share of searches that choose it (95 % interval)")
axis.set_title("Thinking longer")
axis.legend(loc="center left", bbox_to_anchor=(1, 0.5))
plt.show()

# %% [markdown]
# ## A whole game
#
# The margin that the search expects for seat 0, decision by decision, from the deciding seat's view: so it jumps
# where somebody knows more than the other. Below, the probability that the policy gives to what the search would do.

# %%
looked = [step for step in steps if len(step[0].legal()) > 1][:: max(1, EVERY // 2)]
numbers = [steps.index(step) for step in looked]
found = [search(position, seed=SEED, rollouts=THOUGHT) for position, _ in looked]
expected = np.array([UNIT * result.best.value * (1 if result.seat == 0 else -1) for result in found])
agreed = np.array(
    [
        probabilities(position.view(position.seat))[result.best.text]
        for (position, _), result in zip(looked, found, strict=True)
    ]
)
movers = np.array([position.seat for position, _ in looked])

figure, axes = plt.subplots(2, 1, figsize=(10, 5), sharex=True, height_ratios=(2, 1))
for seat, colour in ((0, "C0"), (1, "C1")):
    mine = movers == seat
    axes[0].plot(
        np.array(numbers)[mine], expected[mine], "o-", color=colour, markersize=4, label=f"seen by seat {seat}"
    )
    axes[1].bar(np.array(numbers)[mine], agreed[mine], width=1.0, color=colour)
axes[0].axhline(played.scores[0] - played.scores[1], color="black", linestyle="--", linewidth=1, label="as it ended")
axes[0].axhline(0, color="black", linewidth=0.8)
axes[0].set_ylabel("margin of seat 0\nexpected (points)")
axes[0].set_title("A game, as the search saw it")
axes[0].legend()
axes[1].set_ylim(0, 1)
axes[1].set_ylabel("policy's probability of\nthe search's choice")
axes[1].set_xlabel("decision of the game")
plt.show()

# %% [markdown]
# ## Where they disagree
#
# Now many positions, from games of the planner. How often does the policy's greedy action, and the planner's,
# agree with the choice of the search, by what is asked? And where it does not: how much does the search think is
# lost, in points? Intervals are clustered by game.


# %%
@dataclass
class Case:
    """A decision that was looked at."""

    game: int
    asked: str
    policy_agrees: bool
    planner_agrees: bool
    lost: float  # by the search, points less after the policy's action than after its own; NaN where it was never tried


def look(number: int) -> list[Case]:
    """Look at decisions of one game."""
    steps = []
    play(
        game.deal(seed=SEED + 1 + number),
        [planner, planner],
        seed=SEED + number,
        watch=lambda _, position, action: steps.append((position, action)),
    )
    choices = [step for step in steps if len(step[0].legal()) > 1]
    cases = []
    for position, action in choices[number % EVERY :: EVERY]:
        seat = position.seat
        result = search(position, seed=SEED, rollouts=THOUGHT)
        likely = probabilities(position.view(seat))
        policy = max(likely, key=likely.get)
        other = next((move for move in result.moves if move.text == policy), None)
        lost = np.nan if other is None else UNIT * (result.best.value - other.value)
        cases.append(
            Case(
                number,
                position.to_dict()["turn"]["decision"],
                policy == result.best.text,
                position.action_text(action) == result.best.text,
                lost,
            )
        )
    return cases


cases = [case for number in range(GAMES) for case in look(number)]
kinds = [
    kind for kind in ("place", "move", "extra", "draw", "discard") if sum(case.asked == kind for case in cases) >= 3
]


def by_game(cases: list[Case], value: str) -> np.ndarray:
    """The mean of a value in each game that has one."""
    values = {number: [getattr(case, value) for case in cases if case.game == number] for number in range(GAMES)}
    return np.array([np.mean(of_game) for of_game in values.values() if of_game], float)


figure, axes = plt.subplots(1, 2, figsize=(10, 3.8))
for shift, value, colour, label in (
    (-0.1, "policy_agrees", POLICY, "policy"),
    (0.1, "planner_agrees", PLANNER, "planner"),
):
    for place, kind in enumerate(["all", *kinds]):
        share = estimate_share(by_game([case for case in cases if kind in ("all", case.asked)], value))
        reach = np.nan_to_num([[share.value - share.low], [share.high - share.value]])
        axes[0].errorbar(
            place + shift, share.value, yerr=reach, fmt="o", color=colour, label=label if place == 0 else None
        )
        if kind == "all":
            print(f"{label} agrees with the search in {share:.1%} of {len(cases)} decisions")
axes[0].set_xticks(range(len(kinds) + 1), ["all", *kinds])
axes[0].set_ylim(0, 1)
axes[0].set_ylabel("agrees with the search\n(share, 95 % interval)")
axes[0].set_title("Agreement")
axes[0].legend()
lost = np.sort([case.lost for case in cases if not case.policy_agrees and not np.isnan(case.lost)])
axes[1].plot(lost, 1 - np.arange(len(lost)) / max(len(lost), 1), color=POLICY, drawstyle="steps-post")
axes[1].axvline(0, color="black", linewidth=0.8)
axes[1].set_xlabel("points that the search expects less after the policy's choice")
axes[1].set_ylabel("share of disagreements\nthat lose more")
axes[1].set_title("What a disagreement costs")
plt.show()
if len(lost):
    cheap = np.mean(lost < 1)
    print(
        f"{len(lost)} disagreements in which the search tried what the policy would do; {cheap:.0%} of them cost less "
        "than one point by the search's own estimate"
    )

# %% [markdown]
# Two cautions. The search plays on as the planner would, so the planner agrees more often than it would with another
# search. What a disagreement costs is the search's own estimate, of scores after some rounds, and has an error.
# Whether search decides better is a question for matches, as in the notebook on the ladder.
#
# ## Your own positions
#
# `search` takes a position or a view. The same is behind `arctic play --hint`, where the seat that you play gets this
# advice:

# %%
print(search(position, seed=1, rollouts=THOUGHT))
