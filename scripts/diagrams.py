"""The pictures of docs: drawings of how the parts hang together, and a table by the project's renderer.

python scripts/diagrams.py --check    exits with 1 if a picture in docs/pictures is another one
python scripts/diagrams.py --write    writes them
"""

import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

import made

TOP = Path(__file__).resolve().parent.parent
FOLDER = TOP / "docs" / "pictures"

FILLS = {
    "decision": "#dbe9f9",
    "chance": "#fbe7c6",
    "end": "#e2e2e2",
    "part": "#eef3ea",
    "plain": "#ffffff",
}
LINE, INK, PALE = "#5b6570", "#1d2329", "#68727d"
FONT = "font-family='system-ui, sans-serif'"


class Drawing:
    """Boxes, arrows and words, on a light ground for readers of dark pages."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' "
            f"height='{height}' role='img' {FONT} font-size='13'>",
            f"<title>{escape(title)}</title>",
            "<defs><marker id='tip' viewBox='0 0 8 8' refX='7.5' refY='4' markerWidth='7' markerHeight='7' "
            f"orient='auto'><path d='M0 0L8 4L0 8z' fill='{LINE}'/></marker></defs>",
            f"<rect width='{width}' height='{height}' rx='8' fill='#fcfcfa'/>",
        ]

    def box(
        self, x: int, y: int, w: int, h: int, lines: Iterable[str], kind: str = "plain"
    ) -> None:
        """A box around lines of text, the first one bold; chance events are round, the end has a double line."""
        radius = h // 2 if kind == "chance" else 5
        self._parts.append(
            f"<rect x='{x}' y='{y}' width='{w}' height='{h}' rx='{radius}' fill='{FILLS[kind]}' stroke='{LINE}'/>"
        )
        shown = list(lines)
        first = y + h / 2 - 8.5 * (len(shown) - 1) + 4.5
        for number, line in enumerate(shown):
            self.words(x + w // 2, int(first + 17 * number), line, "middle", bold=number == 0)

    def words(
        self,
        x: int,
        y: int,
        text: str,
        anchor: str = "start",
        bold: bool = False,
        pale: bool = False,
    ) -> None:
        """A line of text."""
        weight = " font-weight='600'" if bold else ""
        colour = PALE if pale else INK
        self._parts.append(
            f"<text x='{x}' y='{y}' text-anchor='{anchor}' fill='{colour}'{weight}>{escape(text)}</text>"
        )

    def arrow(self, *points: tuple[int, int], dashed: bool = False) -> None:
        """A line through points with a tip at the last one."""
        path = "L".join(f"{x} {y}" for x, y in points)
        dash = " stroke-dasharray='4 3'" if dashed else ""
        self._parts.append(
            f"<path d='M{path}' fill='none' stroke='{LINE}' stroke-width='1.4'{dash} marker-end='url(#tip)'/>"
        )

    def text(self) -> str:
        """The picture."""
        return "\n".join([*self._parts, "</svg>\n"])


def nodes() -> str:
    """The nodes of a game and the calls that lead from one to the next."""
    made = Drawing(760, 330, "The nodes of a game, and the calls that lead from one to the next")
    made.words(20, 28, "State.new", bold=True)
    made.words(100, 28, "the set-up and a first round: chance events alone", pale=True)
    for number, (name, more) in enumerate(
        [
            ("start player", "2 to 4 faces"),
            ("deal", "three a seat"),
            ("depot, black", "a tile each"),
            ("good", "five a phase"),
            ("white", "6 faces"),
            ("dice", "21 pairs a seat"),
        ]
    ):
        made.box(20 + 122 * number, 44, 108, 50, [name, more], "chance")
        if number < 5:
            made.arrow((128 + 122 * number, 69), (141 + 122 * number, 69))
    made.arrow((684, 94), (684, 112), (87, 112), (87, 148))
    made.words(
        385, 130, "resolve_chance(seed) goes all the way, as in the world of that seed", "middle"
    )
    made.box(20, 150, 134, 56, ["turn", "seat 0, two dice"], "decision")
    made.arrow((154, 178), (252, 178))
    made.words(203, 170, "child", "middle")
    made.words(203, 197, "place ship", "middle", pale=True)
    made.box(254, 150, 134, 56, ["ship", "seat 0 decides"], "decision")
    made.arrow((388, 178), (486, 178))
    made.words(437, 170, "child", "middle")
    made.words(437, 197, "goods from 5", "middle", pale=True)
    made.box(488, 150, 134, 56, ["turn", "seat 0, one die"], "decision")
    made.arrow((622, 178), (684, 178), (684, 226))
    made.words(653, 170, "child", "middle")
    made.box(617, 228, 134, 56, ["turn", "seat 1 decides"], "decision")
    made.arrow((617, 256), (556, 256))
    made.words(586, 248, "child", "middle")
    made.box(426, 232, 128, 48, ["white, dice", "a round begins"], "chance")
    made.arrow((426, 256), (332, 256), dashed=True)
    made.words(379, 248, "25 rounds", "middle", pale=True)
    made.box(196, 228, 134, 56, ["end", "scores, ranking"], "end")
    made.words(
        20,
        314,
        "expand(action): child and the one chance event that may follow, with probabilities",
        pale=True,
    )
    return made.text()


def turn() -> str:
    """What a seat is asked in a turn."""
    made = Drawing(760, 430, "What a seat is asked in a turn")
    made.box(20, 158, 150, 76, ["turn", "one action a die,", "one purchase"], "decision")
    rows: list[tuple[str, list[str], str]] = [
        ("take, sell, workers", [], "no question follows"),
        (
            "place a building",
            ["one of five prompts", "warehouse, church, market ..."],
            "others pay at once (R6.7)",
        ),
        (
            "place a ship",
            ["ship", "then goods, second_ship"],
            "the piece moves after the goods (R6.2)",
        ),
        ("place a castle", ["castle", "any of the four actions"], "effects chain (R6.9)"),
        ("place another tile", [], "no question follows"),
        (
            "store a fourth tile",
            ["discard", "one of the three stored"],
            "after take, buy and effects (R5.2)",
        ),
    ]
    y = 24
    for name, asks, note in rows:
        middle = y + 20
        made.arrow((170, 196), (196, 196), (196, middle), (218, middle))
        made.words(222, middle + 4, name)
        if asks:
            made.arrow((356, middle), (398, middle))
            made.box(400, y, 230, 40, asks, "decision")
            made.words(400, y + 56, note, pale=True)
            made.arrow((630, middle), (718, middle), dashed=True)
        else:
            made.words(400, middle + 4, note, pale=True)
            made.arrow((530, middle), (718, middle), dashed=True)
        y += 70 if asks else 46
    made.arrow((720, 44), (720, 412), (95, 412), (95, 236), dashed=True)
    made.words(
        110, 402, "while a die is left or a purchase is possible; else the next seat", pale=True
    )
    return made.text()


def architecture() -> str:
    """The parts; arrows say who uses whom."""
    made = Drawing(760, 340, "The parts of the project; an arrow leads from a part to what it uses")
    made.words(20, 28, "above the public face; most of it takes states of either engine", pale=True)
    tops = [
        "cli, viewer",
        "game, records",
        "render, report",
        "players, arena",
        "adapters",
        "lockstep, kit",
    ]
    for number, name in enumerate(tops):
        made.box(20 + 122 * number, 40, 110, 36, [name], "part")
        made.arrow((75 + 122 * number, 76), (75 + 122 * number, 104))
    made.box(20, 106, 720, 40, ["the public face: State, Rules (docs/api)"])
    made.arrow((170, 146), (170, 174))
    made.arrow((590, 146), (590, 174))
    made.box(20, 176, 300, 46, ["burgundy._core", "rust/burgundy-py: conversions, threads"], "part")
    made.box(440, 176, 300, 46, ["burgundy.reference", "the rules once more, plain Python"], "part")
    made.arrow((170, 222), (170, 252))
    made.box(20, 254, 300, 46, ["burgundy", "rust/burgundy: the rules, nothing else"], "part")
    made.box(440, 254, 300, 46, ["data", "boards, tiles, prices, scores as TOML"])
    made.arrow((320, 199), (380, 199), (380, 277), (438, 277))
    made.words(388, 242, "loader", pale=True)
    made.arrow((590, 222), (590, 252))
    made.words(600, 242, "its own reader", pale=True)
    made.words(
        380,
        326,
        "no arrow between the two engines: they share the data and the text of the rules",
        "middle",
        pale=True,
    )
    return made.text()


def boards() -> str:
    """The nine boards as printed, and the names of their spaces."""
    import math

    from burgundy import Rules
    from burgundy.names import LETTER, ROW_NAMES
    from burgundy.render.theme import style

    radius, gap, top = 15, 20, 34
    across, down = radius * math.sqrt(3), radius * 1.5
    width, height = round(7 * across + gap), round(6 * down + 2 * radius + top + 6)
    rules = Rules()
    corners = " ".join(
        f"{radius * math.cos(a):.1f},{radius * math.sin(a):.1f}"
        for a in (math.pi / 3 * corner - math.pi / 2 for corner in range(6))
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="burgundy-light" viewBox="0 0 {5 * width} {2 * height}" '
        f'width="{5 * width}" height="{2 * height}" role="img" font-size="11">',
        "<title>The nine boards, and the names of the spaces</title>",
        f'<style>{style("light")}</style><defs><polygon id="h" points="{corners}"/></defs>',
        f'<rect width="{5 * width}" height="{2 * height}" rx="8" fill="#fdfcf8"/>',
    ]
    for place, number in enumerate([*rules.boards, None]):
        left, upper = place % 5 * width, place // 5 * height
        title = "names of the spaces" if number is None else f"board {number}"
        parts.append(
            f'<text class="ink bold" x="{left + width // 2}" y="{upper + 22}">{title}</text>'
        )
        cells = None if number is None else rules.board(number)
        for row, spaces in enumerate(ROW_NAMES):
            for column, space in enumerate(spaces):
                x = left + width / 2 + (column - (len(spaces) - 1) / 2) * across
                y = upper + top + radius + row * down
                colour, die = cells[space] if cells else ("none", 0)
                kind = f"e-{colour}" if cells else "white"
                words = f"{LETTER[colour]}{die}" if cells else space
                parts.append(
                    f'<use href="#h" x="{x:.1f}" y="{y:.1f}" class="{kind} edge"/>'
                    f'<text class="ink" x="{x:.1f}" y="{y + 4:.1f}">{words}</text>'
                )
    return "\n".join([*parts, "</svg>\n"])


def table() -> str:
    """A game of two in its third phase, seat 0 to decide."""
    from burgundy import State
    from burgundy.render import svg
    from pictures import positions

    return svg(positions(State)["two"], names=["Anna", "Ben"], theme="light")


def pictures() -> dict[str, str]:
    """Each file's name and text."""
    return {
        f"{drawn.__name__}.svg": drawn() for drawn in (nodes, turn, architecture, boards, table)
    }


def main() -> int:
    """Checks or writes."""
    return made.main(__doc__, lambda: {FOLDER / name: text for name, text in pictures().items()})


if __name__ == "__main__":
    sys.exit(main())
