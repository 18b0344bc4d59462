"""An estate as a board of hexes, small (seven lines) or large with outlines (23 lines)."""

from collections.abc import Mapping

from burgundy.names import CODES, LETTER, ROW_NAMES, colour_of
from burgundy.render.lines import Line

__all__ = ["LARGE_WIDTH", "SMALL_WIDTH", "Cells", "large", "small"]

Cells = Mapping[str, tuple[str, int]]
"""Colour and number of each space, from `Rules.board`."""

SMALL_CELL = 5
SMALL_WIDTH = 7 * SMALL_CELL
LARGE_CELL = 6
LARGE_WIDTH = 7 * LARGE_CELL + 1


def small(cells: Cells, estate: Mapping[str, str], marked: set[str]) -> list[Line]:
    """Rows of spaces, each half a space to the side of the next.

    `A6` is an empty space, `6Ca` a filled one; what is marked has a star.
    """
    lines = []
    for row in ROW_NAMES:
        line: Line = [(" " * ((7 - len(row)) * SMALL_CELL // 2), "")]
        for space in row:
            text, style = _content(cells[space], estate.get(space), space in marked)
            line += [(text, style), (" " * (SMALL_CELL - len(text)), "")]
        lines.append(line)
    return lines


def large(
    cells: Cells, estate: Mapping[str, str], marked: set[str], is_unicode: bool
) -> list[Line]:
    """The same with the outlines of the hexes."""
    rising, falling, wall = "╱╲│" if is_unicode else "/\\|"
    height = 3 * len(ROW_NAMES) + 2
    canvas = [[" "] * LARGE_WIDTH for _ in range(height)]
    contents: dict[int, list[tuple[int, str, str]]] = {}
    half = LARGE_CELL // 2
    for number, row in enumerate(ROW_NAMES):
        top = 3 * number
        for column, space in enumerate(row):
            left = (7 - len(row)) * half + column * LARGE_CELL
            for down in (0, 1):
                canvas[top + down][left + half - 1 - down] = rising
                canvas[top + down][left + half + 1 + down] = falling
                canvas[top + 3 + down][left + 1 + down] = falling
                canvas[top + 3 + down][left + LARGE_CELL - 1 - down] = rising
            canvas[top + 2][left] = canvas[top + 2][left + LARGE_CELL] = wall
            text, style = _content(cells[space], estate.get(space), space in marked)
            contents.setdefault(top + 2, []).append((left + 1, f" {text}".ljust(5)[:5], style))
    return [_line(chars, contents.get(number, ())) for number, chars in enumerate(canvas)]


def _line(chars: list[str], contents: "list[tuple[int, str, str]] | tuple[()]") -> Line:
    """The outlines with the contents in between."""
    line: Line = []
    at = 0
    for start, text, style in contents:
        line += [("".join(chars[at:start]), "dim"), (text, style)]
        at = start + len(text)
    return [*line, ("".join(chars[at:]), "dim")]


def _content(cell: tuple[str, int], tile: str | None, is_marked: bool) -> tuple[str, str]:
    colour, number = cell
    if tile is not None:
        return f"{number}{CODES[tile]}", f"filled {colour_of(tile)}"
    text = f"{LETTER[colour]}{number}"
    return (f"{text}*", f"filled {colour}") if is_marked else (text, colour)
