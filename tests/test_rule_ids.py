"""Every rule of docs/rules.md is mentioned by a test under tests/rules, and no test mentions another."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent / "rules"
RULES = (TESTS.parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
DEFINED = re.compile(r"^\s*(?:[-*]|\||#+)?\s*\W*(R\d+\.\d+)\b", re.MULTILINE)
CITED = re.compile(r"\bR(\d+)\.(\d+)")
NAMED = re.compile(r"^test_r(\d+)_(\d+)(?![0-9])")


def rule_ids() -> set[str]:
    """The ids that start an entry of the rules."""
    return set(DEFINED.findall(RULES))


def collected() -> dict[str, ast.FunctionDef]:
    return {
        f"{path.name}::{node.name}": node
        for path in sorted(TESTS.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def ids_of(test: ast.FunctionDef) -> set[str]:
    """The ids in a test's name and docstring."""
    found = {f"R{a}.{b}" for a, b in CITED.findall(ast.get_docstring(test) or "")}
    named = NAMED.match(test.name)
    return found | ({f"R{named[1]}.{named[2]}"} if named else set())


def test_the_rules_are_read() -> None:
    chapters = {rule.split(".")[0] for rule in rule_ids()}
    assert chapters == {f"R{number}" for number in range(1, 12)}
    referred = {f"R{a}.{b}" for a, b in CITED.findall(RULES)}
    assert referred <= rule_ids(), "the rules refer to a rule that is not there"
    assert {"R1.1", "R2.3", "R4.5", "R6.10", "R9.2", "R11.3"} <= rule_ids()


def test_every_rule_has_a_test() -> None:
    tested = set().union(*map(ids_of, collected().values()))
    missing = sorted(rule_ids() - tested)
    assert not missing, f"rules without a test: {', '.join(missing)}"


def test_every_test_names_a_rule_that_exists() -> None:
    for name, test in collected().items():
        unknown = ids_of(test) - rule_ids()
        assert not unknown, f"{name} names {', '.join(sorted(unknown))}"
