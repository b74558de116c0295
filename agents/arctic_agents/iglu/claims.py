"""What animals within reach promise: an animal counts for each tribe by the steps from its nearest Inuit."""

from typing import Any

from arctic_agents.iglu.desk import points_to_come
from arctic_env.games.iglu.board import bears, ice, sea
from arctic_env.games.iglu.material import FISH, FISH_STOP, FOX, FOX_STOP, VALUE
from arctic_env.games.iglu.squares import CORNERS, NEIGHBOURS, beside, count
from arctic_env.kernels.jit import njit

FURTHEST = 3  # steps of a turn


@njit
def claims(s: Any, seat: int, w: Any) -> float:
    """What the animals within reach of the seat are worth to it."""
    frozen, water = ice(s), sea(s)
    standing = int(s.inuit_squares[seat]) & frozen
    from_corners = 0
    for corner in CORNERS:
        if s.inuit[seat, corner] > 0:
            from_corners |= int(NEIGHBOURS[corner])
    fish = 0
    worth, share = 0.0, w.soon if points_to_come(s, seat) else w.reach
    open_ice = frozen & ~bears(s)
    foxes = 0
    for step in range(FURTHEST + 1):
        new_fish = beside(standing) & water & ~fish
        new_foxes = standing & ~foxes
        worth += share * _values(s, new_fish, new_foxes)
        fish |= new_fish
        foxes |= new_foxes
        standing |= beside(standing) & open_ice
        if step == 0:
            standing |= from_corners & open_ice
        share *= w.distance
    return float(worth)


@njit
def _values(s: Any, water: int, frozen: int) -> float:
    """The value of fish and foxes on these squares; several of a kind on one square count once."""
    worth = 0
    for kind in range(FISH, FISH_STOP):
        worth += VALUE[kind] * count(int(s.animal_squares[kind]) & water)
    for kind in range(FOX, FOX_STOP):
        worth += VALUE[kind] * count(int(s.animal_squares[kind]) & frozen)
    return float(worth)
