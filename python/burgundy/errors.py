"""The errors of the package; each but `WorkerLostError` is a `ValueError`."""

from collections.abc import Iterable


class IllegalActionError(ValueError):
    """An action, outcome or notation that is not legal in a position.

    `action` is what was given, `reason` says in words why it is refused and `rule` is the id of
    the rule (`"R5.3b"`), or None for a number outside the codes and words outside the notation.
    `game` is the number of the game of a `Batch`, else None. The text is `action: reason (rule)`.
    """

    action: object
    reason: str
    rule: str | None
    game: int | None

    def __init__(self, action: object, reason: str, rule: str | None = None) -> None:
        super().__init__(action, reason, rule)
        self.action = action
        self.reason = reason
        self.rule = rule
        self.game = None

    def __str__(self) -> str:
        text = f"{_shown(self.action)}: {self.reason}"
        return text if self.rule is None else f"{text} ({self.rule})"


def _shown(action: object) -> str:
    """A short text for whatever was given; a huge integer has none of its own."""
    if isinstance(action, int) and abs(action) >= 10**20:
        return "a huge integer"
    text = str(action)
    text = text if len(text) <= 60 else text[:57] + "..."
    return text if text.isprintable() else ascii(text)


class _Faults(ValueError):
    """Something with faults, all of which are listed."""

    faults: list[str]

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(self.faults)


class SnapshotError(_Faults):
    """A snapshot or a byte string that is no position.

    `faults` lists every fault found, each as `path: reason (rule)`; the text is one fault a line.
    """


class DataError(_Faults):
    """Data files that are no game.

    `faults` lists every fault found, each as `file: key: value, expected what (rule)`; the text is
    one fault a line.
    """


class WorkerLostError(RuntimeError):
    """A piece of work took its worker down again and again; what was done before it has been kept."""
