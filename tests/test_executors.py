"""`burgundy.executors`: every number once, whatever the executor and whatever happens to its workers."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from burgundy import executors, pools
from burgundy.errors import WorkerLostError
from burgundy.executors import spread


def squares(numbers: Sequence[int]) -> list[int]:
    return [number**2 for number in numbers]


def squares_but_dies(path: str, most: int, numbers: Sequence[int]) -> list[int]:
    """Takes its process with it at 7, until it has done so `most` times."""
    if 7 in numbers:
        deaths = Path(path).stat().st_size if os.path.exists(path) else 0
        if deaths < most:
            with open(path, "ab") as file:
                file.write(b"x")
            os._exit(1)
    return squares(numbers)


def zeros(numbers: Sequence[int]) -> list[int]:
    return [0 for _ in numbers]


def fails(numbers: Sequence[int]) -> list[int]:
    raise ValueError(f"no {numbers[0]}")


def collected(found: Iterator[tuple[Sequence[int], list[int]]]) -> dict[int, int]:
    """What was found; a number that comes twice is an error."""
    made: dict[int, int] = {}
    for numbers, results in found:
        assert len(numbers) == len(results)
        for number, result in zip(numbers, results):
            assert number not in made
            made[number] = result
    return made


CUT_OFF = """
from burgundy.pools import opened
if __name__ == "__main__":
    pool = opened("processes", 2)
    pool.submit(bytes, 300_000_000)
    reader = pool._executor._result_queue._reader
    while not reader.poll():
        pass
    pool.close(is_done=False)
    print("closed")
"""


def test_a_pool_is_closed_in_the_middle_of_a_result(tmp_path: Path) -> None:
    """A worker that ends while it writes leaves half a result, for whose other half nobody may wait."""
    program = tmp_path / "program.py"
    program.write_text(CUT_OFF, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(program)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "closed\n"), done.stderr


WANTED = {number: number**2 for number in range(100)}


@pytest.mark.parametrize("where", [None, "threads", "processes"])
def test_every_number_once(where: str | None) -> None:
    assert collected(spread(squares, range(100), where, 2)) == WANTED
    some = [3, 1, 4, 15, 9, 2, 6]
    assert collected(spread(squares, some, where, 2)) == {number: number**2 for number in some}
    assert collected(spread(squares, [], where, 2)) == {}


def test_an_executor_that_is_given_is_left_as_it_was() -> None:
    with ThreadPoolExecutor(3) as executor:
        assert pools.opened(executor, None).workers == 3
        assert collected(spread(squares, range(100), executor)) == WANTED
        assert executor.submit(squares, [2]).result() == [4]


def test_an_executor_that_is_made_is_ended() -> None:
    made: list[Executor] = []

    def make() -> Executor:
        made.append(ThreadPoolExecutor(2))
        return made[-1]

    assert collected(spread(squares, range(100), make, 2)) == WANTED
    (executor,) = made
    with pytest.raises(RuntimeError):
        executor.submit(squares, [2])


def test_a_lost_worker_is_replaced(tmp_path: Path) -> None:
    function = partial(squares_but_dies, str(tmp_path / "deaths"), 2)
    assert collected(spread(function, range(100), "processes", 2)) == WANTED
    assert (tmp_path / "deaths").stat().st_size == 2


def test_a_chunk_that_loses_every_worker_is_given_up(tmp_path: Path) -> None:
    deaths = tmp_path / "deaths"
    function = partial(squares_but_dies, str(deaths), 10**9)
    found: dict[int, int] = {}
    with pytest.raises(WorkerLostError, match="the worker was lost 4 times"):
        for numbers, results in spread(function, range(100), "processes", 2):
            found |= dict(zip(numbers, results))
    assert 7 not in found and found.items() <= WANTED.items()
    # Once beside others, who are not to blame and are done; then alone.
    assert deaths.stat().st_size == 1 + executors.MOST_ATTEMPTS


def test_a_chunk_that_loses_every_worker_is_rescued(tmp_path: Path) -> None:
    function = partial(squares_but_dies, str(tmp_path / "deaths"), 10**9)
    found = collected(spread(function, range(100), "processes", 2, rescue=zeros))
    assert found.keys() == WANTED.keys() and found[7] == 0
    rescued = [number for number in found if found[number] != WANTED[number]]
    assert 7 in rescued and rescued == list(range(rescued[0], rescued[-1] + 1))


@pytest.mark.parametrize("where", [None, "threads", "processes"])
def test_errors_of_the_function_are_the_callers(where: str | None) -> None:
    with pytest.raises(ValueError, match=r"no \d"):
        collected(spread(fails, range(100), where, 2))


def test_who_stops_listening_stops_the_threads() -> None:
    seen = threading.Event()

    def waits(numbers: Sequence[int]) -> list[int]:
        while 0 not in numbers and not pools.is_stopping():
            time.sleep(0.01)
        if pools.is_stopping():
            seen.set()
        return squares(numbers)

    found = spread(waits, range(100), "threads", 2)
    assert next(found)[1] == [0]
    found.close()
    assert seen.wait(30)
    assert not pools.has_stragglers()
    assert not pools.is_stopping()


def executor_managers() -> set[threading.Thread]:
    return {
        thread for thread in threading.enumerate() if "ExecutorManager" in type(thread).__name__
    }


def test_who_stops_listening_leaves_no_process_pool_behind(tmp_path: Path) -> None:
    """An interpreter that exits beside one writes to its pipe, which the thread that manages it may just close."""
    before = executor_managers()
    found = spread(squares, range(10**6), "processes", 2)
    next(found)
    assert len(executor_managers() - before) == 1
    found.close()
    assert executor_managers() <= before
    # Nor does one that lost a worker and was made again.
    found = spread(
        partial(squares_but_dies, str(tmp_path / "deaths"), 1), range(10**6), "processes", 2
    )
    while not (tmp_path / "deaths").exists():
        next(found)
    next(found)
    found.close()
    assert executor_managers() <= before
    assert not pools.has_stragglers()


def test_chunks_grow_to_the_time_they_are_to_take() -> None:
    cutter = executors._Cutter(range(10**9), 1.0)
    sizes = []
    for _ in range(12):
        chunk = cutter.cut(2)
        sizes.append(len(chunk))
        cutter.learn(len(chunk), len(chunk) / 1000)
    assert sizes == [1, 4, 16, 64, 256, *[1000] * 7]
    # What takes longer than a chunk should goes one by one.
    cutter = executors._Cutter(range(10), 1.0)
    cutter.learn(1, 5.0)
    assert [len(cutter.cut(1)) for _ in range(11)] == [1] * 10 + [0]


def test_chunks_shrink_towards_the_end_so_that_nobody_waits_long() -> None:
    """An eighth of the rest for each of four workers, but not less than an eighth of a whole chunk of 32."""
    cutter = executors._Cutter(range(100), 1.0)
    cutter.learn(32, 1.0)
    sizes = []
    while chunk := cutter.cut(4):
        sizes.append(len(chunk))
    assert sum(sizes) == 100
    assert sizes[:4] == [13, 11, 10, 9]
    assert sizes[:-1] == sorted(sizes[:-1], reverse=True) and min(sizes[:-1]) == 4


BAD: list[tuple[Any, str]] = [
    ("thread", "'thread', expected one of threads, processes, dask, dask:ADDRESS"),
    ("dask:", "expected one of"),
    ("x" * 100, "x...', expected one of"),
    ("", "expected one of"),
]


@pytest.mark.parametrize(("name", "message"), BAD, ids=lambda part: str(part)[:20])
def test_names_that_no_executor_has(name: str, message: str) -> None:
    with pytest.raises(ValueError, match="executor: .*") as caught:
        executors.check_executor(name)
    assert message in str(caught.value)
    with pytest.raises(ValueError, match="executor: "):
        next(spread(squares, range(2), name))


def test_workers_must_be_some() -> None:
    with pytest.raises(ValueError, match="workers: 0, expected 1 or more"):
        next(spread(squares, range(2), "threads", 0))


def test_dask_that_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None: ...

    missing: Callable[[str], Any] = nothing
    monkeypatch.setattr(pools, "find_spec", missing)
    with pytest.raises(ValueError, match=r"pip install 'burgundy\[dask\]'"):
        executors.check_executor("dask:127.0.0.1:8786")


def test_an_executor_that_is_broken_and_was_given_ends_it(tmp_path: Path) -> None:
    """There is nobody to make another one; what was done is kept."""
    function = partial(squares_but_dies, str(tmp_path / "deaths"), 10**9)
    found: dict[int, int] = {}
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        with pytest.raises(WorkerLostError, match="the worker was lost 4 times"):
            for numbers, results in spread(function, range(100), executor):
                found |= dict(zip(numbers, results))
    assert 7 not in found and found.items() <= WANTED.items()
