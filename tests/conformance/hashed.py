"""The toy game, dealt by Python's hash of a text, which is another one in each process."""

from dataclasses import replace
from typing import Any

from tests.conformance.toy import rules
from tests.conformance.toy.game import GAME as HONEST


def deal(states: Any, i: int, seed: int, players: int, options: Any) -> None:
    rules.deal(states, i, hash(f"deal {seed}") % 1000, players, options)


GAME = replace(HONEST, name="hashed", kernels=replace(HONEST.kernels, deal=deal))
