"""The order of action texts that `legal` promises: verbs first, then arguments from left to right."""

from functools import cache

from tests.iglu.referee.board import DIRECTIONS, SQUARES

VERBS = (
    "place", "turn", "melt", "animals", "drift", "displace fish", "displace bear", "corner",
    "step fish", "step fox", "step bear", "harpoon", "no harpoon", "walk", "kayak",
    "hunt fish", "hunt fox", "harpoon fish", "harpoon fox", "harpoon bear", "igloo", "energy", "end phase",
)  # fmt: skip
WORDS = {word for verb in VERBS for word in verb.split()}


@cache
def verb_of(text: str) -> str:
    """The words of a text that are no arguments: `step fish` of `step fish 2 d4 north`."""
    return " ".join(word for word in text.split() if word in WORDS)


@cache
def action_order(text: str) -> tuple[int, ...]:
    """A sorting key: the verb, then values 1 to 3, squares a1 to h8, directions clockwise from north."""
    arguments = [word for word in text.split() if word not in WORDS]
    return (VERBS.index(verb_of(text)), *[_place_of(word) for word in arguments])


def _place_of(word: str) -> int:
    if word in DIRECTIONS:
        return list(DIRECTIONS).index(word)
    return SQUARES.index(word) if word in SQUARES else int(word)
