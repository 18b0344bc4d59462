"""The main board of a picture: round, dice, track and bonus tiles on the left, the depots on the right."""

from burgundy.names import LETTER
from burgundy.render import shapes
from burgundy.render.parts import BOARD_HEIGHT, BOARD_WIDTH, Table

__all__ = ["main_board"]

LEFT = 236
CARD_WIDTH, CARD_HEIGHT = 188, 90
CARD_GAP = 6
RADIUS = 21
PITCH = 38
RING = (1, 2, 3, 6, 5, 4)
"""The depots as they stand in two rows, so that neighbours of the ring are beside each other."""


def main_board(table: Table) -> dict[str, str]:
    """The parts by name."""
    parts = {
        "panel": shapes.rectangle(0, 0, BOARD_WIDTH, BOARD_HEIGHT, "panel edge", 10),
        "round": _round(table),
        "track": _track(table),
        "bonus": _bonus_tiles(table),
    }
    for place, depot in enumerate(RING):
        x = LEFT + place % 3 * (CARD_WIDTH + CARD_GAP)
        y = 8 if place < 3 else BOARD_HEIGHT - 8 - CARD_HEIGHT
        parts |= _depot(table, depot, x, y)
    return parts | _black_depot(table)


def _round(table: Table) -> str:
    now = table.snapshot
    made = shapes.text(18, 34, 20, f"Phase {now['phase']}, round {now['round']}", "ink left bold")
    order = "  ".join(map(str, now["order"]))
    made += shapes.text(18, 58, 12, "turn order", "faint left")
    made += shapes.text(90, 58, 13, order, "ink left bold")
    made += shapes.text(18, 86, 12, "white die", "faint left")
    if now["white_die"]:
        made += shapes.die(100, 82, 24, now["white_die"])
    made += shapes.text(18, 116, 12, "goods to come", "faint left")
    for place, kind in enumerate(now["round_goods"]):
        made += shapes.good(116 + place * 22, 112, 18, kind)
    return made


def _track(table: Table) -> str:
    made = shapes.text(18, 142, 12, "track", "faint left")
    for space, stack in enumerate(table.snapshot["track"]):
        x = 18 + space * 29
        made += shapes.rectangle(x, 150, 26, 60, "well edge", 4)
        made += shapes.text(x + 13, 205, 9, space, "faint")
        for place, seat in enumerate(reversed(stack)):
            made += shapes.disc(x + 13, 189 - place * 10.5, 8, seat)
    return made


def _bonus_tiles(table: Table) -> str:
    made = shapes.text(18, 230, 12, "bonus tiles, large and small", "faint left")
    for place, (colour, seats) in enumerate(table.snapshot["bonus_tiles"].items()):
        x = 30 + place * 34.5
        ink = "on-castle" if colour == "castle" else "on"
        made += shapes.hexagon(x, 248, 11, f"t-{colour}")
        made += shapes.text(x, 252, 11, LETTER[colour], f"{ink} bold")
        for size in (0, 1):
            at = x - 7.5 + size * 15
            if size < len(seats):
                made += shapes.disc(at, 268, 7, seats[size])
            else:
                made += f'<circle class="empty" cx="{shapes.number(at)}" cy="268" r="6.5"/>'
    return made


def _depot(table: Table, depot: int, x: float, y: float) -> dict[str, str]:
    name = str(depot)
    now = table.snapshot["depots"][depot - 1]
    classes = "well edge"
    panel = shapes.rectangle(x, y, CARD_WIDTH, CARD_HEIGHT, classes, 8)
    if name in table.last.depots:
        panel += shapes.rectangle(x, y, CARD_WIDTH, CARD_HEIGHT, "last", 8)
    panel += shapes.die(x + 17, y + CARD_HEIGHT / 2, 22, depot)
    parts = {f"depot {name}": panel}
    for slot, tile in enumerate(now["tiles"]):
        shape = _tile(table, name, tile, x + 52 + slot * PITCH, y + 28)
        parts[f"depot {name}.{slot + 1}"] = shape
    goods = ""
    for place, (kind, count) in enumerate(now["goods"].items()):
        goods += shapes.good(x + 44 + place * 27, y + 70, 16, int(kind), count)
    if name in table.marks.depots:
        goods += shapes.rectangle(x + 32, y + 58, CARD_WIDTH - 36, 24, "legal", 6)
    return parts | {f"depot {name} goods": goods}


def _black_depot(table: Table) -> dict[str, str]:
    y = 8 + CARD_HEIGHT + CARD_GAP
    width = 3 * CARD_WIDTH + 2 * CARD_GAP
    height = BOARD_HEIGHT - 2 * y
    panel = shapes.rectangle(LEFT, y, width, height, "night edge", 8)
    if "black" in table.last.depots:
        panel += shapes.rectangle(LEFT, y, width, height, "last", 8)
    panel += shapes.text(LEFT + 16, y + height / 2 - 3, 13, "black depot", "white left bold")
    panel += shapes.text(LEFT + 16, y + height / 2 + 13, 11, "2 silver a tile", "white left")
    parts = {"depot black": panel}
    for slot, tile in enumerate(table.snapshot["black_depot"]):
        x = LEFT + 142 + slot * 56
        parts[f"depot black.{slot + 1}"] = _tile(table, "black", tile, x, y + height / 2)
    return parts


def _tile(table: Table, depot: str, tile: str | None, x: float, y: float) -> str:
    if tile is None:
        return ""
    made = shapes.tile(x, y, RADIUS + (3 if depot == "black" else 0), tile)
    if (depot, tile) in table.marks.tiles:
        made += shapes.ring(x, y, RADIUS + (3 if depot == "black" else 0), "legal")
    return made
