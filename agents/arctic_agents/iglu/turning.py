"""Which tile to turn: near own Inuit, who can hunt what comes up, and far from others."""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.desk import consider
from arctic_agents.iglu.value import value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import FIELD_NUMBER
from arctic_env.games.iglu.board import put_animal
from arctic_env.games.iglu.material import BEAR, BEAR_FACE, FISH_1, FISH_3, GLACIER, KIND_IDS
from arctic_env.games.iglu.setup import fish_left, foxes_left
from arctic_env.games.iglu.squares import lowest, only, without_lowest
from arctic_env.games.iglu.tiles import turnable
from arctic_env.kernels.jit import njit

# An animal of the supply is reckoned to be of the middle value.
FISH_TO_COME, FOX_TO_COME = KIND_IDS["fish 2"], KIND_IDS["fox 2"]


@njit
def plan_turning(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """The tile with the best expectation over the faces that it may have."""
    squares = turnable(s)
    while squares:
        square = lowest(squares)
        worth = _expectation(s, w, d, tries, square)
        consider(d, worth, act.TURN_ACTION + int(FIELD_NUMBER[square]))
        squares = without_lowest(squares)


@njit
def _expectation(s: Any, w: Any, d: Any, tries: NDArray[Any], square: int) -> float:
    """The mean worth over the faces; a red frame and drift ice leave nothing but sea."""
    tries[1] = s
    tries[1].turned = 1
    tries[1].tiles ^= only(square)
    fish, bear, glacier = 0.0, d.chance[BEAR_FACE], d.chance[GLACIER]
    for face in range(FISH_1, FISH_3 + 1):
        fish += d.chance[face]
    worth = (1.0 - fish - bear - glacier) * value(tries[1], w, d)
    tries[0] = tries[1]
    if fish_left(s) > 0:
        put_animal(tries[0], FISH_TO_COME, square)
    worth += fish * value(tries[0], w, d)
    tries[0] = tries[1]
    if s.supply[BEAR] > 0:
        put_animal(tries[0], BEAR, square)
    worth += bear * value(tries[0], w, d)
    tries[0] = tries[1]
    tries[0].glaciers |= only(square)
    if foxes_left(s) > 0:
        put_animal(tries[0], FOX_TO_COME, square)
    return float(worth + glacier * value(tries[0], w, d))
