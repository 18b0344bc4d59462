"""Files that commands read and write: records in, pictures and pages out."""

import os
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


def is_interactive() -> bool:
    """Whether a person can be asked: both ends are a terminal."""
    return os.isatty(0) and os.isatty(1)
