"""Who meets whom: prioritised fictitious self-play, as AlphaStar's league matched its agents (Vinyals et al. 2019).

Each rule gives the chances of all that a learner could meet, as worked out from the payoffs. The original draws one
opponent a game from the same rules; here a few are drawn for a whole turn, as each is asked in a batch of its own.

- A main agent meets those that stay as they are in proportion to (1 - p)^2, p being its share of wins: what it
  loses to counts most, what it always beats not at all. Sometimes it meets what it has reason to doubt: copies of main
  agents' exploiters that beat it, or else past selves that it did better against once. The rest is self-play. A main
  agent that beats it too often is replaced by that one's past selves, in proportion to p (1 - p): the ones that are
  about as strong as itself.
- A main exploiter meets the main agents as they stand and, as long as it hardly ever wins, their past selves, in
  proportion to p (1 - p).
- A league exploiter meets those that stay as they are, in proportion to 1 - p, but at most 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from arctic_env.arena import uniforms
from arctic_training.league.members import Member, Roster
from arctic_training.league.payoffs import Numbers, Payoffs
from arctic_training.league.settings import LEAGUE_EXPLOITER, MAIN, MAIN_EXPLOITER, MainSettings
from arctic_training.settings import LATEST

WEIGHTS: Mapping[str, Callable[[Numbers], Numbers]] = {
    "squared": lambda p: (1.0 - p) ** 2,
    "variance": lambda p: p * (1.0 - p),
    "capped": lambda p: np.minimum(0.5, 1.0 - p),
}
"""How much a meeting is worth by the share of wins in it."""

# Shares of wins, all as in the original.
TOO_STRONG = 0.3  # below this a main agent meets another one's past selves instead
BEATEN = 0.3  # below this a main agent has a copy of an exploiter to learn from
FORGOTTEN = 0.7  # below this a past self is not safely beaten
HOPELESS = 0.1  # up to this an exploiter learns from past selves instead

Chances = dict[str, float]
"""Name -> how often it is met; they add up to 1."""


class Matchmaker:
    """Finds opponents for the learners of a league.

    Attributes:
        roster: the members.
        payoffs: what is known of them.
        main: how often main agents meet whom.
    """

    def __init__(self, roster: Roster, payoffs: Payoffs, main: MainSettings) -> None:
        """Match these."""
        self.roster, self.payoffs, self.main = roster, payoffs, main
        self._rules = {
            MAIN: self._for_main,
            MAIN_EXPLOITER: self._for_main_exploiter,
            LEAGUE_EXPLOITER: self._for_league_exploiter,
        }

    def chances(self, learner: Member) -> Chances:
        """How often a learner is to meet whom; itself is `latest`."""
        return mixed([(1.0, self._rules[learner.kind](learner))])

    def _for_main(self, learner: Member) -> Chances:
        mains = self.roster.learners(MAIN)
        parts = [(self.main.past, self._prioritised(learner, self.roster.frozen(), "squared"))]
        for rival in mains:
            doubts = self._doubts(learner, rival) or self._self_play(learner, rival)
            parts.append((self.main.doubts / len(mains), doubts))
            left = 1.0 - self.main.past - self.main.doubts
            parts.append((left / len(mains), self._self_play(learner, rival)))
        return mixed(parts)

    def _doubts(self, learner: Member, rival: Member) -> Chances | None:
        exploiters = self.roster.past_of(*self.roster.learners(MAIN_EXPLOITER))
        if exploiters and self._shares(learner, exploiters).min() < BEATEN:
            return self._prioritised(learner, exploiters, "squared")
        past = self.roster.past_of(rival)
        forgotten = without_falling_end(self._shares(learner, past).tolist())
        if forgotten and min(forgotten) < FORGOTTEN:
            return self._prioritised(learner, past[: len(forgotten)], "squared")
        return None

    def _self_play(self, learner: Member, rival: Member) -> Chances:
        if rival.name == learner.name:
            return {LATEST: 1.0}
        past = self.roster.past_of(rival)
        if self.payoffs.share(learner.name, rival.name) > TOO_STRONG or not past:
            return {rival.name: 1.0}
        return self._prioritised(learner, past, "variance")

    def _for_main_exploiter(self, learner: Member) -> Chances:
        mains = self.roster.learners(MAIN)
        return mixed([(1.0 / len(mains), self._exploit(learner, rival)) for rival in mains])

    def _exploit(self, learner: Member, rival: Member) -> Chances:
        past = self.roster.past_of(rival)
        if self.payoffs.share(learner.name, rival.name) > HOPELESS or not past:
            return {rival.name: 1.0}
        return self._prioritised(learner, past, "variance")

    def _for_league_exploiter(self, learner: Member) -> Chances:
        return self._prioritised(learner, self.roster.frozen(), "capped")

    def _shares(self, learner: Member, others: Sequence[Member]) -> Numbers:
        return np.array([self.payoffs.share(learner.name, other.name) for other in others])

    def _prioritised(self, learner: Member, others: Sequence[Member], weights: str) -> Chances:
        chances = prioritised(self._shares(learner, others), weights)
        return dict(zip((other.name for other in others), chances.tolist(), strict=True))

    def weakest(self, learner: Member) -> float:
        """Its least share of wins against those that it is to beat.

        A main exploiter is to beat the main agents, all others those that stay as they are.
        """
        exploits = learner.kind == MAIN_EXPLOITER
        rivals = self.roster.learners(MAIN) if exploits else self.roster.frozen()
        return float(self._shares(learner, rivals).min())


def prioritised(shares: Numbers, weights: str) -> Numbers:
    """Chances, float64[n], from shares of wins, float64[n]; all equal where no meeting is worth anything."""
    worth = WEIGHTS[weights](shares)
    total = worth.sum()
    if total <= 0.0:
        return np.full(len(shares), 1.0 / len(shares))
    chances: Numbers = worth / total
    return chances


def without_falling_end(shares: Sequence[float]) -> list[float]:
    """Shares against past selves, oldest first, but for those at the end that only fall.

    The newer a past self, the harder it is to beat, so shares that fall to the end are as they should be. Before that
    one is harder to beat than a newer one was: how to beat it has been forgotten.
    """
    for last in range(len(shares) - 1, 0, -1):
        if shares[last - 1] < shares[last]:
            return list(shares[: last + 1])
    return []


def mixed(parts: Sequence[tuple[float, Chances]]) -> Chances:
    """Chances of several rules, each applied so often; what never happens is left out."""
    chances: Chances = {}
    for weight, part in parts:
        for name, chance in part.items():
            chances[name] = chances.get(name, 0.0) + weight * chance
    return {name: chance for name, chance in chances.items() if chance > 0.0}


def draw(chances: Mapping[str, float], n: int, seed: int) -> Chances:
    """At most n opponents drawn from the chances; self-play keeps its part as it is.

    The draws are spread evenly over the chances and shifted by one random number, so each is drawn as often as chance
    has it, and never more than once above or below that.
    """
    others = {name: chance for name, chance in chances.items() if name != LATEST}
    latest = chances.get(LATEST, 0.0)
    if not others:
        return {LATEST: 1.0}
    ends = np.cumsum(list(others.values()))
    points = (np.arange(n) + uniforms(seed)) / n * ends[-1]
    drawn = np.bincount(
        np.searchsorted(ends, points, side="right").clip(max=len(ends) - 1), minlength=len(ends)
    )
    parts = dict(zip(others, ((1.0 - latest) * drawn / n).tolist(), strict=True))
    return {name: part for name, part in ({LATEST: latest} | parts).items() if part > 0.0}
