"""Folders with data files that are changed, and what the loader says of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from burgundy import loader
from burgundy.errors import DataError

SHIPPED = loader.SHIPPED
Edit = tuple[str, str, str]
ROW = '"A6 C5 C4 K3"'
"""The first row of the shipped board 1."""


def own_files(folder: Path) -> Callable[..., Path]:
    """What fills the folder with the shipped files, changed by `(file, old, new)`."""

    def write(*edits: Edit) -> Path:
        for file in loader.FILES:
            (folder / file).write_bytes((SHIPPED / file).read_bytes())
        for file, old, new in edits:
            text = (folder / file).read_text(encoding="utf-8")
            assert old in text, f"{file} has no {old!r}"
            (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return write


def faults(folder: Any = None) -> list[str]:
    """The faults of a folder's files."""
    with pytest.raises(DataError) as caught:
        loader.load(folder)
    assert str(caught.value).splitlines() == caught.value.faults
    return caught.value.faults
