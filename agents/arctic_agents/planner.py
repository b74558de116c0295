"""The agents `planner`, the planner that is made for the game, and `tuned`, with weights that were tuned by play.

A game's planner is a function `make` in the module `planner` of the package with the game's agents, see
`arctic_env.model.registry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arctic_agents.weights import Tuned, read_tuned, tuned_for
from arctic_env.errors import AgentError
from arctic_env.files import as_path
from arctic_env.model.registry import agents_module

if TYPE_CHECKING:
    from arctic_env.agents.specs import Option
    from arctic_env.model.game import Game


def make(game: Game, num_players: int, *, weights: str = "", **options: Any) -> Any:
    """Plan whole turns, by the heuristic that is made for the game.

    Args:
        game: The game.
        num_players: The number of players.
        weights: A file of weights, as `arctic tune` writes it; the options beside it change some of them.
        options: What the planner of the game takes.

    Returns:
        An agent that has `weights`.

    Raises:
        AgentError: The game has no planner, or its planner does not take the options.
    """
    if weights:
        return _make_tuned(game, num_players, _read(weights, game, num_players), options)
    return _planner_of(game).make(game, num_players, **options)


def make_tuned(game: Game, num_players: int, file: str = "") -> Any:
    """Plan as `planner` does, with weights that were tuned by play for the game and the number of players.

    Args:
        game: The game.
        num_players: The number of players.
        file: A file of weights, as `arctic tune` writes it; empty for those that come with the package.

    Raises:
        AgentError: There are none.
    """
    tuned = _read(file, game, num_players) if file else tuned_for(game.name, num_players)
    if tuned is None:
        raise AgentError(f"tuned has no weights for {game.name} with {num_players} players")
    agent = _make_tuned(game, num_players, tuned, {})
    agent.name = "tuned"
    return agent


def _options(game: Game) -> Sequence[Option]:
    module = agents_module(game.name, "planner")
    options: Sequence[Option] = [] if module is None else module.options()
    return options


make.options = _options  # type: ignore[attr-defined]


def _make_tuned(game: Game, num_players: int, tuned: Tuned, options: dict[str, Any]) -> Any:
    return _planner_of(game).make(game, num_players, **{**tuned.options, **tuned.weights, **options})


def _read(file: str, game: Game, num_players: int) -> Tuned:
    return read_tuned(as_path(file), game.name, num_players)


def _planner_of(game: Game) -> Any:
    module = agents_module(game.name, "planner")
    if module is None:
        raise AgentError(f"there is no planner of {game.name}")
    return module
