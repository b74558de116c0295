"""A league in memory, and what happens in a turn of it."""

from __future__ import annotations

from typing import Any

from stable_baselines3.common.utils import set_random_seed

import arctic_env
from arctic_agents.policy import PolicyAgent
from arctic_agents.policy.checkpoint import weights_of
from arctic_env.arena import agent_for, uniforms
from arctic_env.arena.agent import batched
from arctic_env.arena.seeds import one_way_seed
from arctic_training.league.learner import Learner, Weights
from arctic_training.league.matching import Matchmaker, draw
from arctic_training.league.members import ANCHOR, Member, Roster
from arctic_training.league.payoffs import Payoffs
from arctic_training.league.settings import LEARNERS, MAIN, RANDOM, START, ExploiterSettings, LeagueSettings
from arctic_training.league.turn import Spectator
from arctic_training.progress import Progress
from arctic_training.session import weights_from
from arctic_training.settings import MOST_SEED

# What a number drawn for a turn is for.
_LEARNING, _MATCHING, _RESETTING = range(3)


class League:
    """Everything that takes part, made from settings alone: the same settings learn the same.

    Attributes:
        settings: what it was made from.
        game: what is played.
        learners: those that learn.
        first: the members that there are from the first, by name: learners and anchors.
        roster: all members: what the league started from, the learners, the anchors, then whoever was frozen.
        payoffs: results among them.
        matchmaker: who meets whom.
        turns: turns so far.
    """

    def __init__(self, settings: LeagueSettings) -> None:
        """Make a league of learners with random weights and the anchors; `start` lets it begin.

        Raises:
            AgentError: an anchor cannot be made, or cannot play.
            SettingsError: the network does not fit the game, or there is no such device.
        """
        self.settings = settings
        self.game = arctic_env.game(settings.game)
        kinds = [kind for kind in LEARNERS for _ in range(getattr(settings, kind).count)]
        anchors = [
            Member(text, ANCHOR, batched(agent_for(text, self.game, settings.players)), met=met)
            for text, met in settings.anchors.items()
        ]
        self.roster = Roster()
        self.payoffs = Payoffs(settings.payoffs.prior)
        self.matchmaker = Matchmaker(self.roster, self.payoffs, settings.main)
        self.turns = 0
        self.learners = [
            Learner(i, f"{kind}_{kinds[:i].count(kind) + 1}", kind, settings) for i, kind in enumerate(kinds)
        ]
        self.first = {member.name: member for member in [*(one.member for one in self.learners), *anchors]}

    def start(self) -> Member:
        """Begin: with the weights that the settings name, or the first main agent's random ones.

        Returns:
            The member that stays as the league was at its start.

        Raises:
            CheckpointError: the settings name no sound checkpoint.
            SettingsError: it is of another game, number of players or network.
        """
        main = self.learners[0]
        named = self.settings
        if named.from_ is not None:
            main.take(weights_from(named.from_, named.game, named.players, named.network))
        start = main.copy(START, None)
        self.join(start)
        for member in self.first.values():
            self.join(member)
        for learner in self.learners:
            learner.take(self._weights_for(learner))
        return start

    def join(self, member: Member, like: str | None = None) -> None:
        """Let a member join; it is known for what is known of the one that it is a copy of."""
        self.roster.add(member)
        self.payoffs.add(member.name, like)
        for learner in self.learners:
            learner.meet(member)

    @property
    def steps(self) -> int:
        """Decisions learnt from so far, by all learners."""
        return sum(learner.decisions for learner in self.learners)

    @property
    def done(self) -> bool:
        """Whether all that is to be learnt from has been."""
        return self.steps >= self.settings.steps

    @property
    def turn_steps(self) -> int:
        """Decisions of a turn."""
        settings = self.settings
        return settings.turn * settings.games * settings.ppo.rollout

    @property
    def total(self) -> int:
        """Decisions to learn from in all: whole turns."""
        return -(-self.settings.steps // self.turn_steps) * self.turn_steps

    def next_learner(self) -> Learner:
        """Whose turn it is: the one that is farthest behind its share of the decisions."""
        shares = self.settings.shares
        return min(self.learners, key=lambda learner: learner.decisions / shares[learner.kind])

    def learn(self, progress: Progress) -> tuple[Learner, dict[str, Any]]:
        """Let the next learner have its turn.

        Returns:
            Who learnt, and the figures of its last update with the opponents that were drawn.

        Raises:
            TrainingError: its weights are no finite numbers any more.
        """
        learner = self.next_learner()
        set_random_seed(self._seed(_LEARNING) % (MOST_SEED + 1))
        self.payoffs.fade(learner.name, self.settings.payoffs.fade)
        chances = self.matchmaker.chances(learner.member)
        mix = draw(chances, self.settings.opponents, self._seed(_MATCHING))
        learner.session.opponents.set_mix(mix)
        spectator = Spectator(learner, self.roster, self.payoffs, progress, self.steps)
        learner.session.learn(self.turn_steps, spectator)
        self.turns += 1
        entry = {"turn": self.turns, "learner": learner.name, "generation": learner.generation}
        return learner, entry | {"opponents": mix, **spectator.last}

    def freeze(self, learner: Learner) -> Member | None:
        """Freeze a learner if it is time; an exploiter may begin anew then.

        Returns:
            The copy that has joined, None when it was not time.
        """
        if not learner.ready(self.matchmaker.weakest(learner.member)):
            return None
        member = learner.freeze()
        self.join(member, like=learner.name)
        group = getattr(self.settings, learner.kind)
        if isinstance(group, ExploiterSettings) and uniforms(self._seed(_RESETTING)) < group.chance:
            learner.begin_anew(self._weights_for(learner))
            for known in self.roster:
                learner.meet(known)
            self.payoffs.fade(learner.name, 0.0)
        return member

    def _weights_for(self, learner: Learner) -> Weights | None:
        """What a learner begins with; None for random weights."""
        group = getattr(self.settings, learner.kind)
        reset = group.reset if isinstance(group, ExploiterSettings) else START
        if reset == RANDOM:
            return None
        if reset == START:
            start = self.roster[START].agent
            assert isinstance(start, PolicyAgent)
            return weights_of(start.network)
        mains = [main for main in self.learners if main.kind == MAIN]
        return weights_of(mains[self.turns % len(mains)].session.network)

    def _seed(self, purpose: int) -> int:
        """A seed of this turn."""
        return one_way_seed(self.settings.seed, self.turns, purpose)
