"""A seat of a picture: who it is, the estate, and what lies beside it."""

import math

from burgundy.names import LETTER, ROW_NAMES
from burgundy.render import shapes
from burgundy.render.parts import SEAT_HEIGHT, SEAT_WIDTH, Table

__all__ = ["seat_panel"]

RADIUS = 30
ACROSS = RADIUS * math.sqrt(3)
DOWN = RADIUS * 1.5
TOP = 46
LONGEST_NAME = 24


def seat_panel(table: Table, number: int) -> dict[str, str]:
    """The parts by name."""
    seat = table.snapshot["seats"][number]
    is_to_act = table.state.current_player() == number
    classes = "panel edge to-act" if is_to_act else "panel edge"
    parts = {
        "panel": shapes.rectangle(0, 0, SEAT_WIDTH, SEAT_HEIGHT, classes, 10),
        "head": _head(table, number),
    }
    cells = None if seat["board"] is None else table.state.rules.board(seat["board"])
    for row, spaces in enumerate(ROW_NAMES):
        for column, space in enumerate(spaces):
            x = SEAT_WIDTH / 2 + (column - (len(spaces) - 1) / 2) * ACROSS
            y = TOP + RADIUS + row * DOWN
            tile = seat["estate"].get(space)
            shape = ""
            if tile is not None:
                shape = shapes.tile(x, y, RADIUS, tile)
            elif cells is not None:
                colour, die = cells[space]
                shape = shapes.hexagon(x, y, RADIUS - 1, f"e-{colour} edge")
                shape += shapes.text(x, y + 6, 19, die, "ink bold")
                shape += shapes.text(x, y + 19, 9, LETTER[colour], "faint")
            if is_to_act and space in table.marks.spaces:
                shape += shapes.ring(x, y, RADIUS - 3, "legal")
            if (number, space) in table.last.spaces:
                shape += shapes.ring(x, y, RADIUS - 2, "last")
            parts[space] = shape
    return parts | _belongings(table, number)


def _head(table: Table, number: int) -> str:
    seat = table.snapshot["seats"][number]
    name = table.names[number] if table.names else f"seat {number}"
    short = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    made = shapes.disc(25, 25, 12, number)
    made += shapes.text(46, 31, 17, short, "ink left bold")
    made += shapes.text(
        SEAT_WIDTH - 18, 33, 22, f"{table.state.scores()[number]} VP", "ink right bold"
    )
    board = "no board yet" if seat["board"] is None else f"board {seat['board']}"
    return made + shapes.text(46, 47, 11, board, "faint left")


def _belongings(table: Table, number: int) -> dict[str, str]:
    seat = table.snapshot["seats"][number]
    is_to_act = table.state.current_player() == number
    y = TOP + 2 * RADIUS + 6 * DOWN + 38
    storage = ""
    for place in range(3):
        x = 38 + place * 48
        tile = seat["storage"][place] if place < len(seat["storage"]) else None
        if tile is None:
            storage += shapes.hexagon(x, y, 23, "empty")
            continue
        storage += shapes.tile(x, y, 25, tile)
        if is_to_act and ("storage", tile) in table.marks.tiles:
            storage += shapes.ring(x, y, 23, "legal")
        if (number, tile) in table.last.stored:
            storage += shapes.ring(x, y, 23, "last")
    goods = ""
    kinds = list(seat["goods"].items())
    for place in range(3):
        x = 182 + place * 41
        if place >= len(kinds):
            goods += shapes.rectangle(x - 11, y - 25, 22, 22, "empty", 3)
            continue
        kind, count = kinds[place]
        goods += shapes.good(x, y - 14, 22, int(kind), count)
        if is_to_act and kind in table.marks.goods:
            goods += shapes.rectangle(x - 13, y - 27, 26, 26, "legal", 5)
    goods += shapes.text(171, y + 17, 10, "sold", "faint left")
    for place, (kind, count) in enumerate(seat["sold"].items()):
        goods += shapes.good(201 + place * 26, y + 14, 12, int(kind), count)
    amounts = shapes.coin(316, y - 14, "silver", seat["silver"])
    amounts += shapes.coin(361, y - 14, "workers", seat["workers"])
    dice = "".join(
        shapes.die(353 + place * 27, y + 15, 22, die) for place, die in enumerate(seat["dice"])
    )
    return {"storage": storage, "goods": goods, "amounts": amounts, "dice": dice}
