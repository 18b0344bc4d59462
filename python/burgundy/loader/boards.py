"""Reads `boards.toml`: the estates."""

from burgundy.loader.tables import (
    COLOURS,
    LARGEST_REGION,
    LETTERS,
    ROWS,
    SPACES,
    BoardTable,
    regions,
)
from burgundy.loader.values import Value, shown

MOST_BOARDS = 254
CASTLE = COLOURS.index("castle")


def read(file: Value, *, regions_listed: bool) -> list[BoardTable]:
    """The boards, with what is wrong with them noted as faults.

    `regions` may be left out unless `regions_listed`; where it is given it has to be what the rows
    show.
    """
    file.table(("board",), "R1.8")
    boards = file["board"].items("boards", "R1.8")
    if file["board"].raw == [] or len(boards) > MOST_BOARDS:
        file["board"].fault(f"1 to {MOST_BOARDS} boards", "R1.8", f"{len(boards)} boards")
    _check_numbers(boards)
    return [_board(board, regions_listed) for board in boards]


def _check_numbers(boards: list[Value]) -> None:
    seen: dict[int, int] = {}
    for index, board in enumerate(boards):
        number = board["number"]
        if number.is_integer and seen.setdefault(number.raw, index) != index:
            number.fault(f"a number that board[{seen[number.raw]}] does not have", "R1.8")


def _board(board: Value, regions_listed: bool) -> BoardTable:
    board.table(("number", "copies", "rows"), "R1.8", optional=("regions",))
    before = board.faults
    cells = _cells(board["rows"])
    colours = [colour for colour, _ in cells]
    if board.faults == before and len(cells) == SPACES:
        _check_estate(board, colours, regions_listed)
    return {
        "number": board["number"].integer(1, 255, "R1.8"),
        "copies": board["copies"].integer(1, 255, "R1.8"),
        "colours": colours,
        "numbers": [number for _, number in cells],
    }


def _cells(rows: Value) -> list[tuple[int, int]]:
    """Colour and number of each space, row by row."""
    cells = []
    items = rows.items("rows", "R5.3", len(ROWS))
    for index, row in enumerate(items):
        text = row.text("a text of spaces like 'A6 C5'", "R5.3").split()
        if isinstance(row.raw, str) and len(items) == len(ROWS) and len(text) != ROWS[index]:
            row.fault(f"{ROWS[index]} spaces", "R5.3", f"{len(text)} spaces")
        for cell in text:
            if len(cell) == 2 and cell[0] in LETTERS and cell[1] in "123456":
                cells.append((LETTERS.index(cell[0]), int(cell[1])))
            else:
                letters = " ".join(LETTERS)
                row.fault(f"one of {letters} and a number from 1 to 6", "R5.3", shown(cell))
    return cells


def _check_estate(board: Value, colours: list[int], regions_listed: bool) -> None:
    if CASTLE not in colours:
        board["rows"].fault("a dark-green space (C)", "R1.8", "none")
    found = regions(colours)
    for region in found:
        if len(region) > LARGEST_REGION:
            board["rows"].fault(
                f"at most {LARGEST_REGION}",
                "R8.1",
                f"a {COLOURS[colours[region[0]]]} region of {len(region)} spaces",
            )
    if regions_listed or board["regions"].is_given:
        _check_regions(board["regions"], colours, found)


def _check_regions(listed: Value, colours: list[int], found: list[list[int]]) -> None:
    listed.table(COLOURS, "R8.1")
    for colour, name in enumerate(COLOURS):
        sizes = sorted(len(spaces) for spaces in found if colours[spaces[0]] == colour)[::-1]
        given = listed[name]
        before = given.faults
        counts = [item.integer(1, SPACES, "R8.1") for item in given.items("sizes", "R8.1")]
        if given.faults == before and sorted(counts, reverse=True) != sizes:
            given.fault(f"{sizes} as in the rows", "R8.1")
