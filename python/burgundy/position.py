"""A position in one line, like FEN: `write` a state as a string, `read` it back (docs/formats.md, section 13).

Both take states of any engine with the public face; `burgundy.State` has `from_string` and shows the
string in its `repr`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from burgundy.errors import SnapshotError
from burgundy.names import CODES, COLOURS, LETTER, ROW_NAMES, SPACES, TILE_OF_CODE, TILES

__all__ = ["FORMAT", "LONGEST", "of_snapshot", "read", "to_snapshot", "write"]

FORMAT = "cob1"
"""The first word of a position string, with the version of its form."""
LONGEST = 10_000
"""The most characters that are read."""

NONE = "-"
EMPTY = "."
UNKNOWN = "?"
HIDDEN = "*"
FIELDS = (
    *("format", "round", "prompt", "order", "track", "white die", "depots", "black depot"),
    *("supply", "bonus tiles"),
)
SEAT = ("board", "estate", "storage", "goods", "sold", "amounts", "dice")
GROUPS = (3, 8, 12, 26)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
COLOUR_OF_LETTER = {letter: colour for colour, letter in LETTER.items()}
TILE = re.compile(r"[A-Z][a-z]|[cshp][0-9]|k[0-9]+|\.")
COUNT = re.compile(r"[0-9a-z]|\(([0-9]{1,3})\)")


def write(state: Any) -> str:
    """The position of a state in one line."""
    return of_snapshot(state.snapshot())


def read(text: str, state_class: Any = None, rules: Any = None) -> Any:
    """The state of a position string, or of a `repr` that holds one.

    `state_class` is the engine's class of states, `burgundy.State` if left out, and `rules` are passed
    on to its `from_snapshot`. Raises `SnapshotError` with every fault found.
    """
    if state_class is None:
        from burgundy._core import State

        state_class = State
    snapshot = to_snapshot(text)
    if rules is None:
        return state_class.from_snapshot(snapshot)
    return state_class.from_snapshot(snapshot, rules=rules)


def of_snapshot(snapshot: Mapping[str, Any]) -> str:
    """The position string of a complete snapshot."""
    fields = [
        FORMAT,
        f"{snapshot['phase']}{snapshot['round']}",
        _prompt(snapshot["prompt"]),
        f"{_digits(snapshot['order'])}:{snapshot['turn']}{'+' if snapshot['bought'] else ''}",
        "/".join(map(_digits, snapshot["track"])).rstrip("/"),
        f"{snapshot['white_die'] or NONE}:{_digits(snapshot['round_goods']) or NONE}",
        "/".join(map(_depot, snapshot["depots"])),
        _tiles(snapshot["black_depot"]) or NONE,
        _supply(snapshot["supply"]),
        "".join(
            LETTER[colour] + _digits(seats)
            for colour, seats in snapshot["bonus_tiles"].items()
            if seats
        )
        or NONE,
        *map(_seat, snapshot["seats"]),
    ]
    if "options" in snapshot:
        options = snapshot["options"].items()
        fields.append(",".join(f"{name}={_option(value)}" for name, value in options))
    return " ".join(fields)


def _prompt(prompt: Mapping[str, Any]) -> str:
    if prompt["kind"] == "chance":
        return f"chance.{prompt['event'].replace(' ', '_')}"
    return ".".join(CODES[value] if key == "tile" else str(value) for key, value in prompt.items())


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _digits(values: Iterable[int]) -> str:
    return "".join(map(str, values))


def _goods(goods: Mapping[str, int]) -> str:
    return "".join(good * count for good, count in goods.items())


def _tiles(tiles: Iterable[str | None]) -> str:
    return "".join(CODES[tile] if tile else EMPTY for tile in tiles).rstrip(EMPTY)


def _depot(depot: Mapping[str, Any]) -> str:
    goods = _goods(depot["goods"])
    return _tiles(depot["tiles"]) + (f":{goods}" if goods else "")


def _supply(supply: Mapping[str, Mapping[str, int]]) -> str:
    stocks = []
    for back in ("normal", "black"):
        counts = [_count(supply[back].get(tile, 0)) for tile in TILES]
        stocks.append(".".join("".join(group).rstrip("0") for group in _grouped(counts)))
    goods = "".join(_count(supply["goods"].get(str(good), 0)) for good in range(1, 7))
    return ":".join([*stocks, goods])


def _grouped(items: Sequence[str]) -> Iterator[Sequence[str]]:
    """The tiles by groups: castle, mine and ship; buildings; animals; knowledge."""
    start = 0
    for length in GROUPS:
        yield items[start : start + length]
        start += length


def _count(count: int) -> str:
    return DIGITS[count] if count < len(DIGITS) else f"({count})"


def _seat(seat: Mapping[str, Any]) -> str:
    estate = seat["estate"]
    rows = (_tiles(estate.get(space) for space in row) for row in ROW_NAMES)
    return ":".join(
        [
            f"{seat['board'] or NONE}@{seat['start_castle'] or NONE}",
            "/".join(rows),
            _tiles(seat["storage"]) or NONE,
            _goods(seat["goods"]) or NONE,
            _goods(seat["sold"]) or NONE,
            f"s{seat['silver']}w{seat['workers']}v{seat['vp']}",
            _digits(seat["dice"]) or NONE,
        ]
    )


class _Fault(Exception):
    """What is wrong with a field; its name is added by whoever reads it."""


def to_snapshot(text: str) -> dict[str, Any]:
    """The snapshot that a position string describes, its form checked but not the position.

    Raises `SnapshotError` with every field whose form is wrong.
    """
    if not isinstance(text, str):
        raise TypeError(f"position: {type(text).__name__}, expected a string")
    if len(text) > LONGEST:
        raise SnapshotError([f"position: {len(text)} characters, expected {LONGEST} at most"])
    quoted = re.fullmatch(r"\s*<State [^']*'([^']*)'>\s*", text)
    fields = (quoted[1] if quoted else text).split()
    if not fields or fields[0] != FORMAT:
        begins = _shown(fields[0]) if fields else "nothing"
        raise SnapshotError([f"position: begins with {begins}, expected {FORMAT}"])
    options = fields.pop() if "=" in fields[-1] else None
    players = len(fields) - len(FIELDS)
    if not 2 <= players <= 4:
        expected = f"{len(FIELDS)} and one for each of 2 to 4 seats"
        raise SnapshotError([f"position: {len(fields)} fields, expected {expected}"])
    faults: list[str] = []
    parts: dict[str, Any] = {"format": "burgundy-snapshot/1", "edition": "2011", "players": players}

    def take(
        name: str, reader: Callable[[str], Mapping[str, Any]], field: str
    ) -> Mapping[str, Any]:
        try:
            return reader(field)
        except _Fault as fault:
            faults.append(f"position: {name}: {fault}")
            return {}

    if options is not None:
        parts |= take("options", _read_options, options)
    for name, reader, field in zip(FIELDS[1:], _READERS, fields[1:]):
        parts |= take(name, reader, field)
    parts["seats"] = [
        take(f"seat {number}", _read_seat, field)
        for number, field in enumerate(fields[len(FIELDS) :])
    ]
    if faults:
        raise SnapshotError(faults)
    return parts


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _match(pattern: str, field: str, expected: str) -> re.Match[str]:
    found = re.fullmatch(pattern, field, re.ASCII)
    if found is None:
        raise _Fault(f"{_shown(field)}, expected {expected}")
    return found


def _read_round(field: str) -> dict[str, Any]:
    found = _match("([A-E])([1-5])", field, "a phase and a round like B3")
    return {"phase": found[1], "round": int(found[2])}


def _read_prompt(field: str) -> dict[str, Any]:
    kind, *values = field.split(".")
    if kind == "chance":
        return {"prompt": {"kind": kind, "event": field.partition(".")[2].replace("_", " ")}}
    keys = {
        "second_ship": ("depot",),
        "goods": ("depot", "above", "then"),
        "discard": ("tile", "then"),
    }.get(kind, ())
    if len(values) != len(keys):
        expected = ".".join([kind, *keys])
        raise _Fault(f"{_shown(field)}, expected {_shown(expected)}")
    prompt: dict[str, Any] = {"kind": kind}
    for key, value in zip(keys, values):
        if key == "then":
            prompt[key] = value
        elif key == "tile":
            prompt[key] = TILE_OF_CODE.get(value, value)
        else:
            prompt[key] = int(_match("[0-6]", value, f"a digit for {key}")[0])
    return {"prompt": prompt}


def _read_order(field: str) -> dict[str, Any]:
    found = _match("([0-3]{2,4}):([0-3])([+]?)", field, "seats, a colon and the turn like 10:0")
    return {
        "turn": int(found[2]),
        "order": [int(seat) for seat in found[1]],
        "bought": bool(found[3]),
    }


def _read_track(field: str) -> dict[str, Any]:
    spaces = field.split("/")
    _match("[0-3/]+", field, "stacks of seats by space like 0//1")
    if len(spaces) > 7:
        raise _Fault(f"{len(spaces)} spaces, expected 7 at most")
    stacks = [[int(seat) for seat in stack] for stack in spaces]
    return {"track": stacks + [[] for _ in range(7 - len(stacks))]}


def _read_white_die(field: str) -> dict[str, Any]:
    found = _match("([1-6]|-):([1-6]{1,5}|-)", field, "a die or -, a colon and goods like 4:255")
    return {
        "white_die": None if found[1] == NONE else int(found[1]),
        "round_goods": [] if found[2] == NONE else [int(good) for good in found[2]],
    }


def _read_depots(field: str) -> dict[str, Any]:
    depots = field.split("/")
    if len(depots) != 6:
        raise _Fault(f"{len(depots)} depots, expected 6 with / between them")
    made = []
    for depot in depots:
        tiles, _, goods = depot.partition(":")
        made.append({"tiles": _read_tiles(tiles, 4), "goods": _read_goods(goods or NONE)})
    return {"depots": made}


def _read_black_depot(field: str) -> dict[str, Any]:
    return {"black_depot": _read_tiles("" if field == NONE else field, 8)}


def _read_tiles(text: str, most: int, is_padded: bool = True) -> list[str | None]:
    """The tiles of a run of codes, dots being empty places."""
    tiles: list[str | None] = []
    at = 0
    while at < len(text):
        found = TILE.match(text, at)
        code = found[0] if found else text[at : at + 2]
        if code != EMPTY and code not in TILE_OF_CODE:
            raise _Fault(f"{_shown(code)} in {_shown(text)} is no tile")
        tiles.append(None if code == EMPTY else TILE_OF_CODE[code])
        at += len(code)
    if len(tiles) > most:
        raise _Fault(f"{len(tiles)} places in {_shown(text)}, expected {most} at most")
    return tiles + [None] * (most - len(tiles)) if is_padded else tiles


def _read_goods(text: str) -> dict[str, int]:
    if text == NONE:
        return {}
    _match("[1-6]+", text, "goods by number like 1144, or -")
    return {good: text.count(good) for good in sorted(set(text))}


def _read_supply(field: str) -> dict[str, Any]:
    stocks = field.split(":")
    if len(stocks) != 3:
        raise _Fault(f"{len(stocks)} parts, expected the normal and the black supply and the goods")
    supply: dict[str, dict[str, int]] = {}
    for back, stock in zip(("normal", "black"), stocks):
        if stock == HIDDEN:
            continue
        groups = stock.split(".")
        if len(groups) != len(GROUPS):
            raise _Fault(
                f"{back}: {len(groups)} groups, expected {len(GROUPS)} with . between them"
            )
        counts: list[int] = []
        for length, group in zip(GROUPS, groups):
            counts += _read_counts(group, length)
        supply[back] = {tile: count for tile, count in zip(TILES, counts) if count}
    if stocks[2] != HIDDEN:
        counts = _read_counts(stocks[2], 6)
        supply["goods"] = {str(good): count for good, count in enumerate(counts, start=1) if count}
    return {"supply": supply}


def _read_counts(text: str, most: int) -> list[int]:
    counts: list[int] = []
    at = 0
    while at < len(text):
        found = COUNT.match(text, at)
        if found is None:
            raise _Fault(f"{_shown(text[at])} in {_shown(text)}, expected a digit, a-z or (number)")
        counts.append(int(found[1]) if found[1] else DIGITS.index(found[0]))
        at = found.end()
    if len(counts) > most:
        raise _Fault(f"{len(counts)} counts in {_shown(text)}, expected {most} at most")
    return counts + [0] * (most - len(counts))


def _read_bonus_tiles(field: str) -> dict[str, Any]:
    taken: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    if field != NONE:
        _match("([BAKSCM][0-3]+)+", field, "a colour's letter and seats like B01A1, or -")
        for letter, seats in re.findall("([BAKSCM])([0-3]+)", field):
            taken[COLOUR_OF_LETTER[letter]] += [int(seat) for seat in seats]
    return {"bonus_tiles": taken}


def _read_seat(field: str) -> dict[str, Any]:
    parts = field.split(":")
    if len(parts) != len(SEAT):
        raise _Fault(f"{len(parts)} parts, expected {len(SEAT)}: {', '.join(SEAT)}")
    board, estate, storage, goods, sold, amounts, dice = parts
    where = _match("([0-9]{1,3}|-)@([a-g][1-7]|-)", board, "a board and a start castle like 1@d4")
    rows = estate.split("/")
    if len(rows) != len(ROW_NAMES):
        raise _Fault(f"estate: {len(rows)} rows, expected {len(ROW_NAMES)} with / between them")
    cells = [tile for row, names in zip(rows, ROW_NAMES) for tile in _read_tiles(row, len(names))]
    amount = _match("s([0-9]{1,6})w([0-9]{1,6})v([0-9]{1,6})", amounts, "amounts like s1w2v0")
    _match("[1-6]{0,2}|-|[?]", dice, "the dice left like 36, or -")
    seat = {
        "board": None if where[1] == NONE else int(where[1]),
        "start_castle": None if where[2] == NONE else where[2],
        "estate": {space: tile for space, tile in zip(SPACES, cells) if tile},
        "storage": _read_tiles("" if storage == NONE else storage, 3, is_padded=False),
        "goods": _read_goods(goods),
        "sold": _read_goods(sold),
        "silver": int(amount[1]),
        "workers": int(amount[2]),
        "vp": int(amount[3]),
    }
    if dice != UNKNOWN:
        seat["dice"] = [] if dice == NONE else [int(die) for die in dice]
    return seat


def _read_options(field: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in field.split(","):
        name, _, value = pair.partition("=")
        options[name] = {"true": True, "false": False}.get(value, value)
    return {"options": options}


_READERS: tuple[Callable[[str], Mapping[str, Any]], ...] = (
    *(_read_round, _read_prompt, _read_order, _read_track, _read_white_die),
    *(_read_depots, _read_black_depot, _read_supply, _read_bonus_tiles),
)
