"""Both engines refuse the same snapshots, and read the others alike (formats.md, 4)."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from engines import load
from games import TIE_BREAKS
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import changed
from positions import position, seat

A_GAME = 60
CHANGES_AN_EXAMPLE = 40


def read(name: str, snapshot: Any) -> Any:
    """The state, or the faults."""
    engine = load(name)
    try:
        return engine.State.from_snapshot(snapshot)
    except engine.SnapshotError as error:
        faults: list[str] = error.faults  # type: ignore[attr-defined]
        return faults


def check_alike(snapshot: Any) -> bool:
    """Whether both accept it; fails if only one does, or if they read it as different positions."""
    mine, other = read("rust", snapshot), read("reference", snapshot)
    shown = json.dumps(snapshot)
    if isinstance(mine, list) or isinstance(other, list):
        assert isinstance(mine, list) and isinstance(other, list), f"{mine!r}, {other!r}: {shown}"
        return False
    assert mine.snapshot() == other.snapshot(), shown
    assert mine.to_bytes() == other.to_bytes(), shown
    return True


@cache
def met(seed: int) -> list[dict[str, Any]]:
    """Snapshots of a game: one of each prompt and event that it meets, and some more."""
    rng = random.Random(seed)
    rules: dict[str, Any] = {"tie_break": rng.choice(TIE_BREAKS)}
    rules |= {name: rng.random() < 0.7 for name in ("purchase_in_effect", "decline_effects")}
    engine = load("rust")
    boards = rng.choice([None, "random"])
    state = engine.State.new(rng.choice([2, 3, 4]), boards, rules=engine.Rules(**rules))
    found: dict[str, list[dict[str, Any]]] = {}
    while True:
        snapshot = json.loads(json.dumps(state.snapshot()))
        prompt = snapshot["prompt"]
        of_kind = found.setdefault(prompt.get("event", prompt["kind"]).split()[0], [])
        if not of_kind or len(of_kind) < A_GAME // 15 and rng.random() < 0.2:
            of_kind.append(snapshot)
        if state.is_terminal():
            return [snapshot for kind in found.values() for snapshot in kind]
        legal = state.legal_actions()
        if not state.is_chance_node():
            legal = [a for a in legal if " on " in state.action_to_string(a)] or legal
        state = state.child(rng.choice(legal))


@settings(max_examples=settings().max_examples * 3)
@given(st.integers(0, 2**32))
def test_changed_snapshots_are_refused_or_read_alike(seed: int) -> None:
    rng = random.Random(seed)
    snapshots = met(rng.randrange(8))
    for _ in range(CHANGES_AN_EXAMPLE):
        check_alike(changed(rng.choice(snapshots), rng))


def test_some_changed_snapshots_are_positions() -> None:
    rng = random.Random(0)
    accepted = sum(check_alike(changed(rng.choice(met(1)), rng)) for _ in range(300))
    assert 50 < accepted < 250


def castles(**keys: Any) -> dict[str, Any]:
    """Three seats that choose their start castles."""
    return {"players": 3, "prompt": {"kind": "start_castle"}, **keys}


def drawn(event: str, **keys: Any) -> dict[str, Any]:
    """A chance event on an empty table."""
    return {"players": 2, "prompt": {"kind": "chance", "event": event}, **keys}


CHOSEN = {"start_castle": "d4"}
REFUSED: dict[str, dict[str, Any]] = {
    "castles: an earlier seat has none": castles(turn=1),
    "castles: a die lies there": castles(white_die=2),
    "castles: the seat has dice": castles(seats=[{"dice": [1, 2]}, {}, {}]),
    "castles: a later seat has dice": castles(seats=[{}, {"dice": [1, 2]}, {}]),
    "castles: something is bought": castles(bought=True),
    "castles: the seat has chosen": castles(seats=[CHOSEN, {}, {}]),
    "board: a castle on none": drawn("board to 0", seats=[{}, {"start_castle": "d4"}]),
    "board: a tile on none": drawn("board to 0", seats=[{}, {"estate": {"d4": "castle"}}]),
    "board: an earlier one is missing": drawn("board to 1", seats=[{"board": None}, {}]),
    "board: something is bought": drawn("board to 0", bought=True),
    "board: goods have come": drawn("board to 0", seats=[{"goods": {"1": 1}}, {}]),
    "start player: goods have come": drawn("start player", seats=[{}, {"goods": {"1": 1}}]),
    "start player: a turn is over": drawn("start player", turn=1),
    "deal: a later one has come": drawn("deal to 0", seats=[{}, {"goods": {"1": 1}}]),
    "depot: a later tile has come": drawn("depot 1.2", depots=[{}] * 5 + [{"tiles": ["bank"]}]),
    "depot: a black one has come": drawn("depot 1.2", black_depot=["ship"]),
    "depot: a good has come": drawn("depot 1.2", round_goods=[3]),
    "depot: in the second round": drawn("depot 1.2", round=2),
    "black: a good has come": drawn("black", round_goods=[3]),
    "white: it lies there": drawn("white", white_die=3),
    "white: a seat has dice": drawn("white", seats=[{"dice": [1, 2]}, {}]),
    "white: a turn is over": drawn("white", turn=1),
    "white: something is bought": drawn("white", bought=True),
    "dice: one is used": drawn("dice to 1", white_die=3, seats=[{"dice": [4]}, {}]),
    "dice: they lie there": drawn("dice to 0", white_die=3, seats=[{"dice": [1, 2]}, {}]),
    "dice: the seat is done": drawn("dice to 0", white_die=3, turn=1),
    "over: something is bought": {"players": 2, "prompt": {"kind": "over"}, "bought": True},
    "over: a die is left": {
        "players": 2,
        "prompt": {"kind": "over"},
        "seats": [{}, {"dice": [1, 2]}],
    },
    "turn: nothing to decide": position(seats=[seat(dice=[])]),
    "turn: nothing to buy": position(seats=[seat(dice=[], silver=2)]),
    "black depot: nine": {"players": 2, "black_depot": [None] * 9},
    "depots: five": {"players": 2, "depots": [{}] * 5},
    "depot: five": {"players": 2, "depots": [{"tiles": [None] * 5}] + [{}] * 5},
    "track: six": {"players": 2, "track": [[0, 1], [], [], [], [], []]},
    "goods: no then": position(
        seats=[seat(goods={1: 1, 2: 1}, dice=[1])],
        depot_goods={1: {3: 1, 4: 1}},
        prompt={"kind": "goods", "depot": 1, "above": 0},
    ),
    "supply: too many with the tiles seen": {
        "players": 2,
        "supply": {"normal": {"ship": 20}},
        "seats": [{"storage": ["ship"] * 3}, {"storage": ["ship"] * 3}],
        "black_depot": ["ship"] * 6,
    },
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_cannot_be(name: str) -> None:
    assert not check_alike(REFUSED[name])


ACCEPTED: dict[str, dict[str, Any]] = {
    "nothing given": {"players": 4},
    "castles: the second seat": castles(turn=1, seats=[CHOSEN, {}, {}]),
    "castles: by turn order": castles(turn=1, order=[2, 0, 1], seats=[{}, {}, CHOSEN]),
    "board: the first": drawn("board to 0"),
    "start player: tiles in storage": drawn("start player", seats=[{"storage": ["bank"] * 3}, {}]),
    "board: the second": drawn("board to 1"),
    "board: the second, on another": drawn("board to 1", seats=[{"board": 7}, {}]),
    "deal: after others": drawn("deal to 1", seats=[{"goods": {"1": 3}}, {"goods": {"2": 1}}]),
    "depot: after others": drawn("depot 2.2", depots=[{"tiles": ["ship"]}] + [{}] * 5),
    "depot: of a later phase": drawn("depot 1.2", phase="D"),
    "dice: a white die and none": drawn("dice to 1", white_die=4),
    "shorter depots": {
        "players": 2,
        "depots": [{"tiles": []}, {"tiles": ["castle"]}, {}, {}, {}, {}],
    },
    "a shorter black depot": {"players": 2, "black_depot": ["k7", "ship"]},
    "normal given, black left out": {
        "players": 2,
        "supply": {"normal": {"ship": 18}},
        "seats": [{"storage": ["ship"] * 3}, {"storage": ["ship"] * 3}],
    },
    "black given, normal left out": {
        "players": 2,
        "supply": {"black": {"ship": 2}},
        "seats": [{"storage": ["ship"] * 3}, {}],
    },
    "goods by integers": {
        "players": 2,
        "supply": {"goods": {1: 2}},
        "seats": [{"goods": {2: 1}}, {}],
    },
    "both dice used, silver left": position(seats=[seat(dice=[], silver=2)], black=["k7"]),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_position_built_by_hand(name: str) -> None:
    """It is read by both engines, and so is whatever comes next."""
    assert check_alike(ACCEPTED[name])
    state: Any = read("rust", ACCEPTED[name])
    for code in state.legal_actions():
        assert check_alike(state.child(code).snapshot())
