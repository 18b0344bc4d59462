"""The pieces that a picture is made of, as SVG: hexes, tiles, dice, goods, discs and text."""

import math
from html import escape

from burgundy.names import colour_of, printable
from burgundy.render.icons import ICONS
from burgundy.render.theme import GOODS, SEATS

__all__ = ["coin", "die", "disc", "good", "hexagon", "number", "rectangle", "ring", "text", "tile"]

_LABELS = {
    "carpenters_workshop": "carpenter",
    "boarding_house": "boarding h.",
    "city_hall": "city hall",
    "watchtower": "watchtower",
}
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def number(value: float) -> str:
    """A coordinate as short as it can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def hexagon(x: float, y: float, radius: float, classes: str) -> str:
    """A hex with a corner at the top."""
    corners = []
    for corner in range(6):
        angle = math.pi / 3 * corner - math.pi / 2
        corners.append(
            f"{number(x + radius * math.cos(angle))},{number(y + radius * math.sin(angle))}"
        )
    return f'<polygon class="{classes}" points="{" ".join(corners)}"/>'


def text(x: float, y: float, size: float, words: object, classes: str = "ink") -> str:
    """Words, escaped; `left` and `right` among the classes say where they stand."""
    return (
        f'<text class="{classes}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}">'
        f"{escape(printable(str(words)))}</text>"
    )


def rectangle(
    x: float, y: float, width: float, height: float, classes: str, round_by: float = 6
) -> str:
    """A rectangle with round corners."""
    return (
        f'<rect class="{classes}" x="{number(x)}" y="{number(y)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(round_by)}"/>'
    )


def tile(x: float, y: float, radius: float, name: str) -> str:
    """A tile: its colour, its picture and its name."""
    colour = colour_of(name)
    ink = "on-castle" if colour == "castle" else "on"
    made = hexagon(x, y, radius - 1, f"t-{colour}")
    scale = radius / 30
    if colour == "knowledge":
        made += _scaled(x, y - 6 * scale, scale * 0.92, f'<g class="cut">{ICONS["knowledge"]}</g>')
        made += text(x, y + 1.5 * scale, 18 * scale, name[1:], f"{ink} bold")
        return made + text(x, y + 16.5 * scale, 7.6 * scale, "knowledge", ink)
    if colour == "animal":
        species, count = name[:-1], name[-1]
        made += _scaled(x, y - 5 * scale, scale, f'<g class="{ink}">{ICONS[species]}</g>')
        words = f"{count} {species if species == 'sheep' else species + 's'}"
        return made + text(
            x, y + 16 * scale, (8.2 if species == "chicken" else 9.4) * scale, words, f"{ink} bold"
        )
    made += _scaled(x, y - 5 * scale, scale, f'<g class="{ink}">{ICONS[name]}</g>')
    return made + text(x, y + 16 * scale, 8.6 * scale, _LABELS.get(name, name), ink)


def _scaled(x: float, y: float, scale: float, shape: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)}) scale({number(scale)})">{shape}</g>'


def die(x: float, y: float, size: float, value: int, classes: str = "white edge") -> str:
    """A die's face around (x, y)."""
    made = rectangle(x - size / 2, y - size / 2, size, size, classes, size / 5)
    for across, down in _PIPS[value]:
        made += (
            f'<circle class="on" cx="{number(x + across * size / 4)}" '
            f'cy="{number(y + down * size / 4)}" r="{number(size / 11)}"/>'
        )
    return made


def good(x: float, y: float, size: float, kind: int, count: int = 1) -> str:
    """Goods tiles of a type: its number, and how many if it is more than one."""
    made = (
        f'<rect x="{number(x - size / 2)}" y="{number(y - size / 2)}" width="{number(size)}" '
        f'height="{number(size)}" rx="{number(size / 8)}" fill="{GOODS[kind - 1]}"/>'
    )
    made += text(x, y + size * 0.29, size * 0.8, kind, "white bold")
    if count > 1:
        made += text(x + size * 0.62, y + size * 0.45, size * 0.62, f"×{count}", "ink left bold")
    return made


def disc(x: float, y: float, radius: float, seat: int) -> str:
    """A seat's piece, with its number."""
    made = (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{SEATS[seat]}" '
        'stroke="#ffffff"/>'
    )
    return made + text(x, y + radius * 0.38, radius * 1.15, seat, "white bold")


def coin(x: float, y: float, kind: str, count: int) -> str:
    """Silver or workers with their number."""
    return _scaled(x, y, 0.8, ICONS[kind]) + text(x + 14, y + 5, 14, count, "ink left bold")


def ring(x: float, y: float, radius: float, classes: str) -> str:
    """The outline of a hex that is marked."""
    return hexagon(x, y, radius, classes)
