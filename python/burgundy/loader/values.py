"""Values of a TOML file that know their place in it, and report what is wrong with them."""

import re
from collections.abc import Sequence
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
_LONGEST = 60
LARGEST = 100
"""The largest amount in a table: no sum of a game passes what the engine counts with."""


class _Absent:
    """A value that the file lacks, or one inside something that has been reported already."""


_MISSING = _Absent()
_SILENT = _Absent()


def shown(value: object) -> str:
    """The value as a message shows it: on one line, never long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and len(value) > 4 * _LONGEST:
        value = value[: 4 * _LONGEST]
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or a very deep table
        return f"{type(value).__name__} too long to show"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


class Value:
    """A value of a TOML file.

    The questions give what they are asked for, or something harmless of the same type after a
    fault was noted; so the caller asks everything, and looks at the faults in the end.
    """

    __slots__ = ("_faults", "place", "raw")

    def __init__(self, faults: list[str], place: str, raw: Any) -> None:
        self._faults = faults
        self.place = place
        self.raw = raw

    @classmethod
    def document(cls, faults: list[str], file: str, content: dict[str, Any] | None) -> "Value":
        """A whole file, or one that could not be read (which is reported by then)."""
        return cls(faults, f"{file}:", _SILENT if content is None else content)

    def __getitem__(self, key: str | int) -> "Value":
        """What stands under a key or at an index."""
        if isinstance(key, int):
            place = f"{self.place}[{key}]"
            is_there = isinstance(self.raw, list) and key < len(self.raw)
            raw = self.raw[key] if is_there else _SILENT
        else:
            name = key if _BARE_KEY.fullmatch(key) else shown(key)
            place = f"{self.place}{' ' if self.place.endswith(':') else '.'}{name}"
            raw = self.raw.get(key, _MISSING) if isinstance(self.raw, dict) else _SILENT
        return Value(self._faults, place, raw)

    @property
    def is_given(self) -> bool:
        """Whether the file has the value."""
        return not isinstance(self.raw, _Absent)

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer (true and false are none)."""
        return isinstance(self.raw, int) and not isinstance(self.raw, bool)

    @property
    def faults(self) -> int:
        """How many faults have been noted so far, here and elsewhere."""
        return len(self._faults)

    def fault(self, expected: str, rule: str, found: str | None = None) -> None:
        """Notes that something else was expected here than what was found."""
        if self.raw is _SILENT:
            return
        if found is None:
            found = "missing" if self.raw is _MISSING else shown(self.raw)
        place = self.place.removesuffix(":")
        self._faults.append(f"{place}: {found}, expected {expected} ({rule})")

    def integer(self, low: int, high: int, rule: str) -> int:
        """An integer from `low` to `high`."""
        if self.is_integer and low <= self.raw <= high:
            return int(self.raw)
        self.fault(f"an integer from {low} to {high}", rule)
        return low

    def amount(self, rule: str, low: int = 0) -> int:
        """An amount of silver, workers or VP."""
        return self.integer(low, LARGEST, rule)

    def exactly(self, wanted: object, rule: str) -> None:
        """Nothing else than `wanted`, of the same types."""
        if self.raw != wanted or shown(self.raw) != shown(wanted):
            self.fault(shown(wanted), rule)

    def text(self, expected: str, rule: str) -> str:
        """A text."""
        if isinstance(self.raw, str):
            return self.raw
        self.fault(expected, rule)
        return ""

    def index_in(self, names: Sequence[str], rule: str) -> int:
        """The index of one of the `names`."""
        if isinstance(self.raw, str) and self.raw in names:
            return list(names).index(self.raw)
        self.fault(f"one of {', '.join(names)}", rule)
        return 0

    def items(self, what: str, rule: str, length: int | None = None) -> list["Value"]:
        """The items of a list; of `length` items if one is given."""
        if not isinstance(self.raw, list):
            self.fault(f"a list of {what}", rule)
            return []
        if length is not None and len(self.raw) != length:
            self.fault(f"{length} {what}", rule, f"{len(self.raw)} items")
        return [self[index] for index in range(len(self.raw))]

    def integers(
        self, what: str, rule: str, length: int, *, low: int = 0, high: int = LARGEST
    ) -> list[int]:
        """A list of `length` integers from `low` to `high`."""
        return [item.integer(low, high, rule) for item in self.items(what, rule, length)]

    def table(self, keys: Sequence[str], rule: str, optional: Sequence[str] = ()) -> None:
        """A table with all of these keys, and none but these and the `optional` ones."""
        known = [*keys, *optional]
        if not isinstance(self.raw, dict):
            self.fault(f"a table with the keys {', '.join(known)}", rule)
            # Its keys are not reported one by one.
            self.raw = _SILENT
            return
        for key in self.raw:
            if key not in known:
                self[key].fault(f"one of the keys {', '.join(known)}", rule, "unknown key")

    def amounts(self, keys: Sequence[str], rule: str) -> list[int]:
        """The amounts of a table with these keys, in their order."""
        self.table(keys, rule)
        return [self[key].amount(rule) for key in keys]
