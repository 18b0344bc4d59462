"""The command `burgundy`."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from burgundy.cli import (
    check,
    info,
    kit,
    perft,
    play,
    replay,
    report,
    selfplay,
    serve,
    show,
    simulate,
    tournament,
    view,
)
from burgundy.errors import WorkerLostError

INTERRUPTED = 130
PIPE_CLOSED = 141
OUTPUT_FAILED = 74
WORKERS_LOST = 75


class _Version(argparse.Action):
    """Prints the version, which is asked for only here."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from burgundy import __version__

        print(f"burgundy {__version__}")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of the command line; `run` of its result does the command and gives the exit code."""
    top = argparse.ArgumentParser(
        prog="burgundy",
        description="An engine for the board game The Castles of Burgundy (2011).",
        allow_abbrev=False,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (
        simulate,
        tournament,
        selfplay,
        play,
        show,
        replay,
        view,
        serve,
        report,
        info,
        perft,
        check,
        kit,
    ):
        command.add_parser(commands)
    for one in commands.choices.values():
        one.set_defaults(parser=one)
    return top


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; one that the command does not know ends it with the usage of that command, not of all."""
    chosen, unknown = parser().parse_known_args(arguments)
    if unknown:
        chosen.parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    del chosen.parser
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and gives its exit code.

    0 if all went well, 2 for bad arguments (a message on stderr says which), 74 if the output cannot be
    written, 75 if workers were lost again and again, 130 after Ctrl-C, 141 if whoever read the output went away.
    Without `arguments` it is the command of this process, which ends here if workers that were left would keep it.
    """
    _open_streams()
    if arguments is None and isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that has no sign for "±", say, gets another one.
        sys.stdout.reconfigure(errors="replace")
    code = _run(arguments)
    # Only commands that have workers have imported it.
    executors = sys.modules.get("burgundy.executors")
    if arguments is None and executors is not None:
        executors.leave(code)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    """The exit code of the command, whatever it raises."""
    try:
        try:
            chosen = _read(arguments)
            _check_processor()
            code: int = chosen.run(chosen)
        finally:
            # Help and the version end by SystemExit, and what they say may not get out either.
            sys.stdout.flush()
    except ValueError as error:
        for line in str(error).splitlines():
            print(f"burgundy: {line}", file=sys.stderr)
        return 2
    except WorkerLostError as error:
        print(f"burgundy: {error}", file=sys.stderr)
        return WORKERS_LOST
    except KeyboardInterrupt:
        return INTERRUPTED
    except RuntimeError as error:
        # Ctrl-C while a class is made, in an import that takes its time, comes in another error up to Python 3.11.
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        return INTERRUPTED
    except BrokenPipeError:
        # What is still in the buffer would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        # Every command words what is wrong with a file of its own; this is the output, on a full disk say.
        print(f"burgundy: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OUTPUT_FAILED
    return code


def _check_processor() -> None:
    """Raises `ValueError` if `BURGUNDY_PROCESSOR` names no kind of this processor.

    Commands that blame an engine or a record for what it raises would blame it for that as well.
    """
    from burgundy._core import build_info

    build_info()


def _open_streams() -> None:
    """Gives a process that was started without an output one that keeps nothing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
