"""Snapshots to break, ways of breaking them, and what the refusal says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from engines import Engine
from positions import position, seat

Change = Callable[[dict[str, Any]], Any]

GIVEN = position(
    phase="B",
    round=2,
    order=[1, 0],
    turn=1,
    track=[[0], [1], [], [], [], [], []],
    white_die=3,
    round_goods=[1, 2, 3],
    seats=[
        seat(
            estate={"c3": "bank", "e4": "market", "e3": "mine"},
            storage=["mine", "ship"],
            goods={1: 2},
            sold={2: 1},
            silver=2,
            workers=3,
            vp=10,
            dice=[2, 5],
        ),
        seat(estate={"d5": "ship"}, dice=[]),
    ],
    depots={1: ["ship"], 2: ["castle", "k16", "church"]},
    depot_goods={3: {4: 1}},
    black=["k7"],
    bonus={"mine": [1]},
)


def base(engine: Engine) -> dict[str, Any]:
    """The position above with every key, as JSON makes it."""
    made: dict[str, Any] = json.loads(json.dumps(engine.State.from_snapshot(GIVEN).snapshot()))
    return made


def faults_of(engine: Engine, snapshot: Any) -> list[str]:
    """The lines of the error, each `path: reason (rule)`; they are in its text too."""
    with pytest.raises(engine.SnapshotError) as caught:
        engine.State.from_snapshot(snapshot)
    failure: Any = caught.value
    assert failure.faults
    for line in failure.faults:
        assert re.match(r"[^:\s][^:]*: .*\S", line), line
        assert line in str(failure)
    return list(failure.faults)


def names(faults: list[str], path: str) -> bool:
    """Whether a fault is about the path or something in it; the last key may stand in the reason."""
    *way, last = path.split(".")
    for line in faults:
        tokens = re.findall(r"\w+", line.split(": ")[0].removeprefix("snapshot."))
        if tokens[: len(way)] == way and last in re.findall(r"\w+", line):
            return True
    return False


def put(path: str, value: Any) -> Change:
    """A change that sets the value at a path of keys and indices."""

    def change(snapshot: dict[str, Any]) -> None:
        *way, last = path.split(".")
        at: Any = snapshot
        for key in way:
            at = at[int(key)] if isinstance(at, list) else at[key]
        at[int(last) if isinstance(at, list) else last] = value

    return change


def drop(path: str) -> Change:
    """A change that removes a key."""

    def change(snapshot: dict[str, Any]) -> None:
        *way, last = path.split(".")
        at: Any = snapshot
        for key in way:
            at = at[int(key)] if isinstance(at, list) else at[key]
        del at[last]

    return change
