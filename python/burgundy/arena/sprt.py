"""A sequential test of strength: play on until one of two hypotheses is clear.

H0 says that the first bot is `elo0` Elo points stronger than the second one, H1 that it is `elo1`. After each world the
log likelihood ratio of H1 to H0 is compared with Wald's bounds. What is counted is the share of the results of a world
that the first bot won, so that seatings that hang together are one observation; the likelihood is the empirical one
(Owen, 1988): that of the most likely distribution over the observed shares whose mean is what a hypothesis says. Where
only wins and losses occur that is Wald's test of a proportion.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, log

__all__ = ["Course", "Sprt", "likelihood_ratio", "share_of"]

SMALLEST_ERROR = 1e-12
"""Smallest error rate; the bound of one that is smaller by far is no number."""
UNSEEN = 1e-3
"""Weight of a whole win and a whole loss beside what was observed, so that every mean is possible."""


@dataclass(frozen=True)
class Sprt:
    """Hypotheses and error rates; `ValueError` for impossible ones."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often H1 is accepted at most where H0 holds."""
    beta: float = 0.05
    """How often H0 is accepted at most where H1 holds."""

    def __post_init__(self) -> None:
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"sprt: {self.elo0:g},{self.elo1:g}, expected elo0 < elo1")
        if max(abs(self.elo0), abs(self.elo1)) > 2_000:
            raise ValueError("sprt: expected Elo points from -2,000 to 2,000")
        for name in ("alpha", "beta"):
            if not SMALLEST_ERROR <= getattr(self, name) < 0.5:
                raise ValueError(
                    f"sprt: {name} {getattr(self, name):g}, expected at least {SMALLEST_ERROR:g} and less than 0.5"
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Mapping[float, int]) -> float:
        """The log likelihood ratio of H1 to H0, from how often each share was won."""
        return likelihood_ratio(shares, share_of(self.elo0), share_of(self.elo1))

    def decision(self, ratio: float) -> str | None:
        """`H0` or `H1` if one is accepted."""
        low, high = self.bounds
        return "H0" if ratio <= low else "H1" if ratio >= high else None


class Course:
    """A test under way."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.worlds = 0
        self.ratio = 0.0
        self.accepted: str | None = None
        """`H0` or `H1` once one is accepted; what is added afterwards does not count."""
        self._shares: Counter[float] = Counter()

    def add(self, share: float) -> None:
        """Takes in the next world: the share of its results that the first bot won."""
        if self.accepted is None:
            self._shares[share] += 1
            self.worlds += 1
            self.ratio = self.sprt.ratio(self._shares)
            self.accepted = self.sprt.decision(self.ratio)


def share_of(elo: float) -> float:
    """The share of results that so many Elo points win: 1 / (1 + 10 ** (-elo / 400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def likelihood_ratio(shares: Mapping[float, int], mean0: float, mean1: float) -> float:
    """The log of the empirical likelihood of the mean `mean1` over that of `mean0`."""
    counts = {0.0: UNSEEN, 1.0: UNSEEN}
    for share, count in shares.items():
        counts[share] = counts.get(share, 0.0) + count
    return sum(
        count * (log(1 + t0 * (share - mean0)) - log(1 + t1 * (share - mean1)))
        for (t0, t1) in [(_tilt(counts, mean0), _tilt(counts, mean1))]
        for share, count in counts.items()
    )


def _tilt(counts: Mapping[float, float], mean: float) -> float:
    """The multiplier t for which sum(count * (x - mean) / (1 + t * (x - mean))) is 0, by bisection."""
    # Weights must stay positive; the shares reach from 0 to 1.
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        slope = sum(
            count * (share - mean) / (1 + middle * (share - mean))
            for share, count in counts.items()
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
