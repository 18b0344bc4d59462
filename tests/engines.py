"""The two engines under one name each, with the little that tests need to start a position."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from typing import Any

from positions import position

MODULES = {"rust": "burgundy", "reference": "burgundy.reference"}


@dataclass(frozen=True)
class Engine:
    """One implementation of the rules behind the public face."""

    name: str
    State: Any
    Rules: Any
    IllegalActionError: type[ValueError]
    SnapshotError: type[ValueError]
    DataError: type[ValueError]

    def at(self, **keys: Any) -> Any:
        """The state at a position of `positions.position`."""
        return self.State.from_snapshot(position(**keys))

    def __str__(self) -> str:
        return self.name


@cache
def load(name: str) -> Engine:
    """The engine of that name; importing one does not need the other."""
    module = importlib.import_module(MODULES[name])
    return Engine(
        name=name,
        State=module.State,
        Rules=module.Rules,
        IllegalActionError=module.IllegalActionError,
        SnapshotError=module.SnapshotError,
        DataError=module.DataError,
    )
