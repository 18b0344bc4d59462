"""One process at a time: locks on open files, on systems and file systems that have them."""

from typing import IO

__all__ = ["lock"]


def lock(file: IO[bytes], name: str) -> None:
    """Locks a file until it is closed; `ValueError` if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # not a system that has it
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{name}: another process is writing it") from None
    except OSError:  # a file system without locks
        return
