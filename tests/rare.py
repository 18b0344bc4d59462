"""Positions that random games rarely reach, by name, to be played on from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games import TIE_BREAKS
from positions import (
    BUILDINGS,
    COLOURS,
    KNOWLEDGE,
    SPACES,
    cells,
    colour_of,
    estates,
    position,
    seat,
    slot_colours,
)

GOODS_EVERYWHERE = {depot: dict.fromkeys(range(1, 7), 1) for depot in range(1, 7)}
COLOUR = {space: cell[0] for space, cell in cells(1).items()}
SPARE = [f"k{number}" for number in (17, 18, 19, 20, 21, 22, 23, 3, 4, 8, 9, 10, 11, 13, 2)]


def full(*empty: str, knowledge: tuple[str, ...] = ()) -> dict[str, str]:
    """A filled estate on board 1 but for these spaces; the yellow ones hold `knowledge` and others."""
    estate = {space: tile for space, tile in estates(0)[0].items() if space not in empty}
    tiles = [*knowledge, *(tile for tile in SPARE if tile not in knowledge)]
    for space in estate:
        if COLOUR[space] == "knowledge":
            estate[space] = tiles.pop(0)
    return estate


def colour_spaces(colour: str) -> list[str]:
    """The spaces of a colour on board 1, the start castle's aside."""
    return [space for space in SPACES if COLOUR[space] == colour and space != "d4"]


def rare() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and snapshot of each."""
    yield from ships()
    yield from goods()
    yield from castles()
    yield from purchases()
    yield from last_phase()
    yield from ties()
    yield from colours()
    yield from options()
    yield from dice()


def ships() -> Iterator[tuple[str, dict[str, Any]]]:
    """Six ships on the way, and pieces at the end of the track."""
    blue = colour_spaces("ship")
    for knowledge in ((), ("k5",), ("k5", "k6")):
        name = f"six ships with {' '.join(knowledge) or 'nothing'}"
        mine = seat(
            estate=full(*blue, knowledge=knowledge),
            storage=["ship"] * 3,
            dice=[1, 4],
            workers=30,
            silver=20,
        )
        yield (
            name,
            position(
                seats=[mine],
                depots={1: ["ship"], 3: ["ship"], 4: ["ship"], 6: ["ship"]},
                depot_goods=GOODS_EVERYWHERE,
                black=["ship", "ship", "k7"],
                players=4,
            ),
        )
    for at, track in {
        5: [[1], [], [], [], [], [0], []],
        6: [[], [], [], [], [], [], [1, 0]],
    }.items():
        mine = seat(storage=["ship"], dice=[5, 5], workers=9, goods={1: 1})
        yield f"a piece on space {at}", position(seats=[mine], track=track)


def goods() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every form of goods that do not fit."""
    for stored in ({}, {1: 1}, {1: 1, 6: 1}, {2: 1, 3: 1, 5: 1}, {1: 1, 2: 1}):
        for knowledge in ("k5", "k16"):
            mine = seat(
                estate={"c4": knowledge, "d5": "ship"}, storage=["ship"], goods=stored, dice=[4, 5]
            )
            name = f"{len(stored)} types stored ({''.join(map(str, stored))}), {knowledge}"
            table: dict[str, Any] = {"depot_goods": GOODS_EVERYWHERE, "seats": [mine]}
            kinds: list[dict[str, Any]] = [{"kind": "ship"}]
            if knowledge == "k5":
                kinds += [{"kind": "second_ship", "depot": depot} for depot in (1, 4, 6)]
            if len(stored) < 3:
                for then in ("turn", "second_ship")[: 1 + (knowledge == "k5")]:
                    asked: dict[str, Any] = {
                        "kind": "goods",
                        "depot": 6,
                        "above": 2 if 2 in stored else 0,
                    }
                    kinds.append({**asked, "then": then})
            for prompt in kinds:
                if len(stored) < 3 or prompt["kind"] != "goods":
                    yield f"{prompt}, {name}", position(**table, prompt=prompt)
    for count, free in ((4, 1), (4, 2), (5, 3)):
        there = {2: dict.fromkeys(range(1, count + 1), 1), 3: {6: 1}, 5: {1: 1}}
        stored = dict.fromkeys(range(6, 3 + free, -1), 1)
        mine = seat(storage=["ship"], goods=stored, dice=[5, 6], workers=9)
        yield f"{count} types, {free} places", position(seats=[mine], depot_goods=there)


def castles() -> Iterator[tuple[str, dict[str, Any]]]:
    """Castles in chain, by dice and by a city hall."""
    depots = {1: ["ship", "city_hall"], 2: ["castle"], 6: ["castle", "cow2"], 5: ["mine"]}
    for storage in (["castle"] * 3, ["castle", "castle", "city_hall"], ["castle", "city_hall"]):
        for extra in ({}, {"goods": {3: 2, 4: 1}, "silver": 4}):
            mine = seat(
                estate={"c3": "bank", "c4": "k16", "e3": "mine", "e4": "market"},
                storage=storage,
                dice=[6, 6],
                workers=20,
                **extra,
            )
            name = f"castles in chain, {len(storage)} stored, {len(extra)} more"
            yield name, position(seats=[mine], depots=depots, black=["k7", "castle"])
    last = seat(estate=full("b3", "f2"), storage=["castle", "mine"], dice=[6], silver=2)
    yield "the last castle", position(seats=[last], depots=depots, phase="C", round=3)


def purchases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Full storage while a castle or a city hall waits, and knowledge 5 and 6 together."""
    depots = {1: ["ship", "bank"], 2: ["castle", "k16"], 3: ["cow2"], 5: ["mine"], 6: ["pig2"]}
    for knowledge in ({}, {"c4": "k6"}, {"c4": "k6", "b4": "k5"}):
        for storage in (["bank", "cow3", "ship"], ["k17", "k18", "k19"], ["mine"] * 3):
            for kind in ("castle", "city_hall"):
                mine = seat(
                    estate={"e3": "mine", "c3": "church", **knowledge},
                    storage=storage,
                    dice=[3],
                    silver=3,
                    goods={1: 1, 2: 1, 4: 1},
                )
                name = f"full storage at {kind}, {len(knowledge)} tiles, {storage[0]} first"
                yield (
                    name,
                    position(
                        seats=[mine],
                        depots=depots,
                        depot_goods={1: {1: 1, 3: 1}, 2: {5: 1, 6: 1}, 6: {2: 1}},
                        black=["ship", "ship", "k7", "chicken3"],
                        prompt={"kind": kind},
                    ),
                )
    both = seat(
        estate={"c4": "k5", "b4": "k6"}, storage=["ship"] * 3, dice=[5, 4], silver=6, workers=6
    )
    yield (
        "knowledge 5 and 6 together",
        position(seats=[both], depots=depots, depot_goods=GOODS_EVERYWHERE, black=["castle", "k7"]),
    )


def last_phase() -> Iterator[tuple[str, dict[str, Any]]]:
    """The end of the game, from the last phase and from its last turns."""
    for players in (2, 3, 4):
        empty = [12, 9, 15, 22][:players]
        seats = [
            seat(estate=estate, storage=["ship", "mine"], dice=[2, 5], silver=3, workers=5, vp=90)
            for estate in estates(*empty)
        ]
        black = ["bank", "church", "cow3", "castle"]
        for phase, round_ in (("D", 5), ("E", 1), ("E", 5)):
            yield (
                f"{players} players, {phase} {round_}",
                position(
                    seats=seats,
                    phase=phase,
                    round=round_,
                    white_die=3,
                    black=black,
                    depots={1: ["ship", "bank"], 5: ["mine"]},
                    depot_goods={4: {1: 2, 2: 1}, 5: {3: 1}},
                ),
            )
    whole = seat(
        estate=full(knowledge=("k24", "k15", "k25", "k26", "k2", "k13")),
        goods={1: 3, 2: 1},
        sold={3: 4, 4: 2, 5: 7, 6: 1},
        silver=7,
        workers=9,
        vp=210,
        dice=[1, 1],
    )
    yield (
        "a whole estate at the end",
        position(seats=[whole], phase="E", round=5, turn=0, bonus={"ship": [0, 1], "mine": [1, 0]}),
    )
    for number in range(15, 27):
        tile = BUILDINGS[number - 16] if 16 <= number <= 23 else "bank"
        rich = seat(
            estate={"c4": f"k{number}", "c3": tile, "e4": tile, "c2": "cow2", "c1": "pig3"},
            sold={1: 2, 3: 1},
            dice=[4, 4],
        )
        yield (
            f"k{number} at the end",
            position(seats=[seat(), rich], phase="E", round=5, turn=1, bonus={"mine": [1]}),
        )


def ties() -> Iterator[tuple[str, dict[str, Any]]]:
    """Equal points at the end, with equal and with other empty spaces, under each way to break them."""
    for tie_break in TIE_BREAKS:
        for players in (2, 3, 4):
            for name, empty in {
                "all equal": [20] * players,
                "others": list(range(20, 20 + players)),
                "two and two": [20, 21, 20, 21][:players],
            }.items():
                seats = [
                    seat(estate=estate, vp=50, dice=[1] if who == players - 1 else [])
                    for who, estate in enumerate(estates(*empty))
                ]
                for estate in (made["estate"] for made in seats):
                    for space in [s for s, tile in estate.items() if tile in KNOWLEDGE[14:]]:
                        del estate[space]
                seats[-1]["vp"] = 49
                yield (
                    f"a tie of {players}, {name}, {tie_break}",
                    position(
                        seats=seats,
                        phase="E",
                        round=5,
                        turn=players - 1,
                        white_die=2,
                        track=[[], list(range(players)), [], [], [], [], []],
                        options={"tie_break": tie_break},
                    ),
                )


def colours() -> Iterator[tuple[str, dict[str, Any]]]:
    """The last space of each colour, for the large bonus tile, the small one and none."""
    tiles = {"building": "bank", "animal": "cow2", "knowledge": "k7", "ship": "ship"}
    tiles |= {"castle": "castle", "mine": "mine"}
    for colour in COLOURS:
        space = colour_spaces(colour)[0]
        estate = full(space, knowledge=("k1",))
        for taken in ([], [1], [1, 2]):
            mine = seat(estate=estate, storage=[tiles[colour]], dice=[2, 5], workers=9)
            yield (
                f"the last of {colour} after {len(taken)}",
                position(seats=[mine], players=3, phase="B", bonus={colour: taken}),
            )


def options() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each prompt of an effect under both values of each option."""
    depots = {1: ["ship", "bank"], 2: ["castle", "k16"], 3: ["cow2"], 5: ["mine"]}
    for effect in (True, False):
        for decline in (True, False):
            for kind in ("castle", "city_hall", "carpenter", "church", "market", "warehouse"):
                mine = seat(
                    estate={"c3": "bank", "e3": "mine"},
                    storage=["ship", "mine"],
                    goods={3: 1},
                    silver=5,
                    dice=[2],
                )
                yield (
                    f"{kind}, purchase {effect}, decline {decline}",
                    position(
                        seats=[mine],
                        depots=depots,
                        black=["k7", "ship"],
                        prompt={"kind": kind},
                        options={"purchase_in_effect": effect, "decline_effects": decline},
                    ),
                )


def dice() -> Iterator[tuple[str, dict[str, Any]]]:
    """What few workers turn a die into, with knowledge 8 and with free steps for everything."""
    inner = {s: tile for s, tile in estates(22)[0].items() if COLOUR[s] != "knowledge"}
    free = {"a4": "k9", "b4": "k10", "f3": "k11", "g2": "k12"}
    for knowledge in ({"c4": "k8"}, {"c4": "k16", **free}, {"c4": "k8", **free}):
        for workers in (0, 1, 2):
            for storage in (["bank", "castle", "cow2"], ["mine", "ship", "k17"]):
                mine = seat(
                    estate=inner | knowledge,
                    storage=storage,
                    goods={1: 1, 3: 1, 5: 1},
                    workers=workers,
                    dice=[1, 4],
                )
                name = f"dice with {len(knowledge)} tiles, {workers} workers, {storage[0]} first"
                yield (
                    name,
                    position(
                        seats=[mine],
                        depots={d: ["ship"] if d in (1, 4) else ["church"] for d in range(1, 7)},
                    ),
                )


def with_tile(tile: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A way to place, take and buy the tile: the name, the words to play first, and the snapshot."""
    others = tuple(k for k in SPARE if k != tile)
    estate = {
        space: kind
        for space, kind in full(knowledge=others).items()
        if space in estates(18)[0] and (space == "d4" or kind != tile)
    }
    rich = {"dice": [1, 6], "workers": 20, "silver": 9, "estate": estate}
    yield "place", f"place {tile} on", position(seats=[seat(**rich, storage=[tile])])
    yield "buy", f"buy {tile} from black", position(seats=[seat(**rich)], black=[tile])
    depots = [d for d in range(1, 7) if colour_of(tile) in slot_colours(d, 2, "A")]
    for depot in depots[:1]:
        table = position(seats=[seat(**rich)], depots={depot: [tile]})
        yield "take", f"take {tile} from {depot}", table
    buyer = seat(dice=[1, 6], silver=9, estate={"c4": "k6"})
    for depot in depots if tile in ("ship", "bank", "mine", "castle") else []:
        table = position(seats=[buyer], depots={depot: [tile]})
        yield "take", f"buy {tile} from {depot}", table
