"""What threads bring: random games by 1, 2, 4 and 8 Python threads, and by `threads=` of one call.

python bench/thread_scaling.py [--games 10000] [--rounds 5]

Two figures each: the speed-up by the wall clock, of which a busy machine shows little, and CPU time a game beside that of
one thread, which does not depend on other work: 1.0 means that threads neither wait for the interpreter nor for each other.
The best of several rounds counts, since other work only ever takes time.
"""

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from arguments import positive
from burgundy import State
from ending import ended

THREADS = (1, 2, 4, 8)
A_CALL = 100
"""Games of a call from a Python thread."""
LEAST = max(THREADS) * A_CALL
"""Games of which every thread has a call."""


def by_python(state: State, games: int, threads: int) -> None:
    """Python threads, each with its part of the games in calls of a hundred; the last one has the rest."""
    pool = ThreadPoolExecutor(threads)
    try:
        calls = [
            pool.submit(state.playouts, min(A_CALL, games - begin), begin // A_CALL)
            for begin in range(0, games, A_CALL)
        ]
        for call in calls:
            call.result()
    finally:  # after Ctrl-C, calls that have not begun are left out
        pool.shutdown(cancel_futures=True)


def by_engine(state: State, games: int, threads: int) -> None:
    """One call that is told the number of threads."""
    state.playouts(games, 1, threads=threads)


def best(work: Callable[[], None], rounds: int) -> tuple[float, float]:
    """Least wall time and least CPU time of several rounds, in seconds."""
    walls, cpus = [], []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return min(walls), min(cpus)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    least = f"{LEAST} at least (default: 10000)"
    parser.add_argument("--games", type=positive, default=10_000, help=least)
    parser.add_argument("--rounds", type=positive, default=5, help="(default: 5)")
    chosen = parser.parse_args()
    if chosen.games < LEAST:
        parser.error(f"--games: {chosen.games}, expected {LEAST} at least, a call for each thread")
    try:
        state = State.new(2).resolve_chance(1)
    except ValueError as error:  # of what BURGUNDY_PROCESSOR is
        parser.error(str(error))
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{chosen.games} games, {os.cpu_count()} processors{load}")
    print(f"{'':<24}{'threads':>8}{'speed-up':>10}{'CPU a game':>12}")
    by_python(state, LEAST, 2)  # what only the first call needs is no part of any reading
    for name, work in (("Python threads", by_python), ("threads= of one call", by_engine)):
        alone = best(partial(work, state, chosen.games, 1), chosen.rounds)
        for threads in THREADS:
            wall, cpu = best(partial(work, state, chosen.games, threads), chosen.rounds)
            print(f"{name:<24}{threads:>8}{alone[0] / wall:>10.2f}{cpu / alone[1]:>12.2f}")


if __name__ == "__main__":
    ended(main)
