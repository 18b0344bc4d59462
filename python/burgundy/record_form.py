"""What a record may look like: every key checked, every fault with its place."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

FORMAT = "burgundy-record/1"
LONGEST_LINE = 4_000_000
"""The most bytes of a line."""
MOST_WORDS = 10_000
"""The most actions and outcomes of a game."""
LONGEST_TEXT = 80
"""The most characters of words and names."""
LONGEST_START = 10_000
MOST_SEARCHES = 10_000
MOST_EMPTY = 1_000
"""The most empty lines one after the other."""
OPTIONS: dict[str, tuple[Any, ...]] = {
    "purchase_in_effect": (True, False),
    "tie_break": ("fewest_then_later", "most_then_later", "fewest_then_earlier"),
    "decline_effects": (True, False),
}
"""The values of each option (R11)."""


class RecordError(ValueError):
    """A line that is no record, or a record that is no game.

    `faults` lists what is wrong, `where` is the file and line; the text is one fault a line.
    """

    def __init__(self, where: str, faults: list[str]) -> None:
        super().__init__(where, faults)
        self.where = where
        self.faults = list(faults)

    def __str__(self) -> str:
        return "\n".join(f"{self.where}: {fault}" for fault in self.faults)


def shown(value: object) -> str:
    """A short text for a value."""
    if isinstance(value, (list, dict)):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a huge integer"
    text = repr(value) if not isinstance(value, str) else ascii(value[:60])
    return text if len(text) <= 40 else text[:37] + "..."


class _Wrong(Exception):
    """A value that cannot be; `place` is what follows the key."""

    def __init__(self, value: object, expected: str, place: str = "") -> None:
        super().__init__(f"{place}: {shown(value)}, expected {expected}")


def checked(found: Any, where: str) -> dict[str, Any]:
    """The fields of a `Record`, or `RecordError` with all faults of the form."""
    if not isinstance(found, dict):
        raise RecordError(where, [f"{shown(found)}, expected an object with words"])
    faults = []
    fields: dict[str, Any] = {}
    for key in found:
        if key not in _READERS:
            known = ", ".join(_READERS)
            faults.append(f"{shown(key)}: there is no such key, expected one of {known}")
    for key, reader in _READERS.items():
        if found.get(key) is None:
            continue
        try:
            fields[key] = reader(found[key])
        except _Wrong as wrong:
            faults.append(f"{key}{wrong}")
    for key in ("format", "edition"):
        fields.pop(key, None)
    if found.get("words") is None:
        faults.append("words: missing, expected the words of all actions and outcomes")
    if not faults:
        faults = _agree(fields)
    if faults:
        raise RecordError(where, faults)
    return fields


def _agree(fields: dict[str, Any]) -> list[str]:
    """Fills in the number of players, and finds lists of another length."""
    by_seat = {
        key: len(fields[key])
        for key in ("boards", "start_castles", "names", "scores", "ranking")
        if isinstance(fields.get(key), tuple)
    }
    if "players" not in fields:
        if by_seat:
            fields["players"] = next(iter(by_seat.values()))
        elif "start" in fields:
            fields["players"] = len(re.findall("@", fields["start"]))
        else:
            return ["players: missing, expected 2, 3 or 4"]
    players = fields["players"]
    faults = [
        f"{key}: {length} entries, expected {players}, one for each player"
        for key, length in by_seat.items()
        if length != players
    ]
    if not 2 <= players <= 4:
        faults.append(f"players: {players}, expected 2, 3 or 4")
    if "start" in fields and ("boards" in fields or "start_castles" in fields):
        faults.append("start: it has its own boards and start castles, give either")
    if "ranking" in fields and not faults and sorted(fields["ranking"]) != list(range(players)):
        faults.append("ranking: expected each seat once")
    return faults


def _integer(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise _Wrong(value, f"an integer from {low} to {high}")
        return value

    return read


def _exactly(expected: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value != expected:
            raise _Wrong(value, expected)
        return expected

    return read


def _list(reader: Callable[[Any], Any], most: int) -> Callable[[Any], tuple[Any, ...]]:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise _Wrong(value, "a list")
        if len(value) > most:
            raise _Wrong(value, f"{most:,} entries at most")
        made = []
        for number, entry in enumerate(value):
            try:
                made.append(reader(entry))
            except _Wrong as wrong:
                raise _Inside(number, wrong) from None
        return tuple(made)

    return read


class _Inside(_Wrong):
    """A fault of a list's entry."""

    def __init__(self, number: object, wrong: _Wrong) -> None:
        Exception.__init__(self, f"[{number}]{wrong}")


def _text(most: int) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise _Wrong(value, f"a printable text of {most:,} characters at most")
        return value

    return read


def _pattern(pattern: str, expected: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value, re.ASCII):
            raise _Wrong(value, expected)
        return value

    return read


def _castle(value: Any) -> str | None:
    return None if value is None else _pattern("[a-g][1-7]", "a space like d4, or null")(value)


def _boards(value: Any) -> Any:
    if value == "random":
        return value
    if not isinstance(value, (list, tuple)):
        raise _Wrong(value, '"random" or a list of board numbers')
    return _list(_integer(1, 255), 4)(value)


def _seed(value: Any) -> int:
    text = _pattern("[0-9]{1,20}", "a string of digits")(value)
    if int(text) >= 2**64:
        raise _Wrong(value, "a number below 2**64")
    return int(text)


def _key(value: Any) -> int:
    return int(_pattern("[0-9a-f]{16}", "16 digits 0-9, a-f")(value), 16)


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(value, "an object")
    return value


def _kept(value: Any) -> Mapping[str, Any]:
    """An object that nobody looks at, but that can be written again."""
    inside: list[Any] = [_object(value)]
    while inside:
        part = inside.pop()
        if isinstance(part, Mapping):
            inside += [*part, *part.values()]
        elif isinstance(part, (list, tuple)):
            inside += part
        elif isinstance(part, float) and not math.isfinite(part):
            raise _Wrong(part, "numbers that JSON has")
        elif isinstance(part, str) and not _is_unicode(part):
            raise _Wrong(part, "a text without lone surrogates")
    return dict(value)


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _options(value: Any) -> Mapping[str, Any]:
    for key, option in _object(value).items():
        if key not in OPTIONS:
            raise _Wrong(key, f"one of {', '.join(OPTIONS)}")
        if option not in OPTIONS[key] or type(option) is not type(OPTIONS[key][0]):
            raise _Wrong(option, f"one of {', '.join(map(str, OPTIONS[key]))}".lower(), f".{key}")
    return dict(value)


def _versions(value: Any) -> Mapping[str, int]:
    for key, version in _object(value).items():
        if type(version) is not int or not 0 <= version <= 10**6:
            raise _Wrong(version, "a version number", f".{_text(LONGEST_TEXT)(key)}")
    from burgundy._core import RULES_VERSION

    rules = value.get("rules", RULES_VERSION)
    if rules > RULES_VERSION:
        expected = f"{RULES_VERSION} at most; it was played by later rules, use a later burgundy"
        raise _Wrong(rules, expected, ".rules")
    return dict(value)


def _search(value: Any) -> Mapping[str, Any]:
    step = _object(value).get("step")
    if type(step) is not int or not 0 <= step < MOST_WORDS:
        raise _Wrong(step, "the index of a word", ".step")
    return _kept(value)


_READERS: dict[str, Callable[[Any], Any]] = {
    "format": _exactly(FORMAT),
    "versions": _versions,
    "edition": _exactly("2011"),
    "players": _integer(2, 4),
    "boards": _boards,
    "start_castles": _list(_castle, 4),
    "options": _options,
    "start": _text(LONGEST_START),
    "data": _pattern("[0-9a-f]{16}", "16 digits 0-9, a-f"),
    "names": _list(_text(LONGEST_TEXT), 4),
    "seed": _seed,
    "words": _list(_text(LONGEST_TEXT), MOST_WORDS),
    "scores": _list(_integer(-(10**6), 10**6), 4),
    "ranking": _list(_integer(0, 3), 4),
    "key": _key,
    "search": _list(_search, MOST_SEARCHES),
    "info": _kept,
}
