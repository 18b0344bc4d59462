"""Worker processes, each with its own games, and the memory of one that works long."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from burgundy import State

METHODS = multiprocessing.get_all_start_methods()
BASE = 10**12
# Starting a process anew costs as much as thousands of games.
WORKERS = 64 if os.environ.get("BURGUNDY_PROFILE", "dev") != "dev" else 16


def played(index: int) -> tuple[int, list[int], int]:
    """What worker number `index` of a search does: its world is the base seed plus its number."""
    state = start = State.new(2).resolve_chance(BASE + index)
    step = 0
    while not state.is_terminal():
        state = state.child(state.sample_action(step)).resolve_chance(BASE + index)
        step += 1
    return start.key(), list(state.scores()), os.getpid()


@pytest.mark.parametrize("method", METHODS)
def test_each_worker_process_plays_its_own_game(method: str) -> None:
    """64 processes (16 where processes start slowly): as many games, all of them known from the base seed."""
    workers = 64 if method == "fork" else WORKERS
    # One task a process, so that each task meets a fresh one.
    with multiprocessing.get_context(method).Pool(4, maxtasksperchild=1) as pool:
        found = pool.map_async(played, range(workers), chunksize=1).get(timeout=600)
    assert len({process for _, _, process in found}) == workers
    assert len({key for key, _, _ in found}) == workers
    assert [(key, scores) for key, scores, _ in found] == [played(i)[:2] for i in range(workers)]


def test_states_go_through_joblib() -> None:
    joblib = pytest.importorskip("joblib", reason="joblib is not installed")
    states = [State.new(3, boards="random").resolve_chance(seed) for seed in range(4)]
    with joblib.parallel_config(backend="loky", n_jobs=2):
        found = joblib.Parallel()(
            joblib.delayed(State.resolve_chance)(state, 1) for state in states
        )
    assert found == states


# What a long search does, over and over; it prints the resident pages before and after each time.
WORK = """
import gc, json, pickle
import burgundy
from burgundy import Batch, State

def resident():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])

def children(count):
    made = 0
    state = State.new(4, boards="random").resolve_chance(1)
    while made < count:
        for action in state.legal_actions():
            child = state.child(action)
            made += 1
        if made % 7 == 0:
            pickle.loads(pickle.dumps(child))
            State.from_snapshot(child.snapshot())
            State.from_bytes(child.to_bytes())
            child.observation(); child.legal_actions_mask(); repr(child); child.explain
        state = child.resolve_chance(made)
        if state.is_terminal():
            state = State.new(4, boards="random").resolve_chance(made)

def games(count):
    batch = Batch(64, 3, seed=1, auto_reset=True, threads=2)
    out = batch.new_arrays()
    for seed in range(count):
        state = State.new(2 + seed % 3).resolve_chance(seed)
        step = 0
        while not state.is_terminal():
            state = state.child(state.sample_action(step)).resolve_chance(seed)
            step += 1
        if seed % 50 == 0:
            for _ in range(20):
                batch.step_random(out)
            state.playouts(10, seed, threads=2)
            try:
                state.child(0)
            except ValueError:
                pass

children(20_000); games(100)
found = [resident()]
for _ in range(4):
    children(50_000); games(500)
    found.append(resident())
print(json.dumps(found))
"""


@pytest.mark.skipif(
    not Path("/proc/self/statm").is_file(), reason="this system does not tell resident pages"
)
def test_memory_stays_flat() -> None:
    """Four times 50,000 children and 500 games, with forms, arrays and errors among them, leave nothing behind."""
    command = [sys.executable, "-c", WORK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stderr
    pages = json.loads(done.stdout)
    # What leaks does so each time, 25 megabytes if it is a state at each child. The system and the allocator may take
    # some megabytes whenever they like, for a thread or a larger page, but not each time.
    grown = min(after - before for before, after in pairwise(pages)) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 2**19, f"{grown:,} bytes more each time: {pages}"
