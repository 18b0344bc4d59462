"""A cluster of dask.distributed: a scheduler and two workers in processes of their own, one of which is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest
from test_arena import PAIR, untimed

pytest.importorskip("distributed", reason="dask.distributed is not installed (extra dask)")

from burgundy import records
from burgundy.arena import run
from burgundy.arena.run import play_games
from burgundy.executors import spread

DEADLINE = 300


class Cluster:
    """Started processes, all on loopback."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._await(scheduler, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")
        self.workers = [self.add() for _ in range(2)]

    def add(self) -> subprocess.Popen[bytes]:
        """One more worker: a single process, so that killing it kills all of it."""
        begun = self._start(
            *("worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard"),
            *("--host", "127.0.0.1", "--memory-limit", "0"),
        )
        self._await(begun, r"Registered to:\s+(tcp://\S+)")
        return begun

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        log = self._folder / f"{len(list(self._folder.iterdir()))}.log"
        command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
        file: IO[bytes] = self._stack.enter_context(open(log, "wb"))
        path = os.pathsep.join([str(Path(__file__).parent), *filter(None, sys.path)])
        environment = {**os.environ, "PYTHONPATH": path}
        process = subprocess.Popen(
            command, stdout=file, stderr=subprocess.STDOUT, cwd=self._folder, env=environment
        )
        process.log = log  # type: ignore[attr-defined]
        self._stack.callback(_end, process)
        return process

    def _await(self, process: Any, pattern: str) -> str:
        ends = time.monotonic() + DEADLINE
        while time.monotonic() < ends:
            text = process.log.read_text(encoding="utf-8", errors="replace")
            if found := re.search(pattern, text):
                return found[1]
            assert process.poll() is None, text
            time.sleep(0.05)
        raise AssertionError(f"nothing like {pattern} in {DEADLINE} s: {text}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with ExitStack() as stack:
        yield Cluster(folder, stack)


def noted(folder: str, numbers: Sequence[int]) -> list[records.Record]:
    """Plays as a worker does, and leaves word that it has begun, and in which process."""
    for number in numbers:
        Path(folder, f"{number}-{os.getpid()}").touch()
    time.sleep(0.02 * len(numbers))
    return play_games(PAIR, numbers)


def test_a_worker_that_is_killed_costs_no_game(cluster: Cluster, tmp_path: Path) -> None:
    """It is killed with a chunk in hand; every game is there once, and the same as played here."""
    folder = tmp_path / "begun"
    folder.mkdir()
    lost = cluster.workers[0]
    found: dict[int, records.Record] = {}
    is_killed = False
    for numbers, played in spread(
        partial(noted, str(folder)), range(60), f"dask:{cluster.address}"
    ):
        for number, record in zip(numbers, played):
            assert number not in found
            found[number] = record
        if not is_killed and list(folder.glob(f"*-{lost.pid}")):
            lost.send_signal(signal.SIGKILL)
            is_killed = True
    assert is_killed and lost.wait(DEADLINE) == -signal.SIGKILL
    begun = [path.name.split("-") for path in folder.iterdir()]
    assert {pid for _, pid in begun} == {str(worker.pid) for worker in cluster.workers}
    here = play_games(PAIR, range(60))
    assert [found[number].words for number in range(60)] == [record.words for record in here]
    total = [sum(record.scores or ()) for record in here]
    assert sum(sum(record.scores or ()) for record in found.values()) == sum(total)


def test_a_tournament_is_the_same_on_the_cluster(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    killed: list[int] = []

    def progress(games: int) -> None:
        if not killed:
            cluster.workers[1].send_signal(signal.SIGKILL)
            killed.append(games)

    there = run(PAIR, 20, executor=f"dask:{cluster.address}", out=out, progress=progress)
    assert killed
    assert untimed(there) == untimed(run(PAIR, 20))
    assert sorted(record.info["game"] for record in records.read(out)) == list(range(40))


def test_simulate_has_the_same_totals(cluster: Cluster) -> None:
    def totals(*arguments: str) -> Any:
        command = [sys.executable, "-m", "burgundy", "simulate", "--games", "3000", "--json"]
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["seats"]

    assert totals("--executor", f"dask:{cluster.address}") == totals()


def test_a_scheduler_that_is_not_there_is_told() -> None:
    from burgundy import pools

    before, pools.ARRIVAL = pools.ARRIVAL, 1.0
    try:
        with pytest.raises(ValueError, match="executor: dask:tcp://127.0.0.1:9: "):
            next(spread(partial(play_games, PAIR), range(1), "dask:tcp://127.0.0.1:9"))
    finally:
        pools.ARRIVAL = before
