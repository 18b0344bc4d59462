"""The words for actions, events and outcomes."""

import re

from .names import PAIRS, SPACES, TILES

# Forms of words. The names in braces stand for the parts below.
FORMS = {
    "take": "{die}take {tile} from {depot}",
    "place": "{die}place {tile} on {space}",
    "sell": "{die}sell {good}",
    "workers": "{some_die}workers",
    "buy": "buy {tile} from {any_depot}",
    "discard": "discard {tile}",
    "goods": "goods from {depot}",
    "keep": "keep {good}",
    "start castle": "start castle on {space}",
    "decline": "decline",
    "end": "end",
    "board": "board {number} to {seat}",
    "start player": "start player {seat}",
    "deal": "deal {good} to {seat}",
    "depot": "depot {depot}.{slot} {tile}",
    "black": "black {tile}",
    "good": "good {good}",
    "white": "white {depot}",
    "dice": "dice {pair} to {seat}",
}
PARTS = {
    "die": r"(?:([1-6]|\*): )?",
    "some_die": r"([1-6]|\*): ",
    "tile": f"({'|'.join(TILES)})",
    "space": f"({'|'.join(SPACES)})",
    "depot": "([1-6])",
    "any_depot": "([1-6]|black)",
    "good": "([1-6])",
    "number": "([1-9][0-9]{0,2})",
    "seat": "([0-3])",
    "slot": "([1-4])",
    "pair": f"({'|'.join(f'{low} {high}' for low, high in PAIRS)})",
}
PATTERNS = {kind: re.compile(form.format(**PARTS)) for kind, form in FORMS.items()}


def parse(text):
    """The kind of words and their parts, or None if they are outside the notation."""
    for kind, pattern in PATTERNS.items():
        match = pattern.fullmatch(text)
        if match:
            parts = (int(part) if part and part.isdecimal() else part for part in match.groups())
            return kind, *parts
    return None


def action_words(action):
    """The words of an action."""
    kind, *rest = action
    if kind == "take":
        die, tile, depot = rest
        return f"{die_words(die)}take {tile} from {depot}"
    if kind == "place":
        die, tile, space = rest
        return f"{die_words(die)}place {tile} on {space}"
    if kind == "sell":
        die, good = rest
        return f"{die_words(die)}sell {good}"
    if kind == "workers":
        return f"{die_words(rest[0])}workers"
    if kind == "buy":
        tile, depot = rest
        return f"buy {tile} from {depot}"
    if kind == "goods":
        return f"goods from {rest[0]}"
    if kind == "start castle":
        return f"start castle on {rest[0]}"
    return " ".join(str(word) for word in action)


def die_words(die):
    """The die before a die action; nothing for a building's effect."""
    return "" if die is None else f"{die}: "


def event_words(event):
    """The words of an event that is due."""
    if event.name in ("board", "deal", "dice"):
        return f"{event.name} to {event.seat}"
    if event.name == "depot":
        return f"depot {event.depot}.{event.slot + 1}"
    return event.name


def outcome_words(event, outcome):
    """The words of an event's outcome."""
    if event.name in ("board", "deal"):
        return f"{event.name} {outcome} to {event.seat}"
    if event.name == "dice":
        low, high = outcome
        return f"dice {low} {high} to {event.seat}"
    return f"{event_words(event)} {outcome}"
