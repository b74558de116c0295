"""Golden playthroughs: a whole game as a text that people can read and that a test can play again.

The head of a text says how the game starts, a line with `>` is an action; everything else follows from these.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import arctic_env
from tests.arctic.boards import Board, EngineBoard, public_document
from tests.arctic.referee.material import CARD_ID
from tests.arctic.scenes import Document, held, scene, seat

FOLDER = Path(__file__).parent / "golden"
PILE_CARDS_SHOWN = 6
ACTION_MARK = "    > "

# Deals that together show every face of the power cards, by (seed, players, edition).
DEALS = ((1, 2, "de"), (4, 2, "it"), (2, 3, "es"), (9, 3, "de"), (3, 4, "it"), (11, 4, "es"))


def odd_starts() -> dict[str, Document]:
    """Starts at corners that games from a deal rarely come to."""
    powers_of_a = held(fox="wild", moose="placement", puffin="takeback")
    return {
        "empty_hand": scene(seat(hand="", pile="FB5 MB4 FP4", totem="fox"), stage="finish", deck_size=9, **powers_of_a),
        "empty_river": scene(
            seat(hand="FO3", pile="FB5", penalty="WB3 OW5 PO5"),
            seat(hand="MO2 OM4", pile="MF5"),
            river="",
            stage="finish",
            deck_size=1,
            **held(moose="draw", bear="recover"),
        ),
    }


def heads() -> dict[str, str]:
    """The head of each golden playthrough, by the name of its file."""
    from_deals = {
        f"deal_{players}_{edition}": f"seed {seed}\nplayers {players}\nedition {edition}\n"
        for seed, players, edition in DEALS
    }
    from_documents = {f"start_{name}": f"start {json.dumps(start)}\n" for name, start in odd_starts().items()}
    return from_deals | from_documents


def start_of(head: str) -> Document:
    """The position document at the start of a game with this head."""
    fields = dict(line.split(" ", 1) for line in head.splitlines())
    if "start" in fields:
        return dict(json.loads(fields["start"]))
    game = arctic_env.game("arctic")
    position = game.deal(seed=int(fields["seed"]), num_players=int(fields["players"]), edition=fields["edition"])
    return public_document(position.to_dict())


def head_of(text: str) -> str:
    """How the game of a playthrough starts: the lines up to the faces of the power cards."""
    return text[: text.index("\nfaces ") + 1]


def actions_of(text: str) -> list[str]:
    """The actions of a playthrough in their order."""
    return [line.removeprefix(ACTION_MARK) for line in text.splitlines() if line.startswith(ACTION_MARK)]


def text_of(head: str, actions: Iterable[str], board: Board) -> str:
    """The playthrough of a board at the start of the game, all actions played on it."""
    faces = f"faces {_pairs(board.document['faces'])}"
    return "\n".join(line.rstrip() for line in [*head.splitlines(), faces, *_lines(board, actions)]) + "\n"


def _lines(board: Board, actions: Iterable[str]) -> Iterator[str]:
    mover = None
    for number, action in enumerate(actions, start=1):
        if board.seat != mover:
            mover = board.seat
            yield from _table(board)
        yield f"{number:3} seat {board.seat}: {_grouped(board.legal)}"
        yield ACTION_MARK + action
        board.play(action)
    yield from _table(board)
    for which, score in enumerate(board.scores()):
        runs = ", ".join(f"{animal} {value}" for animal, value in score["runs"].items() if value)
        rest = ", ".join(f"{name} {score[name]}" for name in ("diversity", "totem", "penalty", "total"))
        yield f"score of seat {which}: runs ({runs}), {rest}"
    yield f"winners {board.winners()}"


def _grouped(legal: list[str]) -> str:
    """Actions with the same verb side by side: `place FM1 FW2 | take back`."""
    groups = []
    for verb, texts in groupby(legal, key=lambda text: text.split()[0]):
        groups.append(" ".join([verb, *[text.removeprefix(verb).strip() for text in texts]]).strip())
    return " | ".join(groups)


def _table(board: Board) -> Iterator[str]:
    document = board.document
    yield ""
    yield f"{document['stage']}, seat {document['seat']} to decide, seat {document['first']} started"
    yield f"    tokens  {_pairs(document['tokens'])}"
    held_cards = {animal: by for animal, by in document["holders"].items() if by is not None}
    yield f"    holders {_pairs(held_cards)}"
    stock = f"deck {len(document['deck'])}, reserve {len(document['reserve'])}"
    yield f"    river   {' '.join(document['river'])}; {stock}"
    for which, each in enumerate(document["seats"]):
        below = len(each["pile"]) - PILE_CARDS_SHOWN
        pile = " ".join([*[f"({below})"] * (below > 0), *each["pile"][-PILE_CARDS_SHOWN:]])
        hand, penalty = " ".join(each["hand"]), " ".join(each["penalty"])
        yield f"    seat {which}  hand {hand}; pile {pile}; penalty {penalty}; totem {each['totem']}"


def _pairs(values: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


# Making a playthrough


def kind(action: str, legal: list[str]) -> str:
    """The kind of an action: its verb with what follows, unless that is a card, and the phase of a `done`."""
    verb, _, rest = action.partition(" ")
    if verb == "done":
        draws = any(text == "take deck" or text.startswith("recover") for text in legal)
        return "done drawing" if draws else "done placing"
    return verb if rest in CARD_ID else action


def rare_actions(head: str, seed: int, used: Counter[str]) -> list[str]:
    """A game's actions, each drawn at random with a preference for kinds that are still rare in `used`."""
    board = EngineBoard(start_of(head))
    generator = random.Random(seed)
    actions = []
    while board.seat is not None:
        legal = board.legal
        weights = [(1 + used[kind(text, legal)]) ** -2 for text in legal]
        action = generator.choices(legal, weights)[0]
        used[kind(action, legal)] += 1
        actions.append(action)
        board.play(action)
    return actions
