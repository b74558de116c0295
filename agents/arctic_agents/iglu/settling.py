"""What becomes of Inuit under attack or on ice that melts, as far as it can be foreseen."""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.value import steps_to, value
from arctic_env.games.iglu.board import hunt
from arctic_env.games.iglu.effects import answer, flee_to, next_to_flee
from arctic_env.games.iglu.material import BEAR, HARPOON
from arctic_env.games.iglu.squares import CORNERS, N_SQUARES
from arctic_env.games.iglu.state import ASKED, FLEEING
from arctic_env.games.iglu.tiles import may_use_harpoon
from arctic_env.kernels.jit import njit


@njit
def settle(w: Any, d: Any, tries: NDArray[Any], k: int) -> tuple[float, float]:
    """Settle what is due in tries[k], as if nobody played a harpoon; tries[k + 1] is worked on.

    Returns:
        The chance that nobody does, and what the other cases are worth times their chances.
    """
    rest, others = 1.0, 0.0
    s = tries[k]
    while s.decision == ASKED:
        seat = int(s.seat)
        chance = harpoon_chance(s, d, seat)
        if chance > 0.0:
            tries[k + 1] = tries[k]
            hunt(tries[k + 1], seat, BEAR, int(s.square))
            tries[k + 1].kept[seat, HARPOON] -= seat == d.seat
            others += rest * chance * value(tries[k + 1], w, d)
            rest *= 1.0 - chance
        if not answer(s, False):
            break
    while s.decision == FLEEING:
        if not flee_to(s, _corner(s)):
            break
    return rest, others


@njit
def harpoon_chance(s: Any, d: Any, seat: int) -> float:
    """The chance that a seat which is asked plays a harpoon; rivals are taken to play any that they have."""
    if seat == d.seat:
        return 1.0 if may_use_harpoon(s, seat) else 0.0
    return float(1.0 - (1.0 - d.armed) ** s.kept_size[seat])


@njit
def _corner(s: Any) -> int:
    """The corner that the mover may be expected to choose: near for its own Inuit, far for others."""
    owner = next_to_flee(s)
    own = int(s.inuit_squares[owner]) | int(s.igloos[owner])
    best, most = CORNERS[0], -N_SQUARES
    for corner in CORNERS:
        steps = steps_to(corner, own)
        if owner == s.mover:
            steps = -steps
        if steps > most:
            best, most = corner, steps
    return best
