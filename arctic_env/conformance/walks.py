"""Random games to look at."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game


@dataclass(frozen=True)
class Setting:
    """Number of players and rule parameters."""

    players: int
    parameters: dict[str, str]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.parameters.items()]
        return ", ".join([f"{self.players} players", *chosen])


@dataclass(frozen=True)
class Walk:
    """A random game.

    Attributes:
        game: the game.
        setting: number of players and rule parameters.
        seed: the seed of the deal and of the choices.
        positions: all positions, from the deal to the end, or as far as the game was played.
        actions: the action played in each position but the last.
    """

    game: Game
    setting: Setting
    seed: int
    positions: tuple[Position, ...]
    actions: tuple[int, ...]

    def __iter__(self) -> Iterator[tuple[Position, str]]:
        """The positions, each with the words for where it is."""
        return ((position, self.where(index)) for index, position in enumerate(self.positions))

    @property
    def ended(self) -> bool:
        """Whether the game was played to its end."""
        return self.positions[-1].seat is None

    def spread(self, count: int = 8) -> Iterator[tuple[Position, str]]:
        """A few positions from all over the game, the last one among them, for checks that take their time."""
        last = len(self.positions) - 1
        for index in sorted({last * (k + 1) // count for k in range(count)}):
            yield self.positions[index], self.where(index)

    def where(self, index: int) -> str:
        """Words for a position of the walk."""
        return f"{self.setting}, seed {self.seed}, decision {index}"


def is_registered(game: Game) -> bool:
    """Whether a pickle, which holds a game by its name, gives this very game back."""
    try:
        return find_game(game.name) is game
    except ValueError:
        return False


def settings(game: Game) -> list[Setting]:
    """All numbers of players with all rule parameters."""
    names = list(game.parameters)
    values = list(product(*game.parameters.values()))
    return [
        Setting(players, dict(zip(names, chosen, strict=True)))
        for players in game.players
        for chosen in values
    ]


def walk(game: Game, setting: Setting, seed: int, most_decisions: int) -> Walk:
    """Play a random game, up to so many decisions; a mask that allows nothing ends it, too."""
    rng = np.random.default_rng(seed)
    positions = [game.deal(seed, setting.players, **setting.parameters)]
    actions: list[int] = []
    while positions[-1].seat is not None and len(actions) < most_decisions:
        allowed = np.flatnonzero(positions[-1].mask())
        if len(allowed) == 0:
            break
        actions.append(int(rng.choice(allowed)))
        positions.append(positions[-1].apply(actions[-1]))
    return Walk(game, setting, seed, tuple(positions), tuple(actions))
