"""Commands that are sent signals: how far they have come is seen, not guessed, and none outlives its test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 300.0
"""How long anything is waited for, in seconds; a busy machine may take its time."""

# The command of the arguments behind the first two, which leaves a file when it has first called what is named.
BEGUN = """
import pathlib, pkgutil, sys
from burgundy import cli

place, _, name = sys.argv.pop(1).rpartition(".")
file = pathlib.Path(sys.argv.pop(1))
place = pkgutil.resolve_name(place)
work = getattr(place, name)

def first(*given, **named):
    setattr(place, name, work)
    made = work(*given, **named)
    file.touch()
    return made

setattr(place, name, first)
sys.exit(cli.main())
"""


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process, both of whose outputs are read; it is ended with the block."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def begun(
    work: str, folder: Path, *arguments: str, **options: Any
) -> Iterator[subprocess.Popen[str]]:
    """The command `burgundy`, which has called `work`, a function in dots, once and goes on."""
    file = folder / "begun"
    with started([sys.executable, "-c", BEGUN, work, str(file), *arguments], **options) as process:
        until(process, file.exists)
        yield process


def until(process: subprocess.Popen[str], is_true: Callable[[], bool]) -> None:
    """Waits until something is true while a process goes on."""
    ends = time.monotonic() + PATIENCE
    while not is_true():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < ends, f"not so after {PATIENCE:g} s: {is_true}"
        time.sleep(0.05)


def interrupted(process: subprocess.Popen[str], group: bool = False) -> tuple[int, str, str]:
    """The exit code after Ctrl-C and what was still printed on both outputs.

    With `group` all processes of the group are told, as by a terminal; it must be one of its own.
    """
    if group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    return process.returncode, stdout, stderr
