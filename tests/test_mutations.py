"""The list of wrong changes applies to the engine as it is, and the page says that each is caught."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
sys.path.append(str(TOP / "tests" / "mutation"))

from wrong_changes import MUTATIONS, Mutation  # noqa: E402

PAGE = TOP / "docs" / "mutations.md"


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.what)
def test_it_applies(mutation: Mutation) -> None:
    for file, old, new in mutation.edits:
        text = (TOP / "rust" / "burgundy" / "src" / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file}: {old!r}"
        assert old != new


def test_the_page_lists_each_of_them_with_a_test() -> None:
    rows = re.findall(
        r"^\| (.+?) \| (R\d+\.\d+) \| .+? \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    assert [(what, rule) for what, rule, _ in rows] == [(m.what, m.rule) for m in MUTATIONS]
    assert all("`test_" in test for _, _, test in rows)


def test_both_pages_count_them_alike() -> None:
    """The page of mutations by its rows, that of the proof in one sentence."""
    text = PAGE.read_text("utf-8")
    tests = re.findall(r"^\| .+? \| R\d+\.\d+ \| .+? \| \[(\w+)\]", text, re.MULTILINE)
    caught, later = len(tests), sum(test in ("test_perft", "test_lockstep") for test in tests)
    assert f"{caught} of {len(MUTATIONS)} are caught." in text
    number = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")[later]
    proof = (PAGE.parent / "proof.md").read_text("utf-8")
    assert f"{caught} of {len(MUTATIONS)} caught: {caught - later} by the rule cases" in proof
    assert f", {number} by perft and the lockstep" in proof
