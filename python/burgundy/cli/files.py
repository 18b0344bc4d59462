"""Files that commands read and write: records in, pictures and pages out."""

import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from burgundy.cli.arguments import shortened

if TYPE_CHECKING:
    from burgundy.records import Record


def records_of(path: str) -> "Iterator[Record]":
    """The records of a file, or of stdin if it is `-`; a `ValueError` that says what is wrong."""
    from burgundy import records

    with readable(path):
        yield from records.read(sys.stdin.buffer if path == "-" else path)


def record_of(path: str, number: int) -> "Record":
    """The record number `number` of a file, from 1 on."""
    count = 0
    for count, record in enumerate(records_of(path), start=1):
        if count == number:
            return record
    raise ValueError(f"--game: {number}, {shortened(path)} has {count} games")


def check_save(path: str, resumed: str | None) -> None:
    """Refuses a file that holds what `save_game` would replace: more than a game, or something else."""
    if not os.path.isfile(path) or _is_same(path, resumed):
        return
    if sum(1 for _ in itertools.islice(records_of(path), 2)) > 1:
        raise ValueError(
            f"{shortened(path)}: holds more than one game, expected a new file, one with a single "
            "game or the one that was resumed"
        )


def save_game(path: str, record: "Record", resumed: str | None) -> None:
    """Writes the record as the only game of a file; as its last one if the game was resumed from it.

    The file is replaced once all is written. Raises `ValueError` with what is wrong.
    """
    from burgundy import records

    if "\0" in path:
        raise ValueError(f"{shortened(path)!a}: no name of a file, expected one without \\0")
    check_save(path, resumed)
    with readable(path):
        if os.path.exists(path) and not os.path.isfile(path):
            records.write(path, [record])
            return
        goal = os.path.realpath(path)
        folder, name = os.path.split(goal)
        part = os.path.join(folder, f".{os.getpid()}.{name}")
        kept = _all_but_last(path) if os.path.isfile(goal) and _is_same(path, resumed) else ()
        try:
            records.write(part, itertools.chain(kept, [record]))
            if os.path.isfile(goal):
                shutil.copymode(goal, part)
            os.replace(part, goal)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise


def _all_but_last(path: str) -> "Iterator[Record]":
    for record, _ in itertools.pairwise(records_of(path)):
        yield record


def _is_same(path: str, other: str | None) -> bool:
    return other is not None and os.path.exists(other) and os.path.samefile(path, other)


@contextmanager
def readable(path: str) -> Iterator[None]:
    """A file that cannot be read is a bad argument."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"{shortened(path)}: {(error.strerror or str(error)).lower()}") from None


def write_text(path: str, text: str) -> None:
    """Writes a text file, or to stdout if it is `-`."""
    if path == "-":
        print(text, end="")
        return
    with readable(path), open(path, "w", encoding="utf-8") as file:
        file.write(text)
