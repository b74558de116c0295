"""Golden playthroughs: a whole game as a text that people can read and that a test can play again.

The head of a text says how the game starts, a line with `>` is an action; everything else follows from these.
Games from deals are races, which come to an end; games from odd starts are truncated soon.
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
from arctic_env.games.north_pole.actions import ACTIONS
from tests.north_pole.boards import Board, Document, EngineBoard
from tests.north_pole.referee.board import FILES, RANKS
from tests.north_pole.referee.choosing import Chooser
from tests.north_pole.scenes import scene, within_turn

FOLDER = Path(__file__).parent / "golden"
ACTION_MARK = "    > "
CELL = 6  # columns of a square
TURNS_BETWEEN = 4  # until the board is shown again
VERBS = sorted((block.name for block in ACTIONS.blocks), key=len, reverse=True)

# Games from deals, by (seed, players, teams).
DEALS = ((1, 2, False), (2, 3, False), (3, 4, False), (4, 4, True))


def odd_starts() -> dict[str, Document]:
    """Starts at corners that games from a deal rarely come to, a few turns before the last one."""
    return {
        "room_before_the_storm": scene(
            "b6 f3",
            "c6 d4",
            cards="march move, gallop ambush",
            sides={"N": "swoop ambush, steal, dash move"},
            equipment=("husky, compass, igloo, backpack", "husky, pickaxe"),
            storm="sling, sling",
            masks="bear, storm, hole",
            corners={"a8": "snowshoes"},
            turns=488,
            turn=within_turn("room", played=True),
        ),
        "packed_steal": scene(
            "b2 c1",
            "b7 c1",
            "g5",
            players=3,
            cards="sling, swoop move, steal",
            sides={"N": "dash ambush", "E": "-, gallop ambush"},
            equipment=("snowshoes, pickaxe", "husky, igloo", "compass"),
            packs=("steal",),
            masks="hole, bear",
            bears="d4",
            igloos={"b7": 1},
            deck="sling, march move, steal",
            rest="discard",
            turns=490,
            turn=None,
        ),
        "partner_at_home": scene(
            "",
            "d5 g2",
            "c5",
            "e6",
            players=4,
            teams=True,
            home=(3, 0, 2, 1),
            cards="march ambush, dash ambush",
            sides={"N": "sling, gallop move", "E": "steal", "W": "swoop ambush"},
            equipment=("pickaxe, husky", "snowshoes, igloo", "backpack", ""),
            masks="compass, storm, bear",
            bears="c3",
            holes="d4",
            turns=484,
            turn=None,
        ),
        "peace": scene(
            "e5 e5 b2",
            "e5 b2",
            cards="sling, steal, dash ambush",
            sides={"N": "gallop move, steal", "W": "march ambush"},
            equipment=("backpack, compass", "igloo, husky"),
            masks="",
            bears="e5",
            igloos={"b2": 0},
            disc="e5",
            home=(1,),
            turns=486,
            turn=None,
        ),
    }


def heads() -> dict[str, str]:
    """The head of each golden playthrough, by the name of its file."""
    from_deals = {
        f"deal_{players}{'_teams' if teams else ''}": f"seed {seed}\nplayers {players}\nteams {json.dumps(teams)}\n"
        for seed, players, teams in DEALS
    }
    from_documents = {f"start_{name}": f"start {json.dumps(start)}\n" for name, start in odd_starts().items()}
    return from_deals | from_documents


def start_of(head: str) -> Document:
    """The position document at the start of a game with this head."""
    fields: dict[str, Any] = {
        name: json.loads(value) for name, value in (line.split(" ", 1) for line in head.splitlines())
    }
    if "start" in fields:
        return dict(fields["start"])
    game = arctic_env.game("north_pole")
    return game.deal(seed=fields["seed"], num_players=fields["players"], teams=fields["teams"]).to_dict()


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
    shown: Document = {"turns": -TURNS_BETWEEN, "turned": None}
    turns = None
    for number, action in enumerate(actions, start=1):
        document = board.document()
        if turns != document["turns"]:
            yield from _table(document)
            turns = document["turns"]
            if turns >= shown["turns"] + TURNS_BETWEEN or document["turned"] != shown["turned"]:
                yield from _grid(document)
                shown = document
        yield f"{number:3} seat {board.seat}: {_grouped(board.legal())}"
        yield ACTION_MARK + action
        board.play(action)
    yield from _table(board.document())
    yield from _grid(board.document())
    for which, score in enumerate(board.scores()):
        yield f"score of seat {which}: {', '.join(f'{name} {value}' for name, value in score.items())}"
    yield f"winners {board.winners()}"


@cache
def verb_of(action: str) -> str:
    """The verb of an action: the longest that it begins with."""
    return next(verb for verb in VERBS if f"{action} ".startswith(f"{verb} "))


def _grouped(legal: list[str]) -> str:
    """Actions with the same verb side by side: `go c1 c2, c1 d1 | husky`."""
    groups = []
    for verb, texts in groupby(sorted(legal, key=verb_of), key=verb_of):
        arguments = [text.removeprefix(verb).strip() for text in texts]
        separator = ", " if any(" " in argument for argument in arguments) else " "
        groups.append(f"{verb} {separator.join(arguments)}".strip())
    return " | ".join(groups)


def _table(document: Document) -> Iterator[str]:
    yield ""
    yield (
        f"{document['stage']}, turn {document['turns'] + 1}, seat {document['seat']} to decide; "
        f"board turned {document['turned']}, disc {document['disc']}, top card {document['deck'][0]}, "
        f"storm {', '.join(document['storm']) or 'none'}, masks {len(document['masks'])}"
    )
    for side, cards in document["sides"].items():
        yield f"    {side} {', '.join(card or '-' for card in cards)}"
    for which, owner in enumerate(document["seats"]):
        held = ", ".join(owner["equipment"]) or "nothing"
        packed = f", packed {owner['pack']}" if owner["pack"] else ""
        pawns = f"{owner['home']} home, {owner['ship']} aboard, {' '.join(owner['pawns'])}"
        yield f"    seat {which}  {pawns}; {held}{packed}"


def _grid(document: Document) -> Iterator[str]:
    for rank in reversed(RANKS):
        yield f"    {rank} " + "".join(f"{_cell(document, file + rank):<{CELL}}" for file in FILES)


def _cell(document: Document, name: str) -> str:
    """Ice `.`, hole `O`, ice mask `?`; bears B, pawns a to d, igloo *."""
    ground = "O" if name in document["holes"] else "?" if name in document["corners"] else "."
    pawns = [letter * owner["pawns"].count(name) for letter, owner in zip("abcd", document["seats"], strict=False)]
    return "".join([ground, "*" * (name in document["igloos"]), "B" * document["bears"].count(name), *pawns])


# Making a playthrough


def rare_actions(head: str, seed: int, used: Counter[str]) -> list[str]:
    """A game's actions: of a deal those of a race, of an odd start those whose kinds are still rare in `used`."""
    board = EngineBoard(start_of(head))
    chooser = Chooser(random.Random(seed), "rare" if head.startswith("start") else "race")
    chooser.used = used
    actions = []
    while board.seat is not None:
        actions.append(chooser.choose(board.legal(), board.document()["disc"]))
        board.play(actions[-1])
    return actions
