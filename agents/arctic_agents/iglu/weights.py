"""The weights of the planner, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arctic_agents.weights import check_shares


@dataclass(frozen=True)
class Weights:
    """What the planner holds dear, in points of the final score unless it says otherwise.

    Attributes:
        alone: chance that a tribe stays alone on its island during one turn of a rival, from 0 to 1.
        hope: share of the chance that a neighbouring tile is a glacier which counts as a tile of the island.
        reach: share of an animal's value that counts where it can be hunted at once.
        soon: the same in the own turn before its action points.
        distance: share of `reach` that is left one step further away, from 0 to 1.
        rivals: what a rival's point costs, shared among the rivals.
        leader: share of `rivals` that is the leading rival's, from 0 to 1.
        together: two squares of the tribe side by side.
        corner: an Inuit on a corner.
        away: a step from an Inuit on a corner to the next one of its tribe on the ice.
        melt: a kept tile that melts ice, while turns are left.
        animals: a kept tile that moves animals, while turns are left.
        harpoon: a kept harpoon, while turns are left.
        energy: a point of a kept energy tile, while turns are left.
        keep: share of a kept tile's worth that each own turn to come realises, from 0 to 1.
    """

    SHARES: ClassVar[tuple[str, ...]] = ("alone", "distance", "leader", "keep")  # weights from 0 to 1

    alone: float = 0.8
    hope: float = 0.5
    reach: float = 0.35
    soon: float = 0.8
    distance: float = 0.5
    rivals: float = 0.8
    leader: float = 0.5
    together: float = 0.15
    corner: float = 2.0
    away: float = 0.1
    melt: float = 4.0
    animals: float = 3.0
    harpoon: float = 3.0
    energy: float = 0.9
    keep: float = 0.3

    def __post_init__(self) -> None:
        check_shares(self, self.SHARES)
