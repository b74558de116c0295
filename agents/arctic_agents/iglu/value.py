"""What a position is worth to the seat that plans."""

from typing import Any

from arctic_agents.iglu.claims import claims
from arctic_agents.iglu.desk import turns_to_act
from arctic_agents.iglu.islands import islands_worth
from arctic_env.games.iglu.material import ANIMALS_FACE, ENERGY_1, ENERGY_2, ENERGY_3, HARPOON, MELT
from arctic_env.games.iglu.scoring import animal_points
from arctic_env.games.iglu.squares import CORNERS, N_SQUARES, SIDE, beside, count, lowest, without_lowest
from arctic_env.kernels.jit import njit


@njit
def value(s: Any, w: Any, d: Any) -> float:
    """The worth of a position: islands, animals, places of Inuit, own kept tiles."""
    worth = islands_worth(s, w, d)
    for seat in range(s.players):
        mine = float(animal_points(s, seat))
        if turns_to_act(s, seat) > 0:
            mine += prospects(s, seat, w)
        worth += d.share[seat] * mine
    return float(worth + kept_worth(s, w, d))


@njit
def prospects(s: Any, seat: int, w: Any) -> float:
    """What the places of a tribe's Inuit promise for its further turns."""
    own = int(s.inuit_squares[seat]) | int(s.igloos[seat])
    worth = claims(s, seat, w) + w.together * count(own & beside(own))
    for corner in CORNERS:
        if s.inuit[seat, corner] > 0:
            worth -= s.inuit[seat, corner] * (w.corner + w.away * steps_to(corner, own))
    return float(worth)


@njit
def steps_to(start: int, squares: int) -> int:
    """Steps from a square to the nearest of the others, as if all were ice; 0 if there is none."""
    least = N_SQUARES
    while squares:
        square = lowest(squares)
        least = min(least, abs(square // SIDE - start // SIDE) + abs(square % SIDE - start % SIDE))
        squares = without_lowest(squares)
    return least if least < N_SQUARES else 0


@njit
def kept_worth(s: Any, w: Any, d: Any) -> float:
    """What the seat's kept tiles are worth for its further turns."""
    seat = int(d.seat)
    worth = w.melt * s.kept[seat, MELT] + w.animals * s.kept[seat, ANIMALS_FACE]
    worth += w.harpoon * s.kept[seat, HARPOON]
    worth += w.energy * (s.kept[seat, ENERGY_1] + 2 * s.kept[seat, ENERGY_2] + 3 * s.kept[seat, ENERGY_3])
    return float(worth * d.later[turns_to_act(s, seat)])
