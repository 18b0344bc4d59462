"""The options under which a game is played (R11), together with the facts it is played with."""

import os
from collections.abc import Mapping
from functools import cache

from .data import Tables, read_texts
from .errors import DataError, shown
from .faults import whole

# For each option its allowed values, the default first (R11.1, R11.2, R11.3).
OPTIONS = {
    "purchase_in_effect": (True, False),
    "tie_break": ("fewest_then_later", "most_then_later", "fewest_then_earlier"),
    "decline_effects": (True, False),
}


class Rules:
    """Options by name, and the folder of the data files (None: the shipped one). Never changed."""

    __slots__ = ("purchase_in_effect", "tie_break", "decline_effects", "data", "tables")

    def __init__(
        self,
        purchase_in_effect=True,
        tie_break="fewest_then_later",
        decline_effects=True,
        data=None,
    ):
        given = {
            "purchase_in_effect": purchase_in_effect,
            "tie_break": tie_break,
            "decline_effects": decline_effects,
        }
        for option, value in given.items():
            fault = option_fault(option, value)
            if fault:
                raise ValueError(fault)
            object.__setattr__(self, option, value)
        if data is not None:
            if not isinstance(data, (str, os.PathLike)) or not os.path.isdir(data):
                raise DataError(
                    [f"data: {shown(data)} is no folder; allowed: None or a folder's path"]
                )
            data = os.fspath(data)
        object.__setattr__(self, "data", data)
        tables = _shipped_tables() if data is None else Tables(read_texts(data))
        object.__setattr__(self, "tables", tables)

    def __setattr__(self, name, value):
        raise AttributeError(f"rules are never changed: {name}")

    def __delattr__(self, name):
        raise AttributeError(f"rules are never changed: {name}")

    def board(self, number):
        """The printed spaces of a board: colour and number by the space's name."""
        board = self.tables.boards.get(whole(number))
        if board is None:
            numbers = ", ".join(map(str, self.tables.boards))
            raise ValueError(f"number: {shown(number)} is not allowed; allowed: {numbers}")
        return {space: (board.colour[space], board.die[space]) for space in board.colour}

    def options(self):
        """The options and their values, as a dict."""
        return {option: getattr(self, option) for option in OPTIONS}

    def are_default(self):
        """Whether every option has its default."""
        return all(value == OPTIONS[option][0] for option, value in self.options().items())

    def __eq__(self, other):
        if not isinstance(other, Rules):
            return NotImplemented
        return self.options() == other.options() and self.tables.texts == other.tables.texts

    def __hash__(self):
        # Of numbers alone, since hashes of words and bytes differ from process to process.
        chosen = (OPTIONS[option].index(value) for option, value in self.options().items())
        return hash((*chosen, int.from_bytes(self.tables.digest, "little")))

    def __repr__(self):
        words = [f"{option}={value!r}" for option, value in self.options().items()]
        if self.data is not None:
            words.append(f"data={self.data!r}")
        return f"Rules({', '.join(words)})"

    def __reduce__(self):
        texts = None if self.data is None else self.tables.texts
        return _rebuild, (self.options(), self.data, texts)


def option_fault(option, value):
    """What is wrong with an option's value, or None."""
    allowed = OPTIONS[option]
    if isinstance(value, type(allowed[0])) and value in allowed:
        return None
    return f"{option}: {shown(value)} is not allowed; allowed: {', '.join(map(str, allowed))}"


def as_rules(rules):
    """`Rules` from what a caller may give: rules, a mapping of option names to values, or None."""
    if rules is None:
        return Rules()
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, Mapping):
        for option in rules:
            if option not in OPTIONS and option != "data":
                allowed = ", ".join([*OPTIONS, "data"])
                raise ValueError(f"rules: there is no option {shown(option)}; allowed: {allowed}")
        return Rules(**rules)
    raise TypeError(f"rules: {shown(rules)} is not allowed; allowed: Rules, a mapping or None")


@cache
def _shipped_tables():
    return Tables(read_texts())


def _rebuild(options, data, texts):
    """Rules from a pickle; an own folder's texts travel with it, since the folder may not."""
    rules = Rules(**options)
    if texts is not None:
        object.__setattr__(rules, "data", data)
        object.__setattr__(rules, "tables", Tables(texts))
    return rules
