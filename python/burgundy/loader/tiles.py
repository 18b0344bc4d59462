"""Reads `tiles.toml`: the tiles and the goods."""

from typing import TypedDict

from burgundy.loader.tables import BUILDINGS, FACES, KNOWLEDGE, SPECIES
from burgundy.loader.values import Value

GOODS = ("1", "2", "3", "4", "5", "6")
ANIMALS = ("2", "3", "4")
FINAL_BUILDINGS = tuple(str(number) for number in range(16, 24))
GOODS_IN_PHASES = 25
MOST_PLAYERS = 4
# A supply is one bit a copy.
MOST_NORMAL = {"building": 64, "animal": 32}
MOST_BLACK = 64
MOST_GOODS = 64


class Tiles(TypedDict):
    """The part of `Tables` that `tiles.toml` holds."""

    normal: list[int]
    black: list[int]
    goods_copies: int
    final_building: list[int]


def read(file: Value, start_goods: int) -> Tiles:
    """The tiles and goods, with what is wrong with them noted as faults.

    `start_goods` is what each player gets, so that there are enough.
    """
    file.table(("building", "animal", "castle", "mine", "ship", "knowledge", "goods"), "R1.2")
    normal, black = [0] * 50, [0] * 50
    before = file.faults

    def count(face: str, value: Value, low: int = 0, high: int = 64) -> None:
        pair = value.items("counts, [normal-backed, black-backed]", "R1.2", 2)
        if len(pair) == 2:
            normal[FACES.index(face)] = pair[0].integer(low, high, "R1.2")
            black[FACES.index(face)] = pair[1].integer(0, MOST_BLACK, "R1.2")

    buildings, animals = file["building"], file["animal"]
    buildings.table(BUILDINGS, "R1.2")
    for name in BUILDINGS:
        count(name, buildings[name])
    animals.table(SPECIES, "R1.2")
    for species in SPECIES:
        animals[species].table(ANIMALS, "R1.2")
        for animals_shown in ANIMALS:
            count(f"{species}{animals_shown}", animals[species][animals_shown])
    for name in ("castle", "mine", "ship"):
        file[name].table((name,), "R1.2")
        # A start castle for each player is put aside.
        count(name, file[name][name], MOST_PLAYERS if name == "castle" else 0)

    knowledge = file["knowledge"]
    knowledge.table(("black_backed", "final_building"), "R1.2")
    black_backed = _black_backed(knowledge["black_backed"])
    for number in KNOWLEDGE:
        (black if number in black_backed else normal)[FACES.index(f"k{number}")] = 1

    if file.faults == before:
        _check_supplies(file, normal, black)
    return {
        "normal": normal,
        "black": black,
        "goods_copies": _goods(file["goods"], start_goods),
        "final_building": _final_building(knowledge["final_building"]),
    }


def _black_backed(value: Value) -> set[int]:
    numbers: set[int] = set()
    for item in value.items("knowledge numbers", "R1.2"):
        before = item.faults
        number = item.integer(KNOWLEDGE[0], KNOWLEDGE[-1], "R1.2")
        if item.faults == before and number in numbers:
            item.fault("each knowledge tile once", "R1.2")
        numbers.add(number)
    return numbers


def _final_building(value: Value) -> list[int]:
    value.table(FINAL_BUILDINGS, "R9.1")
    first = FACES.index(BUILDINGS[0])
    return [first + value[number].index_in(BUILDINGS, "R9.1") for number in FINAL_BUILDINGS]


def _goods(value: Value, start_goods: int) -> int:
    value.table(("copies", "colours"), "R1.3")
    value["colours"].table(GOODS, "R1.3")
    for good in GOODS:
        value["colours"][good].text("the name of a colour", "R1.3")
    needed = GOODS_IN_PHASES + MOST_PLAYERS * start_goods
    fewest = -(-needed // len(GOODS))
    return value["copies"].integer(fewest, MOST_GOODS // len(GOODS), "R1.3")


def _check_supplies(file: Value, normal: list[int], black: list[int]) -> None:
    animals = [f"{species}{shown}" for species in SPECIES for shown in ANIMALS]
    for colour, faces in (("building", list(BUILDINGS)), ("animal", animals)):
        total = sum(normal[FACES.index(face)] for face in faces)
        if total > MOST_NORMAL[colour]:
            found = f"{total} normal-backed tiles"
            file[colour].fault(f"at most {MOST_NORMAL[colour]}", "R1.2", found)
    if sum(black) > MOST_BLACK:
        file.fault(f"at most {MOST_BLACK}", "R1.2", f"{sum(black)} black-backed tiles")
