"""Cards, ice masks and numbers of pawns (2.1 to 2.4)."""

from collections import Counter

# In turn blue, red, purple, beginning with blue.
_EACH_KIND = {
    "march move": 14, "march ambush": 12, "swoop move": 12, "swoop ambush": 10, "gallop move": 8, "gallop ambush": 8,
    "dash move": 8, "dash ambush": 8, "sling": 10, "steal": 10,
}  # fmt: skip
COLOURS = ("blue", "red", "purple")
CARDS = Counter(f"{kind} {COLOURS[n % 3]}" for kind, count in _EACH_KIND.items() for n in range(count))
_POINTS = {"march": 1, "swoop": 1, "gallop": 2, "dash": 2, "sling": 4, "steal": 0}
QUARTERS = {"blue": 1, "red": 3, "purple": 2}  # clockwise (2.2)

BROWN = Counter(husky=4, snowshoes=1, backpack=1, igloo=1, pickaxe=1)
GREEN = Counter(husky=2, snowshoes=2, backpack=1, igloo=2, pickaxe=2, compass=1)
BLUE = Counter(storm=3, hole=3, bear=2)
MASKS = BROWN + GREEN + BLUE
EQUIPMENT = tuple(GREEN)
SECOND_PIECES = ("snowshoes", "backpack", "igloo", "pickaxe")  # one of them beside the first husky
MOST_EQUIPMENT = 3
STACK = 10

SEATED = {2: "SN", 3: "SWN", 4: "SWNE"}  # sides of the table (1.5)
THRESHOLDS = {2: 8, 3: 10, 4: 12}
LAST_TURN = 500  # truncated after it (3.10)


def kind_of(card: str) -> str:
    """`march ambush` of `march ambush blue`."""
    return card.rsplit(" ", 1)[0]


def colour_of(card: str) -> str:
    return card.rsplit(" ", 1)[1]


def points_of(card: str) -> int:
    """Storm points."""
    return _POINTS[card.split(" ")[0]] + (" ambush " in card)


def pawns_each(players: int, teams: bool) -> int:
    return 3 if teams else {2: 4, 3: 3, 4: 2}[players]
