"""Arrays around a state: what the features are, what the action codes are, and a grid for the estate.

`OBSERVATION_SPEC` says what `State.observation` holds, `ACTIONS` what each of the 512 codes means. `split` cuts an
observation into named parts, `hex_grid` puts planes over the 37 spaces into a 7x7 grid for convolutions.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from burgundy._core import (
    NUM_ACTIONS,
    OBSERVATION_VERSION,
    State,
    action_table,
    observation_blocks,
)

from .native import engine_state

__all__ = [
    "ACTIONS",
    "CELLS",
    "GRID_MASK",
    "HIGHEST",
    "KINDS",
    "OBSERVATION_SPEC",
    "OBSERVATION_VERSION",
    "Feature",
    "hex_grid",
    "legal_actions_mask",
    "observation",
    "observation_size",
    "split",
]


class Feature(NamedTuple):
    """A block of an observation."""

    name: str
    """The block's name."""
    slice: slice
    """Where it lies in the observation."""
    shape: tuple[int, ...]
    """Its shape. Where the first axis is by seat, the seat that looks comes first, then the others clockwise."""
    labels: tuple[str, ...]
    """What the entries of the last axis stand for (of the axis of planes for `estate`); empty where they are plain counts."""
    meaning: str
    """What it says."""
    scale: str
    """What a unit is. Nothing is cut off: a count above the usual ones gives a number above 1."""


def _features(players: int) -> tuple[Feature, ...]:
    features = []
    for name, start, shape, labels, meaning, scale in observation_blocks(players):
        where = slice(start, start + int(np.prod(shape)))
        features.append(Feature(name, where, tuple(shape), tuple(labels), meaning, scale))
    return tuple(features)


OBSERVATION_SPEC: dict[int, tuple[Feature, ...]] = {
    players: _features(players) for players in (2, 3, 4)
}
"""The blocks of an observation, by number of players."""

HIGHEST = 3276.7
"""The largest value that a feature can take: 32,767 silver or workers. The smallest is 0."""

KINDS = (
    *("take", "place", "sell", "workers", "buy_black", "buy_depot"),
    *("discard", "ship", "keep", "start_castle", "decline", "end_turn"),
)
"""The kinds of action in the order of their codes; `ACTIONS["kind"]` counts in it."""

ACTIONS: NDArray[np.void] = np.array(
    [(KINDS.index(kind), *rest) for kind, *rest in action_table()],
    dtype=[(name, np.int8) for name in "kind die depot slot storage space goods".split()],
)
"""What each of the 512 codes stands for (docs/formats.md, section 2): one row a code, -1 for what it does not have.

`die` is 0, 1 or 2 for a free one; `depot` (0 to 5), `slot`, `storage` and `space` (0 to 36) count from 0, `goods` is the
type, 1 to 6. Read-only.
"""
ACTIONS.flags.writeable = False

_ROWS = (4, 5, 6, 7, 6, 5, 4)

CELLS: NDArray[np.intp] = np.array(
    [
        7 * row + column + max(0, 3 - row)
        for row, length in enumerate(_ROWS)
        for column in range(length)
    ]
)
"""For each space its cell in the flattened 7x7 grid. Read-only.

The grid has axial coordinates: on it every space has the same six neighbours, (0, +-1), (+-1, 0), (-1, +1) and (+1, -1).
"""
CELLS.flags.writeable = False

GRID_MASK: NDArray[np.bool_] = np.isin(np.arange(49), CELLS).reshape(7, 7)
"""Which cells of the 7x7 grid are spaces. Read-only."""
GRID_MASK.flags.writeable = False


def hex_grid(planes: NDArray[Any]) -> NDArray[Any]:
    """Planes on the 7x7 hex grid: a fresh array of shape (..., 7, 7) for planes of shape (..., 37).

    Cells that are no space (see `GRID_MASK`) hold zeros. Raises `ValueError` if the last axis is not 37 long.
    """
    planes = np.asarray(planes)
    if planes.ndim == 0 or planes.shape[-1] != len(CELLS):
        raise ValueError(f"planes: shape {planes.shape}, expected (..., 37)")
    grid = np.zeros((*planes.shape[:-1], 49), planes.dtype)
    grid[..., CELLS] = planes
    return grid.reshape(*planes.shape[:-1], 7, 7)


def observation_size(players: int) -> int:
    """Number of features with 2, 3 or 4 players; `ValueError` for another number."""
    if players not in OBSERVATION_SPEC:
        raise ValueError(f"players: {players}, expected 2, 3 or 4 (R1.1)")
    return int(OBSERVATION_SPEC[players][-1].slice.stop)


def split(features: NDArray[Any], players: int) -> dict[str, NDArray[Any]]:
    """The blocks of an observation by name, as views: shape `(..., *block)` for features of shape `(..., size)`.

    `split(state.observation(), 2)["estate"]` are the planes of both estates. Raises `ValueError` if the last axis is
    not `observation_size(players)` long.
    """
    size = observation_size(players)
    if features.ndim == 0 or features.shape[-1] != size:
        raise ValueError(f"features: shape {features.shape}, expected (..., {size})")
    before = features.shape[:-1]
    return {
        feature.name: features[..., feature.slice].reshape(*before, *feature.shape)
        for feature in OBSERVATION_SPEC[players]
    }


def observation(state: Any, player: int | None = None) -> NDArray[np.float32]:
    """`state.observation(player)` for a state of either engine, on own data too."""
    return engine_state(state).observation(player)


def legal_actions_mask(state: Any) -> NDArray[np.bool_]:
    """`state.legal_actions_mask()` for a state of either engine."""
    if isinstance(state, State):
        return state.legal_actions_mask()
    mask = np.zeros(NUM_ACTIONS, np.bool_)
    if not state.is_chance_node():
        mask[state.legal_actions()] = True
    return mask
