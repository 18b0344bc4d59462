"""The page of checks names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
PAGE = (TOP / "docs" / "engine_checks.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.partition("\n## ")[0].splitlines() if line.startswith("| ")][1:]
NAMED = re.compile(r"`(\w+)::(\w+)`")


def sources(name: str) -> list[str]:
    """The texts of the files of tests of that name."""
    places = [
        *(TOP / "tests").rglob(f"{name}.py"),
        *(TOP / "rust" / "burgundy" / "tests").glob(f"{name}.rs"),
        *(TOP / "rust" / "burgundy" / "tests").glob(f"{name}/main.rs"),
        *(TOP / "rust" / "burgundy" / "src").glob(f"{name}.rs"),
    ]
    return [path.read_text(encoding="utf-8") for path in places]


@pytest.mark.parametrize(("file", "test"), sorted(set(NAMED.findall(PAGE))))
def test_the_test_is_there(file: str, test: str) -> None:
    found = sources(file)
    assert found, f"no file {file}"
    declared = re.compile(rf"^\s*(def|fn) {test}\b", re.MULTILINE)
    assert any(declared.search(text) for text in found), f"no test {test} in {file}"


def test_each_check_is_shown_somewhere() -> None:
    """By a test, a command, or a page of figures."""
    assert len(ROWS) >= 30
    for row in ROWS:
        _, check, shown, _ = row.split("|")
        assert NAMED.search(shown) or "](" in shown, check


def test_the_fuzzer_and_the_tests_have_the_same_targets() -> None:
    """Each function of the attacks is a target of libFuzzer, a test of any toolchain, and told on the page."""
    attacks = TOP / "rust" / "burgundy" / "tests" / "attacks"
    functions = set(
        re.findall(
            r"^pub fn (\w+)\(", (attacks / "targets.rs").read_text(encoding="utf-8"), re.MULTILINE
        )
    )
    manifest = (TOP / "fuzz" / "Cargo.toml").read_text(encoding="utf-8")
    calls = {
        path.stem: re.findall(r"targets::(\w+)\(", path.read_text(encoding="utf-8"))
        for path in (TOP / "fuzz" / "fuzz_targets").glob("*.rs")
    }
    assert calls == {name: [name] for name in functions}
    assert (
        set(re.findall(r"targets::(\w+)\)", (attacks / "main.rs").read_text(encoding="utf-8")))
        == functions
    )
    assert functions == set(re.findall(r'^name = "(\w+)"', manifest, re.MULTILINE))
    assert functions == set(re.findall(r"^\| `(\w+)` \| ", PAGE, re.MULTILINE))
