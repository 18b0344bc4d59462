"""Positions built by hand: what may be left out, and which fault is found where, under which rule."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

reference: Any = importlib.import_module("burgundy.reference")
State: Any = reference.State

FULL = ["bank", "mine", "ship"]
YELLOW = {"d4": "castle", "c4": "k5"}


def depots(**tiles: list[Any]) -> list[dict[str, Any]]:
    """Six depots, some with tiles: `d3=[...]`."""
    return [{"tiles": tiles.get(f"d{number}", [None] * 4)} for number in range(1, 7)]


def first(**seat: Any) -> list[dict[str, Any]]:
    """Two seats, the first with these things and both dice."""
    return [{"dice": [3, 5], **seat}, {}]


def event(text: str, **keys: Any) -> dict[str, Any]:
    """A snapshot that waits for an event."""
    return {"prompt": {"kind": "chance", "event": text}, **keys}


@pytest.mark.parametrize(
    ("snapshot", "fault"),
    [
        ({"format": "burgundy-snapshot/2"}, "format: *"),
        ({"edition": "2019"}, "edition: *"),
        ({"options": {"decline_effects": 1}}, "options.decline_effects: *(R11)"),
        ({"players": 5}, "players: *(R1.1)"),
        ({"seats": [{}]}, "seats: *(R1.1)"),
        ({"turn": 2}, "turn: *(R2.5)"),
        ({"order": [1, 1]}, "order: *(R3.1)"),
        ({"track": [[0], [1], [0], [], [], [], []]}, "track: *(R3.1)"),
        ({"white_die": 0}, "white_die: *(R2.5)"),
        ({"white_die": 1, "round": 3, "round_goods": [1, 2, 3]}, "round_goods: *(R2.5)"),
        ({"depots": depots(d1=["bank", None, None, None])}, "depots[0].tiles[0]: *(R2.2)"),
        ({"depots": depots(d1=[None, None, "k7", None])}, "depots[0].tiles[2]: *(R1.2)"),
        ({"black_depot": ["k1"] + [None] * 7}, "black_depot: *(R1.2)"),
        ({"black_depot": ["bank"] * 3 + [None] * 5}, "supply: *bank*(R1.2)"),
        ({"supply": {"normal": {"castle": 13}}}, "supply: *castle*(R1.2)"),
        ({"supply": {"black": {"k1": 1}}}, "supply: *k1*(R1.2)"),
        ({"supply": {"goods": {"1": 8}}}, "supply.goods: *type 1*(R1.3)"),
        ({"supply": {"goods": {"7": 1}}}, "supply.goods.7: *"),
        ({"supply": {"goods": {"1": 1, 1: 1}}}, "supply.goods.1: is given twice"),
        ({"bonus_tiles": {"ship": [0, 0]}}, "bonus_tiles.ship: *(R8.2)"),
        ({"seats": first(storage=[*FULL, "bank"])}, "seats[0].storage: *(R5.2)"),
        ({"seats": first(goods={"1": 1, "2": 1, "3": 1, "4": 1})}, "seats[0].goods: *(R6.2)"),
        ({"seats": first(sold={"1": 8})}, "supply.goods: *type 1*(R1.3)"),
        ({"seats": first(silver=32_768)}, "seats[0].silver: *"),
        ({"seats": first(board=10)}, "seats[0].board: *(R1.8)"),
        ({"seats": [{"board": 6}, {"board": 6}]}, "seats: board 6 is used 2 times (R1.8)"),
        ({"seats": first(board=None)}, "seats[0].board: is missing (R1.8)"),
        ({"seats": first(board=8)}, "seats[0].start_castle: is missing (R1.8)"),
        ({"seats": first(start_castle="a2", estate=YELLOW)}, "seats[0].estate: *a2*(R1.8)"),
        ({"seats": first(start_castle="d3")}, "seats[0].start_castle: *(R1.8)"),
        ({"seats": first(estate={**YELLOW, "e4": "ship"})}, "seats[0].estate.e4: *(R5.3b)"),
        ({"seats": first(estate={**YELLOW, "g1": "mine"})}, "seats[0].estate.g1: *(R5.3c)"),
        (
            {"seats": first(estate={**YELLOW, "e4": "bank", "e5": "bank"})},
            "seats[0].estate: bank*(R5.3d)",
        ),
        ({"turn": 1, "seats": [{"dice": [1]}, {"dice": [2]}]}, "seats[0].dice: *(R2.5)"),
        ({"seats": [{"dice": [1]}, {"dice": [2]}]}, "seats[1].dice: *(R2.5)"),
        ({"seats": first(dice=[])}, "prompt: there is nothing to decide (R4.1)"),
        ({"prompt": {"kind": "city_hall"}, "seats": first()}, "prompt: *(R6.8)"),
        ({"prompt": {"kind": "market"}, "seats": first()}, "prompt: *(R6.8)"),
        ({"prompt": {"kind": "warehouse"}, "seats": first()}, "prompt: *(R6.8)"),
        ({"prompt": {"kind": "ship"}, "seats": first()}, "prompt: *(R6.2)"),
        (
            {"prompt": {"kind": "start_castle"}, "seats": first(estate=YELLOW, dice=[])},
            "prompt: *(R1.8)",
        ),
        ({"prompt": {"kind": "dream"}}, "prompt.kind: *"),
        ({"prompt": {"kind": "turn", "depot": 1}}, "prompt.depot: unknown key"),
        ({"prompt": {"kind": "second_ship", "depot": 1}, "seats": first()}, "prompt: *(R6.3)"),
        (
            event("board to 0", seats=[{"board": None, "start_castle": "d4"}, {"board": None}]),
            "seats[0].estate: nothing can stand*(R1.8)",
        ),
        (
            {"prompt": {"kind": "goods", "depot": 1, "above": 0, "then": "turn"}},
            "prompt: all new types fit*(R6.2)",
        ),
        (
            {"prompt": {"kind": "discard", "tile": "bank", "then": "turn"}},
            "prompt: the storage is not full (R5.2)",
        ),
        ({"prompt": {"kind": "over"}, "seats": first()}, "seats[0].dice: *(R2.5)"),
        (event("tea"), "prompt.event: *"),
        (event("dice to 2"), "prompt.event: *"),
        (event("board to 0", seats=[{"board": 1}, {}]), "prompt.event: its place is taken*(R1.8)"),
        (event("deal to 0", seats=first(goods={"1": 3}, dice=[])), "prompt.event: *(R1.3)"),
        (event("depot 1.1"), "prompt.event: fewer than two*(R2.2)"),
        (event("depot 1.3"), "prompt.event: its place is taken*(R2.2)"),
        (
            event("depot 1.2", depots=depots(d1=[None, "bank", None, None])),
            "prompt.event: its place is taken*(R2.2)",
        ),
        (event("black", black_depot=["ship"] * 4 + [None] * 4), "prompt.event: *(R2.2)"),
        (event("good", round_goods=[1, 2, 3, 4, 5]), "prompt.event: *(R2.4)"),
        (event("good", supply={"goods": {"2": 3}}), "prompt.event: fewer than two*(R2.4)"),
        (event("white", white_die=2), "prompt: no dice are rolled yet (R2.5)"),
        (event("dice to 0", turn=1), "prompt.event: *(R2.5)"),
    ],
)
def test_one_fault(snapshot: dict[str, Any], fault: str) -> None:
    with pytest.raises(reference.SnapshotError) as caught:
        State.from_snapshot({"players": 2, **snapshot})
    assert len(caught.value.faults) == 1, caught.value.faults
    start, *parts = fault.split("*")
    (found,) = caught.value.faults
    assert found.startswith(start) and all(part in found for part in parts)
    assert found.endswith(parts[-1]) if parts else found == fault


def test_nothing_but_players() -> None:
    """The position waits for the first roll; the supplies are what is not visible."""
    snapshot = State.from_snapshot({"players": 3}).snapshot()
    assert snapshot["prompt"] == {"kind": "chance", "event": "white"}
    assert snapshot["supply"]["normal"]["castle"] == 11
    assert snapshot["supply"]["black"]["castle"] == 2
    assert [seat["estate"] for seat in snapshot["seats"]] == [{"d4": "castle"}] * 3


def test_dice_left_out_are_rolled() -> None:
    state = State.from_snapshot({"players": 3, "white_die": 1, "order": [1, 2, 0], "turn": 1})
    assert state.snapshot()["prompt"]["event"] == "dice to 2"
    state = state.child(0)
    assert state.current_player() == 2  # seat 0 comes before seat 2 and rolls when its turn comes
    state = State.from_snapshot({"players": 3, "white_die": 1, "order": [1, 2, 0]})
    assert state.snapshot()["prompt"]["event"] == "dice to 1"
    assert state.child(0).snapshot()["prompt"]["event"] == "dice to 2"


def test_start_castles_left_out() -> None:
    snapshot = {"players": 2, "seats": [{"board": 8, "estate": {"b2": "castle"}}, {"board": 9}]}
    with pytest.raises(reference.SnapshotError) as caught:
        State.from_snapshot(snapshot)
    assert caught.value.faults == ["seats[1].start_castle: is missing (R1.8)"]
    state = State.from_snapshot(event("start player", players=2))
    assert [seat["start_castle"] for seat in state.snapshot()["seats"]] == [None, None]


def test_what_is_elsewhere_counts_as_normal_first() -> None:
    """Two chickens of 4 exist, one of each back; the stored one has the normal back."""
    seats = first(storage=["chicken4"])
    supply = State.from_snapshot({"players": 2, "seats": seats}).snapshot()["supply"]
    assert "chicken4" not in supply["normal"] and supply["black"]["chicken4"] == 1
    seats = first(storage=["chicken4", "chicken4"])
    supply = State.from_snapshot({"players": 2, "seats": seats}).snapshot()["supply"]
    assert "chicken4" not in supply["normal"] and "chicken4" not in supply["black"]


def test_any_order_where_an_order_is_canonical() -> None:
    snapshot = {
        "players": 4,
        "depots": depots(d2=[None, None, "market", "bank"]),
        "black_depot": [None, "ship", None, "bank", None, None, None, None],
        "seats": [{"dice": [6, 2], "storage": ["k3", "castle", "bank"]}, {}, {}, {}],
    }
    state = State.from_snapshot(snapshot)
    sorted_one = state.snapshot()
    assert sorted_one["depots"][1]["tiles"] == [None, None, "market", "bank"]
    assert sorted_one["black_depot"][:3] == ["ship", "bank", None]
    assert sorted_one["seats"][0]["storage"] == ["castle", "bank", "k3"]
    assert sorted_one["seats"][0]["dice"] == [2, 6]
    assert State.from_snapshot(sorted_one) == state
