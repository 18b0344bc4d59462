"""R1: the basic set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from engines import Engine
from positions import (
    ANIMALS,
    BUILDINGS,
    colour_of,
    play,
    prompt,
    words,
)

WORDS_OF_A_DEAL = [f"deal {good} to 0" for good in range(1, 7)]


def first_decision(engine: Engine, players: int, seed: int = 1) -> Any:
    return engine.State.new(players).resolve_chance(seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_1_two_to_four_players(engine: Engine, players: int) -> None:
    state = engine.State.new(players)
    assert state.num_players() == players
    assert len(state.snapshot()["seats"]) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2**40])
def test_r1_1_no_other_number_of_players(engine: Engine, players: int) -> None:
    with pytest.raises(ValueError, match="R1.1"):
        engine.State.new(players)


def test_r1_1_seats_go_clockwise_from_the_start_player(engine: Engine) -> None:
    state = play(engine.State.new(3), "start player 1").resolve_chance(5)
    assert state.snapshot()["order"] == [1, 2, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r1_2_tiles_of_the_supplies_before_anything_is_drawn(engine: Engine, players: int) -> None:
    """R1.2: 124 normal-backed tiles less a start castle a player, and 40 black-backed ones."""
    supply = engine.State.new(players).snapshot()["supply"]
    by_colour = {
        side: Counter(colour_of(tile) for tile in Counter(supply[side]).elements())
        for side in ("normal", "black")
    }
    assert by_colour["normal"] == {
        "building": 40,
        "animal": 20,
        "knowledge": 20,
        "castle": 14 - players,
        "mine": 10,
        "ship": 20,
    }
    assert by_colour["black"] == {
        "building": 16,
        "animal": 8,
        "knowledge": 6,
        "castle": 2,
        "mine": 2,
        "ship": 6,
    }


def test_r1_2_c29_four_species_of_animals(engine: Engine) -> None:
    """C29: of each species 2,2,3,3,4 normal-backed and 3,4 black-backed."""
    supply = engine.State.new(2).snapshot()["supply"]
    for species in ("cow", "sheep", "pig", "chicken"):
        assert [supply["normal"].get(f"{species}{n}", 0) for n in (2, 3, 4)] == [2, 2, 1]
        assert [supply["black"].get(f"{species}{n}", 0) for n in (2, 3, 4)] == [0, 1, 1]
    assert sum(supply["normal"][tile] for tile in ANIMALS) == 20
    assert sum(supply["black"].get(tile, 0) for tile in ANIMALS) == 8


def test_r1_2_five_and_two_of_each_building_and_one_of_each_knowledge(engine: Engine) -> None:
    supply = engine.State.new(2).snapshot()["supply"]
    assert all(supply["normal"][tile] == 5 and supply["black"][tile] == 2 for tile in BUILDINGS)
    black = {7, 12, 14, 15, 24, 25}
    for number in range(1, 27):
        assert supply["black"].get(f"k{number}", 0) == (number in black)
        assert supply["normal"].get(f"k{number}", 0) == (number not in black)


def test_r1_3_goods_are_dealt_from_seven_of_each_type(engine: Engine) -> None:
    state = play(engine.State.new(2), "start player 0")
    assert state.snapshot()["supply"]["goods"] == {str(good): 7 for good in range(1, 7)}
    assert words(state) == set(WORDS_OF_A_DEAL)
    state = play(state, "deal 2 to 0", "deal 2 to 0")
    weights = dict(state.chance_weights())
    assert weights == {1: 7, 2: 5, 3: 7, 4: 7, 5: 7, 6: 7}


def test_r1_3_three_goods_a_player_in_seat_order(engine: Engine) -> None:
    state = play(engine.State.new(2), "start player 1", *["deal 2 to 0"] * 3)
    state = play(state, "deal 2 to 1", "deal 5 to 1", "deal 2 to 1")
    assert [seat["goods"] for seat in state.snapshot()["seats"]] == [{"2": 3}, {"2": 2, "5": 1}]
    assert state.snapshot()["prompt"]["event"] == "depot 1.2"


def test_r1_4_start_player_is_drawn_uniformly(engine: Engine) -> None:
    for players in (2, 3, 4):
        state = engine.State.new(players)
        assert state.is_chance_node()
        assert words(state) == {f"start player {seat}" for seat in range(players)}
        assert dict(state.chance_weights()) == dict.fromkeys(range(players), 1)


def test_r1_5_c93_workers_silver_goods_and_track_of_four_players(engine: Engine) -> None:
    """C93: 1, 2, 3, 4 workers in turn order; 1 silver and 3 goods each; the start player on top."""
    state = play(engine.State.new(4), "start player 2").resolve_chance(11)
    seats = state.snapshot()["seats"]
    assert [seat["workers"] for seat in seats] == [3, 4, 1, 2]
    assert [seat["silver"] for seat in seats] == [1, 1, 1, 1]
    assert [sum(seat["goods"].values()) for seat in seats] == [3, 3, 3, 3]
    assert state.snapshot()["track"] == [[2, 3, 0, 1], [], [], [], [], [], []]


@pytest.mark.parametrize(("players", "unseen"), [(2, 11), (3, 8), (4, 5)])
def test_r1_3_c93_goods_that_leave_the_game_unseen(
    engine: Engine, players: int, unseen: int
) -> None:
    """C93: 42 - 25 - 3 a player stay unseen when the last phase's goods lie open."""
    state = first_decision(engine, players)
    while state.snapshot()["phase"] != "E":
        state = state.child(state.legal_actions()[-1]).resolve_chance(1)
    assert sum(state.snapshot()["supply"]["goods"].values()) == unseen


def test_r1_6_all_begin_on_space_0_stacked(engine: Engine) -> None:
    for start, stack in {0: [0, 1, 2], 1: [1, 2, 0], 2: [2, 0, 1]}.items():
        state = play(engine.State.new(3), f"start player {start}")
        assert state.snapshot()["track"][0] == stack


def test_r1_7_basic_set_up_is_board_1_with_the_castle_on_the_centre(engine: Engine) -> None:
    state = first_decision(engine, 3)
    for seat in state.snapshot()["seats"]:
        assert seat["board"] == 1
        assert seat["start_castle"] == "d4"
        assert seat["estate"] == {"d4": "castle"}
    assert prompt(state) == "turn"


def test_r1_9_c34_start_castle_scores_nothing(engine: Engine) -> None:
    """C34: {d4} is a region of one space, filled without score, action or bonus tile."""
    state = first_decision(engine, 4)
    snapshot = state.snapshot()
    assert [seat["vp"] for seat in snapshot["seats"]] == [0, 0, 0, 0]
    assert all(takers == [] for takers in snapshot["bonus_tiles"].values())
    assert prompt(state) == "turn"
