"""Texts of actions (rule 4)."""

from typing import Any

from arctic_env.games.iglu.actions import ACTIONS

_TEXTS = [f"{block.name} {argument}".rstrip() for block in ACTIONS.blocks for argument in block.arguments]
_IDS = {text: action for action, text in enumerate(_TEXTS)}


def action_text(state: Any, action: int) -> str:
    """The text of an action id, the same in every state; IndexError when there is no such id."""
    if not 0 <= action < len(_TEXTS):
        raise IndexError(f"action {action} is not one of 0 to {len(_TEXTS) - 1}")
    return _TEXTS[action]


def action_id(text: str) -> int:
    """The id of an action's text, whatever the position; KeyError when no position knows it."""
    return _IDS[text]
