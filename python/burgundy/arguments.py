"""Arguments of the bulk jobs as the types that they are kept and written as, whichever library they come from."""

from collections.abc import Iterable
from operator import index
from typing import Any

from burgundy.record_form import OPTIONS

__all__ = ["boards", "check_options", "integer", "names", "number"]


def integer(name: str, value: Any) -> int:
    """The integer, also of numpy; `TypeError` for anything else, True and False included."""
    if not isinstance(value, bool):
        try:
            return index(value)
        except TypeError:
            pass
    raise TypeError(f"{name}: {type(value).__name__}, expected an integer")


def number(name: str, value: Any) -> float:
    """The number as a float; `TypeError` for anything else, text, True and False included."""
    if not isinstance(value, (bool, str, bytes)):
        try:
            return float(value)
        except TypeError:
            pass
    raise TypeError(f"{name}: {type(value).__name__}, expected a number")


def names(name: str, value: Any) -> tuple[str, ...]:
    """Several names; `TypeError` for a single one and for what is no text."""
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: {type(value).__name__}, expected a sequence of names")
    found = tuple(value)
    for one in found:
        if not isinstance(one, str):
            raise TypeError(f"{name}: {type(one).__name__}, expected a name")
    return found


def boards(value: Any) -> tuple[int, ...] | str | None:
    """Boards as `State.new` takes them, with plain integers."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, Iterable):
        raise TypeError(f"boards: {type(value).__name__}, expected integers or 'random'")
    return tuple(integer(f"boards[{seat}]", board) for seat, board in enumerate(value))


def check_options(found: Any) -> None:
    """Raises for an attribute of `found` that is no value of the option of that name (R11): `TypeError` or `ValueError`."""
    for name, known in OPTIONS.items():
        value = getattr(found, name)
        if type(value) is not type(known[0]):
            kind = "True or False" if isinstance(known[0], bool) else "a name"
            raise TypeError(f"{name}: {type(value).__name__}, expected {kind}")
        if value not in known:
            raise ValueError(f"{name}: {value!r}, expected one of {', '.join(known)} (R11.2)")
