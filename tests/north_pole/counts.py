"""Numbers that a change of the rules changes: sequences of decisions, and digests of random walks."""

import hashlib
import json
import random

import arctic_env
from tests.north_pole.boards import Board, Document, Start
from tests.north_pole.playthrough import odd_starts
from tests.north_pole.referee.deals import SETTINGS

DEPTHS = (1, 2, 3)
FILE_NAME = "counts.txt"
WALK_FROM = 440  # turns: a walk is truncated after 60 more


def leaves(board: Board, depth: int) -> int:
    """The number of different sequences of that many decisions, or fewer where the game ends."""
    legal = board.legal()
    if depth == 1 or not legal:
        return len(legal) if depth == 1 else 1
    total = 0
    for action in legal:
        after = board.copy()
        after.play(action)
        total += leaves(after, depth - 1)
    return total


def positions() -> dict[str, Document]:
    """Positions whose trees are counted, by name."""
    return {"deal of two": arctic_env.game("north_pole").deal(seed=11, num_players=2).to_dict(), **odd_starts()}


def walk_digest(seed: int, players: int, teams: bool, start: Start) -> tuple[int, str]:
    """The number of decisions of a random walk, and a digest of all that was seen on it.

    Seen are the seat, the legal actions and the chosen one at each decision, and scores and document at the end.
    """
    position = arctic_env.game("north_pole").deal(seed=seed, num_players=players, teams=teams)
    board = start(position.to_dict() | {"turns": WALK_FROM})
    generator = random.Random(seed)
    digest = hashlib.sha256()
    decisions = 0
    while board.seat is not None:
        legal = board.legal()
        action = legal[int(generator.random() * len(legal))]
        digest.update(f"{board.seat} {legal} {action}\n".encode())
        board.play(action)
        decisions += 1
    digest.update(json.dumps([board.scores(), board.document()], sort_keys=True).encode())
    return decisions, digest.hexdigest()[:16]


def text_of_counts(start: Start) -> str:
    """The text of the file: a line a position, then a line a walk."""
    lines = ["# Sequences of 1, 2 and 3 decisions from a position"]
    for name, document in positions().items():
        board = start(document)
        lines.append(f"{name}: {' '.join(str(leaves(board, depth)) for depth in DEPTHS)}")
    lines.append("# Random walks: decisions and digest")
    for seed, (players, teams) in enumerate(SETTINGS * 2):
        decisions, digest = walk_digest(seed, players, teams, start)
        lines.append(f"seed {seed}, {players} players{', teams' if teams else ''}: {decisions} {digest}")
    return "\n".join(lines) + "\n"
