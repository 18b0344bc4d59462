"""What the workers of a cluster that is started here load first: Ctrl-C is for the process that waits for them."""

import signal

__all__ = ["dask_setup"]


def dask_setup(_: object) -> None:
    """Called by dask in each of its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
