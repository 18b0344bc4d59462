"""Engines by name, and what they answer as plain data, errors included.

An engine is anything with the face of `burgundy.State`: `burgundy` and `burgundy.reference` are two, and
another one needs the members that docs/conformance.md lists.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

NUM_CODES = 512
SHALLOW = ("current_player", "is_terminal", "is_chance_node", "legal_actions", "chance_weights")
SCORES = ("scores", "ranking", "returns", "score_breakdown")
REQUIRED = (
    *("new", "from_snapshot", "num_players", "child", "snapshot"),
    *("action_to_string", "string_to_action", *SHALLOW, *SCORES),
)
OPTIONAL = (
    *("explain", "why_illegal", "key", "to_bytes", "from_bytes", "chance_outcomes"),
    *("chance_outcome", "resolve_chance", "sample_action", "expand", "playouts"),
)


class Engine(NamedTuple):
    """An implementation of the rules: its name and its class of states."""

    name: str
    State: Any

    def lacks(self, members: Sequence[str] = OPTIONAL) -> list[str]:
        """The members that it does not have."""
        return [member for member in members if not hasattr(self.State, member)]


@dataclass(frozen=True)
class Raised:
    """An error as a result: its class and rule count, its text does not."""

    raises: str
    rule: str | None
    text: str = field(compare=False)


def load_engine(where: str) -> Engine:
    """The engine `MODULE` or `MODULE:CLASS`; without a class it is the module's `State`.

    Raises `ValueError` for a module that cannot be imported, and for a class without a member of the
    face that every comparison needs.
    """
    module, _, name = where.partition(":")
    try:
        found = import_module(module)
        state = getattr(found, name or "State")
    except (ImportError, ValueError, AttributeError, TypeError) as error:
        reason = f"{where}, expected MODULE or MODULE:CLASS ({error})"
        raise ValueError(f"engine: {reason}") from None
    engine = Engine(where, state)
    missing = engine.lacks(REQUIRED)
    if missing:
        raise ValueError(f"engine: {where} has no {', '.join(missing)}; docs/conformance.md")
    return engine


def result(call: Callable[..., Any], *given: Any, keep: bool = True, **named: Any) -> Any:
    """What a call gives, or the error it raises; with `keep` false only whether it gives something."""
    try:
        result = call(*given, **named)
    except BaseException as error:
        # A panic of a native engine is no Exception, and belongs into the record as well.
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        return Raised(type(error).__name__, getattr(error, "rule", None), str(error))
    return result if keep else None


def plain(value: Any) -> Any:
    """The value in lists, dicts, numbers and strings alone."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value] if value and not _is_flat(value) else list(value)
    return value.tolist() if hasattr(value, "tolist") else value


def _is_flat(values: Sequence[Any]) -> bool:
    return type(values[0]) in (int, str, float)


def shown(value: Any) -> Any:
    """The value as JSON can have it."""
    if isinstance(value, Raised):
        return {"raises": value.raises, "rule": value.rule, "text": value.text}
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        return [shown(item) for item in plain(value)]
    return value if isinstance(value, (dict, str, int, float, type(None))) else repr(value)
