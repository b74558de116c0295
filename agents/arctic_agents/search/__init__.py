"""Search: the agent `search`, and a function of that name, which tells all that it found about one decision.

It works on views and the game's batch kernels; what it knows of a game comes from the game's `heuristics.py`.
"""

from inspect import signature

from arctic_agents.search.agent import SearchAgent, make
from arctic_agents.search.options import Options
from arctic_agents.search.result import Move, Result
from arctic_env.model.position import Position, View
from arctic_env.validation import unknown

__all__ = ["Move", "Options", "Result", "SearchAgent", "search"]


def search(position: Position | View, *, seed: int = 0, **options: bool | int | float | str) -> Result:
    """Search the decision that is due, from the deciding seat's view alone.

    >>> print(search(game.deal(seed=7), rollouts=400))

    Args:
        position: A position, of which no more is looked at than the deciding seat may see, or that seat's view.
        seed: 0 to 2**63 - 1; all randomness comes from it.
        options: Those of the agent `search`.

    Raises:
        ValueError: Nobody, or not that seat, has something to decide; the seed or an option is out of range; or an
            option has no meaning beside the others.
        TypeError: That is no position or view, or there is no such option.
        AgentError: The options do not fit the game.
    """
    if not isinstance(position, Position | View):
        raise TypeError(f"search takes a Position or what its view(seat) gives, not {type(position).__name__}")
    if position.seat is None:
        raise ValueError("the game is over")
    view = position.view(position.seat) if isinstance(position, Position) else position
    known = list(signature(make).parameters)[2:]
    if others := [name for name in options if name not in known]:
        raise TypeError(f"search has no option {unknown(others[0], known)}")
    agent = make(view.game, view.players, **options)  # type: ignore[arg-type]
    return agent.look(view, seed)
