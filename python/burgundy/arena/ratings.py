"""Bradley-Terry ratings with intervals, from who was placed before whom.

In a game of several players every two different bots count as one result: who was placed before the other. The model
says that bot i comes before bot j with probability 1 / (1 + exp(r_j - r_i)). So that ratings stay finite where one
bot won every time, each bot has half a win more over each bot that it met (the Haldane-Anscombe correction).

Intervals come from a Bayesian bootstrap over worlds (Rubin, 1981): all results of a world get one weight, drawn from
the exponential distribution, and each half win one from the gamma distribution with shape 1/2. What happens in one world
hangs together (the same dice, the same bots in other seats, several results in one game), so that worlds and not games
are drawn. For two bots and one game a world this is Jeffreys' interval.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ELO", "PRIOR", "Rating", "fit", "ratings"]

ELO = 400 / np.log(10)
"""Elo points to a unit of log odds."""
PRIOR = 0.5
"""Wins that each bot has beyond the games, over each that it met."""
DRAWS = 2_000
STEPS = 500
SHORT = 1e-3
CLOSE = 1e-7
"""Length of a Newton step after which what is left is a ten-thousandth of it at most."""
NEAR = 1e-4
"""How far from Newton's step one may be that is near enough, as a share of it; the next one makes up for it."""
AT_ONCE = 2**18
"""Counts of pairs that are worked on at once, so that they stay in the cache."""


class Rating(NamedTuple):
    """A rating in Elo points, and its interval of 95%."""

    elo: float
    low: float
    high: float


def fit(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ratings of greatest likelihood, in units of log odds, that sum to 0; shape (..., bots).

    `wins[..., i, j]` is how often bot i came before bot j; shape (..., bots, bots). Raises `ValueError` if there is no
    such rating: where a group of bots never lost to the others, or never met them.
    """
    wins = np.asarray(wins, np.float64)
    size = wins.shape[-1]
    if size < 2 or not wins.size:
        return np.zeros(wins.shape[:-1])
    counts = wins.reshape(-1, size, size)
    _check(counts)
    middle = _climb(counts.sum(axis=0)[None], np.zeros((1, size)), _solved)
    if len(counts) == 1:
        return middle.reshape(wins.shape[:-1])
    # From the ratings of all together it is not far to those of each.
    made = np.empty(counts.shape[:2])
    at_once = max(1, AT_ONCE // size**2)
    for begin in range(0, len(counts), at_once):
        some = counts[begin : begin + at_once]
        start = np.tile(middle, (len(some), 1))
        made[begin : begin + at_once] = _climb(some, start, _approached)
    return made.reshape(wins.shape[:-1])


def _climb(
    wins: NDArray[np.float64],
    made: NDArray[np.float64],
    step_of: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The ratings of each of the counts, by Newton's steps from `made`, which `step_of` gives."""
    left, before = np.arange(len(wins)), np.full(len(wins), np.inf)
    for _ in range(STEPS):
        slope, curve = _slope(wins, made[left])
        step = step_of(curve, slope)
        step -= step.mean(axis=-1, keepdims=True)
        # Damped so that it does not shoot over (Bach, 2010).
        length = np.ptp(step, axis=-1)
        damped = np.log1p(length) / np.maximum(length, 1e-12)
        made[left] += step * np.where(length > 1e-6, damped, 1.0)[..., None]
        # Short steps are much shorter each time, until they are nothing but rounding.
        far = (length >= CLOSE) & ~((length < SHORT) & (length >= before))
        left, wins, before = left[far], wins[far], length[far]
        if not len(left):
            break
    return made


def _slope(
    wins: NDArray[np.float64], made: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the likelihood rises by with each rating, and how that falls with each; that all rise alike falls as well."""
    size = wins.shape[-1]
    share = 1 / (1 + np.exp(made[..., None, :] - made[..., :, None]))
    expected = (wins + np.swapaxes(wins, -1, -2)) * share
    inside = expected * np.swapaxes(share, -1, -2)
    total = inside.sum(axis=-1)
    # The scale of the counts does not matter to the solution, and a weight near 0 would spoil the gauge.
    curve: NDArray[np.float64] = total.sum(axis=-1)[..., None, None] / size**2 - inside
    curve[..., np.arange(size), np.arange(size)] += total
    slope: NDArray[np.float64] = wins.sum(axis=-1) - expected.sum(axis=-1)
    return slope, curve


def _solved(curve: NDArray[np.float64], slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's step."""
    return np.asarray(np.linalg.solve(curve, slope[..., None])[..., 0], np.float64)


def _approached(curve: NDArray[np.float64], slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """Newton's step to within a share of `NEAR`, by conjugate gradients scaled by the diagonal.

    They take few turns where everybody meets, or all meet one.
    """
    diagonal = np.diagonal(curve, axis1=-2, axis2=-1)
    step, rest = np.zeros_like(slope), slope.copy()
    along = rest / diagonal
    size = (rest * along).sum(axis=-1)
    enough = NEAR**2 * size
    for _ in range(2 * slope.shape[-1]):
        if (size <= enough).all():
            break
        # Without BLAS, whose threads cost more than they bring for matrices of this size.
        bent = np.einsum("nij,nj->ni", curve, along)
        fall = (along * bent).sum(axis=-1)
        share = np.divide(size, fall, out=np.zeros_like(size), where=(size > enough) & (fall > 0))
        step += share[..., None] * along
        rest -= share[..., None] * bent
        near = rest / diagonal
        before, size = size, (rest * near).sum(axis=-1)
        kept = np.divide(size, before, out=np.zeros_like(size), where=before > 0)
        along = near + kept[..., None] * along
    return step


def _check(wins: NDArray[np.float64]) -> None:
    """Refuses counts without a rating: every bot must be reachable from every other by wins."""
    size = wins.shape[-1]
    won = wins > 0
    if (won == won[0]).all():
        won = won[:1]
    reached = won | np.eye(size, dtype=bool)
    for _ in range(size.bit_length()):
        reached = reached @ reached
    if not reached.all():
        raise ValueError("wins: some bots never lost to the others, or never met them; no rating")


def ratings(wins: NDArray[np.float64], anchor: int | None = None, seed: int = 0) -> list[Rating]:
    """Ratings of the bots, with intervals.

    Args:
        wins: how often each bot came before each other one in each world; shape (worlds, bots, bots).
        anchor: the bot whose rating is 0; None for a mean of 0.
        seed: of the bootstrap.
    """
    worlds, size, _ = wins.shape
    total = wins.sum(axis=0)
    met = ((total + total.T) > 0).astype(np.float64)
    # RandomState, since its streams are the same in every version of numpy.
    random = np.random.RandomState(seed % 2**32)
    weights = random.standard_exponential((DRAWS, worlds))
    drawn = (weights @ wins.reshape(worlds, size * size)).reshape(DRAWS, size, size)
    half = random.standard_gamma(PRIOR, (DRAWS, size, size))
    # In place: with many bots each of these has hundreds of megabytes.
    np.maximum(half, 1e-12, out=half)
    half *= met
    drawn += half
    best = _anchored(fit(total + PRIOR * met), anchor)
    spread = _anchored(fit(drawn), anchor)
    low, high = np.quantile(spread, (0.025, 0.975), axis=0)
    return [Rating(float(best[bot]), float(low[bot]), float(high[bot])) for bot in range(size)]


def _anchored(made: NDArray[np.float64], anchor: int | None) -> NDArray[np.float64]:
    zero = 0.0 if anchor is None else made[..., anchor : anchor + 1]
    result: NDArray[np.float64] = ELO * (made - zero)
    return result
