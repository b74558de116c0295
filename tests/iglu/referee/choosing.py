"""Random play: every action alike, every kind of action alike, or bears first."""

import random
from collections.abc import Callable, Sequence

from tests.iglu.referee.order import verb_of

Choose = Callable[[random.Random, Sequence[str]], str]


def any_action(generator: random.Random, legal: Sequence[str]) -> str:
    return generator.choice(legal)


def any_verb(generator: random.Random, legal: Sequence[str]) -> str:
    """Kept tiles, igloos and attacks come more often than by chance."""
    verb = generator.choice(sorted({verb_of(text) for text in legal}))
    return generator.choice([text for text in legal if verb_of(text) == verb])


def bears_first(generator: random.Random, legal: Sequence[str]) -> str:
    """Animals are moved as early as they may be, and of them bears: attacks come often."""
    fierce = [text for text in legal if verb_of(text) in ("animals", "step bear")]
    return generator.choice(fierce) if fierce else any_verb(generator, legal)
