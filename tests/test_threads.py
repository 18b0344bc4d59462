"""Processes and threads: fork and spawn, one state seen by many threads, and an import that warns of nothing."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import sysconfig
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import commands
import numpy as np
import pytest
from meanwhile import turns_during

from burgundy import Batch, State
from burgundy.players import player

METHODS = [name for name in ("fork", "spawn") if name in multiprocessing.get_all_start_methods()]


def final_scores(job: tuple[bytes, int]) -> list[list[int]]:
    """What a process finds: playouts and a batch, both on threads, from a state that was pickled."""
    packed, seed = job
    state = State.from_bytes(packed)
    batch = Batch(600, seed=seed, threads=2, auto_reset=True)
    for _ in range(5):
        batch.step_random()
    sums = [int(np.frombuffer(batch.save(), np.uint8).sum())]
    return [*state.playouts(20, seed, threads=2).tolist(), sums]


@pytest.mark.parametrize("method", METHODS)
def test_worker_processes_find_the_same(method: str) -> None:
    """Also when the parent has used threads before the fork; every worker has its own games."""
    state = State.new(3).resolve_chance(5)
    jobs = [(state.to_bytes(), seed) for seed in range(6)]
    expected = [final_scores(job) for job in jobs]
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map_async(final_scores, jobs).get(timeout=commands.PATIENCE)
    assert found == expected
    assert len({str(scores) for scores in found}) == len(jobs)


@pytest.mark.parametrize("method", METHODS)
def test_states_and_batches_go_through_queues(method: str) -> None:
    batch = Batch(3, seed=1)
    batch.step_random()
    given = [State.new(4, boards="random").resolve_chance(2), batch]
    with multiprocessing.get_context(method).Pool(1) as pool:
        state, other = pool.map_async(_same, given).get(timeout=commands.PATIENCE)
    assert state == given[0] and hash(state) == hash(given[0])
    assert other.save() == batch.save()


def _same(thing: Any) -> Any:
    return thing


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_in_the_middle_of_threads() -> None:
    """A thread is at long work while the process forks: the child goes on by itself, with threads of its own."""
    code = """
import os, threading, warnings
import burgundy
warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of forks among threads, which is the point here
state = burgundy.State.new(2).resolve_chance(1)
expected = state.playouts(50, 3, threads=2).tolist()
work = threading.Thread(target=lambda: state.playouts(20_000, 4, threads=2))
work.start()
child = os.fork()
if child == 0:
    os._exit(0 if state.playouts(50, 3, threads=2).tolist() == expected else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
work.join()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=commands.PATIENCE)


def test_many_threads_on_one_state() -> None:
    """Every member answers as it does alone, the caches of rules and tables included."""
    state = State.new(2).resolve_chance(7)
    arrays = [np.zeros(state.observation().shape, np.float32) for _ in range(8)]

    def work(i: int) -> Any:
        here, told = state, []
        for _ in range(150):
            here.observation_into(arrays[i])
            told.append((here.key(), here.legal_actions(), arrays[i].tobytes(), here.to_bytes()))
            if here.is_terminal():
                break
            here = here.child(here.sample_action(3)).resolve_chance(9)
        return told, state.playouts(8, 2, threads=2).tolist(), state.snapshot()

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(work, range(8)))
    assert all(other == told[0] for other in told[1:])
    assert told[0] == work(0)


def test_long_work_lets_other_threads_run() -> None:
    """The interpreter is released: within one call of another thread this one gets on several times."""
    state = State.new(4).resolve_chance(1)
    batch = Batch(50_000, seed=1, auto_reset=True)
    out = batch.new_arrays("masks", "scores")
    for work in (
        lambda: state.playouts(5_000, 1),
        lambda: state.evaluate_actions(200, 1),
        lambda: state.perft(5),
        lambda: batch.step_random(out),
    ):
        # A busy machine may leave this thread waiting through a short call, but not through all of them.
        assert any(turns_during(work) >= 3 for _ in range(50))


@pytest.mark.parametrize(
    "module", ["burgundy", "burgundy._core", "burgundy.arrays", "burgundy.game"]
)
def test_importing_warns_of_nothing(module: str) -> None:
    """And starts no thread; on a free-threaded interpreter the GIL stays off."""
    code = (
        f"import sys, threading, {module}\n"
        "assert threading.active_count() == 1\n"
        "assert not getattr(sys, '_is_gil_enabled', lambda: False)() or "
        f"not {bool(sysconfig.get_config_var('Py_GIL_DISABLED'))}\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


LONG = """
import sys, threading
import numpy  # or Ctrl-C might come while it is imported, after which it cannot be
from burgundy import State
state = State.new(4).resolve_chance(1)
try:
    # Said by another thread once the work has begun: the interpreter is free meanwhile.
    threading.Timer(0.2, print, ["begun"], {"flush": True}).start()
    state.WORK
except KeyboardInterrupt:
    print("stopped", state.playouts(2, 1).shape)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize(
    "work",
    [
        "playouts(100_000_000, 1, threads=1)",
        "playouts(100_000_000, 1, threads=2)",
        "evaluate_actions(100_000_000, 1, threads=1)",
        "evaluate_actions(100_000_000, 1, threads=2)",
        "perft(10_000, 'all')",
    ],
)
def test_ctrl_c_stops_work_of_hours(work: str) -> None:
    """It raises KeyboardInterrupt, and the state can be used as before."""
    code = LONG.replace("WORK", work)
    with commands.started([sys.executable, "-c", code]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        status, rest, _ = commands.interrupted(process)
    assert (status, rest) == (0, "stopped (2, 4)\n")


def test_callbacks_are_called_from_any_thread() -> None:
    """Players in Python, several threads at once: no call of the engine holds a lock while they decide."""
    start = State.new(2).resolve_chance(4)

    def game(seed: int) -> list[int]:
        state, step = start, 0
        bots = [player("random", seed=seed), player("flat:2", seed=seed)]
        while not state.is_terminal() and step < 30:
            state = state.child(bots[state.current_player()].act(state)).resolve_chance(seed)
            step += 1
        return state.legal_actions()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(game, range(16))) == [game(seed) for seed in range(16)]


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="this system does not tell its threads"
)
def test_one_thread_is_the_default() -> None:
    """Long work takes the thread that calls it and no other, unless it is told to."""
    code = """
import os, threading
import numpy  # which may start threads of its own
from burgundy import Batch, State, search
state = State.new(2).resolve_chance(1)
batch = Batch(2_000)
most, looked, done = 0, threading.Event(), threading.Event()
def watch():
    global most
    while not done.is_set():
        most = max(most, len(os.listdir("/proc/self/task")))
        looked.set()
watcher = threading.Thread(target=watch)
alone = len(os.listdir("/proc/self/task"))
watcher.start()
looked.wait()
state.playouts(20_000, 1)
state.evaluate_actions(200, 1)
search(state, simulations=5_000)
for _ in range(50):
    batch.step_random()
done.set()
watcher.join()
assert most == alone + 1, (most, alone)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=commands.PATIENCE)


def test_work_starts_no_thread_that_stays() -> None:
    before = threads()
    State.new(2).playouts(100, 1, threads=4)
    Batch(1024, threads=4).step_random()
    ends = time.monotonic() + commands.PATIENCE
    while threads() > before and time.monotonic() < ends:
        time.sleep(0.01)  # the system may take a moment to forget a thread that has ended
    # Threads of other tests may have ended meanwhile.
    assert threads() <= before


def threads() -> int:
    """Number of threads of this process, as the system counts where it tells."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()
