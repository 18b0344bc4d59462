"""A position as an SVG picture: the main board above, the estates below."""

from collections.abc import Mapping, Sequence
from typing import Any

from burgundy.render import shapes
from burgundy.render.choices import Marks, marks
from burgundy.render.main_board import main_board
from burgundy.render.parts import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    GAP,
    SEAT_HEIGHT,
    SEAT_WIDTH,
    Last,
    Table,
)
from burgundy.render.seat import seat_panel
from burgundy.render.theme import style

__all__ = ["fragments", "frame", "svg"]

FOOT = 26


def svg(
    state: Any,
    last: Any = None,
    actions: bool = False,
    names: Sequence[str] | None = None,
    theme: str = "auto",
) -> str:
    """The position of a state of any engine as a standalone SVG picture.

    `last` is a step of a game (`Game.history`) to be highlighted, `actions` marks what can be done, `names`
    are who plays, by seat, and `theme` is "light", "dark", or "auto" for the reader's preference.
    """
    begin, end = frame(state, theme)
    return begin + "".join(fragments(state, last, actions, names).values()) + end


def frame(state: Any, theme: str = "auto") -> tuple[str, str]:
    """What stands before and after the parts of a picture."""
    width, height = _size(state.num_players())
    begin = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="burgundy-{theme}" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>The Castles of Burgundy</title><style>{style(theme)}</style>"
        f'<rect class="page" width="{width}" height="{height}"/>'
    )
    return begin, "</svg>\n"


def fragments(
    state: Any,
    last: Any = None,
    actions: bool = False,
    names: Sequence[str] | None = None,
) -> dict[str, str]:
    """The parts of a picture by name; the names depend on the number of players alone."""
    players = state.num_players()
    if names is not None and len(names) != players:
        raise ValueError(f"names: {len(names)} of them, expected {players}, one for each seat")
    found = marks(state) if actions else Marks()
    table = Table(state, state.snapshot(), found, Last.of(last), names)
    width, height = _size(players)
    columns = _columns(players)
    made = _moved("board", main_board(table), (width - BOARD_WIDTH) / 2, GAP)
    for seat in range(players):
        x = GAP + seat % columns * (SEAT_WIDTH + GAP)
        y = 2 * GAP + BOARD_HEIGHT + seat // columns * (SEAT_HEIGHT + GAP)
        made |= _moved(f"seat {seat}", seat_panel(table, seat), x, y)
    made["foot"] = shapes.text(GAP + 4, height - 11, 14, table.last.words, "last-words left bold")
    made["foot"] += shapes.text(width - GAP - 4, height - 11, 14, table.due(), "ink right")
    return made


def _moved(name: str, parts: Mapping[str, str], x: float, y: float) -> dict[str, str]:
    move = f'<g transform="translate({shapes.number(x)} {shapes.number(y)})">'
    return {
        f"{name} {part}": f"{move}{shape}</g>" if shape else "" for part, shape in parts.items()
    }


def _columns(players: int) -> int:
    return 3 if players == 3 else 2


def _size(players: int) -> tuple[int, int]:
    columns = _columns(players)
    rows = -(-players // columns)
    width = columns * (SEAT_WIDTH + GAP) + GAP
    return width, 2 * GAP + BOARD_HEIGHT + rows * (SEAT_HEIGHT + GAP) + FOOT - 6
