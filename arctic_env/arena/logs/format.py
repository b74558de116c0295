"""The columns of logs: of each decision, and of each seat of each game.

Those named here are the same for all games. Scores follow with a column for each part, `score_` before its name, and
then the game's own columns (in `game.py` of its folder). Any change of a column's name, type or meaning makes a
new version of the table.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from arctic_env.arena.results import COLUMNS as ROWS
from arctic_env.model.game import Game
from arctic_env.model.log_columns import DTYPES, LogColumn

DECISIONS_FORMAT = "arctic/decisions/1"
RESULTS_FORMAT = "arctic/results/2"

Columns = Mapping[str, tuple[type[np.generic], str]]
"""Name of each column, its type and its meaning."""

PLACE: Columns = {name: ROWS[name] for name in ("game", "deal", "deal_seed", "line_up", "seating")}

DECISIONS: Columns = {
    **PLACE,
    "decision": (np.int32, "number of the decision in the game, from 0"),
    "seat": (np.int8, "seat that decides, from 0"),
    "agent": (np.str_, "name of the agent in that seat"),
    "action": (np.int32, "id of the action, see the reference page of the game"),
    "text": (np.str_, "the action as text"),
    "verb": (np.str_, "the text without its argument"),
    "argument": (np.str_, "card, square, direction or value that the action is about; empty where there is none"),
    "legal": (np.int32, "number of legal actions"),
    "forfeit": (np.bool_, "whether the agent had forfeited, so that a random action was played for it"),
    "score": (np.int32, "total score of the seat before the action, what is hidden included"),
    "lead": (np.int32, "score minus the best score of the other seats (of other teams)"),
}

RESULTS: Columns = {
    **PLACE,
    "seat": ROWS["seat"],
    "agent": (np.str_, "name of the agent in that seat"),
    **{name: ROWS[name] for name in ("score", "margin", "rank", "win", "finished", "decisions", "forfeit")},
    "fault": (np.str_, "crash, illegal or late: why it forfeited; null where it did not"),
    "fault_decision": (np.int32, "number of the decision at which it forfeited; null where it did not"),
    "fault_message": (np.str_, "what happened; null where nothing did"),
    "fault_traceback": (
        np.str_,
        "where in the agent's own code; null where it did not forfeit, empty where that is not known",
    ),
}


def decision_columns(game: Game) -> Columns:
    """Return all columns of decisions in a game."""
    return {**DECISIONS, **_of_game(game.log_columns.decisions)}


def result_columns(game: Game) -> Columns:
    """Return all columns of results of a game."""
    scores = game.deal(seed=0, num_players=game.players[0]).scores()[0]
    parts = {name: (np.int32, f"score on the board: {_words(name)}") for name, _ in flatten(scores)}
    return {**RESULTS, **parts, **_of_game(game.log_columns.results)}


def _of_game(columns: Sequence[LogColumn]) -> Columns:
    return {column.name: (DTYPES[column.kind], column.meaning) for column in columns}


def _words(name: str) -> str:
    return name.removeprefix("score_").replace("_", " ")


def flatten(scores: Mapping[str, Any], prefix: str = "score") -> Iterator[tuple[str, int]]:
    """Yield the column name and value of each part of a seat's scores document."""
    for name, value in scores.items():
        column = f"{prefix}_{name.replace(' ', '_')}"
        if isinstance(value, Mapping):
            yield from flatten(value, column)
        else:
            yield column, value


def to_markdown(columns: Columns) -> str:
    """Return the columns as a Markdown table for the documentation."""
    rows = ["| column | type | meaning |", "|---|---|---|"]
    rows += [
        f"| `{name}` | {'text' if kind is np.str_ else np.dtype(kind).name} | {meaning} |"
        for name, (kind, meaning) in columns.items()
    ]
    return "\n".join(rows) + "\n"
