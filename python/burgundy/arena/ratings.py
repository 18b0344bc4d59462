"""Bradley-Terry ratings with intervals, from who was placed before whom.

In a game of several players every two different bots count as one result: who was placed before the other. The model
says that bot i comes before bot j with probability 1 / (1 + exp(r_j - r_i)). So that ratings stay finite where one
bot won every time, each bot has half a win more over each bot that it met (the Haldane-Anscombe correction).

Intervals come from a Bayesian bootstrap over worlds (Rubin, 1981): all results of a world get one weight, drawn from
the exponential distribution, and each half win one from the gamma distribution with shape 1/2. What happens in one world
hangs together (the same dice, the same bots in other seats, several results in one game), so that worlds and not games
are drawn. For two bots and one game a world this is Jeffreys' interval.
"""

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
CLOSE = 1e-10


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
    if size < 2:
        return np.zeros(wins.shape[:-1])
    met = wins + np.swapaxes(wins, -1, -2)
    made = np.zeros(wins.shape[:-1])
    middle = np.ones((size, size)) / size
    won = wins.sum(axis=-1)
    _check(wins.reshape(-1, size, size))
    # The scale of the counts does not matter to the solution, and a weight near 0 would spoil the gauge.
    scale = met.sum(axis=(-1, -2), keepdims=True) / size
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(made[..., None, :] - made[..., :, None]))
        slope = won - (met * share).sum(axis=-1)
        inside = met * share * (1 - share)
        curve = -inside
        diagonal = np.arange(size)
        curve[..., diagonal, diagonal] += inside.sum(axis=-1)
        step = np.linalg.solve(curve + scale * middle, slope[..., None])[..., 0]
        step -= step.mean(axis=-1, keepdims=True)
        # Newton's step, damped so that it does not shoot over (Bach, 2010).
        length = np.ptp(step, axis=-1)[..., None]
        made += step * np.where(length > 1e-6, np.log1p(length) / np.maximum(length, 1e-12), 1.0)
        if length.max(initial=0) < CLOSE:
            break
    return made


def _check(wins: NDArray[np.float64]) -> None:
    """Refuses counts without a rating: every bot must be reachable from every other by wins."""
    size = wins.shape[-1]
    reached = (wins > 0) | np.eye(size, dtype=bool)
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
    flat = wins.reshape(worlds, size * size)
    drawn = np.empty((DRAWS, size, size))
    for number in range(DRAWS):
        drawn[number] = (random.standard_exponential(worlds) @ flat).reshape(size, size)
    half = random.standard_gamma(PRIOR, (DRAWS, size, size))
    best = _anchored(fit(total + PRIOR * met), anchor)
    spread = _anchored(fit(drawn + np.maximum(half, 1e-12) * met), anchor)
    low, high = np.quantile(spread, (0.025, 0.975), axis=0)
    return [Rating(float(best[bot]), float(low[bot]), float(high[bot])) for bot in range(size)]


def _anchored(made: NDArray[np.float64], anchor: int | None) -> NDArray[np.float64]:
    zero = 0.0 if anchor is None else made[..., anchor : anchor + 1]
    result: NDArray[np.float64] = ELO * (made - zero)
    return result
