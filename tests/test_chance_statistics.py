"""The chi-square tests of scripts/chance_statistics.py: chance passes a small run, and wrong chance would not."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("scipy", reason="scipy is not installed")

SCRIPTS = Path(__file__).parent.parent / "scripts"

import chance_statistics  # noqa: E402
from chi_square import Outcome, fits, p_value, product, two_samples  # noqa: E402


def test_a_small_run_passes() -> None:
    command = [sys.executable, str(SCRIPTS / "chance_statistics.py"), "--worlds", "2000"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "none failed" in done.stdout


@pytest.mark.parametrize(
    "arguments", [["--worlds", "10"], ["--seed", "-1"], ["--seed", str(2**62)]]
)
def test_arguments_that_cannot_be(arguments: list[str]) -> None:
    command = [sys.executable, str(SCRIPTS / "chance_statistics.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "expected" in done.stderr


def test_the_tail_is_that_of_the_tables() -> None:
    """Printed quantiles: 3.841 with one degree of freedom and 11.070 with five are met by one in twenty."""
    # A coin, n = 100: (50 + d) and (50 - d) give 2 d^2 / 50.
    d = (3.841 * 50 / 2) ** 0.5
    assert abs(p_value([50 + d, 50 - d], [1, 1]) - 0.05) < 1e-4
    # A die, n = 600: one face d above, one d below give 2 d^2 / 100.
    d = (11.070 * 100 / 2) ** 0.5
    assert abs(p_value([100 + d, 100 - d, 100, 100, 100, 100], [1] * 6) - 0.05) < 1e-4
    # Two samples of 100: a table of two by two, all expected 50.
    d = (3.841 * 50 / 4) ** 0.5
    first, second = Counter({0: 50}), Counter({0: 50})
    assert two_samples(first | Counter({1: 50}), second | Counter({1: 50})) == 1.0
    skewed = two_samples(Counter({0: 57, 1: 43}), Counter({0: 43, 1: 57}))
    assert d < 7 and 0.047 < skewed < 0.05  # 4 * 49 / 50 = 3.92


def test_wrong_chance_is_found() -> None:
    rng = random.Random(5)
    die = dict.fromkeys(range(1, 7), 1.0)
    # A six one time in five, not in six.
    loaded = rng.choices(range(1, 7), [4, 4, 4, 4, 4, 5], k=20_000)
    assert fits("loaded", loaded, die).p < 1e-6
    assert fits("fair", rng.choices(range(1, 7), k=20_000), die).p > 1e-3
    # Drawn with replacement where it should be without.
    goods = {(a, b): 6.0 if a == b else 7.0 for a in range(1, 7) for b in range(1, 7)}
    with_replacement = [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(100_000)]
    assert fits("replaced", with_replacement, goods).p < 1e-4
    # One roll that leans on the one before.
    rolls = [rng.randint(1, 6)]
    while len(rolls) < 20_000:
        rolls.append(rolls[-1] if rng.random() < 0.05 else rng.randint(1, 6))
    assert fits("leaning", itertools.pairwise(rolls), product(die, die)).p < 1e-6
    # What cannot be.
    assert fits("a seven", [1, 7], die).p == 0


def test_what_is_too_even_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """Seeds taken modulo six are each face as often as the other, which is not chance."""
    even = fits("even", (1 + seed % 6 for seed in range(60_000)), dict.fromkeys(range(1, 7), 1.0))
    assert even.p == 1.0
    assert chance_statistics.report({"one": [even, Outcome("right", 10, 0.5)]}) == 1
    assert chance_statistics.report({"one": [Outcome("right", 10, 0.5)]}) == 0
    assert "FAILED: even" in capsys.readouterr().out


def test_seldom_cells_are_joined_without_looking_at_the_counts() -> None:
    """A thousand cells that expect 0.5 each: right samples are not refused."""
    rng = random.Random(1)
    weights = dict.fromkeys(range(1_000), 1.0)
    found = [fits("sparse", rng.choices(range(1_000), k=500), weights).p for _ in range(60)]
    assert min(found) > 1e-4
    assert 10 < sum(p < 0.5 for p in found) < 50
