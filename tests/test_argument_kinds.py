"""Arguments from other libraries: integers, sequences and mappings of any kind, alike on both engines."""

from __future__ import annotations

import array
import collections
import types
from typing import Any

import numpy as np
import pytest
from engines import Engine


class Number:
    """An integer of some library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Sequence:
    """As little as a sequence needs."""

    def __init__(self, *items: Any) -> None:
        self.items = items

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, at: int) -> Any:
        return self.items[at]


def with_numbers(value: Any, kind: Any) -> Any:
    """The same data with every integer as one of a kind."""
    if isinstance(value, dict):
        return {key: with_numbers(inner, kind) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_numbers(inner, kind) for inner in value]
    return kind(value) if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64, Number])
def test_integers_of_a_snapshot(engine: Engine, kind: Any) -> None:
    """They are read as plain ones, and written as such."""
    state = engine.State.new(3, boards="random").resolve_chance(2)
    restored = engine.State.from_snapshot(with_numbers(state.snapshot(), kind))
    assert restored == state
    assert type(restored.snapshot()["seats"][0]["board"]) is int


@pytest.mark.parametrize("wrong", [np.float64(2), np.array([2, 2]), True, object()])
def test_what_is_no_integer_of_a_snapshot(engine: Engine, wrong: Any) -> None:
    snapshot = {**engine.State.new(2).snapshot(), "round": wrong}
    with pytest.raises(engine.SnapshotError, match="round"):
        engine.State.from_snapshot(snapshot)


def test_an_index_that_fails_is_a_fault(engine: Engine) -> None:
    class Fails:
        def __index__(self) -> int:
            raise RuntimeError("no number today")

    with pytest.raises(engine.SnapshotError, match="round"):
        engine.State.from_snapshot({"players": 2, "round": Fails()})


@pytest.mark.parametrize("kind", [types.MappingProxyType, collections.UserDict])
def test_mappings_of_a_snapshot(engine: Engine, kind: Any) -> None:
    """Any mapping is one, at every level."""

    def wrapped(value: Any) -> Any:
        if isinstance(value, dict):
            return kind({key: wrapped(inner) for key, inner in value.items()})
        return [wrapped(inner) for inner in value] if isinstance(value, list) else value

    state = engine.State.new(2).resolve_chance(1)
    assert engine.State.from_snapshot(wrapped(state.snapshot())) == state


@pytest.mark.parametrize(
    "boards",
    [
        (1, 2),
        range(1, 3),
        np.array([1, 2]),
        np.array([1, 2], dtype=object),
        [np.int8(1), Number(2)],
        array.array("i", [1, 2]),
        collections.deque([1, 2]),
        collections.UserList([1, 2]),
        b"\x01\x02",
        Sequence(1, 2),
    ],
    ids=lambda boards: type(boards).__name__,
)
def test_boards_are_a_sequence_of_any_kind(engine: Engine, boards: Any) -> None:
    assert engine.State.new(2, boards=boards) == engine.State.new(2, boards=[1, 2])


@pytest.mark.parametrize(
    "spaces",
    [("d4", None), Sequence("d4", None), np.array(["d4", None]), collections.deque(["d4", None])],
    ids=lambda spaces: type(spaces).__name__,
)
def test_start_castles_are_a_sequence_of_any_kind(engine: Engine, spaces: Any) -> None:
    given = engine.State.new(2, start_castles=["d4", None])
    assert engine.State.new(2, start_castles=spaces) == given


@pytest.mark.parametrize(
    "wrong",
    [{1, 2}, frozenset([1, 2]), {0: 1, 1: 2}, {1: 1, 2: 2}.keys(), iter([1, 2]), 5, object()],
    ids=lambda wrong: type(wrong).__name__,
)
@pytest.mark.parametrize("argument", ["boards", "start_castles"])
def test_what_has_no_order_is_no_sequence(engine: Engine, argument: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=argument):
        engine.State.new(2, **{argument: wrong})


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None])
def test_a_board_is_an_integer(engine: Engine, wrong: Any) -> None:
    with pytest.raises(TypeError, match="boards"):
        engine.State.new(2, boards=[1, wrong])


@pytest.mark.parametrize("players", [np.int64(2), np.array(2), Number(2)])
def test_players_are_an_integer_of_any_library(engine: Engine, players: Any) -> None:
    assert engine.State.new(players) == engine.State.new(2)
