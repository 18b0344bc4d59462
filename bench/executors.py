"""What it costs to have games played elsewhere: processor time, here and on the workers.

python bench/executors.py [seconds] [executor ...]      needs psutil

The workers sleep as long as games would take and give back real games, so that all processor time that is used is
overhead: of cutting, sending, receiving and of dask's own work. At the end stands what a game costs where it is
received and written down, which bounds the games a second of a whole cluster.
"""

import argparse
import pickle
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import wait
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from arguments import above_zero
from burgundy import State, executors, pools
from burgundy.arena import Settings
from burgundy.arena.results import Line, ResultFile
from burgundy.arena.run import play_games
from burgundy.pools import Pool
from ending import ended

SETTINGS = Settings(bots=("flat:1", "random"), seed=1)
WORKERS = 2
DIFFERENT = 500
"""Games that are not one and the same object, which would be sent only once."""
LINES: list[Line] = []


def sleep(seconds: float, numbers: Sequence[int]) -> list[Line]:
    """As many games as numbers, after the time that their games would take."""
    if not LINES:
        packed = pickle.dumps(Line.of(play_games(SETTINGS, [0])[0]))
        LINES.extend(pickle.loads(packed) for _ in range(DIFFERENT))
    time.sleep(seconds * len(numbers))
    return (LINES * (len(numbers) // DIFFERENT + 1))[: len(numbers)]


def processor_seconds() -> tuple[float, float]:
    """Of this process, and of the workers."""
    import psutil  # the workers import this module as well, and need none

    own = psutil.Process()
    times = [process.cpu_times() for process in own.children(recursive=True)]
    return time.process_time(), sum(each.user + each.system for each in times)


def spent(pool: Pool, game: float, games: int) -> tuple[float, float, int]:
    """Processor seconds of so many games here and on the workers, and the number of chunks."""
    begun, chunks = processor_seconds(), 0
    cutter = executors._Cutter(range(games), pool.seconds)
    for _ in executors._Flights(pool, partial(sleep, game), None, cutter).run():
        chunks += 1
    here, there = (now - before for now, before in zip(processor_seconds(), begun))
    return here, there, chunks


def empty(pool: Pool, chunks: int) -> tuple[float, float]:
    """Processor milliseconds of a chunk of nothing, here and on the worker; short ones, so that idling does not count."""
    begun = processor_seconds()
    wait([pool.submit(time.sleep, 0.02) for _ in range(chunks)])
    here, there = (now - before for now, before in zip(processor_seconds(), begun))
    return 1000 * here / chunks, 1000 * there / chunks


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    seconds = "that the workers are busy with games of each length (default: 20)"
    parser.add_argument("seconds", type=above_zero, nargs="?", default=20.0, help=seconds)
    known = "threads, processes, dask or dask:ADDRESS (default: processes, and dask if it is there)"
    parser.add_argument("executors", nargs="*", metavar="executor", help=known)
    chosen = parser.parse_args()
    if find_spec("psutil") is None:
        parser.error("psutil is not installed (pip install psutil)")
    names = chosen.executors or ["processes", *(["dask"] if find_spec("distributed") else [])]
    try:
        for where in names:
            executors.check_executor(where)
        State.new(2)  # what BURGUNDY_PROCESSOR is, before workers are asked for games
    except ValueError as error:
        parser.error(str(error))
    print("executor      a game  chunks  ms a chunk, here  on the worker  overhead")
    for where in names:
        begun = sum(processor_seconds())
        pool = pools.opened(where, WORKERS)
        spent(pool, 0.01, 40 * WORKERS)  # until all workers are there, and have games to give
        started = sum(processor_seconds()) - begun
        for game in (0.005, 0.05, 0.5, 5.0):
            games = max(2, round(chosen.seconds * WORKERS / game))
            here, there, chunks = spent(pool, game, games)
            share = (here + there) / (games * game)
            print(
                f"{where:<12}{game * 1000:>5.0f} ms{chunks:>8}{1000 * here / chunks:>18.2f}"
                f"{1000 * there / chunks:>15.2f}{share:>10.2%}",
                flush=True,
            )
        here, there = empty(pool, 400)
        print(f"{where:<12}a chunk by itself, {here:.2f} ms here, {there:.2f} ms on the worker")
        print(f"{where:<12}to start, {started:.2f} s of processor time")
        pool.close(True)
    receive(2_000)


def receive(count: int) -> None:
    """Prints what it takes to receive a game and to write it down."""
    played = Line.of(play_games(SETTINGS, [0])[0])
    packed = pickle.dumps([played])
    with tempfile.TemporaryDirectory() as folder:
        with ResultFile(Path(folder, "games.jsonl"), SETTINGS) as file:
            begun = time.process_time()
            for _ in range(count):
                file.add(pickle.loads(packed))
            each = (time.process_time() - begun) / count
    print(f"a game of {len(packed):,} bytes takes {1000 * each:.2f} ms where it is written")


if __name__ == "__main__":
    # As a module, which workers import once; what is in the program itself would be sent with every chunk.
    ended(import_module(Path(__file__).stem).main)
