"""Positions as snapshots, built by naming only what differs from an empty table, and words to play on them.

    position(seats=[seat(estate={"c3": "bank"}, storage=["ship"], dice=[3, 5])],
             depots={4: ["ship"]}, black=["k7"])

Two players, board 1 with the start castle on d4, nothing else anywhere, phase A, round 1, seat 0 to
act. A depot tile goes to the first free space of its colour (colours from the project's data).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

DATA = files("burgundy") / "data"
BOARD = tomllib.loads((DATA / "board.toml").read_text(encoding="utf-8"))
BOARDS = {
    board["number"]: board
    for board in tomllib.loads((DATA / "boards.toml").read_text(encoding="utf-8"))["board"]
}

COLOURS = ["building", "animal", "knowledge", "ship", "castle", "mine"]
BUILDINGS = [
    "warehouse",
    "watchtower",
    "carpenters_workshop",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
]
SPECIES = ["cow", "sheep", "pig", "chicken"]
ANIMALS = [f"{species}{count}" for species in SPECIES for count in (2, 3, 4)]
KNOWLEDGE = [f"k{number}" for number in range(1, 27)]
TILES = ["castle", "mine", "ship", *BUILDINGS, *ANIMALS, *KNOWLEDGE]

ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
SPACES = [f"{row}{column}" for row, length in ROWS.items() for column in range(1, length + 1)]


def colour_of(tile: str) -> str:
    """The category of a tile, which is the colour of the spaces that take it."""
    if tile in ("castle", "mine", "ship"):
        return tile
    if tile in BUILDINGS:
        return "building"
    return "animal" if tile in ANIMALS else "knowledge"


def _coordinates(space: str) -> tuple[int, int]:
    row, column = "abcdefg".index(space[0]), int(space[1:])
    return row, 2 * column + abs(row - 3)


NEIGHBOURS = {
    space: [
        other
        for other in SPACES
        for row, across in [_coordinates(other)]
        if (abs(row - _coordinates(space)[0]), abs(across - _coordinates(space)[1]))
        in ((0, 2), (1, 1))
    ]
    for space in SPACES
}


def cells(board: int) -> dict[str, tuple[str, int]]:
    """Colour and number of each space of a printed board."""
    letters = {colour[0].upper(): colour for colour in COLOURS}
    printed = " ".join(BOARDS[board]["rows"]).split()
    return {
        space: (letters[cell[0]], int(cell[1])) for space, cell in zip(SPACES, printed, strict=True)
    }


def regions(board: int) -> list[set[str]]:
    """The regions of a printed board, by flood fill."""
    colour = {space: cell[0] for space, cell in cells(board).items()}
    left, found = set(SPACES), []
    while left:
        region, todo = set(), [min(left)]
        while todo:
            space = todo.pop()
            if space not in region:
                region.add(space)
                todo += [n for n in NEIGHBOURS[space] if colour[n] == colour[space]]
        found.append(region)
        left -= region
    return found


def seat(**keys: Any) -> dict[str, Any]:
    """One seat. An estate on board 1 gets its start castle on d4 unless `start_castle` is given."""
    made = dict(keys)
    if made.get("board", 1) == 1 and "start_castle" not in made:
        made["estate"] = {"d4": "castle", **made.get("estate", {})}
    for goods in ("goods", "sold"):
        if goods in made:
            made[goods] = _goods(made[goods])
    return made


def position(
    seats: Sequence[Mapping[str, Any]] = (),
    players: int | None = None,
    depots: Mapping[int, Iterable[str]] | None = None,
    depot_goods: Mapping[int, Mapping[int, int]] | None = None,
    black: Iterable[str] = (),
    bonus: Mapping[str, Sequence[int]] | None = None,
    options: Mapping[str, Any] | None = None,
    **keys: Any,
) -> dict[str, Any]:
    """A snapshot; seats not given are empty, `keys` are the snapshot's own (phase, turn, track ...)."""
    players = players or max(2, len(seats))
    waiting = list(black)
    snapshot: dict[str, Any] = {"players": players}
    if options is not None:
        snapshot["options"] = {
            "purchase_in_effect": True,
            "tie_break": "fewest_then_later",
            "decline_effects": True,
            **options,
        }
    snapshot |= keys
    snapshot["depots"] = _depots(players, keys.get("phase", "A"), depots or {}, depot_goods or {})
    snapshot["black_depot"] = waiting + [None] * (8 - len(waiting))
    snapshot["bonus_tiles"] = {colour: list((bonus or {}).get(colour, [])) for colour in COLOURS}
    snapshot["seats"] = [dict(s) for s in seats] + [seat() for _ in range(players - len(seats))]
    return snapshot


def _goods(goods: Mapping[Any, int]) -> dict[str, int]:
    return {str(good): count for good, count in sorted(goods.items())}


def slot_colours(depot: int, players: int, phase: str) -> list[str]:
    """The colours of a depot's four spaces (R2.2), with three players' mine (R2.3)."""
    colours = list(BOARD["depots"][str(depot)])
    exception = BOARD["three_player_exception"]
    if players == 3 and depot == exception["depot"] and phase in exception["phases"]:
        colours[exception["slot"]] = exception["colour"]
    return colours


def _depots(
    players: int,
    phase: str,
    depots: Mapping[int, Iterable[str]],
    goods: Mapping[int, Mapping[int, int]],
) -> list[dict[str, Any]]:
    made = []
    for depot in range(1, 7):
        colours = slot_colours(depot, players, phase)
        tiles: list[str | None] = [None] * 4
        for tile in depots.get(depot, ()):
            free = [
                slot
                for slot, colour in enumerate(colours)
                if colour == colour_of(tile) and tiles[slot] is None
            ]
            assert free, f"depot {depot} has no free space for {tile}"
            tiles[free[0]] = tile
        made.append({"tiles": tiles, "goods": _goods(goods.get(depot, {}))})
    return made


def estates(*empty: int) -> list[dict[str, str]]:
    """Estates on board 1, one a seat, with so many spaces empty: filled outwards from d4, by the rules."""
    left = Counter(
        {"castle": 16, "mine": 12, "ship": 26}
        | dict.fromkeys(BUILDINGS, 7)
        | {f"{species}{n}": {2: 2, 3: 3, 4: 2}[n] for species in SPECIES for n in (2, 3, 4)}
        | dict.fromkeys(KNOWLEDGE, 1)
    )
    colour = {space: cell[0] for space, cell in cells(1).items()}
    cities = [region for region in regions(1) if colour[min(region)] == "building"]
    made = []
    for spaces_left in empty:
        estate: dict[str, str] = {}
        for space in list(_outwards("d4"))[: 37 - spaces_left]:
            taken = {estate.get(s) for city in cities if space in city for s in city}
            fitting = [
                tile
                for tile in TILES
                if colour_of(tile) == colour[space] and left[tile] and tile not in taken
            ]
            estate[space] = max(fitting, key=lambda tile: left[tile])
            left[estate[space]] -= 1
        made.append(estate)
    return made


def _outwards(start: str) -> Iterator[str]:
    seen = [start]
    for space in seen:
        yield space
        seen += [n for n in NEIGHBOURS[space] if n not in seen]


def words(state: Any) -> set[str]:
    """What can be played, in words; asserts that each has words of its own."""
    named = [state.action_to_string(action) for action in state.legal_actions()]
    assert len(set(named)) == len(named), f"words not unique: {sorted(named)}"
    return set(named)


def play(state: Any, *moves: str) -> Any:
    """The state after these words, chance outcomes included."""
    for move in moves:
        state = state.child(state.string_to_action(move))
    return state


def prompt(state: Any) -> str:
    """The kind of decision that is due."""
    return str(state.snapshot()["prompt"]["kind"])


def of_seat(state: Any, number: int = 0) -> dict[str, Any]:
    """The seat's part of the snapshot."""
    found: dict[str, Any] = state.snapshot()["seats"][number]
    return found


def vp(state: Any, number: int = 0) -> int:
    """VP of the seat, without the final scoring."""
    return int(of_seat(state, number)["vp"])


def depot_tiles(state: Any, depot: int) -> list[str]:
    """The tiles on a numbered depot."""
    return [tile for tile in state.snapshot()["depots"][depot - 1]["tiles"] if tile]


def black_tiles(state: Any) -> list[str]:
    """The tiles in the black depot."""
    return [tile for tile in state.snapshot()["black_depot"] if tile]


def spaces_for(state: Any, tile: str) -> set[str]:
    """The spaces on which the tile can be placed now, with any die."""
    return {word.split(" on ")[1] for word in words(state) if f"place {tile} on " in word}


def last_turn(**keys: Any) -> dict[str, Any]:
    """Keys of a position with all but the last seat finished in the last round of a phase."""
    players = keys.get("players") or max(2, len(keys.get("seats", ())))
    return {"round": 5, "turn": players - 1, **keys}
