"""Positions to look at: `render` gives text for a terminal.

Works with states of any engine that has the public face.
"""

from burgundy.render.text import render

__all__ = ["render"]
