"""Features, masks and the table of actions."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engines import load
from features import features, flat
from games import Game, hold_over_games
from mutations import changed
from positions import NEIGHBOURS, SPACES, cells, position, seat

import burgundy
from burgundy import arrays
from burgundy.arrays import ACTIONS, GRID_MASK, KINDS, OBSERVATION_SPEC, hex_grid, split

ENGINE = load("rust")
SIZES = {2: 3469, 3: 4738, 4: 6011}


def sampled(players: int, seed: int, share: float = 0.03, **keys: Any) -> list[Any]:
    """Some nodes of a random game, of every kind."""
    rng = random.Random(seed)
    nodes = list(Game(players, seed=seed, policy="busy", **keys).nodes(ENGINE))
    return [node for node in nodes if rng.random() < share] + nodes[-1:]


def test_the_version_is_told() -> None:
    assert burgundy.OBSERVATION_VERSION == arrays.OBSERVATION_VERSION == 1
    assert burgundy.OBSERVATION_SPEC is OBSERVATION_SPEC
    assert burgundy.ACTIONS is ACTIONS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_spec_covers_the_features_without_gaps(players: int) -> None:
    end = 0
    for feature in OBSERVATION_SPEC[players]:
        assert feature.slice == slice(end, end + int(np.prod(feature.shape)))
        assert feature.meaning and feature.scale
        end = feature.slice.stop
    assert end == arrays.observation_size(players) == SIZES[players]
    state = burgundy.State.new(players)
    assert state.observation().shape == (end,)
    assert state.observation().dtype == np.float32
    names = [feature.name for feature in OBSERVATION_SPEC[players]]
    assert names == list(features(state.snapshot(), 0))


def test_the_page_lists_the_features() -> None:
    script = Path(__file__).parent.parent / "scripts" / "features_table.py"
    subprocess.run([sys.executable, str(script), "--check"], check=True)


def test_features_are_those_of_the_snapshot() -> None:
    """At every node, for every seat, computed a second time from the snapshot alone: no future is in them."""

    def law(game: Game) -> None:
        rng = random.Random(game.seed)
        for state in game.nodes(ENGINE):
            if rng.random() < 0.05 or state.is_terminal():
                snapshot = state.snapshot()
                for player in range(game.players):
                    assert np.array_equal(state.observation(player), flat(snapshot, player))

    hold_over_games(ENGINE, law)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("boards", [None, "random"])
def test_every_public_fact_is_seen(players: int, boards: str | None) -> None:
    """A position with one fact changed looks different from every seat."""
    rng = random.Random(players)
    tried = 0
    for state in sampled(players, seed=1, boards=boards):
        snapshot = state.snapshot()
        seen = [state.observation(player) for player in range(players)]
        for _ in range(60):
            try:
                other = burgundy.State.from_snapshot(changed(snapshot, rng))
            except burgundy.SnapshotError:
                continue
            if other != state and other.num_players() == players:
                tried += 1
                for player in range(players):
                    assert not np.array_equal(other.observation(player), seen[player])
    assert tried > 100


def test_equal_positions_look_the_same() -> None:
    for state in sampled(3, seed=5):
        again = burgundy.State.from_snapshot(state.snapshot())
        for player in range(3):
            assert np.array_equal(again.observation(player), state.observation(player))


def rotated(snapshot: dict[str, Any], by: int) -> dict[str, Any]:
    """The position with every seat moved on by so many seats."""
    players = snapshot["players"]

    def move(seats: list[int]) -> list[int]:
        return [(seat + by) % players for seat in seats]

    made = dict(snapshot)
    made["seats"] = [snapshot["seats"][(i - by) % players] for i in range(players)]
    made["order"] = move(snapshot["order"])
    made["track"] = [move(stack) for stack in snapshot["track"]]
    made["bonus_tiles"] = {colour: move(who) for colour, who in snapshot["bonus_tiles"].items()}
    return made


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rotated_seats_see_what_the_others_saw(players: int) -> None:
    boards = [2, 1, 5, 9][:players]
    compared = 0
    for state in sampled(players, seed=2, boards=boards, share=0.05):
        if state.is_chance_node():
            continue
        for by in range(1, players):
            other = burgundy.State.from_snapshot(rotated(state.snapshot(), by))
            for player in range(players):
                seen = other.observation((player + by) % players)
                assert np.array_equal(seen, state.observation(player))
            compared += 1
    assert compared >= 5


def test_the_default_seat_is_the_one_to_act() -> None:
    for state in sampled(4, seed=3, share=0.05):
        actor = state.snapshot()["order"][state.snapshot()["turn"]]
        assert np.array_equal(state.observation(), state.observation(actor))
        decides = split(state.observation(), 4)["actor"]
        expected = state.current_player() >= 0
        assert decides.tolist() == [float(expected), 0, 0, 0]


def test_large_numbers_are_not_cut_off() -> None:
    rich = seat(silver=9_999, workers=61, vp=9_000, sold={1: 7}, goods={2: 7})
    other = seat(silver=9_998, workers=60, vp=8_999, sold={1: 6}, goods={2: 6})
    made = [ENGINE.at(seats=[who, seat(dice=[1, 2])], turn=1) for who in (rich, other)]
    seen = [split(state.observation(0), 2) for state in made]
    for name, unit, values in (
        ("silver", 10, (9_999, 9_998)),
        ("workers", 10, (61, 60)),
        ("vp", 100, (9_000, 8_999)),
    ):
        assert [round(float(blocks[name][0]) * unit) for blocks in seen] == list(values)
    assert [blocks["goods"][0, 1] for blocks in seen] == [7 / 4, 6 / 4]
    assert [blocks["sold"][0, 0] for blocks in seen] == [7 / 4, 6 / 4]


@pytest.mark.parametrize("seat", [-1, 2, 2**70])
def test_other_seats_are_refused(seat: int) -> None:
    state = burgundy.State.new(2)
    with pytest.raises(ValueError, match="player: .*expected an integer from 0 to 1"):
        state.observation(seat)
    with pytest.raises(ValueError, match="player"):
        state.observation_into(np.zeros(SIZES[2], np.float32), seat)


def fitting(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array that is right but for what a test changes."""
    return np.ones(shape, dtype)


@pytest.mark.parametrize("member", ["mask", "observation"])
def test_arrays_that_do_not_fit_are_refused(member: str) -> None:
    """The text names the argument, what it is and what is expected; nothing is written."""
    state = burgundy.State.new(2).resolve_chance(1)
    length, dtype = (512, np.bool_) if member == "mask" else (SIZES[2], np.float32)
    write: Any = state.legal_actions_mask if member == "mask" else state.observation_into
    locked = fitting((length,), dtype)
    locked.flags.writeable = False
    wrong: list[tuple[Any, type[Exception], str]] = [
        ([0] * length, TypeError, "out: list, expected a numpy array of"),
        (fitting((length,), np.float64), TypeError, "out: array of float64, expected"),
        (fitting((length,), np.uint8), TypeError, "out: array of uint8, expected"),
        (fitting((length - 1,), dtype), ValueError, rf"out: shape \({length - 1},\), expected"),
        (fitting((1, length), dtype), ValueError, rf"out: shape \(1, {length}\), expected"),
        (fitting((2 * length,), dtype)[::2], ValueError, "out: not C-contiguous"),
        (locked, ValueError, "out: read-only"),
    ]
    for out, kind, text in wrong:
        with pytest.raises(kind, match=text):
            write(out)
        assert np.all(np.asarray(out) == np.asarray(out).flat[0])


def test_what_comes_back_is_the_callers() -> None:
    """No call gives the same memory twice, and `out` itself comes back filled."""
    state = burgundy.State.new(2).resolve_chance(1)
    first, second = state.observation(), state.observation()
    assert not np.shares_memory(first, second)
    first.fill(7)
    assert np.array_equal(second, state.observation())
    out = np.ones(512, np.bool_)
    assert state.legal_actions_mask(out) is out
    assert np.array_equal(out, state.legal_actions_mask())
    row = np.ones((3, SIZES[2]), np.float32)
    state.observation_into(row[1], 1)
    assert np.array_equal(row[1], state.observation(1))
    assert (row[[0, 2]] == 1).all()


def test_masks_are_the_lists() -> None:
    def law(game: Game) -> None:
        mask = np.ones(512, np.bool_)
        for state in game.nodes(ENGINE):
            state.legal_actions_mask(mask)
            legal = [] if state.is_chance_node() else state.legal_actions()
            assert np.flatnonzero(mask).tolist() == legal

    hold_over_games(ENGINE, law)


@pytest.mark.parametrize("players", [2, 3])
def test_the_helpers_take_states_of_either_engine(players: int) -> None:
    other = load("reference").State
    for state in sampled(players, seed=4, share=0.02):
        same = other.from_bytes(state.to_bytes())
        assert np.array_equal(arrays.observation(same, 1), state.observation(1))
        assert np.array_equal(arrays.observation(state), state.observation())
        assert np.array_equal(arrays.legal_actions_mask(same), state.legal_actions_mask())
        assert np.array_equal(arrays.legal_actions_mask(state), state.legal_actions_mask())


def by_hand() -> list[tuple[str, int, int, int, int, int, int]]:
    """The 512 codes as docs/formats.md lists them."""
    rows: list[tuple[str, int, int, int, int, int, int]] = []
    dice, six = range(3), range(6)
    rows += [("take", d, p, s, -1, -1, -1) for d in dice for p in six for s in range(4)]
    rows += [("place", d, -1, -1, p, s, -1) for d in dice for p in range(3) for s in range(37)]
    rows += [("sell", d, -1, -1, -1, -1, g + 1) for d in dice for g in six]
    rows += [("workers", d, -1, -1, -1, -1, -1) for d in dice]
    rows += [("buy_black", -1, -1, s, -1, -1, -1) for s in range(8)]
    rows += [("buy_depot", -1, p, s, -1, -1, -1) for p in six for s in range(4)]
    rows += [("discard", -1, -1, -1, p, -1, -1) for p in range(3)]
    rows += [("ship", -1, p, -1, -1, -1, -1) for p in six]
    rows += [("keep", -1, -1, -1, -1, -1, g + 1) for g in six]
    rows += [("start_castle", -1, -1, -1, -1, s, -1) for s in range(37)]
    rows += [("decline", -1, -1, -1, -1, -1, -1), ("end_turn", -1, -1, -1, -1, -1, -1)]
    return rows


def test_the_table_of_actions_is_that_of_the_formats() -> None:
    assert ACTIONS.shape == (512,)
    assert ACTIONS.dtype.names == ("kind", "die", "depot", "slot", "storage", "space", "goods")
    assert [(KINDS[row[0]], *row.tolist()[1:]) for row in ACTIONS] == by_hand()
    with pytest.raises(ValueError):
        ACTIONS["die"] = 0


def test_the_table_agrees_with_the_words() -> None:
    for state in sampled(2, seed=6, share=0.1):
        if state.is_chance_node():
            continue
        for action in state.legal_actions():
            words, row = state.action_to_string(action), ACTIONS[action]
            if row["space"] >= 0:
                assert words.endswith(f"on {SPACES[row['space']]}")
            if row["goods"] > 0:
                assert words.split()[-1] == str(row["goods"])
            if KINDS[row["kind"]] == "take":
                assert words.endswith(f"from {row['depot'] + 1}")


def test_the_grid_keeps_neighbours() -> None:
    """On the grid every space has the same six neighbours, and only they are neighbours on the board."""
    cell = {space: divmod(int(at), 7) for space, at in zip(SPACES, arrays.CELLS, strict=True)}
    steps = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}
    for space in SPACES:
        near = {
            other
            for other in SPACES
            if (cell[other][0] - cell[space][0], cell[other][1] - cell[space][1]) in steps
        }
        assert near == set(NEIGHBOURS[space])
    assert GRID_MASK.sum() == 37


def test_planes_go_to_the_grid() -> None:
    planes = split(burgundy.State.new(3).observation(), 3)["estate"]
    grid = hex_grid(planes)
    assert grid.shape == (3, 30, 7, 7) and grid.dtype == np.float32
    assert np.array_equal(grid[..., GRID_MASK], planes)
    assert not grid[..., ~GRID_MASK].any()
    assert hex_grid(np.arange(37)).shape == (7, 7)
    for wrong in (np.zeros((37, 3)), np.zeros(36), np.float32(0)):
        with pytest.raises(ValueError, match=r"planes: shape .*, expected \(\.\.\., 37\)"):
            hex_grid(np.asarray(wrong))


def test_parts_are_views() -> None:
    many = np.zeros((5, SIZES[2]), np.float32)
    parts = split(many, 2)
    parts["vp"][:] = 1
    assert parts["estate"].shape == (5, 2, 30, 37)
    assert many.sum() == 10
    with pytest.raises(ValueError, match=r"features: shape \(5,\), expected \(\.\.\., 3469\)"):
        split(np.zeros(5), 2)
    with pytest.raises(ValueError, match="players: 5, expected 2, 3 or 4"):
        split(many, 5)


def symmetries() -> list[list[int]]:
    """All rotations and reflections of the 37 spaces but the identity, as permutations."""
    found = []
    for first in NEIGHBOURS["d4"]:
        for second in set(NEIGHBOURS["d4"]) & set(NEIGHBOURS[first]):
            image = {"d4": "d4", "d5": first, "e4": second}
            while len(image) < len(SPACES):
                for space in SPACES:
                    sources = [n for n in NEIGHBOURS[space] if n in image]
                    if space not in image and len(sources) >= 2:
                        options = set.intersection(*(set(NEIGHBOURS[image[n]]) for n in sources))
                        options -= set(image.values())
                        if len(options) == 1:
                            image[space] = options.pop()
            found.append([SPACES.index(image[space]) for space in SPACES])
    return [permutation for permutation in found if permutation != list(range(37))]


@pytest.mark.parametrize("board", range(1, 10))
def test_no_printed_board_is_symmetric(board: int) -> None:
    """No turn or reflection keeps the numbers, even if dice were renamed; so no helper offers one."""
    numbers = np.array([number for _, number in cells(board).values()])
    colours = np.array([colour for colour, _ in cells(board).values()])
    found = symmetries()
    assert len(found) == 11
    for permutation in found:
        moved = numbers[permutation]
        renamed = {(a, b) for a, b in zip(numbers.tolist(), moved.tolist(), strict=True)}
        keeps = len(renamed) == 6 and bool(np.all(colours == colours[permutation]))
        assert not keeps


def test_a_position_by_hand_is_seen_as_described() -> None:
    state = ENGINE.at(
        seats=[
            seat(estate={"c4": "k7"}, storage=["cow3", "k2"], goods={4: 2}, dice=[2, 5]),
            seat(silver=3),
        ],
        depots={1: ["ship", "bank"]},
        depot_goods={2: {6: 3}},
        black=["k12"],
    )
    snapshot = position()
    assert snapshot["players"] == 2
    seen = split(state.observation(0), 2)
    labels = {feature.name: feature.labels for feature in OBSERVATION_SPEC[2]}
    planes = dict(zip(labels["estate"], seen["estate"][0], strict=True))
    assert planes["castle"][SPACES.index("d4")] == planes["start_castle"][18] == 1
    assert planes["knowledge"][SPACES.index("c4")] == np.float32(7 / 26)
    assert planes["filled"].sum() == 2
    assert seen["placed_knowledge"][0, labels["placed_knowledge"].index("k7")] == 1
    assert seen["storage"][0, 0, labels["storage"].index("cow")] == 0.75
    assert seen["stored_knowledge"][0, 1] == 1
    assert seen["dice"][0].tolist() == [[0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0]]
    assert seen["silver"].tolist() == [0, np.float32(0.3)]
    assert seen["depots"][0, 0, labels["depots"].index("ship")] == 1
    assert seen["depot_goods"][1, 5] == 0.75
    assert seen["black_depot_knowledge"][11] == 1


def test_the_highest_value_is_that_of_the_largest_amount() -> None:
    snapshot = burgundy.State.new(2).resolve_chance(1).snapshot()
    snapshot["seats"][0] |= {"silver": 32_767, "workers": 32_767}
    assert burgundy.State.from_snapshot(snapshot).observation(0).max() == np.float32(arrays.HIGHEST)
    snapshot["seats"][0]["silver"] += 1
    with pytest.raises(burgundy.SnapshotError, match="silver"):
        burgundy.State.from_snapshot(snapshot)
