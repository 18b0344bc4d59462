"""R4.1 to R4.3: what a turn is, and when it ends."""

from __future__ import annotations

import pytest
from engines import Engine
from positions import of_seat, play, prompt, seat, words

MONEY = {"silver": 2}


def test_r4_1_c85_two_actions_one_per_die(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[2, 5]), seat(dice=[1, 1])])
    state = play(state, "5: workers")
    assert of_seat(state)["dice"] == [2]
    assert state.current_player() == 0
    state = play(state, "2: workers")
    assert of_seat(state)["dice"] == []
    assert state.current_player() == 1


def test_r4_1_c98_dice_in_any_order(engine: Engine) -> None:
    """C98: the mine on e3 (4) and the bank on c3 or e4 (3), in either order."""
    state = engine.at(seats=[seat(storage=["ship", "bank", "mine"], dice=[3, 4])])
    assert words(state) == {
        "3: place bank on c3",
        "3: place bank on e4",
        "3: workers",
        "4: place mine on e3",
        "4: workers",
    }
    one = play(state, "4: place mine on e3", "3: place bank on e4")
    other = play(state, "3: place bank on e4", "4: place mine on e3")
    assert one == other
    assert of_seat(one)["storage"] == ["ship"]


def test_r4_1_c86_nobody_is_ever_stuck(engine: Engine) -> None:
    """C86: dice 1, 1 and nothing to do: workers can be taken, the turn cannot be ended."""
    state = engine.at(seats=[seat(dice=[1, 1])])
    assert words(state) == {"1: workers"}
    assert "R4.1" in state.why_illegal("end")
    state = play(state, "1: workers")
    assert "1: workers" in words(state)
    assert "R4.1" in state.why_illegal("end")


def test_r4_1_equal_dice_are_offered_once(engine: Engine) -> None:
    state = engine.at(seats=[seat(storage=["ship"], dice=[5, 5])], depots={5: ["mine"]})
    assert words(state) == {"5: take mine from 5", "5: place ship on d5", "5: workers"}
    assert of_seat(play(state, "5: place ship on d5"))["dice"] == [5]


def test_r4_2_c60_purchase_before_between_and_after(engine: Engine) -> None:
    """C60: legal with no die, one die and both dice used; then `end` is asked for."""
    state = engine.at(seats=[seat(dice=[1, 2], **MONEY)], black=["mine"])
    assert "buy mine from black" in words(state)
    assert "end" not in words(state)
    state = play(state, "1: workers")
    assert "buy mine from black" in words(state)
    assert "end" not in words(state)
    state = play(state, "2: workers")
    assert state.current_player() == 0
    assert words(state) == {"buy mine from black", "end"}


def test_r4_2_one_purchase_a_turn(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[1, 2], silver=9)], black=["mine", "ship"])
    state = play(state, "buy mine from black")
    assert words(state) == {"1: workers", "2: workers"}
    assert "R7.1" in state.why_illegal("buy ship from black")
    state = play(state, "1: workers", "2: workers")
    assert state.is_chance_node()  # the turn is over
    assert state.snapshot()["bought"] is False


@pytest.mark.parametrize("last", ["buy mine from black", "end"])
def test_r4_3_the_turn_ends_with_a_purchase_or_by_word(engine: Engine, last: str) -> None:
    state = engine.at(seats=[seat(dice=[1], **MONEY), seat(dice=[3, 3])], black=["mine"])
    state = play(state, "1: workers", last)
    assert state.current_player() == 1
    assert of_seat(state)["storage"] == (["mine"] if last != "end" else [])


def test_r4_3_c60_the_turn_ends_by_itself_without_money(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[1], silver=1), seat(dice=[3, 3])], black=["mine"])
    assert play(state, "1: workers").current_player() == 1


def test_r4_3_c60_the_turn_ends_by_itself_with_nothing_for_sale(engine: Engine) -> None:
    """Without knowledge 6 a tile on a numbered depot is not for sale."""
    state = engine.at(seats=[seat(dice=[1], **MONEY), seat(dice=[3, 3])], depots={1: ["ship"]})
    assert play(state, "1: workers").current_player() == 1


def test_r4_3_the_turn_waits_for_an_effect_of_the_last_die(engine: Engine) -> None:
    state = engine.at(seats=[seat(storage=["market"], dice=[3])], depots={1: ["ship"]})
    state = play(state, "3: place market on c3")
    assert prompt(state) == "market"
    assert play(state, "decline").is_chance_node()


def test_r4_2_c58_purchase_at_a_castles_prompt(engine: Engine) -> None:
    """C58: the ship bought at the castle's prompt may be placed with the castle's action."""
    state = engine.at(
        seats=[seat(estate={"c4": "k16"}, storage=["castle"], dice=[1, 6], **MONEY)],
        black=["ship"],
    )
    state = play(state, "6: place castle on b3")
    assert words(state) == {"*: workers", "buy ship from black"}
    state = play(state, "buy ship from black")
    assert prompt(state) == "castle"
    assert of_seat(state)["silver"] == 0
    state = play(state, "*: place ship on d5")
    assert of_seat(state)["estate"]["d5"] == "ship"
    assert of_seat(state)["dice"] == [1]


def test_r4_2_c46_purchase_at_a_city_halls_prompt(engine: Engine) -> None:
    """C46: nothing else in storage: the prompt offers the purchase; the bought ship may follow."""
    state = engine.at(seats=[seat(storage=["city_hall"], dice=[3, 6], **MONEY)], black=["ship"])
    state = play(state, "3: place city_hall on e4")
    assert words(state) == {"buy ship from black", "decline"}
    state = play(state, "buy ship from black")
    assert words(state) == {"place ship on d3", "place ship on d5", "decline"}
    state = play(state, "place ship on d3")
    assert of_seat(state)["estate"] == {"d3": "ship", "d4": "castle", "e4": "city_hall"}


def test_r4_2_c46_a_purchase_that_fits_nowhere_ends_the_city_hall(engine: Engine) -> None:
    """No animal space touches {d4, e4}: after the purchase nothing but declining is left."""
    state = engine.at(seats=[seat(storage=["city_hall"], dice=[3, 6], **MONEY)], black=["cow3"])
    state = play(state, "3: place city_hall on e4", "buy cow3 from black")
    assert prompt(state) == "turn"
    assert of_seat(state)["storage"] == ["cow3"]


@pytest.mark.parametrize(
    ("tile", "space", "kind"),
    [("market", "c3", "market"), ("warehouse", "c3", "warehouse"), ("ship", "d5", "ship")],
)
def test_r4_2_no_purchase_inside_any_other_choice(
    engine: Engine, tile: str, space: str, kind: str
) -> None:
    state = engine.at(
        seats=[seat(storage=[tile], dice=[3, 5], goods={1: 1}, **MONEY)],
        depots={1: ["ship"]},
        depot_goods={2: {4: 1}},
        black=["mine"],
    )
    die = 3 if space == "c3" else 5
    state = play(state, f"{die}: place {tile} on {space}")
    assert prompt(state) == kind
    assert not [word for word in words(state) if word.startswith("buy")]
    assert state.why_illegal("buy mine from black")


def test_r4_2_no_purchase_while_a_discard_is_due(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["bank", "mine", "ship"], dice=[3, 5], **MONEY)],
        depots={3: ["cow2"]},
        black=["mine"],
    )
    state = play(state, "3: take cow2 from 3")
    assert words(state) == {"discard bank", "discard mine", "discard ship"}
