"""Where bulk jobs run: here, on threads, on processes, on a cluster, or on any executor that is given.

A job is a function of some numbers, those of games, and a sequence of them. `spread` cuts the sequence into chunks,
sends them to an executor and gives what comes back, so that what is done does not depend on where it is done:

    for numbers, results in spread(function, range(1000), "processes", workers=8):
        ...

`function` and what it gives must be picklable unless it runs here or on threads.
"""

import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import nullcontext
from dataclasses import dataclass
from math import ceil
from typing import Any, Generic, TypeVar

from burgundy.errors import WorkerLostError
from burgundy.interrupts import held, kept_from_children
from burgundy.pools import Here, Pool, Processes, opened

__all__ = ["MOST_ATTEMPTS", "check_executor", "leave", "spread"]

Result = TypeVar("Result")
Where = str | Executor | Callable[[], Executor] | None
"""None for here, a name, an executor, or a function that makes one (and another one when its workers are lost)."""

MOST_ATTEMPTS = 3
"""How often a chunk is tried alone after its worker was lost."""
FASTER = 4
"""How many times larger than any before a chunk may be, until the time of a game is known."""
SMALLEST = 8
"""By how much chunks get smaller towards the end, at most, so that sending them stays cheap."""
ATTENTION = 0.2
"""How long Ctrl-C may have to wait for a look at what has come back, in seconds."""
LOST = ("KilledWorker", "WorkerCrashedError", "NodeDiedError", "ActorDiedError", "LostRemote")
"""What executors of clusters raise when a worker was lost, by name, since none of them need be installed."""


@dataclass
class _Chunk:
    numbers: Sequence[int]
    attempts: int = 0
    is_rescued: bool = False


class _Cutter:
    """Cuts chunks that take about so many seconds each, by what the chunks before took."""

    def __init__(self, numbers: Sequence[int], seconds: float) -> None:
        self._numbers = numbers
        self._next = 0
        self._wanted = seconds
        self._largest = 1
        self._each: float | None = None

    def cut(self, workers: int) -> Sequence[int]:
        """The next chunk, empty at the end; towards the end chunks get smaller, so that all workers have some."""
        left = len(self._numbers) - self._next
        full = 1 if self._each is None else int(self._wanted / max(self._each, 1e-9))
        last = max(ceil(left / (2 * workers)), full // SMALLEST)
        size = max(1, min(full, last, FASTER * self._largest))
        chunk = self._numbers[self._next : self._next + size]
        self._next += len(chunk)
        return chunk

    def learn(self, count: int, seconds: float) -> None:
        """Takes in what a chunk took."""
        each = seconds / count
        self._each = each if self._each is None else (self._each + each) / 2
        self._largest = max(self._largest, count)


def check_executor(where: str) -> None:
    """Raises `ValueError` for a name that no executor has, or one whose package is not installed."""
    from burgundy.pools import check_name

    check_name(where)


def spread(
    function: Callable[[Sequence[int]], Result],
    numbers: Sequence[int],
    where: Where = None,
    workers: int | None = None,
    rescue: Callable[[Sequence[int]], Result] | None = None,
) -> Generator[tuple[Sequence[int], Result], None, None]:
    """`(chunk, function(chunk))` for chunks that make up `numbers`, in the order in which they are finished.

    Each number is in one chunk. A chunk whose worker was lost is tried again, alone and `MOST_ATTEMPTS` times; then
    `rescue` is called on a worker instead of `function`. Closing the iterator, Ctrl-C and errors leave what is not
    finished, and end the workers that were started for it.

    Args:
        function: what to do; an error that it raises ends everything.
        numbers: any sequence, a range as well.
        where: `"threads"`, `"processes"`, `"dask"` (a cluster on this machine) or `"dask:ADDRESS"`; a
            `concurrent.futures.Executor`, or a function that makes one; None for here.
        workers: how many to start, by default one for each core; of an executor that is given, how many it has.
        rescue: what to do with a chunk that loses its worker again and again; None to raise.

    Raises:
        WorkerLostError: a worker was lost too often.
        ValueError: there is no such executor, or its package or its scheduler is missing.
    """
    pool = opened(where, workers)
    is_done = False
    try:
        if isinstance(pool, Here):
            yield from _here(function, _Cutter(numbers, pool.seconds))
        else:
            yield from _Flights(pool, function, rescue, _Cutter(numbers, pool.seconds)).run()
        is_done = True
    finally:
        pool.close(is_done)


def _here(
    function: Callable[[Sequence[int]], Result], cutter: _Cutter
) -> Iterator[tuple[Sequence[int], Result]]:
    while chunk := cutter.cut(1):
        seconds, result = _timed(function, chunk)
        cutter.learn(len(chunk), seconds)
        yield chunk, result


def _timed(
    function: Callable[[Sequence[int]], Result], numbers: Sequence[int]
) -> tuple[float, Result]:
    begun = time.perf_counter()
    result = function(numbers)
    return time.perf_counter() - begun, result


def _packed(function: Callable[[Sequence[int]], Result], numbers: Sequence[int]) -> bytes:
    """The same in bytes: what carries them need not look into what may be thousands of objects."""
    return pickle.dumps(_timed(function, numbers), protocol=pickle.HIGHEST_PROTOCOL)


class _Flights(Generic[Result]):
    """The chunks that are with the workers."""

    def __init__(
        self,
        pool: Pool,
        function: Callable[[Sequence[int]], Result],
        rescue: Callable[[Sequence[int]], Result] | None,
        cutter: _Cutter,
    ) -> None:
        self._pool = pool
        self._function = function
        self._rescue = rescue
        self._cutter = cutter
        self._away: dict[Future[Any], _Chunk] = {}
        self._suspects: deque[_Chunk] = deque()
        """Chunks whose worker was lost. They go alone, so that it is seen which of them is to blame."""

    def run(self) -> Iterator[tuple[Sequence[int], Result]]:
        """Everything that comes back."""
        try:
            while True:
                # In the middle of these it would leave a lock locked for ever, or a worker half started.
                with held():
                    self._send()
                    if not self._away and not self._suspects:
                        return
                    done, _ = wait(self._away, timeout=ATTENTION, return_when=FIRST_COMPLETED)
                is_broken = False
                for future in done:
                    chunk = self._away.pop(future)
                    try:
                        found = future.result()
                    except BaseException as error:
                        if not _is_loss(error):
                            raise
                        is_broken |= isinstance(error, BrokenExecutor)
                        self._lost(chunk, error)
                        continue
                    seconds, result = pickle.loads(found) if self._pool.packs else found
                    self._cutter.learn(len(chunk.numbers), seconds)
                    yield chunk.numbers, result
                if is_broken:
                    # The others break with it, in a moment; those that had just been done are done once more.
                    self._suspects.extend(self._away.values())
                    self._away.clear()
                    with held():
                        self._pool.renew()
        finally:
            # Processes end with all they have; their pool, which finds them gone, trips over what is cancelled.
            if not isinstance(self._pool, Processes):
                for future in self._away:
                    future.cancel()

    def _send(self) -> None:
        if self._suspects:
            if not self._away:
                self._submit(self._suspects.popleft())
            return
        while len(self._away) < 2 * self._pool.workers:
            numbers = self._cutter.cut(self._pool.workers)
            if not numbers:
                return
            self._submit(_Chunk(numbers))
            if self._suspects:
                return

    def _submit(self, chunk: _Chunk) -> None:
        function = self._rescue if chunk.is_rescued and self._rescue else self._function
        try:
            call = _packed if self._pool.packs else _timed
            # A process that is starting up would print where Ctrl-C found it.
            is_quiet = isinstance(self._pool, Processes)
            with kept_from_children() if is_quiet else nullcontext():
                future = self._pool.submit(call, function, chunk.numbers)
        except BrokenExecutor as error:
            # The pool broke between two waits; the futures that are away say so, if there are any.
            if self._away:
                self._suspects.append(chunk)
            else:
                self._lost(chunk, error)
                self._pool.renew()
            return
        self._away[future] = chunk

    def _lost(self, chunk: _Chunk, error: BaseException) -> None:
        chunk.attempts += 1
        if type(error).__name__ == "KilledWorker":
            # The scheduler has tried it on several workers by itself; once more, alone, since it may be another's fault.
            chunk.attempts = max(chunk.attempts, MOST_ATTEMPTS)
        if chunk.attempts > MOST_ATTEMPTS:
            if self._rescue is None or chunk.is_rescued:
                first, last = chunk.numbers[0], chunk.numbers[-1]
                raise WorkerLostError(
                    f"numbers {first} to {last}: the worker was lost {chunk.attempts} times"
                ) from error
            chunk.is_rescued = True
        self._suspects.append(chunk)


def _is_loss(error: BaseException) -> bool:
    return isinstance(error, (BrokenExecutor, CancelledError)) or type(error).__name__ in LOST


def leave(code: int) -> None:
    """Ends the process with this exit code at once if threads that were left behind would keep it alive."""
    from burgundy.pools import has_stragglers

    if has_stragglers():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
