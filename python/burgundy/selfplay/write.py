"""Writes shards into a folder, whole ones only, and goes on with a folder that has some."""

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

from burgundy.arena.output import bots_print_to_stderr, interrupted
from burgundy.arena.settings import completed, differences
from burgundy.arguments import integer
from burgundy.executors import spread
from burgundy.interrupts import held
from burgundy.locks import lock
from burgundy.players import check_player
from burgundy.selfplay.game import shard
from burgundy.selfplay.settings import FORMAT, SelfPlay

__all__ = ["Written", "write"]

MANIFEST = "manifest.json"
NAME = re.compile(r"games-(\d{9})-(\d{9})\.npz")
MOST_GAMES = 10**9
LARGEST_MANIFEST = 1_000_000


@dataclass(frozen=True)
class Written:
    """What a folder has."""

    games: int
    """How many of the games that were asked for."""
    shards: int
    """In how many shards these are."""
    is_done: bool
    """Whether all games that were asked for are there; Ctrl-C ends it before."""


def write(
    settings: SelfPlay,
    games: int,
    folder: str | os.PathLike[str],
    *,
    executor: str | Executor | Callable[[], Executor] | None = None,
    workers: int | None = None,
    progress: Callable[[int], Any] | None = None,
) -> Written:
    """Plays games 0 to `games - 1` and writes them as `games-FIRST-LAST.npz`; the same for any executor.

    A shard appears under its name when it is whole. Shards that are there already are not played again, unless they were
    cut since.

    Args:
        settings: what is played.
        games: how many games the folder is to have.
        folder: where to; it is made if it is not there.
        executor, workers: where to play (`burgundy.executors.spread`); None for here.
        progress: called with a number of games whenever that many more are there.

    Raises:
        ValueError: there is no such bot or executor, a bot failed, or the folder has games of other settings.
        TypeError: an argument is of another type.
        WorkerLostError: a worker was lost too often.
        OSError: a file cannot be written.
    """
    games = integer("games", games)
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games: {games}, expected 1 to {MOST_GAMES:,}")
    with bots_print_to_stderr():
        check_player(settings.bot)
    settings.first_state()
    place = Path(folder)
    size = settings.games_a_shard
    spans = [range(first, min(first + size, games)) for first in range(0, games, size)]
    with _opened(place, settings):
        has = _found(place, size)
        left = [number for number, span in enumerate(spans) if has.get(span[0], -1) < span[-1]]
        done = games - sum(len(spans[number]) for number in left)
        shards = len(spans) - len(left)
        if progress is not None and done:
            progress(done)
        chunks = spread(partial(_shards, settings, games), left, executor, workers)
        try:
            with closing(chunks):
                for numbers, made in chunks:
                    for number, data in zip(numbers, made):
                        with held():  # so that what is told is what is there
                            _put(place, spans[number], data)
                            done += len(spans[number])
                            shards += 1
                        if progress is not None:
                            progress(len(spans[number]))
        except KeyboardInterrupt:
            interrupted()
        return Written(done, shards, done == games)


def _shards(settings: SelfPlay, games: int, numbers: Sequence[int]) -> list[bytes]:
    """What a worker makes."""
    size = settings.games_a_shard
    return [
        shard(settings, range(number * size, min((number + 1) * size, games))) for number in numbers
    ]


def _put(place: Path, span: range, data: bytes) -> None:
    """Writes a shard under its name, all at once; a shorter one that it takes the place of goes."""
    goal = place / f"games-{span[0]:09}-{span[-1]:09}.npz"
    part = place / f".{goal.name}.part"
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, goal)
    for other in place.glob(f"games-{span[0]:09}-*.npz"):
        if other != goal and NAME.fullmatch(other.name):
            other.unlink()


def _found(place: Path, size: int) -> dict[int, int]:
    """The last game of each whole shard of so many games at most, by its first one."""
    found: dict[int, int] = {}
    for file in place.iterdir():
        if match := NAME.fullmatch(file.name):
            first, last = int(match[1]), int(match[2])
            # What was cut, in being copied for example, lacks the directory at the end.
            if first % size == 0 and first <= last < first + size and is_zipfile(file):
                found[first] = max(last, found.get(first, -1))
    return found


@contextmanager
def _opened(place: Path, settings: SelfPlay) -> Iterator[None]:
    """Makes sure that the folder is ours and belongs to these settings."""
    place.mkdir(parents=True, exist_ok=True)
    path = place / MANIFEST
    if not path.exists() and any(place.iterdir()):
        raise ValueError(f"{place}: expected a new folder, or one that self-play wrote")
    with open(path, "a+b") as file:
        lock(file, str(place))
        file.seek(0)
        text = file.read(LARGEST_MANIFEST)
        wanted = settings.manifest()
        # A manifest is written before the first shard; one that was cut belongs to none.
        if text.endswith(b"}\n"):
            _check(place, text, wanted)
        elif any(
            NAME.fullmatch(file.name) for file in place.iterdir()
        ) or not b'{"format": "burgundy-selfplay/'.startswith(text[:30]):
            raise ValueError(f"{path}: expected what self-play wrote")
        else:
            file.truncate(0)
            file.write(json.dumps(wanted).encode() + b"\n")
            file.flush()
        yield


def _check(place: Path, text: bytes, wanted: dict[str, Any]) -> None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"{place / MANIFEST}: expected what self-play wrote")
    faults = differences(completed(found), wanted)
    if faults:
        raise ValueError(
            "\n".join(f"{place}: written with other settings: {fault}" for fault in faults)
        )
