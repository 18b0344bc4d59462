"""Whether a thread gets on while another one is at work."""

from __future__ import annotations

import threading
from collections.abc import Callable


def turns_during(work: Callable[[], object]) -> int:
    """How often this thread gets on while another one is inside one call."""
    begun, done = threading.Event(), threading.Event()

    def run() -> None:
        begun.set()
        work()
        done.set()

    worker = threading.Thread(target=run)
    worker.start()
    begun.wait()
    turns = 0
    while not done.wait(0.001):
        turns += 1
    worker.join()
    return turns
