"""R6.10: each of the 26 knowledge tiles, by each way of placing it (C76), for its owner alone."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import BUILDINGS, last_turn, of_seat, play, prompt, seat, vp, words

ROUTES = ["die", "castle", "city_hall"]
FINAL_BUILDING = dict(zip(range(16, 24), BUILDINGS, strict=True))


def placed(engine: Engine, number: int, route: str, die: int, **keys: Any) -> Any:
    """P1, last in the round, has just placed knowledge `number` on c4; `die` is left.

    Estate d4, c3, d5; the castle goes to b3 with a 6, the city hall to e4 with a 3.
    """
    table = {
        name: keys.pop(name)
        for name in ("depots", "depot_goods", "bonus", "phase", "supply")
        if name in keys
    }
    first_die = {"die": 1, "castle": 6, "city_hall": 3}[route]
    estate = {"c3": "market", "d5": "ship", **keys.pop("estate", {})}
    carrier = [] if route == "die" else [route]
    storage = [*carrier, f"k{number}", *keys.pop("storage", [])]
    mine = seat(estate=estate, storage=storage, dice=sorted([first_die, die]), **keys)
    state = engine.at(**last_turn(seats=[seat(), mine], **table))
    if route == "die":
        return play(state, f"1: place k{number} on c4")
    if route == "castle":
        return play(state, "6: place castle on b3", f"*: place k{number} on c4")
    return play(state, "3: place city_hall on e4", f"place k{number} on c4")


every_route = pytest.mark.parametrize("route", ROUTES)


@every_route
def test_r6_10_c76_k1_same_building_in_a_city(engine: Engine, route: str) -> None:
    state = placed(engine, 1, route, 5, estate={"e5": "church"}, storage=["church"])
    assert "5: place church on f4" in words(state)


@every_route
def test_r6_10_c76_k2_workers_for_mines(engine: Engine, route: str) -> None:
    """2 workers taken and 1 for the mine of e3, beside its silver."""
    state = placed(engine, 2, route, 4, estate={"e3": "mine"})
    state = play(state, "4: workers")
    assert of_seat(state, 1)["workers"] == 2 + 1
    assert of_seat(state, 1)["silver"] == 1


@every_route
def test_r6_10_c76_k3_two_silver_a_sale(engine: Engine, route: str) -> None:
    state = placed(engine, 3, route, 4, goods={4: 2})
    assert of_seat(play(state, "4: sell 4"), 1)["silver"] == 2


@every_route
def test_r6_10_c76_k4_a_worker_a_sale(engine: Engine, route: str) -> None:
    state = placed(engine, 4, route, 4, goods={4: 2})
    assert of_seat(play(state, "4: sell 4"), 1)["workers"] == 1


@every_route
def test_r6_10_c76_k5_second_depot(engine: Engine, route: str) -> None:
    state = placed(engine, 5, route, 4, storage=["ship"], depot_goods={1: {1: 1}, 2: {2: 1}})
    state = play(state, "4: place ship on d6", "goods from 1")
    assert prompt(state) == "second_ship"


@every_route
def test_r6_10_c76_k6_purchase_from_numbered_depots(engine: Engine, route: str) -> None:
    state = placed(engine, 6, route, 4, silver=2, depots={2: ["castle"]})
    assert "buy castle from 2" in words(state)


@every_route
def test_r6_10_c76_k7_a_point_a_tile_that_scores(engine: Engine, route: str) -> None:
    """4 cows and 1 on c2, touching c3."""
    state = placed(engine, 7, route, 4, storage=["cow4"])
    before = vp(state, 1)
    assert vp(play(state, "4: place cow4 on c2"), 1) - before == 5


@every_route
def test_r6_10_c76_k8_two_steps_a_worker(engine: Engine, route: str) -> None:
    state = placed(engine, 8, route, 4, workers=1, depots={6: ["cow2"]})
    assert of_seat(play(state, "4: take cow2 from 6"), 1)["workers"] == 0


@every_route
@pytest.mark.parametrize(
    ("number", "word"),
    [
        (9, "1: place bank on c5"),  # c5 is 2 and touches c4
        (10, "5: place ship on d6"),  # d6 is 4
        (10, "5: place cow4 on c2"),  # c2 is 4
        (11, "5: place mine on e3"),  # e3 is 4
        (11, "4: place k26 on b4"),  # b4 is 5
        (12, "5: take ship from 4"),
    ],
)
def test_r6_10_c76_k9_to_k12_free_steps(engine: Engine, number: int, word: str, route: str) -> None:
    tile = word.split()[2]
    storage = [] if number == 12 else [tile]
    state = placed(engine, number, route, int(word[0]), storage=storage, depots={4: ["ship"]})
    assert word in words(state)
    assert of_seat(play(state, word), 1)["workers"] == 0


@every_route
def test_r6_10_c76_k13_silver_with_workers(engine: Engine, route: str) -> None:
    state = play(placed(engine, 13, route, 4), "4: workers")
    assert (of_seat(state, 1)["silver"], of_seat(state, 1)["workers"]) == (1, 2)


@every_route
def test_r6_10_c76_k14_four_workers(engine: Engine, route: str) -> None:
    state = play(placed(engine, 14, route, 4), "4: workers")
    assert (of_seat(state, 1)["silver"], of_seat(state, 1)["workers"]) == (0, 4)


def final(state: Any, number: int, die: int = 4) -> int:
    """Points of the knowledge tile after the game's last die, asserted to be in the score."""
    state = play(state, f"{die}: workers")
    assert state.is_terminal()
    parts = state.score_breakdown()[1]
    assert sum(parts.values()) == state.scores()[1]
    assert [key for key in parts if key.startswith("k") and parts[key]] in ([], [f"k{number}"])
    return int(parts[f"k{number}"])


@every_route
def test_r6_10_c76_k15_types_sold(engine: Engine, route: str) -> None:
    """Two types at 3."""
    state = placed(engine, 15, route, 4, sold={1: 3, 6: 1}, phase="E")
    assert final(state, 15) == 6


@every_route
@pytest.mark.parametrize("number", range(16, 24))
def test_r6_10_c76_k16_to_k23_buildings(engine: Engine, number: int, route: str) -> None:
    """4 for the one on f5 beside e5, and 4 for others of the type: c3's market, e4's city hall."""
    building = FINAL_BUILDING[number]
    neighbour = "bank" if building != "bank" else "church"
    kept = building if building != "city_hall" or route != "city_hall" else None
    estate = {"e5": neighbour} | ({"f5": kept} if kept else {})
    state = placed(engine, number, route, 4, estate=estate, phase="E")
    count = (kept is not None) + (building == "market") + (building == route)
    assert final(state, number) == 4 * count


@every_route
def test_r6_10_c76_k24_species(engine: Engine, route: str) -> None:
    """Cows on c2 and e6: one species, 4."""
    estate = {"c2": "cow3", "d6": "ship", "e6": "cow2"}
    assert final(placed(engine, 24, route, 4, estate=estate, phase="E"), 24) == 4


@every_route
def test_r6_10_c76_k25_goods_sold(engine: Engine, route: str) -> None:
    assert final(placed(engine, 25, route, 4, sold={1: 3, 6: 1}, phase="E"), 25) == 4


@every_route
def test_r6_10_c76_k26_bonus_tiles(engine: Engine, route: str) -> None:
    """One large and one small tile, at 2 each."""
    state = placed(engine, 26, route, 4, bonus={"mine": [1], "ship": [0, 1]}, phase="E")
    assert final(state, 26) == 4


@pytest.mark.parametrize("number", range(1, 27))
def test_r6_10_placing_it_gives_nothing_at_once(engine: Engine, number: int) -> None:
    """No VP, silver or workers, and no choice, although everything it counts is there."""
    state = engine.at(
        seats=[
            seat(
                estate={"c3": "market", "e3": "mine", "c2": "cow3"},
                storage=[f"k{number}"],
                goods={1: 2},
                sold={2: 2},
                dice=[1, 4],
            )
        ],
        bonus={"mine": [0]},
    )
    state = play(state, f"1: place k{number} on c4")
    after = of_seat(state)
    assert (after["vp"], after["silver"], after["workers"]) == (0, 0, 0)
    assert prompt(state) == "turn"


@pytest.mark.parametrize("where", ["storage", "other_seat"])
def test_r6_10_only_placed_and_only_for_the_owner(engine: Engine, where: str) -> None:
    """k6, k12 and k14 in storage, or in the other player's estate, do nothing."""
    numbers = ["k6", "k12", "k14"]
    mine = {"storage": numbers} if where == "storage" else {"storage": ["bank"]}
    his = {} if where == "storage" else {"estate": {"c4": "k6", "b4": "k12", "a4": "k14"}}
    state = engine.at(
        seats=[seat(dice=[2, 2], silver=2, **mine), seat(**his)], depots={3: ["cow2"]}
    )
    assert {word for word in words(state) if "place" not in word} == {"2: workers"}
    assert of_seat(play(state, "2: workers"))["workers"] == 2


def test_r6_10_it_never_reaches_back(engine: Engine) -> None:
    """Knowledge 14 placed after the workers were taken; 7 placed after the cows."""
    state = engine.at(seats=[seat(storage=["k14"], dice=[1, 2])])
    state = play(state, "2: workers", "1: place k14 on c4")
    assert of_seat(state)["workers"] == 2
    state = engine.at(seats=[seat(estate={"c3": "bank"}, storage=["cow4", "k7"], dice=[1, 4])])
    state = play(state, "4: place cow4 on c2", "1: place k7 on c4")
    assert vp(state) == 4


def test_r6_10_c79_final_tiles_count_what_comes_later(engine: Engine) -> None:
    """C79: 22 placed with no bank gives 0; banks on c3 and e4, in two cities, give 8 at the end."""
    state = engine.at(seats=[seat(storage=["k22"], dice=[1, 2])])
    assert vp(play(state, "1: place k22 on c4")) == 0
    state = engine.at(
        **last_turn(
            phase="E",
            seats=[seat(), seat(estate={"c4": "k22", "c3": "bank"}, storage=["bank"], dice=[3, 4])],
        )
    )
    state = play(state, "3: place bank on e4")
    assert vp(state, 1) == 0
    assert final(state, 22) == 8


def test_r6_10_k1_at_a_city_hall_and_a_castle(engine: Engine) -> None:
    for estate, storage, moves in (
        ({"c4": "k1"}, ["city_hall", "city_hall"], ["3: place city_hall on e4"]),
        ({"c4": "k1", "e4": "market"}, ["castle", "market"], ["6: place castle on b3"]),
    ):
        state = engine.at(seats=[seat(estate=estate, storage=storage, dice=[3, 6])])
        found = {w.split(" on ")[1] for w in words(play(state, *moves)) if " on " in w}
        assert {"e5", "f4"} <= found
