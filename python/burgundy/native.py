"""States of the reference as states of the engine, for what only the engine has."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ._core import Rules, State

__all__ = ["engine_state"]


def engine_state(state: Any) -> State:
    """The engine's state that equals a state of either engine, under equal rules, own data included."""
    if isinstance(state, State):
        return state
    if not (hasattr(state, "rules") and hasattr(state, "to_bytes")):
        name = type(state).__name__
        raise TypeError(f"state: {name}, expected burgundy.State or burgundy.reference.State")
    rules = None if state.rules.data is None else _engine_rules(state.rules)
    return State.from_bytes(state.to_bytes(), rules=rules)


@lru_cache(maxsize=8)
def _engine_rules(rules: Any) -> Rules:
    """The engine's rules for the reference's, from the texts that these hold: their folder may be another by now."""
    with TemporaryDirectory() as folder:
        for name, text in rules.tables.texts.items():
            Path(folder, name).write_bytes(text.encode())
        return Rules(**rules.options(), data=folder)
