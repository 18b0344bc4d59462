"""R4.4 to R4.6: workers and free steps."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Engine
from positions import of_seat, play, seat, spaces_for, words

# One tile on each numbered depot, so that taking it shows what reaching the depot's number costs.
ONE_EACH = {1: ["ship"], 2: ["castle"], 3: ["cow2"], 4: ["bank"], 5: ["mine"], 6: ["sheep2"]}


def costs(state: Any, die: int) -> dict[int, int]:
    """Workers paid for taking the tile of each depot that can be reached with the die."""
    before = of_seat(state)["workers"]
    found = {}
    for word in words(state):
        if word.startswith(f"{die}: take "):
            found[int(word.split(" from ")[1])] = before - of_seat(play(state, word))["workers"]
    return found


def test_r4_4_c69_wrap_and_shortest_way(engine: Engine) -> None:
    """C69: die 2 and two workers: 1, 3 for one, 4, 6 for two, 5 needs three."""
    state = engine.at(seats=[seat(dice=[2, 2], workers=2)], depots=ONE_EACH)
    assert costs(state, 2) == {2: 0, 1: 1, 3: 1, 4: 2, 6: 2}


@pytest.mark.parametrize("die", range(1, 7))
def test_r4_6_workers_are_the_distance(engine: Engine, die: int) -> None:
    """Steps up or down round the circle, whichever is fewer."""
    state = engine.at(seats=[seat(dice=[die], workers=3)], depots=ONE_EACH)
    expected = {t: min((t - die) % 6, (die - t) % 6) for t in range(1, 7)}
    assert costs(state, die) == expected


@pytest.mark.parametrize("die", range(1, 7))
def test_r4_4_knowledge_8_gives_one_or_two_steps_a_worker(engine: Engine, die: int) -> None:
    """Distance 1 and 2 cost one worker, 3 costs two."""
    state = engine.at(seats=[seat(estate={"c4": "k8"}, dice=[die], workers=2)], depots=ONE_EACH)
    price = [0, 1, 1, 2]
    expected = {t: price[min((t - die) % 6, (die - t) % 6)] for t in range(1, 7)}
    assert costs(state, die) == expected


def test_r4_4_knowledge_8_with_one_worker_does_not_reach_the_other_side(engine: Engine) -> None:
    state = engine.at(seats=[seat(estate={"c4": "k8"}, dice=[2], workers=1)], depots=ONE_EACH)
    assert set(costs(state, 2)) == {1, 2, 3, 4, 6}


def test_r4_6_c70_there_is_no_action_that_only_changes_a_die(engine: Engine) -> None:
    """C70: die 4, one worker: the cost is part of the action that uses the die."""
    state = engine.at(seats=[seat(dice=[4, 4], workers=1)], depots=ONE_EACH)
    assert costs(state, 4) == {4: 0, 3: 1, 5: 1}
    after = play(state, "4: take mine from 5")
    assert of_seat(after)["workers"] == 0
    assert of_seat(after)["dice"] == [4]
    assert costs(after, 4) == {4: 0}


def test_r4_6_what_is_listed_is_what_is_charged(engine: Engine) -> None:
    """C70: `explain` states the workers that `child` takes."""
    state = engine.at(
        seats=[seat(dice=[2, 5], workers=3, storage=["mine", "ship", "bank"])], depots=ONE_EACH
    )
    for word in words(state) - {"2: workers", "5: workers"}:
        events = state.explain(state.string_to_action(word))
        stated = sum(e["workers"] for e in events if e["event"] == "pay_workers")
        paid = 3 - of_seat(play(state, word))["workers"]
        assert stated == paid, word


def test_r4_4_c71_workers_gained_in_the_turn(engine: Engine) -> None:
    """C71: the 3 takes two workers; they turn the 2 into 4 or 6. A used die is gone."""
    state = engine.at(seats=[seat(dice=[2, 3])], depots=ONE_EACH)
    assert costs(state, 2) == {2: 0}
    state = play(state, "3: workers")
    assert costs(state, 2) == {2: 0, 1: 1, 3: 1, 4: 2, 6: 2}
    assert not [word for word in words(state) if word.startswith("3: ")]


def test_r4_4_taking_workers_never_costs_any(engine: Engine) -> None:
    state = engine.at(seats=[seat(dice=[3, 6], workers=5)])
    assert of_seat(play(state, "6: workers"))["workers"] == 5 + 2


def test_r4_4_workers_for_placing_and_selling(engine: Engine) -> None:
    """Die 6: a ship on d5 (5) for one worker, goods of type 3 for three."""
    state = engine.at(seats=[seat(dice=[6, 6], workers=3, storage=["ship"], goods={3: 1})])
    assert of_seat(play(state, "6: place ship on d5"))["workers"] == 2
    assert of_seat(play(state, "6: sell 3"))["workers"] == 0


ALL_FREE = {"c4": "k9", "b4": "k10", "a4": "k11", "f3": "k12", "e4": "watchtower", "d5": "ship"}


def test_r4_5_c73_each_free_step_serves_its_own_action(engine: Engine) -> None:
    """C73: die 4, no workers, 9 to 12 placed: 3, 4, 5 for placing and taking, 4 for selling.

    Building spaces touching the estate: c3 3, b5 4, f4 5 (and c5 2, e5 1, too far); ships d3 2, d6 4;
    mines e3 4.
    """
    state = engine.at(
        seats=[
            seat(
                estate=ALL_FREE,
                storage=["bank", "ship", "mine"],
                dice=[4, 4],
                goods={3: 1, 4: 1, 5: 1},
            )
        ],
        depots=ONE_EACH,
    )
    assert spaces_for(state, "bank") == {"c3", "b5", "f4"}
    assert spaces_for(state, "ship") == {"d6"}
    assert spaces_for(state, "mine") == {"e3"}
    assert costs(state, 4) == {3: 0, 4: 0, 5: 0}
    assert {word for word in words(state) if "sell" in word} == {"4: sell 4"}


def test_r4_5_c73_only_9(engine: Engine) -> None:
    """C73: with 9 alone the bank goes to 3, 4, 5 and everything else to exactly 4."""
    state = engine.at(
        seats=[
            seat(
                estate={"c4": "k9", "b4": "k16", "a4": "k17", "e4": "watchtower", "d5": "ship"},
                storage=["bank", "ship", "mine"],
                dice=[4, 4],
                goods={3: 1, 4: 1, 5: 1},
            )
        ],
        depots=ONE_EACH,
    )
    assert spaces_for(state, "bank") == {"c3", "b5", "f4"}
    assert spaces_for(state, "ship") == {"d6"}
    assert spaces_for(state, "mine") == {"e3"}
    assert costs(state, 4) == {4: 0}
    assert {word for word in words(state) if "sell" in word} == {"4: sell 4"}


# Number, die, the tile whose placing it helps and the space one step away; all touch the base estate
# {d4, c3, d5} and the knowledge tile on c4.
HELPED = [
    (9, 2, "bank", "e4"),
    (9, 4, "bank", "e4"),
    (10, 1, "ship", "d3"),
    (10, 3, "ship", "d3"),
    (10, 3, "cow3", "c2"),
    (10, 5, "cow3", "c2"),
    (11, 5, "castle", "b3"),
    (11, 1, "castle", "b3"),
    (11, 3, "mine", "e3"),
    (11, 4, "k16", "b4"),
]


@pytest.mark.parametrize(("number", "die", "tile", "space"), HELPED)
def test_r4_5_free_step_for_a_tile(
    engine: Engine, number: int, die: int, tile: str, space: str
) -> None:
    word = f"{die}: place {tile} on {space}"
    for other in (9, 10, 11, 12):
        state = engine.at(
            seats=[
                seat(
                    estate={"c3": "church", "d5": "ship", "c4": f"k{other}"},
                    storage=[tile],
                    dice=[die],
                )
            ]
        )
        assert (word in words(state)) == (other == number)


def test_r4_5_knowledge_12_for_taking_with_a_die(engine: Engine) -> None:
    for number in (9, 10, 11, 12):
        state = engine.at(seats=[seat(estate={"c4": f"k{number}"}, dice=[1])], depots=ONE_EACH)
        expected = {6: 0, 1: 0, 2: 0} if number == 12 else {1: 0}
        assert costs(state, 1) == expected


@pytest.mark.parametrize(("workers", "reached"), [(0, 1), (1, 2), (2, 3)])
def test_r4_5_one_free_step_an_action_then_workers(
    engine: Engine, workers: int, reached: int
) -> None:
    state = engine.at(
        seats=[seat(estate={"c4": "k12"}, dice=[3], workers=workers)], depots=ONE_EACH
    )
    price = [0, 0, 1, 2]
    distance = {t: min((t - 3) % 6, (3 - t) % 6) for t in range(1, 7)}
    assert costs(state, 3) == {t: price[d] for t, d in distance.items() if d <= reached}


def test_r4_5_free_step_again_with_the_second_die(engine: Engine) -> None:
    state = engine.at(seats=[seat(estate={"c4": "k12"}, dice=[1, 4])], depots=ONE_EACH)
    state = play(state, "1: take castle from 2")
    assert costs(state, 4) == {3: 0, 4: 0, 5: 0}


def test_r4_6_knowledge_8_does_not_double_a_free_step(engine: Engine) -> None:
    """With 8 and 12: distance 1 free, 2 one worker (one step), 3 one worker (two steps)."""
    state = engine.at(
        seats=[seat(estate={"c4": "k8", "b4": "k12"}, dice=[3], workers=5)], depots=ONE_EACH
    )
    assert costs(state, 3) == {3: 0, 2: 0, 4: 0, 1: 1, 5: 1, 6: 1}


def test_r4_5_c75_a_knowledge_tile_works_for_the_second_die(engine: Engine) -> None:
    """C75: 12 in storage does nothing; placed on c4 with the 1, the 4 takes from 3, 4, 5."""
    state = engine.at(seats=[seat(storage=["k12"], dice=[1, 4])], depots=ONE_EACH)
    assert costs(state, 4) == {4: 0}
    state = play(state, "1: place k12 on c4")
    assert costs(state, 4) == {3: 0, 4: 0, 5: 0}


def test_r4_5_c21_free_steps_never_help_a_sale(engine: Engine) -> None:
    """C21: die 6, one worker, type 1: legal for the worker, with or without 9 to 12."""
    for estate in ({}, ALL_FREE):
        state = engine.at(seats=[seat(estate=estate, dice=[3, 6], workers=1, goods={1: 1})])
        after = play(state, "6: sell 1")
        assert of_seat(after)["workers"] == 0
        assert of_seat(after)["silver"] == 1
        assert of_seat(after)["vp"] == 2
        broke = engine.at(seats=[seat(estate=estate, dice=[3, 6], goods={1: 1})])
        assert not [word for word in words(broke) if "sell" in word]
