"""A digest of seeded games, to be compared between processes: `python -m arctic_env.conformance.fingerprint`."""

import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module

import numpy as np

from arctic_env.conformance.walks import Setting, settings, walk
from arctic_env.model.game import Game

_MOST_DECISIONS = 1000


def fingerprint(game: Game, chosen: Sequence[Setting], seed: int) -> str:
    """A digest of one random game for each setting, with all that every seat observes, of worlds and of a rollout."""
    digest = sha256()
    for setting in chosen:
        for position, _ in walk(game, setting, seed, _MOST_DECISIONS).spread():
            digest.update(position.states.tobytes())
            for seat in range(position.players):
                view = position.view(seat)
                digest.update(view.observation().tobytes())
                digest.update(view.determinize(seed).states.tobytes())
            states = position.states.copy()
            game.batch.rollout(states, np.array([seed]), np.zeros((1, game.actions.size), np.int8))
            digest.update(states.tobytes())
    return digest.hexdigest()


def main(module: str, attribute: str, seed: str) -> None:
    """Print the digest of a game that a module has as an attribute."""
    np.random.seed(int(seed) + 1)  # a game that leans on global random state shall be found out
    game = getattr(import_module(module), attribute)
    print(fingerprint(game, settings(game), int(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
