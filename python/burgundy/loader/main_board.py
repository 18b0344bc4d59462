"""Reads `board.toml`: the depots, the track, the start and the scoring tables."""

import itertools

from burgundy.loader.tables import (
    COLOURS,
    LARGEST_REGION,
    PHASES,
    PLAYERS,
    ExceptionTable,
    FinalTable,
    MainBoard,
)
from burgundy.loader.values import Value

SWAPPED = ("castle", "mine")
"""The colours that can stand for each other: their tiles have one face, so nothing is drawn."""
DEPOTS = ("1", "2", "3", "4", "5", "6")


def read(file: Value) -> MainBoard:
    """The main board, with what is wrong with it noted as faults."""
    file.table(
        (
            "depot_ring",
            "track_spaces",
            "phases",
            "rounds_per_phase",
            "depots",
            "three_player_exception",
            "black_depot",
            "start",
            "scoring",
        ),
        "R2.2",
    )
    file["depot_ring"].exactly([1, 2, 3, 4, 5, 6], "R6.3")
    file["track_spaces"].exactly(7, "R1.6")
    file["phases"].exactly(list(PHASES), "R2.1")
    file["rounds_per_phase"].exactly(5, "R2.1")

    depots, black, start = file["depots"], file["black_depot"], file["start"]
    depots.table((*DEPOTS, "marks"), "R2.2")
    black.table(("marks", "cost"), "R2.2")
    start.table(("silver", "goods", "workers_in_turn_order"), "R1.5")
    scoring = file["scoring"]
    scoring.table(
        (
            "region",
            "phase_bonus",
            "colour_bonus_first",
            "colour_bonus_second",
            "goods_vp_per_tile",
            "watchtower",
            "final",
        ),
        "R8.1",
    )
    return {
        "depots": [
            [slot.index_in(COLOURS, "R2.2") for slot in depots[name].items("colours", "R2.2", 4)]
            for name in DEPOTS
        ],
        "marks": _marks(depots["marks"], 4),
        "exception": _exception(file["three_player_exception"], depots),
        "black_marks": _marks(black["marks"], 8),
        "purchase_cost": black["cost"].amount("R7.1"),
        "start_silver": start["silver"].amount("R1.5"),
        "start_goods": start["goods"].integer(0, 3, "R1.3"),
        "start_workers": start["workers_in_turn_order"].integers("integers", "R1.5", 4),
        "region_vp": scoring["region"].integers("integers", "R8.1", LARGEST_REGION),
        "phase_vp": scoring["phase_bonus"].amounts(PHASES, "R8.1"),
        "bonus_first": scoring["colour_bonus_first"].amounts(PLAYERS, "R8.2"),
        "bonus_second": scoring["colour_bonus_second"].amounts(PLAYERS, "R8.2"),
        "goods_vp": scoring["goods_vp_per_tile"].amounts(PLAYERS, "R5.4"),
        "watchtower_vp": scoring["watchtower"].amount("R6.7"),
        "final": _final(scoring["final"]),
    }


def _marks(value: Value, length: int) -> list[int]:
    before = value.faults
    marks = value.integers("integers", "R2.2", length, low=2, high=4)
    if value.faults == before and marks != sorted(marks):
        value.fault("ascending marks", "R2.2")
    return marks


def _exception(value: Value, depots: Value) -> ExceptionTable:
    value.table(("depot", "slot", "colour", "phases"), "R2.3")
    before = value.faults
    phases = value["phases"]
    numbers = [phase.index_in(PHASES, "R2.3") for phase in phases.items("phases", "R2.3")]
    if value.faults == before and any(a >= b for a, b in itertools.pairwise(numbers)):
        phases.fault("ascending phases, each once", "R2.3")
    depot = value["depot"].integer(1, 6, "R2.3")
    slot = value["slot"].integer(0, 3, "R2.3")
    colour = value["colour"].index_in(SWAPPED, "R2.3")
    if value.faults == before:
        place = depots[str(depot)][slot].raw
        if place in COLOURS and place not in SWAPPED:
            value.fault("a depot space of castle or mine", "R2.3", f"{place} space")
    return {
        "depot": depot - 1,
        "slot": slot,
        "colour": COLOURS.index(SWAPPED[colour]),
        "phases": numbers,
    }


def _final(value: Value) -> FinalTable:
    rule = "R9.1"
    value.table(
        (
            "good",
            "silver",
            "workers_per_vp",
            "k15_per_type_sold",
            "k16_23_per_building",
            "k24_per_species",
            "k25_per_good_sold",
            "k26_per_bonus_tile",
        ),
        rule,
    )
    return {
        "good": value["good"].amount(rule),
        "silver": value["silver"].amount(rule),
        "workers_per_vp": value["workers_per_vp"].amount(rule, low=1),
        "k15": value["k15_per_type_sold"].amount(rule),
        "k16_23": value["k16_23_per_building"].amount(rule),
        "k24": value["k24_per_species"].amount(rule),
        "k25": value["k25_per_good_sold"].amount(rule),
        "k26": value["k26_per_bonus_tile"].amount(rule),
    }
