"""A learner of a league: a training run that is continued turn by turn, frozen at times, and begun anew."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from stable_baselines3.common.logger import Logger
from torch import Tensor

from arctic_agents.policy import PolicyAgent
from arctic_env.arena.seeds import one_way_seed
from arctic_training.league.members import SNAPSHOT, Member
from arctic_training.league.settings import FreezeSettings, LeagueSettings
from arctic_training.session import Session
from arctic_training.settings import MOST_SEED

_SESSIONS = 20  # what a seed is for; another number than in `league` and `evaluation`

Weights = Mapping[str, Tensor]


class Learner:
    """What learns, and where it stands.

    Attributes:
        place: among the learners.
        name, kind: as in `Member`.
        session: the run of this generation.
        agent: how it plays as it stands.
        member: how the league knows it.
        generation: from 1; one more whenever it is begun anew.
        before: decisions learnt from in earlier generations.
        frozen_at: decisions of this generation up to the last time that it was frozen.
        snapshots: how often it was frozen.
    """

    def __init__(self, place: int, name: str, kind: str, settings: LeagueSettings) -> None:
        """Make a learner with random weights, whose chance comes from its place."""
        self.place, self.name, self.kind, self.settings = place, name, kind, settings
        self.generation, self.before, self.frozen_at, self.snapshots = 1, 0, 0, 0
        self.session = self._make_session()
        self.agent = PolicyAgent(self.session.network, self.session.game, settings.players, name=name)
        self.member = Member(name, kind, self.agent)

    def _make_session(self) -> Session:
        seed = one_way_seed(self.settings.seed, self.place, self.generation, _SESSIONS) % (MOST_SEED + 1)
        session = Session(self.settings.of_learner(self.kind, seed))
        session.model.set_logger(Logger(folder=None, output_formats=[]))
        return session

    @property
    def decisions(self) -> int:
        """Decisions learnt from, of all generations."""
        return self.before + self.session.steps

    def ready(self, weakest: float) -> bool:
        """Whether it is to be frozen, its least share of wins against those that it is to beat being `weakest`."""
        freeze: FreezeSettings = getattr(self.settings, self.kind).freeze
        since = self.session.steps - self.frozen_at
        return since >= freeze.least and (since >= freeze.most or weakest >= freeze.ahead)

    def freeze(self) -> Member:
        """A copy of it that stays as it is."""
        self.frozen_at = self.session.steps
        self.snapshots += 1
        return self.copy(f"{self.name}-{self.snapshots}", self.name)

    def copy(self, name: str, parent: str | None) -> Member:
        """A member that plays as this one does now."""
        network = deepcopy(self.session.network)
        agent = PolicyAgent(network, self.session.game, self.settings.players, name=name)
        return Member(name, SNAPSHOT, agent, parent)

    def begin_anew(self, weights: Weights | None) -> None:
        """Begin anew with these weights, None for random ones, and with nothing else that it had."""
        self.restore(self.generation + 1, self.decisions, 0, self.snapshots)
        self.take(weights)

    def restore(self, generation: int, before: int, frozen_at: int, snapshots: int) -> None:
        """Stand where a learner stood with these counters, at the beginning of that generation."""
        self.generation, self.before = generation, before
        self.frozen_at, self.snapshots = frozen_at, snapshots
        self.session.close()
        self.session = self._make_session()
        self.agent.network = self.session.network

    def take(self, weights: Weights | None) -> None:
        """Go on with these weights; None leaves those that it has."""
        if weights is not None:
            self.session.network.load_state_dict(dict(weights))

    def meet(self, member: Member) -> None:
        """Know one more member, under the next number."""
        self.session.opponents.add(member.name, member.agent)
