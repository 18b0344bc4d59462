"""Snapshots with faults: each is named by its path, all are reported together (formats.md, 4)."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from engines import Engine
from faults import GIVEN, base, drop, faults_of, names, put
from games import Game
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import seat

# A value that is not of the right kind or out of range, at the path itself.
WRONG_VALUES: list[tuple[str, list[Any]]] = [
    ("format", ["burgundy-snapshot/2", "", 1, None]),
    ("edition", ["2019", 2011, None]),
    ("players", [0, 1, 5, -2, 2**40, "2", 2.0, True, None]),
    ("phase", ["F", "a", "", 1, None, ["A"]]),
    ("round", [0, 6, -1, "1", 1.0, True, None, 2**40]),
    ("turn", [-1, 2, "0", 0.0, True, None]),
    ("order", [[0, 0], [0], [0, 1, 2], [0, 2], [1, -1], "01", None, [0, "1"], [[0], [1]]]),
    ("bought", [0, 1, "no", None]),
    (
        "track",
        [
            [[0, 1], [], [], [], [], []],
            [[0], [], [], [], [], [], []],
            [[0, 1], [1], [], [], [], [], []],
            [[0, 2], [], [], [], [], [], []],
            [[0, 1], [], [], [], [], [], [], []],
            [0, 1],
            None,
            "x",
        ],
    ),
    ("white_die", [0, 7, -1, "3", 3.0, True]),
    ("round_goods", [[0], [7], ["1"], "1", None, [1.0], [1, 2, 3, 4]]),
    ("depots", [[], [{}] * 5, [{}] * 7, None, {}, "x"]),
    ("depots.1", [None, [], 1, "x"]),
    ("depots.1.tiles", [[None] * 5, ["castle", None, None, None, "bank"], None, "ship", {}]),
    ("depots.0.tiles.0", ["boat", "", 3, True, "Ship", ["ship"]]),
    ("depots.0.goods", [{"0": 1}, {"7": 1}, {"x": 1}, {"1": -1}, {"1": "1"}, {"1": 1.0}, [], None]),
    ("black_depot", [[None] * 9, [None] * 8 + ["k7"], None, {}, "k7"]),
    ("black_depot.0", ["boat", 7, True, "k0", "k27", "K7"]),
    ("supply", [[], None, 1]),
    ("supply.normal", [[], None, {"boat": 1}, {"bank": -1}, {"bank": "1"}, {"bank": 1.5}]),
    ("supply.black", [[], None, {"boat": 1}, {"bank": -1}]),
    ("supply.goods", [[], None, {"7": 1}, {"1": -1}, {"x": 1}]),
    ("bonus_tiles", [[], None, {"red": []}]),
    ("bonus_tiles.mine", [None, 1, [2], [-1], ["0"], [True], [None], {}]),
    ("seats", [[], None, {}, [{}], [{}, {}, {}], [{}, None], "x"]),
    ("seats.0", [None, [], 1]),
    ("seats.0.board", [0, 10, -1, "1", 1.0, True, 2**40]),
    ("seats.0.start_castle", ["c3", "z9", "", 4, "D4"]),
    ("seats.0.estate", [[], None, "d4", 1]),
    ("seats.0.estate.c3", ["boat", 1, None, [], "k27"]),
    ("seats.0.storage", [["boat"], [1], "ship", None, {}, [None], ["ship"] * 4]),
    ("seats.0.goods", [{"0": 1}, {"7": 1}, {"1": -1}, {"1": 1.0}, [], None]),
    ("seats.0.goods", [{"1": 1, "2": 1, "3": 1, "4": 1}]),
    ("seats.0.sold", [{"0": 1}, {"9": 1}, {"1": -1}, {"1": True}, [], None]),
    ("seats.0.silver", [-1, 32_768, 2**16, 2**40, "1", 1.0, True, None, []]),
    ("seats.1.workers", [-1, 32_768, 2**16, 2**40, "1", 1.0, True, None, {}]),
    ("seats.0.vp", [-1, 32_768, 2**16, 2**40, "1", 1.0, True, None]),
    ("seats.0.dice", [[0], [7], [1, 2, 3], "12", {}, ["1"], [1.0], [True], 5]),
    ("prompt", [None, [], "turn", {}, {"kind": "sleep"}, {"kind": 1}, {"kind": None}]),
    ("options", [[], None, 1, {"tie_break": "none"}, {"decline_effects": 1}]),
]


@pytest.mark.parametrize(
    ("path", "value"),
    [(path, value) for path, values in WRONG_VALUES for value in values],
    ids=lambda part: str(part)[:40],
)
def test_a_wrong_value_is_named_by_its_path(engine: Engine, path: str, value: Any) -> None:
    snapshot = base(engine)
    if path == "options":
        snapshot["options"] = value
    else:
        put(path, value)(snapshot)
    faults = faults_of(engine, snapshot)
    assert names(faults, path), faults


@pytest.mark.parametrize(
    "path",
    [
        "colour",
        "Players",
        "seed",
        "seats.1.hat",
        "depots.2.tile",
        "supply.extra",
        "supply.normal.palace",
        "bonus_tiles.red",
        "prompt.depot",
        "prompt.then",
        "seats.0.estate.h1",
        "seats.0.estate.d8",
        "seats.0.estate.D4",
    ],
)
def test_an_unknown_key_is_named(engine: Engine, path: str) -> None:
    snapshot = base(engine)
    put(path, 1)(snapshot)
    assert names(faults_of(engine, snapshot), path)


def test_players_must_be_given(engine: Engine) -> None:
    snapshot = base(engine)
    drop("players")(snapshot)
    assert names(faults_of(engine, snapshot), "players")
    assert faults_of(engine, {})


@pytest.mark.parametrize("key", sorted(set(GIVEN) - {"players"}))
def test_every_other_key_may_be_left_out_of_an_empty_table(engine: Engine, key: str) -> None:
    """Left out one by one, the defaults of an empty table come in."""
    full = engine.at(seats=[seat(dice=[1, 2])]).snapshot()
    snapshot = {name: value for name, value in full.items() if name != key}
    restored = engine.State.from_snapshot(snapshot).snapshot()
    assert restored["players"] == 2
    if key not in ("seats", "supply"):
        assert restored == full


def test_all_faults_are_reported_together(engine: Engine) -> None:
    snapshot = base(engine)
    broken = {
        "seats.0.silver": -1,
        "seats.1.workers": "many",
        "seats.0.estate.c4": "bank",
        "depots.3.tiles.0": "boat",
        "black_depot.1": "boat",
        "bonus_tiles.mine": [1, 1],
        "white_die": 9,
    }
    for path, value in broken.items():
        put(path, value)(snapshot)
    snapshot["colour"] = "red"
    faults = faults_of(engine, snapshot)
    for path in [*broken, "colour"]:
        assert names(faults, path), (path, faults)
    assert len(faults) >= 8


def test_what_is_missing_at_the_end_of_a_depot_is_empty(engine: Engine) -> None:
    snapshot = base(engine)
    short = copy.deepcopy(snapshot)
    short["depots"][0]["tiles"] = ["ship"]
    short["depots"][5]["tiles"] = []
    short["black_depot"] = ["k7"]
    assert engine.State.from_snapshot(short).snapshot() == snapshot


def test_goods_keys_may_be_integers_and_orders_may_vary(engine: Engine) -> None:
    snapshot = engine.State.from_snapshot(GIVEN).snapshot()
    other = copy.deepcopy(snapshot)
    other["seats"][0]["goods"] = {1: 2}
    other["seats"][0]["storage"].reverse()
    other["seats"][0]["dice"].reverse()
    other["black_depot"].reverse()
    other["depots"][1]["tiles"][2:] = [None, "church"]
    other["supply"]["goods"] = {int(good): n for good, n in snapshot["supply"]["goods"].items()}
    restored = engine.State.from_snapshot(other)
    assert restored == engine.State.from_snapshot(GIVEN)
    assert restored.snapshot() == snapshot


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["ship", "castle", "k7", "d4", "turn", "over", "chance", "A", "1"]),
    lambda inner: (
        st.lists(inner, max_size=8)
        | st.dictionaries(
            st.sampled_from([*GIVEN, "kind", "estate", "dice", "1", "d4"]), inner, max_size=6
        )
    ),
    max_leaves=12,
)


def test_junk_gives_snapshot_errors_only(engine: Engine) -> None:
    """JSON-like values in place of the whole or of any key; what is accepted is a position."""
    whole = base(engine)

    @settings(max_examples=10 * settings().max_examples)
    @given(
        st.dictionaries(st.sampled_from([*whole]), junk, max_size=8),
        st.sampled_from(["alone", "over a position"]),
        st.integers(1, 4) | junk,
    )
    def hold(given_keys: dict[str, Any], where: str, players: Any) -> None:
        start = {} if where == "alone" else whole
        accepted_or_refused(engine, {"players": players, **start, **given_keys})

    hold()


def accepted_or_refused(engine: Engine, snapshot: dict[str, Any]) -> None:
    """An accepted snapshot is a position that round-trips; a refused one raises SnapshotError."""
    try:
        state = engine.State.from_snapshot(snapshot)
    except engine.SnapshotError:
        return
    assert engine.State.from_snapshot(state.snapshot()) == state
    assert engine.State.from_bytes(state.to_bytes()) == state
    assert bool(state.legal_actions()) != state.is_terminal()


def spots(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path into a snapshot."""
    inner = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    return [way] * bool(way) + [spot for key, part in inner for spot in spots(part, (*way, key))]


VALUES = [
    None,
    True,
    -1,
    0,
    1,
    2,
    3,
    7,
    99,
    2**70,
    0.5,
    "",
    "ship",
    "k7",
    "d4",
    [],
    [1],
    {},
    {"1": 1},
]


def test_mutated_snapshots_of_games(engine: Engine) -> None:
    """One to three values of a game's snapshot replaced or removed, some thousand times."""
    rng = random.Random(5)
    count = 6_000 if engine.name == "rust" else 600
    trail = [
        state.snapshot()
        for seed in range(3)
        for state in Game(2 + seed, boards="random", seed=seed).nodes(engine)
    ]
    for _ in range(count):
        snapshot = json.loads(json.dumps(rng.choice(trail)))
        for _ in range(rng.randint(1, 3)):
            *way, last = rng.choice(spots(snapshot))
            at: Any = snapshot
            for key in way:
                at = at[key]
            if rng.random() < 0.15:
                del at[last]
            else:
                at[last] = rng.choice(VALUES)
        try:
            accepted_or_refused(engine, snapshot)
        except Exception as failure:
            failure.add_note(f"snapshot: {json.dumps(snapshot)}")
            raise


def test_data_that_changes_or_holds_itself_is_refused(engine: Engine) -> None:
    """What is read may run code, and lists that hold each other are more than any memory."""

    class Changes:
        def __index__(self) -> int:
            changing["more"] = 1
            return 1

    changing: dict[str, Any] = {"players": 2, "round": Changes()}
    holding: list[Any] = []
    holding.extend([holding] * 10)
    for snapshot in (changing, {"players": 2, "order": holding}):
        try:
            engine.State.from_snapshot(snapshot)
        except engine.SnapshotError as error:
            assert error.faults  # type: ignore[attr-defined]
