"""Readings in turns: round after round of all that is measured, so that a slow moment of the machine meets all of it."""

import math
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tqdm import tqdm


class Reading(NamedTuple):
    """Work done: how many decisions, games or calls it was, and its CPU time."""

    pieces: float
    nanoseconds: float


Work = Callable[[int], Reading]
"""Does a piece of work with fresh games of a seed."""


class Median(NamedTuple):
    """A median and an interval that holds it with a probability of 95% at least, whatever the readings are like.

    That takes six readings. The interval of fewer is from the lowest to the highest, and holds the median less often.
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def in_turns(works: Mapping[str, Work], rounds: int) -> dict[str, list[float]]:
    """Nanoseconds a piece for each of the works, by round; every other round goes backwards, and the first does not count."""
    readings: dict[str, list[float]] = {name: [] for name in works}
    names = list(works)
    for seed in tqdm(range(rounds + 1), desc="rounds", disable=not sys.stderr.isatty()):
        for name in names if seed % 2 else reversed(names):
            pieces, nanoseconds = works[name](seed)
            if seed:
                readings[name].append(nanoseconds / pieces)
    return readings


def median(values: Sequence[float]) -> Median:
    """The median with its interval by ranks (the sign test)."""
    ranked = sorted(values)
    n = len(ranked)
    outside, tail = 0, 1 / 2**n
    while tail <= 0.025 and outside < n // 2:
        outside += 1
        tail += math.comb(n, outside) / 2**n
    low = max(outside - 1, 0)
    return Median(statistics.median(ranked), ranked[low], ranked[n - 1 - low])


def ratio(readings: Sequence[float], base: Sequence[float]) -> Median:
    """Readings over those of the base in the same rounds."""
    return median([ours / theirs for ours, theirs in zip(readings, base)])
