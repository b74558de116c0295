"""OpenSpiel: games in C++, played from Python."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from benchmarks.peers.contest import WITH, WITHOUT, Contest, Made, Plays
from benchmarks.peers.picking import pick

PACKAGES = ("open_spiel",)
HOW = {
    "State": "`legal_actions`, `apply_action` and `set_from` of one Observation that is used again, which costs less "
    "than `rl_environment`; the mask is filled from `legal_actions`, from which chance is drawn too, being even here",
}

_GAMES = ("gin_rummy", "leduc_poker", "hearts", "spades")
_TRIED = 3  # games in which chance is looked at


def contests() -> Iterator[Made]:
    """Each game from Python, one at a time: the library has no batches in C++."""
    for name in _GAMES:
        players = pyspiel.load_game(name).num_players()
        yield Made(Contest(name, players, True, "State"), lambda name=name: _plays(name))


def _plays(name: str) -> Plays:
    game = pyspiel.load_game(name)
    for _ in range(_TRIED):
        _check_chance(game.new_initial_state())
    observation = _observation(game)
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    return {WITH: lambda: _play_seeing(game, observation, mask), WITHOUT: lambda: _play_blind(game)}


def _check_chance(state: Any) -> None:
    """Play a game; all outcomes of each chance event must be equally likely."""
    while not state.is_terminal():
        if state.is_chance_node():
            chances = [chance for _, chance in state.chance_outcomes()]
            if max(chances) - min(chances) > 1e-9:
                raise ValueError(f"{state.get_game()} has uneven chances")
        state.apply_action(pick(state.legal_actions()))


def _observation(game: Any) -> Any:
    """The game's own observation, or else what a seat knows with perfect recall."""
    if game.get_type().provides_observation_tensor:
        return make_observation(game)
    return make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))


def _play_seeing(game: Any, observation: Any, mask: Any) -> tuple[int, int]:
    decisions, state = 0, game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        if not state.is_chance_node():
            decisions += 1
            observation.set_from(state, state.current_player())
            mask[:] = 0
            mask[legal] = 1
        state.apply_action(pick(legal))
    return decisions, 1


def _play_blind(game: Any) -> tuple[int, int]:
    decisions, state = 0, game.new_initial_state()
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(pick(state.legal_actions()))
    return decisions, 1
