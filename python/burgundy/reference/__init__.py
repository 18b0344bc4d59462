"""The rules of The Castles of Burgundy (2011) once more, in plain Python.

Written from the numbered rules alone, to be read beside them and to be compared with a fast engine. Read
`position` for what a situation is, `rounds` for the course of the game, `legal` for what a player may do,
`actions` and `effects` for what that does, `scoring` for the points. Inside, things have their names;
integers, words, snapshots and bytes are made at the edge only.
"""

from .codes import NUM_ACTIONS
from .errors import DataError, IllegalActionError, SnapshotError
from .options import Rules
from .packing import STATE_VERSION
from .playout import ActionValues
from .state import State

RULES_VERSION = 1
ACTION_VERSION = 1
WORLD_VERSION = 1
SNAPSHOT_VERSION = 1

__all__ = [
    "ACTION_VERSION",
    "NUM_ACTIONS",
    "RULES_VERSION",
    "SNAPSHOT_VERSION",
    "STATE_VERSION",
    "WORLD_VERSION",
    "ActionValues",
    "DataError",
    "IllegalActionError",
    "Rules",
    "SnapshotError",
    "State",
]
