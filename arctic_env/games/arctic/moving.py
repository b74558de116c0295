"""Step B: the tokens of the Visible card's two animals, and the walrus (rules 3.4, 5.1, 5.6, 7.2)."""

from typing import Any

from arctic_env.games.arctic.material import COMPANION, IT, LAST_SPACE, MAIN, MAIN_FACE, WALRUS
from arctic_env.games.arctic.placing import holds
from arctic_env.games.arctic.zones import visible_card
from arctic_env.kernels.jit import njit

LEFT, RIGHT = -1, 1


@njit
def main_animal(s: Any) -> int:
    """Main animal of the deciding seat's Visible card."""
    return int(MAIN[visible_card(s, int(s.seat))])


@njit
def companion_animal(s: Any) -> int:
    """Companion animal of the deciding seat's Visible card."""
    return int(COMPANION[visible_card(s, int(s.seat))])


@njit
def _inward(space: int) -> int:
    """Direction away from the end that the space is, 0 when it is no end."""
    if space == 0:
        return RIGHT
    return LEFT if space == LAST_SPACE else 0


@njit
def push(s: Any, main_direction: int, companion_direction: int) -> None:
    """Move both tokens one space."""
    s.tokens[main_animal(s)] += main_direction
    s.tokens[companion_animal(s)] += companion_direction
    s.pushed[0] = main_direction
    s.pushed[1] = companion_direction


@njit
def push_right(s: Any, animal: int) -> None:
    """The chosen token goes right, its partner left."""
    direction = RIGHT if animal == main_animal(s) else LEFT
    push(s, direction, -direction)


@njit
def ends_force_a_push(s: Any) -> bool:
    """Whether a token at an end leaves no choice of moves (3.4)."""
    return _inward(s.tokens[main_animal(s)]) != 0 or _inward(s.tokens[companion_animal(s)]) != 0


@njit
def push_if_forced(s: Any) -> bool:
    """Make the moves that leave no choice; False when the player has to choose (3.4)."""
    if not ends_force_a_push(s):
        return False
    main = _inward(s.tokens[main_animal(s)])
    companion = _inward(s.tokens[companion_animal(s)])
    push(s, main if main != 0 else -companion, companion if companion != 0 else -main)
    return True


@njit
def walrus_animal(s: Any) -> int:
    """The animal whose token the walrus moves."""
    return main_animal(s) if s.faces[WALRUS] == MAIN_FACE else companion_animal(s)


@njit
def may_move_extra(s: Any, direction: int) -> bool:
    """Whether the walrus allows one more space that way: never past an end; "it" only the way it went (5.1)."""
    if s.holders[WALRUS] != s.seat:
        return False
    went = s.pushed[0] if holds(s, WALRUS, MAIN_FACE) else s.pushed[1]
    if s.edition == IT and direction != went:
        return False
    return bool(0 <= s.tokens[walrus_animal(s)] + direction <= LAST_SPACE)


@njit
def extra_is_due(s: Any) -> bool:
    """Whether the walrus leaves a choice."""
    return may_move_extra(s, LEFT) or may_move_extra(s, RIGHT)


@njit
def move_extra(s: Any, direction: int) -> None:
    """The walrus' one space more."""
    s.tokens[walrus_animal(s)] += direction
