"""Ratings and sequential tests, against closed forms."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from math import exp, log

import numpy as np
import pytest
from numpy.typing import NDArray

from burgundy.arena import Sprt, fit, ratings
from burgundy.arena.pairing import paired
from burgundy.arena.ratings import ELO
from burgundy.arena.sprt import Course, likelihood_ratio, share_of


def test_two_players_have_the_log_odds() -> None:
    """The likelihood of w wins and l losses is greatest where the odds are w to l."""
    for wins, losses in [(3, 1), (1, 1), (1, 1000), (0.5, 40.5), (99_999, 1)]:
        made = fit(np.array([[0, wins], [losses, 0]], float))
        assert made[0] - made[1] == pytest.approx(log(wins / losses), abs=1e-9)
        assert made.sum() == pytest.approx(0, abs=1e-9)


def test_a_chain_has_the_sum_of_its_log_odds() -> None:
    """Where only neighbours meet, every pair is fitted exactly."""
    wins = np.zeros((4, 4))
    odds = [(3, 1), (2, 5), (9, 1)]
    for bot, (won, lost) in enumerate(odds):
        wins[bot, bot + 1], wins[bot + 1, bot] = won, lost
    made = fit(wins)
    for bot, (won, lost) in enumerate(odds):
        assert made[bot] - made[bot + 1] == pytest.approx(log(won / lost), abs=1e-8)


def test_expected_wins_are_the_observed_ones() -> None:
    """What makes the likelihood greatest: each bot's wins are as many as its ratings say."""
    random_ = np.random.RandomState(1)
    wins = random_.randint(1, 50, (3, 6, 6)).astype(float) * (1 - np.eye(6))
    made = fit(wins)
    for one, ratings_ in zip(wins, made):
        met = one + one.T
        share = 1 / (1 + np.exp(ratings_[None, :] - ratings_[:, None]))
        assert (met * share).sum(axis=1) == pytest.approx(one.sum(axis=1), abs=1e-6)


def test_ratings_are_those_of_zermelo() -> None:
    """His strengths (1929), of which each comes from all others until nothing changes: slow, and plain."""
    wins = np.random.RandomState(2).gamma(0.5, 20, (5, 5)) * (1 - np.eye(5))
    met = wins + wins.T
    strength = np.ones(5)
    for _ in range(5_000):
        strength = wins.sum(axis=1) / (met / (strength[:, None] + strength)).sum(axis=1)
    made = fit(wins)
    assert made - made[0] == pytest.approx(np.log(strength / strength[0]), abs=1e-9)


def complete(size: int) -> NDArray[np.float64]:
    """Everybody meets."""
    return 1 - np.eye(size)


def star(size: int) -> NDArray[np.float64]:
    """All meet the first one, as in a gauntlet."""
    met = np.zeros((size, size))
    met[0, 1:] = met[1:, 0] = 1
    return met


def chain(size: int) -> NDArray[np.float64]:
    """Neighbours meet."""
    return np.eye(size, k=1) + np.eye(size, k=-1)


@pytest.mark.parametrize("who_meets", [complete, star, chain])
@pytest.mark.parametrize("size", [2, 3, 12])
def test_ratings_of_many_counts_are_those_of_each(
    who_meets: Callable[[int], NDArray[np.float64]], size: int
) -> None:
    """Counts like those of the bootstrap, of which some have next to no wins between two bots."""
    random_ = np.random.RandomState(size)
    many = np.maximum(random_.gamma(0.5, 3, (60, size, size)), 1e-12) * who_meets(size)
    many[::5] *= 1e-3
    together = fit(many.reshape(4, 15, size, size)).reshape(60, size)
    for counts, made in zip(many, together):
        assert made == pytest.approx(fit(counts), abs=1e-8)
        share = 1 / (1 + np.exp(made[None, :] - made[:, None]))
        expected = ((counts + counts.T) * share).sum(axis=1)
        assert expected == pytest.approx(counts.sum(axis=1), abs=1e-9)


def test_no_counts_have_no_ratings() -> None:
    assert fit(np.zeros((0, 3, 3))).shape == (0, 3)
    assert fit(np.zeros((4, 1, 1))).tolist() == [[0]] * 4


def test_intervals_are_those_of_draws_that_are_fitted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Weights of all worlds for one draw after the other, then the half wins of one draw after the other."""
    monkeypatch.setattr(import_module("burgundy.arena.ratings"), "DRAWS", 50)
    wins = np.random.RandomState(4).randint(0, 3, (3, 4, 4)) * (1.0 - np.eye(4))
    wins[:, 0, 1] = wins[:, 1, 0] = 0  # the first two have not met
    met = (wins + np.swapaxes(wins, 1, 2)).sum(axis=0) > 0
    random_ = np.random.RandomState(9)
    weights = [[random_.standard_exponential() for _ in range(3)] for _ in range(50)]
    spread = []
    for draw in range(50):
        counts = sum(weight * world for weight, world in zip(weights[draw], wins))
        for one in range(4):
            for two in range(4):
                half = random_.standard_gamma(0.5)
                counts[one, two] += half * met[one, two]
        spread.append(ELO * fit(counts))
    low, high = np.quantile(spread, (0.025, 0.975), axis=0)
    found = ratings(wins, seed=9)
    assert [rating.low for rating in found] == pytest.approx(low, abs=1e-6)
    assert [rating.high for rating in found] == pytest.approx(high, abs=1e-6)


def test_there_is_no_rating_where_one_group_never_lost() -> None:
    for wins in ([[0, 3], [0, 0]], [[0, 1, 0], [1, 0, 0], [0, 0, 0]]):
        with pytest.raises(ValueError, match="no rating"):
            fit(np.array(wins, float))
    even = np.ones((2, 2)) - np.eye(2)
    with pytest.raises(ValueError, match="no rating"):
        fit(np.array([even, even, np.triu(even)]))


def test_ratings_have_half_a_win_more() -> None:
    """The Haldane-Anscombe log odds, also for a bot that won every time."""
    wins = np.zeros((40, 2, 2))
    wins[:30, 0, 1] = 1
    wins[30:, 1, 0] = 1
    first, second = ratings(wins)
    assert first.elo - second.elo == pytest.approx(ELO * log(30.5 / 10.5), abs=1e-6)
    assert first.elo == pytest.approx(-second.elo)
    zero, _ = ratings(wins, anchor=0)
    assert zero == (0, 0, 0)
    wins[:, 0, 1], wins[:, 1, 0] = 1, 0
    _, second = ratings(wins, anchor=0)
    assert second.elo == pytest.approx(-ELO * log(40.5 / 0.5), abs=1e-6)
    assert second.low < second.elo < second.high < 0


def test_the_interval_of_two_bots_is_that_of_jeffreys() -> None:
    """With one game a world the draws are those of Beta(wins + 1/2, losses + 1/2), 95% of whose mass lies between
    0.5998 and 0.8647 for 30 wins and 10 losses."""
    wins = np.zeros((40, 2, 2))
    wins[:30, 0, 1] = 1
    wins[30:, 1, 0] = 1
    beta = np.random.RandomState(5).beta(30.5, 10.5, 400_000)
    exact = np.quantile(beta, (0.025, 0.975))
    _, second = ratings(wins, anchor=0)
    shares = [1 / (1 + exp(end / ELO)) for end in (second.high, second.low)]
    assert shares == pytest.approx(exact, abs=0.012)


def test_games_of_one_world_are_no_more_than_one_observation() -> None:
    """Results that are the same in every seating leave the interval as wide as half as many games would."""
    half = np.zeros((40, 2, 2))
    half[:25, 0, 1], half[25:, 1, 0] = 1, 1
    single, double = ratings(half, 0)[1], ratings(2 * half, 0)[1]
    width = [rating.high - rating.low for rating in (single, double)]
    assert width[1] == pytest.approx(width[0], rel=0.08)
    # Those that always cancel out leave none, but for what the half wins add.
    even = np.zeros((40, 2, 2))
    even[:, 0, 1] = even[:, 1, 0] = 1
    _one, other = ratings(even, 0)
    assert other.elo == pytest.approx(0, abs=1e-9)
    assert other.high - other.low < width[0] / 4


def test_the_same_seed_gives_the_same_interval() -> None:
    wins = np.zeros((9, 2, 2))
    wins[:6, 0, 1], wins[6:, 1, 0] = 1, 1
    assert ratings(wins, seed=3) == ratings(wins, seed=3)
    assert ratings(wins, seed=3) != ratings(wins, seed=4)


def test_bounds_are_walds() -> None:
    """log(19) for 5% each; log(90) and log(0.101...) for 1% and 10%."""
    assert Sprt(0, 10).bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(0, 10, 0.01, 0.1).bounds == pytest.approx((log(0.1 / 0.99), log(0.9 / 0.01)))


def test_elo_points_are_shares() -> None:
    assert share_of(0) == 0.5
    assert share_of(400) == pytest.approx(10 / 11)
    assert share_of(-400) == pytest.approx(1 / 11)


@pytest.mark.parametrize(("wins", "losses"), [(10, 0), (0, 10), (60, 40), (1, 500)])
def test_wins_and_losses_have_walds_ratio(wins: int, losses: int) -> None:
    before, after = share_of(-20), share_of(60)
    wald = wins * log(after / before) + losses * log((1 - after) / (1 - before))
    found = likelihood_ratio({1.0: wins, 0.0: losses}, before, after)
    assert found == pytest.approx(wald, abs=0.01)


def test_shares_between_count_by_their_spread() -> None:
    """Seatings that even out make the same lead clearer: the ratio grows as the variance falls."""
    wide = likelihood_ratio({1.0: 60, 0.0: 40}, 0.5, 0.6)
    narrow = likelihood_ratio({1.0: 20, 0.5: 80}, 0.5, 0.6)
    assert narrow > 2 * wide > 0
    # For small differences it is that of a normal distribution, n * (b - a) * (2 * mean - a - b) / (2 * variance).
    normal = 1000 * 0.02 * (2 * 0.52 - 0.5 - 0.52) / (2 * 0.0996)
    found = likelihood_ratio({1.0: 220, 0.5: 600, 0.0: 180}, 0.5, 0.52)
    assert found == pytest.approx(normal, rel=0.05)


@pytest.mark.parametrize(("elo", "accepted"), [(-30, "H0"), (90, "H1")])
def test_errors_are_no_more_frequent_than_asked(elo: float, accepted: str) -> None:
    """At the hypotheses themselves, with 5% each: of 200 tests some 190 are right, and 175 with near certainty."""
    sprt = Sprt(-30, 90)
    coin = random.Random(7)
    right: Counter[str | None] = Counter()
    for _ in range(200):
        course = Course(sprt)
        while course.accepted is None:
            course.add(float(coin.random() < share_of(elo)))
        right[course.accepted] += 1
    assert right[accepted] >= 175


def test_what_comes_after_the_decision_does_not_count() -> None:
    course = Course(Sprt(0, 400))
    while course.accepted is None:
        course.add(1.0)
    worlds, ratio = course.worlds, course.ratio
    course.add(0.0)
    assert (course.worlds, course.ratio, course.accepted) == (worlds, ratio, "H1")


@pytest.mark.parametrize(
    "numbers",
    [(10, 0), (0, 0), (0, float("nan")), (0, 5, 0), (0, 5, 5e-324), (0, 5, 0.05, 0.5), (0, 10**6)],
)
def test_tests_that_cannot_be(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="sprt: "):
        Sprt(*numbers)


def test_pairing_by_hand() -> None:
    """Two seatings of variance 20/3 each: as many games in worlds of their own have (20/3 + 20/3) / 4 = 10/3.

    Games that say the same twice have 20/3, twice as much; games that cancel out have none.
    """
    same = {(0, world): {0: float(v), 1: float(v)} for world, v in enumerate((2, 4, 6, 8))}
    found = paired(same, 2)
    assert (found.worlds, found.mean) == (4, 5)
    assert found.saved == pytest.approx(-1)  # the two games say the same: worth one
    opposed = {(0, world): {0: float(v), 1: float(10 - v)} for world, v in enumerate((2, 4, 6, 8))}
    found = paired(opposed, 2)
    assert (found.mean, found.error, found.saved) == (5, 0, 1)
    apart = {
        (0, world): {0: float(v), 1: float(w)}
        for world, (v, w) in enumerate([(2, 2), (2, 8), (8, 2), (8, 8)])
    }
    assert paired(apart, 2).saved == pytest.approx(0)
    assert paired(apart, 2).error == pytest.approx(1.959964 * (6 / 4) ** 0.5)
    assert paired({(0, 0): {0: 1.0}}, 2) == (0, None, None, None)
    assert paired({(0, 0): {0: 1.0, 1: 2.0}}, 2) == (1, 1.5, None, None)
