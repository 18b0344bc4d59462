"""Ctrl-C between two steps instead of in the middle of one: what is half done then may be a lock or a file."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["held", "kept_from_children"]


@contextmanager
def held() -> Iterator[None]:
    """Ctrl-C waits for the end of the block; a second one does not."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    come: list[FrameType | None] = []

    def note(_: int, frame: FrameType | None) -> None:
        come.append(frame)
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if come:
            before(signal.SIGINT, come[0])


@contextmanager
def kept_from_children() -> Iterator[None]:
    """Processes that are started within it do not hear of Ctrl-C, from their first instruction on."""
    if not hasattr(signal, "pthread_sigmask"):  # not a system that has it
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
