"""What is due in a snapshot, read from its words."""

import re
from collections.abc import Mapping

from .names import TILES
from .position import Event, Prompt

SET_UP_EVENTS = ("board", "start player", "deal")
PLAIN = (
    "turn",
    "castle",
    "city_hall",
    "carpenter",
    "church",
    "market",
    "warehouse",
    "ship",
    "start_castle",
    "over",
)
KEYS = {
    **dict.fromkeys(PLAIN, ("kind",)),
    "second_ship": ("kind", "depot"),
    "goods": ("kind", "depot", "above", "then"),
    "discard": ("kind", "tile", "then"),
    "chance": ("kind", "event"),
}
AFTER_GOODS = ("turn", "second_ship")
AFTER_DISCARD = ("turn", "castle", "city_hall")


def read_prompt(faults, data, players):
    """The prompt of a snapshot; `turn` if it is left out."""
    given = data.get("prompt", {"kind": "turn"})
    kind = given.get("kind") if isinstance(given, Mapping) else None
    if not isinstance(kind, str) or kind not in KEYS:
        faults.table("prompt", given, tuple({key for keys in KEYS.values() for key in keys}))
        faults.word("prompt.kind", kind, tuple(KEYS))
        return Prompt("turn")
    faults.table("prompt", given, KEYS[kind])
    if kind == "chance":
        return Prompt(kind, event=read_event(faults, given.get("event"), players))
    if kind == "second_ship":
        return Prompt(
            kind, depot=faults.integer("prompt.depot", given.get("depot"), 1, 6, 1, "R6.3")
        )
    if kind == "goods":
        return Prompt(
            kind,
            depot=faults.integer("prompt.depot", given.get("depot"), 1, 6, 1, "R6.2"),
            above=faults.integer("prompt.above", given.get("above"), 0, 6, 0, "R6.2"),
            then=faults.word("prompt.then", given.get("then"), AFTER_GOODS, "turn"),
        )
    if kind == "discard":
        return Prompt(
            kind,
            tile=faults.word("prompt.tile", given.get("tile"), TILES, None, "R5.2"),
            then=faults.word("prompt.then", given.get("then"), AFTER_DISCARD, "turn"),
        )
    return Prompt(kind)


def read_event(faults, text, players):
    """A chance event from its words; a roll of the white die where they are wrong."""
    if isinstance(text, str):
        if text in ("start player", "black", "good", "white"):
            return Event(text)
        match = re.fullmatch("(board|deal|dice) to ([0-3])", text)
        if match and int(match[2]) < players:
            return Event(match[1], seat=int(match[2]))
        match = re.fullmatch("depot ([1-6])[.]([1-4])", text)
        if match:
            return Event("depot", depot=int(match[1]), slot=int(match[2]) - 1)
    faults.word("prompt.event", text, ())
    return Event("white")
