"""R4.4 to R4.6 for every die, number and count of workers, against trying every way to spend them."""

from __future__ import annotations

import pytest
from engines import Engine
from positions import NEIGHBOURS, cells, colour_of, play, position, seat, words

TAKES = {1: "ship", 2: "castle", 3: "bank", 4: "mine", 5: "mine", 6: "ship"}


def workers_needed(die: int, number: int, knowledge_8: bool, is_free: bool) -> int:
    """Fewest workers: numbers reached with none, then with one more each time."""
    steps = (1, 2) if knowledge_8 else (1,)
    reached = {die} | ({die % 6 + 1, (die - 2) % 6 + 1} if is_free else set())
    workers = 0
    while number not in reached:
        workers += 1
        reached |= {
            (at - 1 + way * by) % 6 + 1 for at in reached for by in steps for way in (1, -1)
        }
    return workers


@pytest.mark.parametrize("knowledge_8", [False, True])
@pytest.mark.parametrize("is_free", [False, True])
def test_what_a_die_can_be_turned_into(engine: Engine, knowledge_8: bool, is_free: bool) -> None:
    estate = {"b4": "k8"} if knowledge_8 else {"b4": "k16"}
    estate["c4"] = "k12" if is_free else "k17"
    for die in range(1, 7):
        for workers in range(4):
            mine = seat(estate=estate, dice=[die], workers=workers)
            depots = {depot: [tile] for depot, tile in TAKES.items()}
            state = engine.State.from_snapshot(position(seats=[mine], depots=depots))
            needed = {n: workers_needed(die, n, knowledge_8, is_free) for n in TAKES}
            takes = {word for word in words(state) if " take " in word}
            assert takes == {
                f"{die}: take {TAKES[n]} from {n}" for n in TAKES if needed[n] <= workers
            }
            for take in takes:
                number = int(take[-1])
                left = play(state, take).snapshot()["seats"][0]["workers"]
                assert left == workers - needed[number]


FREE_PLACINGS = {"k9": ["bank"], "k10": ["ship", "cow2"], "k11": ["castle", "mine", "k20"]}


@pytest.mark.parametrize("knowledge_8", [False, True])
@pytest.mark.parametrize("knowledge", [*FREE_PLACINGS, "k17"])
def test_where_a_die_can_place(engine: Engine, knowledge_8: bool, knowledge: str) -> None:
    estate = {"c4": "k8" if knowledge_8 else "k16", "b4": knowledge, "c3": "market", "d3": "ship"}
    filled = {"d4", *estate}
    open_spaces = {space for at in filled for space in NEIGHBOURS[at]} - filled
    board = cells(1)
    for tile in ["bank", "ship", "cow2", "castle", "mine", "k20"]:
        is_free = tile in FREE_PLACINGS.get(knowledge, [])
        for die in range(1, 7):
            for workers in range(4):
                mine = seat(estate=estate, dice=[die], workers=workers, storage=[tile])
                state = engine.State.from_snapshot(position(seats=[mine]))
                needed = {
                    space: workers_needed(die, board[space][1], knowledge_8, is_free)
                    for space in open_spaces
                    if board[space][0] == colour_of(tile)
                }
                places = {word for word in words(state) if " place " in word}
                assert places == {
                    f"{die}: place {tile} on {space}"
                    for space, count in needed.items()
                    if count <= workers
                }
                for place in places:
                    left = play(state, place).snapshot()["seats"][0]["workers"]
                    assert left == workers - needed[place[-2:]]
