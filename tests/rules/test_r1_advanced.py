"""R1.8 and R1.9: the advanced set-up."""

from __future__ import annotations

import pytest
from engines import Engine
from positions import (
    NEIGHBOURS,
    cells,
    colour_of,
    of_seat,
    play,
    prompt,
    seat,
    spaces_for,
    vp,
    words,
)

ALL_GOODS = ["deal 1 to 0"] * 3 + ["deal 2 to 1"] * 3


def test_r1_8_start_castles_are_chosen_in_turn_order(engine: Engine) -> None:
    """Board 2 has its dark green on a4, d7, g1, g4; board 3 on b3, d4, f1, f5."""
    state = play(engine.State.new(2, boards=[2, 3]), "start player 1", *ALL_GOODS)
    assert prompt(state) == "start_castle"
    assert state.current_player() == 1
    assert words(state) == {f"start castle on {space}" for space in ("b3", "d4", "f1", "f5")}
    state = play(state, "start castle on f5")
    assert of_seat(state, 1)["start_castle"] == "f5"
    assert of_seat(state, 1)["estate"] == {"f5": "castle"}
    assert state.current_player() == 0
    assert words(state) == {f"start castle on {space}" for space in ("a4", "d7", "g1", "g4")}
    state = play(state, "start castle on d7")
    assert state.is_chance_node()
    assert of_seat(state, 0)["estate"] == {"d7": "castle"}


def test_r1_8_three_players_choose_from_the_start_player_on(engine: Engine) -> None:
    state = play(engine.State.new(3, boards=[2, 3, 4]), "start player 1", *ALL_GOODS)
    state = play(state, *["deal 3 to 2"] * 3)
    choosing = []
    while not state.is_chance_node():
        choosing.append(state.current_player())
        state = state.child(state.legal_actions()[0])
    assert choosing == [1, 2, 0]


def test_r1_8_a_given_start_castle_is_not_asked_for(engine: Engine) -> None:
    state = engine.State.new(2, boards=[2, 3], start_castles=["g1", "d4"])
    state = play(state, "start player 1", *ALL_GOODS)
    assert state.is_chance_node()
    assert of_seat(state, 0)["start_castle"] == "g1"
    assert of_seat(state, 1)["start_castle"] == "d4"


@pytest.mark.parametrize(
    "boards",
    [[2, 2], [9, 9], [0, 1], [1, 10], [-1, 1], [1, 2**40]],
    ids=str,
)
def test_r1_8_boards_that_cannot_be(engine: Engine, boards: list[int]) -> None:
    with pytest.raises(ValueError, match="R1.8"):
        engine.State.new(2, boards=boards)


@pytest.mark.parametrize("boards", [[], [1], [1, 2, 3]], ids=str)
def test_r1_8_one_board_a_player(engine: Engine, boards: list[int]) -> None:
    with pytest.raises(ValueError, match="boards"):
        engine.State.new(2, boards=boards)


def test_r1_8_board_1_may_be_used_by_everybody(engine: Engine) -> None:
    state = engine.State.new(3, boards=[1, 1, 4], start_castles=["d4", "b3", "g4"])
    assert [s["board"] for s in state.snapshot()["seats"]] == [1, 1, 4]


@pytest.mark.parametrize("space", ["a1", "d5", "h1", "d8", ""])
def test_r1_8_start_castle_must_be_dark_green(engine: Engine, space: str) -> None:
    with pytest.raises(ValueError, match="R1.8"):
        engine.State.new(2, boards=[2, 3], start_castles=[space, "d4"])


def test_r1_8_random_boards_are_uniform_over_what_is_not_used_up(engine: Engine) -> None:
    state = engine.State.new(3, boards="random")
    assert dict(state.chance_weights()) == dict.fromkeys(range(1, 10), 1)
    assert words(state) == {f"board {board} to 0" for board in range(1, 10)}
    state = play(state, "board 3 to 0")
    assert words(state) == {f"board {board} to 1" for board in (1, 2, 4, 5, 6, 7, 8, 9)}
    state = play(state, "board 1 to 1")
    assert words(state) == {f"board {board} to 2" for board in (1, 2, 4, 5, 6, 7, 8, 9)}
    state = play(state, "board 1 to 2")
    assert words(state) == {"start player 0", "start player 1", "start player 2"}
    assert [s["board"] for s in state.snapshot()["seats"]] == [3, 1, 1]


@pytest.mark.parametrize("board", range(1, 10))
def test_r1_8_every_dark_green_space_of_every_board(engine: Engine, board: int) -> None:
    green = {space for space, (colour, _) in cells(board).items() if colour == "castle"}
    assert len(green) == 4
    other = 2 if board != 2 else 3
    state = engine.State.new(2, boards=[board, other])
    state = play(state, "start player 0", *ALL_GOODS)
    assert words(state) == {f"start castle on {space}" for space in green}


def test_r1_9_placing_the_start_castle_gives_no_action_and_no_score(engine: Engine) -> None:
    state = play(engine.State.new(2, boards=[2, 3]), "start player 0", *ALL_GOODS)
    told = state.explain(state.string_to_action("start castle on d7"))
    assert [dict(event) for event in told] == [
        {"event": "place", "rule": "R1.8", "seat": 0, "tile": "castle", "space": "d7"}
    ]
    state = play(state, "start castle on d7")
    assert prompt(state) == "start_castle"
    assert state.current_player() == 1
    assert vp(state) == 0
    assert state.snapshot()["bonus_tiles"]["castle"] == []


def test_r1_9_full_storage_can_be_placed_next_to_the_start_castle(engine: Engine) -> None:
    """A position by hand: three tiles are stored before the start castle stands, and each has its spaces next to it (R5.3)."""
    state = engine.State.from_snapshot(
        {
            "players": 2,
            "seats": [
                {"board": 2, "storage": ["ship", "bank", "k1"], "workers": 3},
                {"board": 1, "start_castle": "d4"},
            ],
            "prompt": {"kind": "start_castle"},
        }
    )
    state = play(state, "start castle on d7").resolve_chance(0)
    while state.current_player() != 0:
        state = state.child(state.legal_actions()[0]).resolve_chance(0)
    for tile in ("ship", "bank", "k1"):
        near = {space for space in NEIGHBOURS["d7"] if cells(2)[space][0] == colour_of(tile)}
        assert spaces_for(state, tile) == near


def test_r1_9_c34_start_castle_counts_when_its_region_is_completed(engine: Engine) -> None:
    """C34: start castle on a2 of {a2,a3,b3}; the castle on b3 completes it: 6 + 10 in phase A."""
    state = engine.at(
        seats=[
            seat(
                start_castle="a2",
                estate={"a2": "castle", "a3": "castle"},
                storage=["castle"],
                dice=[1, 6],
            )
        ]
    )
    after = play(state, "6: place castle on b3")
    assert vp(after) == 6 + 10
    assert after.snapshot()["bonus_tiles"]["castle"] == []


def test_r1_9_start_castle_counts_for_covering_dark_green(engine: Engine) -> None:
    """The fourth castle: region {a2,a3,b3} 6 + 10, dark green covered, large bonus 5."""
    state = engine.at(
        seats=[
            seat(
                estate={"c3": "bank", "b3": "castle", "a2": "castle"},
                storage=["castle"],
                dice=[1, 4],
            )
        ]
    )
    after = play(state, "4: place castle on a3")
    assert vp(after) == 6 + 10 + 5
    assert after.snapshot()["bonus_tiles"]["castle"] == [0]


def test_r1_9_a_castle_space_of_one_scores_when_it_is_not_the_start_castle(engine: Engine) -> None:
    """On board 1 with the start castle on b3, a castle on d4 (6) fills its region of one: 1 + 10."""
    state = engine.at(
        seats=[
            seat(
                start_castle="b3",
                estate={"b3": "castle", "c3": "bank"},
                storage=["castle"],
                dice=[1, 6],
            )
        ]
    )
    assert vp(play(state, "6: place castle on d4")) == 1 + 10
