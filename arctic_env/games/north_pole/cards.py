"""Action cards: the sides of the board, the deck, the discard pile and the storm pile (rules 1.3, 2.2, 3.6)."""

from typing import Any

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.material import N_COLOURS, N_SIDES, SEAT_SIDES, SLOTS
from arctic_env.games.north_pole.state import NO_CARD, NO_SLOT, PACK_SLOT
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import draw_counted


@njit
def side_of(s: Any, seat: int) -> int:
    """Return the side of the upper board that lies before a seat now (1.3)."""
    return (int(SEAT_SIDES[s.players, seat]) - int(s.turned)) % N_SIDES


@njit
def colour_of_storms(s: Any) -> int:
    """Return the storm colour of the deck's top card, which all see (2.2)."""
    return int(s.deck[s.deck_size - 1]) % N_COLOURS


@njit
def own_card(s: Any, slot: int) -> int:
    """Return the card in a slot of the seat whose turn it is, or of its backpack; NO_CARD if there is none."""
    if slot == PACK_SLOT:
        return int(s.pack[s.seat])
    return int(s.sides[side_of(s, int(s.seat)), slot])


@njit
def card_to_discard(s: Any, card: int) -> None:
    """Lay a card onto the discard pile."""
    s.discard[s.discard_size] = card
    s.discard_size += 1


@njit
def card_to_storm(s: Any, card: int) -> None:
    """Lay a card onto the storm pile."""
    s.storm[s.storm_size] = card
    s.storm_size += 1
    s.storm_points += material.POINTS[card // N_COLOURS]


@njit
def clear_storm(s: Any) -> None:
    """Lay the storm pile onto the discard pile (3.6)."""
    for k in range(s.storm_size):
        card_to_discard(s, int(s.storm[k]))
        s.storm[k] = NO_CARD
    s.storm_size, s.storm_points = 0, 0


@njit
def draw_card(s: Any) -> int:
    """Take the top card of the deck; as soon as it was the last one, rebuild the deck (3.6)."""
    s.deck_size -= 1
    card = int(s.deck[s.deck_size])
    s.deck[s.deck_size] = NO_CARD
    s.unseen[card] -= 1
    if s.deck_size == 0:
        rebuild_deck(s)
    return card


@njit
def rebuild_deck(s: Any) -> None:
    """Shuffle the discard pile and make it the deck (section 7 says how)."""
    size = int(s.discard_size)
    for i in range(size - 1, 0, -1):
        j = draw_counted(s.stream, i + 1)
        s.discard[i], s.discard[j] = s.discard[j], s.discard[i]
    for k in range(size):  # the first one is drawn first
        s.deck[size - 1 - k] = s.discard[k]
        s.unseen[s.discard[k]] += 1
        s.discard[k] = NO_CARD
    s.deck_size, s.discard_size = size, 0


@njit
def refill(s: Any, side: int) -> None:
    """Draw until a side has three cards, into the lowest empty slot each (2.4)."""
    for slot in range(SLOTS):
        if s.sides[side, slot] == NO_CARD:
            s.sides[side, slot] = draw_card(s)


@njit
def renew(s: Any) -> None:
    """Discard all own cards and draw three (3.2)."""
    side = side_of(s, int(s.seat))
    for slot in range(SLOTS):
        if s.sides[side, slot] != NO_CARD:
            card_to_discard(s, int(s.sides[side, slot]))
            s.sides[side, slot] = NO_CARD
    refill(s, side)


@njit
def lay_away(s: Any) -> None:
    """Lay the card that is being played onto the storm pile; of a steal the stolen one, and itself away (3.5)."""
    card = own_card(s, int(s.card))
    if s.card == PACK_SLOT:
        s.pack[s.seat] = NO_CARD
        s.spent[material.BACKPACK] += 1
    else:
        s.sides[side_of(s, int(s.seat)), s.card] = NO_CARD
    if s.taken >= 0:
        card_to_discard(s, card)
        side, slot = int(s.taken) // SLOTS, int(s.taken) % SLOTS
        card = int(s.sides[side, slot])
        s.sides[side, slot] = NO_CARD
    card_to_storm(s, card)
    s.card, s.taken = NO_SLOT, NO_SLOT


@njit
def turn_board(s: Any) -> None:
    """Turn the upper board by the colour of the top card; the disc keeps its direction at the table (1.2, 2.2)."""
    quarters = int(material.QUARTERS[colour_of_storms(s)])
    s.turned = (int(s.turned) + quarters) % N_SIDES
    s.disc = (int(s.disc) - quarters) % disc_places(s)


@njit
def disc_places(s: Any) -> int:
    """Return the number of ways in which the disc can point: with two open sides two (1.2)."""
    return 2 if s.teams else 4
