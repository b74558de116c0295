"""Search heuristics of IGLU IGLU: the planner's choice, and expected final scores."""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.planner import IgluWorkspace, Weights, choose, make_workspace
from arctic_agents.iglu.value import read_view, value
from arctic_agents.planner import to_record, weights_alone
from arctic_agents.search.heuristics import SearchHeuristics
from arctic_env.games.iglu.hidden import view
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game


def _workspace_of(game: Game, players: int) -> IgluWorkspace:
    return make_workspace(game, to_record(weights_alone(Weights, game.name, players)))


@njit
def suggest(states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: IgluWorkspace) -> int:
    """Return the planner's action in states[i], from the view of the deciding seat."""
    seat = int(states[i].seat)
    view(states, i, seat, workspace.views, 0)
    return choose(workspace.views[0], seat, mask, next_word(stream), workspace)


@njit
def estimate(states: NDArray[Any], i: int, workspace: IgluWorkspace, out: Floats) -> None:
    """Write the expected final scores, float64[players]: the planner's value of each seat's position."""
    d, w = workspace.planner_states[0], workspace.weights[0]
    for seat in range(states[i].players):
        view(states, i, seat, workspace.views, 0)
        read_view(workspace.views[0], seat, w, d)
        d.share[:] = 0.0
        d.share[seat] = 1.0
        out[seat] = value(workspace.views[0], w, d)


@njit
def turn(states: NDArray[Any], i: int) -> int:
    """Return the mover; where a bear attacks, others are asked for a harpoon in between."""
    return int(states[i].mover)


HEURISTICS = SearchHeuristics(suggest=suggest, estimate=estimate, make_workspace=_workspace_of, rounds=0, turn=turn)
