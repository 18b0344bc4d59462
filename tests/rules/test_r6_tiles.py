"""R6.1, R6.4 to R6.6 and R6.9: animals, castles, mines, and effects in a row."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import of_seat, play, prompt, regions, seat, vp, words

PASTURE = {"c3": "bank", "c2": "cow3"}


def test_r6_1_score_of_the_placement_comes_before_the_choice(engine: Engine) -> None:
    """A market on c3 with a ship to take: 1 + 10 VP are there while the prompt waits."""
    state = engine.at(seats=[seat(storage=["market"], dice=[3, 6])], depots={1: ["ship"]})
    state = play(state, "3: place market on c3")
    assert prompt(state) == "market"
    assert vp(state) == 11


@pytest.mark.parametrize("tile", ["cow2", "sheep3", "pig4", "chicken2"])
def test_r6_4_the_animals_shown(engine: Engine, tile: str) -> None:
    state = engine.at(seats=[seat(estate={"c3": "bank"}, storage=[tile], dice=[1, 4])])
    assert vp(play(state, f"4: place {tile} on c2")) == int(tile[-1])


def test_r6_4_c24_same_species_score_again(engine: Engine) -> None:
    """C24: 4 + 3, then 2 + 4 + 3, then 3 pigs alone."""
    state = engine.at(seats=[seat(estate=PASTURE, storage=["cow4", "cow2", "pig3"], dice=[2, 5])])
    state = play(state, "5: place cow4 on c1")
    assert vp(state) == 7
    state = play(state, "2: place cow2 on b1")
    assert vp(state) == 7 + 9
    grown = {**PASTURE, "c1": "cow4", "b1": "cow2"}
    state = engine.at(seats=[seat(estate=grown, storage=["pig3"], dice=[1, 2])])
    assert vp(play(state, "1: place pig3 on b2")) == 3


def test_r6_4_c25_another_pasture_does_not_count(engine: Engine) -> None:
    """C25: e6 is a pasture of its own: 4 animals, then 1 + 10 for the region."""
    state = engine.at(
        seats=[seat(estate={**PASTURE, "d5": "ship", "d6": "ship"}, storage=["cow4"], dice=[1, 2])]
    )
    assert vp(play(state, "2: place cow4 on e6")) == 4 + 1 + 10


def test_r6_4_knowledge_7_adds_one_for_each_tile_that_scores(engine: Engine) -> None:
    """(4 + 1) for the new cows and (3 + 1) for those of c2; the pigs of b2 stay out."""
    estate = {**PASTURE, "b2": "pig2", "c4": "k7"}
    state = engine.at(seats=[seat(estate=estate, storage=["cow4"], dice=[5, 6])])
    assert vp(play(state, "5: place cow4 on c1")) == 9


# C27: b4 and c3 are one pasture of board 9 and two of board 2.
ON_BOARD_9 = {
    "board": 9,
    "start_castle": "a3",
    "estate": {"a3": "castle", "b3": "sheep2", "c3": "cow3"},
    "storage": ["cow4"],
}
ON_BOARD_2 = {
    "board": 2,
    "start_castle": "a4",
    "estate": {"a4": "castle", "a3": "sheep2", "b3": "market", "c3": "cow3"},
    "storage": ["cow4"],
}


def test_r6_4_c27_pastures_come_from_the_players_own_board(engine: Engine) -> None:
    """C27: 4 + 3 on board 9; on board 2 only 4, and 3 + 10 for the full pasture {a3,b4}.

    Permuting seats and boards permutes the scores.
    """
    assert {"b3", "b4", "c3", "c4"} in regions(9)
    assert {"a3", "b4"} in regions(2)
    assert {"b1", "c1", "c2", "c3"} in regions(2)
    for first, other, expected in (
        (ON_BOARD_9, ON_BOARD_2, [7, 17]),
        (ON_BOARD_2, ON_BOARD_9, [17, 7]),
    ):
        state = engine.at(seats=[seat(dice=[5], **first), seat(dice=[5, 6], **other)])
        state = play(state, "5: place cow4 on b4", "5: place cow4 on b4")
        assert [vp(state, 0), vp(state, 1)] == expected


def test_r5_3d_c27_cities_come_from_the_players_own_board(engine: Engine) -> None:
    """c3 and e4 are two cities of board 1; a1, a2 and b2 are one city of board 9."""
    assert {"c3"} in regions(1)
    two_cities = seat(estate={"c3": "market"}, storage=["market"], dice=[3, 6])
    assert "3: place market on e4" in words(engine.at(seats=[two_cities]))
    assert {"a1", "a2", "b1", "b2", "c1", "c2"} in regions(9)
    one_city = {
        "board": 9,
        "start_castle": "a3",
        "estate": {"a3": "castle", "a2": "market"},
        "storage": ["market"],
        "dice": [1, 6],
    }
    state = engine.at(seats=[seat(**one_city)])  # b2 (1) and a1 (6) touch a2, of the same city
    assert words(state) == {"1: workers", "6: workers"}


def castle_placed(engine: Engine, **keys: Any) -> Any:
    """P0 has just placed a castle on b3 with a 6; the other die shows 3."""
    storage = ["castle", *keys.pop("storage", [])]
    estate = {"c4": "k16", **keys.pop("estate", {})}
    table = {name: keys.pop(name) for name in ("depots", "black", "options") if name in keys}
    state = engine.at(seats=[seat(estate=estate, storage=storage, dice=[3, 6], **keys)], **table)
    return play(state, "6: place castle on b3")


def test_r6_5_c57_the_castles_action_is_next(engine: Engine) -> None:
    """C57: nothing but the castle's action; the other die waits."""
    state = castle_placed(engine, depots={3: ["cow2"], 5: ["mine"]}, goods={1: 1})
    assert prompt(state) == "castle"
    assert words(state) == {"*: take cow2 from 3", "*: take mine from 5", "*: sell 1", "*: workers"}
    after = play(state, "*: take mine from 5")
    assert of_seat(after)["dice"] == [3]
    assert prompt(after) == "turn"
    assert of_seat(after)["storage"] == ["mine"]


def test_r6_5_any_number_for_placing(engine: Engine) -> None:
    """Filled d4, c4, b3: mine e3 4; bank c3 3, c5 2, e4 3."""
    state = castle_placed(engine, storage=["mine", "bank"])
    assert words(state) == {
        "*: place mine on e3",
        "*: place bank on c3",
        "*: place bank on c5",
        "*: place bank on e4",
        "*: workers",
    }
    assert "R5.3c" in state.why_illegal("*: place mine on g1")
    assert "R5.3b" in state.why_illegal("*: place mine on c3")


def test_r6_5_no_workers_are_paid(engine: Engine) -> None:
    state = castle_placed(engine, depots={1: ["ship"]}, workers=3, goods={2: 1})
    for word in ("*: take ship from 1", "*: sell 2"):
        assert of_seat(play(state, word))["workers"] == 3


def test_r6_5_it_cannot_be_declined(engine: Engine) -> None:
    for decline_effects in (True, False):
        state = castle_placed(engine, options={"decline_effects": decline_effects})
        assert words(state) == {"*: workers"}
        assert "R6.5" in state.why_illegal("decline")
        assert state.why_illegal("end")


@pytest.mark.parametrize(
    ("number", "word", "silver", "workers"),
    [
        (3, "*: sell 1", 2, 0),
        (4, "*: sell 1", 1, 1),
        (13, "*: workers", 1, 2),
        (14, "*: workers", 0, 4),
    ],
)
def test_r6_5_knowledge_3_4_13_14_apply(
    engine: Engine, number: int, word: str, silver: int, workers: int
) -> None:
    state = castle_placed(engine, estate={"c4": f"k{number}"}, goods={1: 1})
    after = of_seat(play(state, word))
    assert (after["silver"], after["workers"]) == (silver, workers)


def test_r6_5_taking_into_full_storage(engine: Engine) -> None:
    """A purchase fills the storage, the castle's action asks for the discard."""
    state = castle_placed(
        engine, storage=["mine", "bank"], silver=2, depots={1: ["ship"]}, black=["k7"]
    )
    state = play(state, "buy k7 from black", "*: take ship from 1")
    assert words(state) == {"discard mine", "discard bank", "discard k7"}
    state = play(state, "discard bank")
    assert of_seat(state)["storage"] == ["mine", "ship", "k7"]
    assert prompt(state) == "turn"


def test_r6_6_a_mine_gives_nothing_at_once(engine: Engine) -> None:
    state = engine.at(seats=[seat(storage=["mine"], dice=[1, 4])])
    after = of_seat(play(state, "4: place mine on e3"))
    assert (after["silver"], after["workers"], after["vp"]) == (0, 0, 0)


def test_r6_9_three_castles_in_a_row(engine: Engine) -> None:
    """b3, a2, a3 fill {a2,a3,b3}: 6 + 10 in phase A; with d4 all dark green: 5."""
    state = castle_placed(engine, storage=["castle", "castle"])
    assert words(state) == {"*: place castle on a2", "*: place castle on a3", "*: workers"}
    state = play(state, "*: place castle on a2")
    assert prompt(state) == "castle"
    assert words(state) == {"*: place castle on a3", "*: workers"}
    state = play(state, "*: place castle on a3")
    assert vp(state) == 6 + 10 + 5
    assert prompt(state) == "castle"
    state = play(state, "*: workers")
    assert prompt(state) == "turn"
    assert of_seat(state)["dice"] == [3]


def test_r6_9_three_city_halls_in_a_row(engine: Engine) -> None:
    """e4, then c3 (1 + 10 for {c3}), then c5: three cities; nothing is left for the third."""
    state = engine.at(seats=[seat(estate={"c4": "k16"}, storage=["city_hall"] * 3, dice=[3, 6])])
    state = play(state, "3: place city_hall on e4")
    assert words(state) == {"place city_hall on c3", "place city_hall on c5", "decline"}
    state = play(state, "place city_hall on c3")
    assert vp(state) == 11
    assert words(state) == {"place city_hall on c5", "decline"}
    state = play(state, "place city_hall on c5")
    assert prompt(state) == "turn"
    assert of_seat(state)["storage"] == []


def test_r6_9_city_hall_castle_city_hall(engine: Engine) -> None:
    """The castle's action waits for nothing else: it places the second city hall at once."""
    state = engine.at(
        seats=[
            seat(estate={"c4": "k16"}, storage=["city_hall", "castle", "city_hall"], dice=[2, 3])
        ]
    )
    state = play(state, "3: place city_hall on e4", "place castle on b3")
    assert prompt(state) == "castle"
    state = play(state, "*: place city_hall on c3")
    assert prompt(state) == "turn"  # nothing stored: the advantage is lost
    assert of_seat(state)["dice"] == [2]


def test_r6_9_castle_ship_goods(engine: Engine) -> None:
    """A castle's ship has its own prompt, and the turn goes on after it."""
    state = engine.at(
        seats=[seat(estate={"c4": "k5"}, storage=["castle", "ship"], dice=[1, 6])],
        depot_goods={2: {2: 1}, 3: {3: 1}},
    )
    state = play(state, "6: place castle on b3", "*: place ship on d3")
    assert prompt(state) == "ship"
    state = play(state, "goods from 2")
    assert prompt(state) == "second_ship"
    state = play(state, "goods from 3")
    assert prompt(state) == "turn"
    assert of_seat(state)["dice"] == [1]
    assert state.snapshot()["track"] == [[1], [0], [], [], [], [], []]


def test_r6_9_castle_purchase_market(engine: Engine) -> None:
    """The purchase fills the storage, placing the market frees a place for its ship."""
    state = castle_placed(
        engine, storage=["market", "mine"], silver=2, black=["k7"], depots={1: ["ship"]}
    )
    state = play(state, "buy k7 from black", "*: place market on c3")
    assert words(state) == {"take ship from 1", "decline"}
    state = play(state, "take ship from 1")
    assert prompt(state) == "turn"
    assert of_seat(state)["storage"] == ["mine", "ship", "k7"]
