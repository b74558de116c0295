"""What it is worth to end step A with a card visible: the token moves of step B, and the power that comes with it."""

from typing import Any

from arctic_agents.arctic.value import NEVER
from arctic_env.games.arctic.material import COMPANION, IT, LAST_SPACE, MAIN, MAIN_FACE, WALRUS
from arctic_env.games.arctic.state import NOBODY
from arctic_env.games.arctic.turn_steps import LEFT, RIGHT
from arctic_env.kernels.jit import njit


@njit
def showing(s: Any, seat: int, w: Any, d: Any, card: int) -> float:
    """Tokens and power."""
    _, worth = best_push(s, seat, d, card, 0.0)
    main = MAIN[card]
    if d.turns > 0 and s.holders[main] != seat:
        robbed = w.rob if s.holders[main] != NOBODY else 0.0
        worth += d.power[main] * (1.0 + robbed)
    return float(worth)


@njit
def best_push(s: Any, seat: int, d: Any, card: int, nudge: float) -> tuple[int, float]:
    """Where the main animal's token should go, and what that gains; a `nudge` above 0 prefers right among equals."""
    main, companion = int(MAIN[card]), int(COMPANION[card])
    forced = _forced_direction(s, main, companion)
    best, most = 0, NEVER
    for direction in (LEFT, RIGHT):
        if forced == direction or forced == 0:
            gain = _push_gain(s, seat, d, main, companion, direction) + direction * nudge
            if gain > most:
                best, most = direction, gain
    return best, most


@njit
def _forced_direction(s: Any, main: int, companion: int) -> int:
    """Where the main token has to go when a token stands at an end, 0 when neither does (3.4)."""
    if s.tokens[main] == 0:
        return RIGHT
    if s.tokens[main] == LAST_SPACE:
        return LEFT
    if s.tokens[companion] == 0:
        return LEFT
    return RIGHT if s.tokens[companion] == LAST_SPACE else 0


@njit
def _push_gain(s: Any, seat: int, d: Any, main: int, companion: int, direction: int) -> float:
    """The gain when the main token goes that way, its partner the other one or inward, and the walrus further."""
    opposite = -direction
    if s.tokens[companion] == 0:
        opposite = RIGHT
    elif s.tokens[companion] == LAST_SPACE:
        opposite = LEFT
    main_space, companion_space = s.tokens[main] + direction, s.tokens[companion] + opposite
    if s.holders[WALRUS] == seat or main == WALRUS:
        if s.faces[WALRUS] == MAIN_FACE:
            main_space += walrus_way(s, d, main, main_space, direction)
        else:
            companion_space += walrus_way(s, d, companion, companion_space, opposite)
    gain = d.space[main, main_space] - d.space[main, s.tokens[main]]
    return float(gain + d.space[companion, companion_space] - d.space[companion, s.tokens[companion]])


@njit
def walrus_way(s: Any, d: Any, animal: int, space: int, went: int) -> int:
    """Where the walrus should move a token that has just gone that way, 0 when it had better stay (5.1)."""
    best = 0
    for way in (LEFT, RIGHT):
        allowed = 0 <= space + way <= LAST_SPACE and (s.edition != IT or way == went)
        if allowed and d.space[animal, space + way] > d.space[animal, space + best]:
            best = way
    return best
