"""The data files: the printed game, and folders of one's own."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from data_files import ROW, SHIPPED, Edit, faults, own_files

from burgundy import loader
from burgundy.loader.tables import FACES, NEIGHBOURS, regions


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., Path]:
    """A folder with the shipped files, changed by `(file, old, new)`."""
    return own_files(tmp_path)


def test_the_shipped_files_are_the_printed_game() -> None:
    tables = loader.load()
    assert all(total.is_printed for total in loader.totals(tables))
    assert [board["number"] for board in tables["boards"]] == list(range(1, 10))
    assert sum(tables["normal"]) == 124
    assert sum(tables["black"]) == 40
    assert len(tables["normal"]) == len(tables["black"]) == len(FACES) == 50
    assert tables["depots"][0] == [3, 0, 2, 1]
    assert tables["exception"] == {"depot": 5, "slot": 2, "colour": 5, "phases": [1, 3]}
    assert tables["phase_vp"] == [10, 8, 6, 4, 2]
    assert tables["bonus_first"] == [5, 6, 7]
    assert tables["final"]["k16_23"] == 4
    assert [FACES[face] for face in tables["final_building"]][:2] == ["warehouse", "watchtower"]


def test_board_1_is_as_printed() -> None:
    board = loader.load()["boards"][0]
    assert (board["number"], board["copies"]) == (1, 4)
    assert board["colours"][:9] == [1, 4, 4, 2, 1, 1, 4, 2, 0]
    assert board["numbers"][:9] == [6, 5, 4, 3, 2, 1, 6, 5, 4]
    sizes = sorted(len(region) for region in regions(board["colours"]))
    assert sizes == [1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 5, 5]


def test_spaces_have_90_neighbouring_pairs_and_six_corners() -> None:
    assert len(set(NEIGHBOURS)) == 90
    degrees = [sum(space in pair for pair in NEIGHBOURS) for space in range(37)]
    assert degrees.count(3) == 6
    assert degrees[18] == 6


def test_the_fingerprint_is_that_of_the_texts(own: Callable[..., Path]) -> None:
    texts = b"".join((SHIPPED / file).read_bytes() for file in loader.FILES)
    expected = hashlib.sha256(texts.replace(b"\r\n", b"\n")).digest()[:8]
    assert loader.load()["fingerprint"] == expected
    folder = own()
    for file in loader.FILES:
        text = (folder / file).read_bytes().replace(b"\r\n", b"\n")
        (folder / file).write_bytes(text.replace(b"\n", b"\r\n"))
    assert loader.load(folder)["fingerprint"] == expected
    assert loader.load(own(("tiles.toml", "turquoise", "teal")))["fingerprint"] != expected


def test_a_folder_with_the_shipped_files_gives_the_printed_game(own: Callable[..., Path]) -> None:
    assert loader.load(own()) == loader.load() == loader.load(str(own()))


def test_an_absent_file_is_taken_from_the_shipped_ones(tmp_path: Path) -> None:
    assert loader.load(tmp_path) == loader.load()
    (tmp_path / "notes.txt").write_text("no data", encoding="utf-8")
    text = (SHIPPED / "board.toml").read_text(encoding="utf-8")
    (tmp_path / "board.toml").write_text(text.replace("watchtower = 4", "watchtower = 5"))
    changed = loader.load(tmp_path)
    assert changed["watchtower_vp"] == 5
    assert changed["boards"] == loader.load()["boards"]


def test_a_home_made_board_may_have_other_numbers_and_colours(tmp_path: Path) -> None:
    (tmp_path / "boards.toml").write_text(
        """
        [[board]]
        number = 200
        copies = 3
        rows = [
            "C6 A6 B6 K6",
            "S6 M6 A6 B6 K6",
            "A6 B6 K6 S6 M6 A6",
            "K6 S6 M6 A6 B6 K6 S6",
            "A6 B6 K6 S6 M6 A6",
            "S6 M6 A6 B6 K6",
            "A6 B6 K6 S6",
        ]
        """
    )
    (board,) = loader.load(tmp_path)["boards"]
    assert (board["number"], board["copies"]) == (200, 3)
    assert set(board["numbers"]) == {6}


@pytest.fixture
def shipped(own: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Changes what is shipped by `(file, old, new)`."""

    def change(*edits: Edit) -> None:
        monkeypatch.setattr(loader, "SHIPPED", own(*edits))

    return change


# Changes that make a game the engine can play, but not the printed one.
NOT_PRINTED = [
    (
        ("tiles.toml", "bank = [5, 2]", "bank = [4, 3]"),
        "tiles.toml: building: 39 + 17 tiles, expected 40 + 16 (R1.2)",
    ),
    (
        ("tiles.toml", "ship = [20, 6]", "ship = [20, 7]"),
        "tiles.toml: 165 tiles, expected 164 (R1.2)",
    ),
    (
        ("tiles.toml", "copies = 7", "copies = 8"),
        "tiles.toml: goods: 48 goods, expected 42 (R1.3)",
    ),
    (
        ("tiles.toml", "[7, 12, 14", "[12, 14"),
        "tiles.toml: knowledge: 21 + 5 tiles, expected 20 + 6 (R1.2)",
    ),
    (
        ("board.toml", "marks = [2, 2, 3, 4]", "marks = [2, 2, 2, 4]"),
        "board.toml: depots.marks: 18/18/24 spaces with 2, 3, 4 players, expected 12/18/24 (R2.2)",
    ),
    (
        ("board.toml", "[2, 2, 2, 2, 3,", "[2, 2, 2, 3, 3,"),
        "board.toml: black_depot.marks: 3/6/8 spaces with 2, 3, 4 players, expected 4/6/8 (R2.2)",
    ),
    (
        ("boards.toml", "number = 9", "number = 10"),
        "boards.toml: board: 1/2/3/4/5/6/7/8/10 numbers, expected 1/2/3/4/5/6/7/8/9 (R1.8)",
    ),
    (
        ("boards.toml", "copies = 4", "copies = 1"),
        "boards.toml: board: 1/1/1/1/1/1/1/1/1 copies, expected 4/1/1/1/1/1/1/1/1 (R1.8)",
    ),
    (
        ("boards.toml", ROW, '"A5 C5 C4 K3"'),
        "boards.toml: board[0].rows: 7/6/6/6/7/5 spaces with 1, 2, 3, 4, 5, 6, expected "
        "7/6/6/6/6/6 (R5.3)",
    ),
    (
        ("boards.toml", '"S6 B5 A4 C3"', '"S6 B4 A5 C3"'),
        "boards.toml: board[1].rows: 2 numbers unlike those of board[0], expected 0 (R5.3)",
    ),
    (
        ("boards.toml", ", mine = [3] }\n", ", mine = [2, 1] }\n"),
        "boards.toml: board[0].regions.mine: [2, 1], expected [3] as in the rows (R8.1)",
    ),
    (
        ("boards.toml", "regions = {", "# regions = {"),
        "boards.toml: board[0].regions: missing, expected a table with the keys building, animal, "
        "knowledge, ship, castle, mine (R8.1)",
    ),
]


@pytest.mark.parametrize(("edit", "fault"), NOT_PRINTED)
def test_shipped_files_that_are_not_the_printed_game_are_a_fault(
    shipped: Callable[..., None], edit: Edit, fault: str
) -> None:
    shipped(edit)
    assert fault in faults()


def test_shipped_colours_are_counted_on_every_board(shipped: Callable[..., None]) -> None:
    shipped(
        ("boards.toml", '"K6 K5 C4 S3"', '"K6 K5 K4 S3"'),
        (
            "boards.toml",
            "building = [6, 4, 2], animal = [4, 2], knowledge = [3, 3], ship = [6], "
            "castle = [1, 1, 1, 1]",
            "building = [6, 4, 2], animal = [4, 2], knowledge = [4, 3], ship = [6], "
            "castle = [1, 1, 1]",
        ),
    )
    assert faults() == [
        "boards.toml: board[5].rows: 12/6/7/6/3/3 spaces of building, animal, knowledge, ship, "
        "castle, mine, expected 12/6/6/6/4/3 (R5.3b)"
    ]


def test_own_files_need_not_be_the_printed_game(own: Callable[..., Path]) -> None:
    playable = [
        edit for edit, _ in NOT_PRINTED if "regions" not in edit[1] and "mine" not in edit[1]
    ]
    assert loader.load(own(*playable))["goods_copies"] == 8
