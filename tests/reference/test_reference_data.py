"""The reference's rules and data: what is counted, what is refused, and folders of one's own."""

from __future__ import annotations

import importlib
import pickle
from pathlib import Path
from typing import Any

import pytest

reference: Any = importlib.import_module("burgundy.reference")
data: Any = importlib.import_module("burgundy.reference.data")
names: Any = importlib.import_module("burgundy.reference.names")
TABLES: Any = reference.Rules().tables


def test_r1_2_tiles() -> None:
    normal, black = TABLES.normal_stock, TABLES.black_stock
    assert (sum(normal.values()), sum(black.values())) == (124, 40)
    animals = {tile: normal[tile] + black[tile] for tile in names.ANIMALS}
    assert sum(animals.values()) == 28
    for tile in names.KNOWLEDGE:
        assert normal[tile] + black[tile] == 1


def test_spaces_touch() -> None:
    near = names.NEIGHBOURS
    assert len(names.SPACES) == 37
    assert sum(len(others) for others in near.values()) == 2 * 90
    assert sum(1 for others in near.values() if len(others) == 3) == 6
    assert set(near["d4"]) == {"c3", "c4", "d3", "d5", "e3", "e4"}
    assert set(near["a1"]) == {"a2", "b1", "b2"}
    assert all(space in near[other] for space, others in near.items() for other in others)


@pytest.mark.parametrize("number", sorted(TABLES.boards))
def test_boards(number: int) -> None:
    board = TABLES.boards[number]
    counts = {colour: len(spaces) for colour, spaces in board.spaces_of.items()}
    assert counts == dict(zip(names.COLOURS, (12, 6, 6, 6, 4, 3)))
    assert sorted(board.die.values()) == sorted(TABLES.boards[1].die.values())


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("purchase_in_effect", 1),
        ("purchase_in_effect", None),
        ("tie_break", "fewest"),
        ("tie_break", True),
        ("decline_effects", "false"),
        ("decline_effects", 0),
        ("data", 3),
        ("data", "no/such/folder"),
    ],
)
def test_r11_wrong_values_are_named(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{option}: .*allowed: "):
        reference.Rules(**{option: value})


def test_rules_never_change() -> None:
    rules = reference.Rules()
    with pytest.raises(AttributeError):
        rules.tie_break = "most_then_later"
    assert rules == reference.Rules() and rules != reference.Rules(decline_effects=False)


def test_a_missing_file_is_the_shipped_one(tmp_path: Path) -> None:
    rules = reference.Rules(data=tmp_path)
    assert rules == reference.Rules() and hash(rules) == hash(reference.Rules())
    text = data.read_texts()["board.toml"].replace("watchtower = 4", "watchtower = 5")
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    changed = reference.Rules(data=str(tmp_path))
    assert changed.tables.watchtower_vp == 5 and changed != rules
    state = reference.State.new(2, rules=changed)
    (tmp_path / "board.toml").unlink()
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.rules == changed
    with pytest.raises(reference.SnapshotError, match="other options or other data"):
        reference.State.from_bytes(state.to_bytes())


def test_all_faults_of_the_data_are_told(tmp_path: Path) -> None:
    texts = data.read_texts()
    (tmp_path / "board.toml").write_text("[", encoding="utf-8")
    tiles = (
        texts["tiles.toml"].replace("bank = [5, 2]", "bank = [5]").replace("mine = [10", "x = [10")
    )
    (tmp_path / "tiles.toml").write_text(tiles, encoding="utf-8")
    boards = texts["boards.toml"].replace("A6 C5 C4 K3", "A6 C5 C4 B3").replace("copies = 4", "")
    (tmp_path / "boards.toml").write_text(boards, encoding="utf-8")
    with pytest.raises(reference.DataError) as caught:
        reference.Rules(data=tmp_path)
    found = "\n".join(caught.value.faults)
    for part in (
        "board.toml: line 1: a key is missing",
        "tiles.toml: building.bank: must be a list of 2 whole numbers",
        "tiles.toml: mine.mine: ",
        "boards.toml: board[0].copies: ",
        "boards.toml: board[0].regions.knowledge: is [3, 2] by the rows",
    ):
        assert part in found


def test_r4_6_the_search_finds_the_least_workers() -> None:
    """The waves of spent workers against the sum that R4.6 states."""
    workers: Any = importlib.import_module("burgundy.reference.workers")
    for value in names.DIE:
        for wanted in names.DIE:
            distance = min((value - wanted) % 6, (wanted - value) % 6)
            for free in (False, True):
                left = max(0, distance - free)
                assert workers.payments(value, (1,), free)[wanted] == left
                assert workers.payments(value, (1, 2), free)[wanted] == (left + 1) // 2
