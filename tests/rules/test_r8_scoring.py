"""R8: scoring during play."""

from __future__ import annotations

import pytest
from engines import Engine
from positions import last_turn, of_seat, play, seat, vp


@pytest.mark.parametrize(("phase", "bonus"), [("A", 10), ("B", 8), ("C", 6), ("D", 4), ("E", 2)])
def test_r8_1_c30_region_of_one_in_each_phase(engine: Engine, phase: str, bonus: int) -> None:
    """C30: a bank on c3: 1 for the size, and the phase's 10, 8, 6, 4 or 2."""
    state = engine.at(phase=phase, seats=[seat(storage=["bank"], dice=[1, 3])])
    state = play(state, "3: place bank on c3")
    assert vp(state) == 1 + bonus
    assert of_seat(state)["silver"] == 2


def test_r8_1_c31_region_of_three_in_phase_a(engine: Engine) -> None:
    """C31: {a4,b4,c4}: 6 + 10; {f3,g2,g3} is open, so no bonus tile."""
    state = engine.at(seats=[seat(estate={"c4": "k16", "b4": "k17"}, storage=["k18"], dice=[1, 3])])
    state = play(state, "3: place k18 on a4")
    assert vp(state) == 16
    assert state.snapshot()["bonus_tiles"]["knowledge"] == []


def test_r8_1_c32_region_of_five_in_phase_e(engine: Engine) -> None:
    """C32: watchtower 4, size five 15, phase E 2."""
    city = {"e4": "bank", "e5": "church", "f4": "market", "f5": "warehouse"}
    state = engine.at(phase="E", seats=[seat(estate=city, storage=["watchtower"], dice=[1, 3])])
    assert vp(play(state, "3: place watchtower on g4")) == 4 + 15 + 2


def test_r8_1_region_of_two(engine: Engine) -> None:
    """Board 2: {g2,g3} are two blue spaces, 4 and 1, beside the castle space g1: 3 + 2."""
    state = engine.at(
        phase="E",
        seats=[
            seat(
                board=2,
                start_castle="g1",
                estate={"g1": "castle", "g2": "ship"},
                storage=["ship"],
                dice=[1, 6],
            )
        ],
    )
    assert vp(play(state, "1: place ship on g3")) == 3 + 2


def test_r8_1_region_of_four(engine: Engine) -> None:
    """Board 3: a1 to a4 are one pasture; 2 pigs, then 10 + 2 (b3 is the start castle)."""
    row = {"a1": "cow2", "a2": "sheep2", "a3": "chicken2"}
    state = engine.at(
        phase="E",
        seats=[
            seat(
                board=3,
                start_castle="b3",
                estate={"b3": "castle", **row},
                storage=["pig2"],
                dice=[1, 3],
            )
        ],
    )
    assert vp(play(state, "3: place pig2 on a4")) == 2 + 10 + 2


def test_r8_1_region_of_six(engine: Engine) -> None:
    """Board 3: knowledge c3, c4, d3, d5, e3, e4 round the castle d4: 21 + 2, and all yellow: 5."""
    five = {space: f"k{n}" for n, space in enumerate(("c3", "c4", "d3", "d5", "e3"), 16)}
    state = engine.at(
        phase="E",
        seats=[
            seat(
                board=3,
                start_castle="d4",
                estate={"d4": "castle", **five},
                storage=["k21"],
                dice=[1, 3],
            )
        ],
    )
    assert vp(play(state, "3: place k21 on e4")) == 21 + 2 + 5


def test_r8_1_region_of_seven(engine: Engine) -> None:
    """Board 7's city of seven: c3, c4, d3, d4, d5, e3, e4; six different, then the bank: 28 + 2."""
    names = ("warehouse", "carpenters_workshop", "church", "market", "boarding_house", "city_hall")
    city = dict(zip(("c3", "c4", "d3", "d4", "d5", "e3"), names, strict=True))
    bridge = {"a3": "castle", "b3": "cow2"}
    state = engine.at(
        phase="E",
        seats=[
            seat(
                board=7,
                start_castle="a3",
                estate={**bridge, **city},
                storage=["bank"],
                dice=[1, 3],
            )
        ],
    )
    assert vp(play(state, "3: place bank on e4")) == 28 + 2


def test_r8_1_region_of_eight(engine: Engine) -> None:
    """Board 2's city {a2,b3,c4,d1,d2,d3,d4,d5} with all eight types: watchtower 4, then 36 + 2."""
    names = [
        "warehouse",
        "carpenters_workshop",
        "church",
        "market",
        "boarding_house",
        "bank",
        "city_hall",
    ]
    spaces = ["a2", "b3", "c4", "d2", "d3", "d4", "d5"]
    state = engine.at(
        phase="E",
        seats=[
            seat(
                board=2,
                start_castle="a4",
                estate={"a4": "castle", "a3": "cow2", **dict(zip(spaces, names, strict=True))},
                storage=["watchtower"],
                dice=[1, 6],
            )
        ],
    )
    assert vp(play(state, "6: place watchtower on d1")) == 4 + 36 + 2


def test_r8_1_an_incomplete_region_scores_nothing(engine: Engine) -> None:
    state = engine.at(seats=[seat(estate={"c4": "k16"}, storage=["k17"], dice=[1, 5])])
    assert vp(play(state, "5: place k17 on b4")) == 0


@pytest.mark.parametrize(("players", "large", "small"), [(2, 5, 2), (3, 6, 3), (4, 7, 4)])
def test_r8_2_bonus_tiles_by_number_of_players(
    engine: Engine, players: int, large: int, small: int
) -> None:
    """The last mine in phase E: region 6 + 2, then the first, second or no bonus tile."""
    mines = {"e3": "mine", "f2": "mine"}
    cases: list[tuple[list[int], int]] = [([], large), ([1], small)]
    if players > 2:
        cases.append(([1, 2], 0))
    for takers, bonus in cases:
        state = engine.at(
            players=players,
            phase="E",
            bonus={"mine": takers},
            seats=[seat(estate=mines, storage=["mine"], dice=[1, 3])],
        )
        state = play(state, "3: place mine on g1")
        assert vp(state) == 6 + 2 + bonus
        expected = [*takers, 0] if bonus else takers
        assert state.snapshot()["bonus_tiles"]["mine"] == expected


# The last space of each colour of board 1, with everything else of the colour filled: tile, die, space,
# VP in phase E without the bonus.
LAST = {
    "animal": ("pig2", 2, "e6", 2 + 1 + 2),
    "knowledge": ("k21", 1, "g3", 6 + 2),
    "ship": ("ship", 1, "d7", 6 + 2),
    "castle": ("castle", 6, "b3", 6 + 2),
    "mine": ("mine", 3, "g1", 6 + 2),
}


@pytest.mark.parametrize("colour", sorted(LAST))
def test_r8_2_each_colour_has_its_bonus(engine: Engine, colour: str) -> None:
    tile, die, space, points = LAST[colour]
    filled = {
        "animal": {
            "c3": "bank",
            "c2": "cow2",
            "c1": "cow3",
            "b1": "sheep2",
            "b2": "sheep3",
            "a1": "pig3",
            "d5": "ship",
            "d6": "ship",
        },
        "knowledge": {
            "c4": "k16",
            "b4": "k17",
            "a4": "k18",
            "e4": "bank",
            "f3": "k19",
            "g2": "k20",
        },
        "ship": dict.fromkeys(("d1", "d2", "d3", "d5", "d6"), "ship"),
        "castle": {
            "c4": "k16",
            "b4": "k17",
            "a3": "castle",
            "b2": "cow2",
            "c3": "bank",
            "a2": "castle",
        },
        "mine": {"e3": "mine", "f2": "mine"},
    }[colour]
    state = engine.at(phase="E", seats=[seat(estate=filled, storage=[tile], dice=[die])])
    state = play(state, f"{die}: place {tile} on {space}")
    assert vp(state) == points + 5
    assert state.snapshot()["bonus_tiles"][colour] == [0]


def test_r8_2_buildings_have_their_bonus_too(engine: Engine) -> None:
    """The twelfth building, a watchtower on g4: 4, then 15 + 2 for the city of five, then 5."""
    filled = {
        "c3": "bank",
        "c5": "bank",
        "b5": "church",
        "c6": "market",
        "e3": "mine",
        "e2": "bank",
        "e1": "church",
        "f1": "market",
        "e4": "bank",
        "e5": "church",
        "f4": "market",
        "f5": "warehouse",
        "d5": "ship",
    }
    state = engine.at(phase="E", seats=[seat(estate=filled, storage=["watchtower"], dice=[3])])
    state = play(state, "3: place watchtower on g4")
    assert vp(state) == 4 + 15 + 2 + 5
    assert state.snapshot()["bonus_tiles"]["building"] == [0]


def test_r8_3_c36_region_and_colour_on_the_same_placement(engine: Engine) -> None:
    """C36: phase C: 6 + 6, then the large grey tile, 5; at the end of the phase 3 silver."""
    state = engine.at(
        **last_turn(
            phase="C",
            seats=[
                seat(),
                seat(estate={"e3": "mine", "f2": "mine"}, storage=["mine"], dice=[1, 3]),
            ],
        )
    )
    state = play(state, "3: place mine on g1")
    assert vp(state, 1) == 6 + 6 + 5
    assert state.snapshot()["bonus_tiles"]["mine"] == [1]
    state = play(state, "1: workers")
    assert state.snapshot()["phase"] == "D"
    assert of_seat(state, 1)["silver"] == 3


def test_r8_3_c39_vp_beyond_100_200_and_255(engine: Engine) -> None:
    """C39: 98 + 16 = 114; 198 + 4 = 202; 253 + 4 = 257."""
    state = engine.at(
        seats=[seat(estate={"c4": "k16", "b4": "k17"}, storage=["k18"], dice=[1, 3], vp=98)]
    )
    assert play(state, "3: place k18 on a4").scores()[0] == 114
    for before in (198, 253):
        state = engine.at(seats=[seat(storage=["watchtower"], dice=[1, 3], vp=before)])
        assert play(state, "3: place watchtower on e4").scores()[0] == before + 4


def test_r8_2_a_holder_takes_no_second_tile_of_the_colour(engine: Engine) -> None:
    """A position in which the seat has the large tile already: +6 for three spaces, +10 in phase A."""
    state = engine.at(
        bonus={"mine": [0]},
        seats=[
            seat(estate={"e3": "mine", "f2": "mine"}, storage=["mine"], dice=[3]),
            seat(),
        ],
    )
    state = play(state, "3: place mine on g1")
    assert state.scores()[0] == 6 + 10
    assert state.snapshot()["bonus_tiles"]["mine"] == [0]
