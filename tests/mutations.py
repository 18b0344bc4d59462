"""Snapshots changed at random, most of them into something that is nearly a position."""

from __future__ import annotations

import copy
import random
from typing import Any

from positions import COLOURS, SPACES, TILES

EVENTS = [
    *(f"board to {seat}" for seat in range(4)),
    *("start player", "black", "good", "white"),
    *(f"deal to {seat}" for seat in range(4)),
    *(f"depot {depot}.{slot}" for depot in range(1, 7) for slot in range(1, 5)),
    *(f"dice to {seat}" for seat in range(4)),
]
KINDS = ["turn", "castle", "city_hall", "carpenter", "church", "market", "warehouse", "ship"]
KINDS += ["start_castle", "over"]
ODD: list[Any] = [None, -1, 0, 1, 2, 3, 7, 10_000, True, 1.5, "", "1", "x", [], {}, [None], [1, 1]]


def changed(snapshot: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy with one change, or a few."""
    made = copy.deepcopy(snapshot)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        rng.choice(CHANGES)(made, rng)
    return made


def _prompt(made: dict[str, Any], rng: random.Random) -> None:
    made["prompt"] = rng.choice(
        [
            {"kind": rng.choice(KINDS)},
            {"kind": rng.choice(KINDS)},
            {"kind": "chance", "event": rng.choice(EVENTS)},
            {"kind": "chance", "event": rng.choice(EVENTS)},
            {"kind": "second_ship", "depot": rng.randint(1, 6)},
            {
                "kind": "goods",
                "depot": rng.randint(1, 6),
                "above": rng.randint(0, 6),
                "then": rng.choice(["turn", "second_ship"]),
            },
            {
                "kind": "discard",
                "tile": rng.choice(TILES),
                "then": rng.choice(["turn", "castle", "city_hall"]),
            },
        ]
    )


def _any_value(made: dict[str, Any], rng: random.Random) -> None:
    """Another value somewhere, at any depth, or a key that goes or comes."""
    at: Any = made
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = rng.choice(keys)
        if not isinstance(at[key], (dict, list)) or not at[key] or rng.random() < 0.2:
            break
        at = at[key]
    what = rng.random()
    if what < 0.4 and isinstance(at, dict):
        del at[key]
    elif what < 0.45 and isinstance(at, dict):
        at[rng.choice(["x", "1", "goods", "d4", "k7", "mine"])] = rng.choice(ODD)
    elif what < 0.7 and type(at[key]) is int:
        at[key] += rng.choice([-1, 1])
    else:
        at[key] = rng.choice([*ODD, rng.choice(TILES), rng.choice(SPACES)])


def _table(made: dict[str, Any], rng: random.Random) -> None:
    key = rng.choice(["turn", "round", "phase", "bought", "white_die", "order", "round_goods"])
    players = len(made["seats"]) if isinstance(made.get("seats"), list) else 2
    made[key] = {
        "turn": rng.randrange(4),
        "round": rng.randint(1, 5),
        "phase": rng.choice("ABCDE"),
        "bought": rng.random() < 0.5,
        "white_die": rng.choice([None, 1, 6]),
        "order": rng.sample(range(players), players),
        "round_goods": [rng.randint(1, 6) for _ in range(rng.randint(0, 5))],
    }[key]


def _leave_out(made: dict[str, Any], rng: random.Random) -> None:
    for key in rng.sample(sorted(made), min(len(made), rng.choice([1, 1, 2, 4, 8, 17]))):
        if key != "players" or rng.random() < 0.05:
            del made[key]


def _supply(made: dict[str, Any], rng: random.Random) -> None:
    supply = made.get("supply")
    if isinstance(supply, dict) and supply:
        key = rng.choice(sorted(supply))
        if rng.random() < 0.5 or not isinstance(supply[key], dict):
            del supply[key]
        elif supply[key]:
            face = rng.choice(sorted(supply[key]))
            supply[key][face] = rng.choice([0, 1, 2, 99])


def _seat(made: dict[str, Any], rng: random.Random) -> None:
    seats = made.get("seats")
    if not (isinstance(seats, list) and seats and isinstance(seats[-1], dict)):
        return
    seat = rng.choice(seats)
    if not isinstance(seat, dict):
        return
    key = rng.choice(
        ["dice", "dice", "storage", "goods", "sold", "board", "start_castle", "estate", "silver"]
    )
    if rng.random() < 0.3:
        seat.pop(key, None)
        return
    estate = dict(seat["estate"]) if isinstance(seat.get("estate"), dict) else {}
    if estate and rng.random() < 0.5:
        estate.pop(rng.choice(sorted(estate)))
    if rng.random() < 0.7:
        estate[rng.choice(SPACES)] = rng.choice(TILES)
    seat[key] = {
        "dice": [rng.randint(1, 6) for _ in range(rng.choice([0, 1, 2, 2, 3]))],
        "storage": [rng.choice(TILES) for _ in range(rng.choice([0, 1, 3, 3, 4]))],
        "goods": {str(rng.randint(1, 6)): rng.randint(0, 2) for _ in range(rng.randint(0, 4))},
        "sold": {str(rng.randint(1, 6)): rng.randint(0, 3) for _ in range(rng.randint(0, 4))},
        "board": rng.choice([None, *range(11)]),
        "start_castle": rng.choice([None, *SPACES]),
        "estate": estate,
        "silver": rng.choice([0, 1, 2, 9_999, 32_767, 32_768]),
    }[key]


def _depots(made: dict[str, Any], rng: random.Random) -> None:
    what = rng.random()
    if what < 0.3:
        made["black_depot"] = [
            rng.choice([None, *TILES]) for _ in range(rng.choice([0, 1, 4, 8, 9]))
        ]
        return
    depots = made.get("depots")
    if not (isinstance(depots, list) and depots and isinstance(depots[0], dict)):
        return
    depot = depots[0] if what < 0.4 else rng.choice(depots)
    if not isinstance(depot, dict):
        return
    if what < 0.6:
        depot["goods"] = {str(rng.randint(1, 6)): rng.randint(0, 3) for _ in range(3)}
    elif what < 0.7:
        depot["tiles"] = [rng.choice([None, *TILES]) for _ in range(rng.randint(0, 5))]
    elif isinstance(depot.get("tiles"), list) and depot["tiles"]:
        slot = rng.randrange(len(depot["tiles"]))
        depot["tiles"][slot] = rng.choice([None, *TILES])


def _bonus(made: dict[str, Any], rng: random.Random) -> None:
    taken = made.get("bonus_tiles")
    if isinstance(taken, dict):
        taken[rng.choice(COLOURS)] = [rng.randrange(4) for _ in range(rng.randint(0, 3))]


CHANGES = [_prompt, _prompt, _any_value, _any_value, _table, _leave_out, _supply, _seat, _seat]
CHANGES += [_depots, _bonus]
