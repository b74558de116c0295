"""What a tuning is to do."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass, field
from typing import Any

from arctic_agents.weights import Tuned, make_planner
from arctic_env.arena import Agent
from arctic_env.arena.statistics import Estimate
from arctic_env.errors import AgentError, SettingsError
from arctic_env.kernels.random import check_seed
from arctic_env.model.registry import game as find_game
from arctic_env.validation import check_integer, unknown

FEWEST = 4  # candidates of a generation: with fewer, better ones cannot be told from worse ones
_DECIMALS = 3

Options = dict[str, bool | int]


@dataclass(frozen=True)
class Settings:
    """What is tuned, and by how much play.

    Attributes:
        game: Name of the game.
        players: Seats at a table.
        seed: Candidates, deals and all chance come from it.
        generations: How often candidates are drawn.
        population: Candidates of a generation.
        deals: Deals that each of them plays, from every seat.
        spread: How far candidates are from the start at first, in steps (see `arctic_training.tuning.space`).
        champion: Generations after which the weights reached so far become an opponent, in place of earlier ones.
        check: Deals of the final match against the planner as it is.
        names: The weights to tune; none for all.
        options: What else the planner is given, such as {"belief": True}.
        start: Weights to start from, by name; those that are not named have their defaults.

    Raises:
        SettingsError: A setting is out of range or names what there is not.
    """

    game: str = "arctic"
    players: int = 2
    seed: int = 0
    generations: int = 50
    population: int = 128
    deals: int = 4
    spread: float = 0.8
    champion: int = 10
    check: int = 1000
    names: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    start: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            check_seed(self.seed)
            for name in ("generations", "population", "deals", "champion"):
                check_integer(name, getattr(self, name))
            find_game(self.game).options(self.players)
        except ValueError as error:
            raise SettingsError(str(error)) from error
        if self.check < 2:
            raise SettingsError(f"check must be at least 2 deals, or there is no interval, not {self.check}")
        if self.population < FEWEST:
            raise SettingsError(f"population must be at least {FEWEST}, not {self.population}")
        if not 0 < self.spread <= 1:
            raise SettingsError(f"spread must be more than 0 and at most 1 step, not {self.spread}")
        self._check_weights()

    def _check_weights(self) -> None:
        try:
            known = asdict(self.planner(**self.start).weights)
        except AgentError as error:
            raise SettingsError(str(error)) from error
        for name in self.names:
            if name not in known:
                raise SettingsError(f"the planner has no weight {unknown(name, known)}")
        if len(set(self.names)) < len(self.names):
            raise SettingsError(f"a weight is named twice: {', '.join(self.names)}")

    def planner(self, **weights: float) -> Any:
        """The game's planner with these weights and the options of the settings; it has `weights`."""
        return make_planner(self.game, **weights, **self.options)

    def plain_planner(self) -> Agent:
        """The game's planner as it is, which the tuned one has to beat."""
        agent: Agent = make_planner(self.game)
        return agent

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON has them."""
        return {**asdict(self), "names": list(self.names)}

    def tuned(self, weights: dict[str, float], gain: Estimate) -> Tuned:
        """Weights that came of it, and their margin over the planner as it is, as they are to be kept."""
        found = {"margin": gain.value, "low": gain.low, "high": gain.high}
        gained = {name: round(value, _DECIMALS) for name, value in found.items()}
        return Tuned(
            self.game,
            self.players,
            weights,
            self.options,
            self.command(),
            self.start,
            {**gained, "deals": self.check},
        )

    def command(self) -> str:
        """The command that runs this tuning."""
        words = ["arctic", "tune", "--game", self.game]
        for name in ("players", "seed", "generations", "population", "deals", "spread", "champion", "check"):
            words += [f"--{name}", str(getattr(self, name))]
        if self.names:
            words += ["--weights", ",".join(self.names)]
        if self.options:
            words += ["--options", ",".join(f"{key}={_text(value)}" for key, value in self.options.items())]
        if self.start:
            words += ["--set", ",".join(f"{name}={value}" for name, value in self.start.items())]
        return shlex.join(words)


def _text(value: bool | int) -> str:
    return str(value).lower()
