"""What playing every seating in the same worlds saves.

The mean over the seatings of a world is one observation. Its variance is set against the one that as many games would
have if each were played in a world of its own, which is that of the seatings by themselves: sum(var(seating)) / k**2.
"""

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

import numpy as np

from burgundy.report.gather import DEVIATIONS

__all__ = ["Paired", "paired"]


class Paired(NamedTuple):
    """A mean over paired games; None where there are too few."""

    worlds: int
    """How many worlds had all their seatings, summed over tables."""
    mean: float | None
    error: float | None
    """Half the interval of 95%, by world."""
    saved: float | None
    """The share of the variance that pairing takes away; below 0 if it adds some."""


def paired(values: Mapping[tuple[int, int], Mapping[int, float]], seatings: int) -> Paired:
    """What is found in `values[table, world][seating]`; worlds in which a seating is missing do not count."""
    whole = {key: found for key, found in values.items() if len(found) == seatings}
    if not whole:
        return Paired(0, None, None, None)
    tables = sorted({table for table, _ in whole})
    by_world: dict[int, list[float]] = {}
    together = apart = 0.0
    for table in tables:
        rows = [found for (its, _), found in sorted(whole.items()) if its == table]
        games = np.array([[row[seating] for seating in sorted(row)] for row in rows])
        if len(games) > 1:
            together += games.mean(axis=1).var(ddof=1)
            apart += games.var(axis=0, ddof=1).sum() / seatings**2
    for (_, world), found in sorted(whole.items()):
        by_world.setdefault(world, []).append(sum(found.values()) / seatings)
    means = np.array([sum(found) / len(found) for found in by_world.values()])
    error = DEVIATIONS * sqrt(means.var(ddof=1) / len(means)) if len(means) > 1 else None
    saved = 1 - together / apart if apart > 0 else None
    return Paired(len(whole), float(means.mean()), error, None if saved is None else float(saved))
