"""Makes the golden files anew, after a wanted change of the rules: `python -m tests.remake_golden`.

Look at the difference before you commit it: `git diff tests/*/golden`.
"""

from collections import Counter
from pathlib import Path

from tests.arctic import boards, counts, playthrough
from tests.iglu import boards as iglu_boards
from tests.iglu import counts as iglu_counts
from tests.iglu import playthrough as iglu_playthrough


def make() -> dict[str, str]:
    """The text of each golden file of ARCTIC, by its name."""
    texts = {}
    used: Counter[str] = Counter()
    for seed, (name, head) in enumerate(playthrough.heads().items()):
        actions = playthrough.rare_actions(head, seed, used)
        board = boards.EngineBoard(playthrough.start_of(head))
        texts[f"{name}.txt"] = playthrough.text_of(head, actions, board)
    return texts | {counts.FILE_NAME: counts.text_of_counts(boards.EngineBoard)}


def make_iglu() -> dict[str, str]:
    """The text of each golden file of IGLU IGLU, by its name."""
    texts = {}
    used: Counter[str] = Counter()
    for seed, (name, head) in enumerate(iglu_playthrough.heads().items()):
        actions = iglu_playthrough.rare_actions(head, seed, used)
        board = iglu_boards.EngineBoard(iglu_playthrough.start_of(head))
        texts[f"{name}.txt"] = iglu_playthrough.text_of(head, actions, board)
    return texts | {iglu_counts.FILE_NAME: iglu_counts.text_of_counts(iglu_boards.EngineBoard)}


def write(folder: Path, texts: dict[str, str]) -> None:
    """Writes every file of a folder anew and removes those that are no longer wanted."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        print(f"{folder.parent.name}, {name}: {len(text) / 1000:.0f} kB")


def main() -> None:
    """Writes the golden files of all games anew."""
    write(playthrough.FOLDER, make())
    write(iglu_playthrough.FOLDER, make_iglu())


if __name__ == "__main__":
    main()
