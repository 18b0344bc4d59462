"""R2: phases and rounds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from engines import Engine
from positions import (
    BUILDINGS,
    black_tiles,
    colour_of,
    depot_tiles,
    last_turn,
    of_seat,
    play,
    seat,
    words,
)

PHASES = "ABCDE"


def idle(state: Any) -> Any:
    """Takes workers with the lower die; nothing else is ever played in these games."""
    lowest = min(word for word in words(state) if word.endswith(": workers"))
    return play(state, lowest)


def phase_starts(engine: Engine, players: int, seed: int) -> dict[str, Any]:
    """The first decision of each phase of a game in which everybody only takes workers."""
    state = engine.State.new(players).resolve_chance(seed)
    found: dict[str, Any] = {}
    while not state.is_terminal():
        found.setdefault(state.snapshot()["phase"], state)
        state = idle(state).resolve_chance(seed)
    return found


def tiles_out(state: Any) -> list[str]:
    return black_tiles(state) + [
        tile for depot in range(1, 7) for tile in depot_tiles(state, depot)
    ]


# C87: colours by depot, with 2, 3 and 4 players (2 + 1 + 1 tiles a depot).
BY_PLAYERS = {
    1: (["building", "ship"], ["knowledge"], ["animal"]),
    2: (["knowledge", "castle"], ["building"], ["building"]),
    3: (["animal", "building"], ["ship"], ["knowledge"]),
    4: (["ship", "building"], ["animal"], ["mine"]),
    5: (["mine", "knowledge"], ["building"], ["building"]),
    6: (["building", "animal"], ["castle"], ["ship"]),
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r2_2_c87_numbered_depots_by_number_of_players(engine: Engine, players: int) -> None:
    state = engine.State.new(players).resolve_chance(1)
    for depot, groups in BY_PLAYERS.items():
        expected = [colour for group in groups[: players - 1] for colour in group]
        found = [colour_of(tile) for tile in depot_tiles(state, depot)]
        assert sorted(found) == sorted(expected), f"depot {depot}"


@pytest.mark.parametrize(("players", "tiles"), [(2, 4), (3, 6), (4, 8)])
def test_r2_2_c64_black_depot_by_number_of_players(
    engine: Engine, players: int, tiles: int
) -> None:
    assert len(black_tiles(engine.State.new(players).resolve_chance(1))) == tiles


def test_r2_2_c64_tiles_left_in_the_black_depot_leave_the_game(engine: Engine) -> None:
    """C64: three black tiles unsold at the end of phase A; four new ones, 37 - 4 in the supply."""
    state = engine.at(
        **last_turn(seats=[seat(), seat(dice=[1])], black=["k7", "cow4", "k12"]),
    )
    state = play(state, "1: workers").resolve_chance(2)
    assert state.snapshot()["phase"] == "B"
    assert len(black_tiles(state)) == 4
    supply = state.snapshot()["supply"]["black"]
    assert sum(supply.values()) == 40 - 3 - 4
    assert not {"k7", "cow4", "k12"} & (set(supply) | set(black_tiles(state)))


def test_r2_2_c64_four_players_see_all_forty_black_tiles(engine: Engine) -> None:
    starts = phase_starts(engine, 4, seed=5)
    seen = Counter(tile for state in starts.values() for tile in black_tiles(state))
    assert seen.total() == 40
    assert {tile for tile in seen if tile.startswith("k")} == {
        "k7",
        "k12",
        "k14",
        "k15",
        "k24",
        "k25",
    }
    assert (seen["castle"], seen["mine"], seen["ship"]) == (2, 2, 6)
    assert all(seen[tile] == 2 for tile in BUILDINGS)
    for species in ("cow", "sheep", "pig", "chicken"):
        assert (seen[f"{species}2"], seen[f"{species}3"], seen[f"{species}4"]) == (0, 1, 1)


def test_r2_2_c89_four_players_use_up_everything(engine: Engine) -> None:
    """C89: after the last refill nothing is left; 40/20/20/20/10/10 normal tiles were drawn."""
    starts = phase_starts(engine, 4, seed=6)
    supply = starts["E"].snapshot()["supply"]
    assert supply["normal"] == {}
    assert supply["black"] == {}
    drawn = Counter(
        colour_of(tile)
        for state in starts.values()
        for depot in range(1, 7)
        for tile in depot_tiles(state, depot)
    )
    assert drawn == {
        "building": 40,
        "knowledge": 20,
        "ship": 20,
        "animal": 20,
        "mine": 10,
        "castle": 10,
    }


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_r2_2_c90_no_tile_comes_twice(engine: Engine, seed: int) -> None:
    """C90: no knowledge tile is seen in two phases of a two-player game."""
    starts = phase_starts(engine, 2, seed)
    seen = [tile for s in starts.values() for tile in tiles_out(s) if tile.startswith("k")]
    assert len(seen) >= 10  # depots 2 and 5 have a knowledge space each, in five phases
    assert len(seen) == len(set(seen))


def test_r2_2_discarded_tiles_never_return(engine: Engine) -> None:
    state = engine.at(
        seats=[seat(storage=["k1", "ship", "bank"], dice=[3, 5])], depots={3: ["cow2"]}
    )
    after = play(state, "3: take cow2 from 3", "discard k1")
    assert "k1" not in after.snapshot()["supply"]["normal"]


def test_r2_2_c92_a_ship_left_lying_is_replaced_without_a_draw(engine: Engine) -> None:
    """C92: after the end of phase A depot 1 has one ship, and the first draw is its building."""
    state = engine.at(**last_turn(seats=[seat(), seat(dice=[1])], depots={1: ["ship", "bank"]}))
    state = play(state, "1: workers")
    assert state.snapshot()["prompt"] == {"kind": "chance", "event": "depot 1.2"}
    assert depot_tiles(state, 1) == ["ship"]


def test_r2_2_draws_are_weighted_by_the_tiles_left(engine: Engine) -> None:
    """Five of each building; after one bank is drawn (depot 1) four are left (depot 3)."""
    state = engine.at(**last_turn(seats=[seat(), seat(dice=[1])]))
    state = play(state, "1: workers")
    assert words(state) == {f"depot 1.2 {building}" for building in BUILDINGS}
    assert sorted(dict(state.chance_weights()).values()) == [5] * 8
    state = play(state, "depot 1.2 bank")
    assert state.snapshot()["prompt"]["event"] == "depot 2.2"  # the castle has one face: no node
    state = play(state, "depot 2.2 k1")
    state = play(state, "depot 3.1 cow4")
    weights = {state.action_to_string(o): weight for o, weight in state.chance_weights()}
    assert weights == {f"depot 3.2 {b}": 4 if b == "bank" else 5 for b in BUILDINGS}


def test_r2_2_goods_on_the_depots_stay(engine: Engine) -> None:
    state = engine.at(
        **last_turn(seats=[seat(), seat(dice=[1])], depot_goods={2: {6: 2}, 5: {1: 1, 3: 1}})
    )
    state = play(state, "1: workers")
    goods = [depot["goods"] for depot in state.snapshot()["depots"]]
    assert goods == [{}, {"6": 2}, {}, {}, {"1": 1, "3": 1}, {}]


def test_r2_3_three_players_get_a_mine_at_depot_6_in_phases_b_and_d(engine: Engine) -> None:
    starts = phase_starts(engine, 3, seed=8)
    third = {phase: s.snapshot()["depots"][5]["tiles"][2] for phase, s in starts.items()}
    assert third == {"A": "castle", "B": "mine", "C": "castle", "D": "mine", "E": "castle"}


def test_r2_3_four_players_always_get_a_castle_there(engine: Engine) -> None:
    starts = phase_starts(engine, 4, seed=8)
    assert [s.snapshot()["depots"][5]["tiles"][2] for s in starts.values()] == ["castle"] * 5


def test_r2_3_two_players_get_nothing_there(engine: Engine) -> None:
    starts = phase_starts(engine, 2, seed=8)
    assert [s.snapshot()["depots"][5]["tiles"][2] for s in starts.values()] == [None] * 5


def test_r2_4_c17_the_order_of_the_phases_goods_is_public(engine: Engine) -> None:
    """C17: round spaces 1, 6, 6, 2, 3: only the depot is random, round after round."""
    state = engine.at(phase="B", round_goods=[1, 6, 6, 2, 3])
    goods = [1, 6, 6, 2, 3]
    for number, good in enumerate(goods, 1):
        assert words(state) == {f"white {die}" for die in range(1, 7)}
        assert state.snapshot()["round"] == number
        assert state.snapshot()["round_goods"] == goods[number - 1 :]
        state = play(state, f"white {number}")
        assert state.snapshot()["depots"][number - 1]["goods"] == {str(good): 1}
        assert state.snapshot()["round_goods"] == goods[number:]
        state = state.resolve_chance(1)
        for _ in range(4):
            state = idle(state)
    assert state.snapshot()["round_goods"] == []
    assert sum(state.snapshot()["supply"]["goods"].values()) == 42 - 5


def test_r2_4_five_goods_are_turned_up_at_the_start_of_a_phase(engine: Engine) -> None:
    """The black supply's last draw is followed by five goods, then by the white die."""
    state = engine.at(
        prompt={"kind": "chance", "event": "good"}, supply={"goods": {"2": 3, "4": 9 - 3}}
    )
    assert dict(state.chance_weights()) == {2: 3, 4: 6}
    state = play(state, "good 4", "good 2", "good 4", "good 4", "good 2")
    assert state.snapshot()["round_goods"] == [4, 2, 4, 4, 2]
    assert words(state) == {f"white {die}" for die in range(1, 7)}


def test_r2_5_order_of_a_round(engine: Engine) -> None:
    """R2.5: the white die, its good, then two dice a player in seat order, then the turns."""
    state = engine.at(
        players=3, order=[2, 0, 1], track=[[2, 0, 1], [], [], [], [], [], []], round_goods=[3]
    )
    state = play(state, "white 6")
    assert state.snapshot()["depots"][5]["goods"] == {"3": 1}
    state = play(state, "dice 1 2 to 0", "dice 3 4 to 1", "dice 5 6 to 2")
    assert [s["dice"] for s in state.snapshot()["seats"]] == [[1, 2], [3, 4], [5, 6]]
    assert state.current_player() == 2


def test_r2_5_pairs_of_dice_have_weights_one_and_two(engine: Engine) -> None:
    state = play(engine.at(), "white 1")
    weights = {state.action_to_string(o): weight for o, weight in state.chance_weights()}
    expected = {
        f"dice {low} {high} to 0": 1 if low == high else 2
        for low in range(1, 7)
        for high in range(low, 7)
    }
    assert weights == expected


def test_r2_5_c14_several_goods_on_one_depot(engine: Engine) -> None:
    """C14: white die 4 in two rounds: types 2 and 5 lie on depot 4; the 42 goods are always there."""
    state = engine.at(round_goods=[2, 5, 1, 1, 6])

    def conserved(state: Any) -> Any:
        snapshot = state.snapshot()
        places = [depot["goods"] for depot in snapshot["depots"]]
        places += [s[key] for s in snapshot["seats"] for key in ("goods", "sold")]
        places.append(snapshot["supply"]["goods"])
        total = sum(sum(place.values()) for place in places) + len(snapshot["round_goods"])
        assert total == 42
        return state

    state = conserved(play(conserved(state), "white 4"))
    state = conserved(play(state, "dice 1 2 to 0", "dice 3 4 to 1"))
    state = conserved(play(state, "1: workers", "2: workers", "3: workers", "4: workers"))
    state = conserved(play(state, "white 4"))
    assert state.snapshot()["depots"][3]["goods"] == {"2": 1, "5": 1}


def test_r2_1_c85_twenty_five_rounds_and_both_dice_in_a_row(engine: Engine) -> None:
    """C85: P0 uses both dice, then P1 both; 25 turns and 50 dice a player."""
    state = engine.State.new(2).resolve_chance(3)
    first = state.current_player()
    turns = []
    while not state.is_terminal():
        snapshot = state.snapshot()
        turns.append((snapshot["phase"], snapshot["round"], state.current_player()))
        state = idle(state).resolve_chance(3)
    assert turns == [
        (phase, number, player)
        for phase in PHASES
        for number in range(1, 6)
        for player in (first, first, 1 - first, 1 - first)
    ]


def test_r2_6_c84_mine_income_comes_once_a_phase(engine: Engine) -> None:
    """C84: a mine on e3 in the first round: nothing in five rounds, then 1 silver."""
    state = engine.at(seats=[seat(storage=["mine"], dice=[1, 4])])
    state = play(state, "4: place mine on e3")
    while state.snapshot()["phase"] == "A":
        assert of_seat(state)["silver"] == 0
        state = state.resolve_chance(4) if state.is_chance_node() else idle(state)
    assert of_seat(state)["silver"] == 1


def test_r2_6_c84_a_mine_placed_with_the_very_last_die_pays(engine: Engine) -> None:
    state = engine.at(**last_turn(seats=[seat(), seat(storage=["mine"], dice=[4])]))
    state = play(state, "4: place mine on e3")
    assert state.snapshot()["phase"] == "B"
    assert of_seat(state, 1)["silver"] == 1


def test_r2_6_knowledge_2_adds_a_worker_a_mine(engine: Engine) -> None:
    """Mines e3, f2 with knowledge 2: 2 silver and 2 workers."""
    mines = {"e3": "mine", "f2": "mine"}
    state = engine.at(
        **last_turn(seats=[seat(estate={**mines, "c4": "k2"}), seat(estate=mines, dice=[1])])
    )
    state = play(state, "1: workers")
    assert (of_seat(state)["silver"], of_seat(state)["workers"]) == (2, 2)
    assert (of_seat(state, 1)["silver"], of_seat(state, 1)["workers"]) == (2, 2)  # his own 2


def test_r2_6_phase_e_pays_too(engine: Engine) -> None:
    state = engine.at(**last_turn(phase="E", seats=[seat(estate={"e3": "mine"}), seat(dice=[1])]))
    state = play(state, "1: workers")
    assert state.is_terminal()
    assert of_seat(state)["silver"] == 1


def test_r2_7_c10_the_white_die_is_no_action_die(engine: Engine) -> None:
    """C10: round 2 after C5: P1 is first, with 6, 6 and six workers; the white die shows 3."""
    state = engine.at(
        round=2,
        order=[1, 0],
        track=[[0], [1], [], [], [], [], []],
        round_goods=[5, 1, 1, 2],
        seats=[seat(), seat(workers=6)],
        depots={1: ["ship"], 3: ["cow2"]},
    )
    state = play(state, "white 3", "dice 1 1 to 0", "dice 6 6 to 1")
    assert state.snapshot()["depots"][2]["goods"] == {"5": 1}
    assert state.current_player() == 1
    assert of_seat(state, 1)["dice"] == [6, 6]
    assert words(state) == {"6: take ship from 1", "6: take cow2 from 3", "6: workers"}
    state = play(state, "6: workers")
    assert state.snapshot()["white_die"] == 3
    assert all(word.startswith("6: ") for word in words(state))
