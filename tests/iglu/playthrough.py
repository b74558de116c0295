"""Golden playthroughs: a whole game as a text that people can read and that a test can play again.

The head of a text says how the game starts, a line with `>` is an action; everything else follows from these.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import arctic_env
from arctic_env.games.iglu.actions import ACTIONS
from tests.iglu.boards import Board, EngineBoard
from tests.iglu.scenes import Document, scene, seat, within_turn

FOLDER = Path(__file__).parent / "golden"
ACTION_MARK = "    > "
CELL = 6  # columns of a square
VERBS = sorted((block.name for block in ACTIONS.blocks), key=len, reverse=True)

# Games from deals, by (seed, players, variant, half).
DEALS = ((1, 2, "standard", "down"), (2, 3, "serious", "up"), (3, 4, "standard", "up"), (4, 2, "serious", "down"))


def odd_starts() -> dict[str, Document]:
    """Starts at corners that games from a deal rarely come to."""
    attack = scene(
        seat(inuit="e4 e4", kept="harpoon, melt"),
        seat(inuit="e4 e4", igloos="e4", kept="melt, harpoon"),
        seat(inuit="e4", kept="harpoon"),
        players=3,
        ice="e4 e5 c7 h2",
        foxes={"e5": [2]},
        bears="d4 e4 f4",
    )
    return {
        "crowded_drift": scene(
            seat(inuit="c3 c4", igloos="c4"),
            seat(inuit="c3"),
            tiles={"c5": "drift", "b3": "drift", "f6": "drift", "g3": "animals", "h3": "bear"},
            glaciers="c3 c4",
            fish={"d3": [1, 1, 3], "e3": [2], "b4": [3]},
            bears="d3 d5",
        ),
        "bear_among_tribes": attack
        | {"seat": 1, "turn": within_turn(0, played=["animals"], steps=2, square="e4", asked=[1, 2, 0])},
        "bear_at_home": attack | {"turn": within_turn(0)},
    }


def heads() -> dict[str, str]:
    """The head of each golden playthrough, by the name of its file."""
    from_deals = {
        f"deal_{players}_{variant}_{half}": f"seed {seed}\nplayers {players}\nvariant {variant}\nhalf {half}\n"
        for seed, players, variant, half in DEALS
    }
    from_documents = {f"start_{name}": f"start {json.dumps(start)}\n" for name, start in odd_starts().items()}
    return from_deals | from_documents


def start_of(head: str) -> Document:
    """The position document at the start of a game with this head."""
    fields: dict[str, Any] = dict(line.split(" ", 1) for line in head.splitlines())
    if "start" in fields:
        return dict(json.loads(fields["start"]))
    seed, players = int(fields.pop("seed")), int(fields.pop("players"))
    return arctic_env.game("iglu").deal(seed=seed, num_players=players, **fields).to_dict()


def head_of(text: str) -> str:
    """The head of a playthrough: all before the first empty line."""
    return text[: text.index("\n\n") + 1]


def actions_of(text: str) -> list[str]:
    """The actions of a playthrough in their order."""
    return [line.removeprefix(ACTION_MARK) for line in text.splitlines() if line.startswith(ACTION_MARK)]


def text_of(head: str, actions: Iterable[str], board: Board) -> str:
    """The playthrough of a board at the start of the game, all actions played on it."""
    return "\n".join(line.rstrip() for line in [*head.splitlines(), *_lines(board, actions)]) + "\n"


def _lines(board: Board, actions: Iterable[str]) -> Iterator[str]:
    turn = None
    for number, action in enumerate(actions, start=1):
        document = board.document
        begun = document["stage"] == "play" and "turn" not in document
        if number == 1 or (begun and turn != (document["seat"], len(document["shown"]))):
            yield from _table(document)
            turn = document["seat"], len(document["shown"])
        yield f"{number:3} seat {board.seat}: {_grouped(board.legal)}"
        yield ACTION_MARK + action
        board.play(action)
    yield from _table(board.document)
    for which, score in enumerate(board.scores()):
        yield f"score of seat {which}: {', '.join(f'{name} {value}' for name, value in score.items())}"
    yield f"winners {board.winners()}"


@cache
def verb_of(action: str) -> str:
    """The verb of an action: the longest that it begins with."""
    return next(verb for verb in VERBS if f"{action} ".startswith(f"{verb} "))


def _grouped(legal: list[str]) -> str:
    """Actions with the same verb side by side: `turn c4 c5 | melt c4`."""
    groups = []
    for verb, texts in groupby(legal, key=verb_of):
        arguments = [text.removeprefix(verb).strip() for text in texts]
        separator = ", " if any(" " in argument for argument in arguments) else " "
        groups.append(f"{verb} {separator.join(arguments)}".strip())
    return " | ".join(groups)


def _table(document: Document) -> Iterator[str]:
    yield ""
    yield f"{document['stage']}, seat {document['seat']} to decide, seat {document['first']} started"
    for rank in range(8, 0, -1):
        yield f"    {rank} " + "".join(f"{_cell(document, f'{file}{rank}'):<{CELL}}" for file in "abcdefgh")
    for which, owner in enumerate(document["seats"]):
        kept, hunted = (", ".join(owner[name]) or "none" for name in ("kept", "hunted"))
        yield f"    seat {which}  kept {kept}; hunted {hunted}"


def _cell(document: Document, name: str) -> str:
    """Sea `~`, tile `.`, glacier `#`; bear B, number of fish or foxes; Inuit a to d, igloo *."""
    if name in ("a1", "a8", "h1", "h8"):
        ground = "+"
    else:
        ground = "." if name in document["tiles"] else "#" if name in document["glaciers"] else "~"
    animals = len(document["fish"].get(name, ())) + len(document["foxes"].get(name, ()))
    people = "".join(
        letter * owner["inuit"].count(name) + "*" * (name in owner["igloos"])
        for letter, owner in zip("abcd", document["seats"], strict=False)
    )
    return ground + "B" * (name in document["bears"]) + (str(animals) if animals else "") + people


# Making a playthrough


def rare_actions(head: str, seed: int, used: Counter[str]) -> list[str]:
    """A game's actions, each drawn at random with a preference for verbs that are still rare in `used`."""
    board = EngineBoard(start_of(head))
    generator = random.Random(seed)
    actions = []
    while board.seat is not None:
        legal = board.legal
        weights = [
            (1 + used[verb_of(text)]) ** -2 / sum(verb_of(other) == verb_of(text) for other in legal) for text in legal
        ]
        action = generator.choices(legal, weights)[0]
        used[verb_of(action)] += 1
        actions.append(action)
        board.play(action)
    return actions
