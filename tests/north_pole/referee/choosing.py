"""Random players: every action alike, rare verbs first, or a race to the Pole, in which games end."""

import random
from collections import Counter
from collections.abc import Sequence

from tests.north_pole.referee.board import CENTRE, FILES, POLE, RANKS


def verb_of(text: str) -> str:
    """The kind of an action: `go bear`, `sling`, `steal pack`, `discard husky`, `go pole`."""
    words = text.split()
    if words[-1] == POLE:
        return " ".join([*words[:-2], POLE])
    if words[0] in ("discard", "steal", "play"):
        return f"{words[0]} {'slot' if words[1].isdecimal() else words[1]}"
    return " ".join(word for word in words if not word[-1].isdecimal())


class Chooser:
    """Chooses among the legal actions of one game.

    Args:
        generator: Where chance comes from.
        style: `uniform`, `rare` or `race`.
    """

    def __init__(self, generator: random.Random, style: str) -> None:
        self.generator = generator
        self.style = style
        self.used: Counter[str] = Counter()

    def choose(self, legal: Sequence[str], disc: str) -> str:
        """One of the actions; the disc points at this square."""
        if self.style == "uniform" or (self.style == "race" and self.generator.random() < 0.05):
            return self.generator.choice(legal)
        return self._rarest(legal) if self.style == "rare" else self._fastest(legal, disc)

    def _rarest(self, legal: Sequence[str]) -> str:
        """An action of the kind that was chosen least often."""
        fewest = min(self.used[verb_of(text)] for text in legal)
        text = self.generator.choice([text for text in legal if self.used[verb_of(text)] == fewest])
        self.used[verb_of(text)] += 1
        return text

    def _fastest(self, legal: Sequence[str], disc: str) -> str:
        """The step that brings a pawn nearest to the open square, and from it to the Pole."""
        gains = {text: _gain(text, disc) for text in legal}
        best = max(gains.values())
        return self.generator.choice([text for text in legal if gains[text] == best])


def _gain(text: str, disc: str) -> float:
    """How far an action brings the race on, roughly in steps."""
    verb, *words = text.split()
    if verb == "go" and words[0] != "bear":
        return _far(words[0], disc) + 1 - (0 if words[1] == POLE else _far(words[1], disc) + 1)
    fixed = {"play": 9.0, "husky": 8.0, "pickaxe": 10.0, "sling": 1.0, "steal": 7.0, "new": 6.0, "discard": 5.0}
    return fixed.get(verb, -2.0 if verb == "go" else -1.0)


def _far(square: str, disc: str) -> int:
    goal = disc if disc in CENTRE else CENTRE[0]
    return max(abs(FILES.index(square[0]) - FILES.index(goal[0])), abs(RANKS.index(square[1]) - RANKS.index(goal[1])))
