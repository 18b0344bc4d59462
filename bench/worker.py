"""Loops in an interpreter of their own: `Worker` starts one, and this file run by that interpreter is what it starts.

An environment of a peer, or a build of the package for another processor, is measured beside all others like this.
"""

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

Loop = Callable[[int], int]
"""Plays with a seed; gives how many decisions, games or calls it was."""


class Timing(NamedTuple):
    """Pieces that a loop did, nanoseconds of CPU time, and nanoseconds by the clock on the wall."""

    pieces: int
    cpu: int
    wall: int


class Missing(Exception):
    """A loop cannot be made here, for the reason that is given."""


class Worker:
    """An interpreter that has a module of loops, in which `LOOPS` maps names to functions that make a loop.

    Ctrl-C on a terminal does not reach it: whoever started it is told, and closes it.
    """

    def __init__(self, python: Path, module: str, environment: Mapping[str, str] | None = None):
        self.process = subprocess.Popen(
            [str(python), __file__, module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | dict(environment or {}),
            start_new_session=True,
        )

    def ask(self, name: str, seed: int) -> Any:
        """The answer to a line."""
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(json.dumps([name, seed]) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Missing("the worker ended") from None
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            raise Missing("the worker ended")
        answer = json.loads(line)
        if "missing" in answer:
            raise Missing(answer["missing"])
        return answer["answer"]

    def time(self, name: str, seed: int) -> Timing:
        """One run of a loop."""
        return Timing(*self.ask(name, seed))

    def close(self) -> None:
        """Ends the interpreter, in the middle of a loop if need be."""
        assert self.process.stdin and self.process.stdout
        self.process.kill()
        with suppress(BrokenPipeError):  # it ended before it was asked the last time
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class Together:
    """Several workers at once, timed as one: the CPU time of all, and the wall time of the slowest."""

    def __init__(self, *workers: Worker):
        self.workers = workers

    def time(self, name: str, seed: int) -> Timing:
        """A run of a loop by each worker, with seeds of their own."""
        seeds = range(seed * len(self.workers), (seed + 1) * len(self.workers))
        with ThreadPoolExecutor(len(self.workers)) as pool:
            found = list(
                pool.map(lambda worker, seed: worker.time(name, seed), self.workers, seeds)
            )
        pieces, cpu, wall = zip(*found)
        return Timing(sum(pieces), sum(cpu), max(wall))


def serve(module: str) -> None:
    """Answers lines `[name, seed]` until there are no more; what loops print goes to stderr, and they read nothing."""
    questions, answers = os.fdopen(os.dup(0)), os.dup(1)
    # The descriptors too, which libraries write to that are not in Python.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    makers: Mapping[str, Callable[[], Any]] | None = None
    loops: dict[str, Callable[[int], Any]] = {}
    for line in questions:
        name, seed = json.loads(line)
        try:
            if makers is None:
                makers = importlib.import_module(module).LOOPS
            if name not in loops:
                loops[name] = makers[name]()
            wall, cpu = time.perf_counter_ns(), time.process_time_ns()
            found = loops[name](seed)
            cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
            answer = json.dumps({"answer": [found, cpu, wall] if isinstance(found, int) else found})
        except Exception as error:  # whatever a version of a peer that is not known here may raise
            answer = json.dumps({"missing": f"{type(error).__name__}: {error}"})
        try:
            os.write(answers, f"{answer}\n".encode())
        except BrokenPipeError:  # whoever asked was killed meanwhile
            return


if __name__ == "__main__":
    serve(sys.argv[1])
