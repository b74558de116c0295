"""The reference pages of the games, made from their tables: `python -m arctic_env.reference_pages docs/reference`."""

import sys
from pathlib import Path

from arctic_env.arena.logs.layout import DECISION_COLUMNS, RESULT_COLUMNS, decision_columns, result_columns, to_markdown
from arctic_env.files import write_whole
from arctic_env.model.game import Game
from arctic_env.model.registry import game, games
from arctic_env.model.rules import value_text

_BOARD = (8, 8)


def page(game: Game) -> str:
    """Return the actions, observations, parameters and log columns of a game in Markdown."""
    parameters = [
        f"- `{name}`: {', '.join(map(value_text, each.values))} (default {value_text(each.default)}). {each.text}"
        for name, each in game.parameters.items()
    ]
    tables = {players: game.observation(players) for players in game.players}
    observations = [
        f"## Observation, {players} players: {table.size} values\n\n{table.to_markdown()}"
        for players, table in tables.items()
    ]
    shapes = [part.shape for table in tables.values() for part in table.parts]
    on_squares = any(shape[-2:] == _BOARD for shape in shapes)
    parts = [
        f"# {game.title}: actions and observations\n",
        "Made from the tables in the code by `make docs`; edit those, not this page.\n",
        f"Version {game.version}. Players: {game.players.start} to {game.players.stop - 1}. Rule parameters:\n",
        "\n".join(parameters) + "\n",
        f"## Actions: {game.actions.size}\n\nAn id means the same in every position; the mask says which are legal.\n",
        game.actions.to_markdown(),
        "An observation is a flat int8 vector of these parts, one after the other in C order. Seats are counted",
        "from the observer, who is seat 0 of each part, in turn order.",
        "`game.observation(players).split(vector)` names the parts.",
        *(
            ["Squares are numbered by file, then by rank: of 8 x 8 values `[0][7]` is a8, and `[7][0]` h1."]
            * on_squares
        ),
        "",
        *observations,
        "## Logs\n",
        "Columns that logs have beside those of all games (`docs/logs.md`). Decisions:\n",
        to_markdown({name: told for name, told in decision_columns(game).items() if name not in DECISION_COLUMNS}),
        "Results:\n",
        to_markdown({name: told for name, told in result_columns(game).items() if name not in RESULT_COLUMNS}),
    ]
    return "\n".join(parts)


def write(folder: Path) -> None:
    """Write the page of each game into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games():
        write_whole(folder / f"{name}.md", page(game(name)).encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
