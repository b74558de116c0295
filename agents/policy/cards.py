"""ARCTIC's network: one shared head scores every card by its features, whatever the decision is about.

Three steps. A table of animals is read from the observation: for each animal its runs, its token, its power, and how
many cards of it lie where. From that table and the rest, an actor and a critic make what they need to know of the
position. Then each legal action of a card block is scored from the rows of its main and its companion animal, its
values, the zones it lies in, the block, and the actor's summary. Only legal cards are scored, about five a decision.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import one_hot

from agents.policy.legal import Legal
from agents.policy.network import FIRST_GAIN, Network, Reader, Scale, layers, linear, part_names
from arctic_env.core.game import Game
from arctic_env.core.tables import ActionBlock, ActionTable, ObservationTable
from arctic_env.errors import SettingsError
from arctic_env.games.arctic.material import (
    CARD_TEXTS,
    COMPANION,
    DRAW,
    LONGEST_SCORED,
    MAIN,
    N_ANIMALS,
)

ZONES = ("hand", "penalty", "river", "held", "exposed", "unseen", "known")
"""Parts that tell of each card whether it is in a zone."""

RUNS = ("best_runs", "top_run", "bottom_run")
ANIMALS = (*RUNS, "visible_main", "visible_companion", "holders", "faces", "totem", "tokens")
"""Parts that tell something of each animal, once or per seat."""

PILES = "piles"  # which card lies where in a pile: left out, for what counts of it is in the runs


@dataclass(frozen=True)
class Deck:
    """What is printed on the cards, int8[cards] each; the placement value follows from the draw value."""

    main: NDArray[np.int8]
    companion: NDArray[np.int8]
    draw: NDArray[np.int8]

    def indicators(self) -> Tensor:
        """1 in the columns of the main animal, the companion and the draw value, float32[cards, 6 + 6 + values]."""
        main, companion = (one_hot(whole(column), N_ANIMALS) for column in (self.main, self.companion))
        return torch.cat([main, companion, one_hot(whole(self.draw))], dim=1).float()


def whole(column: NDArray[np.int8]) -> Tensor:
    """Numbers that can be indices."""
    return torch.from_numpy(column).long()


DECK = Deck(MAIN, COMPANION, DRAW)


class Seen(NamedTuple):
    """What was read from n observations.

    Attributes:
        animals: float32[n, 6, row_size], the table of animals.
        zones: float32[n, zones, cards], which cards lie in which zone.
        numbers: float32[n, size], the table and all else as one row.
    """

    animals: Tensor
    zones: Tensor
    numbers: Tensor


class Summary(nn.Module):
    """Reads an observation: the table of animals, the cards in zones, and all of it as one row of numbers."""

    indicators: Tensor

    def __init__(self, table: ObservationTable, deck: Deck) -> None:
        super().__init__()
        about_cards = (*ZONES, PILES)
        rest = [name for name in part_names(table) if name not in (*about_cards, *ANIMALS)]
        self.zones = Reader([table[name] for name in ZONES])
        self.animals = Reader([table[name] for name in ANIMALS])
        self.rest = Reader([table[name] for name in rest])
        self.scale_animals = Scale(self.animals.parts, dict.fromkeys(RUNS, LONGEST_SCORED))
        self.scale_rest = Scale(self.rest.parts)
        self.register_buffer("indicators", deck.indicators(), persistent=False)
        self.n_cards, n_indicators = self.indicators.shape
        self.n_zones = self.zones.size // self.n_cards
        self.n_values = n_indicators - 2 * N_ANIMALS
        self.row_size = self.animals.size // N_ANIMALS + 2 * self.n_zones
        self.size = N_ANIMALS * self.row_size + self.n_zones * self.n_values + self.rest.size

    def forward(self, observations: Tensor) -> Seen:
        """Read int8[n, O]."""
        zones = self.zones(observations).reshape(-1, self.n_zones, self.n_cards)
        counts = (zones @ self.indicators).log1p_()
        main, companion, draw = torch.split(counts, [N_ANIMALS, N_ANIMALS, self.n_values], dim=2)
        scaled = self.animals.split(self.scale_animals(self.animals(observations)))
        rows = [by_animal(part) for part in (main, companion, *scaled.values())]
        animals = torch.cat(rows, dim=2)
        rest = self.scale_rest(self.rest(observations))
        return Seen(animals, zones, torch.cat([animals.flatten(1), draw.flatten(1), rest], dim=1))


def by_animal(part: Tensor) -> Tensor:
    """(n, 6), (n, 6, k) or (n, k, 6) as (n, 6, k)."""
    if part.dim() == 2:
        return part.unsqueeze(2)
    return part if part.shape[1] == N_ANIMALS else part.transpose(1, 2)


class CardHead(nn.Module):
    """Scores card actions with the same weights for every card and every block."""

    main: Tensor
    companion: Tensor
    printed: Tensor
    block: Tensor

    def __init__(self, summary: Summary, deck: Deck, n_blocks: int, context: int, width: int) -> None:
        super().__init__()
        self.register_buffer("main", whole(deck.main), persistent=False)
        self.register_buffer("companion", whole(deck.companion), persistent=False)
        self.register_buffer("printed", deck.indicators(), persistent=False)
        self.register_buffer("block", torch.eye(n_blocks), persistent=False)
        features = 2 * summary.row_size + summary.n_zones + self.printed.shape[1] + n_blocks
        self.of_card = nn.Linear(features, width)
        self.of_context = nn.Linear(context, width)
        self.judge = nn.Sequential(nn.ReLU(), layers(width, width, 1, gain=FIRST_GAIN))

    def forward(self, seen: Seen, context: Tensor, rows: Tensor, blocks: Tensor, cards: Tensor) -> Tensor:
        """Scores float32[k] of cards int64[k] in blocks int64[k] for decisions int64[k]."""
        by_row = seen.animals.flatten(0, 1)
        first = rows * N_ANIMALS
        features = [
            by_row[first + self.main[cards]],
            by_row[first + self.companion[cards]],
            seen.zones[rows, :, cards],
            self.printed[cards],
            self.block[blocks],
        ]
        hidden = self.of_card(torch.cat(features, dim=1)) + self.of_context(context)[rows]
        scores: Tensor = self.judge(hidden).squeeze(1)
        return scores


class CardsNetwork(Network):
    """Scores cards by their features and the few other actions by an ordinary head."""

    block_of: Tensor
    place_in: Tensor

    def __init__(self, game: Game, players: int, width: int, deck: Deck = DECK) -> None:
        super().__init__()
        blocks = card_blocks(game.actions)
        block_of, place_in = _lay_out(game.actions, blocks)
        self.register_buffer("block_of", block_of, persistent=False)
        self.register_buffer("place_in", place_in, persistent=False)
        self.n_blocks = len(blocks)
        self.summary = Summary(game.observation(players), deck)
        self.actor = nn.Sequential(layers(self.summary.size, 2 * width, 2 * width), nn.ReLU())
        self.critic = layers(self.summary.size, 2 * width, 2 * width, 1, gain=1.0)
        self.card_head = CardHead(self.summary, deck, len(blocks), 2 * width, width)
        self.other_head = linear(2 * width, int((block_of == len(blocks)).sum()), FIRST_GAIN)

    def forward(self, observations: Tensor, legal: Legal) -> tuple[Tensor, Tensor]:
        """See `Network.forward`."""
        seen = self.summary(observations)
        return self._score(seen, legal), self.critic(seen.numbers).squeeze(1)

    def logits(self, observations: Tensor, legal: Legal) -> Tensor:
        """See `Network.logits`."""
        return self._score(self.summary(observations), legal)

    def values(self, observations: Tensor) -> Tensor:
        """See `Network.values`."""
        values: Tensor = self.critic(self.summary(observations).numbers).squeeze(1)
        return values

    def _score(self, seen: Seen, legal: Legal) -> Tensor:
        context = self.actor(seen.numbers)
        blocks, places = self.block_of[legal.actions], self.place_in[legal.actions]
        on_card = blocks < self.n_blocks
        scores = self.card_head(seen, context, legal.rows[on_card], blocks[on_card], places[on_card])
        others: Tensor = self.other_head(context)[legal.rows, places.where(~on_card, 0)]
        return others.masked_scatter(on_card, scores)


def card_blocks(actions: ActionTable) -> list[ActionBlock]:
    """The blocks with one action a card, in the order of card ids."""
    return [block for block in actions.blocks if block.arguments == CARD_TEXTS]


def _lay_out(actions: ActionTable, blocks: list[ActionBlock]) -> tuple[Tensor, Tensor]:
    """For each action the number of its card block and its card; all others count on in one block more."""
    block_of = torch.full((actions.size,), len(blocks))
    place_in = torch.zeros(actions.size, dtype=torch.long)
    for number, block in enumerate(blocks):
        block_of[block.start : block.stop] = number
        place_in[block.start : block.stop] = torch.arange(block.size)
    others = block_of == len(blocks)
    place_in[others] = torch.arange(int(others.sum()))
    return block_of, place_in


def make(game: Game, players: int, width: int) -> CardsNetwork:
    """The network of the kind `cards`.

    Raises:
        SettingsError: the game is not played with ARCTIC's cards.
    """
    if not card_blocks(game.actions):
        raise SettingsError(f"the network 'cards' is for ARCTIC's cards, which {game.name} does not have")
    return CardsNetwork(game, players, width)
