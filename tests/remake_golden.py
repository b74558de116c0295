"""Makes the golden files anew, after a wanted change of the rules: `python -m tests.remake_golden`.

Each game has them in `tests/GAME/golden`, made by its `playthrough.py`, `counts.py` and `boards.py`. Look at the
difference before you commit it: `git diff tests/*/golden`.
"""

import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import arctic_env
from arctic_env.files import tell, write_whole


def make(game: str) -> dict[str, str]:
    """The text of each golden file of a game, by its name."""
    playthrough, counts, boards = (
        import_module(f"tests.{game}.{module}") for module in ("playthrough", "counts", "boards")
    )
    texts: dict[str, str] = {}
    used: Counter[str] = Counter()
    for seed, (name, head) in enumerate(playthrough.heads().items()):
        actions = playthrough.rare_actions(head, seed, used)
        board = boards.EngineBoard(playthrough.start_of(head))
        texts[f"{name}.txt"] = playthrough.text_of(head, actions, board)
    return texts | {counts.FILE_NAME: counts.text_of_counts(boards.EngineBoard)}


def write(folder: Path, texts: dict[str, str]) -> None:
    """Writes every file of a folder anew and removes those that are no longer wanted."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        write_whole(folder / name, text.encode())
        tell(f"{folder.parent.name}, {name}: {len(text) / 1000:.0f} kB", sys.stdout)
    for old in folder.glob("*.txt"):
        if old.name not in texts:
            old.unlink()


def main() -> None:
    """Writes the golden files of all games anew."""
    for game in arctic_env.games():
        write(Path(__file__).parent / game / "golden", make(game))


if __name__ == "__main__":
    main()
