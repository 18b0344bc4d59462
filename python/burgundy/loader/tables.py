"""The plain tables that the engine is built from, and the names in them."""

from itertools import pairwise
from typing import TypedDict

COLOURS = ("building", "animal", "knowledge", "ship", "castle", "mine")
LETTERS = "BAKSCM"
"""The letters of the colours in `boards.toml`, in the order of `COLOURS`."""

BUILDINGS = (
    "warehouse",
    "watchtower",
    "carpenters_workshop",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
)
SPECIES = ("cow", "sheep", "pig", "chicken")
KNOWLEDGE = range(1, 27)
FACES = (
    "none",
    "castle",
    "mine",
    "ship",
    *BUILDINGS,
    *(f"{species}{shown}" for species in SPECIES for shown in (2, 3, 4)),
    *(f"k{number}" for number in KNOWLEDGE),
)
"""The tile faces by number."""

PHASES = ("A", "B", "C", "D", "E")
PLAYERS = ("2", "3", "4")
ROWS = (4, 5, 6, 7, 6, 5, 4)
SPACES = sum(ROWS)
LARGEST_REGION = 8


class BoardTable(TypedDict):
    """One printed estate: colours and numbers of its 37 spaces."""

    number: int
    copies: int
    colours: list[int]
    numbers: list[int]


class ExceptionTable(TypedDict):
    """The depot space that has another colour in some phases with three players (R2.3)."""

    depot: int
    slot: int
    colour: int
    phases: list[int]


class FinalTable(TypedDict):
    """What counts in the final scoring (R9.1)."""

    good: int
    silver: int
    workers_per_vp: int
    k15: int
    k16_23: int
    k24: int
    k25: int
    k26: int


class MainBoard(TypedDict):
    """The part of `Tables` that `board.toml` holds."""

    depots: list[list[int]]
    marks: list[int]
    exception: ExceptionTable
    black_marks: list[int]
    purchase_cost: int
    start_silver: int
    start_goods: int
    start_workers: list[int]
    region_vp: list[int]
    phase_vp: list[int]
    bonus_first: list[int]
    bonus_second: list[int]
    goods_vp: list[int]
    watchtower_vp: int
    final: FinalTable


class Tables(MainBoard):
    """Everything that the engine takes from the data files, as plain numbers.

    Colours are numbered as in `COLOURS`, faces as in `FACES`; depots, slots and phases count from
    0, lists by number of players are for 2, 3 and 4.
    """

    fingerprint: bytes
    boards: list[BoardTable]
    normal: list[int]
    black: list[int]
    goods_copies: int
    final_building: list[int]


def _neighbours() -> tuple[tuple[int, int], ...]:
    starts = [sum(ROWS[:row]) for row in range(len(ROWS) + 1)]
    pairs = []
    for row, length in enumerate(ROWS):
        spaces = range(starts[row], starts[row] + length)
        pairs += list(pairwise(spaces))
        if row + 1 < len(ROWS):
            below = starts[row + 1]
            # In a longer row below, a space stands on the two beside it; in a shorter one, those
            # at its ends stand on one.
            shift = 0 if ROWS[row + 1] > length else -1
            for column, space in enumerate(spaces):
                pairs += [
                    (space, below + at)
                    for at in (column + shift, column + shift + 1)
                    if 0 <= at < ROWS[row + 1]
                ]
    return tuple(pairs)


NEIGHBOURS = _neighbours()
"""The 90 pairs of spaces that touch."""


def regions(colours: list[int]) -> list[list[int]]:
    """The regions of a board, each as its spaces ascending."""
    region = list(range(len(colours)))
    for one, other in sorted(NEIGHBOURS):
        if colours[one] == colours[other] and region[one] != region[other]:
            old, new = region[other], region[one]
            region = [new if name == old else name for name in region]
    return [
        [space for space, name in enumerate(region) if name == wanted]
        for wanted in dict.fromkeys(region)
    ]
