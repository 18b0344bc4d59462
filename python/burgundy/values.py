"""What playouts say about the actions of a position."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class ActionValues(NamedTuple):
    """Per legal action, what the final scores were after it; from `State.evaluate_actions`.

    The arrays have a row for each action and, but for `actions`, a column for each player (seat).
    All actions met the same worlds, so that rows can be compared pair by pair.
    """

    actions: NDArray[np.int16]
    """The legal actions, ascending; shape (k,)."""
    playouts: int
    """How many games were played after each action."""
    mean: NDArray[np.float64]
    """Mean final score; shape (k, players)."""
    variance: NDArray[np.float64]
    """Variance of the final scores, that of the population (divided by `playouts`); shape (k, players)."""
    win_rate: NDArray[np.float64]
    """Share of the games that the player won; shape (k, players)."""
