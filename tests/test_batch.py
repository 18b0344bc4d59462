"""Many games at once: as many games one by one, in the same worlds, whatever the threads."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from test_arrays import SIZES

from burgundy import Batch, State

GOLDEN, LOW = 0x9E3779B97F4A7C15, 2**64 - 1


def mix(z: int) -> int:
    """SplitMix64's finaliser, as docs/formats.md has it."""
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & LOW
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & LOW
    return z ^ z >> 31


def world(seed: int, number: int) -> int:
    """The world of a game of a series."""
    return mix(mix(seed ^ 0x706C61796F757473) + (number + 1) * GOLDEN & LOW)


def expected(states: list[Any], observer: int | None = None) -> dict[str, Any]:
    """What the arrays hold for these states, but for what tells of the last step."""
    codes = [[] if state.is_terminal() else state.legal_actions() for state in states]
    return {
        "masks": np.array([state.legal_actions_mask() for state in states]),
        "observations": np.array([state.observation(observer) for state in states]),
        "current_player": [state.current_player() for state in states],
        "scores": [state.scores() for state in states],
        "indptr": np.cumsum([0, *map(len, codes)]),
        "codes": [code for game in codes for code in game],
    }


def check(out: dict[str, Any], states: list[Any], observer: int | None = None) -> None:
    """The arrays are those of the states."""
    for name, value in expected(states, observer).items():
        found = out["indices"][: out["indptr"][-1]] if name == "codes" else out[name]
        assert np.array_equal(found, value), name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_steps_are_playouts(players: int) -> None:
    """Game i ends as playout i of the first node under the same seed."""
    batch = Batch(20, players, seed=9)
    out = batch.new_arrays("final_scores", "terminated")
    ended = 0
    while ended < 20:
        ended += batch.step_random(out)
    assert out["terminated"].all()
    assert np.array_equal(out["final_scores"], State.new(players).playouts(20, 9))
    assert batch.step_random(out) == 0 and out["terminated"].all()


@pytest.mark.parametrize("boards, castles", [(None, None), ("random", None), ([2, 5], "choose")])
def test_arrays_are_those_of_single_states(boards: Any, castles: Any) -> None:
    """Played by hand beside it, in the worlds that the batch tells."""
    batch = Batch(6, boards=boards, start_castles=castles, seed=3, observer=1)
    out = batch.new_arrays()
    assert set(out) == {
        *("masks", "observations", "current_player", "rewards", "terminated"),
        *("scores", "final_scores", "indptr", "indices"),
    }
    worlds = [int(w) for w in batch.worlds()]
    assert worlds == [world(3, i) for i in range(6)]
    first = State.new(2, boards=boards, start_castles=castles)
    states = [first.resolve_chance(w) for w in worlds]
    batch.observe(out)
    check(out, states, observer=1)
    rng = np.random.default_rng(1)
    while not all(state.is_terminal() for state in states):
        actions = [-1 if s.is_terminal() else int(rng.choice(s.legal_actions())) for s in states]
        before = states
        states = [
            state if action < 0 else state.child(action).resolve_chance(w)
            for state, action, w in zip(states, actions, worlds, strict=True)
        ]
        ended = [
            not a.is_terminal() and b.is_terminal() for a, b in zip(before, states, strict=True)
        ]
        assert batch.step(actions, out) == sum(ended)
        check(out, states, observer=1)
        assert batch.states() == states
        assert np.array_equal(out["terminated"], [state.is_terminal() for state in states])
        rewards = [
            state.returns() if now else [0, 0] for state, now in zip(states, ended, strict=True)
        ]
        assert np.array_equal(out["rewards"], rewards)
        final = [state.scores() if state.is_terminal() else [-1, -1] for state in states]
        assert np.array_equal(out["final_scores"], final)


def test_auto_reset_begins_the_next_game_of_the_series() -> None:
    """The last reward comes once, with the final scores and the view of the end; the next game has its own world."""
    batch = Batch(3, 3, seed=8, auto_reset=True)
    out = batch.new_arrays()
    out |= batch.new_arrays("final_observations")
    assert out["final_observations"].shape == (3, SIZES[3])
    played = [0, 0, 0]
    last = np.full((3, 3), -1)
    while min(played) < 3:
        before = [(batch.state(i), int(batch.worlds()[i])) for i in range(3)]
        actions = [state.sample_action(len(played)) for state, _ in before]
        out["final_observations"][:] = 5
        count = batch.step(actions, out)
        states = batch.states()
        check(out, states)
        assert not any(state.is_terminal() for state in states)
        for i, ((state, seed), action) in enumerate(zip(before, actions, strict=True)):
            after = state.child(action).resolve_chance(seed)
            assert out["terminated"][i] == after.is_terminal()
            expected_rewards = after.returns()
            assert np.array_equal(out["rewards"][i], np.array(expected_rewards, np.float32))
            if after.is_terminal():
                played[i] += 1
                last[i] = after.scores()
                assert np.array_equal(out["final_observations"][i], after.observation())
                assert int(batch.worlds()[i]) == world(8, i + 3 * played[i])
                assert batch.state(i) == State.new(3).resolve_chance(world(8, i + 3 * played[i]))
            else:
                assert (out["final_observations"][i] == 5).all()
                assert batch.state(i) == after
        assert np.array_equal(out["final_scores"], last)
        assert count == out["terminated"].sum()


@pytest.mark.parametrize("n", [1, 7, 600, 1025])
def test_threads_change_nothing(n: int) -> None:
    results = []
    for threads in (1, 2, 5, 64):
        batch = Batch(n, 4, seed=n, threads=threads, auto_reset=True)
        out = batch.new_arrays()
        for step in range(20):
            batch.step_random(out, games=None if step % 3 else np.arange(n) % 4 != step % 4)
        results.append((batch.save(), {name: array.copy() for name, array in out.items()}))
    for saved, arrays in results[1:]:
        assert saved == results[0][0]
        end = arrays["indptr"][-1]
        for name, array in arrays.items():
            upto = end if name == "indices" else None
            assert np.array_equal(array[:upto], results[0][1][name][:upto]), name


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64])
def test_actions_of_every_integer_type(dtype: Any) -> None:
    batch, other = Batch(4, seed=1), Batch(4, seed=1)
    actions = [state.legal_actions()[0] for state in batch.states()]
    assert max(actions) < 128
    batch.step(np.array(actions, dtype))
    other.step(actions)
    assert batch.save() == other.save()
    wide = np.array([actions, actions], dtype).T
    batch.reset(seed=1)
    batch.step(wide[:, 0])
    assert batch.save() == other.save()


def test_games_can_be_chosen() -> None:
    batch = Batch(4, seed=1)
    start = batch.states()
    batch.step_random(games=np.array([True, False, True, False]))
    after = batch.states()
    assert [a == b for a, b in zip(start, after, strict=True)] == [False, True, False, True]
    batch.reset(games=[0])
    assert batch.state(0) == State.new(2).resolve_chance(world(1, 4))
    assert batch.states()[1:] == after[1:]
    batch.reset(games=[0, 2], seed=7)
    assert batch.state(0) == State.new(2).resolve_chance(world(7, 0))
    assert batch.state(2) == State.new(2).resolve_chance(world(7, 2))
    assert batch.state(1) == after[1]
    batch.reset(seed=1)
    assert batch.states() == start
    saved = batch.save()
    for wrong, kind in (
        ([4], ValueError),
        ([-1], ValueError),
        ([True], ValueError),
        (True, ValueError),
        (np.ones((4, 1), np.bool_), ValueError),
        ("x", TypeError),
    ):
        with pytest.raises(kind, match=r"games: .*, expected (\(4,\)|0 to 3|integers)$"):
            batch.reset(games=wrong)
        with pytest.raises(kind, match="games: "):
            batch.step_random(games=wrong)
    batch.step_random(games=[])
    assert batch.save() == saved


def test_a_batch_is_saved_and_copied_whole() -> None:
    batch = Batch(5, 3, seed=4, boards="random", auto_reset=True)
    for _ in range(500):
        batch.step_random()
    saved = batch.save()
    same = [copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    loaded = Batch(5, 3, boards="random", auto_reset=True)
    loaded.load(saved)
    for other in [*same, loaded]:
        assert other.save() == saved
        assert np.array_equal(other.worlds(), batch.worlds())
        assert other.states() == batch.states()
    for _ in range(300):
        batch.step_random()
    for other in [*same, loaded]:
        assert other.save() == saved
        for _ in range(300):
            other.step_random()
        assert other.save() == batch.save()


def test_a_batch_keeps_its_set_up() -> None:
    """The lists it was made with are the caller's, who may change them: later games stay as they were asked for."""
    boards, castles = [2, 5], ["g1", None]
    batch = Batch(2, boards=boards, start_castles=castles, seed=1)
    first = State.new(2, boards=[2, 5], start_castles=["g1", None])
    boards[0], castles[0] = 3, None
    for other in (batch, copy.copy(batch), pickle.loads(pickle.dumps(batch))):
        other.reset()
        assert other.states() == [first.resolve_chance(world(1, number)) for number in (2, 3)]


def test_what_is_read_may_lie_in_what_is_written() -> None:
    """It is read before anything is written over it: actions and games from the arrays of the call before."""
    batch, other = (Batch(4, seed=1) for _ in range(2))
    out, copies = batch.new_arrays(), other.new_arrays()
    out["terminated"][:] = [True, False, False, True]
    batch.reset(out["terminated"], out=out)
    other.reset([0, 3], out=copies)
    assert batch.save() == other.save() and not out["terminated"].any()
    actions = out["indices"][:4]
    actions[:] = [state.legal_actions()[0] for state in batch.states()]
    other.step(actions.copy(), copies)
    batch.step(actions, out)
    assert batch.save() == other.save()
    out["terminated"][:] = [False, True, False, False]
    batch.step_random(out, games=out["terminated"])
    other.step_random(copies, games=[1])
    assert batch.save() == other.save()
    check(out, other.states())


@pytest.mark.parametrize("n, threads", [(1, 1), (3, 2), (511, 2), (512, 2), (513, 2)])
@pytest.mark.parametrize("auto_reset", [False, True])
def test_every_call_beside_single_states(n: int, threads: int, auto_reset: bool) -> None:
    """Steps, random steps, resets and states put in, near the end of games too, in any order."""
    rng = np.random.default_rng(n)
    batch = Batch(n, seed=n, threads=threads, auto_reset=auto_reset)
    out = batch.new_arrays(*batch.new_arrays(), "final_observations")
    start = State.new(2)
    late = [state for seed in range(3) for state in last_states(seed)]
    # Seed of the series, number in it, and decisions of the game in each place.
    seeds, numbers, decisions = [n] * n, [0] * n, [0] * n
    final = np.full((n, 2), -1)

    def here(i: int) -> int:
        return world(seeds[i], i + n * numbers[i])

    states = [start.resolve_chance(here(i)) for i in range(n)]
    for call in rng.choice(["step", "random", "reset", "put"], 24 if n > 99 else 150):
        chosen = rng.random(n) < 0.7
        actions = np.full(n, -1)
        series = None if rng.random() < 0.5 else int(rng.integers(2**63))
        for i in range(n):
            state = states[i]
            if not chosen[i]:
                continue
            if call == "put":
                states[i] = late[rng.integers(len(late))].resolve_chance(here(i))
                batch.set_state(i, states[i])
            elif call == "reset":
                seeds[i] = seeds[i] if series is None else series
                numbers[i], decisions[i] = numbers[i] + 1 if series is None else 0, 0
                states[i] = start.resolve_chance(here(i))
            elif not state.is_terminal():
                legal = state.legal_actions()
                word = mix(mix(here(i) ^ 0x706F6C696379) + (decisions[i] + 1) * GOLDEN & LOW)
                index = word * len(legal) >> 64 if call == "random" else rng.integers(len(legal))
                actions[i] = legal[index]
        ended = np.zeros(n, bool)
        rewards = np.zeros((n, 2), np.float32)
        views = out["final_observations"].copy()
        for i in np.flatnonzero(actions >= 0).tolist():
            state = states[i] = states[i].child(int(actions[i])).resolve_chance(here(i))
            decisions[i] += 1
            if state.is_terminal():
                ended[i], rewards[i], final[i] = True, state.returns(), state.scores()
                views[i] = state.observation()
                if auto_reset:
                    numbers[i], decisions[i] = numbers[i] + 1, 0
                    states[i] = start.resolve_chance(here(i))
        if call == "step":
            assert batch.step(actions, out) == ended.sum()
        elif call == "random":
            assert batch.step_random(out, games=chosen) == ended.sum()
        elif call == "reset":
            batch.reset(np.flatnonzero(chosen), seed=series, out=out)
        else:
            batch.observe(out)
        assert batch.states() == states
        check(out, states)
        over = [state.is_terminal() for state in states]
        assert np.array_equal(out["terminated"], ended | over)
        assert np.array_equal(out["rewards"], rewards)
        assert np.array_equal(out["final_scores"], final)
        assert np.array_equal(out["final_observations"], views)
        assert batch.worlds().tolist() == [here(i) for i in range(n)]
    assert (final >= 0).any()


def last_states(seed: int) -> list[State]:
    """The last decisions of a random game."""
    state, trail = State.new(2).resolve_chance(seed), []
    while not state.is_terminal():
        trail.append(state)
        state = state.child(state.sample_action(seed)).resolve_chance(seed)
    return trail[-8:]


def test_a_batch_tells_what_it_is() -> None:
    batch = Batch(3, 4, threads=2, auto_reset=True, rules={"decline_effects": False}, observer=0)
    assert (batch.n, len(batch), batch.players, batch.threads) == (3, 3, 4, 2)
    assert batch.auto_reset and batch.observer == 0
    assert batch.observation_size == SIZES[4]
    assert not batch.rules.decline_effects
    assert repr(batch) == "<Batch of 3 games, 4 players>"


def test_the_seed_stands_third() -> None:
    """Size, players and seed need no names; boards have one, or come after them."""
    batch, named = Batch(3, 4, 7), Batch(3, players=4, seed=7)
    assert batch.players == 4
    assert batch.worlds().tolist() == named.worlds().tolist()
    assert batch.worlds().tolist() != Batch(3, 4).worlds().tolist()
    assert batch.states() == named.states()
    for other in (Batch(3, 4, 7, "random"), Batch(3, 4, boards="random", seed=7)):
        assert other.worlds().tolist() == named.worlds().tolist()
        assert other.states() != named.states()


def test_two_threads_do_not_share_a_batch() -> None:
    """The second one is told so; nothing is lost."""
    batch = Batch(4_000, threads=1, auto_reset=True, seed=1)
    out = batch.new_arrays()
    told, steps = [], []
    begin = threading.Barrier(2)

    def work() -> None:
        begin.wait()
        for _ in range(20):
            try:
                batch.step_random(out)
                steps.append(1)
            except (RuntimeError, ValueError) as error:
                told.append(str(error))

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    other = Batch(4_000, auto_reset=True, seed=1)
    for _ in steps:
        other.step_random()
    assert other.save() == batch.save()
    assert all("in use" in text for text in told)


def test_arrays_belong_to_the_caller() -> None:
    """No two calls give the same memory, and none is written that was not given."""
    batch = Batch(2, seed=1)
    first, second = batch.new_arrays(), batch.new_arrays()
    batch.observe(first)
    for name, array in second.items():
        assert not array.any()
        assert not np.shares_memory(array, first[name])


def test_a_finished_game_makes_place_where_games_do() -> None:
    """Read from bytes, the next one begins; as a state it is refused."""
    over = Batch(2, seed=3)
    while not all(state.is_terminal() for state in over.states()):
        over.step_random()
    batch = Batch(2, seed=3, auto_reset=True)
    batch.load(over.save())
    over_state = over.state(0)
    over.reset()
    assert [state.key() for state in batch.states()] == [state.key() for state in over.states()]
    assert batch.worlds().tolist() == over.worlds().tolist()
    with pytest.raises(ValueError, match="state: over, expected one that goes on"):
        batch.set_state(0, over_state)
    batch.step([state.legal_actions()[0] for state in batch.states()])
