"""Snapshots whose parts do not fit together, or whose prompt would not be asked (formats.md, 4)."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from faults import Change, base, drop, faults_of, names, put
from positions import position, seat

# Several things that do not fit together: the changes, the path and the rule that is named.
MISFITS: dict[str, tuple[list[Change], str, str]] = {
    "a tile on a space of another colour": ([put("depots.0.tiles.1", "ship")], "depots.0", ""),
    "a colour at another depot": ([put("depots.1.tiles.0", "mine")], "depots.1", ""),
    "a normal-only tile in the black depot": ([put("black_depot.1", "k1")], "black_depot", ""),
    "a two of cows in the black depot": ([put("black_depot.1", "cow2")], "black_depot", ""),
    "a black-only tile on a depot": ([put("depots.1.tiles.1", "k12")], "depots.1", ""),
    "a board used twice": (
        [
            put(
                "seats", [seat(board=2, start_castle=c, estate={c: "castle"}) for c in ("a4", "g1")]
            ),
            drop("prompt"),
            drop("white_die"),
        ],
        "seats",
        "R1.8",
    ),
    "a start castle that is missing": ([drop("seats.0.estate.d4")], "seats.0", ""),
    "a start castle that is a mine": (
        [put("seats.0.start_castle", "e3")],
        "seats.0.start_castle",
        "",
    ),
    "a tile on another colour": ([put("seats.0.estate.c4", "bank")], "seats.0.estate.c4", "R5.3b"),
    "a tile that touches nothing": ([put("seats.0.estate.a1", "cow2")], "seats.0.estate", "R5.3c"),
    "a building twice in a city": ([put("seats.0.estate.f4", "market")], "seats.0.estate", "R5.3d"),
    "dice of a seat that has finished": ([put("seats.1.dice", [3, 4])], "seats.1.dice", ""),
    "one die of a seat to come": (
        [put("turn", 0), put("seats.1.dice", [3, 4]), put("seats.0.dice", [3])],
        "seats.0.dice",
        "",
    ),
    "too many goods on the round spaces": ([put("round_goods", [1, 2, 3, 4])], "round_goods", ""),
    "a bonus tile twice for a seat": ([put("bonus_tiles.mine", [1, 1])], "bonus_tiles.mine", ""),
    "four stored tiles": (
        [put("seats.0.storage", ["ship", "mine", "bank", "k1"])],
        "seats.0.storage",
        "R5.2",
    ),
    "four types of goods": (
        [put("seats.0.goods", {"1": 1, "2": 1, "5": 1, "6": 1}), drop("supply")],
        "seats.0.goods",
        "R6.2",
    ),
}


@pytest.mark.parametrize("name", sorted(MISFITS))
def test_what_does_not_fit_is_named(engine: Engine, name: str) -> None:
    changes, path, rule = MISFITS[name]
    snapshot = base(engine)
    for change in changes:
        change(snapshot)
    faults = faults_of(engine, snapshot)
    assert names(faults, path), faults
    assert any(rule in line for line in faults), faults


TOO_MANY: dict[str, list[Change]] = {
    "k16": [put("seats.1.storage", ["k16"])],
    "bank": [put("supply.normal.bank", 5)],
    "ship": [put("supply.black.ship", 7)],
    "castle": [put("supply.normal.castle", 14)],
    "mine": [drop("supply"), put("seats.1.storage", ["mine"] * 3), put("depots.4.tiles.0", "mine")]
    + [put("black_depot", ["mine"] * 8)],
    "cow4": [put("depots.5.tiles.0", "cow4"), put("depots.2.tiles.0", "cow4"), drop("supply")],
}


@pytest.mark.parametrize("tile", sorted(TOO_MANY))
def test_a_tile_that_occurs_too_often_is_named(engine: Engine, tile: str) -> None:
    """R1.2: with the supplies and everything visible."""
    snapshot = base(engine)
    for change in TOO_MANY[tile]:
        change(snapshot)
    faults = faults_of(engine, snapshot)
    assert any(tile in line and "R1.2" in line for line in faults), faults


@pytest.mark.parametrize(
    "changes",
    [
        [put("supply.goods.1", 7)],
        [put("seats.0.goods", {"1": 8}), drop("supply")],
        [put("seats.0.sold", {"4": 7}), drop("supply")],
        [put("depots.0.goods", {"2": 6}), drop("supply")],
    ],
)
def test_more_than_seven_goods_of_a_type(engine: Engine, changes: list[Change]) -> None:
    """R1.3: everywhere together, round spaces included."""
    snapshot = base(engine)
    for change in changes:
        change(snapshot)
    assert any("R1.3" in line for line in faults_of(engine, snapshot))


def test_a_bonus_tile_for_a_third_seat(engine: Engine) -> None:
    snapshot = position(players=3, bonus={"mine": [2, 0, 1]}, seats=[seat(dice=[1, 2])])
    assert names(faults_of(engine, snapshot), "bonus_tiles.mine")


FULL = ["bank", "mine", "ship"]
# Prompts that would not be asked: the snapshot's own keys, the acting seat's keys, the prompt.
NOT_ASKED: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "a turn with nothing left to decide": ({}, {"dice": []}, {"kind": "turn"}),
    "a market without a target": ({"depots": {2: ["castle"]}}, {}, {"kind": "market"}),
    "a church without a target": ({"depots": {1: ["ship"]}}, {}, {"kind": "church"}),
    "a carpenter without a target": ({"depots": {1: ["ship"]}}, {}, {"kind": "carpenter"}),
    "a warehouse without goods": ({}, {}, {"kind": "warehouse"}),
    "a city hall with nothing to place": ({}, {}, {"kind": "city_hall"}),
    "a city hall that could only buy": (
        {"black": ["ship"], "options": {"purchase_in_effect": False}},
        {"silver": 2},
        {"kind": "city_hall"},
    ),
    "a ship without goods anywhere": ({}, {}, {"kind": "ship"}),
    "a second ship without knowledge 5": (
        {"depot_goods": {1: {1: 1}, 2: {1: 1}}},
        {},
        {"kind": "second_ship", "depot": 1},
    ),
    "a second ship with empty neighbours": (
        {"depot_goods": {4: {1: 1}}},
        {"estate": {"c4": "k5"}},
        {"kind": "second_ship", "depot": 1},
    ),
    "a choice of goods without a conflict": (
        {"depot_goods": {1: {1: 1, 2: 1}}},
        {},
        {"kind": "goods", "depot": 1, "above": 0, "then": "turn"},
    ),
    "a choice of goods without a free place": (
        {"depot_goods": {1: {4: 1, 5: 1}}},
        {"goods": {1: 1, 2: 1, 3: 1}},
        {"kind": "goods", "depot": 1, "above": 0, "then": "turn"},
    ),
    "a discard with a free place": (
        {},
        {"storage": FULL[:2]},
        {"kind": "discard", "tile": "cow2", "then": "turn"},
    ),
    "a start castle already chosen": ({}, {}, {"kind": "start_castle"}),
    "a draw with one outcome": ({}, {}, {"kind": "chance", "event": "depot 1.1"}),
    "a draw for a space that is taken": (
        {"depots": {1: ["bank"]}},
        {},
        {"kind": "chance", "event": "depot 1.2"},
    ),
    "a draw from an empty supply": (
        {"supply": {"black": {}}},
        {},
        {"kind": "chance", "event": "black"},
    ),
    "a white die that lies already": ({"white_die": 3}, {}, {"kind": "chance", "event": "white"}),
    "dice that lie already": ({"white_die": 3}, {}, {"kind": "chance", "event": "dice to 0"}),
    "a fourth good": ({}, {"goods": {1: 3}}, {"kind": "chance", "event": "deal to 0"}),
}


@pytest.mark.parametrize("name", sorted(NOT_ASKED))
def test_a_prompt_that_would_not_be_asked(engine: Engine, name: str) -> None:
    keys, mine, prompt = NOT_ASKED[name]
    snapshot = position(**keys, seats=[seat(**{"dice": [3], **mine})], prompt=prompt)
    assert names(faults_of(engine, snapshot), "prompt")


def event(text: str) -> dict[str, Any]:
    return {"kind": "chance", "event": text}


# What cannot lie there yet, or no more, while the prompt is due.
TOO_EARLY: dict[str, dict[str, Any]] = {
    "a later tile": {"depots": {3: ["cow2"]}, "prompt": event("depot 1.2")},
    "a black tile": {"black": ["k7"], "prompt": event("depot 6.2")},
    "a good": {"round_goods": [1], "prompt": event("black")},
    "dice before the white die": {"seats": [seat(dice=[1, 2])], "prompt": event("white")},
    "a white die before the goods": {"white_die": 3, "prompt": event("good")},
    "a turn before the white die": {"turn": 1, "prompt": event("white")},
    "a purchase at an event": {"bought": True, "prompt": event("white")},
    "a purchase at the end": {"bought": True, "phase": "E", "round": 5, "turn": 1}
    | {"prompt": {"kind": "over"}},
    "dice at the end": {"phase": "E", "round": 5, "turn": 1, "prompt": {"kind": "over"}}
    | {"seats": [seat(), seat(dice=[3])]},
    "one die while others roll": {"white_die": 3, "prompt": event("dice to 1")}
    | {"seats": [seat(dice=[3])]},
    "a later board": {"prompt": event("board to 0")}
    | {"seats": [seat(board=None), seat(board=2, start_castle=None, estate={})]},
    "an estate on a board to be drawn": {"prompt": event("board to 0")}
    | {"seats": [seat(board=None, start_castle=None, estate={"c3": "bank"})]},
}


@pytest.mark.parametrize("name", sorted(TOO_EARLY))
def test_what_cannot_be_there_yet(engine: Engine, name: str) -> None:
    assert faults_of(engine, position(**TOO_EARLY[name]))


@pytest.mark.parametrize(
    "prompt",
    [
        {"kind": "second_ship"},
        {"kind": "second_ship", "depot": 0},
        {"kind": "second_ship", "depot": 7},
        {"kind": "second_ship", "depot": "1"},
        {"kind": "goods", "depot": 1, "above": 7, "then": "turn"},
        {"kind": "goods", "depot": 1, "above": -1, "then": "turn"},
        {"kind": "goods", "depot": 1, "above": 0, "then": "castle"},
        {"kind": "goods", "depot": 1, "above": 0},
        {"kind": "discard", "tile": "boat", "then": "turn"},
        {"kind": "discard", "then": "turn"},
        {"kind": "discard", "tile": "cow2", "then": "market"},
        {"kind": "discard", "tile": "cow2"},
        {"kind": "chance"},
        {"kind": "chance", "event": "rain"},
        {"kind": "chance", "event": "depot 7.1"},
        {"kind": "chance", "event": "depot 1.5"},
        {"kind": "chance", "event": "dice to 2"},
        {"kind": "chance", "event": "deal to -1"},
        {"kind": "chance", "event": "white 3"},
        {"kind": "chance", "event": 1},
    ],
    ids=str,
)
def test_a_prompt_that_makes_no_sense(engine: Engine, prompt: dict[str, Any]) -> None:
    snapshot = position(seats=[seat(storage=FULL, goods={1: 1})], prompt=prompt)
    assert names(faults_of(engine, snapshot), "prompt")


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"phase": "E", "prompt": {"kind": "chance", "event": "start player"}}, "prompt"),
        ({"round": 2, "prompt": {"kind": "chance", "event": "deal to 0"}}, "prompt"),
        (
            {"round_goods": [3], "prompt": {"kind": "chance", "event": "start player"}},
            "round_goods",
        ),
        ({"round": 5, "turn": 1, "round_goods": [6], "seats": [{}, {"dice": [3]}]}, "round_goods"),
        ({"round": 3, "round_goods": [1, 5, 6], "seats": [{"dice": [1, 2]}, {}]}, "round_goods"),
    ],
    ids=str,
)
def test_what_belongs_to_another_time(engine: Engine, keys: dict[str, Any], path: str) -> None:
    """Set-up is before phase A, round 1; after the roll the round's good is on a depot (R2.5c)."""
    faults = faults_of(engine, {"players": 2, **keys})
    assert any(fault.startswith(path) for fault in faults), faults


def test_goods_wait_for_the_white_die(engine: Engine) -> None:
    """Before the roll the round's own good is still to come."""
    state = engine.State.from_snapshot({"players": 2, "round": 3, "round_goods": [1, 5, 6]})
    assert state.snapshot()["prompt"] == {"kind": "chance", "event": "white"}
