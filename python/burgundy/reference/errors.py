"""What goes wrong, by name: an action that is not legal, a position or a data file with faults."""


class IllegalActionError(ValueError):
    """An action, an outcome or words that are not legal in a state, with the reason and the rule."""

    def __init__(self, action, reason, rule=None):
        self.action = action
        self.reason = reason
        self.rule = rule
        super().__init__(action, reason, rule)

    def __str__(self):
        cited = "" if self.rule is None else f" ({self.rule})"
        return f"{shown(self.action)}: {self.reason}{cited}"


class FaultsError(ValueError):
    """An input with faults, all of them listed in `faults`."""

    def __init__(self, faults):
        self.faults = list(faults)
        super().__init__(self.faults)

    def __str__(self):
        return "; ".join(self.faults)


class SnapshotError(FaultsError):
    """A snapshot or bytes that are no position of the game."""


class DataError(FaultsError):
    """Data files from which no game can be built."""


def shown(value):
    """A short text for any value, also for values that cannot be printed whole."""
    if isinstance(value, str):
        short = value if len(value) <= 60 else value[:57] + "..."
        return short if short.isprintable() else ascii(short)
    if value is None or isinstance(value, (bool, float)):
        return str(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else "a very large integer"
    return f"a {type(value).__name__}"
