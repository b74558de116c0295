"""Settings of a league: what there is and what is allowed. configs/league_*.yaml are files to begin with."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from arctic_env.validation import short_repr
from arctic_training.settings import (
    LATEST,
    MOST_COUNT,
    MOST_DEALS,
    MOST_STEPS,
    SNAPSHOTS,
    EvaluationSettings,
    NetworkSettings,
    PpoSettings,
    RewardSettings,
    Settings,
    demand,
    demand_at_most,
    written,
)

MAIN, MAIN_EXPLOITER, LEAGUE_EXPLOITER = LEARNERS = ("main", "main_exploiter", "league_exploiter")
"""Kinds of learners."""

START = "start"
RANDOM = "random"
RESETS = (START, MAIN, RANDOM)

MOST_LEARNERS = 100  # of a kind; each has games of its own in memory


@dataclass(frozen=True)
class FreezeSettings:
    """When a learner is frozen into the league: a copy of it joins and stays as it is.

    Attributes:
        least: decisions learnt from since the last time, at least.
        most: after so many it is frozen in any case.
        ahead: before that, once its share of wins against each of those it is to beat is at least that.
    """

    least: int = 500_000
    most: int = 1_000_000
    ahead: float = 0.7


@dataclass(frozen=True)
class MainSettings:
    """The main agents, the ones that the league is there for.

    Attributes:
        count: how many.
        share: of all decisions learnt from, for all of them together; shares are weights.
        freeze: when a copy joins the league; the agent itself goes on learning.
        past: how often it meets frozen members of all kinds, those more that it loses to.
        doubts: how often it meets exploiters' copies that beat it, or its own past selves that it has forgotten how
            to beat, if there are any. What is left of 1 is self-play.
    """

    count: int = 1
    share: float = 0.6
    freeze: FreezeSettings = field(default_factory=FreezeSettings)
    past: float = 0.5
    doubts: float = 0.15


@dataclass(frozen=True)
class ExploiterSettings:
    """Learners that look for weaknesses, of main agents or of the whole league.

    Attributes:
        count: how many; 0 for none.
        share: as in MainSettings.
        freeze: when a copy joins the league.
        reset: what it begins with, and begins anew with once it was frozen: the weights that the league started
            from, those of a main agent as it stands, or random ones.
        chance: how often it is reset after it was frozen; else it goes on with what it has.
    """

    count: int = 1
    share: float = 0.2
    freeze: FreezeSettings = field(default_factory=FreezeSettings)
    reset: str = START
    chance: float = 1.0


@dataclass(frozen=True)
class PayoffSettings:
    """What is remembered of results; see `arctic_training.league.payoffs`.

    Attributes:
        fade: what is known of a learner counts for so much of what it did, with each of its turns.
        prior: games of every pair that count as half won before any is played.
    """

    fade: float = 0.8
    prior: float = 4.0


@dataclass(frozen=True)
class TableSettings:
    """Duplicate matches between the members, for the curves and for the payoffs.

    Attributes:
        every: turns between two evaluations, and once at the end; 0: none at all.
        deals: deals of each match, played in all seatings.
        pairs: matches between those members of whom the least is known; those of the main agents against fixed agents
            and against what the league started from come on top.
    """

    every: int = 10
    deals: int = 20
    pairs: int = 3


@dataclass(frozen=True)
class ChampionSettings:
    """How the champion is found at the end, on deals that nobody has seen.

    Attributes:
        finalists: how many come into question at the most: the main agents and what the league started from in any
            case, then the best past selves of the main agents by the payoffs.
        deals: deals of each match.
        deterministic: whether they play the likeliest action instead of drawing one.
    """

    finalists: int = 5
    deals: int = 100
    deterministic: bool = True


@dataclass(frozen=True)
class LeagueSettings:
    """A league.

    Attributes:
        game, players, parameters, seed, games, threads, device: as in `arctic_training.settings`; each
        learner has as many
            games of its own.
        steps: decisions to learn from, of all learners together, rounded up to whole turns.
        turn: updates that a learner makes before it is another one's turn.
        from_: a checkpoint or run to begin with (`from` in files); null: random weights.
        main, main_exploiter, league_exploiter: the learners.
        anchors: agent string -> whether it is met in training, or only in evaluations because it is slow.
        opponents: drawn for a learner's turn, at most. Each is asked in a batch of its own, so many are slow.
        payoffs: what is remembered of results.
        reward, network, ppo: as in `arctic_training.settings`. The rates of an exploiter fall over
        `freeze.most` decisions,
            after which it has been frozen, those of a main agent over all that it is to learn from.
        evaluation: matches while learning.
        champion: the final.
        save: turns between two checkpoints.
    """

    game: str = "arctic"
    players: int = 2
    parameters: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    steps: int = 10_000_000
    turn: int = 4
    games: int = 512
    threads: int = 1
    device: str = "auto"
    from_: str | None = None
    main: MainSettings = field(default_factory=MainSettings)
    main_exploiter: ExploiterSettings = field(default_factory=ExploiterSettings)
    league_exploiter: ExploiterSettings = field(default_factory=lambda: ExploiterSettings(chance=0.25))
    anchors: dict[str, bool] = field(default_factory=lambda: {"greedy": True})
    opponents: int = 6
    payoffs: PayoffSettings = field(default_factory=PayoffSettings)
    reward: RewardSettings = field(default_factory=RewardSettings)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    ppo: PpoSettings = field(default_factory=PpoSettings)
    evaluation: TableSettings = field(default_factory=TableSettings)
    champion: ChampionSettings = field(default_factory=ChampionSettings)
    save: int = 5

    def __post_init__(self) -> None:
        demand(self.steps > 0, "steps", "more than 0", self.steps)
        demand_at_most(MOST_STEPS, "steps", self.steps)
        for name in ("turn", "opponents", "save"):
            demand(getattr(self, name) > 0, name, "more than 0", getattr(self, name))
            demand_at_most(MOST_COUNT, name, getattr(self, name))
        self._check_learners()
        self._check_payoffs()
        self._check_matches()
        for text in self.anchors:
            demand(text not in (LATEST, SNAPSHOTS), "anchors", "agent strings", text)
        self.of_learner(MAIN, self.seed)  # what it has in common with the settings of a run is checked there

    def _check_learners(self) -> None:
        demand(self.main.count > 0, "main.count", "more than 0", self.main.count)
        for kind in LEARNERS:
            group: MainSettings | ExploiterSettings = getattr(self, kind)
            demand(group.count >= 0, f"{kind}.count", "0 or more", group.count)
            demand_at_most(MOST_LEARNERS, f"{kind}.count", group.count)
            demand(group.share > 0, f"{kind}.share", "more than 0", group.share)
            freeze = group.freeze
            demand(freeze.least > 0, f"{kind}.freeze.least", "more than 0", freeze.least)
            enough = f"at least freeze.least, {short_repr(freeze.least)}"
            demand(freeze.most >= freeze.least, f"{kind}.freeze.most", enough, freeze.most)
            demand_at_most(MOST_STEPS, f"{kind}.freeze.most", freeze.most)
            demand(0 <= freeze.ahead <= 1, f"{kind}.freeze.ahead", "of 0 to 1", freeze.ahead)
            if isinstance(group, ExploiterSettings):
                demand(group.reset in RESETS, f"{kind}.reset", f"one of {', '.join(RESETS)}", group.reset)
                demand(0 <= group.chance <= 1, f"{kind}.chance", "of 0 to 1", group.chance)
        for name, value in (("past", self.main.past), ("doubts", self.main.doubts)):
            demand(value >= 0, f"main.{name}", "0 or more", value)
        together = self.main.past + self.main.doubts
        demand(together <= 1, "main.past and main.doubts", "at most 1 together", together)

    def _check_payoffs(self) -> None:
        demand(0 <= self.payoffs.fade <= 1, "payoffs.fade", "of 0 to 1", self.payoffs.fade)
        demand(self.payoffs.prior > 0, "payoffs.prior", "more than 0", self.payoffs.prior)

    def _check_matches(self) -> None:
        for name in ("every", "pairs"):
            value = getattr(self.evaluation, name)
            demand(value >= 0, f"evaluation.{name}", "0 or more", value)
            demand_at_most(MOST_COUNT, f"evaluation.{name}", value)
        sure, finalists = self.main.count + 1, self.champion.finalists
        enough = f"at least {short_repr(sure)}, the main agents and what the league started from"
        demand(finalists >= sure, "champion.finalists", enough, finalists)
        for name, deals in (("evaluation", self.evaluation.deals), ("champion", self.champion.deals)):
            demand(deals > 0, f"{name}.deals", "more than 0", deals)
            demand_at_most(MOST_DEALS, f"{name}.deals", deals)

    @property
    def shares(self) -> dict[str, float]:
        """The part of all decisions that is a learner's own, by its kind; they add up to 1 over all learners."""
        groups = {kind: getattr(self, kind) for kind in LEARNERS}
        there = {kind: group for kind, group in groups.items() if group.count}
        whole = sum(group.share for group in there.values())
        return {kind: group.share / whole / group.count for kind, group in there.items()}

    def of_learner(self, kind: str, seed: int) -> Settings:
        """The settings of a training run that is a learner of this kind, from random weights."""
        group: MainSettings | ExploiterSettings = getattr(self, kind)
        whole = round(self.steps * self.shares[kind]) if kind == MAIN else group.freeze.most
        return Settings(
            game=self.game,
            players=self.players,
            parameters=self.parameters,
            seed=seed,
            steps=max(1, whole),
            games=self.games,
            threads=self.threads,
            device=self.device,
            opponents={LATEST: 1.0},  # the league draws others, turn by turn
            reward=self.reward,
            network=self.network,
            ppo=self.ppo,
            evaluation=EvaluationSettings(every=0),
        )


def to_document(settings: LeagueSettings) -> dict[str, Any]:
    """The settings as plain dictionaries, as `arctic_training.reading.read_settings` takes them."""
    return {written(name): value for name, value in asdict(settings).items()}
