"""Pictures of a game that is being played: text in the terminal, text, or pixels.

A picture shows what one seat may know, unless the user asks for all of it.
"""

from typing import Literal

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from arctic_env.drawing.pages import LAST_HEIGHT
from arctic_env.model.position import Position
from arctic_env.validation import is_integer, short_repr

RENDER_MODES = ("human", "ansi", "rgb_array")

Viewer = int | Literal["all"] | None
"""The seat whose view is shown, "all" for everything, None for the deciding seat."""


def check_rendering(render_mode: str | None, viewer: Viewer, num_players: int) -> None:
    """Raise ValueError if there is no such mode or viewer."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {short_repr(render_mode)}")
    a_seat = is_integer(viewer) and viewer in range(num_players)
    if viewer is not None and viewer != "all" and not a_seat:
        raise ValueError(f'viewer must be None, "all" or 0 to {num_players - 1}, not {short_repr(viewer)}')


def render(
    position: Position, render_mode: str | None, viewer: Viewer, last: tuple[Position, int] | None = None
) -> str | NDArray[np.uint8] | None:
    """Render a position.

    Args:
        position: The position.
        render_mode: "human" prints a text board, "ansi" returns it, "rgb_array" returns pixels.
        viewer: The seat whose view is shown. After the end, None means seat 0.
        last: The position before the last action, and its id: pixels mark it.

    Returns:
        None, the text, or uint8[height, width, 3].

    Raises:
        ImportError: "rgb_array" needs the extra `render`.
    """
    if render_mode is None:
        logger.warn("render() draws nothing, because the environment was made without a render_mode")
        return None
    if viewer is None:
        viewer = position.seat or 0
    if render_mode == "rgb_array":
        from arctic_env.drawing.canvas import svg_to_rgb

        picture = svg_to_rgb(position.svg(None if viewer == "all" else viewer, last=last))
        room = 0 if last else int(LAST_HEIGHT)  # for the line that tells the action: all pictures are of one size
        return np.pad(picture, ((0, room), (0, 0), (0, 0)), "edge")
    shown = position if viewer == "all" else position.view(viewer)
    if render_mode == "ansi":
        return str(shown)
    print(shown, end="\n\n", flush=True)
    return None
