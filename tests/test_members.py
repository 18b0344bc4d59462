"""Each member at decisions, draws and the end, and with arguments it was not made for."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from engines import Engine
from positions import play, position, seat

DOCUMENTED = (ValueError, TypeError, OverflowError)
ODD: list[Any] = [
    None,
    True,
    "",
    "x",
    "end",
    b"",
    0.5,
    1e300,
    math.nan,
    math.inf,
    1j,
    -1,
    -(2**31),
    -(2**64),
    512,
    2**31,
    2**63,
    2**64,
    10**30,
    [],
    [0],
    (),
    {},
    object(),
    int,
]


def nodes(engine: Engine) -> dict[str, Any]:
    """A node of each kind: draw, decision, and the end."""
    chance = engine.State.new(2)
    end = play(engine.at(phase="E", round=5, turn=1, seats=[seat(), seat(dice=[1])]), "1: workers")
    return {"chance": chance, "decision": chance.resolve_chance(1), "end": end}


def test_who_is_to_act(engine: Engine) -> None:
    """The seat; -1 at a draw; -4 at the end; exactly one kind of node at a time."""
    found = nodes(engine)
    assert found["chance"].current_player() == -1
    assert found["decision"].current_player() == found["decision"].snapshot()["order"][0]
    assert found["end"].current_player() == -4
    kinds = {name: (s.is_chance_node(), s.is_terminal()) for name, s in found.items()}
    assert kinds == {"chance": (True, False), "decision": (False, False), "end": (False, True)}


def test_draws_have_outcomes_and_decisions_have_none(engine: Engine) -> None:
    found = nodes(engine)
    assert list(found["chance"].chance_weights()) == [(0, 1), (1, 1)]
    assert list(found["chance"].chance_outcomes()) == [(0, 0.5), (1, 0.5)]
    for name in ("decision", "end"):
        assert list(found[name].chance_weights()) == []
        assert list(found[name].chance_outcomes()) == []


def test_resolving_where_nothing_is_drawn(engine: Engine) -> None:
    """A decision and the end are their own next ones."""
    found = nodes(engine)
    for name in ("decision", "end"):
        assert found[name].resolve_chance(3) == found[name]
    assert not found["chance"].resolve_chance(3).is_chance_node()


def test_an_outcome_at_a_decision_and_an_action_at_a_draw(engine: Engine) -> None:
    found = nodes(engine)
    for state, word in (
        (found["decision"], "white 3"),
        (found["decision"], "start player 0"),
        (found["chance"], "1: workers"),
        (found["chance"], "end"),
    ):
        assert state.why_illegal(word)
        with pytest.raises(engine.IllegalActionError):
            state.string_to_action(word)


def test_the_end_refuses_everything(engine: Engine) -> None:
    end = nodes(engine)["end"]
    assert list(end.legal_actions()) == []
    for member in (end.child, end.explain, end.action_to_string, end.expand):
        for action in (0, 423, 510, 511):
            with pytest.raises(engine.IllegalActionError, match="R9.2"):
                member(action)
    for state in (end, nodes(engine)["chance"]):
        with pytest.raises(ValueError):
            state.sample_action(1)
        with pytest.raises(ValueError, match="no decision"):
            state.evaluate_actions(2, 1)
    with pytest.raises(engine.IllegalActionError):
        end.string_to_action("end")


def test_asking_twice_gives_the_same(engine: Engine) -> None:
    """No list goes stale: each call of each member answers from the state alone."""
    for state in nodes(engine).values():
        for member in (
            "current_player",
            "is_terminal",
            "is_chance_node",
            "num_players",
            "chance_outcomes",
            "chance_weights",
            "scores",
            "ranking",
            "returns",
            "score_breakdown",
            "snapshot",
            "to_bytes",
            "key",
            "__repr__",
            "__hash__",
        ):
            first = getattr(state, member)()
            for action in state.legal_actions():
                state.child(action)
            assert getattr(state, member)() == first, member


def test_a_repr_is_one_line(engine: Engine) -> None:
    for state in nodes(engine).values():
        assert repr(state)
        assert "\n" not in repr(state)


def test_copies_are_independent(engine: Engine) -> None:
    """Playing on from one leaves the other, in both directions."""
    state = nodes(engine)["decision"]
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        before = twin.to_bytes()
        for one, other in ((state, twin), (twin, state)):
            one.child(one.legal_actions()[0]).resolve_chance(1)
            assert other.to_bytes() == before


def test_states_compare_with_states_only(engine: Engine) -> None:
    state = engine.State.new(2)
    for other in (None, 1, "state", state.to_bytes(), state.snapshot()):
        assert state != other
        assert not state == other
    assert state != engine.State.new(3)


# Each member with one odd argument. Those that take anything at all answer; the others raise.
MEMBERS: dict[str, Callable[[Engine, Any, Any], Any]] = {
    "new players": lambda engine, state, odd: engine.State.new(odd),
    "new boards": lambda engine, state, odd: engine.State.new(2, boards=odd),
    "new board": lambda engine, state, odd: engine.State.new(2, boards=[odd, 1]),
    "new castles": lambda engine, state, odd: engine.State.new(2, start_castles=odd),
    "new castle": lambda engine, state, odd: engine.State.new(2, start_castles=[odd, "d4"]),
    "new rules": lambda engine, state, odd: engine.State.new(2, rules=odd),
    "child": lambda engine, state, odd: state.child(odd),
    "explain": lambda engine, state, odd: state.explain(odd),
    "expand": lambda engine, state, odd: state.expand(odd),
    "action_to_string": lambda engine, state, odd: state.action_to_string(odd),
    "string_to_action": lambda engine, state, odd: state.string_to_action(odd),
    "why_illegal": lambda engine, state, odd: state.why_illegal(odd),
    "resolve_chance": lambda engine, state, odd: state.resolve_chance(odd),
    "sample_action": lambda engine, state, odd: state.sample_action(odd),
    "playouts seed": lambda engine, state, odd: state.playouts(1, odd),
    "playouts policy": lambda engine, state, odd: state.playouts(1, 1, policy=odd),
    "evaluate seed": lambda engine, state, odd: state.evaluate_actions(1, odd),
    "evaluate policy": lambda engine, state, odd: state.evaluate_actions(1, 1, policy=odd),
    "from_snapshot": lambda engine, state, odd: engine.State.from_snapshot(odd),
    "from_bytes": lambda engine, state, odd: engine.State.from_bytes(odd),
    "rules option": lambda engine, state, odd: engine.Rules(decline_effects=odd),
    "rules data": lambda engine, state, odd: engine.Rules(data=odd),
}


@pytest.mark.parametrize("member", sorted(MEMBERS))
def test_odd_arguments_raise_documented_exceptions_only(engine: Engine, member: str) -> None:
    """Nothing but an answer or a ValueError, TypeError or OverflowError; the state stays as it is."""
    for state in nodes(engine).values():
        before = state.to_bytes()
        for odd in ODD:
            try:
                MEMBERS[member](engine, state, odd)
            except DOCUMENTED as failure:
                assert str(failure), f"{member}({odd!r}) says nothing"
            except OSError:
                assert member == "rules data", "only a data folder can be missing"
        assert state.to_bytes() == before


@pytest.mark.parametrize("seed", [-1, 2**64, 2**65, -(2**63)])
def test_seeds_have_64_bits(engine: Engine, seed: int) -> None:
    state = engine.State.new(2).resolve_chance(0)
    for member in (state.resolve_chance, state.sample_action):
        with pytest.raises((ValueError, OverflowError)):
            member(seed)
    with pytest.raises((ValueError, OverflowError)):
        state.playouts(1, seed)
    with pytest.raises((ValueError, OverflowError)):
        state.evaluate_actions(1, seed)


@pytest.mark.parametrize("seed", [None, 1.0, "1", True, b"1"], ids=repr)
def test_seeds_are_integers(engine: Engine, seed: Any) -> None:
    state = engine.State.new(2)
    with pytest.raises(TypeError):
        state.resolve_chance(seed)
    with pytest.raises(TypeError):
        state.playouts(1, seed)


@pytest.mark.parametrize("count", [-1, -(2**40), 0.5, None, "x"], ids=repr)
def test_playouts_are_counted(engine: Engine, count: Any) -> None:
    state = engine.State.new(2).resolve_chance(0)
    with pytest.raises(DOCUMENTED):
        state.playouts(count, 1)
    with pytest.raises(DOCUMENTED):
        state.evaluate_actions(count, 1)
    if count is not None:
        with pytest.raises(DOCUMENTED):
            state.playouts(1, 1, threads=count)


def test_rules_of_another_kind_are_refused(engine: Engine) -> None:
    for rules in ("x", 1, ["decline_effects"], object()):
        with pytest.raises((ValueError, TypeError)):
            engine.State.new(2, rules=rules)


def test_members_refuse_arguments_they_do_not_have(engine: Engine) -> None:
    state = engine.State.new(2)
    calls: list[Callable[[], Any]] = [
        lambda: engine.State.new(),
        lambda: engine.State.new(2, colour="red"),
        lambda: state.child(),
        lambda: state.child(0, 1),
        lambda: state.resolve_chance(),
        lambda: engine.State.from_snapshot(),
        lambda: engine.State.from_bytes(),
        lambda: state.snapshot(1),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_states_are_made_by_new_only(engine: Engine) -> None:
    """Whatever the class is called with, it says what makes states."""
    text = "^a state comes from State.new, from_snapshot, from_bytes or another state$"
    for arguments, names in (((), {}), ((2,), {}), ((), {"players": 2})):
        with pytest.raises(TypeError, match=text):
            engine.State(*arguments, **names)


@pytest.mark.parametrize("snapshot", [None, 1, "x", [], [{"players": 2}], b"{}"], ids=repr)
def test_a_snapshot_is_a_dict(engine: Engine, snapshot: Any) -> None:
    with pytest.raises((engine.SnapshotError, TypeError)):
        engine.State.from_snapshot(snapshot)


@pytest.mark.parametrize("packed", [None, 1, "BURG", [], {}], ids=repr)
def test_bytes_are_bytes(engine: Engine, packed: Any) -> None:
    with pytest.raises((engine.SnapshotError, TypeError)):
        engine.State.from_bytes(packed)


def test_a_position_does_not_keep_the_callers_dict(engine: Engine) -> None:
    given = position(seats=[seat(storage=["ship"], dice=[1, 2])])
    state = engine.State.from_snapshot(given)
    before = state.to_bytes()
    given["seats"][0]["storage"].append("mine")
    given["depots"].clear()
    assert state.to_bytes() == before
