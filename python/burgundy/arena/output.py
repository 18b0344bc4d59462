"""What bots print goes to standard error, so that standard output has the results and nothing else."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TextIO, cast

__all__ = ["bots_print_to_stderr", "interrupted"]

_lock = threading.Lock()
_open: list[int] = []
"""The threads of all contexts that are open."""


class _Divided:
    """Stands for standard output: threads on which bots play write to standard error, the others as before."""

    def __init__(self, before: TextIO) -> None:
        self.before = before

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now(), name)

    def _now(self) -> TextIO:
        if threading.get_ident() not in _open:
            return self.before
        return sys.stderr if sys.stderr is not None else _nowhere()


@lru_cache(maxsize=1)
def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


@contextmanager
def bots_print_to_stderr() -> Iterator[None]:
    """Within it, what this thread writes to `sys.stdout` goes to `sys.stderr`; other threads write where they did."""
    _begin()
    try:
        yield
    finally:
        _end()


def _begin() -> None:
    with _lock:
        _open.append(threading.get_ident())
        # A program without a console has None, to which nobody can print.
        if sys.stdout is not None and not isinstance(sys.stdout, _Divided):
            sys.stdout = cast(TextIO, _Divided(sys.stdout))


def _end() -> None:
    with _lock:
        if (thread := threading.get_ident()) in _open:
            _open.remove(thread)
        _take_back()


def interrupted() -> None:
    """Ends all contexts of this thread: Ctrl-C may have come in the middle of a beginning or an end."""
    with _lock:
        thread = threading.get_ident()
        _open[:] = [other for other in _open if other != thread]
        _take_back()


def _take_back() -> None:
    # Somebody may have put another stream there in the meantime, which stays.
    if not _open and isinstance(sys.stdout, _Divided):
        sys.stdout = sys.stdout.before
