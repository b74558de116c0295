"""Numbers that a change of the rules changes: sequences of decisions, and digests of random walks."""

import hashlib
import json
import random

import arctic_env
from tests.iglu.boards import Board, Start
from tests.iglu.comparing import SETTINGS
from tests.iglu.playthrough import odd_starts
from tests.iglu.scenes import Document

DEPTHS = (1, 2, 3)
FILE_NAME = "counts.txt"


def leaves(board: Board, depth: int) -> int:
    """The number of different sequences of that many decisions, or fewer where the game ends."""
    legal = board.legal
    if depth == 1 or not legal:
        return len(legal) if depth == 1 else 1
    return sum(leaves(board.copy().play(action), depth - 1) for action in legal)


def positions() -> dict[str, Document]:
    """Positions whose trees are counted, by name."""
    position = arctic_env.game("iglu").deal(seed=11, num_players=2)
    while position.to_dict()["stage"] == "setup":
        position = position.play("place c1")
    return {"first turn of two": position.to_dict(), **odd_starts()}


def walk_digest(seed: int, players: int, variant: str, half: str, start: Start) -> tuple[int, str]:
    """The number of decisions of a random walk, and a digest of all that was seen on it.

    Seen are the seat, the legal actions and the chosen one at each decision, and scores and document at the end.
    """
    position = arctic_env.game("iglu").deal(seed=seed, num_players=players, variant=variant, half=half)
    board = start(position.to_dict())
    generator = random.Random(seed)
    digest = hashlib.sha256()
    decisions = 0
    while board.seat is not None:
        legal = board.legal
        action = legal[int(generator.random() * len(legal))]
        digest.update(f"{board.seat} {legal} {action}\n".encode())
        board.play(action)
        decisions += 1
    digest.update(json.dumps([board.scores(), board.document], sort_keys=True).encode())
    return decisions, digest.hexdigest()[:16]


def text_of_counts(start: Start) -> str:
    """The text of the file: a line a position, then a line a walk."""
    lines = ["# Sequences of 1, 2 and 3 decisions from a position"]
    for name, document in positions().items():
        board = start(document)
        lines.append(f"{name}: {' '.join(str(leaves(board, depth)) for depth in DEPTHS)}")
    lines.append("# Random walks: decisions and digest")
    for seed, (players, variant, half) in enumerate(SETTINGS):
        decisions, digest = walk_digest(seed, players, variant, half, start)
        lines.append(f"seed {seed}, {players} players, {variant}, half {half}: {decisions} {digest}")
    return "\n".join(lines) + "\n"
