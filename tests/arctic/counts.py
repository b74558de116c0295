"""Numbers that a change of the rules changes: sequences of decisions, and digests of random walks."""

import hashlib
import json
import random

import arctic_env
from tests.arctic.boards import Board, Start, public_document
from tests.arctic.referee.material import EDITIONS
from tests.arctic.scenes import Document, held, scene, seat

DEPTHS = (1, 2, 3, 4)
WALKS_OF_EACH_KIND = 2
FILE_NAME = "counts.txt"


def leaves(board: Board, depth: int) -> int:
    """The number of different sequences of that many decisions."""
    legal = board.legal
    if depth == 1:
        return len(legal)
    return sum(leaves(board.copy().play(action), depth - 1) for action in legal)


def positions() -> dict[str, Document]:
    """Positions whose trees are counted, by name."""
    game = arctic_env.game("arctic")
    deals = {
        f"deal of {players}, {edition}": public_document(
            game.deal(seed=11, num_players=players, edition=edition).to_dict()
        )
        for players, edition in zip((2, 3, 4), EDITIONS, strict=True)
    }
    hand = "MW1 MP3 WO1 OP1 BW3"
    powers_of_a = held(fox="wild", moose="placement", puffin="takeback")
    return deals | {
        "all powers of phase A, de": scene(seat(hand=hand, pile="FB5 MB4 FP4"), edition="de", **powers_of_a),
        "all powers of phase A, es": scene(seat(hand=hand, pile="FB5 MB4 FP4"), edition="es", **powers_of_a),
        "swap": scene(seat(hand="MW1 WO1", pile="FB5"), **held(fox="under", puffin="swap")),
        "empty hand": scene(seat(hand="", pile="FB5 MB4 FP4"), **powers_of_a),
        "walrus, it": scene(seat(hand="FW2", pile="FB5"), edition="it", tokens={"fox": 10}, **held(walrus="main")),
        "draw and give": scene(
            seat(hand="FW2", pile="FB5", penalty="PB1 OB2"), players=3, **held(moose="draw", orca="deck", bear="give")
        ),
        "recover": scene(seat(hand="FW2", pile="FB5", penalty="PB1 OB2"), **held(orca="refill", bear="recover")),
        "last turns": scene(
            seat(hand="FW2 MW1", pile="FB5"), seat(hand="WO1", pile="FO3"), stage="last", **powers_of_a
        ),
    }


def walk_digest(seed: int, players: int, edition: str, start: Start) -> tuple[int, str]:
    """The number of decisions of a random walk, and a digest of all that was seen on it.

    Seen are the seat, the legal actions and the chosen one at each decision, all scores after each, and the
    document at the end.
    """
    position = arctic_env.game("arctic").deal(seed=seed, num_players=players, edition=edition)
    board = start(public_document(position.to_dict()))
    generator = random.Random(seed)
    digest = hashlib.sha256()
    decisions = 0
    while board.seat is not None:
        legal = board.legal
        action = legal[int(generator.random() * len(legal))]
        digest.update(f"{board.seat} {legal} {action} {json.dumps(board.scores(), sort_keys=True)}\n".encode())
        board.play(action)
        decisions += 1
    digest.update(json.dumps(board.document, sort_keys=True).encode())
    return decisions, digest.hexdigest()[:16]


def text_of_counts(start: Start) -> str:
    """The text of the file: a line a position, then a line a walk."""
    lines = ["# Sequences of 1, 2, 3 and 4 decisions from a position"]
    for name, document in positions().items():
        board = start(document)
        lines.append(f"{name}: {' '.join(str(leaves(board, depth)) for depth in DEPTHS)}")
    lines.append("# Random walks: decisions and digest")
    for seed, players, edition in walks():
        decisions, digest = walk_digest(seed, players, edition, start)
        lines.append(f"seed {seed}, {players} players, {edition}: {decisions} {digest}")
    return "\n".join(lines) + "\n"


def walks() -> list[tuple[int, int, str]]:
    """Seed, players and edition of each random walk."""
    kinds = [(players, edition) for players in (2, 3, 4) for edition in EDITIONS]
    return [(100 * turn + number, *kind) for turn in range(WALKS_OF_EACH_KIND) for number, kind in enumerate(kinds)]
