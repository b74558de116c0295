"""The material of ARCTIC as plain text: animals, cards, landscape, the order of actions (1.1 to 1.4, 7)."""

ANIMALS = ("fox", "moose", "walrus", "orca", "puffin", "bear")  # 1.1
LETTERS = "FMWOPB"
LANDSCAPE = (0, 1, 3, 6, 10, 15)  # 1.2
LEFT_END, RIGHT_END = 0, len(LANDSCAPE) - 1
PACKS = (1, 2, 3, 4)
DRAW_VALUES = (1, 2, 3, 4, 5)
RIVER_SIZE = 6
HAND_LIMIT = 7  # 3.7
RESERVE_PER_OPPONENT = 5  # 2.2
FACES = {  # 3.5
    "fox": ("under", "wild"),
    "moose": ("placement", "draw"),
    "walrus": ("main", "companion"),
    "orca": ("refill", "deck"),
    "puffin": ("swap", "takeback"),
    "bear": ("recover", "give"),
}
EDITIONS = ("de", "es", "it")  # 5.1


def cards_of_pack(pack: int) -> list[str]:
    """The 30 cards of a pack in id order (1.3)."""
    cards = []
    for main in range(6):
        for draw in DRAW_VALUES:
            offset = draw + pack - 1
            if offset >= 6:
                offset += 1
            cards.append(f"{LETTERS[main]}{LETTERS[(main + offset) % 6]}{draw}")
    return cards


CARDS = [card for pack in PACKS for card in cards_of_pack(pack)]
CARD_ID = {card: number for number, card in enumerate(CARDS)}  # 1.4
PACK = {card: pack for pack in PACKS for card in cards_of_pack(pack)}


def main_animal(card: str) -> str:
    return ANIMALS[LETTERS.index(card[0])]


def companion(card: str) -> str:
    return ANIMALS[LETTERS.index(card[1])]


def draw_value(card: str) -> int:
    return int(card[2])


def placement_value(card: str) -> int:
    """A card's placement value is 6 less its draw value (1.3)."""
    return 6 - int(card[2])


def by_id(cards: list[str]) -> list[str]:
    """The cards sorted by card id, as documents list them."""
    return sorted(cards, key=CARD_ID.__getitem__)


CARD_VERBS = ("place", "take", "recover", "discard", "give", "for")


def _action_order() -> dict[str, int]:
    """The place of every action text in the order that `legal` promises."""
    order = {f"{verb} {card}": number for verb in CARD_VERBS for card, number in CARD_ID.items()}
    rest = [f"{verb} {card}" for verb in ("tuck", "swap") for card in CARDS]
    rest += ["take back", "placement +1", "placement -1", "done"]
    rest += [f"right {animal}" for animal in ANIMALS]
    rest += ["extra left", "extra right", "stay", "draw +1", "draw -1", "take deck", "keep"]
    rest += [f"to {seat}" for seat in range(4)]
    return order | {text: len(CARDS) + number for number, text in enumerate(rest)}


ACTION_ORDER = _action_order()
