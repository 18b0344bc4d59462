"""Reads the facts of the game from `board.toml`, `boards.toml` and `tiles.toml`, and checks them.

The shipped files have to be the printed game. A folder of one's own may hold any of the three
(home-made boards, say; a file that is absent is taken from the shipped ones) and has to be a game
that the engine can play.
"""

import hashlib
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

from burgundy.errors import DataError
from burgundy.loader import boards, main_board, tiles
from burgundy.loader.tables import (
    BoardTable,
    ExceptionTable,
    FinalTable,
    Tables,
)
from burgundy.loader.totals import Total, totals
from burgundy.loader.values import Value, shown

__all__ = [
    "FILES",
    "SHIPPED",
    "BoardTable",
    "ExceptionTable",
    "FinalTable",
    "Tables",
    "Total",
    "load",
    "own_files",
    "totals",
]

FILES = ("board.toml", "boards.toml", "tiles.toml")
"""The names of the data files."""
SHIPPED = Path(__file__).parent.parent / "data"
"""The folder of the printed game."""
LARGEST_FILE = 1_000_000
"""Most bytes of a data file; 255 boards, as many as there are numbers, take a tenth of it."""


def load(folder: str | os.PathLike[str] | None = None) -> Tables:
    """The tables that the engine is built from.

    `folder` is a folder with own data files; None gives the printed game. Raises `DataError`
    with everything that is wrong: files that cannot be read, broken TOML, keys that are missing or
    unknown, values of a wrong type or out of range, and sums that are not those of the printed game
    (shipped files) or a game that the engine cannot play (own files).
    """
    faults: list[str] = []
    texts = _texts(folder, faults)
    board_file, boards_file, tiles_file = (
        Value.document(faults, file, _parsed(file, texts[file], faults)) for file in FILES
    )
    board = main_board.read(board_file)
    tables: Tables = {
        "fingerprint": _fingerprint(texts),
        "boards": boards.read(boards_file, regions_listed=folder is None),
        **board,
        **tiles.read(tiles_file, board["start_goods"]),
    }
    if folder is None and not faults:
        faults += [total.fault() for total in totals(tables) if not total.is_printed]
    if faults:
        raise DataError(faults)
    return tables


def own_files(folder: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
    """The names of the data files in a folder, and of all else in it, which is not read; both sorted."""
    names = sorted(os.listdir(os.fsdecode(folder)))
    return [name for name in names if name in FILES], [name for name in names if name not in FILES]


def _texts(folder: object, faults: list[str]) -> dict[str, str | None]:
    """The text of each file; None for one that cannot be read, which is noted as a fault."""
    texts: dict[str, str | None] = dict.fromkeys(FILES)
    own: dict[str, Path] = {}
    if folder is not None:
        try:
            if not isinstance(folder, (str, os.PathLike)):
                raise NotADirectoryError(0, "not a path")
            own = {file: Path(os.fsdecode(folder), file) for file in own_files(folder)[0]}
        except (OSError, ValueError) as error:
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            faults.append(f"data: {shown(folder)}: {reason.lower()}, expected a folder")
            return texts
    for file in FILES:
        try:
            texts[file] = _bytes(own.get(file, SHIPPED / file)).decode("utf-8")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            faults.append(f"{file}: {reason}, expected a file that can be read")
        except UnicodeDecodeError as error:
            faults.append(f"{file}: byte {error.start} is not UTF-8, expected UTF-8 text")
    return texts


def _bytes(path: Path) -> bytes:
    """The bytes of a data file; `OSError` for what is none, such as a pipe, which would be waited for."""
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(0, "is a directory")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(0, "is a pipe or a device")
    if found.st_size > LARGEST_FILE:
        raise OSError(0, f"longer than {LARGEST_FILE:,} bytes")
    return path.read_bytes()


def _parsed(file: str, text: str | None, faults: list[str]) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        faults.append(f"{file}: broken TOML: {reason}")
        return None


def _fingerprint(texts: dict[str, str | None]) -> bytes:
    joined = "".join(texts[file] or "" for file in FILES)
    lines = joined.replace("\r\n", "\n").encode("utf-8")
    return hashlib.sha256(lines).digest()[:8]
