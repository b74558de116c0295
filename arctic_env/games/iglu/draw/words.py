"""What both pictures say in words: whose decision is due and which, and the facts of the game."""

from collections.abc import Mapping
from typing import Any

from arctic_env.games.iglu.draw.reading import Document, count

STAGES: Mapping[str, str] = {"setup": "setup", "play": "play", "over": "game over"}


def decision(document: Document) -> str:
    """The decision that is due as a phrase without its subject: `turns a tile`."""
    if document["stage"] == "setup":
        return "places an Inuit on the ring"
    turn = document.get("turn") or {}
    if turn.get("asked"):
        return f"may play a harpoon on {turn['square']}"
    if turn.get("waiting"):
        return f"chooses a corner for an Inuit of seat {turn['waiting'][0]} on {turn['square']}"
    if turn.get("drift"):
        return "lets ice drift"
    if turn.get("push"):
        return f"makes room for the push {turn['push']}"
    if turn.get("steps"):
        return f"moves animals, {_number(turn['steps'], 'step')} left"
    if turn.get("turned"):
        return f"has {_number(turn['points'], 'action point')} left"
    return "turns a tile"


def _number(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def headline(document: Document) -> str:
    """Whose decision is due and which, or who has won."""
    if document["seat"] is not None:
        return f"seat {document['seat']} {decision(document)}"
    totals = [entry["total"] for entry in document.get("scores") or ()]
    if not totals:
        return "game over"
    winners = [str(seat) for seat, total in enumerate(totals) if total == max(totals)]
    return (
        f"game over, seat {winners[0]} wins"
        if len(winners) == 1
        else f"game over, seats {_and(winners)} share the win"
    )


def _and(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def remarks(document: Document) -> str:
    """What the mover has already played this turn; empty where that is nothing."""
    turn: Mapping[str, Any] = document.get("turn") or {}
    played = turn.get("played")
    return f"played this turn: {', '.join(played)}" if played else ""


def facts(document: Document) -> list[str]:
    """Players, rules, stage, and whose view it is: one short text each."""
    shown = [f"{document['players']} players", f"variant {document['variant']}", f"half {document['half']}"]
    shown.append(STAGES[document["stage"]])
    if "viewer" in document:
        shown.append(f"seen by seat {document['viewer']}")
    return shown


def supplies(document: Document) -> list[str]:
    """What is left beside the board, and what is out of the game."""
    supply = document["supply"]
    shown = [f"{name} {count(supply[name])}" for name in ("fish", "foxes", "bears")]
    shown.append(f"face-down tiles {len(document['tiles'])}")
    return [*shown, f"melted unseen {count(document['melted'])}", f"animals gone {len(document['gone'])}"]
