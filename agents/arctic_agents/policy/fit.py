"""What a network's numbers depend on, and whether it has changed since the network was trained."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from arctic_env.model.game import Game

Tables = dict[str, dict[str, Any]]


def describe_tables(game: Game, players: int) -> Tables:
    """Observation parts, action blocks and rule parameters as JSON; not their wording in the documentation."""
    return {
        "observation": {
            part.name: [part.offset, list(part.shape), part.low, part.high]
            for part in game.observation(players).parts
        },
        "actions": {block.name: [block.start, list(block.arguments)] for block in game.actions.blocks},
        "parameters": {name: list(each.values) for name, each in game.parameters.items()},
    }


def digest_of(tables: Tables) -> str:
    """SHA-256 of the tables."""
    return hashlib.sha256(json.dumps(tables).encode()).hexdigest()


def differences(then: Tables, now: Tables) -> str:
    """What of the tables is not what it was, in words."""
    return "; ".join(_differences(then, now)) or "their order"


def _differences(then: Tables, now: Tables) -> Iterator[str]:
    for table, entries in now.items():
        before = then.get(table)
        before = before if isinstance(before, dict) else {}
        lists = {
            "new": [name for name in entries if name not in before],
            "gone": [name for name in before if name not in entries],
            "changed": [name for name in entries if name in before and entries[name] != before[name]],
        }
        yield from (f"{table}: {how}: {', '.join(names)}" for how, names in lists.items() if names)
