"""R11: the options and their values."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import play, position, prompt, seat, words

DEFAULTS = {
    "purchase_in_effect": True,
    "tie_break": "fewest_then_later",
    "decline_effects": True,
}


def test_r11_1_purchase_in_effect_at_a_castle(engine: Engine) -> None:
    """C58: the purchase at the castle's prompt, with the option and without it."""
    for allowed in (True, False):
        state = engine.at(
            seats=[seat(estate={"c4": "k16"}, storage=["castle"], dice=[1, 6], silver=2)],
            black=["ship"],
            options={"purchase_in_effect": allowed},
        )
        assert "buy ship from black" in words(state)
        state = play(state, "6: place castle on b3")
        assert ("buy ship from black" in words(state)) == allowed
        if not allowed:
            assert "R11.1" in state.why_illegal("buy ship from black")
        state = play(state, "*: workers")
        assert "buy ship from black" in words(state)
        assert "buy ship from black" in words(play(state, "1: workers"))


def test_r11_1_purchase_in_effect_at_a_city_hall(engine: Engine) -> None:
    for allowed in (True, False):
        state = engine.at(
            seats=[seat(storage=["city_hall", "mine"], dice=[3, 6], silver=2)],
            black=["ship"],
            options={"purchase_in_effect": allowed},
        )
        state = play(state, "3: place city_hall on e4")
        assert prompt(state) == "city_hall"
        assert ("buy ship from black" in words(state)) == allowed
        if not allowed:
            assert "R11.1" in state.why_illegal("buy ship from black")


def test_r11_2_tie_break_values(engine: Engine) -> None:
    """P0 has the fewer empty spaces and is earlier; then both have as many."""
    expected = {
        "fewest_then_later": (0, 1),
        "most_then_later": (1, 1),
        "fewest_then_earlier": (0, 0),
    }
    for value, winners in expected.items():
        for estate, winner in zip(({"c3": "bank"}, {}), winners, strict=True):
            state = engine.at(
                seats=[seat(estate=estate, dice=[1]), seat()], options={"tie_break": value}
            )
            assert state.ranking()[0] == winner, (value, estate)


EFFECTS: list[dict[str, Any]] = [
    {"storage": ["market"], "depots": {1: ["ship"]}},
    {"storage": ["church"], "depots": {2: ["castle"]}},
    {"storage": ["carpenters_workshop"], "depots": {2: ["bank"]}},
    {"storage": ["warehouse"], "goods": {1: 1}},
    {"storage": ["city_hall", "ship"]},
]


@pytest.mark.parametrize("keys", EFFECTS, ids=lambda keys: keys["storage"][0])
def test_r11_3_decline_effects(engine: Engine, keys: dict[str, Any]) -> None:
    """`decline` is always there when the option is on, and nowhere when it is off."""
    mine = {key: keys[key] for key in ("storage", "goods") if key in keys}
    for allowed in (True, False):
        state = engine.at(
            seats=[seat(dice=[3, 6], **mine)],
            depots=keys.get("depots"),
            options={"decline_effects": allowed},
        )
        state = play(state, f"3: place {mine['storage'][0]} on e4")
        assert words(state) - {"decline"}
        assert ("decline" in words(state)) == allowed
        if not allowed:
            assert "R11.3" in state.why_illegal("decline")


def test_r11_3_a_city_hall_that_can_do_nothing_but_buy_may_be_declined(engine: Engine) -> None:
    """Nothing to place, but money: what cannot be done need not be done."""
    state = engine.at(
        seats=[seat(storage=["city_hall"], dice=[3, 6], silver=2)],
        black=["ship"],
        options={"decline_effects": False},
    )
    state = play(state, "3: place city_hall on e4")
    assert words(state) == {"buy ship from black", "decline"}
    assert words(play(state, "buy ship from black")) == {"place ship on d3", "place ship on d5"}


def test_r11_3_does_not_touch_the_ship(engine: Engine) -> None:
    """R6.2 and R6.3 have their own rules of choosing none."""
    state = engine.at(
        seats=[seat(estate={"c4": "k5"}, storage=["ship"], dice=[1, 5])],
        depot_goods={1: {1: 1}, 2: {2: 1}},
        options={"decline_effects": False},
    )
    state = play(state, "5: place ship on d5")
    assert words(state) == {"goods from 1", "goods from 2", "decline"}
    assert words(play(state, "goods from 1")) == {"goods from 2", "decline"}


def test_r11_defaults_are_the_rules(engine: Engine) -> None:
    rules = engine.Rules()
    plain = engine.State.new(2)
    assert engine.State.new(2, rules=rules) == plain
    assert engine.State.new(2, rules=engine.Rules(**DEFAULTS)) == plain
    assert "options" not in plain.snapshot()


@pytest.mark.parametrize(
    "option",
    [
        {"purchase_in_effect": False},
        {"tie_break": "most_then_later"},
        {"tie_break": "fewest_then_earlier"},
        {"decline_effects": False},
    ],
    ids=str,
)
def test_r11_an_option_is_kept_by_snapshot_bytes_and_key(
    engine: Engine, option: dict[str, Any]
) -> None:
    state = engine.State.new(2, rules=engine.Rules(**option)).resolve_chance(1)
    plain = engine.State.new(2).resolve_chance(1)
    assert state.snapshot()["options"] == DEFAULTS | option
    assert list(state.snapshot())[:3] == ["format", "edition", "options"]
    assert engine.State.from_snapshot(state.snapshot()) == state
    assert engine.State.from_bytes(state.to_bytes()) == state
    assert state != plain
    assert state.key() != plain.key()


@pytest.mark.parametrize(
    "option",
    [
        {"purchase_in_effect": 1},
        {"purchase_in_effect": None},
        {"purchase_in_effect": "true"},
        {"tie_break": "fewest"},
        {"tie_break": ""},
        {"tie_break": None},
        {"tie_break": 0},
        {"decline_effects": 0},
        {"decline_effects": "false"},
    ],
    ids=str,
)
def test_r11_every_other_value_is_an_error(engine: Engine, option: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        engine.Rules(**option)
    with pytest.raises(engine.SnapshotError):
        engine.State.from_snapshot(position(options=option, seats=[seat(dice=[1, 2])]))


def test_r11_an_unknown_option_is_an_error(engine: Engine) -> None:
    with pytest.raises(TypeError):
        engine.Rules(house_rule=True)
    with pytest.raises(engine.SnapshotError):
        engine.State.from_snapshot(position(options={"house_rule": True}))
