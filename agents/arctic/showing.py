"""What it is worth to end step A with a card visible: the token moves of step B and the power that comes with it."""

from typing import Any

from arctic_env.core.jit import njit
from arctic_env.games.arctic.material import COMPANION, IT, LAST_SPACE, MAIN, MAIN_FACE, WALRUS
from arctic_env.games.arctic.moving import LEFT, RIGHT
from arctic_env.games.arctic.state import NOBODY


@njit
def showing(s: Any, seat: int, w: Any, d: Any, card: int) -> float:
    """Tokens and power."""
    main, companion = int(MAIN[card]), int(COMPANION[card])
    worth = best_push(s, d, main, companion, walrus_target(s, seat, main, companion))
    if d.turns > 0 and s.holders[main] != seat:
        robbed = w.rob if s.holders[main] != NOBODY else 0.0
        worth += d.power[main] * (1.0 + robbed)
    return worth


@njit
def walrus_target(s: Any, seat: int, main: int, companion: int) -> int:
    """The animal whose token the walrus will move when the seat shows these two, or NOBODY without the walrus."""
    if s.holders[WALRUS] != seat and main != WALRUS:
        return NOBODY
    return main if s.faces[WALRUS] == MAIN_FACE else companion


@njit
def best_push(s: Any, d: Any, main: int, companion: int, walrus: int) -> float:
    """The most that the moves of step B gain in the worth of tokens (3.4)."""
    free = 0 < s.tokens[main] < LAST_SPACE and 0 < s.tokens[companion] < LAST_SPACE
    if not free:
        return push_gain(s, d, main, companion, forced_direction(s, main, companion), walrus)
    right = push_gain(s, d, main, companion, RIGHT, walrus)
    return max(right, push_gain(s, d, main, companion, LEFT, walrus))


@njit
def forced_direction(s: Any, main: int, companion: int) -> int:
    """Where the main token has to go when a token stands at an end."""
    if s.tokens[main] == 0:
        return RIGHT
    if s.tokens[main] == LAST_SPACE:
        return LEFT
    return LEFT if s.tokens[companion] == 0 else RIGHT


@njit
def push_gain(s: Any, d: Any, main: int, companion: int, direction: int, walrus: int) -> float:
    """The gain when the main token goes that way, its partner the other or inward, and the walrus further."""
    opposite = -direction
    if s.tokens[companion] == 0:
        opposite = RIGHT
    elif s.tokens[companion] == LAST_SPACE:
        opposite = LEFT
    main_space = int(s.tokens[main]) + direction
    companion_space = int(s.tokens[companion]) + opposite
    gain = d.space[main, main_space] - d.space[main, int(s.tokens[main])]
    gain += d.space[companion, companion_space] - d.space[companion, int(s.tokens[companion])]
    if walrus == main:
        gain += extra_gain(s, d, main, main_space, direction)
    elif walrus == companion:
        gain += extra_gain(s, d, companion, companion_space, opposite)
    return float(gain)


@njit
def extra_gain(s: Any, d: Any, animal: int, space: int, went: int) -> float:
    """The most that the walrus gains with a token that has just gone that way (5.1)."""
    gain = 0.0
    for way in (LEFT, RIGHT):
        if 0 <= space + way <= LAST_SPACE and (s.edition != IT or way == went):
            gain = max(gain, d.space[animal, space + way] - d.space[animal, space])
    return gain
