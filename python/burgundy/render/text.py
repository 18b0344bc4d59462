"""A position as text: the main board, the seats, what is due and what can be done."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from burgundy.names import CODES, LETTER, SPACES, code_name, colour_of, printable
from burgundy.render import hexes
from burgundy.render.choices import Marks, choices, groups, marks
from burgundy.render.lines import Line, Terminal, beside, length, wrapped

__all__ = ["render"]

WIDE = 100
"""From so many columns on the hexes have outlines."""
LONGEST_NAME = 16
SIGNS = ("B4 empty", "4Ba filled", "2g5 two goods of type 5", "* can be chosen")


def render(
    state: Any,
    seat: int | None = None,
    colour: bool | str | None = "auto",
    width: int | str | None = "auto",
    actions: bool = False,
    charset: str = "auto",
    legend: bool = True,
    names: Sequence[str] | None = None,
    marked: bool = False,
) -> str:
    """The position of a state of any engine as text.

    `seat` shows one estate in full and the other seats in a line each. `colour` is whether to use escape
    codes for colours (everything is told by letters and numbers as well), `width` the number of columns;
    "auto" asks stdout, and a pipe gets 80 columns without colour. From 100 columns on the hexes have outlines.
    `actions` marks what can be done with stars and lists it. `charset` is "ascii", "unicode" or "auto",
    `legend` whether to say what the codes mean, `names` who plays, by seat; `marked` marks without the list.
    """
    terminal = Terminal.of(colour, width, charset)
    snapshot = state.snapshot()
    players = snapshot["players"]
    if names is not None and len(names) != players:
        raise ValueError(f"names: {len(names)} of them, expected {players}, one for each seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise ValueError(f"seat: {seat!r}, expected 0 to {players - 1}")
    found = marks(state) if actions or marked else Marks()
    table = _Table(state, snapshot, terminal, found, names)
    lines = [*table.head(), *table.depots(), *table.bonus_tiles(), []]
    if seat is None:
        lines += beside([table.seat(number) for number in range(players)], terminal.width)
    else:
        lines += table.one_seat(seat)
    lines += [[], *table.due()]
    if actions:
        lines += table.actions()
    if legend:
        lines += [[], *table.legend()]
    return terminal.text(lines)


class _Table:
    """The parts of the text."""

    def __init__(
        self,
        state: Any,
        snapshot: Mapping[str, Any],
        terminal: Terminal,
        found: Marks,
        names: Sequence[str] | None,
    ) -> None:
        self._state = state
        self._snapshot = snapshot
        self._terminal = terminal
        self._marks = found
        self._names = names
        self._arrow = "▸" if terminal.is_unicode else ">"

    def head(self) -> list[Line]:
        """Round, turn order, dice and goods of the round, track."""
        now = self._snapshot
        order = self._arrow.join(map(str, now["order"]))
        items: list[Line] = [
            [(f"turn order {order}", "")],
            [(f"white die {now['white_die'] or '-'}", "")],
            [("goods to come " + (" ".join(map(str, now["round_goods"])) or "-"), "")],
        ]
        track: list[Line] = [
            [(f"{space}:{self._arrow.join(map(str, stack)) or '-'}", "")]
            for space, stack in enumerate(now["track"])
        ]
        width = self._terminal.width
        lines = wrapped(f"phase {now['phase']} round {now['round']} ", items, width, "   ")
        return lines + wrapped("track ", track, width)

    def depots(self) -> list[Line]:
        """The numbered depots, three or six in a line, and the black depot."""
        blocks = []
        for number, depot in enumerate(self._snapshot["depots"], start=1):
            place = str(number)
            items = [*self._tiles(depot["tiles"], place), *self._goods(depot["goods"], place)]
            blocks.append(
                wrapped(f"[{place}]", items or [[("--", "dim")]], self._terminal.width, " ")
            )
        widest = max(length(line) for block in blocks for line in block)
        for block in blocks:
            block[0].append((" " * (widest - length(block[0])), ""))
        black = self._tiles(self._snapshot["black_depot"], "black") or [[("--", "dim")]]
        width = self._terminal.width
        fitting = [columns for columns in (6, 3, 2) if columns * (widest + 2) - 2 <= width]
        columns = fitting[0] if fitting else 1
        rows = [
            line
            for at in range(0, len(blocks), columns)
            for line in beside(blocks[at : at + columns], width)
        ]
        return rows + wrapped("[black]", black, self._terminal.width, " ")

    def bonus_tiles(self) -> list[Line]:
        """Who took the large and the small tile of each colour."""
        items: list[Line] = []
        for colour, seats in self._snapshot["bonus_tiles"].items():
            large, small = ([str(seat) for seat in seats] + ["-", "-"])[:2]
            items.append([(f"{LETTER[colour]} {large}/{small}", colour)])
        return wrapped("bonus tiles, large/small ", items, self._terminal.width)

    def seat(self, number: int) -> list[Line]:
        """A seat's name, estate and belongings."""
        board, width = self._board(number)
        head = wrapped(self._title(number), self._amounts(number), width)
        return [*head, *board, *self._belongings(number, width)]

    def one_seat(self, number: int) -> list[Line]:
        """A seat's estate, and beside it what it has and the other seats in short."""
        board, columns = self._board(number)
        width = self._terminal.width - columns - 2
        if width < hexes.SMALL_WIDTH:
            width = self._terminal.width
        head = wrapped(self._title(number), self._amounts(number), width)
        lines = [*head, *self._belongings(number, width)]
        for other in range(self._snapshot["players"]):
            if other != number:
                lines += self._brief(other, width)
        return beside([board, lines], self._terminal.width)

    def _board(self, number: int) -> tuple[list[Line], int]:
        """The estate and its width."""
        seat = self._snapshot["seats"][number]
        if seat["board"] is None:
            return [[("no board yet", "dim")]], hexes.SMALL_WIDTH
        marked = self._marks.spaces if number == self._state.current_player() else set()
        cells: hexes.Cells = self._state.rules.board(seat["board"])
        if self._terminal.width < WIDE:
            return hexes.small(cells, seat["estate"], marked), hexes.SMALL_WIDTH
        is_unicode = self._terminal.is_unicode
        return hexes.large(cells, seat["estate"], marked, is_unicode), hexes.LARGE_WIDTH

    def _belongings(self, number: int, width: int) -> list[Line]:
        seat = self._snapshot["seats"][number]
        place = "storage" if number == self._state.current_player() else ""
        storage = self._tiles(seat["storage"], place) or [[("-", "dim")]]
        goods = self._goods(seat["goods"], place) or [[("-", "dim")]]
        sold = self._goods(seat["sold"]) or [[("-", "dim")]]
        return [
            *wrapped("storage", storage, width, " "),
            *wrapped("goods  ", [*goods, [("sold", "bold")], *sold], width, " "),
        ]

    def _brief(self, number: int, width: int) -> list[Line]:
        seat = self._snapshot["seats"][number]
        items = [
            *self._amounts(number),
            [(f"{len(seat['estate'])} of {len(SPACES)} filled", "")],
            [("storage " + (" ".join(CODES[tile] for tile in seat["storage"]) or "-"), "")],
            [("goods " + (" ".join(_counted(seat["goods"])) or "-"), "")],
        ]
        return wrapped(self._title(number), items, width)

    def due(self) -> list[Line]:
        """What happens next, and who decides it."""
        state, prompt = self._state, self._snapshot["prompt"]
        if state.is_terminal():
            ranking = self._arrow.join(str(seat) for seat in state.ranking())
            return [[(f"the game is over, ranking {ranking}", "bold")]]
        if state.is_chance_node():
            return [[(f"chance: {prompt['event']}", "bold")]]
        words = [f"{key} {value}" for key, value in prompt.items() if key not in ("kind", "then")]
        told = [self._title(state.current_player()), prompt["kind"].replace("_", " "), *words]
        return wrapped("next ", [[(text, "bold")] for text in told], self._terminal.width, ": ")

    def actions(self) -> list[Line]:
        """The legal actions by die and kind; at a chance node the outcomes."""
        lines: list[Line] = []
        for (die, kind), group in groups(choices(self._state)).items():
            label = f"{die + ':' if die else '  '} {kind:<6}"
            items: Iterable[Line] = [[(choice.about, "")] for choice in group]
            lines += wrapped(label, items, self._terminal.width, ", ")
        return lines

    def legend(self) -> list[Line]:
        """What the letters, numbers and codes mean."""
        now = self._snapshot
        seen = {
            tile for seat in now["seats"] for tile in [*seat["estate"].values(), *seat["storage"]]
        }
        seen |= {tile for depot in now["depots"] for tile in depot["tiles"] if tile}
        seen |= {tile for tile in now["black_depot"] if tile}
        tiles: list[Line] = [
            [(CODES[tile], f"filled {colour_of(tile)}"), (f" {code_name(tile)}", "")]
            for tile in CODES
            if tile in seen and colour_of(tile) not in ("knowledge", "animal")
        ]
        tiles += [
            [(code, f"filled {colour}"), (f" {text}", "")]
            for code, colour, text in (
                ("c3", "animal", "3 cows"),
                ("s3", "animal", "sheep"),
                ("p3", "animal", "pigs"),
                ("h3", "animal", "chickens"),
                ("k7", "knowledge", "knowledge 7"),
            )
            if any(colour_of(tile) == colour for tile in seen)
        ]
        colours: list[Line] = [
            *([(letter, colour), (f" {colour}", "")] for colour, letter in LETTER.items()),
            *([(text, "")] for text in SIGNS),
        ]
        width = self._terminal.width
        return wrapped("spaces", colours, width) + wrapped("tiles ", tiles, width)

    def _title(self, number: int) -> str:
        name = f" {printable(self._names[number][:LONGEST_NAME])}" if self._names else ""
        arrow = f"{self._arrow} " if number == self._state.current_player() else ""
        return f"{arrow}seat {number}{name}"

    def _amounts(self, number: int) -> list[Line]:
        seat = self._snapshot["seats"][number]
        dice = " ".join(map(str, seat["dice"])) or "-"
        items = [
            f"board {seat['board'] or '-'}",
            f"{self._state.scores()[number]} VP",
            f"silver {seat['silver']}",
            f"workers {seat['workers']}",
            f"dice {dice}",
        ]
        return [[(item, "")] for item in items]

    def _tiles(self, tiles: Sequence[str | None], place: str) -> list[Line]:
        return [
            [(CODES[tile] + ("*" if (place, tile) in self._marks.tiles else ""), _filled(tile))]
            for tile in tiles
            if tile
        ]

    def _goods(self, goods: Mapping[str, int], place: str = "") -> list[Line]:
        is_marked = place in self._marks.depots
        return [
            [
                (
                    text
                    + (
                        "*"
                        if is_marked or (place == "storage" and good in self._marks.goods)
                        else ""
                    ),
                    "",
                )
            ]
            for good, text in zip(goods, _counted(goods))
        ]


def _filled(tile: str) -> str:
    return f"filled {colour_of(tile)}"


def _counted(goods: Mapping[str, int]) -> list[str]:
    return [f"{count if count > 1 else ''}g{good}" for good, count in goods.items()]
