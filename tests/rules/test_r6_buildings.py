"""R6.7 and R6.8: the eight buildings."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import black_tiles, depot_tiles, of_seat, play, prompt, seat, vp, words

# C48: a target of each kind on the numbered depots, and one of each in the black depot.
TARGETS: dict[str, Any] = {
    "depots": {
        1: ["ship"],
        2: ["k16"],
        3: ["cow2"],
        4: ["bank"],
        5: ["mine"],
        6: ["castle"],
    },
    "black": ["castle", "mine", "ship", "church", "cow3", "k7"],
}
LOST = {"decline_effects": False}


def built(engine: Engine, building: str, space: str = "e4", **keys: Any) -> Any:
    """P0 has just placed the building with a 3; the other die shows 6."""
    table = {
        name: keys.pop(name) for name in ("depots", "black", "options", "phase") if name in keys
    }
    storage = [building, *keys.pop("storage", [])]
    state = engine.at(seats=[seat(storage=storage, dice=[3, 6], **keys)], **table)
    return play(state, f"3: place {building} on {space}")


@pytest.mark.parametrize(
    ("building", "silver", "workers", "points"),
    [("bank", 2, 0, 0), ("boarding_house", 0, 4, 0), ("watchtower", 0, 0, 4)],
)
def test_r6_7_automatic_buildings(
    engine: Engine, building: str, silver: int, workers: int, points: int
) -> None:
    state = built(engine, building)
    after = of_seat(state)
    assert (after["silver"], after["workers"], after["vp"]) == (silver, workers, points)
    assert prompt(state) == "turn"


def test_r6_7_c54_bank_money_pays_for_a_purchase(engine: Engine) -> None:
    """C54: 0 + 2 - 2 silver; the 6 takes workers."""
    state = built(engine, "bank", black=["mine"])
    state = play(state, "buy mine from black", "6: workers")
    after = of_seat(state)
    assert (after["silver"], after["workers"], after["vp"]) == (0, 2, 0)
    assert after["storage"] == ["mine"]
    assert after["estate"] == {"d4": "castle", "e4": "bank"}


def test_r6_7_boarding_house_workers_serve_the_second_die(engine: Engine) -> None:
    state = built(engine, "boarding_house", depots={3: ["cow2"]})
    state = play(state, "6: take cow2 from 3")
    assert of_seat(state)["workers"] == 4 - 3


@pytest.mark.parametrize(
    ("building", "expected"),
    [
        ("carpenters_workshop", {"take bank from 4"}),
        ("church", {"take mine from 5", "take k16 from 2", "take castle from 6"}),
        ("market", {"take ship from 1", "take cow2 from 3"}),
    ],
)
@pytest.mark.parametrize("knowledge", ["k17", "k6"])
def test_r6_8_c48_numbered_depots_only_and_the_right_colours(
    engine: Engine, building: str, expected: set[str], knowledge: str
) -> None:
    """C48: never from the black depot, not even with knowledge 6; no purchase is used up."""
    state = built(engine, building, estate={"c4": knowledge}, silver=2, **TARGETS)
    assert words(state) == expected | {"decline"}
    word = min(expected)
    after = play(state, word)
    assert of_seat(after)["storage"] == [word.split()[1]]
    assert depot_tiles(after, int(word.split()[3])) == []
    assert of_seat(after)["silver"] == 2
    assert after.snapshot()["bought"] is False
    assert "buy k7 from black" in words(after)
    assert len(black_tiles(after)) == 6


@pytest.mark.parametrize("building", ["carpenters_workshop", "church", "market"])
def test_r6_8_a_tile_of_another_kind_is_refused(engine: Engine, building: str) -> None:
    state = built(engine, building, **TARGETS)
    for word in ("take ship from 1", "take k16 from 2", "take bank from 4", "take mine from 5"):
        if word not in words(state):
            assert "R6.8" in state.why_illegal(word)


def test_r6_8_the_placed_building_leaves_a_place_free(engine: Engine) -> None:
    """The building has left storage before its effect: two tiles and the new one fit."""
    state = built(engine, "market", storage=["bank", "mine"], depots={1: ["ship"]})
    state = play(state, "take ship from 1")
    assert of_seat(state)["storage"] == ["mine", "ship", "bank"]
    assert prompt(state) == "turn"


def test_r6_8_a_full_storage_at_a_buildings_prompt_asks_for_the_discard(engine: Engine) -> None:
    """A hand-made position: storage full while the market's prompt waits."""
    state = engine.at(
        seats=[seat(estate={"e4": "market"}, storage=["bank", "mine", "k1"], dice=[6])],
        depots={1: ["ship"]},
        prompt={"kind": "market"},
    )
    state = play(state, "take ship from 1")
    assert words(state) == {"discard bank", "discard mine", "discard k1"}
    state = play(state, "discard k1")
    assert of_seat(state)["storage"] == ["mine", "ship", "bank"]
    assert prompt(state) == "turn"


@pytest.mark.parametrize(
    ("building", "depots"),
    [
        ("market", {2: ["castle", "k16"], 4: ["bank"], 5: ["mine"]}),
        ("church", {1: ["ship"], 3: ["cow2"], 4: ["bank"]}),
        ("carpenters_workshop", {1: ["ship"], 2: ["castle", "k16"], 3: ["cow2"]}),
    ],
)
def test_r6_8_c49_placed_although_there_is_no_target(
    engine: Engine, building: str, depots: dict[int, list[str]]
) -> None:
    """C49: +1 +10 for {c3} in phase A, nothing to decide, also when all must be done."""
    for options in (None, LOST):
        state = built(engine, building, "c3", depots=depots, options=options, black=["ship"])
        assert vp(state) == 11
        assert prompt(state) == "turn"
        assert of_seat(state)["dice"] == [6]


def test_r6_8_c50_an_effect_may_be_declined(engine: Engine) -> None:
    """C50: the ship of depot 1 or `decline`; the ship only, if what can be done must be done."""
    position: dict[str, Any] = {"storage": ["k17", "mine"], "depots": {1: ["ship"]}}
    state = built(engine, "market", **position)
    assert words(state) == {"take ship from 1", "decline"}
    declined = play(state, "decline")
    assert of_seat(declined)["storage"] == ["mine", "k17"]
    assert depot_tiles(declined, 1) == ["ship"]
    strict = built(engine, "market", **position, options=LOST)
    assert words(strict) == {"take ship from 1"}
    assert "R11.3" in strict.why_illegal("decline")


@pytest.mark.parametrize("options", [None, LOST])
def test_r6_8_c52_warehouse_without_goods(engine: Engine, options: dict[str, Any] | None) -> None:
    """C52: placed and scored, no coin, nothing asked."""
    state = built(engine, "warehouse", "c3", options=options)
    assert vp(state) == 11
    assert of_seat(state)["silver"] == 0
    assert prompt(state) == "turn"


def test_r6_8_warehouse_sells_one_type_whatever_the_die(engine: Engine) -> None:
    """Two of type 1 at 2 VP, 1 silver; the type 5 stays, and no further sale follows."""
    state = built(engine, "warehouse", goods={1: 2, 5: 1}, workers=2)
    assert words(state) == {"sell 1", "sell 5", "decline"}
    state = play(state, "sell 1")
    after = of_seat(state)
    assert (after["silver"], after["workers"], after["vp"]) == (1, 2, 4)
    assert after["goods"] == {"5": 1}
    assert after["sold"] == {"1": 2}
    assert prompt(state) == "turn"


def test_r6_8_warehouse_sale_has_knowledge_3_and_4(engine: Engine) -> None:
    state = built(engine, "warehouse", goods={1: 2}, estate={"c4": "k3", "b4": "k4"})
    after = of_seat(play(state, "sell 1"))
    assert (after["silver"], after["workers"], after["vp"]) == (2, 1, 4)


def test_r6_8_warehouse_may_be_declined(engine: Engine) -> None:
    state = play(built(engine, "warehouse", goods={1: 2}), "decline")
    assert of_seat(state)["goods"] == {"1": 2}
    assert words(built(engine, "warehouse", goods={1: 2}, options=LOST)) == {"sell 1"}


def test_r6_8_c42_city_hall_places_on_any_number(engine: Engine) -> None:
    """C42: the castle on b3 (6, touching c4); its action follows."""
    state = built(engine, "city_hall", estate={"c4": "k16"}, storage=["castle"])
    assert words(state) == {"place castle on b3", "decline"}
    state = play(state, "place castle on b3")
    assert prompt(state) == "castle"
    assert words(state) == {"*: workers"}


def test_r6_8_c44_city_hall_obeys_colour_adjacency_and_city(engine: Engine) -> None:
    """C44: ships on d3, d5; the second city hall on c3 only."""
    state = built(engine, "city_hall", storage=["ship", "city_hall"])
    assert words(state) == {
        "place ship on d3",
        "place ship on d5",
        "place city_hall on c3",
        "decline",
    }
    for word, rule in {
        "place ship on c3": "R5.3b",
        "place ship on d6": "R5.3c",
        "place ship on d7": "R5.3c",
        "place city_hall on e5": "R5.3d",
        "place city_hall on f4": "R5.3d",
    }.items():
        assert rule in state.why_illegal(word)


def test_r6_8_c44_variant_with_a_market(engine: Engine) -> None:
    """C44, variant: the market on c3, e5 or f4."""
    state = built(engine, "city_hall", storage=["ship", "market"])
    assert words(state) == {
        "place ship on d3",
        "place ship on d5",
        "place market on c3",
        "place market on e5",
        "place market on f4",
        "decline",
    }


def test_r6_8_city_hall_pays_no_workers(engine: Engine) -> None:
    state = built(engine, "city_hall", storage=["ship"], workers=3)
    assert of_seat(play(state, "place ship on d5"))["workers"] == 3


def test_r6_8_city_halls_tile_has_its_effect_and_score(engine: Engine) -> None:
    """A bank on c3 (1 + 10 in phase A, 2 silver)."""
    state = play(built(engine, "city_hall", storage=["bank"]), "place bank on c3")
    assert of_seat(state)["silver"] == 2
    assert vp(state) == 11
    assert prompt(state) == "turn"


def test_r6_8_c46_city_hall_with_nothing_to_place(engine: Engine) -> None:
    """C46: without money, or without purchases inside effects, the advantage is lost at once."""
    for keys in (
        {"silver": 0},
        {"silver": 2, "options": {"purchase_in_effect": False}},
    ):
        state = built(engine, "city_hall", black=["ship"], **keys)
        assert prompt(state) == "turn"
        assert of_seat(state)["dice"] == [6]


def test_r6_8_city_hall_declining(engine: Engine) -> None:
    state = built(engine, "city_hall", storage=["ship"])
    declined = play(state, "decline")
    assert of_seat(declined)["storage"] == ["ship"]
    assert prompt(declined) == "turn"
    strict = built(engine, "city_hall", storage=["ship"], options=LOST)
    assert words(strict) == {"place ship on d3", "place ship on d5"}
    assert "R11.3" in strict.why_illegal("decline")
