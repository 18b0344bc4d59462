"""Positions to look at: `render` gives text for a terminal, `svg` a picture.

Both work with states of any engine that has the public face.
"""

from burgundy.render.svg import svg
from burgundy.render.text import render

__all__ = ["render", "svg"]
