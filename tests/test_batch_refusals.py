"""Many games at once: what is refused, with nothing changed, and what runs out."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from positions import seat
from test_arrays import ENGINE, SIZES

import burgundy
from burgundy import Batch, State


def test_an_illegal_action_stops_all_games_before_they_move() -> None:
    batch = Batch(5, seed=2)
    out = batch.new_arrays()
    batch.observe(out)
    kept = {name: array.copy() for name, array in out.items()}
    saved = batch.save()
    good = [state.legal_actions()[0] for state in batch.states()]
    for wrong, text, rule in (
        (511, r"511: game 3: end: .* \(R4.1\)", "R4.1"),
        (510, r"510: game 3: decline: .* \(R4.1\)", "R4.1"),
        (512, "512: game 3: not a code", None),
        (-2, "-2: game 3: not a code", None),
        (2**40, f"{2**40}: game 3: not a code", None),
    ):
        actions = [*good[:3], wrong, *good[4:]]
        for given in (actions, np.array(actions), tuple(actions)):
            with pytest.raises(burgundy.IllegalActionError, match=text) as caught:
                batch.step(given, out)
            assert caught.value.rule == rule
            assert caught.value.action == wrong
            assert caught.value.game == 3
            assert batch.save() == saved
            for name, array in out.items():
                assert np.array_equal(array, kept[name])
    batch.step(good, out)
    assert batch.save() != saved


@pytest.mark.parametrize("game", [0, 2, 4])
def test_every_code_is_judged_as_by_the_state(game: int) -> None:
    """Wherever the game stands in the batch: the same codes are legal, and the others have the same reason and rule."""
    batch = Batch(5, 3, boards="random", start_castles="choose", seed=game, auto_reset=True)
    out = batch.new_arrays("masks", "scores", "final_scores")
    for number in range(120):
        batch.step_random(out)
        if number % 12:
            continue
        saved, state = batch.save(), batch.state(game)
        kept = {name: array.copy() for name, array in out.items()}
        actions = [other.legal_actions()[0] for other in batch.states()]
        for code in range(512):
            actions[game] = code
            if out["masks"][game, code]:
                batch.step(actions)
                after = state.child(code).resolve_chance(int(batch.worlds()[game]))
                assert batch.state(game) == after
                batch.load(saved)
                continue
            with pytest.raises(burgundy.IllegalActionError) as caught:
                batch.step(actions, out)
            error = caught.value
            with pytest.raises(burgundy.IllegalActionError) as alone:
                state.child(code)
            assert (error.game, alone.value.game) == (game, None)
            assert (error.action, error.rule) == (code, alone.value.rule)
            assert error.reason == f"game {game}: {alone.value.reason}"
        assert batch.save() == saved
        assert all(np.array_equal(array, kept[name]) for name, array in out.items())


def test_the_error_of_a_batch_names_the_first_game_and_keeps_it() -> None:
    """`game` is told (docs/formats.md, section 7), through pickles too."""
    with pytest.raises(burgundy.IllegalActionError) as caught:
        Batch(4, seed=1).step([-1, 511, 600, -2])
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert (error.game, error.action, error.rule) == (1, 511, "R4.1")
        assert error.reason.startswith("game 1: end: ")


def test_a_finished_game_takes_no_action() -> None:
    batch = Batch(2, seed=1)
    end = ENGINE.at(
        phase="E", round=5, turn=1, seats=[seat(), seat(dice=[1])], prompt={"kind": "turn"}
    )
    over = end.child(end.string_to_action("1: workers"))
    assert over.is_terminal()
    batch.set_state(1, over)
    out = batch.new_arrays()
    batch.observe(out)
    assert out["current_player"].tolist()[1] == -4
    assert out["terminated"].tolist() == [False, True]
    assert not out["rewards"].any() and not out["masks"][1].any()
    action = batch.state(0).legal_actions()[0]
    with pytest.raises(burgundy.IllegalActionError, match=r"game 1: .*\(R9.2\)"):
        batch.step([action, action])
    assert batch.step([action, -1], out) == 0
    batch.reset([1], out=out)
    assert out["terminated"].tolist() == [False, False]


@pytest.mark.parametrize("actions", [[0.0] * 4, [True] * 4, ["1"] * 4, [None] * 4, 3.5])
def test_actions_are_integers(actions: Any) -> None:
    batch = Batch(4)
    saved = batch.save()
    with pytest.raises(TypeError, match="actions: .*expected integers"):
        batch.step(actions)
    assert batch.save() == saved


@pytest.mark.parametrize("actions", [[0] * 3, [0] * 5, [], [[0, 0], [0, 0]], 0])
def test_there_is_an_action_for_each_game(actions: Any) -> None:
    with pytest.raises(ValueError, match=r"actions: shape .*, expected \(4,\)"):
        Batch(4).step(actions)


def test_arrays_that_do_not_fit_are_refused() -> None:
    batch = Batch(4, seed=1)
    saved = batch.save()
    locked = np.zeros((4, 512), np.bool_)
    locked.flags.writeable = False
    shared = np.zeros((4, 2), np.int16)
    wrong: list[tuple[Any, type[Exception], str]] = [
        ([], TypeError, "out: list, expected a dict of arrays"),
        ({"mask": locked}, ValueError, "out: no array is called 'mask', expected some of masks"),
        ({3: locked}, ValueError, "out: no array is called '3'"),
        ({"masks": locked}, ValueError, r"out\['masks'\]: read-only"),
        ({"masks": np.zeros((4, 512))}, TypeError, r"out\['masks'\]: array of float64"),
        ({"masks": np.zeros((3, 512), np.bool_)}, ValueError, r"shape \(3, 512\), expected"),
        ({"masks": np.zeros((512, 4), np.bool_).T}, ValueError, "not C-contiguous"),
        ({"rewards": [[0.0]]}, TypeError, r"out\['rewards'\]: list, expected a numpy array"),
        ({"indptr": np.zeros(5, np.int64)}, ValueError, "indptr and indices come together"),
        ({"scores": shared, "final_scores": shared}, ValueError, "shares memory with another"),
    ]
    for out, kind, text in wrong:
        for call in (batch.observe, batch.step_random, lambda out: batch.reset(out=out)):
            with pytest.raises(kind, match=text):
                call(out)
        with pytest.raises(kind, match=text):
            batch.step([-1] * 4, out)
    assert batch.save() == saved
    with pytest.raises(ValueError, match="out: no array is called 'x'"):
        batch.new_arrays("x")


def test_bytes_that_are_no_batch_change_nothing() -> None:
    batch = Batch(3, seed=4)
    saved = batch.save()
    other = Batch(3, rules={"decline_effects": False}).save()
    changed = bytearray(saved)
    changed[100] ^= 1
    for wrong, text in (
        (b"", "not the bytes of a batch"),
        (saved[:-1], "bytes, expected"),
        (saved + b"\0", "bytes, expected"),
        (bytes(changed), "check sum"),
        (Batch(4).save(), "4 games of 2 players, expected 3 games of 2"),
        (Batch(3, 3).save(), "3 games of 3 players"),
        (other, "game 0: "),
    ):
        with pytest.raises(burgundy.SnapshotError, match=text):
            batch.load(wrong)
        assert batch.save() == saved
    with pytest.raises(TypeError, match="data: str, expected bytes"):
        batch.load("x")  # type: ignore[arg-type]


def test_states_of_another_kind_are_refused() -> None:
    batch = Batch(2)
    with pytest.raises(ValueError, match="state: 3 players, expected 2"):
        batch.set_state(0, State.new(3))
    with pytest.raises(ValueError, match="state: of other rules"):
        batch.set_state(0, State.new(2, rules={"decline_effects": False}))
    with pytest.raises(TypeError):
        batch.set_state(0, None)  # type: ignore[arg-type]
    for index in (-1, 2, 2**70):
        with pytest.raises(IndexError, match="game: .*expected 0 to 1"):
            batch.state(index)
    batch.set_state(1, State.new(2))
    assert batch.state(1) == State.new(2).resolve_chance(int(batch.worlds()[1]))


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"n": 0}, "n: 0, expected an integer from 1"),
        ({"n": 2**25}, "n: "),
        ({"players": 5}, r"players: 5, expected 2, 3 or 4 \(R1.1\)"),
        ({"players": 2**70}, "players: "),
        ({"boards": [1]}, "boards"),
        ({"boards": "all"}, "boards: all, expected"),
        ({"seed": -1}, "seed: -1, expected"),
        ({"threads": 0}, "threads: 0, expected"),
        ({"observer": 2}, "observer: 2, expected an integer from 0 to 1"),
        ({"rules": {"x": 1}}, "rules: x, expected"),
    ],
)
def test_arguments_that_cannot_be(arguments: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Batch(**({"n": 3} | arguments))


@pytest.mark.parametrize("argument", ["n", "players", "seed", "threads", "observer"])
def test_numbers_are_integers(argument: str) -> None:
    for wrong in (1.0, "1", True):
        arguments: dict[str, Any] = {"n": 3, argument: wrong}
        with pytest.raises(TypeError, match=argument):
            Batch(**arguments)


def unaligned(array: Any) -> Any:
    """The same array one byte off, where its type may not lie."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    moved = memory[1:].view(array.dtype).reshape(array.shape)
    moved[...] = array
    assert array.itemsize == 1 or not moved.flags.aligned
    return moved


def test_arrays_that_are_not_aligned_are_refused() -> None:
    """Before anything happens, by name; arrays that are read are copied."""
    batch = Batch(3, seed=1)
    before = batch.save()
    out = batch.new_arrays(*batch.new_arrays(), "final_observations")
    for name, array in out.items():
        wrong = out | {name: unaligned(array)}
        if array.itemsize == 1:
            batch.observe(wrong)
            continue
        with pytest.raises(ValueError, match=rf"out\['{name}'\]: not aligned, .*; copy\(\) gives"):
            batch.step_random(wrong)
        assert batch.save() == before
    features = unaligned(np.zeros(SIZES[2], np.float32))
    with pytest.raises(ValueError, match="out: not aligned"):
        batch.state(0).observation_into(features)
    assert not features.any()
    for dtype in (np.int16, np.int32, np.int64):
        other = Batch(3, seed=1)
        codes = [state.legal_actions()[0] for state in other.states()]
        other.step(unaligned(np.array(codes, dtype)))
        batch.load(before)
        batch.step(codes)
        assert other.save() == batch.save()


LITTLE_MEMORY = """
import resource
import burgundy
batch = burgundy.Batch(200_000)
before = batch.worlds().tolist()[:9]
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (16 << 20), -1))
calls = {
    "Batch": lambda: burgundy.Batch(1 << 24),
    "new_arrays": lambda: batch.new_arrays("observations"),
    "save": batch.save,
    "copy": batch.__copy__,
}
for name, call in calls.items():
    try:
        call()
    except MemoryError:
        print(name)
assert batch.worlds().tolist()[:9] == before
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
def test_too_little_memory_raises() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY], capture_output=True, text=True, check=False
    )
    assert (done.stdout.split(), done.stderr) == (["Batch", "new_arrays", "save", "copy"], "")


NO_THREADS = """
import resource
import burgundy
many, one = (burgundy.Batch(16_384, seed=1, threads=threads) for threads in (64, 1))
outs = [batch.new_arrays("masks", "scores") for batch in (many, one)]
one.step_random(outs[1])
with open("/proc/self/statm") as file:
    size = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (6 << 20), -1))
print(many.step_random(outs[0]))
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
assert all((outs[0][name] == outs[1][name]).all() for name in outs[0])
assert many.save() == one.save()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does it")
def test_threads_that_cannot_start_are_done_without() -> None:
    """No room for their stacks: the calling thread does their work."""
    done = subprocess.run(
        [sys.executable, "-c", NO_THREADS], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize("code", [2**64 - 1, 2**63, 2**64 - 512])
def test_codes_beyond_int64_are_no_codes(code: int) -> None:
    batch = Batch(2, seed=1)
    before = batch.save()
    with pytest.raises(burgundy.IllegalActionError, match="game 0: not a code"):
        batch.step(np.array([code] * 2, np.uint64))
    with pytest.raises(ValueError, match="games: .*, expected 0 to 1"):
        batch.step_random(games=np.array([code], np.uint64))
    assert batch.save() == before
