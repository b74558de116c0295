"""Settings of training: what each means and may be, and how they are read from YAML and KEY=VALUE.

`TrainSettings` is the whole of a file; its sections are the other classes. configs/ has files to begin with.
"""

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar, cast

import yaml
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, InitErrorDetails

import arctic_env
from arctic_agents.networks import DEFAULT_WIDTH, KINDS, MOST_WIDTH
from arctic_env.errors import ArcticError, SettingsError
from arctic_env.files import reason
from arctic_env.kernels.threads import MOST_THREADS
from arctic_env.model.rules import Value
from arctic_env.validation import listed, near_miss, plain, short_repr

LATEST, SNAPSHOTS = "latest", "snapshots"
"""Opponents that are no agent strings: the policy as it stands, and its past selves."""

AUTO = "auto"
CHAMPION = "champion"

_EXACT = 2**53  # below, floats are exact

CONFIGS = Path(__file__).parent / "configs"  # in the project's tree a link to the folder of that name

Document = dict[str, Any]
"""Settings as YAML and JSON have them."""


def _from_text(value: object) -> object:
    """Return the number that a text writes, since YAML takes 1e-3 for a text; anything else as it is."""
    with suppress(ValueError):
        return float(value) if isinstance(value, str) else value
    return value


def _integer_from_text(value: object) -> object:
    """Return the integer that a text such as 1e6 writes, which YAML takes for a text too; anything else as it is."""
    if isinstance(value, str) and "e" in value.lower():
        number = _from_text(value)
        if isinstance(number, float) and number.is_integer() and abs(number) < _EXACT:
            return int(number)
    return value


Number = Annotated[float, BeforeValidator(_from_text)]
Integer = Annotated[int, BeforeValidator(_integer_from_text)]
Count = Annotated[Integer, Field(gt=0, le=10**9)]
Share = Annotated[Number, Field(ge=0, le=1)]
RuleParameters = Annotated[dict[str, Annotated[Value, BeforeValidator(plain)]], Field(validate_default=True)]
Rate = Annotated[Number, Field(gt=0, le=1)]  # of learning; Adam moves each weight by about that much


class StrictModel(BaseModel):
    """Base of all settings: they cannot change, and neither guess types nor ignore unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    @model_validator(mode="wrap")
    @classmethod
    def _explain_unknown_names(cls, given: Any, validate: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return validate(given)
        except ValidationError as error:
            known = [field.alias or name for name, field in cls.model_fields.items()]
            names = [fault["loc"][0] for fault in error.errors() if fault["type"] == "extra_forbidden"]
            faults = [
                InitErrorDetails(type=each["type"], loc=each["loc"], input=each["input"], ctx=each.get("ctx", {}))
                for each in error.errors()
                if each["type"] != "extra_forbidden"
            ]
            if names:
                wrong = listed(short_repr(name) + near_miss(name, known) for name in names)
                none = ValueError(f"no setting{'s' * (len(names) > 1)} {wrong}; there are {listed(known)}")
                faults.append(InitErrorDetails(type="value_error", loc=(), input=given, ctx={"error": none}))
            raise ValidationError.from_exception_data(error.title, faults) from None


class RewardSettings(StrictModel):
    """Rewards of the learner; see `arctic_training.self_play_env`.

    Attributes:
        kind: `win`, `rank`, `margin` or `score`.
        scale: Points that count as 1 for margin and score.
        shaping: Pay each change of the payoff at once instead of all of it at the end.
    """

    kind: Literal["win", "rank", "margin", "score"] = "margin"
    scale: Annotated[Number, Field(gt=0)] = 30.0
    shaping: bool = True


class NetworkSettings(StrictModel):
    """The network; see `arctic_agents.ppo`.

    Attributes:
        kind: A network made for the game, board (scores actions about squares by theirs) or mlp; auto: the first of
            these that fits the game.
        width: Units of a hidden layer.
        critic: The critic's input: view (the deciding seat's view) or full (the views of all seats; only while
            training, and the policy sees its view alone).
        suggestion: Whether the policy is told what the game's heuristics would play.
        ratings: Whether it is told that, and what the best few actions are worth to them.
    """

    kind: str = AUTO
    width: Annotated[Integer, Field(gt=0, le=MOST_WIDTH)] = DEFAULT_WIDTH
    critic: Literal["view", "full"] = "view"
    suggestion: bool = False
    ratings: bool = False

    @field_validator("kind")
    @classmethod
    def _check_kind(cls, kind: str) -> str:
        if kind not in (AUTO, *KINDS):
            raise ValueError(f"must be one of {', '.join((AUTO, *KINDS))}, not {short_repr(kind)}")
        return kind


class PpoSettings(StrictModel):
    """Options of MaskablePPO.

    Attributes:
        rollout: Decisions of an update, for each game.
        batch: Decisions in a minibatch, at least 2: MaskablePPO divides by the standard deviation of their advantages.
        epochs: Passes over the decisions of an update.
        learning_rate: At the beginning; at most 1.
        final_learning_rate: At the end; it changes evenly.
        gamma: Discount of a decision. A game has some fifty decisions of the learner and only its end counts, so 1.
        gae_lambda: Weight of long advantages.
        clip: How far the probability of an action may move in an update.
        entropy: Weight of the entropy of the policy. SB3's default is 0, which suits games where all is seen: there one
            best action is enough. Where much is hidden, the best play is often a mixture, a policy that settles early
            can be foreseen and meets only opponents that have settled too, and self-play goes in circles. Published
            settings for such games lie at 0.05 to 0.2. Advantages are normalised, so the number needs no change when
            the rewards are scaled.
        final_entropy: At the end; it changes evenly.
        value_weight: Weight of the value's error.
        max_gradient: Largest norm of the gradient.
        target_kl: End an update early when the policy has moved that far; null: never.
    """

    rollout: Count = 32
    batch: Annotated[Integer, Field(ge=2, le=10**9)] = 2048
    epochs: Count = 3
    learning_rate: Rate = 1e-3
    final_learning_rate: Share = 1e-4
    gamma: Share = 1.0
    gae_lambda: Share = 0.95
    clip: Annotated[Number, Field(gt=0)] = 0.2
    entropy: Annotated[Number, Field(ge=0)] = 0.05
    final_entropy: Annotated[Number, Field(ge=0)] = 0.05
    value_weight: Annotated[Number, Field(ge=0)] = 0.5
    max_gradient: Annotated[Number, Field(gt=0)] = 0.5
    target_kl: Annotated[Number, Field(gt=0)] | None = None


class ImitationSettings(StrictModel):
    """Learning from an agent's advice before anything is learnt from rewards; see `arctic_training.self_play`.

    Attributes:
        agent: Agent string of the teacher; null: nobody is imitated.
        steps: The number of decisions learnt that way, the first ones of the run.
        learning_rate: At the beginning.
        final_learning_rate: At the end of the imitation; it changes evenly.
    """

    agent: str | None = None
    steps: Annotated[Integer, Field(validate_default=True)] = 0
    learning_rate: Rate = 1.5e-3
    final_learning_rate: Rate = 3e-4

    @field_validator("steps")
    @classmethod
    def _has_both_or_none(cls, steps: int, info: ValidationInfo) -> int:
        if "agent" in info.data and (steps < 0 or (steps > 0) != (info.data["agent"] is not None)):
            raise ValueError(f"must be more than 0 with an agent, 0 without one, not {steps}")
        return steps


class SnapshotSettings(StrictModel):
    """Past selves as opponents.

    Attributes:
        every: Updates between two snapshots.
        keep: The number kept; a new one takes the place of the oldest.
    """

    every: Annotated[Integer, Field(gt=0)] = 10
    keep: Annotated[Integer, Field(gt=0, le=1000)] = 4


class EvaluationSettings(StrictModel):
    """Matches against fixed opponents while training.

    Attributes:
        every: Updates between two evaluations, and once at the end; 0: none at all.
        opponents: Agent strings.
        deals: Deals against each, played in all seatings; their results are held in memory.
        deterministic: Play the action of the highest probability instead of drawing one.
    """

    every: Annotated[Integer, Field(ge=0)] = 20
    opponents: Annotated[tuple[str, ...], Field(strict=False)] = ("random", "greedy")
    deals: Annotated[Integer, Field(gt=0, le=100_000)] = 50
    deterministic: bool = False


class CheckpointSettings(StrictModel):
    """Checkpoints on disk.

    Attributes:
        every: Updates between two checkpoints, and once at the end.
        keep: The number kept.
    """

    every: Annotated[Integer, Field(gt=0)] = 10
    keep: Annotated[Integer, Field(gt=0)] = 2


class TrainSettings(StrictModel):
    """A training run.

    Attributes:
        game: Its name.
        num_players: Seats at a table.
        parameters: Rule parameters, such as edition: es.
        seed: All randomness comes from it.
        steps: Decisions to learn from, rounded up to whole updates.
        games: Games played at once.
        threads: Threads for each batch, of games and of decisions. The last bits of the weights depend on it.
        device: The network's device: cpu, cuda, or auto (cuda where there is one).
        from_: A checkpoint or run whose weights to begin with (`from` in files), or `champion`, the one that comes with
            the package; null: random weights. The optimizer begins anew, and so do the rates. What `network` does not
            say is as there.
        opponents: Players of the other seats: latest, snapshots or an agent string -> how often. They are drawn anew
            for each seat of each game, or each team.
        tensorboard: Whether to write a log for TensorBoard.
    """

    game: str
    num_players: Annotated[Integer, Field(validate_default=True)] = 2
    parameters: RuleParameters = {}
    seed: Annotated[Integer, Field(ge=0, lt=2**32)] = 0  # the limit of numpy and SB3
    steps: Annotated[Integer, Field(gt=0, le=10**11)] = 1_000_000  # checkpoints are named by twelve digits
    games: Count = 256
    threads: Annotated[Integer, Field(gt=0, le=MOST_THREADS)] = 1
    device: Literal["auto", "cpu", "cuda"] = "auto"
    from_: str | None = Field(None, alias="from")
    opponents: dict[str, Number] = {LATEST: 1.0}
    reward: RewardSettings = RewardSettings()
    network: Annotated[NetworkSettings, Field(validate_default=True)] = NetworkSettings()
    ppo: PpoSettings = PpoSettings()
    imitation: ImitationSettings = ImitationSettings()
    snapshots: SnapshotSettings = SnapshotSettings()
    evaluation: EvaluationSettings = EvaluationSettings()
    checkpoints: CheckpointSettings = CheckpointSettings()
    tensorboard: bool = False

    @field_validator("game")
    @classmethod
    def _check_game(cls, game: str) -> str:
        if game not in arctic_env.games():
            raise ValueError(f"must be one of {', '.join(arctic_env.games())}, not {short_repr(game)}")
        return arctic_env.game(game).name

    @field_validator("num_players")
    @classmethod
    def _check_num_players(cls, num_players: int, info: ValidationInfo) -> int:
        if "game" in info.data:
            arctic_env.game(info.data["game"]).check_num_players(num_players)
        return num_players

    @field_validator("parameters")
    @classmethod
    def _check_rules(cls, parameters: dict[str, Value], info: ValidationInfo) -> dict[str, Value]:
        if {"game", "num_players"} <= info.data.keys():
            arctic_env.game(info.data["game"]).options(info.data["num_players"], **parameters)
        return parameters

    @field_validator("opponents")
    @classmethod
    def _check_weights(cls, opponents: dict[str, float]) -> dict[str, float]:
        weights = list(opponents.values())
        if min(weights, default=0) < 0 or not 0 < sum(weights) < math.inf:
            must = "must be weights of 0 or more with a finite sum, not all of them 0"
            raise ValueError(f"{must}, not {short_repr(weights)}")
        return opponents

    @field_validator("network")
    @classmethod
    def _choose_network(cls, network: NetworkSettings, info: ValidationInfo) -> NetworkSettings:
        if not {"game", "num_players", "parameters", "from_"} <= info.data.keys():
            return network
        game, num_players, begun = (info.data[name] for name in ("game", "num_players", "from_"))
        given = network.model_dump(include=network.model_fields_set)
        if begun is not None and len(given) < len(NetworkSettings.model_fields):
            network = NetworkSettings.model_validate(network_of(begun, game, num_players) | given)
        if network.kind == AUTO:
            network = network.model_copy(update={"kind": fitting_network(game, num_players)})
        return network

    @model_validator(mode="after")
    def _check_sizes(self) -> Self:
        if self.imitation.steps >= self.steps:
            less = f"less than steps, {self.steps:,}"
            raise ValueError(f"imitation.steps must be {less}, not {self.imitation.steps}")
        if self.update % self.ppo.batch == 1:
            raise ValueError(
                f"ppo.batch must be such that games * ppo.rollout, {self.update:,}, leaves no minibatch of a single "
                f"decision, not {self.ppo.batch}"
            )
        return self

    @property
    def update(self) -> int:
        """Decisions of one update."""
        return self.games * self.ppo.rollout


def find_beginning(begun: str, game: str, num_players: int) -> Path:
    """Return the checkpoint that `from` names; CheckpointError or AgentError if there is none."""
    from arctic_agents.networks.checkpoint import find_champion, find_checkpoint  # torch, which nothing else here needs

    return find_champion(game, num_players) if begun == CHAMPION else find_checkpoint(begun)


def network_of(begun: str, game: str, num_players: int) -> Document:
    """Return the settings of the network that `from` names; none where it plays another game, or is gone.

    Runs that have begun do not need it any more.
    """
    from arctic_agents.networks.checkpoint import read_manifest

    try:
        manifest = read_manifest(find_beginning(begun, game, num_players))
    except ArcticError:
        return {}
    known = manifest["network"].items() if manifest["game"] == game else ()
    return {name: value for name, value in known if name in NetworkSettings.model_fields}


def fitting_network(game: str, num_players: int) -> str:
    """Return the first kind of network that fits a game; mlp fits all."""
    from arctic_agents.networks.network import make_network  # torch, which nothing else here needs

    for kind in KINDS:
        with suppress(SettingsError):
            make_network(arctic_env.game(game), num_players, kind, width=1)
            return kind
    raise SettingsError(f"no network fits {game}")


# ------------------------------------------------------------------------------------------------ reading

Kind = TypeVar("Kind", bound=StrictModel)


def read_settings(kind: type[Kind], document: Mapping[str, Any]) -> Kind:
    """Return settings from a dictionary.

    Raise SettingsError if a key is unknown or missing, or a value is of the wrong type or out of range; the message has
    the path of each.
    """
    try:
        return kind.model_validate(document)
    except ValidationError as error:
        raise SettingsError("; ".join(_in_words(kind, fault) for fault in error.errors())) from error


def make_settings(document: Mapping[str, Any]) -> TrainSettings:
    """Return the settings of a training run from a dictionary; SettingsError as `read_settings`."""
    return read_settings(TrainSettings, document)


def to_document(settings: StrictModel) -> Document:
    """Return settings as plain dictionaries, for JSON and YAML."""
    return settings.model_dump(mode="json", by_alias=True)


def _in_words(kind: type[StrictModel], fault: ErrorDetails) -> str:
    """Describe the fault of a value, beginning with its path, such as `ppo.entropy`."""
    loc = fault["loc"]
    path = f"a key of {'.'.join(map(str, loc[:-2]))}" if loc[-1:] == ("[key]",) else ".".join(map(str, loc))
    if fault["type"] == "missing":
        return f"{path} is missing"
    if fault["type"] == "value_error":
        words = str(fault["ctx"]["error"]).removeprefix(f"{path} ")
        return f"{path} {words}" if words.startswith("must") else ": ".join(filter(None, (path, words)))
    must = _MUST.get(fault["type"], fault["msg"].replace("Input should", "must"))
    if fault["type"] == "model_type":
        for name in fault["loc"]:
            kind = cast(type[StrictModel], kind.model_fields[str(name)].annotation)
        must += f"; its keys are {', '.join(kind.model_fields)}"
    return f"{path or 'settings'} {must}, not {short_repr(fault['input'])}"


_MUST = {
    **dict.fromkeys(("model_type", "dict_type"), "must have keys with values"),
    **dict.fromkeys(("tuple_type", "list_type"), "must be a list"),
    "too_short": "must not be empty",
}


class _Loader(yaml.SafeLoader):
    """YAML without code, in which a key stands once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return the keys and values of a node."""
        lines: dict[str, int] = {}
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in lines:
                    problem = f"the key {key.value} stands in line {lines[key.value]} already"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
                lines[key.value] = key.start_mark.line + 1
        return super().construct_mapping(node, deep)


def _read_yaml(text: str) -> Any:
    return yaml.load(text, _Loader)  # a SafeLoader


def shipped_configs() -> list[str]:
    """Return the names of the files of settings that come with the package."""
    return sorted(path.stem for path in CONFIGS.glob("*.yaml"))


def find_config(path: Path) -> Path:
    """Return the file itself or, where there is none, that of the package for `quick` or `configs/quick.yaml`.

    Raise SettingsError if there is neither.
    """
    if path.exists():
        return path
    shipped = CONFIGS / f"{path.stem}.yaml"
    if path.parent in (Path(), Path("configs")) and path.suffix in ("", ".yaml") and shipped.exists():
        return shipped
    known = ", ".join(shipped_configs())
    raise SettingsError(f"{path}: there is no such file; those of the package are {known}")


def read_document(path: Path) -> Document:
    """Return the dictionary in a YAML file, found by `find_config`; SettingsError if it cannot be read, or is none."""
    file = find_config(path)
    try:
        document = _read_yaml(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError, ValueError) as error:
        raise SettingsError(f"{path}: {_fault(error)}") from error
    if not isinstance(document, dict | None):
        raise SettingsError(f"{path}: settings are keys and values, not a {type(document).__name__}")
    return document or {}


def _fault(error: Exception) -> str:
    """Describe the fault of YAML on one line, with its place if the parser gives one."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        mark, words = error.problem_mark, ": ".join(filter(None, (error.context, error.problem)))
        return f"no YAML: line {mark.line + 1}, column {mark.column + 1}: {words}"
    return " ".join(reason(error).split())


def apply_changes(document: Document, changes: Iterable[str]) -> Document:
    """Return a document with changes such as `ppo.entropy=0.1`; values are YAML.

    A dot ends the name of a section alone: what follows is one key, as in `opponents.agents.py:Mine=1`. The last = is
    the one before the value if the key is an agent with options, as in `opponents.planner:totem=1.2=0.5`.
    """
    changed = deepcopy(document)
    for change in changes:
        path, equals, text = change.partition("=")
        if ":" in path:  # an agent, whose options have an = too
            path, equals, text = change.rpartition("=")
        if not equals or not path:
            raise SettingsError(f"--set takes KEY=VALUE, such as ppo.entropy=0.1, not {short_repr(change)}")
        section, dot, key = path.partition(".")
        place = changed.setdefault(section, {}) if dot else changed
        if not isinstance(place, dict):
            raise SettingsError(f"--set {short_repr(change)}: {section} has no keys of its own")
        try:
            place[key if dot else section] = _read_yaml(text)
        except (yaml.YAMLError, ValueError) as error:
            raise SettingsError(f"--set {short_repr(change)}: {_fault(error)}") from error
    return changed
