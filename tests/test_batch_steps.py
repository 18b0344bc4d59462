"""Several random steps of a batch in one call: as many calls of one step, but that a game ends there for the call."""

from __future__ import annotations

import pickle
import signal
from typing import Any

import numpy as np
import pytest
from test_argument_kinds import Number
from test_batch import check, world

from burgundy import Batch, State

MANY = 2**32 - 1
NAMES = (*Batch(1).new_arrays(), "final_observations")


def arrays(batch: Batch) -> dict[str, Any]:
    """All arrays, with something in them that no call writes."""
    out = batch.new_arrays(*NAMES)
    for array in out.values():
        array.fill(1)
    return out


def assert_equal(first: dict[str, Any], second: dict[str, Any]) -> None:
    """The same in all arrays, as far as codes go."""
    for name in NAMES:
        upto = first["indptr"][-1] if name == "indices" else None
        assert np.array_equal(first[name][:upto], second[name][:upto]), name


def decisions(players: int, n: int, seed: int) -> list[int]:
    """How many decisions each of the first games of a series has, step by step."""
    batch = Batch(n, players, seed=seed)
    out = batch.new_arrays("terminated")
    batch.observe(out)
    counts = np.zeros(n, int)
    while not out["terminated"].all():
        counts += ~out["terminated"]
        batch.step_random(out)
    return [int(count) for count in counts]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("auto_reset", [False, True])
def test_several_steps_are_as_many_calls(players: int, auto_reset: bool) -> None:
    """In games that do not end within them: positions, worlds, bytes and all arrays."""
    shortest = min(decisions(players, 30, 5))
    several = Batch(30, players, 5, "random", auto_reset=auto_reset)
    single = Batch(30, players, 5, "random", auto_reset=auto_reset)
    outs, played = [arrays(batch) for batch in (several, single)], 0
    for steps in (1, 2, 3, 16, 1, 40):
        played += steps
        assert several.step_random(outs[0], steps=steps) == 0
        for _ in range(steps - 1):
            single.step_random()
        assert single.step_random(outs[1]) == 0
        assert several.states() == single.states()
        assert list(map(hash, several.states())) == list(map(hash, single.states()))
        assert several.save() == single.save()
        assert_equal(*outs)
        check(outs[0], several.states())
    assert played < shortest


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_steps_are_playouts(players: int) -> None:
    """One call plays all games to their ends: the final scores are those of the first node under the same seed."""
    batch, single = (Batch(40, players, seed=11) for _ in range(2))
    out, expected = arrays(batch), arrays(single)
    assert batch.step_random(out, steps=MANY) == 40
    assert np.array_equal(out["final_scores"], State.new(players).playouts(40, 11))
    assert np.array_equal(out["scores"], out["final_scores"])
    states = batch.states()
    assert out["terminated"].all() and all(state.is_terminal() for state in states)
    returns = np.array([state.returns() for state in states], np.float32)
    assert np.array_equal(out["rewards"], returns)
    views = np.array([state.observation() for state in states])
    assert np.array_equal(out["final_observations"], views)
    ended = 0
    while ended < 40:
        ended += single.step_random(expected)
    assert single.states() == states and single.save() == batch.save()
    # A call more finds them over: nothing ends by it.
    before = batch.save()
    assert batch.step_random(out, steps=MANY) == 0
    assert batch.save() == before
    assert out["terminated"].all() and not out["rewards"].any()


@pytest.mark.parametrize("auto_reset", [False, True])
def test_a_game_that_ends_takes_no_more_steps(auto_reset: bool) -> None:
    """It waits at its end, or the next one at its first decision, which goes on with the next call."""
    n, steps, seed = 12, 7, 3
    batch = Batch(n, seed=seed, auto_reset=auto_reset)
    single = [Batch(n, seed=seed, auto_reset=auto_reset) for _ in range(n)]
    # Game e in place i is number i + n * e of the series.
    lengths, numbers = decisions(2, 9 * n, seed), list(range(n))
    left = lengths[:n]
    out, last = arrays(batch), np.full((n, 2), -1)
    for _ in range(80):
        out["final_observations"].fill(5)
        # In place i of batch i, step by step, the one game that is looked at: up to its end.
        ended = np.zeros(n, bool)
        rewards = np.zeros((n, 2), np.float32)
        for i, one in enumerate(single):
            other = one.new_arrays("rewards", "final_scores", "final_observations")
            for _ in range(steps):
                if not one.step_random(other, games=[i]):
                    continue
                ended[i], rewards[i], last[i] = True, other["rewards"][i], other["final_scores"][i]
                break
        assert batch.step_random(out, steps=steps) == ended.sum()
        states = batch.states()
        assert states == [one.state(i) for i, one in enumerate(single)]
        assert batch.worlds().tolist() == [int(one.worlds()[i]) for i, one in enumerate(single)]
        check(out, states)
        over = np.array([state.is_terminal() for state in states])
        assert np.array_equal(out["terminated"], ended | over)
        assert np.array_equal(out["rewards"], rewards)
        assert np.array_equal(out["final_scores"], last)
        assert np.array_equal((out["final_observations"] != 5).any(axis=1), ended)
        for i in range(n):
            assert ended[i] == (0 < left[i] <= steps)
            left[i] -= steps
            if ended[i] and auto_reset:
                numbers[i] += n
                left[i] = lengths[numbers[i]]
                assert states[i] == State.new(2).resolve_chance(world(seed, numbers[i]))
    assert min(numbers) >= (n if auto_reset else 0) and (last >= 0).all()


def test_the_next_game_waits_for_the_next_call() -> None:
    """With `auto_reset` each call of all steps plays one whole game in each place: the playouts of the seed in turn."""
    batch = Batch(9, 3, seed=4, auto_reset=True)
    out = arrays(batch)
    scores = State.new(3).playouts(27, 4)
    for number in range(3):
        assert batch.step_random(out, steps=MANY) == 9
        assert np.array_equal(out["final_scores"], scores[9 * number : 9 * number + 9])
        assert out["terminated"].all() and (out["rewards"].sum(axis=1) == 0).all()
        assert (out["rewards"] == 1).sum() == 9
        worlds = [world(4, i + 9 * (number + 1)) for i in range(9)]
        assert batch.worlds().tolist() == worlds
        assert batch.states() == [State.new(3).resolve_chance(world) for world in worlds]


@pytest.mark.parametrize("steps", [2, 25, MANY])
def test_games_that_are_not_chosen_wait(steps: int) -> None:
    batch, other = (Batch(10, seed=6) for _ in range(2))
    start = batch.states()
    chosen = np.arange(10) % 3 == 0
    out = arrays(batch)
    assert batch.step_random(out, chosen, steps=steps) == (4 if steps == MANY else 0)
    other.step_random(steps=steps)
    for i in range(10):
        assert batch.state(i) == (other.state(i) if chosen[i] else start[i])
    check(out, batch.states())
    assert np.array_equal(out["terminated"], chosen & (steps == MANY))
    assert batch.step_random(games=[], steps=steps) == 0
    batch.step_random(games=np.flatnonzero(~chosen), steps=steps)
    assert batch.save() == other.save()


@pytest.mark.parametrize("n, threads", [(511, 2), (513, 2), (1025, 2), (2500, 2), (2500, 5)])
@pytest.mark.parametrize("auto_reset", [False, True])
def test_threads_change_nothing(n: int, threads: int, auto_reset: bool) -> None:
    """Also where there are more pieces of work than threads, and games end in all of them."""
    one, several = (Batch(n, seed=n, threads=t, auto_reset=auto_reset) for t in (1, threads))
    names = ("masks", "current_player", "rewards", "terminated", "final_scores", "indptr")
    outs = [batch.new_arrays(*names, "indices") for batch in (one, several)]
    for steps, games in ((30, None), (60, np.arange(n) % 4 != 1), (20, None), (60, None)):
        counts = [
            batch.step_random(out, games, steps=steps)
            for batch, out in zip((one, several), outs, strict=True)
        ]
        assert counts[0] == counts[1] == outs[0]["rewards"].any(axis=1).sum()
        assert one.save() == several.save()
        for name in names:
            assert np.array_equal(outs[0][name], outs[1][name]), name
        end = outs[0]["indptr"][-1]
        assert np.array_equal(outs[0]["indices"][:end], outs[1]["indices"][:end])
    assert counts[0] > 0


def test_a_pickle_goes_on_equally() -> None:
    batch = Batch(6, seed=8, auto_reset=True)
    batch.step_random(steps=33)
    other = pickle.loads(pickle.dumps(batch))
    assert other.save() == batch.save()
    for steps in (1, 50, 200, 9):
        outs = [arrays(batch), arrays(other)]
        assert batch.step_random(outs[0], steps=steps) == other.step_random(outs[1], steps=steps)
        assert_equal(*outs)
        assert other.save() == batch.save()


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int64, Number])
def test_a_number_of_steps_is_an_integer_of_any_library(kind: Any) -> None:
    batch, other = (Batch(3, seed=2) for _ in range(2))
    batch.step_random(steps=kind(5))
    other.step_random(steps=5)
    assert batch.save() == other.save()


@pytest.mark.parametrize(
    "wrong, error, text",
    [
        (0, ValueError, "steps: 0, expected an integer from 1 to 4294967295"),
        (-1, ValueError, "steps: -1, expected an integer from 1 to 4294967295"),
        (2**32, ValueError, "steps: 4294967296, expected"),
        (2**64 + 1, ValueError, "steps: 18446744073709551617, expected"),
        (-(2**70), ValueError, "steps: -1180591620717411303424, expected"),
        (True, TypeError, "steps: bool, expected an integer"),
        (np.True_, TypeError, "steps: bool, expected an integer"),
        (2.0, TypeError, "steps: float, expected an integer"),
        (np.float64(2), TypeError, "steps: float64, expected an integer"),
        ("2", TypeError, "steps: str, expected an integer"),
        (None, TypeError, "steps: NoneType, expected an integer"),
        (np.array([2, 2]), TypeError, "steps: ndarray, expected an integer"),
    ],
)
def test_what_is_no_number_of_steps(wrong: Any, error: type[Exception], text: str) -> None:
    """Nothing has changed, in games or arrays."""
    batch = Batch(3, seed=2)
    saved, out = batch.save(), arrays(batch)
    with pytest.raises(error, match=text):
        batch.step_random(out, steps=wrong)
    assert batch.save() == saved
    assert all((array == 1).all() for array in out.values())


def test_other_faults_leave_all_games_as_they_were() -> None:
    batch = Batch(3, seed=2)
    saved = batch.save()
    for out, games, text in (
        ({"masks": np.zeros((2, 512), np.bool_)}, None, r"out\['masks'\]: shape"),
        (None, [3], "games: 3, expected 0 to 2"),
    ):
        with pytest.raises(ValueError, match=text):
            batch.step_random(out, games, steps=9)
    with pytest.raises(TypeError):
        batch.step_random(None, None, 9)  # type: ignore[call-arg]
    assert batch.save() == saved


class Enough(Exception):
    """Raised in the middle of a call."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_call_of_several_steps_can_be_stopped(threads: int) -> None:
    """Each game is then at its start or at its end, and the batch goes on to where it would have been."""
    n = 120_000
    batch = Batch(n, 4, seed=1, threads=threads)
    out = batch.new_arrays("terminated", "final_scores")

    def enough(*_: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, enough)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(Enough):
            batch.step_random(out, steps=MANY)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    batch.observe(out)
    over = out["terminated"].copy()
    assert 0 < over.sum() < n
    start = State.new(4)
    for i in np.flatnonzero(~over)[:100].tolist():
        assert batch.state(i) == start.resolve_chance(world(1, i))
        assert out["final_scores"][i].tolist() == [-1] * 4
    first = np.flatnonzero(over)[:100]
    scores = start.playouts(int(first[-1]) + 1, 1)
    assert np.array_equal(out["final_scores"][first], scores[first])
    few = np.append(first, np.flatnonzero(~over)[:100])
    assert batch.step_random(out, few, steps=MANY) == few.size - first.size
    scores = start.playouts(int(few.max()) + 1, 1)
    assert np.array_equal(out["final_scores"][few], scores[few])
