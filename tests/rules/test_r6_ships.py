"""R6.2 and R6.3: a ship's goods."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import of_seat, play, prompt, seat, words

SOMEWHERE = {1: {6: 1}, 2: {6: 1}, 3: {6: 1}, 4: {6: 1}, 5: {6: 1}, 6: {6: 1}}


def shipping(engine: Engine, goods: dict[int, int], depot_goods: Any, **keys: Any) -> Any:
    """P0 has just placed a ship on d5, with these goods in storage."""
    state = engine.at(
        seats=[seat(storage=["ship"], dice=[1, 5], goods=goods, **keys)], depot_goods=depot_goods
    )
    return play(state, "5: place ship on d5")


def depot_goods(state: Any, depot: int) -> dict[str, int]:
    found: dict[str, int] = state.snapshot()["depots"][depot - 1]["goods"]
    return found


def space_of_piece(state: Any, player: int = 0) -> int:
    track = state.snapshot()["track"]
    return next(space for space, stack in enumerate(track) if player in stack)


def test_r6_2_all_goods_of_the_chosen_depot(engine: Engine) -> None:
    state = shipping(engine, {3: 1}, {2: {1: 1, 3: 2, 6: 1}})
    state = play(state, "goods from 2")
    assert of_seat(state)["goods"] == {"1": 1, "3": 3, "6": 1}
    assert depot_goods(state, 2) == {}
    assert prompt(state) == "turn"
    assert space_of_piece(state) == 1


def test_r6_2_c16_the_die_has_no_part_in_it(engine: Engine) -> None:
    """C16: the ship was placed with a 5; depot 2 is offered, and `decline` for the empty ones."""
    state = shipping(engine, {}, {2: {6: 1}})
    assert words(state) == {"goods from 2", "decline"}
    assert of_seat(play(state, "goods from 2"))["goods"] == {"6": 1}


def test_r6_2_c13_refusing_goods_needs_a_depot_without(engine: Engine) -> None:
    """C13: one free place; only depot 3 has goods: it or `decline`; then one of 3 and 4."""
    state = shipping(engine, {1: 1, 2: 1}, {3: {3: 1, 4: 1}})
    assert words(state) == {"goods from 3", "decline"}
    assert words(play(state, "goods from 3")) == {"keep 3", "keep 4"}
    declined = play(state, "decline")
    assert of_seat(declined)["goods"] == {"1": 1, "2": 1}
    assert depot_goods(declined, 3) == {"3": 1, "4": 1}
    assert space_of_piece(declined) == 1


def test_r6_2_c13_no_refusing_when_all_depots_have_storable_goods(engine: Engine) -> None:
    state = shipping(engine, {1: 1, 2: 1}, SOMEWHERE)
    assert words(state) == {f"goods from {depot}" for depot in range(1, 7)}
    assert "R6.2" in state.why_illegal("decline")


def test_r6_2_c12_one_free_place_and_two_new_types(engine: Engine) -> None:
    """C12: type 3 twice or type 4 once; what is not kept stays."""
    state = play(shipping(engine, {1: 1, 2: 1}, {3: {3: 2, 4: 1}}), "goods from 3")
    assert prompt(state) == "goods"
    assert space_of_piece(state) == 0
    three = play(state, "keep 3")
    assert of_seat(three)["goods"] == {"1": 1, "2": 1, "3": 2}
    assert depot_goods(three, 3) == {"4": 1}
    four = play(state, "keep 4")
    assert of_seat(four)["goods"] == {"1": 1, "2": 1, "4": 1}
    assert depot_goods(four, 3) == {"3": 2}
    assert space_of_piece(three) == space_of_piece(four) == 1


def test_r6_2_no_free_place_same_types_stack(engine: Engine) -> None:
    """Storage 1, 2, 3: from depot 4 the type 2 comes along, the types 5 and 6 stay."""
    state = shipping(engine, {1: 1, 2: 1, 3: 1}, {4: {2: 2, 5: 1, 6: 1}})
    state = play(state, "goods from 4")
    assert prompt(state) == "turn"
    assert of_seat(state)["goods"] == {"1": 1, "2": 3, "3": 1}
    assert depot_goods(state, 4) == {"5": 1, "6": 1}


def test_r6_2_no_free_place_and_only_new_types_counts_as_no_goods(engine: Engine) -> None:
    """Storage 1, 2, 3: depot 4 is not offered, depot 5 is; both kinds make `decline` legal."""
    state = shipping(engine, {1: 1, 2: 1, 3: 1}, {4: {5: 1, 6: 1}, 5: {3: 1}})
    assert words(state) == {"goods from 5", "decline"}
    assert "R6.2" in state.why_illegal("goods from 4")


def test_r6_2_a_depot_of_unstorable_goods_allows_refusing(engine: Engine) -> None:
    """All six depots have goods, depot 4 none that could be stored."""
    everywhere = {**SOMEWHERE, 4: {5: 1}}
    state = shipping(engine, {1: 1, 2: 1, 6: 1}, everywhere)
    assert words(state) == {f"goods from {d}" for d in (1, 2, 3, 5, 6)} | {"decline"}


def test_r6_2_nothing_storable_anywhere_asks_nothing(engine: Engine) -> None:
    state = shipping(engine, {1: 1, 2: 1, 3: 1}, {4: {5: 1, 6: 1}})
    assert prompt(state) == "turn"
    assert space_of_piece(state) == 1
    assert depot_goods(state, 4) == {"5": 1, "6": 1}


def test_r6_2_stored_types_first_then_the_choice(engine: Engine) -> None:
    """Storage 2, 5: type 5 stacks at once; 1, 3, 6 compete for one place."""
    state = play(shipping(engine, {2: 1, 5: 1}, {6: {1: 1, 3: 1, 5: 2, 6: 2}}), "goods from 6")
    assert of_seat(state)["goods"] == {"2": 1, "5": 3}
    assert depot_goods(state, 6) == {"1": 1, "3": 1, "6": 2}
    assert words(state) == {"keep 1", "keep 3", "keep 6"}
    state = play(state, "keep 6")
    assert of_seat(state)["goods"] == {"2": 1, "5": 3, "6": 2}
    assert depot_goods(state, 6) == {"1": 1, "3": 1}


def test_r6_2_one_new_type_for_one_place_is_no_choice(engine: Engine) -> None:
    state = play(shipping(engine, {2: 1, 5: 1}, {6: {3: 2, 5: 1}}), "goods from 6")
    assert prompt(state) == "turn"
    assert of_seat(state)["goods"] == {"2": 1, "3": 2, "5": 2}


def test_r6_2_two_free_places_and_three_new_types_in_ascending_order(engine: Engine) -> None:
    """Of 3, 4, 6 two must be kept: 3 then 4 or 6; 4 then 6; 6 cannot come first."""
    state = play(shipping(engine, {1: 2}, {2: {3: 1, 4: 1, 6: 1}}), "goods from 2")
    assert words(state) == {"keep 3", "keep 4"}
    assert "R6.2" in state.why_illegal("keep 6")
    assert words(play(state, "keep 3")) == {"keep 4", "keep 6"}
    assert words(play(state, "keep 4")) == {"keep 6"}
    assert "R6.2" in play(state, "keep 4").why_illegal("keep 3")
    kept = [
        sorted(of_seat(play(state, *pair))["goods"])
        for pair in (("keep 3", "keep 4"), ("keep 3", "keep 6"), ("keep 4", "keep 6"))
    ]
    assert kept == [["1", "3", "4"], ["1", "3", "6"], ["1", "4", "6"]]


def test_r6_2_three_free_places_and_five_new_types(engine: Engine) -> None:
    """Of 1, 2, 4, 5, 6 three: the first can be 1, 2 or 4."""
    state = shipping(engine, {}, {3: {1: 1, 2: 1, 4: 3, 5: 1, 6: 1}})
    state = play(state, "goods from 3")
    assert words(state) == {"keep 1", "keep 2", "keep 4"}
    assert words(play(state, "keep 2")) == {"keep 4", "keep 5"}
    state = play(state, "keep 4", "keep 5", "keep 6")
    assert of_seat(state)["goods"] == {"4": 3, "5": 1, "6": 1}
    assert depot_goods(state, 3) == {"1": 1, "2": 1}
    assert prompt(state) == "turn"


def test_r6_2_the_goods_choice_has_no_way_out(engine: Engine) -> None:
    state = play(shipping(engine, {1: 1, 2: 1}, {3: {3: 1, 4: 1}}), "goods from 3")
    assert state.why_illegal("decline")
    assert state.why_illegal("end")


def test_r6_2_one_type_a_place_however_many(engine: Engine) -> None:
    state = play(shipping(engine, {3: 2, 4: 1, 5: 1}, {1: {3: 5}}), "goods from 1")
    assert of_seat(state)["goods"] == {"3": 7, "4": 1, "5": 1}


def second(engine: Engine, goods: dict[int, int], on_depots: Any) -> Any:
    """P0 with knowledge 5 has just placed a ship on d5."""
    return shipping(engine, goods, on_depots, estate={"c4": "k5"})


def test_r6_3_c65_depots_6_and_1_are_neighbours(engine: Engine) -> None:
    """C65: goods 2 on depot 6 and 3 on depot 1: either way round gives both."""
    state = second(engine, {}, {6: {2: 1}, 1: {3: 1}})
    assert words(state) == {"goods from 1", "goods from 6", "decline"}
    for first, other in ((6, 1), (1, 6)):
        after = play(state, f"goods from {first}")
        assert prompt(after) == "second_ship"
        assert words(after) == {f"goods from {other}", "decline"}
        assert of_seat(play(after, f"goods from {other}"))["goods"] == {"2": 1, "3": 1}


def test_r6_3_second_depot_wraps_from_6_to_1(engine: Engine) -> None:
    """C65 once more, with goods everywhere: from 6 the neighbours are 5 and 1."""
    state = play(second(engine, {6: 1}, SOMEWHERE), "goods from 6")
    assert words(state) == {"goods from 5", "goods from 1", "decline"}


@pytest.mark.parametrize("depot", range(1, 7))
def test_r6_3_only_the_two_neighbours(engine: Engine, depot: int) -> None:
    ring = {1: (6, 2), 2: (1, 3), 3: (2, 4), 4: (3, 5), 5: (4, 6), 6: (5, 1)}
    state = play(second(engine, {6: 1}, SOMEWHERE), f"goods from {depot}")
    assert words(state) == {f"goods from {d}" for d in ring[depot]} | {"decline"}
    for other in set(range(1, 7)) - set(ring[depot]):
        assert "R6.3" in state.why_illegal(f"goods from {other}")


def test_r6_3_the_piece_moves_when_all_is_done(engine: Engine) -> None:
    state = play(second(engine, {}, {2: {2: 1}, 3: {3: 1}}), "goods from 2")
    assert space_of_piece(state) == 0
    assert space_of_piece(play(state, "decline")) == 1
    assert space_of_piece(play(state, "goods from 3")) == 1


def test_r6_3_declining_the_second_leaves_its_goods(engine: Engine) -> None:
    state = play(second(engine, {}, {2: {2: 1}, 3: {3: 1}}), "goods from 2", "decline")
    assert of_seat(state)["goods"] == {"2": 1}
    assert depot_goods(state, 3) == {"3": 1}
    assert prompt(state) == "turn"


def test_r6_3_choosing_none_at_first_ends_the_effect(engine: Engine) -> None:
    state = play(second(engine, {}, {2: {2: 1}, 3: {3: 1}}), "decline")
    assert prompt(state) == "turn"
    assert of_seat(state)["goods"] == {}
    assert space_of_piece(state) == 1


def test_r6_3_not_asked_when_no_neighbour_has_storable_goods(engine: Engine) -> None:
    """Places are full of 1, 2, 3 after depot 4; depot 3 has only type 6, depot 5 nothing."""
    state = second(engine, {1: 1, 2: 1}, {4: {3: 1}, 3: {6: 1}})
    state = play(state, "goods from 4")
    assert prompt(state) == "turn"
    assert space_of_piece(state) == 1


def test_r6_3_the_second_depot_has_the_same_rules_of_storing(engine: Engine) -> None:
    """One place free after depot 2: of 4 and 5 on depot 3 one is kept, type 1 stacks at once."""
    state = second(engine, {1: 1}, {2: {2: 1}, 3: {1: 1, 4: 1, 5: 1}})
    state = play(state, "goods from 2", "goods from 3")
    assert prompt(state) == "goods"
    assert of_seat(state)["goods"] == {"1": 2, "2": 1}
    assert words(state) == {"keep 4", "keep 5"}
    state = play(state, "keep 5")
    assert of_seat(state)["goods"] == {"1": 2, "2": 1, "5": 1}
    assert prompt(state) == "turn"
    assert space_of_piece(state) == 1


def test_r6_3_a_choice_at_the_first_depot_comes_before_the_second(engine: Engine) -> None:
    """Two of 2, 3, 4 are kept at depot 5; then depot 6's type 1 still stacks."""
    state = second(engine, {1: 1}, {5: {2: 1, 3: 1, 4: 1}, 6: {1: 2}})
    state = play(state, "goods from 5")
    assert prompt(state) == "goods"
    assert state.snapshot()["prompt"]["then"] == "second_ship"
    state = play(state, "keep 2", "keep 4")
    assert prompt(state) == "second_ship"
    assert words(state) == {"goods from 6", "decline"}
    state = play(state, "goods from 6")
    assert of_seat(state)["goods"] == {"1": 3, "2": 1, "4": 1}


def test_r6_3_without_knowledge_5_there_is_no_second(engine: Engine) -> None:
    state = play(shipping(engine, {}, {2: {2: 1}, 3: {3: 1}}), "goods from 2")
    assert prompt(state) == "turn"
    assert of_seat(state)["goods"] == {"2": 1}
