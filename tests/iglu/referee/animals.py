"""Move animals: three steps (2.7)."""

from tests.iglu.referee.board import CORNERS, DIRECTIONS, beyond
from tests.iglu.referee.keeping import discard, playable
from tests.iglu.referee.reactions import attack
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import put, take

STEPS = 3


def step_choices(table: Table) -> list[str]:
    """Fish from sea to sea, foxes from ice to ice, bears to any square without a bear; never a corner (2.7)."""
    steps: list[str] = []
    for direction in DIRECTIONS:
        for square, values in table.fish.items():
            if _fish_may_enter(table, beyond(square, direction)):
                steps += [f"step fish {points} {square} {direction}" for points in sorted(set(values))]
        for square, values in table.foxes.items():
            if _fox_may_enter(table, beyond(square, direction)):
                steps += [f"step fox {points} {square} {direction}" for points in sorted(set(values))]
        for square in table.bears:
            if _bear_may_enter(table, beyond(square, direction)):
                steps.append(f"step bear {square} {direction}")
    return steps


def _fish_may_enter(table: Table, goal: str | None) -> bool:
    return goal is not None and table.is_sea(goal)


def _fox_may_enter(table: Table, goal: str | None) -> bool:
    return goal is not None and table.is_ice(goal)


def _bear_may_enter(table: Table, goal: str | None) -> bool:
    return goal is not None and goal not in CORNERS and goal not in table.bears


def choices(table: Table) -> list[str]:
    """Playable only if a step is legal (2.7)."""
    return ["animals"] if playable(table, "animals") and step_choices(table) else []


def play_animals(table: Table) -> None:
    discard(table, table.turn.mover, "animals")
    table.turn.steps = STEPS


def step(table: Table, animal: list[str], square: str, direction: str) -> None:
    """One step; only a bear that moves attacks (2.7)."""
    goal = beyond(square, direction)
    assert goal is not None
    table.turn.steps -= 1
    if animal[0] == "bear":
        table.bears.remove(square)
        table.bears.append(goal)
        attack(table, goal)
    else:
        places = table.fish if animal[0] == "fish" else table.foxes
        take(places, square, int(animal[1]))
        put(places, goal, int(animal[1]))
