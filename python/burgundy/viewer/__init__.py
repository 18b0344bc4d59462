"""Games in the browser: `page` gives one self-contained HTML file, `serve` a local page to play on."""

from burgundy.viewer.game_page import page
from burgundy.viewer.server import serve

__all__ = ["page", "serve"]
