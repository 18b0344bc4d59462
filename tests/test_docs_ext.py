"""What the pages' own extensions make of docstrings and links; Sphinx is not needed for it."""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parent.parent / "docs"


def extension(name: str) -> Any:
    """A module of docs/_ext."""
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        return import_module(name)
    finally:
        sys.path.remove(str(DOCS / "_ext"))


def converted(text: str) -> str:
    """A docstring as reStructuredText."""
    return "\n".join(extension("docstrings").convert(text.splitlines())).rstrip("\n")


def test_a_table_of_pipes() -> None:
    assert converted("Gives.\n\n| a | b |\n|---|---|\n| `x` | one, two |\n\nMore.") == (
        "Gives.\n\n.. list-table::\n   :header-rows: 1\n\n"
        "   * - a\n     - b\n   * - `x`\n     - one, two\n\nMore."
    )


def test_indented_lines_are_code_outside_of_sections() -> None:
    text = "Gives.\n\n    a = 1\n    b = 2\n\nArgs:\n    a: one.\n\n    b: two."
    assert converted(text) == text.replace("    a = 1", ".. code-block:: python\n\n    a = 1")


@pytest.mark.parametrize(
    ("folder", "link", "expected"),
    [
        ("", "[x](CHANGELOG.md)", "[x](changelog.md)"),
        ("", "[x](docs/rules.md)", "[x](rules.md)"),
        ("", "[x](LICENSE)", "[x](../LICENSE)"),
        ("api", "[x](docs/arrays.md)", "[x](../arrays.md)"),
        ("api", "[x](LICENSE)", "[x](../../LICENSE)"),
        ("", "[tests/rules](tests/rules)", "`tests/rules`"),
        ("", "[rule tests](tests/rules)", "rule tests (`tests/rules`)"),
        ("", "[x](https://example.org/y)", "[x](https://example.org/y)"),
        ("", "[x](#here)", "[x](#here)"),
    ],
)
def test_links_of_files_at_the_top(folder: str, link: str, expected: str) -> None:
    outside = extension("outside_links")
    assert outside.LINK.sub(lambda match: outside.seen_from(DOCS / folder, match), link) == expected


def test_rule_ids() -> None:
    """The ids that become links; the letter of a part stays outside."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed (group docs)")
    rule_links = extension("rule_links")
    assert re.split(rule_links.RULE, "as R5.3b says (R10.1)") == [
        "as ",
        "R5.3",
        "b says (",
        "R10.1",
        ")",
    ]
    assert rule_links.anchor("R10.1") == "r10-1"
