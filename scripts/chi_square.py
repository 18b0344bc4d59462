"""Chi-square tests of counts: against a distribution, and of two samples."""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from scipy.stats import chi2

SELDOM = 5  # a cell that expects less is joined to others


class Outcome(NamedTuple):
    """A test: its name, observations and p-value."""

    name: str
    size: int
    p: float


def p_value(counts: Sequence[float], weights: Sequence[float]) -> float:
    """The chi-square tail of counts against weights; cells that expect too little are taken together."""
    total, whole = sum(counts), sum(weights)
    # By what is expected alone: an order that looks at the counts would find what it looks for.
    cells = sorted(zip(weights, counts), key=lambda cell: cell[0])
    joined: list[list[float]] = []
    for weight, count in cells:
        expected = weight * total / whole
        if joined and joined[-1][0] < SELDOM:
            joined[-1] = [joined[-1][0] + expected, joined[-1][1] + count]
        else:
            joined.append([expected, count])
    statistic = sum((count - expected) ** 2 / expected for expected, count in joined)
    return float(chi2.sf(statistic, len(joined) - 1))


def two_samples(first: Counter[Any], second: Counter[Any]) -> float:
    """The chi-square tail for two samples of one distribution."""
    sizes = first.total(), second.total()
    cells = sorted(
        set(first) | set(second), key=lambda cell: (first[cell] + second[cell], str(cell))
    )
    joined: list[list[int]] = []
    for cell in cells:
        if joined and min(sizes) * sum(joined[-1]) < SELDOM * sum(sizes):
            joined[-1] = [joined[-1][0] + first[cell], joined[-1][1] + second[cell]]
        else:
            joined.append([first[cell], second[cell]])
    statistic = 0.0
    for pair in joined:
        for count, size in zip(pair, sizes, strict=True):
            expected = sum(pair) * size / sum(sizes)
            statistic += (count - expected) ** 2 / expected
    return float(chi2.sf(statistic, len(joined) - 1))


def fits(name: str, seen: Iterable[Any], weights: dict[Any, float]) -> Outcome:
    """A sample against its distribution; what cannot be has no p-value but 0."""
    counts = Counter(seen)
    if not set(counts) <= set(weights):
        return Outcome(name, counts.total(), 0.0)
    return Outcome(
        name, counts.total(), p_value([counts[cell] for cell in weights], list(weights.values()))
    )


def product(*distributions: dict[Any, float]) -> dict[Any, float]:
    """Independent ones together."""
    return {
        cells: math.prod(part[cell] for part, cell in zip(distributions, cells, strict=True))
        for cells in itertools.product(*distributions)
    }
