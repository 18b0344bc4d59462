"""The features of a position once more, from its snapshot and the list in docs/arrays.md alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from positions import BUILDINGS, COLOURS, KNOWLEDGE, SPACES, SPECIES, TILES, cells

KINDS = ["castle", "mine", "ship", *BUILDINGS, *SPECIES, "knowledge"]
PROMPTS = [
    *("turn", "castle", "city_hall", "carpenter", "church", "market", "warehouse", "ship"),
    *("second_ship", "goods", "discard", "start_castle", "over"),
    *("board", "start player", "deal", "depot", "black", "good", "white", "dice"),
]
TIE_BREAKS = ["fewest_then_later", "most_then_later", "fewest_then_earlier"]
DEFAULTS = {"purchase_in_effect": True, "tie_break": TIE_BREAKS[0], "decline_effects": True}


def of_tile(tile: str | None) -> NDArray[np.float64]:
    """The sixteen numbers of a tile."""
    row = np.zeros(len(KINDS))
    if tile in KNOWLEDGE:
        row[KINDS.index("knowledge")] = int(tile[1:]) / 26
    elif tile and tile[:-1] in SPECIES:
        row[KINDS.index(tile[:-1])] = int(tile[-1]) / 4
    elif tile:
        row[KINDS.index(tile)] = 1
    return row


def hot(length: int, *marked: int) -> NDArray[np.float64]:
    """Zeros but for ones at the places marked."""
    row = np.zeros(length)
    row[list(marked)] = 1
    return row


def knowledge(tiles: Any) -> NDArray[np.float64]:
    """How many tiles there are of each number."""
    return np.array([list(tiles).count(tile) for tile in KNOWLEDGE], float)


def counts(goods: dict[str, int], unit: float) -> NDArray[np.float64]:
    """Counts of goods by type."""
    return np.array([goods.get(str(good), 0) / unit for good in range(1, 7)])


def estate(seat: dict[str, Any]) -> NDArray[np.float64]:
    """The planes of a seat."""
    planes = np.zeros((30, 37))
    if seat["board"] is not None:
        for at, (colour, number) in enumerate(cells(seat["board"]).values()):
            planes[COLOURS.index(colour), at] = 1
            planes[5 + number, at] = 1
    for space, tile in seat["estate"].items():
        planes[12, SPACES.index(space)] = 1
        planes[13:29, SPACES.index(space)] = of_tile(tile)
    if seat["start_castle"]:
        planes[29, SPACES.index(seat["start_castle"])] = 1
    return planes


def features(snapshot: dict[str, Any], player: int) -> dict[str, Any]:
    """The blocks by name."""
    players = snapshot["players"]
    seats = [snapshot["seats"][(player + i) % players] for i in range(players)]
    track = [seat for stack in reversed(snapshot["track"]) for seat in stack]
    spaces = {seat: at for at, stack in enumerate(snapshot["track"]) for seat in stack}
    prompt, event = snapshot["prompt"], snapshot["prompt"].get("event", "")
    kind = prompt["kind"]
    if kind == "chance":
        kind = next(name for name in PROMPTS[13:] if event.startswith(name))
    bonus = np.zeros((players, 2, 6))
    for colour, takers in snapshot["bonus_tiles"].items():
        for nth, taker in enumerate(takers):
            bonus[(taker - player) % players, nth, COLOURS.index(colour)] = 1
    options = snapshot.get("options", DEFAULTS)
    supply = snapshot["supply"]
    depots, black = snapshot["depots"], snapshot["black_depot"]
    numbers = [int(part) for part in event.replace(".", " ").split() if part.isdigit()]
    above, then = prompt.get("above", 0), prompt.get("then")
    is_decision = prompt["kind"] not in ("chance", "over")
    actor = snapshot["order"][snapshot["turn"]]

    def by_seat(block: Any) -> Any:
        return [block((player + i) % players) for i in range(players)]

    return {
        "estate": [estate(seat) for seat in seats],
        "storage": [
            [of_tile(tile) for tile in [*s["storage"], None, None, None][:3]] for s in seats
        ],
        "stored_knowledge": [knowledge(s["storage"]) for s in seats],
        "placed_knowledge": [knowledge(s["estate"].values()) for s in seats],
        "goods": [counts(s["goods"], 4) for s in seats],
        "sold": [counts(s["sold"], 4) for s in seats],
        "silver": [s["silver"] / 10 for s in seats],
        "workers": [s["workers"] / 10 for s in seats],
        "vp": [s["vp"] / 100 for s in seats],
        "dice": [
            [hot(6, *[die - 1 for die in s["dice"][i : i + 1]]) for i in range(2)] for s in seats
        ],
        "track_space": by_seat(lambda seat: hot(7, spaces[seat])),
        "track_order": by_seat(lambda seat: hot(players, track.index(seat))),
        "order": by_seat(lambda seat: hot(players, snapshot["order"].index(seat))),
        "bonus_tiles": bonus,
        "actor": hot(players, *[(actor - player) % players] * is_decision),
        "turn": hot(players, snapshot["turn"]),
        "phase": hot(5, "ABCDE".index(snapshot["phase"])),
        "round": hot(5, snapshot["round"] - 1),
        "white_die": hot(6, *[snapshot["white_die"] - 1] if snapshot["white_die"] else []),
        "bought": [float(snapshot["bought"])],
        "round_goods": [
            hot(6, *[good - 1 for good in snapshot["round_goods"][i : i + 1]]) for i in range(5)
        ],
        "depots": [[of_tile(tile) for tile in depot["tiles"]] for depot in depots],
        "depot_knowledge": [knowledge(depot["tiles"]) for depot in depots],
        "depot_goods": [counts(depot["goods"], 4) for depot in depots],
        "black_depot": [of_tile(tile) for tile in black],
        "black_depot_knowledge": knowledge(black),
        "supply_normal": [supply["normal"].get(tile, 0) / 10 for tile in TILES],
        "supply_black": [supply["black"].get(tile, 0) / 10 for tile in TILES],
        "supply_goods": counts(supply["goods"], 10),
        "prompt": hot(21, PROMPTS.index(kind)),
        "prompt_seat": hot(
            players,
            *[(numbers[0] - player) % players] if " to " in event else [],
        ),
        "prompt_depot": hot(
            6,
            *[prompt["depot"] - 1] if "depot" in prompt else [],
            *[numbers[0] - 1] if kind == "depot" else [],
        ),
        "prompt_slot": hot(4, *[numbers[1] - 1] if kind == "depot" else []),
        "prompt_above": hot(6, *[above - 1] if above else []),
        "prompt_tile": of_tile(prompt.get("tile")),
        "prompt_then": hot(
            4, *[["turn", "castle", "city_hall", "second_ship"].index(then)] if then else []
        ),
        "options": [
            float(options["purchase_in_effect"]),
            float(options["decline_effects"]),
            *hot(3, TIE_BREAKS.index(options["tie_break"])),
        ],
    }


def flat(snapshot: dict[str, Any], player: int) -> NDArray[np.float32]:
    """All of them as one row."""
    blocks = features(snapshot, player).values()
    return np.concatenate([np.ravel(np.asarray(block, np.float32)) for block in blocks])
