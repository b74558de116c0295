"""From a vector drawing to pixels, for `rgb_array` rendering.

The drawing is rendered by resvg, which comes as a wheel without system libraries, with the fonts of this
package alone: the pixels do not depend on the fonts of the machine, which may have none.
"""

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

INSTALL = 'drawing pixels needs more packages: pip install "arctic-env[render]"'
FONTS = Path(__file__).with_name("fonts")
FAMILY = "Inter"
BACKGROUND = "white"


def svg_to_rgb(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """Render a drawing.

    Args:
        svg: A whole SVG document.
        width: Width in pixels, the height follows; None for the drawing's own size.

    Returns:
        Pixels as uint8[height, width, 3], on white where the drawing is transparent.

    Raises:
        ImportError: A package of the extra `render` is missing.
        ValueError: The text is no SVG document.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as missing:
        raise ImportError(INSTALL) from missing
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background=BACKGROUND,
        skip_system_fonts=True,
        font_dirs=[str(FONTS)],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"), np.uint8)
