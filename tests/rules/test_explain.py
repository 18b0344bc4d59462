"""What `explain` tells: each event with its rule and keys, in the order of formats.md, 8."""

from __future__ import annotations

from typing import Any

from engines import Engine
from positions import last_turn, play, seat


def told(state: Any, word: str) -> list[dict[str, Any]]:
    """The events as plain dicts; asserts that `event` and `rule` come first."""
    events = [dict(event) for event in state.explain(state.string_to_action(word))]
    assert all(list(event)[:2] == ["event", "rule"] for event in events)
    return events


def event(name: str, rule: str, **keys: Any) -> dict[str, Any]:
    return {"event": name, "rule": rule, **keys}


def use_die(die: int, used_as: int, seat: int = 0) -> dict[str, Any]:
    return event("use_die", "R4.1", seat=seat, die=die, **{"as": used_as})


def scored(rule: str, amount: int, source: str, seat: int = 0) -> dict[str, Any]:
    return event("vp", rule, seat=seat, vp=amount, source=source)


def test_a_bank_that_fills_a_region(engine: Engine) -> None:
    """R4.6, R5.3, R6.7, R8.1: a 2 made a 3 for one worker; {c3} in phase A."""
    state = engine.at(seats=[seat(storage=["bank"], dice=[2, 2], workers=1)])
    assert told(state, "2: place bank on c3") == [
        use_die(2, 3),
        event("pay_workers", "R4.6", seat=0, workers=1),
        event("place", "R5.3", seat=0, tile="bank", space="c3"),
        event("gain_silver", "R6.7", seat=0, silver=2),
        scored("R8.1", 1, "region"),
        scored("R8.1", 10, "phase"),
    ]


def test_a_mine_that_fills_region_and_colour(engine: Engine) -> None:
    """R8.1, R8.2, in phase C."""
    state = engine.at(
        phase="C",
        seats=[seat(estate={"e3": "mine", "f2": "mine"}, storage=["mine"], dice=[1, 3])],
        bonus={"mine": [1]},
    )
    assert told(state, "3: place mine on g1") == [
        use_die(3, 3),
        event("place", "R5.3", seat=0, tile="mine", space="g1"),
        scored("R8.1", 6, "region"),
        scored("R8.1", 6, "phase"),
        event("bonus_tile", "R8.2", seat=0, colour="mine", size="small"),
        scored("R8.2", 2, "bonus"),
    ]


def test_animals_score_before_their_region(engine: Engine) -> None:
    """R6.4 with knowledge 7 on board 3: (2 + 1) + (2 + 1), then 10 + 10 for the pasture of four."""
    row = {"a1": "pig2", "a2": "sheep2", "a3": "chicken2", "c4": "k7"}
    state = engine.at(
        seats=[
            seat(
                board=3,
                start_castle="b3",
                estate={"b3": "castle", **row},
                storage=["pig2"],
                dice=[1, 3],
            )
        ]
    )
    assert told(state, "3: place pig2 on a4") == [
        use_die(3, 3),
        event("place", "R5.3", seat=0, tile="pig2", space="a4"),
        scored("R6.4", 6, "animals"),
        scored("R8.1", 10, "region"),
        scored("R8.1", 10, "phase"),
    ]


def test_watchtower_and_boarding_house(engine: Engine) -> None:
    state = engine.at(seats=[seat(storage=["watchtower", "boarding_house"], dice=[3, 3])])
    assert told(state, "3: place watchtower on e4")[1:] == [
        event("place", "R5.3", seat=0, tile="watchtower", space="e4"),
        scored("R6.7", 4, "watchtower"),
    ]
    assert told(state, "3: place boarding_house on e4")[1:] == [
        event("place", "R5.3", seat=0, tile="boarding_house", space="e4"),
        event("gain_workers", "R6.7", seat=0, workers=4),
    ]


def test_a_sale_with_knowledge_3_and_4(engine: Engine) -> None:
    """R5.4: goods, silver, workers, VP."""
    state = engine.at(seats=[seat(estate={"c4": "k3", "b4": "k4"}, goods={4: 3}, dice=[4, 5])])
    assert told(state, "4: sell 4") == [
        use_die(4, 4),
        event("sell", "R5.4", seat=0, good=4, count=3),
        event("gain_silver", "R5.4", seat=0, silver=2),
        event("gain_workers", "R5.4", seat=0, workers=1),
        scored("R5.4", 6, "goods"),
    ]


def test_workers_with_knowledge_13_and_14(engine: Engine) -> None:
    """R5.5: workers, then silver; no amount 0 without 13."""
    state = engine.at(seats=[seat(estate={"c4": "k13", "b4": "k14"}, dice=[4, 5])])
    assert told(state, "5: workers") == [
        use_die(5, 5),
        event("gain_workers", "R5.5", seat=0, workers=4),
        event("gain_silver", "R5.5", seat=0, silver=1),
    ]
    plain = engine.at(seats=[seat(dice=[4, 5])])
    assert told(plain, "5: workers")[1:] == [event("gain_workers", "R5.5", seat=0, workers=2)]


def test_take_with_a_free_step_and_workers(engine: Engine) -> None:
    """R4.5 and R4.6: from 1 to 4 with knowledge 12: one step free, two workers."""
    state = engine.at(
        seats=[seat(estate={"c4": "k12"}, dice=[1, 1], workers=2)], depots={4: ["ship"]}
    )
    assert told(state, "1: take ship from 4") == [
        use_die(1, 4),
        event("free_step", "R4.5", seat=0, knowledge=12),
        event("pay_workers", "R4.6", seat=0, workers=2),
        event("take", "R5.1", seat=0, tile="ship", depot=4),
        event("store", "R5.2", seat=0, tile="ship"),
    ]


def test_no_free_step_is_told_when_none_is_made(engine: Engine) -> None:
    state = engine.at(seats=[seat(estate={"c4": "k12"}, dice=[4, 4])], depots={4: ["ship"]})
    assert [e["event"] for e in told(state, "4: take ship from 4")] == ["use_die", "take", "store"]


def test_a_full_storage_stores_after_the_discard(engine: Engine) -> None:
    """R5.2 for a taken and for a bought tile."""
    full = seat(storage=["mine", "bank", "k1"], dice=[3, 4], silver=2)
    state = engine.at(seats=[full], depots={3: ["cow2"]}, black=["ship"])
    assert told(state, "3: take cow2 from 3") == [
        use_die(3, 3),
        event("take", "R5.1", seat=0, tile="cow2", depot=3),
    ]
    assert told(state, "buy ship from black") == [
        event("buy", "R7.1", seat=0, tile="ship", depot="black", silver=2)
    ]
    state = play(state, "buy ship from black")
    assert told(state, "discard bank") == [
        event("discard", "R5.2", seat=0, tile="bank"),
        event("store", "R5.2", seat=0, tile="ship"),
    ]


def test_a_purchase_from_a_numbered_depot(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(estate={"c4": "k6"}, dice=[3, 4], silver=3)], depots={6: ["sheep2"]}
    )
    assert told(state, "buy sheep2 from 6") == [
        event("buy", "R7.1", seat=0, tile="sheep2", depot=6, silver=2),
        event("store", "R5.2", seat=0, tile="sheep2"),
    ]


def test_castle_and_its_action(engine: Engine) -> None:
    """R6.5: no die is used for the castle's action, and no worker."""
    state = engine.at(
        seats=[seat(estate={"c4": "k16"}, storage=["castle"], dice=[1, 6])], depots={2: ["bank"]}
    )
    assert told(state, "6: place castle on b3") == [
        use_die(6, 6),
        event("place", "R5.3", seat=0, tile="castle", space="b3"),
    ]
    state = play(state, "6: place castle on b3")
    assert told(state, "*: take bank from 2") == [
        event("take", "R5.1", seat=0, tile="bank", depot=2),
        event("store", "R5.2", seat=0, tile="bank"),
    ]
    assert told(state, "*: workers") == [event("gain_workers", "R5.5", seat=0, workers=2)]


def test_buildings_that_take_sell_and_place(engine: Engine) -> None:
    """R6.8 is the rule of what carpenter, church, market and city hall move; a sale keeps R5.4."""
    table: dict[str, Any] = {"depots": {2: ["castle", "bank"], 3: ["cow2"]}}
    mine = seat(storage=["mine"], goods={1: 1}, dice=[6])
    for kind, tile, depot in (
        ("carpenter", "bank", 2),
        ("church", "castle", 2),
        ("market", "cow2", 3),
    ):
        state = engine.at(seats=[mine], prompt={"kind": kind}, **table)
        assert told(state, f"take {tile} from {depot}") == [
            event("take", "R6.8", seat=0, tile=tile, depot=depot),
            event("store", "R5.2", seat=0, tile=tile),
        ]
        assert told(state, "decline") == [event("decline", "R6.8", seat=0)]
    state = engine.at(seats=[mine], prompt={"kind": "warehouse"}, **table)
    assert told(state, "sell 1") == [
        event("sell", "R5.4", seat=0, good=1, count=1),
        event("gain_silver", "R5.4", seat=0, silver=1),
        scored("R5.4", 2, "goods"),
    ]
    state = engine.at(seats=[mine], prompt={"kind": "city_hall"}, **table)
    assert told(state, "place mine on e3") == [
        event("place", "R6.8", seat=0, tile="mine", space="e3")
    ]


def test_a_ship_without_goods(engine: Engine) -> None:
    """R6.2, R8.1: the score of the region comes before the piece moves."""
    state = engine.at(
        seats=[seat(estate={"d5": "ship", "d6": "ship"}, storage=["ship"], dice=[1, 2])],
        track=[[1], [], [0], [], [], [], []],
    )
    assert told(state, "1: place ship on d7") == [
        use_die(1, 1),
        event("place", "R5.3", seat=0, tile="ship", space="d7"),
        scored("R8.1", 6, "region"),
        scored("R8.1", 10, "phase"),
        event("track", "R6.2", seat=0, space=3),
    ]


def test_a_ships_goods(engine: Engine) -> None:
    """R6.2 and R6.3: ascending types; stored types first, then what is kept; the track at the end."""
    state = engine.at(
        seats=[seat(estate={"c4": "k5"}, storage=["ship"], goods={4: 1}, dice=[5, 6])],
        depot_goods={2: {1: 1, 4: 2}, 3: {2: 1, 3: 1, 4: 1}},
    )
    assert told(state, "5: place ship on d5") == [
        use_die(5, 5),
        event("place", "R5.3", seat=0, tile="ship", space="d5"),
    ]
    state = play(state, "5: place ship on d5")
    assert told(state, "decline") == [
        event("decline", "R6.2", seat=0),
        event("track", "R6.2", seat=0, space=1),
    ]
    assert told(state, "goods from 2") == [
        event("take_goods", "R6.2", seat=0, depot=2, good=1, count=1),
        event("take_goods", "R6.2", seat=0, depot=2, good=4, count=2),
    ]
    state = play(state, "goods from 2")
    assert told(state, "decline") == [
        event("decline", "R6.3", seat=0),
        event("track", "R6.2", seat=0, space=1),
    ]
    assert told(state, "goods from 3") == [
        event("take_goods", "R6.3", seat=0, depot=3, good=4, count=1)
    ]
    state = play(state, "goods from 3")
    assert told(state, "keep 3") == [
        event("take_goods", "R6.3", seat=0, depot=3, good=3, count=1),
        event("track", "R6.2", seat=0, space=1),
    ]


def test_a_ships_goods_without_knowledge_5(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["ship"], goods={1: 1, 2: 1}, dice=[5, 6])],
        depot_goods={3: {3: 2, 4: 1}},
    )
    state = play(state, "5: place ship on d5", "goods from 3")
    assert told(state, "keep 3") == [
        event("take_goods", "R6.2", seat=0, depot=3, good=3, count=2),
        event("track", "R6.2", seat=0, space=1),
    ]


def test_the_end_of_a_turn(engine: Engine) -> None:
    """R4.3: told with the last die, or with `end`."""
    rich = engine.at(seats=[seat(dice=[5], silver=2), seat(dice=[1, 1])], black=["mine"])
    assert [e["event"] for e in told(rich, "5: workers")] == ["use_die", "gain_workers"]
    assert told(play(rich, "5: workers"), "end") == [event("end_turn", "R4.3", seat=0)]
    poor = engine.at(seats=[seat(dice=[5]), seat(dice=[1, 1])])
    assert told(poor, "5: workers")[2:] == [event("end_turn", "R4.3", seat=0)]


def test_the_end_of_a_round(engine: Engine) -> None:
    """R3.1: the order of the next round; then its white die (R2.5) is a node."""
    state = engine.at(
        turn=1,
        seats=[seat(), seat(dice=[5])],
        track=[[0], [1], [], [], [], [], []],
        round_goods=[4],
    )
    assert told(state, "5: workers")[2:] == [
        event("end_turn", "R4.3", seat=1),
        event("order", "R3.1", order=[1, 0]),
    ]
    state = play(state, "5: workers")
    assert told(state, "white 6") == [
        event("white_die", "R2.5", die=6),
        event("put_goods", "R2.5", depot=6, good=4),
    ]
    state = play(state, "white 6")
    assert told(state, "dice 2 5 to 0") == [event("roll", "R2.5", seat=0, dice=[2, 5])]


def test_the_end_of_a_phase(engine: Engine) -> None:
    """R2.6: silver, then workers, seat by seat; the new order; the first draw (R2.2) is forced."""
    mine = {"e3": "mine", "c4": "k2"}
    state = engine.at(**last_turn(seats=[seat(estate=mine), seat(estate={"e3": "mine"}, dice=[5])]))
    assert told(state, "5: workers")[2:] == [
        event("end_turn", "R4.3", seat=1),
        event("end_phase", "R2.6", phase="A"),
        event("gain_silver", "R2.6", seat=0, silver=1),
        event("gain_workers", "R2.6", seat=0, workers=1),
        event("gain_silver", "R2.6", seat=1, silver=1),
        event("order", "R3.1", order=[0, 1]),
        event("draw", "R2.2", tile="ship", depot=1),
    ]


def test_the_end_of_the_game(engine: Engine) -> None:
    """R2.6, R9.1, R9.2: seat by seat: goods, silver, workers, then knowledge by number."""
    yellow = {"c4": "k15", "b4": "k25", "a4": "k16", "e3": "mine", "c3": "warehouse"}
    state = engine.at(
        **last_turn(
            phase="E",
            seats=[
                seat(estate=yellow, goods={2: 2, 3: 1}, sold={1: 2}, workers=3, silver=1),
                seat(dice=[5]),
            ],
        )
    )
    assert told(state, "5: workers") == [
        use_die(5, 5, seat=1),
        event("gain_workers", "R5.5", seat=1, workers=2),
        event("end_turn", "R4.3", seat=1),
        event("end_phase", "R2.6", phase="E"),
        event("gain_silver", "R2.6", seat=0, silver=1),
        scored("R9.1", 3, "final_goods"),
        scored("R9.1", 2, "final_silver"),
        scored("R9.1", 1, "final_workers"),
        scored("R9.1", 3, "k15"),
        scored("R9.1", 4, "k16"),
        scored("R9.1", 2, "k25"),
        scored("R9.1", 1, "final_workers", seat=1),
        event("game_over", "R9.2", ranking=[0, 1]),
    ]


def test_the_draws_of_the_set_up(engine: Engine) -> None:
    """R1.3, R1.4, R1.5, R1.8, R2.2, R2.4."""
    state = engine.State.new(2, boards="random")
    assert told(state, "board 4 to 0") == [event("board", "R1.8", seat=0, board=4)]
    state = engine.State.new(2)
    drawn, *workers = told(state, "start player 1")
    assert drawn == event("start_player", "R1.4", seat=1)
    assert sorted(workers, key=lambda gain: gain["seat"]) == [
        event("gain_workers", "R1.5", seat=0, workers=2),
        event("gain_workers", "R1.5", seat=1, workers=1),
    ]
    state = play(state, "start player 1")
    assert told(state, "deal 6 to 0") == [event("deal", "R1.3", seat=0, good=6)]
    state = play(state, *["deal 6 to 0"] * 3, *["deal 1 to 1"] * 2)
    assert told(state, "deal 1 to 1") == [
        event("deal", "R1.3", seat=1, good=1),
        event("order", "R3.1", order=[1, 0]),
        event("draw", "R2.2", tile="ship", depot=1),
    ]
    state = play(state, "deal 1 to 1")
    assert told(state, "depot 1.2 bank") == [
        event("draw", "R2.2", tile="bank", depot=1),
        event("draw", "R2.2", tile="castle", depot=2),
    ]
    state = engine.at(prompt={"kind": "chance", "event": "black"}, black=["mine", "mine", "ship"])
    assert told(state, "black k7") == [event("draw", "R2.2", tile="k7", depot="black")]
    state = play(state, "black k7")
    assert told(state, "good 5") == [event("reveal", "R2.4", good=5)]
