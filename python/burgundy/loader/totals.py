"""What the printed game adds up to."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from burgundy.loader.tables import COLOURS, FACES, NEIGHBOURS, BoardTable, Tables

_SPACES = {"building": 12, "animal": 6, "knowledge": 6, "ship": 6, "castle": 4, "mine": 3}
_NUMBERS = {1: 7, 2: 6, 3: 6, 4: 6, 5: 6, 6: 6}
_TILES = {
    "building": (40, 16),
    "animal": (20, 8),
    "knowledge": (20, 6),
    "ship": (20, 6),
    "castle": (14, 2),
    "mine": (10, 2),
}


class Total(NamedTuple):
    """Something counted in the tables, and what the printed game has."""

    place: str
    what: str
    found: str
    printed: str
    rule: str

    @property
    def is_printed(self) -> bool:
        """Whether it is as in the printed game."""
        return self.found == self.printed

    def fault(self) -> str:
        """The line that reports it as a fault."""
        return f"{self.place}: {self.found} {self.what}, expected {self.printed} ({self.rule})"


def totals(tables: Tables) -> Iterator[Total]:
    """Every total that the printed game fixes, with what these tables have."""
    normal, black = tables["normal"], tables["black"]
    tiles = sum(normal) + sum(black)
    yield Total("tiles.toml", "tiles", str(tiles), "164", "R1.2")
    for colour, faces in _faces().items():
        counts = [sum(supply[face] for face in faces) for supply in (normal, black)]
        printed = _joined(_TILES[colour], " + ")
        yield Total(f"tiles.toml: {colour}", "tiles", _joined(counts, " + "), printed, "R1.2")
    yield Total("tiles.toml: goods", "goods", str(6 * tables["goods_copies"]), "42", "R1.3")

    spaces = [sum(mark <= players for mark in tables["marks"]) * 6 for players in (2, 3, 4)]
    black_spaces = [sum(mark <= players for mark in tables["black_marks"]) for players in (2, 3, 4)]
    what = "spaces with 2, 3, 4 players"
    yield Total("board.toml: depots.marks", what, _joined(spaces), "12/18/24", "R2.2")
    yield Total("board.toml: black_depot.marks", what, _joined(black_spaces), "4/6/8", "R2.2")

    numbers = [board["number"] for board in tables["boards"]]
    copies = [board["copies"] for board in tables["boards"]]
    yield Total("boards.toml: board", "numbers", _joined(numbers), "1/2/3/4/5/6/7/8/9", "R1.8")
    yield Total("boards.toml: board", "copies", _joined(copies), "4/1/1/1/1/1/1/1/1", "R1.8")
    pairs = str(len(set(NEIGHBOURS)))
    yield Total("boards.toml: board", "neighbouring pairs", pairs, "90", "R5.3c")
    pattern = tables["boards"][0]["numbers"]
    for index, board in enumerate(tables["boards"]):
        yield from _board(f"boards.toml: board[{index}].rows", board, pattern)


def _board(place: str, board: BoardTable, first: list[int]) -> Iterator[Total]:
    colours, numbers = Counter(board["colours"]), Counter(board["numbers"])
    spaces = [colours[colour] for colour in range(len(COLOURS))]
    what = f"spaces of {', '.join(COLOURS)}"
    yield Total(place, what, _joined(spaces), _joined(_SPACES.values()), "R5.3b")
    what = "spaces with 1, 2, 3, 4, 5, 6"
    counts = [numbers[number] for number in _NUMBERS]
    yield Total(place, what, _joined(counts), _joined(_NUMBERS.values()), "R5.3")
    different = sum(a != b for a, b in zip(board["numbers"], first, strict=True))
    yield Total(place, "numbers unlike those of board[0]", str(different), "0", "R5.3")


def _faces() -> dict[str, list[int]]:
    """The faces of each colour."""
    index = FACES.index
    return {
        "building": list(range(index("warehouse"), index("cow2"))),
        "animal": list(range(index("cow2"), index("k1"))),
        "knowledge": list(range(index("k1"), len(FACES))),
        "ship": [index("ship")],
        "castle": [index("castle")],
        "mine": [index("mine")],
    }


def _joined(counts: Iterable[int], by: str = "/") -> str:
    return by.join(str(count) for count in counts)
