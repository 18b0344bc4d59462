"""How the programs here end."""

import os
import sys
from collections.abc import Callable
from typing import NoReturn

PIPE_CLOSED = 141
"""The exit code of `burgundy` and `burgundy-bench` as well."""


def ended(main: Callable[[], int | None]) -> NoReturn:
    """Runs `main` and ends with its exit code; quietly if whoever read the output went away."""
    try:
        try:
            code = main()
        finally:
            # Help ends by SystemExit, and may not get out either.
            sys.stdout.flush()
    except BrokenPipeError:
        # What is still in the buffer would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = PIPE_CLOSED
    sys.exit(code)
