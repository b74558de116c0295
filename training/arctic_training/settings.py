"""Settings of a training run: what there is, what is allowed, and how a file of them is read.

Every setting has a default; a YAML file names those that differ. configs/ has files to begin with.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import arctic_env
from arctic_agents.networks import CRITICS, DEFAULT_KIND, DEFAULT_WIDTH, KINDS, MOST_WIDTH, VIEW
from arctic_env.errors import SettingsError
from arctic_env.kernels.rewards import PAYOFFS
from arctic_env.kernels.threads import MOST_THREADS
from arctic_env.validation import short_repr

LATEST, SNAPSHOTS = "latest", "snapshots"
"""Opponents that are no agent strings: the policy as it stands, and its past selves."""

DEVICES = ("auto", "cpu", "cuda")
MOST_SEED = 2**32 - 1  # numpy's and SB3's limit
MOST_STEPS = 10**11  # checkpoints are named by twelve digits
MOST_COUNT = 10**9  # of games, decisions and so on
MOST_SNAPSHOTS = 1000
MOST_DEALS = 100_000  # of an evaluation; their results are held in memory
MOST_RATE = 1  # of learning; Adam moves each weight by about that much
LEAST_BATCH = 2  # MaskablePPO divides by the standard deviation of the advantages in a minibatch


def demand(holds: bool, name: str, what: str, value: object) -> None:
    """Raise a SettingsError that says what a setting must be, unless it holds."""
    if not holds:
        raise SettingsError(f"{name} must be {what}, not {short_repr(value)}")


def demand_at_most(most: int, name: str, value: float) -> None:
    """Raise a SettingsError unless a setting is at most that."""
    demand(value <= most, name, f"at most {most:,}", value)


@dataclass(frozen=True)
class RewardSettings:
    """What the learner is paid; see `arctic_training.rewards`.

    Attributes:
        kind: win, rank, margin or score.
        scale: points that count as 1 for margin and score.
        shaping: pay each change of the payoff at once instead of all of it at the end.
    """

    kind: str = "margin"
    scale: float = 30.0
    shaping: bool = True

    def __post_init__(self) -> None:
        demand(self.kind in PAYOFFS, "reward.kind", f"one of {', '.join(PAYOFFS)}", self.kind)
        demand(self.scale > 0, "reward.scale", "more than 0", self.scale)


@dataclass(frozen=True)
class NetworkSettings:
    """The network; see `arctic_agents.ppo`.

    Attributes:
        kind: cards (scores ARCTIC's cards by their features), board (scores actions about squares by theirs) or mlp.
        width: units of a hidden layer.
        critic: what values are made from: view (what the deciding seat sees) or full (what all seats see; only while
            training, and the policy sees its view alone).
    """

    kind: str = DEFAULT_KIND
    width: int = DEFAULT_WIDTH
    critic: str = VIEW

    def __post_init__(self) -> None:
        demand(self.kind in KINDS, "network.kind", f"one of {', '.join(KINDS)}", self.kind)
        demand(self.width > 0, "network.width", "more than 0", self.width)
        demand_at_most(MOST_WIDTH, "network.width", self.width)
        demand(self.critic in CRITICS, "network.critic", " or ".join(CRITICS), self.critic)


@dataclass(frozen=True)
class PpoSettings:
    """What MaskablePPO is given.

    Attributes:
        rollout: decisions of an update, for each game.
        batch: decisions in a minibatch, at least 2.
        epochs: passes over the decisions of an update.
        learning_rate: at the beginning; at most 1.
        final_learning_rate: at the end; it changes evenly.
        gamma: discount of a decision. A game has some fifty decisions of the learner and only its end counts, so 1.
        gae_lambda: weight of long advantages.
        clip: how far the chance of an action may move in an update.
        entropy: weight of the entropy of the policy. SB3's default is 0, which suits games where all is seen: there one
            best action is enough. Where much is hidden, the best play is often a mixture, a policy that settles early
            can be foreseen and meets only opponents that have settled too, and self-play goes in circles. Published
            settings for such games lie at 0.05 to 0.2. Advantages are normalised, so the number needs no change when
            the rewards are scaled.
        final_entropy: at the end; it changes evenly.
        value_weight: weight of the value's error.
        max_gradient: largest norm of the gradient.
        target_kl: end an update early when the policy has moved that far; null: never.
    """

    rollout: int = 32
    batch: int = 2048
    epochs: int = 3
    learning_rate: float = 1e-3
    final_learning_rate: float = 1e-4
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.05
    final_entropy: float = 0.05
    value_weight: float = 0.5
    max_gradient: float = 0.5
    target_kl: float | None = None

    def __post_init__(self) -> None:
        for name in ("rollout", "batch", "epochs", "learning_rate", "clip", "max_gradient"):
            demand(getattr(self, name) > 0, f"ppo.{name}", "more than 0", getattr(self, name))
        for name in ("rollout", "batch", "epochs"):
            demand_at_most(MOST_COUNT, f"ppo.{name}", getattr(self, name))
        for name in ("final_learning_rate", "entropy", "final_entropy", "value_weight"):
            demand(getattr(self, name) >= 0, f"ppo.{name}", "0 or more", getattr(self, name))
        demand(self.batch >= LEAST_BATCH, "ppo.batch", f"at least {LEAST_BATCH}", self.batch)
        for name in ("learning_rate", "final_learning_rate"):
            demand_at_most(MOST_RATE, f"ppo.{name}", getattr(self, name))
        for name in ("gamma", "gae_lambda"):
            demand(0 <= getattr(self, name) <= 1, f"ppo.{name}", "of 0 to 1", getattr(self, name))
        kl = self.target_kl
        demand(kl is None or kl > 0, "ppo.target_kl", "more than 0 or null", kl)


@dataclass(frozen=True)
class ImitationSettings:
    """Learning from an agent's advice before anything is learnt from rewards; see `arctic_training.imitation`.

    Attributes:
        agent: agent string of the teacher; null: nobody is imitated.
        steps: how many of the run's decisions are learnt that way, the first ones.
        learning_rate: at the beginning.
        final_learning_rate: at the end of the imitation; it changes evenly.
    """

    agent: str | None = None
    steps: int = 0
    learning_rate: float = 1.5e-3
    final_learning_rate: float = 3e-4

    def __post_init__(self) -> None:
        fits = self.steps > 0 if self.agent is not None else self.steps == 0
        demand(fits, "imitation.steps", "more than 0 with an agent, 0 without one", self.steps)
        for name in ("learning_rate", "final_learning_rate"):
            rate = getattr(self, name)
            demand(0 < rate <= MOST_RATE, f"imitation.{name}", f"more than 0 and at most {MOST_RATE:g}", rate)


@dataclass(frozen=True)
class SnapshotSettings:
    """Past selves as opponents.

    Attributes:
        every: updates between two snapshots.
        keep: how many are kept; a new one takes the place of the oldest.
    """

    every: int = 10
    keep: int = 4

    def __post_init__(self) -> None:
        demand(self.every > 0, "snapshots.every", "more than 0", self.every)
        demand(self.keep > 0, "snapshots.keep", "more than 0", self.keep)
        demand_at_most(MOST_SNAPSHOTS, "snapshots.keep", self.keep)


@dataclass(frozen=True)
class EvaluationSettings:
    """Matches against fixed opponents while training.

    Attributes:
        every: updates between two evaluations, and once at the end; 0: none at all.
        opponents: agent strings.
        deals: deals against each, played in all seatings.
        deterministic: play the likeliest action instead of drawing one.
    """

    every: int = 20
    opponents: tuple[str, ...] = ("random", "greedy")
    deals: int = 50
    deterministic: bool = False

    def __post_init__(self) -> None:
        demand(self.every >= 0, "evaluation.every", "0 or more", self.every)
        demand(self.deals > 0, "evaluation.deals", "more than 0", self.deals)
        demand_at_most(MOST_DEALS, "evaluation.deals", self.deals)


@dataclass(frozen=True)
class CheckpointSettings:
    """What is kept on disk.

    Attributes:
        every: updates between two checkpoints, and once at the end.
        keep: how many are kept.
    """

    every: int = 10
    keep: int = 2

    def __post_init__(self) -> None:
        demand(self.every > 0, "checkpoints.every", "more than 0", self.every)
        demand(self.keep > 0, "checkpoints.keep", "more than 0", self.keep)


@dataclass(frozen=True)
class Settings:
    """A training run.

    Attributes:
        game: its name.
        players: number of players.
        parameters: rule parameters, such as edition: es.
        seed: all chance comes from it.
        steps: decisions to learn from, rounded up to whole updates.
        games: games played at once.
        threads: how many work on each batch, of games and of decisions. The last bits of what is learnt depend on it.
        device: where the network is: cpu, cuda, or auto (cuda where there is one).
        from_: a checkpoint or run whose weights to begin with (`from` in files); null: random weights. The optimizer
            begins anew, and so do the rates.
        opponents: who sits in the other seats: latest, snapshots or an agent string -> how often. It is drawn anew for
            each seat of each game.
        tensorboard: whether to write a log for TensorBoard.
    """

    game: str = "arctic"
    players: int = 2
    parameters: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    steps: int = 1_000_000
    games: int = 256
    threads: int = 1
    device: str = "auto"
    from_: str | None = None
    opponents: dict[str, float] = field(default_factory=lambda: {LATEST: 1.0})
    reward: RewardSettings = field(default_factory=RewardSettings)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    ppo: PpoSettings = field(default_factory=PpoSettings)
    imitation: ImitationSettings = field(default_factory=ImitationSettings)
    snapshots: SnapshotSettings = field(default_factory=SnapshotSettings)
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)
    checkpoints: CheckpointSettings = field(default_factory=CheckpointSettings)
    tensorboard: bool = False

    def __post_init__(self) -> None:
        demand(self.game in arctic_env.games(), "game", f"one of {', '.join(arctic_env.games())}", self.game)
        try:
            arctic_env.game(self.game).options(self.players, **self.parameters)
        except ValueError as error:
            raise SettingsError(f"game, players and parameters: {error}") from error
        for name in ("steps", "games", "threads"):
            demand(getattr(self, name) > 0, name, "more than 0", getattr(self, name))
        for name, most in (("steps", MOST_STEPS), ("games", MOST_COUNT), ("threads", MOST_THREADS)):
            demand_at_most(most, name, getattr(self, name))
        less = f"less than steps, {self.steps:,}"
        demand(self.imitation.steps < self.steps, "imitation.steps", less, self.imitation.steps)
        one_left = f"such that games * ppo.rollout, {self.update:,}, leaves no minibatch of a single decision"
        demand(self.update % self.ppo.batch != 1, "ppo.batch", one_left, self.ppo.batch)
        demand(self.device in DEVICES, "device", f"one of {', '.join(DEVICES)}", self.device)
        demand(0 <= self.seed <= MOST_SEED, "seed", f"0 to {MOST_SEED:,}", self.seed)
        weights = list(self.opponents.values())
        fine = min(weights, default=0) >= 0 and 0 < sum(weights) < math.inf
        demand(fine, "opponents", "weights of 0 or more with a finite sum, not all of them 0", weights)

    @property
    def update(self) -> int:
        """Decisions of one update."""
        return self.games * self.ppo.rollout


def to_document(settings: Settings) -> dict[str, Any]:
    """The settings as plain dictionaries, for JSON."""
    document = {written(name): value for name, value in asdict(settings).items()}
    document["evaluation"]["opponents"] = list(settings.evaluation.opponents)
    return document


def written(field: str) -> str:
    """The key of a field in documents: where it would be a word of Python, the field has an underscore behind it."""
    return field.removesuffix("_")
