"""Makes the golden files anew, after a wanted change of the rules: `python -m tests.remake_golden`.

Look at the difference before you commit it: `git diff tests/arctic/golden`.
"""

from collections import Counter

from tests.arctic import counts, playthrough
from tests.arctic.boards import EngineBoard


def make() -> dict[str, str]:
    """The text of each golden file, by its name."""
    texts = {}
    used: Counter[str] = Counter()
    for seed, (name, head) in enumerate(playthrough.heads().items()):
        actions = playthrough.rare_actions(head, seed, used)
        board = EngineBoard(playthrough.start_of(head))
        texts[f"{name}.txt"] = playthrough.text_of(head, actions, board)
    return texts | {counts.FILE_NAME: counts.text_of_counts(EngineBoard)}


def main() -> None:
    """Writes every file of the folder anew and removes those that are no longer wanted."""
    texts = make()
    playthrough.FOLDER.mkdir(exist_ok=True)
    for old in playthrough.FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in texts.items():
        (playthrough.FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(text) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
