"""What it costs to have games played elsewhere: `python bench/executors.py [seconds] [executor ...]`.

The workers sleep as long as games would take and give back real records, so that all processor time that is used is
overhead: of sending, of receiving, of dask's own work. Processor time is counted in this process and in those that it started, what starting
them takes being measured by itself. A second table has what a record costs where it is written down, which bounds the games a second of a whole cluster.
"""

import pickle
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from burgundy.arena import Settings
from burgundy.arena.results import ResultFile
from burgundy.arena.run import play_games
from burgundy.executors import spread
from burgundy.records import Record

SETTINGS = Settings(bots=("flat:1", "random"), seed=1)
WORKERS = 2
DIFFERENT = 500
"""Records that are not one and the same object, which would be sent only once."""
RECORDS: list[Record] = []


def sleep(seconds: float, numbers: Sequence[int]) -> list[Record]:
    """As many records as numbers, after the time that their games would take."""
    if not RECORDS:
        packed = pickle.dumps(play_games(SETTINGS, [0])[0])
        RECORDS.extend(pickle.loads(packed) for _ in range(DIFFERENT))
    time.sleep(seconds * len(numbers))
    return (RECORDS * (len(numbers) // DIFFERENT + 1))[: len(numbers)]


def processor_seconds() -> tuple[float, float]:
    """Of this process, and of those that it has waited for."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime


def spent(where: str, game: float, games: int) -> tuple[float, float, int]:
    """Processor seconds of so many games here and on the workers, and the number of chunks."""
    begun, chunks = processor_seconds(), 0
    for _ in spread(partial(sleep, game), range(games), where, WORKERS):
        chunks += 1
    here, there = (now - before for now, before in zip(processor_seconds(), begun))
    return here, there, chunks


def main() -> None:
    """Measures and prints."""
    wanted = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    all_names = ["threads", "processes"] + (["dask"] if find_spec("distributed") else [])
    names = sys.argv[2:] or all_names
    print("executor      a game  chunks  ms a chunk, here  on the worker  overhead")
    for where in names:
        started = spent(where, 0.01, 40 * WORKERS)
        for game in (0.005, 0.05, 0.5, 5.0):
            games = max(2, round(wanted * WORKERS / game))
            here, there, chunks = spent(where, game, games)
            here, there = max(0.0, here - started[0]), max(0.0, there - started[1])
            share = (here + there) / (games * game)
            print(
                f"{where:<12}{game * 1000:>5.0f} ms{chunks:>8}{1000 * here / chunks:>18.2f}"
                f"{1000 * there / chunks:>15.2f}{share:>10.2%}",
                flush=True,
            )
        print(f"{where:<12}to start, {sum(started[:2]):.2f} s of processor time")
    record(2_000)


def record(count: int) -> None:
    """Prints what it takes to receive a record and to write it down."""
    played = play_games(SETTINGS, [0])[0]
    packed = pickle.dumps([played])
    with tempfile.TemporaryDirectory() as folder:
        with ResultFile(Path(folder, "games.jsonl"), SETTINGS) as file:
            begun = time.process_time()
            for _ in range(count):
                file.add(pickle.loads(packed))
            each = (time.process_time() - begun) / count
    print(f"a record of {len(packed):,} bytes takes {1000 * each:.2f} ms where it is written")


if __name__ == "__main__":
    main()
