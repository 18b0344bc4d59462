"""The data files: every kind of fault, by file, key, value and what is expected.

Longer than other files for its table of faults, which is read as one.
"""

import copy
import itertools
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from data_files import ROW, SHIPPED, faults, own_files

from burgundy import loader
from burgundy.errors import DataError


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., Path]:
    """A folder with the shipped files, changed by `(file, old, new)`."""
    return own_files(tmp_path)


# One change, and the fault that it gives, by the rule of a folder of one's own.


ONE_FAULT = [
    # keys
    ("board.toml", "track_spaces = 7", "", "track_spaces: missing, expected 7 (R1.6)"),
    (
        "board.toml",
        "silver = 1\n",
        "",
        "start.silver: missing, expected an integer from 0 to 100 (R1.5)",
    ),
    (
        "boards.toml",
        "copies = 4",
        "copies = 4\ncolour = 1",
        "board[0].colour: unknown key, expected one of the keys number, copies, rows, regions "
        "(R1.8)",
    ),
    (
        "tiles.toml",
        "bank = [5, 2]",
        "bank = [5, 2]\n'my bank' = [1, 1]",
        "building.'my bank': unknown key, expected one of the keys warehouse, watchtower, "
        "carpenters_workshop, church, market, boarding_house, bank, city_hall (R1.2)",
    ),
    (
        "tiles.toml",
        "[ship]                # blue\nship = [20, 6]",
        "",
        "ship: missing, expected a table with the keys ship (R1.2)",
    ),
    # types
    ("board.toml", "rounds_per_phase = 5", "rounds_per_phase = 5.0", "rounds_per_phase: 5.0, "),
    (
        "board.toml",
        "watchtower = 4",
        "watchtower = true",
        "scoring.watchtower: true, expected an integer from 0 to 100 (R6.7)",
    ),
    (
        "board.toml",
        "goods = 3",
        "goods = '3'",
        "start.goods: '3', expected an integer from 0 to 3 (R1.3)",
    ),
    (
        "board.toml",
        "cost = 2",
        "cost = 2020-01-01",
        "black_depot.cost: datetime.date(2020, 1, 1), ",
    ),
    ("board.toml", "cost = 2", "cost = nan", "black_depot.cost: nan, expected an integer "),
    ("board.toml", "depot_ring = [1, 2", "depot_ring = [true, 2", "depot_ring: [True, 2, 3, "),
    ("boards.toml", ROW, "7", "board[0].rows[0]: 7, expected a text of spaces like 'A6 C5' (R5.3)"),
    ("tiles.toml", "[14, 2]", "14", "castle.castle: 14, expected a list of counts, "),
    (
        "tiles.toml",
        "cow = {",
        "cow = 7 #",
        "animal.cow: 7, expected a table with the keys 2, 3, 4 ",
    ),
    # board.toml
    ("board.toml", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 6, 5]", "depot_ring: [1, 2, 3, 4, 6, 5], "),
    ("board.toml", '"D", "E"]', '"E", "D"]', "phases: ['A', 'B', 'C', 'E', 'D'], expected ['A', "),
    (
        "board.toml",
        '4 = ["ship", "building", "animal", "mine"]',
        '4 = ["ship", "building", "animal"]',
        "depots.4: 3 items, expected 4 colours (R2.2)",
    ),
    (
        "board.toml",
        '5 = ["mine"',
        '5 = ["goods"',
        "depots.5[0]: 'goods', expected one of building, animal, knowledge, ship, castle, mine "
        "(R2.2)",
    ),
    (
        "board.toml",
        "marks = [2, 2, 3, 4]",
        "marks = [2, 3, 2, 4]",
        "depots.marks: [2, 3, 2, 4], expected ascending marks (R2.2)",
    ),
    (
        "board.toml",
        "marks = [2, 2, 3, 4]",
        "marks = [2, 2, 3, 5]",
        "depots.marks[3]: 5, expected an integer from 2 to 4 (R2.2)",
    ),
    (
        "board.toml",
        "3, 3, 4, 4]",
        "3, 3, 4]",
        "black_depot.marks: 7 items, expected 8 integers (R2.2)",
    ),
    (
        "board.toml",
        "slot = 2",
        "slot = 4",
        "three_player_exception.slot: 4, expected an integer from 0 to 3 (R2.3)",
    ),
    (
        "board.toml",
        'colour = "mine"',
        'colour = "ship"',
        "three_player_exception.colour: 'ship', expected one of castle, mine (R2.3)",
    ),
    (
        "board.toml",
        "slot = 2",
        "slot = 1",
        "three_player_exception: building space, expected a depot space of castle or mine (R2.3)",
    ),
    (
        "board.toml",
        '["B", "D"]',
        '["D", "D"]',
        "three_player_exception.phases: ['D', 'D'], expected ascending phases, each once (R2.3)",
    ),
    (
        "board.toml",
        "21, 28, 36]",
        "21, 28]",
        "scoring.region: 7 items, expected 8 integers (R8.1)",
    ),
    (
        "board.toml",
        "[1, 3, 6",
        "[1, 101, 6",
        "scoring.region[1]: 101, expected an integer from 0 to 100 (R8.1)",
    ),
    (
        "board.toml",
        "{ A = 10",
        "{ A = -1",
        "scoring.phase_bonus.A: -1, expected an integer from 0 to 100 (R8.1)",
    ),
    (
        "board.toml",
        "{ 2 = 5, 3",
        "{ 1 = 5, 2 = 5, 3",
        "scoring.colour_bonus_first.1: unknown key, expected one of the keys 2, 3, 4 (R8.2)",
    ),
    (
        "board.toml",
        "workers_per_vp = 2",
        "workers_per_vp = 0",
        "scoring.final.workers_per_vp: 0, expected an integer from 1 to 100 (R9.1)",
    ),
    # boards.toml
    (
        "boards.toml",
        "number = 2",
        "number = 1",
        "board[1].number: 1, expected a number that board[0] does not have (R1.8)",
    ),
    (
        "boards.toml",
        "number = 2",
        "number = 256",
        "board[1].number: 256, expected an integer from 1 to 255 (R1.8)",
    ),
    (
        "boards.toml",
        "copies = 4",
        "copies = 0",
        "board[0].copies: 0, expected an integer from 1 to 255 (R1.8)",
    ),
    (
        "boards.toml",
        f"  {ROW},\n",
        "",
        "board[0].rows: 6 items, expected 7 rows (R5.3)",
    ),
    (
        "boards.toml",
        ROW,
        '"A6 C5 C4"',
        "board[0].rows[0]: 3 spaces, expected 4 spaces (R5.3)",
    ),
    (
        "boards.toml",
        ROW,
        '"A6 C5 C4 K7"',
        "board[0].rows[0]: 'K7', expected one of B A K S C M and a number from 1 to 6 (R5.3)",
    ),
    (
        "boards.toml",
        ROW,
        '"A6 C5 C4 X3"',
        "board[0].rows[0]: 'X3', expected one of B A K S C M and a number from 1 to 6 (R5.3)",
    ),
    (
        "boards.toml",
        "animal = [5, 1], knowledge = [3, 3]",
        "animal = [4, 2], knowledge = [3, 3]",
        "board[0].regions.animal: [4, 2], expected [5, 1] as in the rows (R8.1)",
    ),
    # tiles.toml
    (
        "tiles.toml",
        "market = [5, 2]",
        "market = [-1, 2]",
        "building.market[0]: -1, expected an integer from 0 to 64 (R1.2)",
    ),
    (
        "tiles.toml",
        "market = [5, 2]",
        "market = [5, 2, 2]",
        "building.market: 3 items, expected 2 counts, [normal-backed, black-backed] (R1.2)",
    ),
    (
        "tiles.toml",
        "market = [5, 2]",
        "market = [30, 2]",
        "building: 65 normal-backed tiles, expected at most 64 (R1.2)",
    ),
    (
        "tiles.toml",
        "pig = { 2 = [2, 0]",
        "pig = { 2 = [15, 0]",
        "animal: 33 normal-backed tiles, expected at most 32 (R1.2)",
    ),
    (
        "tiles.toml",
        "ship = [20, 6]",
        "ship = [20, 31]",
        None,
    ),
    (
        "tiles.toml",
        "castle = [14, 2]",
        "castle = [3, 2]",
        "castle.castle[0]: 3, expected an integer from 4 to 64 (R1.2)",
    ),
    (
        "tiles.toml",
        "black_backed = [7, 12,",
        "black_backed = [7, 7,",
        "knowledge.black_backed[1]: 7, expected each knowledge tile once (R1.2)",
    ),
    (
        "tiles.toml",
        "15, 24, 25]",
        "15, 24, 27]",
        "knowledge.black_backed[5]: 27, expected an integer from 1 to 26 (R1.2)",
    ),
    (
        "tiles.toml",
        '17 = "watchtower"',
        '17 = "tower"',
        "knowledge.final_building.17: 'tower', expected one of warehouse, watchtower, "
        "carpenters_workshop, church, market, boarding_house, bank, city_hall (R9.1)",
    ),
    (
        "tiles.toml",
        "copies = 7",
        "copies = 6",
        "goods.copies: 6, expected an integer from 7 to 10 (R1.3)",
    ),
    (
        "tiles.toml",
        "copies = 7",
        "copies = 11",
        "goods.copies: 11, expected an integer from 7 to 10 (R1.3)",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "fault"), ONE_FAULT)
def test_a_fault_names_file_key_value_and_what_is_expected(
    own: Callable[..., Path], file: str, old: str, new: str, fault: str | None
) -> None:
    expected = f"{file}: {fault}" if fault else f"{file}: 65 black-backed tiles, expected at most"
    (found,) = faults(own((file, old, new)))
    assert found.startswith(expected)
    assert found.endswith(")")


def test_all_faults_of_all_files_are_reported_at_once(own: Callable[..., Path]) -> None:
    found = faults(
        own(
            ("board.toml", "cost = 2", "cost = -2"),
            ("board.toml", "slot = 2", "slot = 9"),
            ("boards.toml", ROW, '"A9 C5 C4"'),
            ("boards.toml", "number = 9", "number = 8"),
            ("tiles.toml", "bank = [5, 2]", ""),
            ("tiles.toml", "copies = 7", "copies = true"),
        )
    )
    places = [": ".join(fault.split(": ")[:2]) for fault in found]
    assert places == [
        "board.toml: three_player_exception.slot",
        "board.toml: black_depot.cost",
        "boards.toml: board[8].number",
        "boards.toml: board[0].rows[0]",
        "boards.toml: board[0].rows[0]",
        "tiles.toml: building.bank",
        "tiles.toml: goods.copies",
    ]


def test_a_board_without_a_dark_green_space_is_a_fault(tmp_path: Path) -> None:
    rows = ["A1 B1 A1 B1", "B1 A1 B1 A1 B1", "A1 B1 A1 B1 A1 B1", "B1 A1 B1 A1 B1 A1 B1"]
    rows += ["A1 B1 A1 B1 A1 B1", "B1 A1 B1 A1 B1", "A1 B1 A1 B1"]
    (tmp_path / "boards.toml").write_text(
        f"[[board]]\nnumber = 1\ncopies = 4\nrows = {rows}\n", encoding="utf-8"
    )
    assert faults(tmp_path) == [
        "boards.toml: board[0].rows: none, expected a dark-green space (C) (R1.8)"
    ]


def test_a_region_over_eight_spaces_is_a_fault(own: Callable[..., Path]) -> None:
    # Board 8 has no building region over two spaces; this makes one of ten.
    folder = own(("boards.toml", 'S2 C1 K6 C5 B4",\n  "B5 K4', 'B2 B1 B6 B5 B4",\n  "B5 K4'))
    found = faults(folder)
    assert found[0] == (
        "boards.toml: board[7].rows: a building region of 10 spaces, expected at most 8 (R8.1)"
    )
    assert "boards.toml: board[7].regions.building: " in found[1]


def test_no_boards_at_all_is_a_fault(tmp_path: Path) -> None:
    for text, fault in [
        ("", "board: missing, expected a list of boards (R1.8)"),
        ("board = []", "board: 0 boards, expected 1 to 254 boards (R1.8)"),
        ("board = [3]", "board[0]: 3, expected a table with the keys number, copies, rows, "),
        ("board = 3", "board: 3, expected a list of boards (R1.8)"),
    ]:
        (tmp_path / "boards.toml").write_text(text, encoding="utf-8")
        (found,) = faults(tmp_path)
        assert found.startswith(f"boards.toml: {fault}")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"a = ", "broken TOML: Invalid value (at end of document)"),
        (b"\xff = 1", "byte 0 is not UTF-8, expected UTF-8 text"),
        (b"a = " + b"[" * 100_000, "broken TOML: nested too deeply"),
        (b"a = " + b"9" * 5_000, "broken TOML: "),
        (b"a = 1\na = 2", "broken TOML: Cannot overwrite a value"),
        (b"\x00", "broken TOML: "),
    ],
)
def test_a_file_that_is_no_toml_is_a_fault(tmp_path: Path, text: bytes, fault: str) -> None:
    (tmp_path / "tiles.toml").write_bytes(text)
    (tmp_path / "board.toml").write_text("", encoding="utf-8")
    found = faults(tmp_path)
    assert any(line.startswith(f"tiles.toml: {fault}") for line in found)
    # The faults of the other file are reported beside it, those of what could not be read are not.
    assert any(line.startswith("board.toml: scoring: missing") for line in found)
    assert sum(line.startswith("tiles.toml") for line in found) == 1


def test_absurd_values_do_not_break_the_message(own: Callable[..., Path]) -> None:
    huge = f"0x{'f' * 10_000}"
    deep = f"{'a.' * 900}b"
    found = faults(
        own(
            ("board.toml", "cost = 2", f"cost = {huge}"),
            ("board.toml", "silver = 1\n", f'silver = "{"x" * 10_000}"\n'),
            ("board.toml", "track_spaces = 7", f"track_spaces.{deep} = 7"),
            ("board.toml", "[start]", f'[start]\n"{"y" * 10_000}\\n" = 1'),
        )
    )
    assert len(found) == 4
    assert all(len(line) < 250 and "\n" not in line for line in found)


def test_a_folder_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for folder, reason in [
        (tmp_path / "nowhere", "no such file or directory"),
        (file, "not a directory"),
        (f"{tmp_path}\0", "embedded null byte"),
        ("", "no such file or directory"),
        (7, "not a path"),
        (True, "not a path"),
        (b"data", "not a path"),
        ([], "not a path"),
    ]:
        (found,) = faults(folder)
        assert found.startswith("data: ")
        assert f": {reason}, expected a folder" in found


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "board.toml").mkdir()
    assert faults(tmp_path) == ["board.toml: is a directory, expected a file that can be read"]


# Where some of the junk makes sense: names of goods, no black-backed or other knowledge tiles.
ANYTHING_GOES = [("goods", "colours"), ("knowledge", "black_backed")]


JUNK: list[Any] = [True, -1, 2**70, 1.5, float("nan"), "x", "", [], [[]], {}, {"a": 1}, [7]]


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value of a TOML document."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from places(value, (*path, key))


@pytest.mark.parametrize("file", loader.FILES)
def test_junk_in_any_place_is_a_fault_of_that_file(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every value of the file in turn replaced by some junk."""
    documents = {
        name: tomllib.loads((SHIPPED / name).read_text(encoding="utf-8")) for name in loader.FILES
    }
    monkeypatch.setattr(loader, "_parsed", lambda name, text, faults: documents[name])
    junk = itertools.cycle(JUNK)
    good = documents[file]
    for path in places(good):
        for value in itertools.islice(junk, 5):
            documents[file] = copy.deepcopy(good)
            node = documents[file]
            for key in path[:-1]:
                node = node[key]
            node[path[-1]] = value
            try:
                loader.load(tmp_path)
            except DataError as error:
                assert all(line.startswith(f"{file}: ") for line in error.faults), (path, value)
            else:
                assert documents[file] == good or path[:2] in ANYTHING_GOES, (path, value)
