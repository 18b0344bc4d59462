"""Reads values of the right kind out of anything, and collects what is wrong with them."""

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
        if is_integer(value) and low <= value <= high:
            return value
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
        """A dict with no other keys than these."""
        if not isinstance(value, dict):
            self.add(path, f"{shown(value)} is no dict")
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
        """A dict of counts by name, those that are not zero; a good's name may also be an integer."""
        if not isinstance(value, dict):
            self.add(path, f"{shown(value)} is no dict")
            return {}
        counts = {}
        for key, item in value.items():
            name = names.get(key) if isinstance(key, str) or is_integer(key) else None
            if name is None:
                self.add(f"{path}.{shown(key)}", "unknown key", rule)
                continue
            if name in counts:
                self.add(f"{path}.{shown(key)}", "is given twice", rule)
            counts[name] = self.integer(f"{path}.{shown(key)}", item, 0, 9999, 0, rule)
        return {name: count for name, count in counts.items() if count}


def is_integer(value):
    """Whether a value is an integer and no boolean."""
    return isinstance(value, int) and not isinstance(value, bool)
