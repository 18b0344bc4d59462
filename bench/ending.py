"""How the programs here end."""

import os
import sys
from collections.abc import Callable
from typing import NoReturn

OUTPUT_FAILED = 74
INTERRUPTED = 130
PIPE_CLOSED = 141
"""Exit codes that are those of `burgundy` as well."""


def ended(main: Callable[[], int | None]) -> NoReturn:
    """Runs `main` and ends with its exit code; quietly after Ctrl-C, and if whoever read the output went away."""
    try:
        try:
            code = main()
        finally:
            # Help ends by SystemExit, and may not get out either.
            sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        drop_output()
        code = PIPE_CLOSED
    except OSError as error:
        # What cannot be opened or run has a name; what is left is the output, on a full disk say.
        if error.filename is not None:
            raise
        drop_output()
        print(f"output: {error}", file=sys.stderr)
        code = OUTPUT_FAILED
    sys.exit(code)


def drop_output() -> None:
    """Lets go of what is still in the buffer, which would fail once more when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
