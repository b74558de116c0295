"""The weights of the planner, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arctic_agents.weights import check_shares
from arctic_env.errors import AgentError

SLOWEST = 0.1  # pace: slower, and there would be more turns left than can be counted


@dataclass(frozen=True)
class Weights:
    """What the planner holds dear, in points of the final score unless it says otherwise.

    Attributes:
        run: a point of a run.
        diversity: a point for the number of animals.
        totem: a point under the own totem, at the end of the game.
        penalty: a card in the own penalty zone.
        rivals: a point under a rival's totem, as each other animal may be one.
        realise: share of the points that cards in hand promise which is reckoned with.
        realise_last: the same when only the last turn is left.
        hope: cards of an animal to come a turn, beyond those in hand and river.
        follow: the same for the run on top, which must be continued next turn.
        totem_memory: share of a totem's value that is still there a turn later, from 0 to 1.
        pace: cards drawn a turn, by which the turns left are counted.
        demand: a card that has to be placed next turn.
        shortage: a card that has to be placed next turn and will not be there, penalty included.
        crowd: a card above the hand limit, penalty included.
        keep_show: share of what it would be worth to show a card now, while it stays in hand.
        keep_draw: a draw value one higher, of a card that stays in hand.
        fox_under: to hold the fox that tucks cards beneath the pile.
        fox_wild: to hold the fox that makes cards wild.
        moose_placement: to hold the moose that changes the placement value.
        moose_draw: to hold the moose that changes the draw value.
        walrus_main: to hold the walrus that moves the main animal's token.
        walrus_companion: to hold the walrus that moves the companion's token.
        orca_refill: to hold the orca that refills the river at once.
        orca_deck: to hold the orca that draws from the deck.
        puffin_swap: to hold the puffin that swaps with the river.
        puffin_takeback: to hold the puffin that takes the Visible card back.
        bear_recover: to hold the bear that draws from the penalty zone.
        bear_give: to hold the bear that gives penalties away.
        rob: share of a power's worth that counts again when a rival loses it.
    """

    SHARES: ClassVar[tuple[str, ...]] = ("totem_memory",)  # weights from 0 to 1

    run: float = 1.4
    diversity: float = 0.8
    totem: float = 0.85
    penalty: float = 1.0
    rivals: float = 0.3
    realise: float = 0.6
    realise_last: float = 0.3
    hope: float = 0.2
    follow: float = 0.3
    totem_memory: float = 0.8
    pace: float = 3.2
    demand: float = 0.1
    shortage: float = 1.8
    crowd: float = 2.1
    keep_show: float = 0.05
    keep_draw: float = -0.02
    fox_under: float = 1.0
    fox_wild: float = 1.5
    moose_placement: float = 0.5
    moose_draw: float = 0.5
    walrus_main: float = 0.6
    walrus_companion: float = 0.3
    orca_refill: float = 0.5
    orca_deck: float = 0.3
    puffin_swap: float = 0.6
    puffin_takeback: float = 0.6
    bear_recover: float = 0.6
    bear_give: float = 1.4
    rob: float = 0.3

    def __post_init__(self) -> None:
        if not self.pace > SLOWEST:
            raise AgentError(f"planner: the weight pace is more than {SLOWEST}, not {self.pace}")
        check_shares(self, self.SHARES)
