"""The material: animals, tiles, tribes (1.2, 1.3)."""

from collections import Counter

FISH = {1: 8, 2: 12, 3: 8}  # how many of each value (1.2)
FOXES = {1: 3, 2: 4, 3: 3}
BEARS = 4
BEAR_VALUE = 4
IGLOOS = 2  # of each tribe

# The tile table. provenance: reconstructed from the supplies, not counted on a real copy (1.3)
TILES = {
    "fish 1": 4, "fish 2": 4, "fish 3": 4, "bear": 4, "glacier": 10, "drift": 8,
    "melt": 6, "energy 1": 2, "energy 2": 2, "energy 3": 2, "harpoon": 6, "animals": 4,
}  # fmt: skip
RED = ("melt", "energy", "harpoon", "animals")  # types with the red frame, kept in secret (1.3)


def inuit_of_each(players: int) -> int:
    """Three, with two players five (1.2)."""
    return 5 if players == 2 else 3


def kind(face: str) -> str:
    """The type of a face: energy of any value is one type (2.5)."""
    return face.split()[0]


def is_red(face: str) -> bool:
    return kind(face) in RED


def value(animal: str) -> int:
    """Points for an animal, and action points to hunt it: `fish 2`, `fox 1`, `bear` (1.2)."""
    return BEAR_VALUE if animal == "bear" else int(animal.split()[1])


def all_animals() -> Counter[str]:
    """Every animal of the game."""
    fish = {f"fish {points}": count for points, count in FISH.items()}
    foxes = {f"fox {points}": count for points, count in FOXES.items()}
    return Counter(fish | foxes | {"bear": BEARS})
