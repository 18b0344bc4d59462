"""R5: the four actions."""

from __future__ import annotations

import pytest
from engines import Engine
from games import Game
from positions import depot_tiles, of_seat, play, prompt, seat, spaces_for, vp, words


def test_r5_1_take_a_tile_of_the_depot_with_the_dies_number(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(dice=[2, 4])], depots={2: ["castle", "bank"], 3: ["cow2"], 4: ["mine"]}
    )
    assert words(state) == {
        "2: take castle from 2",
        "2: take bank from 2",
        "4: take mine from 4",
        "2: workers",
        "4: workers",
    }
    state = play(state, "2: take bank from 2")
    assert of_seat(state)["storage"] == ["bank"]
    assert depot_tiles(state, 2) == ["castle"]


def test_r5_1_equal_tiles_are_offered_once(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[2, 2])], depots={2: ["bank", "bank"]})
    assert words(state) == {"2: take bank from 2", "2: workers"}
    assert len(state.legal_actions()) == 2


def test_r5_1_c95_a_taken_tile_goes_through_storage(engine: Engine) -> None:
    """C95: take with the 4, place on d5 with the 5: two actions, never one."""
    state = engine.at(seats=[seat(dice=[4, 5])], depots={4: ["ship"]})
    assert spaces_for(state, "ship") == set()
    state = play(state, "4: take ship from 4")
    assert of_seat(state)["storage"] == ["ship"]
    assert spaces_for(state, "ship") == {"d5"}
    assert of_seat(play(state, "5: place ship on d5"))["estate"]["d5"] == "ship"


def test_r5_2_c96_full_storage_discards_an_old_tile(engine: Engine) -> None:
    """C96: three choices; the new tile is none of them, and there is no other discard."""
    state = engine.at(
        seats=[seat(storage=["mine", "ship", "bank"], dice=[1, 3])], depots={3: ["cow2"]}
    )
    assert not [word for word in words(state) if "discard" in word]
    assert state.why_illegal("discard bank")
    state = play(state, "3: take cow2 from 3")
    assert prompt(state) == "discard"
    assert depot_tiles(state, 3) == []
    assert words(state) == {"discard mine", "discard ship", "discard bank"}
    assert "R5.2" in state.why_illegal("discard cow2")
    for tile, left in {
        "mine": ["ship", "bank", "cow2"],
        "ship": ["mine", "bank", "cow2"],
        "bank": ["mine", "ship", "cow2"],
    }.items():
        after = play(state, f"discard {tile}")
        assert of_seat(after)["storage"] == left
        assert prompt(after) == "turn"


def test_r5_2_c96_no_discard_with_a_free_place(engine: Engine) -> None:
    state = engine.at(seats=[seat(storage=["mine", "ship"], dice=[1, 3])], depots={3: ["cow2"]})
    state = play(state, "3: take cow2 from 3")
    assert prompt(state) == "turn"
    assert of_seat(state)["storage"] == ["mine", "ship", "cow2"]
    assert state.why_illegal("discard mine")


def test_r5_2_discarding_one_of_equal_tiles(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["ship", "ship", "ship"], dice=[3, 3])], depots={3: ["ship"]}
    )
    state = play(state, "3: take ship from 3")
    assert words(state) == {"discard ship"}
    assert of_seat(play(state, "discard ship"))["storage"] == ["ship", "ship", "ship"]


def test_r5_3a_c94_the_spaces_number_is_the_dies(engine: Engine) -> None:
    """C94: the mine goes on e3 with the 4; g1 touches nothing, and refusing it changes nothing."""
    state = engine.at(seats=[seat(storage=["mine"], dice=[3, 4])])
    assert spaces_for(state, "mine") == {"e3"}
    assert "4: place mine on e3" in words(state)
    before = state.to_bytes(), state.snapshot()
    with pytest.raises(engine.IllegalActionError):
        state.string_to_action("3: place mine on g1")
    assert (state.to_bytes(), state.snapshot()) == before


@pytest.mark.parametrize("space", ["c3", "c4", "e4", "e3"])
def test_r5_3b_c63_a_tile_needs_its_colour(engine: Engine, space: str) -> None:
    """C63: a black-backed ship goes on blue spaces only, whatever the die and the workers."""
    state = engine.at(seats=[seat(dice=[1, 3], workers=9, silver=2)], black=["ship"])
    state = play(state, "buy ship from black")
    assert spaces_for(state, "ship") == {"d3", "d5"}
    assert "R5.3b" in state.why_illegal(f"3: place ship on {space}")


def test_r5_3c_a_tile_touches_a_filled_space(engine: Engine) -> None:
    """The ship spaces two steps from d4 are d2 (1) and d6 (4)."""
    state = engine.at(seats=[seat(storage=["ship"], dice=[1, 4])])
    assert spaces_for(state, "ship") == set()
    assert "R5.3c" in state.why_illegal("1: place ship on d2")
    assert "R5.3c" in state.why_illegal("4: place ship on d6")
    state = engine.at(seats=[seat(estate={"d3": "ship"}, storage=["ship"], dice=[1, 4])])
    assert spaces_for(state, "ship") == {"d2"}


def test_r5_3_a_filled_space_takes_no_second_tile(engine: Engine) -> None:
    state = engine.at(seats=[seat(estate={"d5": "ship"}, storage=["ship"], dice=[5, 6])])
    assert spaces_for(state, "ship") == set()
    assert "R5.3" in state.why_illegal("5: place ship on d5")


def test_r5_3d_c40_no_building_twice_in_a_city(engine: Engine) -> None:
    """C40: the market of e4 bars e5 (1) and f4 (5), both of {e4,e5,f4,f5,g4}, but not c3 (3)."""
    one = seat(estate={"e4": "market"}, storage=["market"], dice=[1, 5])
    state = engine.at(seats=[one])
    assert spaces_for(state, "market") == set()
    assert "R5.3d" in state.why_illegal("1: place market on e5")
    assert "R5.3d" in state.why_illegal("5: place market on f4")
    state = engine.at(seats=[{**one, "dice": [3, 5]}])
    assert spaces_for(state, "market") == {"c3"}


def test_r5_3d_the_whole_city_counts_not_the_neighbours(engine: Engine) -> None:
    """e5 and f5 touch; g4 (3) is at the other end of the city from the market on e5."""
    state = engine.at(
        seats=[
            seat(
                estate={"d5": "ship", "e5": "market", "f5": "bank"},
                storage=["market", "church"],
                dice=[3, 6],
            )
        ]
    )
    assert spaces_for(state, "church") == {"c3", "e4", "g4"}
    assert spaces_for(state, "market") == {"c3"}


def test_r5_3d_knowledge_1_lifts_the_bar(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(estate={"c4": "k1", "e4": "market"}, storage=["market"], dice=[1, 5])]
    )
    assert spaces_for(state, "market") == {"e5", "f4"}


@pytest.mark.parametrize("seed", range(3))
def test_r5_3_c100_placed_tiles_never_move(engine: Engine, seed: int) -> None:
    """C100: a filled space stays filled with the same tile to the end."""
    before: list[dict[str, str]] = [{}, {}, {}]
    for state in Game(3, seed=seed, policy="placing").nodes(engine):
        now = [one["estate"] for one in state.snapshot()["seats"]]
        assert all(old.items() <= new.items() for old, new in zip(before, now, strict=True))
        assert sum(map(len, now)) - sum(map(len, before)) <= 3
        before = now


@pytest.mark.parametrize(("players", "points"), [(2, 2), (3, 3), (4, 4)])
def test_r5_4_c19_the_whole_stack_for_one_coin(engine: Engine, players: int, points: int) -> None:
    """C19: three of type 2: 1 silver in all, 2, 3 or 4 VP a tile, three tiles sold."""
    state = engine.at(players=players, seats=[seat(dice=[2, 6], goods={2: 3})])
    assert [word for word in words(state) if "sell" in word] == ["2: sell 2"]
    after = of_seat(play(state, "2: sell 2"))
    assert after["goods"] == {}
    assert after["sold"] == {"2": 3}
    assert after["silver"] == 1
    assert after["workers"] == 0
    assert after["vp"] == 3 * points


def test_r5_4_c18_two_sales_in_one_turn(engine: Engine) -> None:
    """C18: +1 silver +4 VP, then +1 silver +2 VP."""
    state = engine.at(seats=[seat(dice=[1, 4], goods={1: 2, 4: 1})])
    state = play(state, "1: sell 1")
    assert (of_seat(state)["silver"], vp(state)) == (1, 4)
    state = play(state, "4: sell 4")
    assert (of_seat(state)["silver"], vp(state)) == (2, 6)
    assert of_seat(state)["sold"] == {"1": 2, "4": 1}


def test_r5_4_sold_goods_add_up_by_type(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[4, 5], goods={4: 2}, sold={4: 1, 6: 3})])
    assert of_seat(play(state, "4: sell 4"))["sold"] == {"4": 3, "6": 3}


def test_r5_4_nothing_to_sell(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[4, 5], goods={1: 2})])
    assert not [word for word in words(state) if "sell" in word]
    assert "R5.4" in state.why_illegal("4: sell 4")


def test_r5_4_seven_tiles_with_four_players(engine: Engine) -> None:
    """Seven tiles at 4 VP."""
    state = engine.at(players=4, seats=[seat(dice=[3, 3], goods={3: 7}, vp=250)])
    assert vp(play(state, "3: sell 3")) == 250 + 28


def test_r5_4_knowledge_3_and_4_at_a_sale(engine: Engine) -> None:
    """With 3 two silver, with 4 a worker, once a sale and not a tile."""
    goods = {"goods": {1: 3}, "dice": [1, 2]}
    for estate, silver, workers in (
        ({"c4": "k3"}, 2, 0),
        ({"c4": "k4"}, 1, 1),
        ({"c4": "k3", "b4": "k4"}, 2, 1),
    ):
        after = of_seat(play(engine.at(seats=[seat(estate=estate, **goods)]), "1: sell 1"))
        assert (after["silver"], after["workers"], after["vp"]) == (silver, workers, 6)


@pytest.mark.parametrize(
    ("estate", "workers", "silver"),
    [
        ({}, 2, 0),
        ({"c4": "k14"}, 4, 0),
        ({"c4": "k13"}, 2, 1),
        ({"c4": "k13", "b4": "k14"}, 4, 1),
    ],
)
def test_r5_5_take_workers(
    engine: Engine, estate: dict[str, str], workers: int, silver: int
) -> None:
    for die in range(1, 7):
        state = engine.at(seats=[seat(estate=estate, dice=[die, die])])
        after = of_seat(play(state, f"{die}: workers"))
        assert (after["workers"], after["silver"]) == (workers, silver)
        assert after["dice"] == [die]


def test_r5_6_workers_and_silver_are_unlimited(engine: Engine) -> None:
    state = engine.at(
        seats=[
            seat(
                estate={"c4": "k13", "b4": "k14"},
                storage=["bank"],
                dice=[3, 6],
                silver=300,
                workers=300,
            )
        ]
    )
    state = play(state, "6: workers", "3: place bank on c3")
    assert of_seat(state)["workers"] == 304
    assert of_seat(state)["silver"] == 303


@pytest.mark.parametrize("amount", [60, 255, 256, 9_000])
def test_r5_6_large_amounts_are_kept_whole(engine: Engine, amount: int) -> None:
    state = engine.at(seats=[seat(dice=[3, 6], silver=amount, workers=amount, vp=amount)])
    state = play(state, "6: workers")
    assert of_seat(state)["workers"] == amount + 2
    again = engine.State.from_bytes(state.to_bytes())
    assert of_seat(again)["silver"] == amount
    assert again.scores()[0] == amount
