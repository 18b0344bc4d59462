"""An engine for the board game The Castles of Burgundy (2011), made for tree search.

`State` is a position: immutable, hashable, with explicit chance nodes. `Rules` are the tables and
options that it is played by, `Game` is a state with its history. Everything here is imported when it
is first asked for, so that `import burgundy` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burgundy import (
        arena,
        arrays,
        errors,
        executors,
        game,
        loader,
        players,
        position,
        records,
        reference,
        render,
        report,
        selfplay,
        values,
        viewer,
    )
    from burgundy._core import (
        ACTION_VERSION,
        NUM_ACTIONS,
        OBSERVATION_VERSION,
        RULES_VERSION,
        SNAPSHOT_VERSION,
        STATE_VERSION,
        WORLD_VERSION,
        Batch,
        Rules,
        State,
    )
    from burgundy.arrays import ACTIONS, OBSERVATION_SPEC
    from burgundy.errors import DataError, IllegalActionError, SnapshotError, WorkerLostError
    from burgundy.game import Game
    from burgundy.tree_search import Search, SearchResult, search
    from burgundy.values import ActionValues

    __version__: str

__all__ = [
    "ACTIONS",
    "ACTION_VERSION",
    "NUM_ACTIONS",
    "OBSERVATION_SPEC",
    "OBSERVATION_VERSION",
    "RULES_VERSION",
    "SNAPSHOT_VERSION",
    "STATE_VERSION",
    "WORLD_VERSION",
    "ActionValues",
    "Batch",
    "DataError",
    "Game",
    "IllegalActionError",
    "Rules",
    "Search",
    "SearchResult",
    "SnapshotError",
    "State",
    "WorkerLostError",
    "__version__",
    "arena",
    "arrays",
    "errors",
    "executors",
    "game",
    "loader",
    "players",
    "position",
    "records",
    "reference",
    "render",
    "report",
    "search",
    "selfplay",
    "values",
    "viewer",
]

_HOMES = {
    "ACTIONS": "burgundy.arrays",
    "OBSERVATION_SPEC": "burgundy.arrays",
    "ActionValues": "burgundy.values",
    "DataError": "burgundy.errors",
    "Game": "burgundy.game",
    "IllegalActionError": "burgundy.errors",
    "Search": "burgundy.tree_search",
    "SearchResult": "burgundy.tree_search",
    "SnapshotError": "burgundy.errors",
    "WorkerLostError": "burgundy.errors",
    "search": "burgundy.tree_search",
}
_MODULES = (
    "arena",
    "arrays",
    "errors",
    "executors",
    "game",
    "loader",
    "players",
    "position",
    "records",
    "reference",
    "render",
    "report",
    "selfplay",
    "values",
    "viewer",
)

if not TYPE_CHECKING:  # a type checker would take every name for one that exists

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"burgundy.{name}")
        if name == "__version__":
            value = import_module("burgundy._core").build_info()["version"]
        elif name in __all__:
            value = getattr(import_module(_HOMES.get(name, "burgundy._core")), name)
        else:
            raise AttributeError(f"module 'burgundy' has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
