"""What the reference does with arguments, snapshots and bytes that are not what they should be."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

reference: Any = importlib.import_module("burgundy.reference")
State: Any = reference.State

JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    7,
    10**30,
    10**6000,
    1.5,
    float("nan"),
    "",
    "d4",
    "bank",
    "\ud800",
    [],
    {},
    [None],
    [[1]],
    {"a": 1},
    {1: 2},
    {True: 1},
    {"kind": "castle"},
    {"kind": "chance", "event": "good"},
]


class Index:
    """An integer of another library."""

    def __index__(self) -> int:
        return 0


def decision() -> Any:
    return State.new(2).resolve_chance(7)


@pytest.mark.parametrize("action", [None, True, 1.0, "3: workers", [1]], ids=repr)
def test_an_action_is_an_integer(action: Any) -> None:
    for call in ("child", "expand", "action_to_string"):
        with pytest.raises(TypeError):
            getattr(decision(), call)(action)


@pytest.mark.parametrize("action", [-1, 512, 2**31, 10**5000], ids=["-1", "512", "2**31", "huge"])
def test_an_integer_outside_has_no_rule(action: int) -> None:
    with pytest.raises(reference.IllegalActionError) as caught:
        decision().child(action)
    assert caught.value.rule is None and caught.value.action == action


def test_integers_of_other_libraries() -> None:
    state = State.new(2)
    assert state.child(Index()) == state.child(0)
    assert state.resolve_chance(Index()) == state.resolve_chance(0)


@pytest.mark.parametrize("words", ["", "3 workers", "white 7", "take cow5 from 1", "7: workers"])
def test_words_outside_the_notation_have_no_rule(words: str) -> None:
    with pytest.raises(reference.IllegalActionError) as caught:
        decision().string_to_action(words)
    assert caught.value.rule is None and caught.value.action == words


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda s: s.resolve_chance(-1), ValueError),
        (lambda s: s.resolve_chance(2**64), ValueError),
        (lambda s: s.resolve_chance(1.0), TypeError),
        (lambda s: s.sample_action(None), TypeError),
        (lambda s: s.playouts(-1, 1), ValueError),
        (lambda s: s.playouts(1, 1, threads=0), ValueError),
        (lambda s: s.playouts(1, 1, policy="clever"), ValueError),
        (lambda s: s.evaluate_actions(0, 1), ValueError),
        (lambda s: s.perft(-1), ValueError),
        (lambda s: s.perft(1, chance="some"), ValueError),
        (lambda s: State.from_bytes("BURG"), TypeError),
        (lambda s: State.new(2, rules=3), TypeError),
        (lambda s: setattr(s, "rules", None), AttributeError),
        (lambda s: State(), TypeError),
    ],
)
def test_wrong_arguments(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(decision())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 1}, "players: 1"),
        ({"players": 2, "boards": [1]}, "boards: 1 are given for 2"),
        ({"players": 2, "boards": [1, 10]}, "boards: there is no board 10.*R1.8"),
        ({"players": 2, "boards": [2, 2]}, "board 2 is given 2 times.*R1.8"),
        ({"players": 2, "boards": "any"}, "boards: any"),
        ({"players": 2, "start_castles": ["d4", "c3"]}, "c3 is no dark green space.*R1.8"),
        ({"players": 2, "start_castles": ["d4"]}, "start_castles: 1 are given for 2"),
        ({"players": 2, "boards": "random", "start_castles": ["d4", None]}, "not known yet"),
        ({"players": 2, "rules": {"tie": 1}}, "there is no option tie"),
    ],
)
def test_r1_new_says_what_is_wrong(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        State.new(**arguments)


@pytest.mark.parametrize("value", JUNK, ids=lambda value: type(value).__name__)
def test_junk_is_no_snapshot(value: Any) -> None:
    with pytest.raises(reference.SnapshotError) as caught:
        State.from_snapshot(value)
    assert caught.value.faults


def test_one_wrong_value_is_one_error() -> None:
    """Any value of a snapshot replaced by junk: an error of the right kind, or a sound state."""
    chooser = random.Random(1)
    state = State.new(3).resolve_chance(5)
    for _ in range(400):
        snapshot = state.snapshot()
        place, key = chooser.choice(list(places(snapshot)))
        place[key] = chooser.choice(JUNK)
        try:
            other = State.from_snapshot(snapshot)
        except reference.SnapshotError as error:
            assert error.faults and str(error)
        else:
            assert State.from_bytes(other.to_bytes()) == other
            assert len(other.playouts(1, 1)) == 1


def places(value: Any) -> Any:
    """Every place in nested dicts and lists where something stands."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def test_all_faults_are_told_at_once() -> None:
    snapshot = {
        "players": 2,
        "phase": "F",
        "colour": "red",
        "order": [0, 0],
        "depots": [{"tiles": ["bank", None, None, None]}] + [{}] * 5,
        "black_depot": ["k1"] + [None] * 7,
        "seats": [{"estate": {"d4": "castle", "e4": "bank", "e5": "bank"}}, {"silver": -1}],
    }
    with pytest.raises(reference.SnapshotError) as caught:
        State.from_snapshot(snapshot)
    starts = [fault.partition(":")[0] for fault in caught.value.faults]
    for path in (
        "phase",
        "snapshot.colour",
        "order",
        "depots[0].tiles[0]",
        "black_depot",
        "seats[0].estate",
        "seats[1].silver",
    ):
        assert path in starts


def test_bytes_are_read_only_in_their_one_form() -> None:
    chooser = random.Random(2)
    key_of: Any = importlib.import_module("burgundy.reference.packing").key_of
    for seed in range(40):
        state = State.new(2).resolve_chance(seed)
        packed = bytearray(state.to_bytes())
        packed[chooser.randrange(16, len(packed) - 8)] ^= chooser.randrange(1, 256)
        with pytest.raises(reference.SnapshotError, match="key"):
            State.from_bytes(bytes(packed))
        packed[-8:] = key_of(bytes(packed[:-8])).to_bytes(8, "little")
        try:
            other = State.from_bytes(bytes(packed))
        except reference.SnapshotError as error:
            assert error.faults
        else:
            assert other.to_bytes() == bytes(packed)
        with pytest.raises(reference.SnapshotError):
            State.from_bytes(bytes(packed[: chooser.randrange(len(packed))]))


def test_the_options_of_a_snapshot() -> None:
    state = State.new(2, rules={"decline_effects": False})
    snapshot = state.snapshot()
    assert list(snapshot["options"]) == ["purchase_in_effect", "tie_break", "decline_effects"]
    assert State.from_snapshot(snapshot).rules == reference.Rules(decline_effects=False)
    with pytest.raises(reference.SnapshotError, match="differs from the rules"):
        State.from_snapshot(snapshot, rules=reference.Rules())


def test_repr() -> None:
    state = State.new(2)
    assert repr(state) == "<State 2 players, phase A round 1, chance: start player>"
    state = state.resolve_chance(1)
    assert repr(state) == f"<State 2 players, phase A round 1, seat {state.current_player()}: turn>"
    while not state.is_terminal():
        state = state.child(state.legal_actions()[-1]).resolve_chance(1)
    assert repr(state) == "<State 2 players, phase E round 5, over>"
