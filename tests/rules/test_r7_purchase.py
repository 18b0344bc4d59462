"""R7: the purchase."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import black_tiles, depot_tiles, of_seat, play, prompt, seat, words

NUMBERED = {1: ["ship"], 2: ["castle"], 3: ["cow2"], 4: ["bank"], 5: ["mine"], 6: ["sheep2"]}


def buys(state: Any) -> set[str]:
    return {word for word in words(state) if word.startswith("buy ")}


def test_r7_1_two_silver_and_no_die(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[1, 2], silver=5)], black=["mine", "k7"])
    state = play(state, "buy k7 from black")
    after = of_seat(state)
    assert after["silver"] == 3
    assert after["dice"] == [1, 2]
    assert after["storage"] == ["k7"]
    assert black_tiles(state) == ["mine"]
    assert state.snapshot()["bought"] is True


@pytest.mark.parametrize(("silver", "legal"), [(0, False), (1, False), (2, True), (3, True)])
def test_r7_1_the_price_must_be_there(engine: Engine, silver: int, legal: bool) -> None:
    state = engine.at(seats=[seat(dice=[1, 2], silver=silver, workers=9)], black=["mine"])
    assert buys(state) == ({"buy mine from black"} if legal else set())


def test_r7_1_once_a_turn_and_again_in_the_next(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(dice=[1, 2], silver=9), seat(dice=[3, 3])], black=["mine", "ship"]
    )
    state = play(state, "buy mine from black", "1: workers", "2: workers")
    assert state.current_player() == 1
    state = play(state, "3: workers", "3: workers", "white 1", "dice 1 1 to 0", "dice 1 1 to 1")
    assert buys(state) == {"buy ship from black"}


def test_r7_1_numbered_depots_are_not_for_sale(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[1, 2], silver=9)], depots=NUMBERED, black=["mine"])
    assert buys(state) == {"buy mine from black"}
    assert "R7.1" in state.why_illegal("buy cow2 from 3")


def test_r7_1_c62_knowledge_6_opens_the_numbered_depots(engine: Engine) -> None:
    """C62: with 1 silver nothing, workers never pay; with 2 any tile of the seven depots."""
    owner = {"estate": {"c4": "k6"}, "dice": [1, 2], "workers": 5}
    table: dict[str, Any] = {"depots": NUMBERED, "black": ["mine", "church"]}
    assert buys(engine.at(seats=[seat(silver=1, **owner)], **table)) == set()
    state = engine.at(seats=[seat(silver=2, **owner)], **table)
    assert buys(state) == {
        "buy ship from 1",
        "buy castle from 2",
        "buy cow2 from 3",
        "buy bank from 4",
        "buy mine from 5",
        "buy sheep2 from 6",
        "buy mine from black",
        "buy church from black",
    }
    after = play(state, "buy cow2 from 3")
    assert (of_seat(after)["silver"], of_seat(after)["workers"]) == (0, 5)
    assert of_seat(after)["dice"] == [1, 2]
    assert of_seat(after)["storage"] == ["cow2"]
    assert depot_tiles(after, 3) == []


def test_r7_1_still_one_purchase_a_turn_with_knowledge_6(engine: Engine) -> None:
    for word in ("buy ship from 1", "buy mine from black"):
        state = engine.at(
            seats=[seat(estate={"c4": "k6"}, dice=[1, 2], silver=9)],
            depots=NUMBERED,
            black=["mine"],
        )
        assert buys(play(state, word)) == set()


@pytest.mark.parametrize("source", ["black", "1"])
def test_r7_1_full_storage_discards_as_in_r5_2(engine: Engine, source: str) -> None:
    state = engine.at(
        seats=[seat(estate={"c4": "k6"}, storage=["mine", "bank", "k1"], dice=[1, 2], silver=2)],
        depots={1: ["ship"]},
        black=["ship"],
    )
    state = play(state, f"buy ship from {source}")
    assert prompt(state) == "discard"
    assert of_seat(state)["silver"] == 0
    assert words(state) == {"discard mine", "discard bank", "discard k1"}
    state = play(state, "discard mine")
    assert of_seat(state)["storage"] == ["ship", "bank", "k1"]
    assert words(state) >= {"1: workers", "2: workers"}


def test_r7_1_discard_after_the_last_die_ends_the_turn(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["mine", "bank", "k1"], dice=[1], silver=2), seat(dice=[5, 5])],
        black=["ship"],
    )
    state = play(state, "1: workers", "buy ship from black")
    assert prompt(state) == "discard"
    assert play(state, "discard k1").current_player() == 1


def test_r7_1_a_full_storage_at_a_castles_purchase_returns_to_the_castle(engine: Engine) -> None:
    """A hand-made position: three tiles stored while the castle's action waits."""
    state = engine.at(
        seats=[seat(storage=["mine", "bank", "k1"], dice=[1], silver=2)],
        black=["ship"],
        prompt={"kind": "castle"},
    )
    state = play(state, "buy ship from black")
    assert words(state) == {"discard mine", "discard bank", "discard k1"}
    assert state.snapshot()["prompt"]["then"] == "castle"
    state = play(state, "discard k1")
    assert prompt(state) == "castle"
    assert "*: place ship on d5" in words(state)
    assert buys(state) == set()


def test_r7_1_a_full_storage_at_a_city_halls_purchase_returns_to_it(engine: Engine) -> None:
    """The city hall goes on if the new tile can be placed, and is lost if nothing can."""
    keys: dict[str, Any] = {
        "seats": [seat(storage=["castle", "cow2", "cow3"], dice=[1], silver=2)],
        "prompt": {"kind": "city_hall"},
    }
    state = engine.at(black=["ship"], **keys)
    assert words(state) == {"buy ship from black", "decline"}
    state = play(state, "buy ship from black")
    assert state.snapshot()["prompt"]["then"] == "city_hall"
    state = play(state, "discard cow2")
    assert words(state) == {"place ship on d3", "place ship on d5", "decline"}
    state = play(engine.at(black=["sheep3"], **keys), "buy sheep3 from black", "discard cow2")
    assert prompt(state) == "turn"


def test_r7_1_free_steps_and_workers_play_no_part(engine: Engine) -> None:
    """Knowledge 12 and 6: buying from depot 3 costs silver alone."""
    state = engine.at(
        seats=[seat(estate={"c4": "k6", "b4": "k12"}, dice=[3], silver=2, workers=4)],
        depots={4: ["bank"]},
    )
    told = state.explain(state.string_to_action("buy bank from 4"))
    assert [event["event"] for event in told] == ["buy", "store"]


def test_r7_1_equal_tiles_are_offered_once(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(estate={"c4": "k6"}, dice=[1], silver=2)],
        depots={2: ["bank", "bank"]},
        black=["mine", "mine", "ship"],
    )
    offered = [word for a in state.legal_actions() if (word := state.action_to_string(a))]
    assert sorted(word for word in offered if word.startswith("buy")) == [
        "buy bank from 2",
        "buy mine from black",
        "buy ship from black",
    ]
