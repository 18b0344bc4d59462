"""The executors by name: how they are made, made again when their workers are lost, and ended at once."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from burgundy.arguments import integer

__all__ = [
    "NAMES",
    "Here",
    "Pool",
    "check_name",
    "cores",
    "has_stragglers",
    "is_stopping",
    "opened",
]

NAMES = ("threads", "processes", "dask", "dask:ADDRESS")
SECONDS_HERE = 0.2
"""How long a chunk is to take where sending it costs nothing: what Ctrl-C loses, and how often the bar moves."""
SECONDS_NEAR = 0.5
"""The same on threads and processes, where sending a chunk costs about a millisecond."""
SECONDS_FAR = 2.0
"""The same on a cluster, where it costs some ten milliseconds."""
PATIENCE = 0.5
"""How long threads that are left, and pools that end, are waited for, in seconds."""
WORKERS_KNOWN = 5.0
"""How long the number of a cluster's workers is believed, in seconds."""
ARRIVAL = 30.0
"""How long a scheduler and its first worker are waited for, and the end of processes that are killed, in seconds."""

QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "10s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
}
"""Settings of dask for a cluster that plays games: by default each worker watches itself with 2% of a core."""

_own = threading.local()
_left: list[threading.Thread] = []


def is_stopping() -> bool:
    """Whether what runs on this thread is to stop, since nobody waits for it any more."""
    stopping = getattr(_own, "stopping", None)
    return stopping is not None and stopping.is_set()


def has_stragglers() -> bool:
    """Whether threads that were left are still at work."""
    return any(thread.is_alive() for thread in _left)


def check_name(name: str) -> None:
    """Raises `ValueError` for a name that no executor has, or one whose package is not installed."""
    kind, _, address = name.partition(":")
    if name not in NAMES[:3] and not (kind == "dask" and address):
        shown = name if len(name) <= 40 else f"{name[:37]}..."
        raise ValueError(f"executor: {shown!r}, expected one of {', '.join(NAMES)}")
    if kind == "dask" and find_spec("distributed") is None:
        raise ValueError("executor: dask is not installed, pip install 'burgundy[dask]'")


def opened(where: Any, workers: int | None) -> "Pool":
    """The pool that is meant by None, a name, an executor, or a function that makes one."""
    if workers is not None and (workers := integer("workers", workers)) < 1:
        raise ValueError(f"workers: {workers}, expected 1 or more")
    if where is None:
        return Here()
    if isinstance(where, Executor):
        return Pool(where, workers or getattr(where, "_max_workers", None) or cores())
    if callable(where):
        return Remade(where, workers or cores())
    if not isinstance(where, str):
        raise TypeError(f"executor: {type(where).__name__}, expected a name or an executor")
    check_name(where)
    if where == "threads":
        return Threads(workers or cores())
    if where == "processes":
        return Processes(workers or cores())
    return Dask(where.partition(":")[2], workers or cores())


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """An executor of somebody else's: it is used, and left as it was."""

    seconds = SECONDS_FAR
    """How long a chunk is to take."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor = executor
        self._workers = workers

    @property
    def workers(self) -> int:
        """How many chunks run at once."""
        return self._workers

    @property
    def packs(self) -> bool:
        """Whether results have to come as bytes; threads give them as they are."""
        return not isinstance(self._executor, ThreadPoolExecutor)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Has the function called on a worker."""
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Puts new workers in the place of those that were lost."""

    def close(self, is_done: bool) -> None:
        """Ends what was started for the job, at once if it is not done."""


class Here(Pool):
    """No executor at all."""

    seconds = SECONDS_HERE

    def __init__(self) -> None:
        self._workers = 1


class Remade(Pool):
    """Executors that a function makes: another one if the workers of one are lost."""

    def __init__(self, make: Callable[[], Executor], workers: int) -> None:
        self._make = make
        super().__init__(make(), workers)

    def renew(self) -> None:
        """Makes another one."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._make()

    def close(self, is_done: bool) -> None:
        """Waits for the workers if all is done."""
        self._executor.shutdown(wait=is_done, cancel_futures=True)


class Threads(Remade):
    """Threads of this process: for jobs that release the GIL, or a Python without one."""

    seconds = SECONDS_NEAR

    def __init__(self, workers: int) -> None:
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

        def begin() -> None:
            _own.stopping = self._stopping
            self._threads.append(threading.current_thread())

        super().__init__(lambda: ThreadPoolExecutor(workers, initializer=begin), workers)

    def close(self, is_done: bool) -> None:
        """Tells the threads to stop if not all is done; a call that takes longer goes on without anybody's waiting."""
        if not is_done:
            self._stopping.set()
        super().close(is_done)
        if not is_done:
            ends = time.monotonic() + PATIENCE
            for thread in self._threads:
                thread.join(max(0.0, ends - time.monotonic()))
            _left[:] = [thread for thread in (*_left, *self._threads) if thread.is_alive()]


class Processes(Remade):
    """Processes of this machine, started afresh so that no thread or lock is forked."""

    seconds = SECONDS_NEAR

    def __init__(self, workers: int) -> None:
        self._lifelines: list[Connection] = []

        def make() -> Executor:
            context = get_context("spawn")
            end, held = context.Pipe(duplex=False)
            self._lifelines += [end, held]
            return ProcessPoolExecutor(
                workers, mp_context=context, initializer=_begin_process, initargs=(end,)
            )

        super().__init__(make, workers)

    def renew(self) -> None:
        """Ends what is left of the old pool, and makes another one."""
        self._end_now()
        self._executor = self._make()

    def close(self, is_done: bool) -> None:
        """Ends the processes, at once if not all is done."""
        if is_done:
            super().close(is_done)
            self._cut()
        else:
            self._end_now()

    def _end_now(self) -> None:
        processes = list((getattr(self._executor, "_processes", None) or {}).values())
        self._cut()
        _stop_writing(self._executor)
        # Waited for, since an interpreter that exits writes to the pipes of executors that are about to close them, and
        # one that is ended before is told of the semaphores that it left.
        thread = _end(partial(self._executor.shutdown, cancel_futures=True))
        if thread.is_alive():
            for process in processes:
                process.kill()  # it may be in native code, which does not look
            thread.join(ARRIVAL)

    def _cut(self) -> None:
        for end in self._lifelines:
            end.close()
        self._lifelines.clear()


def _end(end: Callable[[], None]) -> threading.Thread:
    """The thread that calls what ends something; if that takes longer than is waited for, it goes on by itself."""
    thread = threading.Thread(target=end, name="end of a pool", daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        _left.append(thread)
    return thread


def _stop_writing(executor: Executor) -> None:
    """Lets the thread that collects results find the end of its pipe once the workers are gone.

    A worker that ends while it writes leaves half a result. The thread waits for the other half, and the interpreter
    at its exit for the thread, as long as somebody has the pipe open for writing: this process itself.
    """
    writer = getattr(getattr(executor, "_result_queue", None), "_writer", None)
    if writer is not None:
        writer.close()


def _begin_process(lifeline: Connection) -> None:
    """Leaves Ctrl-C to the process that waits, and ends as soon as that process does or lets go of the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        try:
            lifeline.recv_bytes()
        except (EOFError, OSError):
            pass
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Dask(Pool):
    """A cluster of dask.distributed: the one at an address, or one on this machine that is started for the job."""

    seconds = SECONDS_FAR
    _cluster: Any = None
    _client: Any = None

    def __init__(self, address: str, workers: int) -> None:
        try:
            self._begin(address, workers)
        except (OSError, RuntimeError, ValueError) as error:  # TimeoutError is an OSError
            self.close(is_done=False)
            reason = str(error).splitlines()[0].lower() if str(error) else "no answer"
            raise ValueError(f"executor: dask:{address}: {reason}") from None
        # The scheduler gives what a lost worker had to another one, without being asked.
        super().__init__(self._client.get_executor(pure=False), workers)
        self._known = 0.0

    def _begin(self, address: str, workers: int) -> None:
        import dask
        from distributed import Client, LocalCluster

        with dask.config.set(QUIET):
            if not address:
                self._cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address="127.0.0.1:0",
                    preload=["burgundy.dask_preload"],
                    silence_logs=logging.CRITICAL,  # lost workers are told by what they cost
                )
            self._client = Client(self._cluster or address, timeout=ARRIVAL, set_as_default=False)
            self._client.wait_for_workers(1, timeout=ARRIVAL)

    @property
    def workers(self) -> int:
        """How many threads the workers have now; they may come and go."""
        if time.monotonic() - self._known > WORKERS_KNOWN:
            self._workers = max(1, sum(self._client.nthreads().values()))
            self._known = time.monotonic()
        return self._workers

    def close(self, is_done: bool) -> None:
        """Closes the connection, and the cluster if it was started here; without waiting long if not all is done."""
        if is_done:
            self._leave()
        else:
            _end(self._leave)

    def _leave(self) -> None:
        for part in (self._client, self._cluster):
            if part is not None:
                with suppress(OSError):  # a TimeoutError is one
                    part.close(timeout=ARRIVAL)
