"""Reads values of the right kind out of anything, and collects what is wrong with them."""

import operator
from collections.abc import Mapping

from .errors import shown


class Faults:
    """The faults found so far, each as `path: reason (rule)`.

    Every reader returns something usable, also for a wrong value, so that all faults come out at once.
    """

    def __init__(self):
        self.lines = []

    def add(self, path, reason, rule=None):
        """Notes a fault."""
        self.lines.append(f"{path}: {reason}" + ("" if rule is None else f" ({rule})"))

    def has(self, path):
        """Whether a fault is noted at a path."""
        return any(line.startswith(f"{path}: ") for line in self.lines)

    def integer(self, path, value, low, high, otherwise, rule=None):
        """A whole number in a range."""
        number = whole(value)
        if number is not None and low <= number <= high:
            return number
        self.add(path, f"{shown(value)} is no whole number {low} to {high}", rule)
        return otherwise

    def flag(self, path, value):
        """True or False."""
        if isinstance(value, bool):
            return value
        self.add(path, f"{shown(value)} is not true or false")
        return False

    def word(self, path, value, allowed, otherwise=None, rule=None):
        """One of the allowed words."""
        if isinstance(value, str) and value in allowed:
            return value
        known = f"; allowed: {', '.join(allowed)}" if len(allowed) < 10 else ""
        self.add(path, f"{shown(value)} is unknown here{known}", rule)
        return otherwise

    def table(self, path, value, keys):
        """A mapping with no other keys than these."""
        if not isinstance(value, Mapping):
            self.add(path, f"{shown(value)} is no mapping")
            return {}
        for key in value:
            if not isinstance(key, str) or key not in keys:
                self.add(f"{path}.{shown(key)}", "unknown key")
        return value

    def items(self, path, value, least, most, rule=None):
        """A list of a certain length."""
        if not isinstance(value, (list, tuple)):
            self.add(path, f"{shown(value)} is no list")
            return []
        if least <= len(value) <= most:
            return list(value)
        size = str(least) if least == most else f"{least} to {most}"
        self.add(path, f"holds {len(value)} entries, not {size}", rule)
        return list(value[:most])

    def integers(self, path, value, most, low, high, rule=None):
        """A list of whole numbers in a range; wrong ones are left out."""
        read = [
            self.integer(f"{path}[{index}]", item, low, high, None, rule)
            for index, item in enumerate(self.items(path, value, 0, most, rule))
        ]
        return [item for item in read if item is not None]

    def counts(self, path, value, names, rule=None):
        """Counts by name, those that are not zero; a good's name may also be an integer."""
        if not isinstance(value, Mapping):
            self.add(path, f"{shown(value)} is no mapping")
            return {}
        counts = {}
        for key, item in value.items():
            name = names.get(key if isinstance(key, str) else whole(key))
            if name is None:
                self.add(f"{path}.{shown(key)}", "unknown key", rule)
                continue
            if name in counts:
                self.add(f"{path}.{shown(key)}", "is given twice", rule)
            counts[name] = self.integer(f"{path}.{shown(key)}", item, 0, 9999, 0, rule)
        return {name: count for name, count in counts.items() if count}


def whole(value):
    """The value as an int, if it is an integer of any library; None for others and for booleans."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except Exception:  # whatever the value's own `__index__` raises
        return None
