"""R3: turn order and the track."""

from __future__ import annotations

import pytest
from engines import Engine
from positions import of_seat, play, prompt, seat, vp


def test_r3_1_further_along_first_then_higher_in_the_stack(engine: Engine) -> None:
    """Space 2 holds P3, space 1 P0 above P2, space 0 P1: the order of the next round."""
    state = engine.at(
        players=4,
        order=[0, 1, 2, 3],
        turn=3,
        track=[[1], [0, 2], [3], [], [], [], []],
        seats=[seat(), seat(), seat(), seat(dice=[1])],
    )
    state = play(state, "1: workers")
    assert state.snapshot()["order"] == [3, 0, 2, 1]
    assert state.snapshot()["round"] == 2


def test_r3_1_c5_a_player_may_have_two_turns_running(engine: Engine) -> None:
    """C5: P1 ships in round 1, is first in round 2 and has the good and both dice again."""
    state = engine.at(
        turn=1,
        white_die=1,
        round_goods=[6, 1, 2, 3],
        seats=[seat(), seat(storage=["ship"], dice=[2, 5])],
    )
    state = play(state, "5: place ship on d5")
    assert state.snapshot()["track"] == [[0], [1], [], [], [], [], []]
    assert state.current_player() == 1
    state = play(state, "2: workers")
    assert state.snapshot()["round"] == 2
    assert state.snapshot()["order"] == [1, 0]
    state = play(state, "white 3", "dice 1 1 to 0", "dice 4 6 to 1")
    assert state.snapshot()["depots"][2]["goods"] == {"6": 1}
    assert state.current_player() == 1
    state = play(state, "4: workers", "6: workers")
    assert state.current_player() == 0


def test_r3_2_c6_landing_on_an_occupied_space_goes_on_top(engine: Engine) -> None:
    """C6: P1 and then P2 ship in one round: P2 above P1 on space 1, P0 alone on space 0."""
    ship = {"storage": ["ship"], "dice": [1, 5]}
    state = engine.at(players=3, turn=1, seats=[seat(), seat(**ship), seat(**ship)])
    state = play(state, "5: place ship on d5", "1: workers")
    state = play(state, "5: place ship on d5")
    assert state.snapshot()["track"] == [[0], [2, 1], [], [], [], [], []]
    state = play(state, "1: workers")
    assert state.snapshot()["order"] == [2, 1, 0]


def test_r3_2_landing_on_a_stack_goes_on_top_of_all(engine: Engine) -> None:
    state = engine.at(
        players=4,
        track=[[0], [1, 3, 2], [], [], [], [], []],
        seats=[seat(storage=["ship"], dice=[1, 5])],
    )
    state = play(state, "5: place ship on d5")
    assert state.snapshot()["track"] == [[], [0, 1, 3, 2], [], [], [], [], []]


def test_r3_2_passing_a_piece_goes_one_space_only(engine: Engine) -> None:
    state = engine.at(
        track=[[0], [1], [], [], [], [], []], seats=[seat(storage=["ship"], dice=[1, 2])]
    )
    state = play(state, "2: place ship on d3")
    assert state.snapshot()["track"] == [[], [0, 1], [], [], [], [], []]


def test_r3_3_the_order_of_the_round_does_not_change(engine: Engine) -> None:
    """P0 ships in the middle of the round: P1 and P2 still follow, in their order."""
    state = engine.at(
        players=3,
        track=[[0, 1], [2], [], [], [], [], []],
        order=[2, 0, 1],
        turn=1,
        seats=[seat(storage=["ship"], dice=[5, 6]), seat(dice=[1, 2]), seat()],
    )
    state = play(state, "5: place ship on d5")
    assert state.snapshot()["order"] == [2, 0, 1]
    state = play(state, "6: workers")
    assert state.snapshot()["order"] == [2, 0, 1]
    assert state.current_player() == 1
    state = play(state, "1: workers", "2: workers")
    assert state.snapshot()["order"] == [0, 2, 1]


def test_r6_2_c8_a_ship_without_goods_still_advances(engine: Engine) -> None:
    """C8: all goods spaces empty: no goods, one space, nothing left to decide."""
    state = engine.at(seats=[seat(storage=["ship"], dice=[1, 2])])
    state = play(state, "2: place ship on d3")
    assert state.snapshot()["track"] == [[1], [0], [], [], [], [], []]
    assert of_seat(state)["goods"] == {}
    assert prompt(state) == "turn"
    assert of_seat(state)["dice"] == [1]


def test_r3_4_c9_six_ships_end_on_space_6(engine: Engine) -> None:
    """C9: the sixth ship, on d7: space 6, region {d5,d6,d7} 6 + 10 in phase A, large bonus 5."""
    five = dict.fromkeys(("d1", "d2", "d3", "d5", "d6"), "ship")
    state = engine.at(
        track=[[1], [], [], [], [], [0], []],
        seats=[seat(estate=five, storage=["ship"], dice=[1, 4])],
    )
    state = play(state, "1: place ship on d7")
    assert state.snapshot()["track"] == [[1], [], [], [], [], [], [0]]
    assert vp(state) == 6 + 10 + 5


@pytest.mark.parametrize("stack", [[1, 0], [0, 1]])
def test_r3_4_a_piece_on_space_6_stays_and_goes_on_top(engine: Engine, stack: list[int]) -> None:
    state = engine.at(
        track=[[], [], [], [], [], [], stack], seats=[seat(storage=["ship"], dice=[1, 5])]
    )
    state = play(state, "5: place ship on d5")
    assert state.snapshot()["track"] == [[], [], [], [], [], [], [0, 1]]
